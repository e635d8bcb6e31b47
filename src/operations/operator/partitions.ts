import { setTimeout as sleep } from 'node:timers/promises'
import { firstIdAt, type IdKind } from '../../domain/ids.ts'
import { DAY_MS, type Instant, toRfc3339 } from '../../domain/time.ts'
import { isCancelled, isForbidden, isInUse } from '../../platform/refused-statement.ts'
import type { Partition, PartitionedTable } from '../../store/partitions.ts'
import type { Deps } from '../deps.ts'

type Needs = Pick<Deps, 'store' | 'clock' | 'log'>

type Kept = {
  readonly kind: IdKind
  /** The beginning of the day or month that has a moment, in UTC. */
  readonly start: (at: Instant) => Instant
  /** For how long partitions are there before their time: a few nights may fail, and the process may stand. */
  readonly aheadMs: number
}

/**
 * By how long rows live: thirty partitions of days, or three years of months. A plan looks at each that it cannot exclude, so years of days
 * would make every statement dear.
 */
const TABLES: Readonly<Record<PartitionedTable, Kept>> = {
  offers: { kind: 'offer', start: startOfDay, aheadMs: 7 * DAY_MS },
  booking_events: { kind: 'event', start: startOfMonth, aheadMs: 62 * DAY_MS },
  supplier_exchanges: { kind: 'exchange', start: startOfDay, aheadMs: 7 * DAY_MS },
}
export const PARTITIONED_TABLES = Object.keys(TABLES) as readonly PartitionedTable[]

/** More rows of a partition that are still needed are not moved: their bookings go on, and the partition waits for them. */
const MOST_NEEDED = 5_000

/**
 * How often a table that others use is tried, and the pause between. All that comes after a try waits for it, a quarter of a second at the
 * most, so most of the time has to be theirs.
 */
const TRIES = 20
const PAUSE_MS = 2_000

export function startOfMonth(at: Instant): Instant {
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
}

function startOfDay(at: Instant): Instant {
  return at - (at % DAY_MS)
}

/** Where the next day or month begins. */
function after({ start }: Kept, from: Instant): Instant {
  const next = start(from + DAY_MS)
  return next > from ? next : start(from + 32 * DAY_MS)
}

/**
 * Job, and at the start of a worker: adds the partitions of now and of the time ahead. Without one, rows go to the default partition, from
 * which the next run takes them; it warns then. Where the gateway's role may not delete the table's rows it warns and adds none.
 */
export async function addPartitions(deps: Needs): Promise<number> {
  let added = 0
  for (const table of PARTITIONED_TABLES) {
    const kept = TABLES[table]
    const now = deps.clock.real()
    if (await deps.store.partitions.isCaught(table, firstIdAt(kept.kind, kept.start(now))))
      deps.log.warn({ table }, 'rows were written for which there was no partition')
    const there = await deps.store.partitions.list(table)
    for (let from = kept.start(now); from <= now + kept.aheadMs; from = after(kept, from)) {
      const to = after(kept, from)
      if (there.some((one) => (one.from ?? 0) < to && one.to > from)) continue
      const done = await whenFree(deps, table, () => deps.store.partitions.add(table, from, to))
      if (done) added += 1
    }
  }
  return added
}

/** After how many days rows of a table go; null, or absent: never. */
type Terms = Readonly<Partial<Record<PartitionedTable, number | null>>>

/**
 * Drops the partitions whose time has ended. Rows of them that are still needed are kept. Returns the names of what was dropped. Time is
 * real time, that of ids: rows of an organization whose sandbox clock is ahead stay as long as everybody's, or go one by one before.
 */
export async function dropPartitions(deps: Needs, terms: Terms): Promise<readonly string[]> {
  const dropped: string[] = []
  for (const table of PARTITIONED_TABLES) {
    const days = terms[table] ?? null
    if (days === null) continue
    const before = deps.clock.real() - days * DAY_MS
    const over = (await deps.store.partitions.list(table)).filter(({ to }) => to <= TABLES[table].start(before))
    for (const partition of over) if (await drop(deps, { table, partition, days, before })) dropped.push(partition.name)
  }
  return dropped
}

/**
 * Drops the earliest day of a table that has ended, whatever its term: there is no room. Returns its name; null when there is none, or it
 * is in use.
 */
export async function dropEarliest(deps: Needs, table: PartitionedTable): Promise<string | null> {
  const now = deps.clock.real()
  const [earliest] = (await deps.store.partitions.list(table)).filter(({ to }) => to <= TABLES[table].start(now))
  if (!earliest) return null
  return (await drop(deps, { table, partition: earliest, days: 0, before: now })) ? earliest.name : null
}

/** For so long a partition that is over waits for the rows of it that are needed; afterwards the others go row by row. */
const LONGEST_WAIT_MS = 366 * DAY_MS

/** The ids of partitions that are over and still there: they wait for rows that are needed, and are then dropped whole. */
export async function waitingPartitions(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  table: PartitionedTable,
  days: number,
): Promise<readonly { readonly firstId: string; readonly endId: string }[]> {
  const { kind, start } = TABLES[table]
  const over = start(clock.real() - days * DAY_MS)
  return (await store.partitions.list(table)).flatMap(({ from, to }) =>
    from === null || to > over || to <= over - LONGEST_WAIT_MS
      ? []
      : { firstId: firstIdAt(kind, from), endId: firstIdAt(kind, to) },
  )
}

type Ended = {
  readonly table: PartitionedTable
  readonly partition: Partition
  readonly days: number
  readonly before: Instant
}

async function drop(deps: Needs, { table, partition, days, before }: Ended): Promise<boolean> {
  const { store, log } = deps
  const needed = await store.partitions.needed(table, partition, { days, before, most: MOST_NEEDED })
  if (needed === null) {
    log.warn(
      { partition: partition.name, most: MOST_NEEDED },
      'a partition is over, and too many of its rows are needed',
    )
    return false
  }
  const beganAt = performance.now()
  const kept = await whenFree(deps, table, () =>
    store.partitions.drop(table, partition, { needed, since: partition.to }),
  )
  if (kept === null) return false
  log.info(
    { partition: partition.name, until: toRfc3339(partition.to), kept, ms: Math.round(performance.now() - beganAt) },
    'a partition was dropped',
  )
  return true
}

/**
 * Tries again while others use the table; null when it was not to be had, the role may not, or a statement took too long, during which
 * everybody waited. The next night tries again, and what else it does is done.
 */
async function whenFree<T>({ log }: Needs, table: PartitionedTable, work: () => Promise<T>): Promise<T | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isFinal = isForbidden(error) || isCancelled(error)
      if (!isFinal && !isInUse(error)) throw error
      if (isFinal || tries === TRIES) {
        log.warn({ err: error, table }, 'the partitions of a table stay as they are')
        return null
      }
      await sleep(PAUSE_MS)
    }
  }
}
