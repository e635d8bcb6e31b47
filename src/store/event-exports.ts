import type { EventType } from '../domain/event.ts'
import { type Database, sql } from './database.ts'

/** A place in the log of all organizations, whose order is (xid, position); `xid` as decimal digits. */
export type LogPlace = { readonly xid: string; readonly position: bigint }

/** An event as it is exported; `body` is the webhook's, byte for byte. */
export type ExportedEvent = LogPlace & {
  readonly id: string
  readonly organizationId: string
  readonly environment: string
  /** Null for what is told of an endpoint. */
  readonly bookingId: string | null
  readonly type: EventType
  readonly body: string
  readonly requestId: string | null
  readonly traceparent: string | null
}

type Lease = { readonly target: string; readonly leaseId: string }

export type EventExportStore = ReturnType<typeof createEventExportStore>

/** The export of the log: one row a target, which whoever exports to it has leased. All times are real ones. */
export function createEventExportStore(db: Database) {
  return {
    /** Leases the export to a target. Returns how far it has come; null while another process has it: then nothing is written. */
    claim: async ({ target, leaseId }: Lease, leaseMs: number): Promise<LogPlace | null> => {
      const [row] = await db.$queryRaw<LogPlace[]>`
      INSERT INTO event_exports (target, lease_id, leased_until)
      SELECT ${target}, ${leaseId}, gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      WHERE NOT EXISTS (
        SELECT FROM event_exports WHERE target = ${target} AND lease_id IS NOT NULL AND leased_until >= gateway_now()
      )
      ON CONFLICT (target) DO UPDATE SET lease_id = excluded.lease_id, leased_until = excluded.leased_until
      WHERE event_exports.lease_id IS NULL OR event_exports.leased_until < gateway_now()
      RETURNING xid::text AS xid, position`
      return row ?? null
    },

    /**
     * The events of all organizations behind a place, in the order of the log. What a running transaction may still precede is not
     * among them, as in `events.list`, so nothing can appear before a place that was reached.
     * `booking_events.xid`, since `xid` alone would be the text of the answer, of which 99 comes after 100.
     */
    after: ({ xid, position }: LogPlace, limit: number): Promise<ExportedEvent[]> => db.$queryRaw<ExportedEvent[]>`
    SELECT xid::text AS xid, position, id, organization_id AS "organizationId", environment, booking_id AS "bookingId", type, body,
      request_id AS "requestId", traceparent
    FROM booking_events
    WHERE type <> 'webhook.test' AND (xid, position) > (${xid}::text::xid8, ${position}::int8)
      AND xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY booking_events.xid, position LIMIT ${limit}::int`,

    /** Stores how far it has come, and holds the lease on. False when the lease is another process's: nothing is stored then. */
    advance: async (
      { target, leaseId }: Lease,
      { place, exported, leaseMs }: { readonly place: LogPlace; readonly exported: number; readonly leaseMs: number },
    ): Promise<boolean> => {
      const count = await db.$executeRaw`
      UPDATE event_exports
      SET xid = ${place.xid}::text::xid8, position = ${place.position}::int8, exported = exported + ${exported}::int,
        leased_until = gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000),
        advanced_at = CASE WHEN ${exported}::int > 0 THEN gateway_now() ELSE advanced_at END
      WHERE target = ${target} AND lease_id = ${leaseId}`
      return count === 1
    },

    /** Gives the lease back, so that another process need not wait for its end. */
    release: async ({ target, leaseId }: Lease): Promise<void> => {
      await db.$executeRaw`
      UPDATE event_exports SET lease_id = NULL, leased_until = NULL WHERE target = ${target} AND lease_id = ${leaseId}`
    },

    lagSeconds: (target: string): Promise<number> => lagSeconds(db, target),
  }
}

/** Events have the time of their organization, which may be ahead of real time in the sandbox. */
const OWN_NOW = sql`gateway_now(e.organization_id)`

/** How old the oldest event is that has not been exported to a target, in seconds; 0 when all have been. */
async function lagSeconds(db: Database, target: string): Promise<number> {
  const [row] = await db.$queryRaw<{ lag: number | null }[]>`
      SELECT (SELECT greatest(0, extract(epoch FROM ${OWN_NOW} - e.created_at))::float8 FROM booking_events e
        WHERE e.type <> 'webhook.test' AND (e.xid, e.position) > (coalesce(known.xid, '0'), coalesce(known.position, 0))
        ORDER BY e.xid, e.position LIMIT 1) AS lag
      FROM (VALUES (${target})) AS wanted (target) LEFT JOIN event_exports AS known USING (target)`
  return row?.lag ?? 0
}
