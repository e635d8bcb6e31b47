import type { PriceUpdate, RefreshStatus, SearchProviderView, Sort } from '../../domain/contract/search.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { notFound } from '../../domain/not-found.ts'
import { type Occupancy, sameOccupancy } from '../../domain/occupancy.ts'
import type { RateFilter } from '../../domain/rate-filter.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'

/** For how long a search can be polled. */
export const SEARCH_LIVES_MS = 30 * MINUTE_MS
/** If a refresh has not ended by then, its process has died. */
const REFRESH_ENDS_WITHIN_MS = 60 * SECOND_MS

/** The stored facts of a search, for polling and for the room search that follows it. */
export type SearchRecord = {
  readonly checkIn: string
  readonly checkOut: string
  readonly nationality: string
  /** The destination's country. Absent in records that an earlier release has written. */
  readonly countryCode?: string
  readonly rooms: Occupancy
  readonly hotelIds: readonly number[]
  readonly refundableOnly: boolean
  /** The further filters on rates; absent when the search has none, and in records of an earlier release. */
  readonly rates?: Pick<RateFilter, 'freeCancellation' | 'boardCodes'>
  /** The list's currency, and its units for one US dollar when the search was made. Polls use the same rate. */
  readonly listCurrency: string
  readonly listRate: number | null
  /** The version of the ranking from which the page was taken. */
  readonly rankingVersion: number
  /** Absent in records that an earlier release has written. */
  readonly sort?: Sort
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

/** What the refresh has found so far. The process that refreshes writes it; the process that is polled reads it. */
export type SearchProgress = {
  readonly revision: number
  readonly status: RefreshStatus
  readonly hotels: readonly PriceUpdate[]
  readonly noPriceHotelIds: readonly string[]
  readonly pendingCount: number
  readonly providers: readonly SearchProviderView[]
}

function recordKey(key: string): string {
  return `search:${key}`
}
function progressKey(key: string): string {
  return `search:progress:${key}`
}

const MAC_LENGTH = 12
const FLAGS = { PENDING: 'p', COMPLETE: 'c' } as const

/** The key under which a search is stored. The id that clients get also contains the status of the answer. */
export function newSearchKey(deps: Deps): string {
  return makeId(deps, 'search')
}

/** The supplier's session of a search by a traveller of whom nothing is told; the room search of that search goes on in it. */
export function sessionOfSearch(key: string): string {
  return `ses_${key.slice(key.indexOf('_') + 1)}`
}

function claimOf({ organizationId, environment }: Caller, text: string): string {
  return `search:${organizationId}:${environment}:${text}`
}

/**
 * The id that a client gets. It proves who made the search, so that a search that the cache has lost can be distinguished from
 * one that never existed. It also says whether a refresh had started, so that this need not be stored with the search.
 */
export function toSearchId(deps: Deps, caller: Caller, { key, status }: OwnSearch): string {
  const text = key + FLAGS[status]
  return text + deps.mac.mac(claimOf(caller, text)).slice(0, MAC_LENGTH)
}

export type OwnSearch = { readonly key: string; readonly status: 'PENDING' | 'COMPLETE' }

/** Returns null for an id that is not one of the caller's. */
export function parseSearchId(deps: Deps, caller: Caller, searchId: string): OwnSearch | null {
  const text = searchId.slice(0, -MAC_LENGTH)
  if (text.length < 2 || !deps.mac.isMac(claimOf(caller, text), searchId.slice(-MAC_LENGTH))) return null
  return { key: text.slice(0, -1), status: text.endsWith(FLAGS.COMPLETE) ? 'COMPLETE' : 'PENDING' }
}

function firstKey(key: string): string {
  return `search:first:${key}`
}

/** Stores which hotels the client is looking at; the refresh, in whichever process it runs, asks about them first. */
export function putFirst(deps: Deps, key: string, hotelIds: readonly number[]): Promise<void> {
  return deps.cache.values.set(firstKey(key), hotelIds.join(), REFRESH_ENDS_WITHIN_MS)
}

export async function firstInQueue(deps: Deps, key: string): Promise<ReadonlySet<number>> {
  return new Set((await deps.cache.values.get(firstKey(key)))?.split(',').map(Number))
}

export function writeSearch(deps: Deps, key: string, record: SearchRecord): Promise<void> {
  return deps.cache.values.set(recordKey(key), JSON.stringify(record), SEARCH_LIVES_MS)
}

export function writeProgress(deps: Deps, key: string, progress: SearchProgress): Promise<void> {
  return deps.cache.values.set(progressKey(key), JSON.stringify(progress), SEARCH_LIVES_MS)
}

/** A stored search; `progress` is null when nothing has been found since it was answered. */
type KeptSearch = { readonly record: SearchRecord; readonly progress: SearchProgress | null }

/** Returns null when the cache no longer has the search. */
export async function readSearch(deps: Deps, key: string): Promise<KeptSearch | null> {
  const [text, progressText] = await deps.cache.values.getMany([recordKey(key), progressKey(key)])
  deps.metrics.countCacheReads('search', text ? 1 : 0, text ? 0 : 1)
  if (!text) return null
  // This file wrote both texts.
  const progress = progressText ? (JSON.parse(progressText) as SearchProgress) : null
  return { record: JSON.parse(text) as SearchRecord, progress }
}

/** True when the refresh of a search has not ended and never will, because its process is gone. */
export function isCutOff(now: Instant, { createdAt }: SearchRecord, { status }: SearchProgress): boolean {
  return status === 'PENDING' && now - createdAt > REFRESH_ENDS_WITHIN_MS
}

type NamingSearch = {
  readonly searchId?: string | null | undefined
  readonly checkIn: string
  readonly checkOut: string
  readonly rooms: Occupancy
}

/** Returns a refusal when a room search names a search but asks for another stay or other rooms; otherwise null. */
export async function occupancyMismatch(
  deps: Deps,
  caller: Caller,
  { searchId, checkIn, checkOut, rooms }: NamingSearch,
): Promise<Problem | null> {
  if (!searchId) return null
  const own = parseSearchId(deps, caller, searchId)
  if (!own) return notFound('SEARCH_NOT_FOUND', 'search', searchId)
  const search = await readSearch(deps, own.key)
  if (!search || search.record.expiresAt <= deps.clock.of(caller.organizationId).now()) return null
  const { record } = search
  const same = record.checkIn === checkIn && record.checkOut === checkOut && sameOccupancy(record.rooms, rooms)
  return same ? null : problem('OCCUPANCY_MISMATCH')
}
