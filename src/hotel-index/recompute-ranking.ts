import { HOUR_MS, MINUTE_MS } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Store } from '../store/store.ts'
import { type Edition, editionBytes, readEdition } from './edition.ts'
import { makeEditionOf } from './make-edition.ts'
import { makeRankingOf } from './make-ranking.ts'
import { type Ranking, rankingBytes } from './ranking.ts'

/** Cursors name a version. It is stored for the hour that cursors are valid, and for another hour as a margin. */
const KEEP_MS = 2 * HOUR_MS

type RecomputeDeps = { readonly store: Store; readonly clock: Clock; readonly log: Logger }

type RecomputeOptions = {
  /** Called with the number of hotels that are done. */
  readonly onProgress?: (hotels: number) => void
}

/**
 * Computes the next version of the ranking, over a new edition when hotels or their listings have changed since the last one, and
 * notifies every process. It runs at most hourly, and after an import. Running it twice at the same time is harmless, only
 * wasteful.
 */
export async function recomputeRanking(deps: RecomputeDeps, { onProgress }: RecomputeOptions = {}): Promise<Ranking> {
  const { store, clock, log } = deps
  const startedAt = performance.now()
  const edition = await currentEdition(deps, onProgress)
  const version = await store.rankings.nextVersion()
  const ranking = await makeRankingOf(deps, { version, createdAt: clock.real(), edition })
  await store.columns.write(`ranking:${version}`, rankingBytes(ranking))
  await store.transaction(async (tx) => {
    await tx.rankings.insert({ version, edition: edition.edition, createdAt: ranking.createdAt })
    await tx.rankings.announce(version)
  })
  await removeOld(deps)
  log.info({ version, hotels: edition.count, ms: Math.round(performance.now() - startedAt) }, 'ranking recomputed')
  return ranking
}

/** Returns the last edition while it is up to date, else makes and stores a new one. */
async function currentEdition(
  { store, clock }: RecomputeDeps,
  onProgress?: (hotels: number) => void,
): Promise<Edition> {
  const latest = await store.rankings.latest()
  const madeAt = latest && (await store.rankings.editionCreatedAt(latest.edition))
  if (
    latest &&
    madeAt !== null &&
    (await store.hotels.changedSince({ changedAt: madeAt, hotelId: 0 }, 1)).length === 0
  ) {
    const bytes = await store.columns.read(`edition:${latest.edition}`)
    if (bytes.size > 0) return readEdition(latest.edition, bytes)
  }
  // Changes during the read are newer than this time, so processes that load the edition will find them.
  const readAt = clock.real() - MINUTE_MS
  const number = await store.rankings.nextEdition()
  const edition = await makeEditionOf({ store }, number, onProgress)
  await store.columns.write(`edition:${number}`, editionBytes(edition))
  await store.rankings.insertEdition(number, edition.count, readAt)
  return edition
}

async function removeOld({ store, clock }: RecomputeDeps): Promise<void> {
  const [, ...older] = await store.rankings.list()
  const before = clock.real() - KEEP_MS
  // A version is in use until the next one replaces it, so its successor's age counts.
  let successorAt = clock.real()
  for (const { version, createdAt } of older) {
    if (successorAt < before) await store.rankings.remove(version)
    successorAt = createdAt
  }
  await store.rankings.removeUnusedEditions(before)
  await store.columns.removeOrphans()
}
