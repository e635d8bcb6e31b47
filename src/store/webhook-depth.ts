import { SECOND_MS } from '../domain/time.ts'
import { createTimedMemory } from '../platform/kept.ts'
import { type Database, sql } from './database.ts'
import { timeOf } from './own-time.ts'

/** How many deliveries are unfinished, and the age of the oldest, ms. */
export type QueueDepth = { readonly waiting: number; readonly oldestMs: number }

/** For how long a count stands, and for how many times the time that it took: counting never takes more than a part of the database. */
const KEPT_MS = 2 * SECOND_MS
const KEPT_TIMES = 20
/** After so long somebody else counts, because whoever had begun must have died. */
const COUNTED_WITHIN_MS = 60 * SECOND_MS

/** All gauges of a scrape share one reading. */
const SHARED_MS = SECOND_MS / 2

/** Returns the function that metrics read with. */
export function rememberDepth(db: Database): () => Promise<QueueDepth> {
  const memory = createTimedMemory({ read: () => knownDepth(db), keepMs: SHARED_MS, max: 1 })
  return () => memory.get('all')
}

/** Counts all deliveries that wait. */
export async function countDepth(db: Database): Promise<QueueDepth> {
  const [row] = await db.$queryRaw<{ waiting: number; oldest: number | null }[]>`
  SELECT sum(waiting)::int AS waiting, (extract(epoch FROM max(${timeOf(sql`d.organization_id`)} - oldest_at)) * 1000)::float8 AS oldest
  FROM (
    SELECT organization_id, count(*) AS waiting, min(created_at) AS oldest_at FROM webhook_deliveries
    WHERE status IN ('PENDING', 'RETRYING') GROUP BY organization_id
  ) d`
  return { waiting: row?.waiting ?? 0, oldestMs: row?.oldest ?? 0 }
}

/**
 * The depth as it was last counted, some seconds ago at most. Whichever process is asked first after that counts, and the others read
 * what it has found: the cost is the same however many processes are scraped. Throws while nothing has been counted.
 */
export async function knownDepth(db: Database): Promise<QueueDepth> {
  const isOurs = await db.$executeRaw`
  UPDATE webhook_depth SET next_at = gateway_now() + make_interval(secs => ${COUNTED_WITHIN_MS}::float8 / 1000)
  WHERE id IN (SELECT id FROM webhook_depth WHERE next_at <= gateway_now() FOR UPDATE SKIP LOCKED)`
  if (isOurs === 1) return countAndTell(db)
  const [row] = await db.$queryRaw<QueueDepth[]>`
  SELECT waiting, (CASE WHEN waiting = 0 THEN 0 ELSE oldest_ms + extract(epoch FROM gateway_now() - counted_at) * 1000 END)::float8
    AS "oldestMs"
  FROM webhook_depth WHERE counted_at IS NOT NULL`
  if (!row) throw new Error('the deliveries that wait are still being counted')
  return row
}

async function countAndTell(db: Database): Promise<QueueDepth> {
  const since = performance.now()
  const depth = await countDepth(db)
  const keptMs = Math.max(KEPT_MS, KEPT_TIMES * (performance.now() - since))
  await db.$executeRaw`
  UPDATE webhook_depth SET waiting = ${depth.waiting}::int, oldest_ms = ${depth.oldestMs}::float8, counted_at = gateway_now(),
    next_at = gateway_now() + make_interval(secs => ${keptMs}::float8 / 1000)`
  return depth
}
