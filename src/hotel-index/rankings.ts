import { HOUR_MS, type Instant } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Place } from '../store/hotels.ts'
import type { RankingVersion } from '../store/rankings.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import { type Edition, readEdition } from './edition.ts'
import { type Changes, followChanges } from './follow-changes.ts'
import { mapGridOf } from './map-grid.ts'
import { createDestinationIndex, type DestinationIndex } from './names/destination-index.ts'
import { makeNameColumns } from './names/name-columns.ts'
import { createPlaceIndex, type PlaceIndex } from './place-index.ts'
import { type Ranking, readRanking } from './ranking.ts'
import { recomputeRanking } from './recompute-ranking.ts'
import { rowsByPlace, rowsOf } from './rows.ts'

/*
 * In a process, a version of the ranking is in one of these states. A walk is a client's reading of one list, page by page.
 *
 *   stored       Postgres has it, but this process has not loaded it
 *   loading      its columns are being read
 *   current      new walks use it; at most one version is current
 *   superseded   only walks that began with it still use it
 *   gone         it was deleted from Postgres: a walk that began with it continues with the current version
 *
 *   stored     → loading → current      the first call of `current`; later `refresh`, when Postgres has a newer version
 *   (nothing)  → current                the first call of `current`, when Postgres has no version and one is computed
 *   stored     → loading → superseded   `ofVersion`, for a cursor of another process
 *   loading    → stored                 reading failed; the next call reads it again
 *   current    → superseded             a newer version becomes current
 *   superseded → stored                 another version is loaded, and this one was superseded an hour ago or is the oldest of
 *                                       more than three; its place indexes are removed too
 *   stored     → gone                   `recomputeRanking` deletes it two hours after it was superseded
 *
 * A place index is absent or cached. `placeIndex` makes it. It is removed with its version; the least recently used ones are also
 * removed while all indexes together hold more than 4 million members.
 *
 * The index of destination names is in one of these states:
 *
 *   none        no edition is in use yet, its names were not needed yet, or they could not be read; `destinations` reads them, and waits
 *   read        it has the names of the current version's edition
 *   outdated    a new edition is current and its names are being read; until then the last edition's names are searched
 *
 *   none     → read       the names of an edition are read
 *   read     → outdated   a version of another edition becomes current
 *   outdated → read       the new names are read; if that fails, the index stays outdated until the next edition
 */

/** The ranking that new searches use, and older versions for clients that are still reading pages of an earlier search. */
export type Rankings = {
  /** Returns the newest version; the first call loads it, or computes it when there is none. */
  readonly current: () => Promise<Ranking>
  /** Returns the version that a cursor names; null when it is gone. */
  readonly ofVersion: (version: number) => Promise<Ranking | null>
  /** The hotels of a place and of the places below it. */
  readonly placeIndex: (ranking: Ranking, place: Place) => Promise<PlaceIndex>
  /** The index of all places and hotels by name. */
  readonly destinations: () => Promise<DestinationIndex>
  /** Checks for a newer version, and switches to it. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

/** The most members in all cached indexes of a process; each takes some 40 bytes. */
const MAX_INDEXED = 4_000_000
/** A small index counts as this many members, because an index has a fixed overhead. */
const LEAST_WEIGHT = 500
const MAX_VERSIONS = 3
const USABLE_FOR_MS = HOUR_MS

/** The dependencies of rankings. */
type RankingsDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly catalogue: Catalogue
  /** True: the names of destinations are read with the first version, not at the first search for one. A million hotels take seconds. */
  readonly readsNamesAhead: boolean
}

type Loaded = { readonly ranking: Ranking; supersededAt: Instant | null }

export function createRankings(deps: RankingsDeps): Rankings {
  const { store, catalogue, clock, log, readsNamesAhead } = deps
  const loaded = new Map<number, Loaded>()
  const loading = new Map<number, Promise<Ranking | null>>()
  const indexes = new Map<string, PlaceIndex>()
  let indexed = 0
  let first: Promise<Ranking> | null = null
  let current: Ranking | null = null
  let changes: Changes | null = null

  /** Rebuilt for each edition; until that is done, the index of the previous edition is searched. */
  let destinations: Promise<DestinationIndex> | null = null

  async function editionOf(edition: number): Promise<Edition | null> {
    const known = [...loaded.values()].find(({ ranking }) => ranking.edition.edition === edition)
    if (known) return known.ranking.edition
    const bytes = await store.columns.read(`edition:${edition}`)
    return bytes.size === 0 ? null : readEdition(edition, bytes)
  }

  async function load(version: RankingVersion): Promise<Ranking | null> {
    const edition = await editionOf(version.edition)
    if (!edition) return null
    const bytes = await store.columns.read(`ranking:${version.version}`)
    return bytes.size === 0 ? null : readRanking(version, edition, bytes)
  }

  /** Removes versions that were superseded more than an hour ago, and the oldest ones beyond `MAX_VERSIONS`. */
  function forgetOld(): void {
    const now = clock.real()
    for (const [version, { supersededAt }] of [...loaded].sort(([a], [b]) => a - b)) {
      const isOver = supersededAt !== null && now - supersededAt > USABLE_FOR_MS
      if (isOver || (version !== current?.version && loaded.size > MAX_VERSIONS)) loaded.delete(version)
    }
    // An index references its version, so it is removed with it.
    for (const [key, index] of indexes)
      if (!loaded.has(index.ranking.version)) {
        indexes.delete(key)
        indexed -= weightOf(index)
      }
  }

  /** Reads the names of a new edition; until that is done, those of the previous edition are searched. */
  function nameDestinations(edition: Edition): void {
    const made = catalogue
      .places()
      .then(async (places) => createDestinationIndex(edition, await makeNameColumns(edition, places), places))
    destinations ??= made
    made.then(
      () => {
        destinations = made
      },
      (error: unknown) => {
        log.error({ err: error }, 'the names of the catalogue could not be read')
        if (destinations === made) destinations = null
      },
    )
  }

  async function use(ranking: Ranking): Promise<Ranking> {
    await rowsByPlace(ranking.edition)
    await mapGridOf(ranking.edition)
    const previous = current && loaded.get(current.version)
    if (previous) previous.supersededAt = clock.real()
    loaded.set(ranking.version, { ranking, supersededAt: null })
    current = ranking
    forgetOld()
    if (changes?.edition !== ranking.edition) {
      catalogue.renew()
      if (destinations !== null || readsNamesAhead) nameDestinations(ranking.edition)
      changes?.stop()
      const since = (await store.rankings.editionCreatedAt(ranking.edition.edition)) ?? ranking.createdAt
      changes = followChanges(deps, ranking.edition, since)
    }
    return ranking
  }

  /** Loads an older version, for a cursor that another process issued. */
  async function loadOld(version: number): Promise<Ranking | null> {
    const stored = await store.rankings.find(version)
    const ranking = stored && (await load(stored))
    if (!ranking) return null
    loaded.set(version, { ranking, supersededAt: clock.real() })
    forgetOld()
    return ranking
  }

  async function begin(): Promise<Ranking> {
    const latest = await store.rankings.latest()
    const ranking = (latest && (await load(latest))) ?? (await recomputeRanking(deps))
    return use(ranking)
  }

  async function makeIndex(ranking: Ranking, place: Place): Promise<PlaceIndex> {
    const rows = await rowsOf(ranking.edition, place, await catalogue.below(place.placeId))
    return createPlaceIndex(ranking, rows, place)
  }

  function keepIndex(key: string, index: PlaceIndex): void {
    indexes.set(key, index)
    indexed += weightOf(index)
    for (const [oldest, old] of indexes) {
      if (indexed <= MAX_INDEXED || oldest === key) break
      indexes.delete(oldest)
      indexed -= weightOf(old)
    }
  }

  const self: Rankings = {
    current: () => {
      if (current) return Promise.resolve(current)
      first ??= begin().catch((error: unknown) => {
        first = null
        throw error
      })
      return first
    },
    ofVersion: async (version) => {
      const known = loaded.get(version)
      if (known) return known.ranking
      const again = loading.get(version) ?? loadOld(version).finally(() => loading.delete(version))
      loading.set(version, again)
      return again
    },
    placeIndex: async (ranking, place) => {
      const key = `${ranking.version}:${place.placeId}`
      const known = indexes.get(key)
      if (known) {
        indexes.delete(key)
        indexes.set(key, known)
        return known
      }
      const made = await makeIndex(ranking, place)
      if (!indexes.has(key)) keepIndex(key, made)
      return made
    },
    destinations: async () => {
      const { edition } = await self.current()
      if (!destinations) nameDestinations(edition)
      if (!destinations) throw new Error('the names of the edition in use are missing')
      return destinations
    },
    refresh: async () => {
      if (!current) return
      const latest = await store.rankings.latest()
      if (!latest || latest.version <= current.version) return
      const ranking = await load(latest)
      if (!ranking || ranking.version <= current.version) return
      await use(ranking)
      log.info({ version: ranking.version, hotels: ranking.edition.count }, 'searches use a new ranking')
    },
    close: () => changes?.stop(),
  }
  return self
}

/** The weight of an index, in members. */
function weightOf({ rows }: PlaceIndex): number {
  return Math.max(LEAST_WEIGHT, rows.length)
}
