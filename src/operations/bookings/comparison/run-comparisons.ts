import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobPauseMs } from '../../../domain/call-caps.ts'
import {
  type ComparedPeriod,
  type ComparisonCounts,
  type ComparisonProgress,
  firstProgress,
  nightlyPeriod,
} from '../../../domain/comparison.ts'
import { dateInZone, HOUR_MS, MINUTE_MS } from '../../../domain/time.ts'
import type { DueComparison } from '../../../store/supplier-comparisons.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { actOnMessages } from '../follow-up/act-on-messages.ts'
import { drainUndelivered } from '../follow-up/drain-undelivered.ts'
import { ComparisonError, compareConnection } from './compare-connection.ts'

/** A worker that is lost holds its connection back for so long. It is longer than a unit of work may take without a sign of life. */
const LEASE_MS = 2 * MINUTE_MS
const SIGN_EVERY_MS = 20_000

/** A supplier that does not answer is asked again after this long. */
const AGAIN_AFTER_MS = HOUR_MS

/** Another process has taken the comparison over. */
class LeaseLostError extends ComparisonError {
  constructor() {
    super('another process has taken it over')
  }
}

/** Compares the connections whose night has come, one after the other, until none is due. `isOver` ends it between two calls. */
export async function runDueComparisons(deps: Deps, isOver: () => boolean = () => false): Promise<void> {
  await deps.store.comparisons.plan()
  while (!isOver()) {
    const due = await deps.store.comparisons.claim(randomUUID(), LEASE_MS)
    if (!due) return
    await runOne(deps, due, isOver)
  }
}

async function runOne(deps: Deps, due: DueComparison, isOver: () => boolean): Promise<void> {
  const { connectionId } = due
  try {
    const progress = due.progress ?? (await begin(deps, due, isOver))
    const lease = leased({
      hold: (reached) => deps.store.comparisons.advance(due, reached, LEASE_MS),
      progress,
      pauseMs: await pauseOf(deps, connectionId),
      isOver,
    })
    await lease.save(progress)
    const summary = await compareConnection(deps, { connectionId, progress, ...lease })
    await deps.store.comparisons.finish(due, { summary, lastDay: progress.period.made.to })
    deps.log.info({ connectionId, ...summary }, 'a supplier’s books were compared with ours')
  } catch (error) {
    if (error instanceof LeaseLostError) return
    deps.log.warn({ err: error, connectionId }, 'a supplier’s books could not be compared with ours')
    await deps.store.comparisons.postpone(due, isOver() ? 0 : AGAIN_AFTER_MS)
  }
}

/** The night begins with the messages that could not be delivered: what they tell of need not be found by comparing. */
async function begin(deps: Deps, due: DueComparison, isOver: () => boolean): Promise<ComparisonProgress> {
  if ((await drainUndelivered(deps, due.connectionId)) !== null) while (!isOver() && (await actOnMessages(deps)) > 0);
  const last = due.finishedAt === null ? null : dateInZone(due.finishedAt, 'UTC')
  return firstProgress(nightlyPeriod(dateInZone(deps.clock.real(), 'UTC'), last))
}

type ByHand = {
  readonly connectionId: string
  readonly period: ComparedPeriod
  readonly onProgress: (progress: ComparisonProgress) => void
}

/**
 * Compares a connection at once, for an operator, under the lease of its nights: nobody else compares it meanwhile. Nothing of a night
 * that is under way is lost. Throws a `ComparisonError` when it cannot be compared now.
 */
export async function compareNow(deps: Deps, { connectionId, period, onProgress }: ByHand): Promise<ComparisonCounts> {
  const { comparisons } = deps.store
  const lease = { connectionId, leaseId: randomUUID() }
  await comparisons.plan()
  const dueInMs = await comparisons.take(lease, LEASE_MS)
  if (dueInMs === null) throw new ComparisonError('it is being compared by another process: try again later')
  const since = performance.now()
  try {
    const progress = firstProgress(period)
    const { save, turn } = leased({
      hold: (reached) => {
        onProgress(reached)
        return comparisons.advance(lease, null, LEASE_MS)
      },
      progress,
      pauseMs: await pauseOf(deps, connectionId),
      isOver: () => false,
    })
    return await compareConnection(deps, { connectionId, progress, save, turn })
  } finally {
    await comparisons.postpone(lease, dueInMs - (performance.now() - since))
  }
}

/** How long a comparison pauses before each call to the supplier, beside what guests ask, ms. */
async function pauseOf({ suppliers }: Pick<Deps, 'suppliers'>, connectionId: string): Promise<number> {
  const { caps = {} } = await suppliers.open(connectionId, 'list_bookings', nobodysContext(`req_job_${connectionId}`))
  return jobPauseMs(caps)
}

type Leased = {
  /** Holds the lease on, with how far the comparison has come; false when it is lost. */
  readonly hold: (progress: ComparisonProgress) => Promise<boolean>
  readonly progress: ComparisonProgress
  readonly pauseMs: number
  readonly isOver: () => boolean
}

function leased({ hold, progress: first, pauseMs, isOver }: Leased) {
  let progress = first
  let signedAt = performance.now()
  async function save(next: ComparisonProgress): Promise<void> {
    progress = next
    signedAt = performance.now()
    if (!(await hold(next))) throw new LeaseLostError()
  }
  async function turn(): Promise<void> {
    if (isOver()) throw new Error('this process is stopping')
    await sleep(pauseMs)
    if (performance.now() - signedAt > SIGN_EVERY_MS) await save(progress)
  }
  return { save, turn }
}
