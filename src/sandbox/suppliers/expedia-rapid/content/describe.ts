import type { ContentFault } from '../../../../domain/sandbox-faults.ts'
import type { SandboxHotel } from '../../../catalogue/catalogue.ts'
import { dateOf, dayOf } from '../../../content/life.ts'
import { behaviourOf } from '../../../scenarios.ts'
import { pageOf, type Row, supplySourceOf } from '../../content/supply.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { invalidInput, linkExpired, reply, serviceUnavailable } from '../reply.ts'
import { isReply, pageOfToken, pageReply } from './pages.ts'
import { propertyView } from './property-view.ts'
import { dateFaults, idFaults, languageFaults, sourceFaults } from './query.ts'

const PATH = '/v3/properties/content'
const PAGE_SIZE = 100
const DATES = ['date_added_start', 'date_added_end', 'date_updated_start', 'date_updated_end']

type View = Readonly<Record<string, unknown>>

/** `GET /v3/properties/content`: properties by their ids, or by filters and then in pages. */
export function describeProperties(
  deps: SandboxDeps,
  request: Pick<SandboxRequest, 'query' | 'headers'>,
  fault?: ContentFault,
): SandboxReply {
  const { query } = request
  const token = query.get('token')
  if (fault === 'page_token_gone') return linkExpired(deps)
  if (token !== null) return nextPage(deps, { request, token, isShifted: fault === 'shifted_pages' })
  const ids = query.getAll('property_id')
  const faults = [...languageFaults(query), ...sourceFaults(query), ...idFaults(ids), ...dateFaults(query, DATES)]
  if (faults.length > 0) return invalidInput(deps, faults)
  if (ids.length > 0) return describeThese(deps, query, ids)
  return page(deps, { request, from: 0, question: query.toString() })
}

/** Unknown properties, and those that are closed, are missing from the answer. */
function describeThese(deps: SandboxDeps, query: URLSearchParams, ids: readonly string[]): SandboxReply {
  const behaviours = ids.map((id) => behaviourOf('expedia_rapid', id).describe)
  if (behaviours.includes('UNAVAILABLE')) return serviceUnavailable(deps)
  const day = dayOf(deps.clock.now())
  const supply = deps.supply()
  const found = ids.flatMap((id) => {
    const row = supply.row('expedia_rapid', id, day)
    return row?.life.isListed ? [viewOf(deps, { row, day, language: query.get('language') ?? 'en-US' })] : []
  })
  const source = query.get('supply_source')
  return reply(
    deps,
    200,
    Object.fromEntries(
      found
        .filter((view) => view['supply_source'] === source)
        .map((view) => [view.property_id, included(view, query.getAll('include'))]),
    ),
  )
}

type Viewed = { readonly row: Row; readonly day: number; readonly language: string }

/** A row as the property that Rapid says it is: one scenario's is another hotel. */
export function viewOf(
  deps: Pick<SandboxDeps, 'supply' | 'catalogue'>,
  viewed: Viewed,
): ReturnType<typeof propertyView> {
  const { row, day, language } = viewed
  const view = propertyView(deps.supply().describe(row, day), language)
  if (behaviourOf('expedia_rapid', view.property_id).describe !== 'OTHER_HOTEL') return view
  const hotel = deps.catalogue.findHotel(row.listed.hotelId)
  return hotel ? { ...view, ...otherHotel(hotel) } : view
}

function otherHotel({ latitude, longitude }: SandboxHotel): object {
  return {
    name: 'Casa Azul Bed & Breakfast',
    location: { coordinates: { latitude: latitude + 1, longitude }, obfuscation_required: false },
  }
}

/** Fields of the short list, which `include=catalog` names all at once. */
export const CATALOG_FIELDS: readonly string[] = [
  'name',
  'address',
  'ratings',
  'location',
  'phone',
  'fax',
  'category',
  'rank',
  'business_model',
  'dates',
  'statistics',
  'chain',
  'brand',
  'multi_unit',
  'payment_registration_recommended',
  'vacation_rental_details',
  'supply_source',
]

function included(view: View, include: readonly string[]): View {
  const names = new Set(include.flatMap((name) => (name === 'catalog' ? CATALOG_FIELDS : [name])))
  if (names.size === 0) return view
  return Object.fromEntries(Object.entries(view).filter(([name]) => name === 'property_id' || names.has(name)))
}

type Asked = {
  readonly request: Pick<SandboxRequest, 'query' | 'headers'>
  /** The first row of the page among those that the filters leave. */
  readonly from: number
  /** The query of the first page. */
  readonly question: string
  /** The day of the first page: the answer stays as it was then. */
  readonly day?: number
}

function page(deps: SandboxDeps, { request, from, question, day = dayOf(deps.clock.now()) }: Asked): SandboxReply {
  const query = new URLSearchParams(question)
  const language = query.get('language') ?? 'en-US'
  const supply = deps.supply()
  const rows = rowsOf(deps, query, day)
  const total = rows.length * supply.copies
  const views = pageOf(supply, rows, { from, count: PAGE_SIZE }).map((row) => viewOf(deps, { row, day, language }))
  const next = from + PAGE_SIZE < total ? from + PAGE_SIZE : null
  return pageReply(
    deps,
    Object.fromEntries(views.map((view) => [view.property_id, included(view, query.getAll('include'))])),
    { kind: 'content_page', path: PATH, request, total, next, facts: [question, day] },
  )
}

function nextPage(
  deps: SandboxDeps,
  {
    request,
    token,
    isShifted,
  }: {
    readonly request: Asked['request']
    readonly token: string
    readonly isShifted: boolean
  },
): SandboxReply {
  const known = pageOfToken(deps, 'content_page', token)
  if (isReply(known)) return known
  const [question, day] = known.facts
  return page(deps, {
    request,
    from: known.from + (isShifted ? 1 : 0),
    question: String(question),
    day: Number(day),
  })
}

/** The rows that the filters of a query leave. */
function rowsOf(deps: SandboxDeps, query: URLSearchParams, day: number): readonly Row[] {
  const source = query.get('supply_source')
  const dated = deps
    .supply()
    .listed('expedia_rapid', day)
    .filter(
      ({ life }) => isBetween(life.addedDay, query, 'date_added') && isBetween(life.updatedDay, query, 'date_updated'),
    )
  const filters = FILTERS.filter(([name]) => query.has(name))
  return dated.filter((row) => {
    if (supplySourceOf(deps.supply(), row.listed) !== source) return false
    if (filters.length === 0) return true
    const view = viewOf(deps, { row, day, language: 'en-US' })
    return filters.every(([name, told]) => query.getAll(name).some((wanted) => told(view).includes(wanted)))
  })
}

/** Days by Rapid are UTC days, and both ends are part of the period. */
function isBetween(day: number, query: URLSearchParams, name: string): boolean {
  const date = dateOf(day)
  return date >= (query.get(`${name}_start`) ?? '0000') && date <= (query.get(`${name}_end`) ?? '9999')
}

function fieldOf(view: View, path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    view,
  )
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : ''
}

const FILTERS: readonly (readonly [name: string, told: (view: View) => readonly string[]])[] = [
  ['country_code', (view) => [fieldOf(view, ['address', 'country_code'])]],
  ['category_id', (view) => [fieldOf(view, ['category', 'id'])]],
  ['chain_id', (view) => [fieldOf(view, ['chain', 'id'])]],
  ['brand_id', (view) => [fieldOf(view, ['brand', 'id'])]],
  ['amenity_id', (view) => Object.keys(view['amenities'] ?? {})],
  ['multi_unit', (view) => [fieldOf(view, ['multi_unit'])]],
  [
    'business_model',
    (view) =>
      ['expedia_collect', 'property_collect'].filter((name) => fieldOf(view, ['business_model', name]) === 'true'),
  ],
]
