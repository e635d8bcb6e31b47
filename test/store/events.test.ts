import { describe, expect, it } from 'vitest'
import type { Booking } from '../../src/store/booking.ts'
import { createEventStore } from '../../src/store/events.ts'
import { LINKED, newBooking, storedBooking, storedEvent } from '../support/stored-booking.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore(async (started) => {
  world = started
  await world.query(LINKED)
})

function create(booking: Booking = storedBooking()): Promise<boolean> {
  return world.store.bookings.create(newBooking(booking))
}

function move(read: Booking): Promise<Booking | null> {
  return world.store.bookings.change(read, { changes: {}, now: Date.now(), eventOf: (after) => storedEvent(after) })
}

async function list(after = 0n, changes: { organization?: string; environment?: string; limit?: number } = {}) {
  const { organization = 'org_1', environment = 'sandbox', limit = 100 } = changes
  const listed = await world.store.events.list(organization, environment, { afterPosition: after, limit })
  return listed.map(({ position }) => Number(position))
}

describe('the deliveries of an event', () => {
  it('go to the endpoints that subscribe to it, of the same organization and environment', async () => {
    await world.put(
      'webhook_endpoints',
      { id: 'end_all' },
      { id: 'end_type', event_types: ['booking.failed', 'booking.updated'] },
      { id: 'end_wild', event_types: ['booking.*'] },
      { id: 'end_else', event_types: ['booking.failed', 'webhook_endpoint.*'] },
      { id: 'end_org', organization_id: 'org_2' },
      { id: 'end_live', environment: 'production' },
      { id: 'end_gone', deleted_at: inSeconds(-1) },
    )
    await create()
    const rows = await world.query(
      `SELECT d.endpoint_id, d.status, d.organization_id, d.event_id, d.event_type, d.booking_id, d.id ~ '^whd_' AS named,
        d.event_position = e.position AS same, abs(extract(epoch FROM gateway_now() - d.due_at)) < 5 AS now
       FROM webhook_deliveries d JOIN booking_events e ON e.id = d.event_id ORDER BY d.endpoint_id`,
    )
    const written = {
      status: 'PENDING',
      organization_id: 'org_1',
      event_id: 'evt_ubk_1_1',
      event_type: 'booking.updated',
      booking_id: 'ubk_1',
      named: true,
      same: true,
      now: true,
    }
    expect(rows).toEqual(['end_all', 'end_type', 'end_wild'].map((id) => ({ endpoint_id: id, ...written })))
  })

  it('of one that is disabled go to the others', async () => {
    await world.put('webhook_endpoints', { id: 'end_1' }, { id: 'end_2' })
    const event = storedEvent(storedBooking(), { bookingId: null, sequence: null, type: 'webhook_endpoint.disabled' })
    await world.store.webhookBatches.disable('end_1', 'GONE', event)
    expect(await world.query('SELECT endpoint_id FROM webhook_deliveries')).toEqual([{ endpoint_id: 'end_2' }])
  })

  it('are kept for a disabled endpoint, without being due', async () => {
    await world.put('webhook_endpoints', { id: 'end_off', enabled: false })
    await create()
    expect(await world.query('SELECT status, due_at FROM webhook_deliveries')).toEqual([
      { status: 'SKIPPED', due_at: null },
    ])
  })

  it('are not due before those of the same booking that still wait there', async () => {
    await world.put('webhook_endpoints', { id: 'end_1' }, { id: 'end_2' })
    const read = storedBooking()
    await create(read)
    await create(storedBooking({ bookingId: 'ubk_2' }))
    async function dueAfter(statuses: string): Promise<number> {
      await world.query(`DELETE FROM webhook_deliveries WHERE event_id LIKE 'evt_ubk_1_2%'`)
      await world.query(statuses)
      const event = storedEvent({ ...read, sequence: 2 })
      await world.query(`DELETE FROM booking_events WHERE id = 'evt_ubk_1_2'`)
      await world.query(`UPDATE bookings SET version = 1, sequence = 1 WHERE id = 'ubk_1'`)
      await world.store.bookings.change(read, { changes: {}, now: Date.now(), eventOf: () => event })
      const [{ due }] = (await world.query(
        `SELECT extract(epoch FROM due_at - gateway_now())::float8 AS due FROM webhook_deliveries
         WHERE event_id = 'evt_ubk_1_2' AND endpoint_id = 'end_1'`,
      )) as [{ due: number }]
      return Math.round(due / 10) + 0
    }
    const first = `UPDATE webhook_deliveries SET due_at = gateway_now() + interval '60 s'
      WHERE event_id = 'evt_ubk_1_1' AND endpoint_id = 'end_1'`
    expect(await dueAfter(first)).toBe(6)
    expect(await dueAfter(`UPDATE webhook_deliveries SET status = 'RETRYING' WHERE event_id = 'evt_ubk_1_1'`)).toBe(6)
    expect(await dueAfter(`UPDATE webhook_deliveries SET status = 'FAILED' WHERE event_id = 'evt_ubk_1_1'`)).toBe(0)
    // What is far off elsewhere or of another booking holds nothing back; what was due long ago makes nothing older.
    const elsewhere = `UPDATE webhook_deliveries SET status = 'PENDING', due_at = gateway_now() +
      CASE WHEN endpoint_id = 'end_1' AND booking_id = 'ubk_1' THEN interval '-60 s' ELSE interval '60 s' END`
    expect(await dueAfter(elsewhere)).toBe(0)
  })

  it('follow the last of several that wait', async () => {
    await world.put('webhook_endpoints', { id: 'end_1' })
    const read = storedBooking()
    await create(read)
    const second = await move(read)
    await world.query(
      `UPDATE webhook_deliveries SET due_at = gateway_now() + interval '60 s' WHERE event_id = 'evt_ubk_1_1'`,
    )
    await world.query(
      `UPDATE webhook_deliveries SET due_at = gateway_now() + interval '20 s' WHERE event_id = 'evt_ubk_1_2'`,
    )
    if (second) await move(second)
    const [{ due }] = (await world.query(
      `SELECT extract(epoch FROM due_at - gateway_now())::float8 AS due FROM webhook_deliveries WHERE event_id = 'evt_ubk_1_3'`,
    )) as [{ due: number }]
    expect(Math.round(due / 10)).toBe(6)
  })
})

/** Soon: a transaction of anybody in the cluster keeps what is younger than it from readers, and other tests have theirs. */
async function lists(positions: readonly number[]): Promise<void> {
  await expect.poll(() => list(), { timeout: 60_000 }).toEqual(positions)
}

describe('the log', () => {
  it('is an organization’s own events of one environment, without tests, in order and after a place', async () => {
    await world.put(
      'booking_events',
      { position: 1001 },
      { position: 1002, organization_id: 'org_2' },
      { position: 1003, environment: 'production' },
      { position: 1004, type: 'webhook.test' },
      { position: 1005 },
      { position: 1006 },
    )
    await lists([1001, 1005, 1006])
    expect(await list(1001n)).toEqual([1005, 1006])
    expect(await list(1005n)).toEqual([1006])
    expect(await list(1006n)).toEqual([])
    expect(await list(0n, { limit: 2 })).toEqual([1001, 1005])
    expect(await list(0n, { organization: 'org_2' })).toEqual([1002])
    expect(await list(0n, { environment: 'production' })).toEqual([1003])
  })

  it('goes by the numbers of transactions, and by positions within one', async () => {
    await world.put(
      'booking_events',
      { position: 1001, xid: '9' },
      { position: 1002, xid: '7' },
      { position: 1003, xid: '7' },
      { position: 1004, xid: '8' },
    )
    expect(await list()).toEqual([1002, 1003, 1004, 1001])
    expect(await list(1003n)).toEqual([1004, 1001])
    expect(await list(1001n)).toEqual([])
  })

  it('goes on by position where the reader’s event is gone, or another organization’s', async () => {
    await world.put(
      'booking_events',
      { position: 1001, xid: '5' },
      { position: 1003, xid: '8' },
      { position: 1004, xid: '9', organization_id: 'org_2' },
      { position: 1005, xid: '7' },
    )
    expect(await list(1002n)).toEqual([1005, 1003])
    expect(await list(1004n)).toEqual([1005, 1003])
    expect(await list(1004n, { organization: 'org_2', environment: 'production' })).toEqual([])
  })

  it('[21] is not begun anew where the reader’s event is gone and another organization has a lower transaction number behind it', async () => {
    await world.put(
      'booking_events',
      { position: 1001, xid: '5' },
      { position: 1003, xid: '8' },
      // As after a restore from a dump.
      { position: 1004, xid: '0', organization_id: 'org_2' },
    )
    expect(await list(1002n)).toEqual([1003])
  })

  it('[21] misses nothing where the reader’s event is gone and many events of others follow it', async () => {
    await world.put('booking_events', { position: 1001, xid: '5' }, { position: 20_001, xid: '8' })
    await world.query(
      `INSERT INTO booking_events (position, xid, id, organization_id, environment, type, body, created_at)
       SELECT n, '9', 'evt_many_' || n, 'org_2', 'sandbox', 'booking.updated', '{}', now() FROM generate_series(2000, 12000) AS n`,
    )
    expect(await list(1002n)).toEqual([20_001])
    expect(await list(1002n, { environment: 'production' })).toEqual([])
  })

  it('shows nothing that a transaction under way may still precede', async () => {
    await world.put('booking_events', { position: 1001 })
    await lists([1001])
    await world.inSession(async (writer) => {
      await writer.query('BEGIN; SELECT pg_current_xact_id()')
      await world.put('booking_events', { position: 1002 })
      expect(await list()).toEqual([1001])
      await writer.query('COMMIT')
      await lists([1001, 1002])
    })
  })

  it('[21] keeps no writer of its organization waiting, however long a reader takes', async () => {
    await world.put('booking_events', { position: 1001 })
    await lists([1001])
    await world.db.$transaction(async (reader) => {
      const events = createEventStore(reader)
      expect(await events.list('org_1', 'sandbox', { afterPosition: 0n, limit: 100 })).toHaveLength(1)
      const read = storedBooking()
      expect(await create(read)).toBe(true)
      expect(await move(read)).not.toBeNull()
    })
  })

  it('gives no event of a booking a lower number than the event before it', async () => {
    const read = storedBooking()
    await create(read)
    await world.query(`UPDATE booking_events SET xid = '1000000000' WHERE booking_id = 'ubk_1'`)
    await create(storedBooking({ bookingId: 'ubk_2' }))
    const second = await move(read)
    if (second) await world.query(`UPDATE booking_events SET xid = '2000000000' WHERE id = 'evt_ubk_1_2'`)
    if (second) await move(second)
    const rows = await world.query('SELECT id, xid::text FROM booking_events ORDER BY id')
    const numbers = Object.fromEntries(rows.map(({ id, xid }) => [id, Number(xid)]))
    expect(numbers['evt_ubk_1_3']).toBe(2_000_000_000)
    expect(numbers['evt_ubk_2_1']).toBeLessThan(1_000_000_000)
  })
})

describe('a booking’s events', () => {
  it('are told in order, of many bookings after the place that each has seen', async () => {
    await world.put('bookings', { id: 'ubk_1' }, { id: 'ubk_2' }, { id: 'ubk_3' })
    const events = [
      ['ubk_2', 1],
      ['ubk_1', 2],
      ['ubk_1', 1],
      ['ubk_2', 2],
      ['ubk_3', 1],
      ['ubk_1', 3],
    ] as const
    for (const [index, [booking_id, sequence]] of events.entries())
      await world.put('booking_events', { position: 1000 + index, booking_id, sequence })
    const asked = [
      { bookingId: 'ubk_2', afterSequence: 0 },
      { bookingId: 'ubk_1', afterSequence: 1 },
    ]
    expect(await world.store.events.ofBookings(asked)).toEqual([
      { bookingId: 'ubk_1', sequence: 2, position: 1001n, body: '{"position":1001}' },
      { bookingId: 'ubk_1', sequence: 3, position: 1005n, body: '{"position":1005}' },
      { bookingId: 'ubk_2', sequence: 1, position: 1000n, body: '{"position":1000}' },
      { bookingId: 'ubk_2', sequence: 2, position: 1003n, body: '{"position":1003}' },
    ])
    const own = await world.store.events.ofBooking('ubk_1')
    expect(own.map(({ body }) => body)).toEqual([1002, 1001, 1005].map((position) => `{"position":${position}}`))
  })

  it('are announced for as long as somebody follows', async () => {
    await world.store.events.follow(['org_b', 'org_a'], 40_000)
    await world.store.events.follow(['org_a'], 80_000)
    const rows = await world.query(
      `SELECT organization_id AS id, extract(epoch FROM followed_until - clock_timestamp())::float8 AS seconds
       FROM booking_followers ORDER BY id`,
    )
    expect(rows.map(({ id, seconds }) => [id, Math.round(seconds / 10)])).toEqual([
      ['org_a', 8],
      ['org_b', 4],
    ])
  })

  it('of a test belong to no booking', async () => {
    const event = storedEvent(storedBooking(), { id: 'evt_t', bookingId: null, sequence: null, type: 'webhook.test' })
    const position = await world.store.events.insertTest(event)
    const [row] = await world.query('SELECT position, id, created_at, type FROM booking_events')
    expect(row).toEqual({
      position: String(position),
      id: 'evt_t',
      created_at: new Date(event.createdAt),
      type: 'webhook.test',
    })
  })
})
