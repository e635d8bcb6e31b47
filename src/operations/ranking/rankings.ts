import { setImmediate as breathe } from 'node:timers/promises'
import { distanceKm, type Point } from '../../domain/geo.ts'
import { HOUR_MS, type Instant, SECOND_MS } from '../../domain/time.ts'
import type { Place } from '../../store/hotels.ts'
import type { RankingVersion } from '../../store/rankings.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import { createDestinationIndex, type DestinationIndex } from '../destinations/destination-index.ts'
import { type Edition, readEdition, rowOf, supplierBit } from './edition.ts'
import { createPlaceIndex, type PlaceIndex } from './place-index.ts'
import { type Ranking, readRanking } from './ranking.ts'
import { recomputeRanking } from './recompute-ranking.ts'

/** The ranking that searches use, and those that walks have begun with. */
export type Rankings = {
  /** The newest version; the first call loads it, or makes it when there is none. */
  readonly current: () => Promise<Ranking>
  /** A version that a cursor names; null when it is gone. */
  readonly ofVersion: (version: number) => Promise<Ranking | null>
  /** The hotels of a place and of the places below it. */
  readonly placeIndex: (ranking: Ranking, place: Place) => Promise<PlaceIndex>
  /** Everything that can be searched, by name. */
  readonly destinations: () => Promise<DestinationIndex>
  /** Looks for a newer version and, when there is one, changes to it. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

/** Members in all indexes that are kept, some 40 bytes each. */
const MAX_INDEXED = 4_000_000
/** What a small index counts as. */
const LEAST_WEIGHT = 500
const MAX_VERSIONS = 3
const USABLE_FOR_MS = HOUR_MS

const CHANGES_EVERY_MS = 5 * SECOND_MS
const MAX_CHANGES = 5_000
/** Changes become visible when they are committed, which is later than they are dated. */
const CHANGES_OVERLAP_MS = 10 * SECOND_MS

/** How far around an airport or a landmark its hotels are, km; other places have hotels of their own. */
const AROUND_KM: Readonly<Record<string, number>> = { airport: 20, landmark: 5 }

type RankingsDeps = Pick<Deps, 'store' | 'clock' | 'log'> & { readonly catalogue: Catalogue }

type Loaded = { readonly ranking: Ranking; supersededAt: Instant | null }

export const createRankings = (deps: RankingsDeps): Rankings => {
  const { store, catalogue, clock, log } = deps
  const loaded = new Map<number, Loaded>()
  const indexes = new Map<string, PlaceIndex>()
  let indexed = 0
  let first: Promise<Ranking> | null = null
  let current: Ranking | null = null
  let changes: Changes | null = null

  /** Made anew for each edition, while the last one goes on answering. */
  let destinations: Promise<DestinationIndex> | null = null

  const editionOf = async (edition: number): Promise<Edition | null> => {
    const known = [...loaded.values()].find(({ ranking }) => ranking.edition.edition === edition)
    if (known) return known.ranking.edition
    const bytes = await store.columns.read(`edition:${edition}`)
    return bytes.size === 0 ? null : readEdition(edition, bytes)
  }

  const load = async ({ version, edition: number, createdAt }: RankingVersion): Promise<Ranking | null> => {
    const edition = await editionOf(number)
    const bytes = await store.columns.read(`ranking:${version}`)
    if (!edition || bytes.size === 0) return null
    return readRanking({ version, createdAt }, edition, bytes)
  }

  /** Keeps the youngest few, as long as somebody may be in the middle of a walk. */
  const forgetOld = (): void => {
    const now = clock.now()
    for (const [version, { supersededAt }] of [...loaded].sort(([a], [b]) => a - b)) {
      const isOver = supersededAt !== null && now - supersededAt > USABLE_FOR_MS
      if (isOver || (version !== current?.version && loaded.size > MAX_VERSIONS)) loaded.delete(version)
    }
  }

  const use = async (ranking: Ranking): Promise<Ranking> => {
    await rowsByPlace(ranking.edition)
    const previous = current && loaded.get(current.version)
    if (previous) previous.supersededAt = clock.now()
    loaded.set(ranking.version, { ranking, supersededAt: null })
    current = ranking
    forgetOld()
    if (changes?.edition !== ranking.edition) {
      catalogue.renew()
      const made = createDestinationIndex(ranking.edition, catalogue)
      destinations = destinations ? made.catch(() => destinations as Promise<DestinationIndex>) : made

      changes?.stop()
      const since = (await store.rankings.editionCreatedAt(ranking.edition.edition)) ?? ranking.createdAt
      changes = followChanges(deps, ranking.edition, since)
    }
    return ranking
  }

  const begin = async (): Promise<Ranking> => {
    const latest = await store.rankings.latest()
    const ranking = (latest && (await load(latest))) ?? (await recomputeRanking(deps))
    return use(ranking)
  }

  const makeIndex = async (ranking: Ranking, place: Place): Promise<PlaceIndex> => {
    const rows = await rowsOf(ranking.edition, place, await catalogue.below(place.placeId))
    return createPlaceIndex(ranking, rows, place)
  }

  const weightOf = ({ rows }: PlaceIndex): number => Math.max(LEAST_WEIGHT, rows.length)

  const keepIndex = (key: string, index: PlaceIndex): void => {
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
      const stored = await store.rankings.find(version)
      const ranking = stored && (await load(stored))
      if (!ranking) return null
      loaded.set(version, { ranking, supersededAt: clock.now() })
      forgetOld()
      return ranking
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
      await self.current()
      if (!destinations) throw new Error('an edition that is used has an index')
      return destinations
    },
    refresh: async () => {
      if (!current) return
      const latest = await store.rankings.latest()
      if (!latest || latest.version <= current.version) return
      const ranking = await load(latest)
      if (!ranking) return
      await use(ranking)
      log.info({ version: ranking.version, hotels: ranking.edition.count }, 'searches use a new ranking')
    },
    close: () => changes?.stop(),
  }
  return self
}

type Changes = { readonly edition: Edition; readonly stop: () => void }

/** Brings what has changed of suppliers' listings since the edition was made into its columns, every few seconds. */
const followChanges = ({ store, catalogue, log }: RankingsDeps, edition: Edition, from: Instant): Changes => {
  let since = from
  let running = false

  const apply = async (): Promise<void> => {
    const changed = await store.hotels.changedSince(since, MAX_CHANGES)
    const { suppliers } = edition.columns
    const codes = edition.lists.supplierCodes as string[] // the edition's own list, which only grows here
    for (const { hotelId, supplierCodes } of changed) {
      catalogue.forget(hotelId)
      const row = rowOf(edition, hotelId)
      const mask = supplierCodes.reduce((bits, code) => bits | supplierBit(codes, code), 0)
      if (row < 0 || suppliers[row] === mask) continue
      suppliers[row] = mask
      edition.changes += 1
    }
    const last = changed.at(-1)
    if (last)
      since = changed.length < MAX_CHANGES ? Math.max(since, last.changedAt - CHANGES_OVERLAP_MS) : last.changedAt
  }

  const look = (): void => {
    if (running) return
    running = true
    apply()
      .catch((error: unknown) => log.warn({ err: error }, 'changes of the catalogue could not be read'))
      .finally(() => {
        running = false
      })
  }

  look()
  const timer = setInterval(look, CHANGES_EVERY_MS)
  timer.unref()
  return { edition, stop: () => clearInterval(timer) }
}

/** Rows by the place that the hotel itself names. */
const grouped = new WeakMap<Edition, Map<number, Uint32Array>>()

const rowsByPlace = async (edition: Edition): Promise<Map<number, Uint32Array>> => {
  const known = grouped.get(edition)
  if (known) return known
  const { placeIds } = edition.columns
  const counts = new Map<number, number>()
  for (const placeId of placeIds) counts.set(placeId, (counts.get(placeId) ?? 0) + 1)
  await breathe()
  const groups = new Map([...counts].map(([placeId, count]) => [placeId, new Uint32Array(count)]))
  const filled = new Map<number, number>()
  for (let row = 0; row < edition.count; row++) {
    const placeId = placeIds[row] ?? 0
    const at = filled.get(placeId) ?? 0
    const group = groups.get(placeId)
    if (group) group[at] = row
    filled.set(placeId, at + 1)
  }
  grouped.set(edition, groups)
  return groups
}

const rowsOf = async (edition: Edition, place: Place, placeIds: readonly number[]): Promise<Uint32Array> => {
  const groups = await rowsByPlace(edition)
  const around = AROUND_KM[place.type]
  const near = around === undefined ? [] : [Uint32Array.from(rowsNear(edition, place, around), ({ row }) => row)]
  const parts = [...placeIds.flatMap((placeId) => groups.get(placeId) ?? []), ...near]
  const [only] = parts
  if (only && parts.length === 1 && near.length === 0) return only
  const rows = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    rows.set(part, at)
    at += part.length
  }
  rows.sort()
  return around === undefined ? rows : Uint32Array.from(new Set(rows))
}

const MICRO = 1_000_000
const KM_A_DEGREE = 111

/** Hotels within so many kilometres of a point, in no order. */
export const rowsNear = (
  { columns: { byLatitude, latitudes, longitudes } }: Edition,
  centre: Point,
  km: number,
): { readonly row: number; readonly distanceKm: number }[] => {
  const south = (centre.latitude - km / KM_A_DEGREE - 0.01) * MICRO
  const north = (centre.latitude + km / KM_A_DEGREE + 0.01) * MICRO
  let low = 0
  let high = byLatitude.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((latitudes[byLatitude[middle] ?? 0] ?? 0) < south) low = middle + 1
    else high = middle
  }
  // Near a pole every longitude is near.
  const shrink = Math.cos((Math.min(89, Math.abs(centre.latitude) + km / KM_A_DEGREE) * Math.PI) / 180)
  const degrees = km / (KM_A_DEGREE * Math.max(0.01, shrink)) + 0.01
  const near: { row: number; distanceKm: number }[] = []
  for (let place = low; place < byLatitude.length; place++) {
    const row = byLatitude[place] ?? 0
    const latitude = latitudes[row] ?? 0
    if (latitude > north) break
    const longitude = (longitudes[row] ?? 0) / MICRO
    const apart = Math.abs(longitude - centre.longitude)
    if (Math.min(apart, 360 - apart) > degrees) continue
    const distance = distanceKm(centre, { latitude: latitude / MICRO, longitude })
    if (distance <= km) near.push({ row, distanceKm: distance })
  }
  return near
}
