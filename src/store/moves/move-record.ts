import { setTimeout as pause } from 'node:timers/promises'
import type { MoveState } from '../../domain/organization-move.ts'
import type { CellSession } from './moving-rows.ts'

/** What is under way of an organization: work that a process has leased, and calls to suppliers without an outcome. */
export type UnderWay = { readonly deliveries: number; readonly looks: number; readonly calls: number }

/** What is told of a move when it is over; kept in the source's record, so that whoever goes on with it can tell it too. */
export type MoveFacts = {
  /** Rows that the rounds have written, by table; one that changed meanwhile counts each time. */
  readonly written: Readonly<Record<string, number>>
  /** What was still under way when the source was fenced: deliveries of it may be sent twice, calls are looked for. */
  readonly cutOff: UnderWay
  /** Connections that the target had already: they are used as they are, and what caps their calls is counted in each cell. */
  readonly sharedConnections: readonly string[]
}

export type MoveRecord = {
  readonly organizationId: string
  readonly moveId: string
  readonly state: MoveState
  readonly report: Partial<MoveFacts>
}

export type MoveName = Pick<MoveRecord, 'organizationId' | 'moveId'>

const LOOK_EVERY_MS = 50

/** The record of an organization's move in one cell; null: it does not move. */
export async function findMove(session: CellSession, organizationId: string): Promise<MoveRecord | null> {
  const { rows } = await session.query<MoveRecord>(
    `SELECT organization_id AS "organizationId", move_id AS "moveId", state, report FROM organization_moves WHERE organization_id = $1`,
    [organizationId],
  )
  return rows[0] ?? null
}

/** Writes the record. False when the organization has one already, of this move or another. */
export async function beginMove(
  session: CellSession,
  { organizationId, moveId, state, peer, report }: MoveRecord & { readonly peer: string },
): Promise<boolean> {
  const { rowCount } = await session.query(
    `INSERT INTO organization_moves (organization_id, move_id, state, peer, report) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id) DO UPDATE SET move_id = excluded.move_id, state = excluded.state, peer = excluded.peer,
       started_at = gateway_now(), state_at = gateway_now(), paused_at = NULL, opened_at = NULL, report = excluded.report
     WHERE organization_moves.state = 'CALLED_OFF'`,
    [organizationId, moveId, state, peer, JSON.stringify(report)],
  )
  return rowCount === 1
}

/** Moves the record from one state to the next. False when it is in another one: somebody else has moved it, or called it off. */
export async function changeMove(
  session: CellSession,
  { organizationId, moveId }: MoveName,
  { from, to, report = {} }: { readonly from: MoveState; readonly to: MoveState; readonly report?: Partial<MoveFacts> },
): Promise<boolean> {
  const { rowCount } = await session.query(
    `UPDATE organization_moves SET state = $4, state_at = gateway_now(), report = report || $5::jsonb,
       paused_at = CASE WHEN $4 = 'DRAINING' THEN gateway_now() ELSE paused_at END,
       opened_at = CASE WHEN $4 IN ('ARRIVED', 'CALLED_OFF') THEN gateway_now() ELSE opened_at END
     WHERE organization_id = $1 AND move_id = $2 AND state = $3`,
    [organizationId, moveId, from, to, JSON.stringify(report)],
  )
  return rowCount === 1
}

/** Deletes the record: from here on the cell knows nothing of the move. */
export async function forgetMove(session: CellSession, { organizationId, moveId }: MoveName): Promise<void> {
  await session.query('DELETE FROM organization_moves WHERE organization_id = $1 AND move_id = $2', [
    organizationId,
    moveId,
  ])
}

/**
 * Ends the record of an organization that has left. What the cell knows of it from here on is that: nothing new of it is written there, by whoever
 * stood still meanwhile.
 */
export async function leaveForGood(session: CellSession, { organizationId, moveId }: MoveName): Promise<void> {
  await session.query(
    `WITH ended AS (DELETE FROM organization_moves WHERE organization_id = $1 AND move_id = $2 RETURNING organization_id, move_id)
     INSERT INTO departed_organizations (organization_id, move_id) SELECT organization_id, move_id FROM ended
     ON CONFLICT (organization_id) DO UPDATE SET move_id = excluded.move_id, left_at = excluded.left_at`,
    [organizationId, moveId],
  )
}

/**
 * Opens the target: its record goes, its audit log says so, and its workers and relays hear that something is due. One that had left the cell
 * before is back. It does nothing the second time.
 */
export async function openTarget(
  session: CellSession,
  { organizationId, moveId }: MoveName,
  { actor, peer }: { readonly actor: string; readonly peer: string },
): Promise<void> {
  await session.query(
    `WITH opened AS (
       DELETE FROM organization_moves WHERE organization_id = $1 AND move_id = $2 AND state = 'ARRIVING' RETURNING *
     ), told AS (
       INSERT INTO audit_log (organization_id, actor, action, subject, details, created_at)
       SELECT organization_id, $3, 'organization.arrive', organization_id, jsonb_build_object('moveId', move_id, 'from', $4::text),
         clock_timestamp() FROM opened
     ), back AS (
       DELETE FROM departed_organizations WHERE organization_id IN (SELECT organization_id FROM opened)
     )
     SELECT pg_notify('webhook_deliveries', ''), pg_notify('booking_looks', '') FROM opened`,
    [organizationId, moveId, actor, peer],
  )
}

/** Whether a move has opened this cell for its organization: then the cell has no record of it any more, but says so in its audit log. */
export async function hasArrived(session: CellSession, { organizationId, moveId }: MoveName): Promise<boolean> {
  const { rows } = await session.query(
    `SELECT FROM audit_log WHERE subject = $1 AND action = 'organization.arrive' AND details ->> 'moveId' = $2 LIMIT 1`,
    [organizationId, moveId],
  )
  return rows.length > 0
}

/** From then on the target's tables are whole, as far as the source's are: what had gone there before did not come along. */
export async function raiseFloors(source: CellSession, target: CellSession): Promise<void> {
  const { rows } = await source.query<{ name: string; since: string }>(
    'SELECT table_name AS name, whole_since::text AS since FROM row_floors',
  )
  await target.query(
    `INSERT INTO row_floors AS known (table_name, whole_since)
     SELECT * FROM unnest($1::text[], $2::timestamptz[])
     ON CONFLICT (table_name) DO UPDATE SET whole_since = excluded.whole_since WHERE known.whole_since < excluded.whole_since`,
    [rows.map(({ name }) => name), rows.map(({ since }) => since)],
  )
}

const MOVER_WITHIN_MS = 10_000

/**
 * Makes this session the one that moves the organization, for as long as it lives: whoever else tries is refused, and a mover whose
 * session is gone can write nothing any more. Waits a little for one that has just died. False: another one moves it.
 */
export async function becomeMover(session: CellSession, organizationId: string): Promise<boolean> {
  const endsAt = performance.now() + MOVER_WITHIN_MS
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('organization_moves ' || $1, 0)) AS taken`,
      [organizationId],
    )
    if (rows[0]?.taken) return true
    if (performance.now() > endsAt) return false
    await pause(LOOK_EVERY_MS)
  }
}

/**
 * Waits until every transaction has ended that may not have seen what was committed before this was called; false when one has not
 * within `withinMs`. Writers take their number before they read the record (`refuse_while_moving`).
 */
export async function olderTransactionsEnded(session: CellSession, withinMs: number): Promise<boolean> {
  const { rows } = await session.query<{ xid: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid')
  const endsAt = performance.now() + withinMs
  for (;;) {
    const { rows: found } = await session.query<{ ended: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 AS ended',
      [rows[0]?.xid ?? '0'],
    )
    if (found[0]?.ended) return true
    if (performance.now() > endsAt) return false
    await pause(LOOK_EVERY_MS)
  }
}

/** What is under way. A lease whose time is over is nobody's. */
export async function underWay(session: CellSession, organizationId: string): Promise<UnderWay> {
  const { rows } = await session.query<UnderWay>(
    `SELECT
       (SELECT count(*)::int FROM webhook_deliveries
        WHERE organization_id = $1 AND lease_id IS NOT NULL AND leased_until >= gateway_now($1)) AS deliveries,
       (SELECT count(*)::int FROM bookings
        WHERE organization_id = $1 AND lease_id IS NOT NULL AND look_at > gateway_now($1)) AS looks,
       (SELECT count(*)::int FROM booking_attempts a JOIN bookings b ON b.id = a.booking_id
        WHERE b.organization_id = $1 AND b.status IN ('AWAITING_REVIEW', 'PROCESSING', 'CANCELLATION_PENDING')
          AND a.ended_at IS NULL) AS calls`,
    [organizationId],
  )
  return rows[0] ?? { deliveries: 0, looks: 0, calls: 0 }
}

/**
 * Lets the target's sequence of positions pass every moved one: a reader's cursor, and one whose event is gone, go on. Step by step,
 * because others take positions meanwhile, and one that is set back would be given out twice.
 */
export async function raisePositions(session: CellSession, organizationId: string): Promise<void> {
  await session.query(
    `SELECT count(nextval('booking_events_position_seq')) FROM (
       SELECT last_value AS value FROM booking_events_position_seq
     ) last, (
       SELECT increment_by AS by FROM pg_sequences WHERE schemaname = current_schema() AND sequencename = 'booking_events_position_seq'
     ) step, (
       SELECT max(position) AS value FROM booking_events WHERE organization_id = $1
     ) moved, generate_series(1, (moved.value - last.value) / step.by + 1)
     WHERE moved.value >= last.value`,
    [organizationId],
  )
}

/** Whether the numbers that the moved events have are below what the target shows: its readers would wait for them otherwise. */
export async function isLogShown(session: CellSession, organizationId: string): Promise<boolean> {
  const { rows } = await session.query<{ shown: boolean }>(
    `SELECT coalesce(max(xid) < pg_snapshot_xmin(pg_current_snapshot()), true) AS shown
     FROM booking_events WHERE organization_id = $1`,
    [organizationId],
  )
  return rows[0]?.shown ?? true
}

/**
 * The targets of an export that some event of the organization has not reached yet; the other cell would never export it. `unattended`: only
 * those to which no process exports at the moment.
 */
export async function exportsBehind(
  session: CellSession,
  organizationId: string,
  which: 'all' | 'unattended' = 'all',
): Promise<string[]> {
  const { rows } = await session.query<{ target: string }>(
    `SELECT target FROM event_exports known WHERE EXISTS (
       SELECT FROM booking_events WHERE organization_id = $1 AND type <> 'webhook.test'
         AND (xid, position) > (known.xid, known.position)
     ) AND ($2 = 'all' OR lease_id IS NULL OR leased_until < gateway_now()) ORDER BY 1`,
    [organizationId, which],
  )
  return rows.map(({ target }) => target)
}

/** For how long writes were refused, by the source's clock; 0 while they are not. */
export async function pausedMs(session: CellSession, organizationId: string): Promise<number> {
  const { rows } = await session.query<{ ms: number }>(
    `SELECT round(extract(epoch FROM opened_at - paused_at) * 1000)::int AS ms FROM organization_moves WHERE organization_id = $1`,
    [organizationId],
  )
  return rows[0]?.ms ?? 0
}
