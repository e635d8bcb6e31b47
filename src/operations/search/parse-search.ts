import type { Problem } from '../../domain/errors.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import type { Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import { MAX_LIMIT, type SearchInput, searchByIdsInput, searchInput } from '../inputs/search.ts'
import { parseTold } from '../inputs/traveller-headers.ts'

type Sent = { readonly raw: unknown; readonly caller: Pick<Caller, 'travellerHeaders'> }

/** Reads a search of a destination, or one for hotels by their ids, which has none. `more` finds further faults of either. */
export function parseSearch(
  sent: Sent,
  more: (read: Partial<SearchInput>, isWhole: boolean) => readonly Issue[],
): Result<SearchInput, Problem> {
  return isByIds(sent.raw)
    ? parseTold(searchByIdsInput, sent, (read, isWhole) => [...checkPage(read), ...more(read, isWhole)])
    : parseTold(searchInput, sent, (read, isWhole) => [...checkCenter(read), ...more(read, isWhole)])
}

function isByIds(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return false
  const { destination, hotelIds }: { destination?: unknown; hotelIds?: unknown } = raw
  return (destination ?? null) === null && (hotelIds ?? null) !== null
}

export function checkPriceRange({
  minTotalPriceUsdCents: min,
  maxTotalPriceUsdCents: max,
}: Partial<SearchInput>): Issue[] {
  return min != null && max != null && min > max
    ? [issue('min_total_price_usd_cents', 'ABOVE_MAXIMUM', 'min_total_price_usd_cents must not be above the maximum')]
    : []
}

function checkCenter({ destination, center }: Partial<SearchInput>): Issue[] {
  return destination?.type === 'hotel' && center
    ? [issue('center', 'NOT_ALLOWED', 'center is only for a place: a hotel is searched by its id')]
    : []
}

function checkPage({ hotelIds, limit }: Partial<SearchInput>): Issue[] {
  const count = new Set(hotelIds).size
  if (limit == null || limit >= count) return []
  const wanted = count > MAX_LIMIT ? `left out for more than ${MAX_LIMIT} hotels` : `at least ${count}`
  return [issue('limit', 'OUT_OF_RANGE', `limit must be ${wanted}: hotel_ids are answered on one page`)]
}
