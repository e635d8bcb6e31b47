import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import type { Receiver } from './receiver.ts'

/** Each move of a booking has its one event, in a row without a gap, and each event its one delivery, which arrives. */
export async function expectWholeHistory(database: TestDatabase, receiver: Receiver, bookingId: string): Promise<void> {
  const [row] = await database.query('SELECT status, sequence FROM bookings WHERE id = $1', [bookingId])
  const events = await database.query(
    'SELECT id, sequence, body::jsonb AS body FROM booking_events WHERE booking_id = $1 ORDER BY sequence',
    [bookingId],
  )
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  expect(events).toHaveLength(row.sequence)
  const statuses = events.map(({ body }) => body.data.status)
  expect(statuses.at(-1)).toBe(row.status)
  expect(events.map(({ body }) => body.data.previous_status)).toEqual([null, ...statuses.slice(0, -1)])
  const deliveries = await database.query('SELECT event_id FROM webhook_deliveries WHERE booking_id = $1', [bookingId])
  expect(deliveries.map(({ event_id: id }) => String(id)).toSorted()).toEqual(
    events.map(({ id }) => String(id)).toSorted(),
  )
  for (const { id } of events) await receiver.waitFor(({ event }) => event.data.event_id === id)
}
