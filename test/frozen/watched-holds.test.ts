import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { skewedBy } from '../support/frozen.ts'
import { type GatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { expected } from '../support/red-today.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

let world: FrozenWorld
let worker: GatewayProcess | undefined

useFrozenWorld(
  (created) => {
    world = created
  },
  { roles: 'api,relay,suppliers' },
)

afterEach(() => worker?.kill('SIGKILL'))

/** Moves the clock to so many seconds before the end of the hold. */
async function approach({ hold_deadline_at: deadline }: Json, seconds: number): Promise<void> {
  const { body } = await world.http.post('/sandbox/clock', { advance_seconds: 0 })
  const wait = (Date.parse(deadline) - Date.parse(body.data.now)) / 1_000 - seconds
  await world.advance(Math.floor(wait))
  // The clock moves by whole seconds.
  await pause((wait % 1) * 1_000)
}

async function supplierReferenceOf(bookingId: string): Promise<string> {
  const [row] = await world.database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [bookingId])
  return row.supplier_reference
}

const BEHIND = 'B2 a worker 3 s behind whose one look at the deadline fails'

it(`[C-112] ${BEHIND}: the hold ends all the same`, { ...expected(BEHIND) }, async () => {
  const held = await world.booked('expedia_rapid', 'HOLD')
  worker = await world.join({ ROLES: 'worker', ...skewedBy(-3_000) })
  await approach(held, 2)
  await world.spoil({ supplierCode: 'expedia_rapid', operation: 'retrieve', fault: '500' })
  await until('the look at the deadline', async () => {
    const [faults] = await world.database.query('SELECT count(*)::int AS waiting FROM sandbox_faults')
    return faults.waiting === 0
  })
  await world.letSettle([held.booking_id])
  expect(await world.difference(held.booking_id)).toBeNull()
  expect((await world.journey.booking(held.booking_id)).status).toBe('CANCELLED')
})

const STRADDLING = 'B3 a cancellation that is refused while the deadline passes'

it(`[C-112] ${STRADDLING}: the hold ends all the same`, { ...expected(STRADDLING) }, async () => {
  const held = await world.booked('expedia_rapid', 'HOLD')
  worker = await world.join({ ROLES: 'worker' })
  await approach(held, 4.5)
  // The record is read twice, once by us and once for its links, 3 s each; the refusal comes 1.5 s after the deadline.
  await world.spoil({ supplierCode: 'expedia_rapid', operation: 'retrieve', fault: 'slow', count: 2 })
  await world.spoil({ supplierCode: 'expedia_rapid', operation: 'cancel', fault: '429' })
  const { quote_id: quoteId } = await world.journey.quote(held.booking_id)
  const { cancellation } = await world.journey.cancel(held.booking_id, quoteId, randomUUID())
  expect(cancellation.outcome).not.toBe('CANCELLED')
  await world.letSettle([held.booking_id])
  expect(await world.difference(held.booking_id)).toBeNull()
  expect((await world.journey.booking(held.booking_id)).status).toBe('CANCELLED')
})

const GONE = 'B4 a hold whose record is gone at the supplier'

it(`[C-137] ${GONE}: it ends, or an operator is told, within a day of its deadline`, {
  timeout: 180_000,
  ...expected(GONE),
}, async () => {
  const held = await world.booked('expedia_rapid', 'HOLD')
  worker = await world.join({ ROLES: 'worker' })
  await world.database.query(
    "DELETE FROM sandbox_records WHERE supplier_code = 'expedia_rapid' AND body->>'affiliate_reference_id' = $1",
    [await supplierReferenceOf(held.booking_id)],
  )
  expect(await world.theirs(held.booking_id)).toEqual([])
  await approach(held, 1)
  const told = await tellsWithin(24, held.booking_id)
  expect(told).toBe(true)
})

/** True when the booking has ended, or waits for an operator, within so many hours of clock. */
async function tellsWithin(hours: number, bookingId: string): Promise<boolean> {
  async function isTold(): Promise<boolean> {
    const [row] = await world.database.query('SELECT status, needs_operator FROM bookings WHERE id = $1', [bookingId])
    return row.status === 'CANCELLED' || row.status === 'FAILED' || row.needs_operator
  }
  for (let hour = 0; hour < hours; hour++) {
    await world.advance(3_600)
    await until('an hour’s work', world.isIdle)
    if (await isTold()) return true
  }
  return false
}
