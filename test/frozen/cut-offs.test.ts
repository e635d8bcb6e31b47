import { expect, it } from 'vitest'
import { isFrozen, skewedBy, thaw } from '../support/frozen.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

const HOURS_MS = 3_600_000

/** The agreed cut-off of RateHawk, 300 s, where no two processes have the same time. */
let world: FrozenWorld
useFrozenWorld(
  (created) => {
    world = created
  },
  { roles: 'api,suppliers,relay' },
)

function statusUntil(bookingId: string, status: string): Promise<Json> {
  return until(`the booking to be ${status}`, async () => {
    const booking = await world.journey.booking(bookingId)
    return booking.status === status && booking
  })
}

it('[E-10] workers whose clocks are hours apart give a booking up at its cut-off, and one that wakes late changes nothing of what was found since', {
  timeout: 180_000,
}, async () => {
  const ahead = await world.join({ ROLES: 'worker', WATCHDOG_MS: '0', ...skewedBy(3 * HOURS_MS) })
  const shop = await world.join({ ROLES: 'api', ...skewedBy(-5 * HOURS_MS) })
  const { booking_id: bookingId } = await bookScenario(shop, httpJourney(shop), 'async-late', 'INSTANT')
  await world.advance(280)
  async function looked(): Promise<number> {
    return (await world.database.query('SELECT looks FROM bookings WHERE id = $1', [bookingId]))[0].looks
  }
  await until('a look before the cut-off', async () => (await looked()) > 0)
  expect((await world.journey.booking(bookingId)).status).toBe('PROCESSING')
  await world.advance(25)
  const { failure } = await statusUntil(bookingId, 'FAILED')
  expect(failure).toMatchObject({ code: 'NOT_FOUND_AT_SUPPLIER', retryable: false })
  // The next look: it is asked, and stands still with the question on its way.
  await world.spoil({ supplierCode: 'ratehawk', operation: 'retrieve', fault: 'slow' })
  await world.advance(601)
  await until('the supplier to be asked', async () => {
    const [faults] = await world.database.query('SELECT count(*)::int AS waiting FROM sandbox_faults')
    return faults.waiting === 0
  })
  process.kill(ahead.pid, 'SIGSTOP')
  await until('it to stand still', () => isFrozen(ahead.pid))
  const behind = await world.join({ ROLES: 'worker', WATCHDOG_MS: '0', ...skewedBy(-3 * HOURS_MS) })
  await world.advance(3_700)
  await statusUntil(bookingId, 'CONFIRMED')
  thaw(ahead.pid)
  await world.letSettle([bookingId])
  expect(await world.difference(bookingId)).toBeNull()
  const cases = await world.database.query('SELECT kind FROM cases WHERE booking_id = $1 AND closed_at IS NULL', [
    bookingId,
  ])
  expect(cases).toEqual([{ kind: 'LATE_ACCEPTANCE' }])
  await Promise.all([ahead, behind, shop].map((gateway) => gateway.kill('SIGKILL')))
})
