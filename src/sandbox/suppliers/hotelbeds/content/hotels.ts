import type { ContentFault } from '../../../../domain/sandbox-faults.ts'
import { dateOf, dayOf } from '../../../content/life.ts'
import { pageOf, type Row } from '../../content/supply.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { invalidRequest, quotaUsedUp, reply } from '../reply.ts'
import { hotelView } from './hotel-view.ts'
import { languageOfCode } from './languages.ts'
import { countryCodeOf, destinationOf } from './places.ts'
import { isDayUsedUp, isSingleTooOften } from './quota.ts'

const MAX_PAGE = 1_000
const USUAL_PAGE = 100

export type Asked = {
  /** Null: no texts in that language. */
  readonly language: string | null
  /** The first and the last row, from 1 on. */
  readonly from: number
  readonly to: number
  /** Rows that changed on or after this day. */
  readonly since: string | null
  /** Null: all of them. */
  readonly fields: ReadonlySet<string> | null
}

/** Reads the parameters that all operations have; a text says what is wrong with them. */
export function readAsked(query: URLSearchParams): Asked | string {
  const rows = readRows(query)
  if (typeof rows === 'string') return rows
  const since = query.get('lastUpdateTime')
  if (since !== null && !/^\d{4}-\d\d-\d\d$/.test(since)) return 'lastUpdateTime must be a date (YYYY-MM-DD)'
  const told = languageOfCode(query.get('language') ?? 'ENG')
  if (told === undefined) return 'The language is not valid'
  const fields = query.get('fields') ?? 'all'
  return {
    ...rows,
    language: told ?? (query.get('useSecondaryLanguage') === 'true' ? 'en' : null),
    since,
    fields: fields === 'all' ? null : new Set(fields.split(',').map((field) => field.trim())),
  }
}

function readRows(query: URLSearchParams): Pick<Asked, 'from' | 'to'> | string {
  const from = Number(query.get('from') ?? 1)
  const to = Number(query.get('to') ?? from + USUAL_PAGE - 1)
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to < from) return 'from and to are not valid'
  return to - from + 1 > MAX_PAGE ? `The maximum number of results per call is ${MAX_PAGE}` : { from, to }
}

/** The rows of a page as every operation sends them. */
export function pageReply(
  deps: SandboxDeps,
  name: string,
  { rows, total, asked }: { readonly rows: readonly object[]; readonly total: number; readonly asked: Asked },
): SandboxReply {
  const to = Math.min(asked.to, total)
  return reply(deps, { from: asked.from, to: Math.max(to, 0), total, [name]: rows })
}

/** `GET /hotels`: from row to row, with filters. */
export async function listHotels(
  deps: SandboxDeps,
  request: Pick<SandboxRequest, 'query' | 'headers'>,
  fault?: ContentFault,
): Promise<SandboxReply> {
  if (await isDayUsedUp(deps, request)) return quotaUsedUp()
  const asked = readAsked(request.query)
  if (typeof asked === 'string') return invalidRequest(deps, asked)
  const day = dayOf(deps.clock.now())
  const supply = deps.supply()
  const found = filtered(deps, request.query, { day, since: asked.since })
  const start = asked.from - 1 + (fault === 'shifted_pages' ? 1 : 0)
  const rows = pageOf(supply, found, { from: start, count: asked.to - asked.from + 1 }).map((row) =>
    only(hotelView(supply.describe(row, day), asked.language), asked.fields),
  )
  return pageReply(deps, 'hotels', { rows, total: found.length * supply.copies, asked })
}

function only(view: Readonly<Record<string, unknown>>, fields: ReadonlySet<string> | null): object {
  if (fields === null) return view
  return Object.fromEntries(Object.entries(view).filter(([name]) => name === 'code' || fields.has(name)))
}

function filtered(
  deps: SandboxDeps,
  query: URLSearchParams,
  { day, since }: { readonly day: number; readonly since: string | null },
): readonly Row[] {
  const supply = deps.supply()
  const codes = query.get('codes')
  const wanted = codes === null ? null : codes.split(',').map((code) => code.trim())
  const rows = wanted
    ? wanted.flatMap((code) => {
        const row = supply.row('hotelbeds', code, day)
        return row?.life.isListed ? [row] : []
      })
    : supply.listed('hotelbeds', day)
  const [destination, country] = [query.get('destinationCode'), query.get('countryCode')]
  return rows.filter(({ listed, life }) => {
    if (since !== null && dateOf(life.updatedDay) < since) return false
    const hotel = destination === null && country === null ? null : deps.catalogue.findHotel(listed.hotelId)
    return (
      (destination === null || destinationOf(hotel?.placeId ?? 0) === destination) &&
      (country === null || countryCodeOf(hotel?.countryCode ?? '') === country)
    )
  })
}

/** `GET /hotels/{code}/details`, which is counted: Hotelbeds wants content to be read in batches. */
export async function hotelDetails(
  deps: SandboxDeps,
  code: string,
  { query }: Pick<SandboxRequest, 'query'>,
): Promise<SandboxReply> {
  if (await isSingleTooOften(deps)) return quotaUsedUp()
  const asked = readAsked(query)
  if (typeof asked === 'string') return invalidRequest(deps, asked)
  const day = dayOf(deps.clock.now())
  const supply = deps.supply()
  const row = supply.row('hotelbeds', code, day)
  if (!row?.life.isListed) return invalidRequest(deps, 'The hotel does not exist')
  return reply(deps, { hotel: hotelView(supply.describe(row, day), asked.language) })
}
