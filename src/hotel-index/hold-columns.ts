import { Worker } from 'node:worker_threads'
import { HOUR_MS, type Instant } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import { collectGarbage } from '../platform/collect-garbage.ts'
import type { Logger } from '../platform/logger.ts'
import type { Place } from '../store/hotels.ts'
import type { Store } from '../store/store.ts'
import { type Edition, readEdition } from './edition.ts'
import { readRanking } from './ranking.ts'
import { recomputeRanking } from './recompute-ranking.ts'
import { type SharedColumns, type SharedHoldings, sharedBytes, shareEdition, shareRanking } from './shared-columns.ts'

/*
 * The one copy of the catalogue and its rankings in a process with several threads. An edition, its names, and a version of the
 * ranking are each in one of these states:
 *
 *   absent    nobody has asked for it; the next one who asks has it read
 *   reading   whoever asks waits for the same reading
 *   held      whoever asks gets it
 *
 *   absent  → reading   a thread asks for it
 *   reading → held      it was read
 *   reading → absent    that failed, or Postgres does not have it
 *   held    → absent    a version: a newer one is held for an hour, or three newer ones are. An edition and its names: no version that
 *                       is held is of it
 *
 * Threads keep what they were given for as long as they use it, whatever is held here.
 */
export type HeldColumns = SharedHoldings & {
  /** Has the newest version read, and makes one when there is none, so that no thread has to. */
  readonly prepare: () => Promise<void>
}

type HoldDeps = { readonly store: Store; readonly clock: Clock; readonly log: Logger }

type HeldEdition = { readonly edition: Edition; readonly columns: SharedColumns; names: Promise<SharedColumns> | null }
type HeldRanking = { readonly edition: number; readonly columns: SharedColumns }
/** `since`: when it was first asked for here. */
type HeldVersion = { readonly held: Promise<HeldRanking | null>; readonly since: Instant }

const MAX_VERSIONS = 3
const USABLE_FOR_MS = HOUR_MS

export function holdColumns(deps: HoldDeps): HeldColumns {
  const { store, clock } = deps
  const editions = new Map<number, Promise<HeldEdition | null>>()
  const versions = new Map<number, HeldVersion>()

  function editionOf(number: number): Promise<HeldEdition | null> {
    const known = editions.get(number) ?? readHeldEdition(store, number)
    editions.set(number, known)
    dropIfAbsent(known, () => editions.delete(number))
    return known
  }

  async function readVersion(version: number): Promise<HeldRanking | null> {
    const stored = await store.rankings.find(version)
    const held = stored && (await editionOf(stored.edition))
    const bytes = await store.columns.read(`ranking:${version}`, sharedBytes)
    if (!held || bytes.size === 0) return null
    return { edition: stored.edition, columns: shareRanking(bytes, readRanking(stored, held.edition, bytes)) }
  }

  function versionOf(version: number): Promise<HeldRanking | null> {
    const known = versions.get(version)
    if (known) return known.held
    const held = readVersion(version)
    versions.set(version, { held, since: clock.real() })
    dropIfAbsent(held, () => versions.delete(version))
    held.then(forgetOld, () => undefined).finally(collectGarbage)
    return held
  }

  async function forgetOld(): Promise<void> {
    for (const version of supersededVersions(versions, clock.real())) versions.delete(version)
    const used = new Set<number>()
    for (const { held } of versions.values()) used.add((await held.catch(() => null))?.edition ?? -1)
    const newest = Math.max(...used)
    // One that is newer than all of them is about to get its version.
    for (const edition of editions.keys()) if (edition < newest && !used.has(edition)) editions.delete(edition)
  }

  return {
    edition: async (number) => (await editionOf(number))?.columns ?? null,
    ranking: async (version) => (await versionOf(version))?.columns ?? null,
    names: async (number) => {
      const held = await editionOf(number)
      return held && namesOf(store, held)
    },
    prepare: async () => {
      const latest = (await store.rankings.latest()) ?? (await recomputeRanking(deps))
      await versionOf(latest.version)
    },
  }
}

async function readHeldEdition(store: Store, number: number): Promise<HeldEdition | null> {
  const bytes = await store.columns.read(`edition:${number}`, sharedBytes)
  if (bytes.size === 0) return null
  const edition = readEdition(number, bytes)
  return { edition, columns: await shareEdition(bytes, edition), names: null }
}

/** Those that a newer one that is held superseded an hour ago, and the oldest of too many. */
function supersededVersions(versions: ReadonlyMap<number, HeldVersion>, now: Instant): number[] {
  const newestFirst = [...versions].sort(([a], [b]) => b - a)
  return newestFirst.flatMap(([version], index) => {
    const next = newestFirst[index - 1]
    const isOver = next !== undefined && now - next[1].since > USABLE_FOR_MS
    return isOver || index >= MAX_VERSIONS ? [version] : []
  })
}

/** Made once for an edition, and again when that failed. */
function namesOf(store: Store, held: HeldEdition): Promise<SharedColumns> {
  async function make(): Promise<SharedColumns> {
    const places = await store.hotels.places()
    return makeNames({ number: held.edition.edition, columns: held.columns, places })
  }
  held.names ??= make().catch((error: unknown) => {
    held.names = null
    throw error
  })
  return held.names
}

export type NamesData = {
  readonly number: number
  readonly columns: SharedColumns
  readonly places: readonly Place[]
}

/** Has a thread of its own make them. */
function makeNames(workerData: NamesData): Promise<SharedColumns> {
  return new Promise((resolve, reject) => {
    const url = new URL('./names-thread.ts', import.meta.url)
    const worker = new Worker(url, { workerData, execArgv: ['--disable-warning=ExperimentalWarning'] })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that makes the names has ended')))
  })
}

function dropIfAbsent(reading: Promise<unknown>, drop: () => void): void {
  reading.then(
    (found) => found ?? drop(),
    () => drop(),
  )
}
