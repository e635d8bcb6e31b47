import type { ContentFault } from '../../../../domain/sandbox-faults.ts'
import { DAY_MS } from '../../../../domain/time.ts'
import { type Day, dayOf } from '../../../content/life.ts'
import { pageOf, type Row, rowId } from '../../content/supply.ts'
import type { SandboxDeps, SandboxReply } from '../../exchange.ts'
import { refuse, reply, wrongField } from '../reply.ts'
import { hotelDetail, listedHotel } from './hotel-view.ts'
import { TABLES } from './vocabulary.ts'

const MAX_PAGE = 5_000
const USUAL_PAGE = 200
/** For so many days a closed hotel stays in the list, with `deletedAt`. */
const SHOWN_CLOSED_DAYS = 10

/** `GET /data/hotels`: the list, of a country or of given ids, page by page. */
export function listHotels(deps: SandboxDeps, query: URLSearchParams, fault?: ContentFault): SandboxReply {
  const limit = Number(query.get('limit') ?? USUAL_PAGE)
  const offset = Number(query.get('offset') ?? 0)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) return wrongField(`limit must be 1 to ${MAX_PAGE}`)
  if (!Number.isInteger(offset) || offset < 0) return wrongField('offset must be 0 or more')
  const since = query.get('lastUpdatedAt')
  if (since !== null && Number.isNaN(Date.parse(since))) return wrongField('lastUpdatedAt must be an RFC 3339 date')
  if (!query.has('countryCode') && !query.has('hotelIds'))
    return wrongField('one of countryCode, hotelIds, cityName, placeId, or latitude and longitude is required')
  const day = dayOf(deps.clock.now())
  const supply = deps.supply()
  const rows = rowsOf(deps, query, { day, since: since === null ? null : Date.parse(since) })
  const from = offset + (fault === 'shifted_pages' ? 1 : 0)
  const shown = pageOf(supply, rows, { from, count: limit })
  return reply({
    data: shown.map((row) => listedHotel(supply.describe(row, day), query.get('language') ?? 'en')),
    hotelIds: shown.map(rowId),
    total: rows.length * supply.copies,
  })
}

function rowsOf(
  deps: SandboxDeps,
  query: URLSearchParams,
  { day, since }: { readonly day: Day; readonly since: number | null },
): readonly Row[] {
  const supply = deps.supply()
  const ids = query.get('hotelIds')
  const all =
    ids === null
      ? [
          ...supply.listed('liteapi', day),
          ...supply.closed('liteapi', day).filter(({ life }) => (life.closedDay ?? 0) > day - SHOWN_CLOSED_DAYS),
        ]
      : ids.split(',').flatMap((id) => supply.row('liteapi', id.trim(), day) ?? [])
  const country = query.get('countryCode')?.toUpperCase()
  return all.filter((row) => {
    if (since !== null && Math.max(row.life.updatedDay, row.life.closedDay ?? 0) * DAY_MS < since) return false
    return country === undefined || supply.world.countryOf(row.listed).toUpperCase() === country
  })
}

/** How long one hotel takes. */
const DETAIL_MS = 20

/** `GET /data/hotel`: one hotel, with what the list lacks. */
export function showHotel(deps: SandboxDeps, query: URLSearchParams): SandboxReply {
  const day = dayOf(deps.clock.now())
  const supply = deps.supply()
  const row = supply.row('liteapi', query.get('hotelId') ?? '', day)
  if (!row) return refuse(404, 4_004, { message: 'hotel not found' })
  const data = hotelDetail(supply.describe(row, day), query.get('language') ?? 'en')
  return { ...reply({ data }), delayMs: DETAIL_MS }
}

/** The dictionaries. */
export function showTable(name: string, query: URLSearchParams): SandboxReply {
  const table = TABLES[name]
  return table ? reply({ data: table(query) }) : refuse(404, 4_004, { message: 'no such endpoint' })
}
