import type { Database, RootDatabase } from './database.ts'
import { IS_OPEN, IS_WAITING } from './due-endpoints.ts'

/** Where the clock of an organization stands. SQL reads it through `gateway_now(organization)`. */
export type SandboxClockRow = { readonly organizationId: string; readonly offsetMs: number; readonly resets: number }

/** Looks at bookings and deliveries of webhooks: how many a worker has leased, and how many are due and wait for a free worker. */
export type SandboxWork = { readonly underWay: number; readonly due: number }

/** Processes hear on this channel whose clock was moved: a `SandboxClockRow` as JSON. */
export const SANDBOX_CLOCKS_CHANNEL = 'sandbox_clocks'

export function createSandboxClockStore(db: RootDatabase) {
  return {
    /** The clocks that have ever been moved. */
    list: async (): Promise<SandboxClockRow[]> =>
      (await db.sandboxClock.findMany()).map((row) => ({ ...row, offsetMs: Number(row.offsetMs) })),

    /** Moves an organization's clock ahead; null when it would exceed `maxMs`. A notification tells every process. */
    advance: async (organizationId: string, byMs: number, maxMs: number): Promise<SandboxClockRow | null> => {
      const rows = await db.$queryRaw<SandboxClockRow[]>`
      INSERT INTO sandbox_clocks AS c (organization_id, offset_ms) VALUES (${organizationId}, ${byMs}::int8)
      ON CONFLICT (organization_id) DO UPDATE SET offset_ms = c.offset_ms + EXCLUDED.offset_ms
      WHERE c.offset_ms + EXCLUDED.offset_ms <= ${maxMs}::int8
      RETURNING organization_id AS "organizationId", offset_ms::float8 AS "offsetMs", resets`
      return rows[0] ?? null
    },

    /** The work of an organization, by its own clock. A lease that has ended counts as due, because its worker is lost. */
    workOf: async (organizationId: string): Promise<SandboxWork> => {
      const [work] = await db.$queryRaw<SandboxWork[]>`
      WITH own AS MATERIALIZED (SELECT gateway_now(${organizationId}) AS now), work AS (
        SELECT b.lease_id IS NOT NULL AND b.look_at > own.now AS is_leased FROM own, bookings b
        WHERE b.organization_id = ${organizationId} AND b.environment = 'sandbox' AND (b.look_at <= own.now OR b.lease_id IS NOT NULL)
        UNION ALL
        SELECT d.lease_id IS NOT NULL AND d.leased_until > own.now FROM own, webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
        WHERE d.organization_id = ${organizationId} AND ${IS_WAITING} AND (d.lease_id IS NOT NULL OR d.due_at <= own.now AND ${IS_OPEN})
      )
      SELECT count(*) FILTER (WHERE is_leased)::int AS "underWay", count(*) FILTER (WHERE NOT is_leased)::int AS due FROM work`
      return work ?? { underWay: 0, due: 0 }
    },

    /** Puts an organization's clock back to real time, and makes due at once what would wait for the time that was left. */
    reset: async (organizationId: string): Promise<SandboxClockRow> => {
      const [row] = await db.$queryRaw<SandboxClockRow[]>`
      UPDATE sandbox_clocks SET offset_ms = 0, resets = resets + 1 WHERE organization_id = ${organizationId} AND offset_ms > 0
      RETURNING organization_id AS "organizationId", offset_ms::float8 AS "offsetMs", resets`
      // After the clock, and each time: what was written meanwhile by the time that was left is moved as well, by a second reset
      // also after a crash.
      await db.$transaction((tx) => bringBack(tx, organizationId))
      const stored = row ?? (await db.sandboxClock.findUnique({ where: { organizationId } }))
      return { organizationId, offsetMs: Number(stored?.offsetMs ?? 0), resets: stored?.resets ?? 0 }
    },
  }
}

/** Longer than a look or an attempt to deliver that is still under way; then its lease ends. */
const LEASES_END = '3 minutes'

async function bringBack(db: Database, organizationId: string): Promise<void> {
  await bringBookingsBack(db, organizationId)
  await db.$executeRaw`
  UPDATE webhook_deliveries SET due_at = least(due_at, now()), leased_until = CASE
    WHEN leased_until > now() THEN least(leased_until, now() + ${LEASES_END}::interval) ELSE leased_until END
  WHERE organization_id = ${organizationId} AND status IN ('PENDING', 'RETRYING') AND (due_at > now() OR leased_until > now())`
  await db.$executeRaw`
  UPDATE webhook_endpoints SET
    paused_until = CASE WHEN paused_until > now() THEN now() ELSE paused_until END,
    next_slot_at = CASE WHEN next_slot_at > now() THEN now() ELSE next_slot_at END,
    failing_since = CASE WHEN failing_since > now() THEN now() ELSE failing_since END,
    failure_counted_at = CASE WHEN failure_counted_at > now() THEN now() ELSE failure_counted_at END,
    recovering_from = CASE WHEN recovering_from > now() THEN now() ELSE recovering_from END
  WHERE organization_id = ${organizationId} AND deleted_at IS NULL`
  // What ends its deliveries waits a moment after its own end.
  await db.$executeRaw`
  UPDATE webhook_endpoints SET deleted_at = least(deleted_at, now()), updated_at = least(updated_at, now())
  WHERE organization_id = ${organizationId} AND closing`
  await db.$executeRaw`SELECT pg_notify('webhook_deliveries', ''), pg_notify('booking_looks', '')`
}

/** Attempts keep their order, by which the last one is known, and are a moment old. */
async function bringBookingsBack(db: Database, organizationId: string): Promise<void> {
  await db.$executeRaw`
  UPDATE booking_attempts a SET started_at = now() - make_interval(secs => ahead.place / 1000.0),
    sent_at = CASE WHEN a.sent_at > now() THEN now() ELSE a.sent_at END,
    ended_at = CASE WHEN a.ended_at > now() THEN now() ELSE a.ended_at END
  FROM (
    SELECT one.id, row_number() OVER (PARTITION BY one.booking_id ORDER BY one.started_at DESC) AS place
    FROM booking_attempts one JOIN bookings b ON b.id = one.booking_id
    WHERE b.organization_id = ${organizationId} AND one.started_at > now()
  ) ahead
  WHERE a.id = ahead.id`
  await db.$executeRaw`
  UPDATE bookings SET pending_since = CASE WHEN pending_since > now() THEN now() ELSE pending_since END,
    look_at = CASE WHEN look_at > now() AND lease_id IS NULL THEN now()
      WHEN look_at > now() THEN least(look_at, now() + ${LEASES_END}::interval) ELSE look_at END
  WHERE organization_id = ${organizationId} AND environment = 'sandbox' AND (look_at > now() OR pending_since > now())`
}
