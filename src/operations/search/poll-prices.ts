import type { PriceUpdates } from '../../domain/contract/search.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { notFound } from '../../domain/not-found.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { type PollPricesInput, pollPricesInput } from '../inputs/search.ts'
import { rebuildProgress } from './rebuild-progress.ts'
import {
  isCutOff,
  parseSearchId,
  putFirst,
  readSearch,
  type SearchProgress,
  type SearchRecord,
} from './search-record.ts'

const POLL_EVERY_MS = 2 * SECOND_MS
/** Each search may be polled once per second; faster polls would return nothing new. */
const POLL_LIMIT = { points: 1, windowMs: SECOND_MS }

/** Returns what the refresh of a search has found: everything, or the changes after revision `since`. */
export async function pollPrices(deps: Deps, caller: Caller, raw: unknown): Promise<Result<PriceUpdates, Problem>> {
  const input = parseInput(pollPricesInput, raw)
  if (!input.ok) return input
  const { searchId } = input.value
  const own = parseSearchId(deps, caller, searchId)
  if (!own) return err(notFound('SEARCH_NOT_FOUND', 'search', searchId))
  const { allowed, resetMs } = await deps.cache.limits.consume(`poll:${own.key}`, POLL_LIMIT)
  if (!allowed)
    return err(problem('RATE_LIMITED', 'Poll a search at most once a second', { retryAfterMs: Math.max(1, resetMs) }))
  const search = await readSearch(deps, own.key)
  const now = deps.clock.of(caller.organizationId).now()
  if (!search || search.record.expiresAt <= now) return ok(expired(searchId, search?.record.expiresAt ?? now))
  const { record } = search
  const progress = search.progress ?? (await rebuildProgress(deps, caller, { own, record }))
  if (isCutOff(now, record, progress)) return ok(updates(input.value, record, { ...progress, status: 'EXPIRED' }))
  const visible = input.value.refreshIds ?? []
  if (visible.length > 0 && progress.status === 'PENDING') await putFirst(deps, own.key, visible)
  return ok(updates(input.value, record, progress))
}

function updates(
  { searchId, since, refreshIds }: PollPricesInput,
  record: SearchRecord,
  { status, revision, hotels, noPriceHotelIds, pendingCount, providers }: SearchProgress,
): PriceUpdates {
  const visible = new Set((refreshIds ?? []).map(String))
  const changed = hotels.filter((hotel) => since == null || hotel.revision > since)
  return {
    searchId,
    refreshStatus: status,
    revision,
    nextPollAfterMs: status === 'PENDING' ? POLL_EVERY_MS : null,
    expiresAt: toRfc3339(record.expiresAt),
    pendingCount: status === 'PENDING' ? pendingCount : 0,
    hotels: [...changed].sort((a, b) => Number(visible.has(b.hotelId)) - Number(visible.has(a.hotelId))),
    noPriceHotelIds,
    providers,
  }
}

/** The answer for a caller's search that has expired or was lost: a 200 with the status EXPIRED. */
function expired(searchId: string, expiresAt: Instant): PriceUpdates {
  return {
    searchId,
    refreshStatus: 'EXPIRED',
    revision: 0,
    nextPollAfterMs: null,
    expiresAt: toRfc3339(expiresAt),
    pendingCount: 0,
    hotels: [],
    noPriceHotelIds: [],
    providers: [],
  }
}
