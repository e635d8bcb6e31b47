import type { PriceUpdate, RefreshStatus, SearchProviderView } from '../../domain/contract/search.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { type Occupancy, sameOccupancy } from '../../domain/occupancy.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'

/** A search can be polled for this long. */
export const SEARCH_LIVES_MS = 30 * MINUTE_MS
/** A refresh that has not ended by then was cut off with its process. */
const REFRESH_ENDS_WITHIN_MS = 60 * SECOND_MS

/** What a search was, for polling and for the room search that follows it. */
export type SearchRecord = {
  readonly organizationId: string
  readonly environment: string
  readonly checkIn: string
  readonly checkOut: string
  readonly nationality: string
  readonly rooms: Occupancy
  readonly hotelIds: readonly number[]
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

/** What the refresh has found so far; written by the process that refreshes, read by whoever is polled. */
export type SearchProgress = {
  readonly revision: number
  readonly status: RefreshStatus
  readonly hotels: readonly PriceUpdate[]
  readonly noPriceHotelIds: readonly string[]
  readonly pendingCount: number
  readonly providers: readonly SearchProviderView[]
}

const recordKey = (searchId: string): string => `search:${searchId}`
const progressKey = (searchId: string): string => `search:progress:${searchId}`

const MAC_LENGTH = 12

const macOf = (deps: Deps, caller: Caller, id: string): string =>
  deps.tokenSeal.mac(`search:${caller.organizationId}:${caller.environment}:${id}`).slice(0, MAC_LENGTH)

/** A search id proves whose it is, so that one that the cache has lost can be told from one that never was. */
export const newSearchId = (deps: Deps, caller: Caller): string => {
  const id = makeId(deps, 'search')
  return id + macOf(deps, caller, id)
}

export const isOwnSearchId = (deps: Deps, caller: Caller, searchId: string): boolean =>
  searchId.length > MAC_LENGTH && macOf(deps, caller, searchId.slice(0, -MAC_LENGTH)) === searchId.slice(-MAC_LENGTH)

const firstKey = (searchId: string): string => `search:first:${searchId}`

/** Hotels that the client is looking at: the refresh, wherever it runs, takes them first. */
export const putFirst = (deps: Deps, searchId: string, hotelIds: readonly number[]): Promise<void> =>
  deps.cache.values.set(firstKey(searchId), hotelIds.join(), REFRESH_ENDS_WITHIN_MS)

export const firstInQueue = async (deps: Deps, searchId: string): Promise<ReadonlySet<number>> =>
  new Set((await deps.cache.values.get(firstKey(searchId)))?.split(',').map(Number))

export const writeSearch = async (
  deps: Deps,
  searchId: string,
  record: SearchRecord,
  progress: SearchProgress,
): Promise<void> => {
  await Promise.all([
    deps.cache.values.set(recordKey(searchId), JSON.stringify(record), SEARCH_LIVES_MS),
    writeProgress(deps, searchId, progress),
  ])
}

export const writeProgress = (deps: Deps, searchId: string, progress: SearchProgress): Promise<void> =>
  deps.cache.values.set(progressKey(searchId), JSON.stringify(progress), SEARCH_LIVES_MS)

/** The search, when it is the caller's and still kept; null otherwise. */
export const readSearch = async (
  deps: Deps,
  caller: Caller,
  searchId: string,
): Promise<{ readonly record: SearchRecord; readonly progress: SearchProgress } | null> => {
  const [text, progressText] = await deps.cache.values.getMany([recordKey(searchId), progressKey(searchId)])
  if (!text || !progressText) return null
  // Both written by this file.
  const record = JSON.parse(text) as SearchRecord
  const progress = JSON.parse(progressText) as SearchProgress
  if (record.organizationId !== caller.organizationId || record.environment !== caller.environment) return null
  const cutOff = progress.status === 'PENDING' && deps.clock.now() - record.createdAt > REFRESH_ENDS_WITHIN_MS
  return { record, progress: cutOff ? { ...progress, status: 'EXPIRED' } : progress }
}

/** A room search that names a search must ask for the same stay and rooms; null when it does. */
export const occupancyMismatch = async (
  deps: Deps,
  caller: Caller,
  searchId: string,
  input: { readonly checkIn: string; readonly checkOut: string; readonly rooms: Occupancy },
): Promise<Problem | null> => {
  const search = await readSearch(deps, caller, searchId)
  if (!search) return isOwnSearchId(deps, caller, searchId) ? null : problem('SEARCH_NOT_FOUND')
  const { record } = search
  const same =
    record.checkIn === input.checkIn && record.checkOut === input.checkOut && sameOccupancy(record.rooms, input.rooms)
  return same ? null : problem('OCCUPANCY_MISMATCH')
}
