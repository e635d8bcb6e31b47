import { createTimedMemory } from '../platform/kept.ts'
import { patiently } from '../platform/patience.ts'
import { type Database, type RootDatabase, sql } from './database.ts'
import { AHEAD, timeOf } from './own-time.ts'

/** A number with the labels that a metric has. */
type Labelled = Readonly<Record<string, string | number>> & { readonly value: number }

/** How long all reads may take together, ms. A scrape must never be what burdens a database in trouble. */
const WITHIN_MS = 1_500

/** All gauges of a scrape share one reading, and so do scrapes that follow one another quickly. */
const KEPT_MS = 5_000

const BOOKINGS_TIME = timeOf(sql`bookings.organization_id`)
const CASES_TIME = timeOf(sql`cases.organization_id`)

/** Returns the function that metrics read with. */
export function rememberOversight(db: RootDatabase): () => ReturnType<typeof readOversight> {
  const memory = createTimedMemory({ read: () => readOversight(db), keepMs: KEPT_MS, max: 1 })
  return () => memory.get('all')
}

/**
 * What stands still or waits for a person, for metrics. No statement reads bookings at rest: with millions of them, a scrape reads
 * the partial indexes of those that are not (`bookings_open_idx`, `bookings_look_due`), the planner’s statistics and small tables.
 */
function readOversight(db: RootDatabase): Promise<Readonly<Record<string, readonly Labelled[]>>> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(patiently(WITHIN_MS))}, true)`
      return {
        ...(await openBookings(tx)),
        estimated: await estimatedBookings(tx),
        lateLook: await latestLook(tx),
        ...(await cases(tx)),
        failedJobs: await failedJobs(tx),
        disabledEndpoints: await disabledEndpoints(tx),
        ...(await countedCatalogue(tx)),
        ...(await contentPulls(tx)),
      }
    },
    { maxWait: patiently(WITHIN_MS), timeout: patiently(2 * WITHIN_MS) },
  )
}

async function openBookings(db: Database) {
  const rows = await db.$queryRaw<
    { status: string; supplier: string; count: number; oldest: number; overdue: number }[]
  >`
  SELECT status, supplier_code AS supplier, count(*)::int AS count,
    max(extract(epoch FROM ${BOOKINGS_TIME} - coalesce(pending_since, created_at)))::float8 AS oldest,
    count(*) FILTER (WHERE
      (status = 'AWAITING_REVIEW' AND review_expires_at < ${BOOKINGS_TIME}) OR (status = 'ON_HOLD' AND hold_deadline_at < ${BOOKINGS_TIME})
    )::int AS overdue
  FROM bookings
  WHERE status IN ('AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING')
  GROUP BY status, supplier_code`
  return {
    open: rows.map(({ status, supplier, count }) => ({ status, supplier, value: count })),
    oldest: rows.map(({ status, supplier, oldest }) => ({ status, supplier, value: oldest })),
    overdue: rows.map(({ status, supplier, overdue }) => ({ status, supplier, value: overdue })),
  }
}

/** By the statistics that Postgres keeps for its planner: off by some percent, and as old as the table's last ANALYZE. */
function estimatedBookings(db: Database) {
  return db.$queryRaw<{ status: string; value: number }[]>`
  SELECT known.status, round(greatest(0, table_of.reltuples) * known.part)::float8 AS value
  FROM pg_class table_of, pg_stats stats,
    unnest(stats.most_common_vals::text::text[], stats.most_common_freqs) AS known(status, part)
  WHERE table_of.oid = 'public.bookings'::regclass AND stats.schemaname = 'public' AND stats.tablename = 'bookings'
    AND stats.attname = 'status'`
}

async function cases(db: Database) {
  const open = await db.$queryRaw<{ kind: string; value: number }[]>`
  SELECT kind, count(*)::int AS value FROM cases WHERE closed_at IS NULL GROUP BY kind`
  const overdue = await db.$queryRaw<{ kind: string; value: number }[]>`
  SELECT kind, count(*)::int AS value FROM cases WHERE closed_at IS NULL AND due_at < ${CASES_TIME} GROUP BY kind`
  const recent = await db.$queryRaw<{ kind: string; value: number }[]>`
  SELECT kind, count(*)::int AS value FROM cases WHERE opened_at > ${CASES_TIME} - interval '1 day' GROUP BY kind`
  return { cases: open, casesOverdue: overdue, casesOfADay: recent }
}

/** As pg-boss itself counts them, once a minute; it deletes such jobs a week after they failed. Only workers make its tables. */
async function failedJobs(db: Database) {
  const [queue] = await db.$queryRaw<{ there: boolean }[]>`SELECT to_regclass('pgboss.queue') IS NOT NULL AS there`
  if (!queue?.there) return []
  return db.$queryRaw<{ queue: string; value: number }[]>`
  SELECT name AS queue, failed_count AS value FROM pgboss.queue`
}

/** By how much the look that is due longest is late. */
async function latestLook(db: Database) {
  const rows = await db.$queryRaw<{ value: number }[]>`
  SELECT greatest(0, extract(epoch FROM greatest(
    (SELECT gateway_now() - min(look_at) FROM bookings
     WHERE look_at IS NOT NULL AND organization_id <> ALL(${AHEAD})),
    (SELECT max(gateway_now(c.organization_id) - (
      SELECT min(look_at) FROM bookings b
      WHERE b.organization_id = c.organization_id AND b.environment = 'sandbox' AND b.look_at IS NOT NULL
    )) FROM sandbox_clocks c WHERE c.offset_ms > 0)
  )))::float8 AS value`
  return rows.map(({ value }) => ({ value: value ?? 0 }))
}

/** What a worker has counted; nothing before the first time. */
async function countedCatalogue(db: Database): Promise<Readonly<Record<string, readonly Labelled[]>>> {
  const [kept] = await db.$queryRaw<{ gauges: Readonly<Record<string, readonly Labelled[]>>; age: number }[]>`
  SELECT gauges, extract(epoch FROM gateway_now() - begun_at)::float8 AS age FROM catalogue_health`
  return kept ? { ...kept.gauges, catalogueAge: [{ value: kept.age }] } : {}
}

function disabledEndpoints(db: Database) {
  return db.$queryRaw<{ reason: string; value: number }[]>`
  SELECT coalesce(disabled_reason, 'UNKNOWN') AS reason, count(*)::int AS value
  FROM webhook_endpoints WHERE NOT enabled AND deleted_at IS NULL GROUP BY 1`
}

const PULL_COUNTS = ['rows', 'added', 'changed', 'bad', 'ended', 'gone'] as const

type PullRow = Record<(typeof PULL_COUNTS)[number], number> & {
  readonly supplier: string
  readonly connection: string
  readonly seconds: number
  readonly age: number | null
}

/** The last pull of each connection within a quarter of a year; runs are few. */
async function contentPulls(db: Database) {
  const pulls = await db.$queryRaw<PullRow[]>`
  SELECT last.supplier_code AS supplier, source AS connection, coalesce((counts ->> 'seconds')::float8, 0) AS seconds, age, told.*
  FROM (
    SELECT DISTINCT ON (source) source, supplier_code, counts, (
      SELECT extract(epoch FROM gateway_now() - max(done.ended_at))::float8 FROM catalogue_runs done
      WHERE done.kind = 'PULL' AND done.source = run.source AND done.counts ->> 'outcome' = 'DONE'
        AND done.counts ->> 'isDryRun' = 'false' AND done.started_at > gateway_now() - interval '92 days') AS age
    FROM catalogue_runs run
    WHERE kind = 'PULL' AND ended_at IS NOT NULL AND counts ->> 'isDryRun' = 'false' AND started_at > gateway_now() - interval '92 days'
    ORDER BY source, id DESC
  ) last, LATERAL (
    SELECT coalesce(sum((pass -> 'counts' ->> 'rows')::int), 0)::int AS rows,
      coalesce(sum((pass -> 'counts' ->> 'added')::int), 0)::int AS added,
      coalesce(sum((pass -> 'counts' ->> 'changed')::int), 0)::int AS changed,
      coalesce(sum((pass -> 'counts' ->> 'bad')::int), 0)::int AS bad,
      coalesce(sum((pass -> 'counts' ->> 'ended')::int), 0)::int AS ended,
      coalesce(sum((pass -> 'counts' ->> 'gone')::int), 0)::int AS gone
    FROM jsonb_array_elements(coalesce(counts -> 'passes', '[]')) AS pass
  ) told`
  return {
    contentRows: pulls.flatMap(({ supplier, connection, ...pull }) =>
      PULL_COUNTS.map((outcome) => ({ supplier, connection, outcome, value: pull[outcome] })),
    ),
    contentSeconds: pulls.map(({ supplier, connection, seconds }) => ({ supplier, connection, value: seconds })),
    contentAge: pulls.flatMap(({ supplier, connection, age }) =>
      age === null ? [] : [{ supplier, connection, value: age }],
    ),
  }
}
