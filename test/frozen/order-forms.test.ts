import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { thaw, untilFrozen } from '../support/frozen.ts'
import { type GatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

/** Bookings at RateHawk, of which a process opens a form and then starts it, when it stands still or dies in between. */
let world: FrozenWorld
useFrozenWorld(
  (created) => {
    world = created
  },
  // The tests say themselves when somebody looks.
  { roles: 'api,suppliers,relay' },
)

/** Longer than the agreed cut-off of the sandbox. */
const CUT_OFF_S = 301

type Standing = { readonly gateway: GatewayProcess; readonly bookingId: string; readonly answer: Promise<Json> }

/** Books through a process that freezes at each of the points, and lets it go on until the last but `ahead`. */
async function bookUntil(points: readonly string[], ahead = 0): Promise<Standing> {
  const gateway = await world.join({
    ROLES: 'api',
    WATCHDOG_MS: '0',
    KILL_POINT: points.join(','),
    KILL_POINT_SIGNAL: 'SIGSTOP',
  })
  const key = randomUUID()
  const input = bookingInput(await world.offer('ratehawk'), 'INSTANT')
  const answer = httpJourney(gateway)
    .book(input, key)
    .catch((error: unknown) => ({ cut: String(error) }))
  for (let left = points.length - ahead; ; ) {
    await untilFrozen(gateway.pid)
    left -= 1
    if (left === 0) break
    thaw(gateway.pid)
  }
  const { booking_id: bookingId } = await world.bookingOf(key)
  return { gateway, bookingId, answer }
}

async function becomes(bookingId: string, status: string): Promise<Json> {
  return until(`the booking to be ${status}`, async () => {
    const booking = await world.journey.booking(bookingId)
    return booking.status === status && booking
  })
}

async function progressOf(bookingId: string): Promise<Json> {
  const [attempt] = await world.database.query('SELECT progress FROM booking_attempts WHERE booking_id = $1', [
    bookingId,
  ])
  return attempt.progress
}

async function withWorker(work: (worker: GatewayProcess) => Promise<void>): Promise<void> {
  const worker = await world.join({ ROLES: 'worker', WATCHDOG_MS: '0' })
  try {
    await work(worker)
  } finally {
    await worker.kill('SIGKILL')
  }
}

describe('[E-02] a process between the form and the start of a booking', () => {
  it('that stands still with the form in its hands, and wakes when it was given up, starts nothing', async () => {
    const { gateway, bookingId, answer } = await bookUntil(['exchange:book_form'])
    await withWorker(async () => {
      await world.advance(120)
      await becomes(bookingId, 'FAILED')
      thaw(gateway.pid)
      await answer
      await world.letSettle([bookingId])
      expect(await world.difference(bookingId)).toBeNull()
      expect(await world.theirs(bookingId)).toEqual([])
    })
  })

  it('that stands still between storing its start and sending it is believed in the end, whatever it does', async () => {
    const { gateway, bookingId, answer } = await bookUntil(['fence:passed', 'fence:passed'])
    expect((await progressOf(bookingId)).sentToFinish).not.toBeNull()
    await withWorker(async () => {
      await world.advance(120)
      const { failure } = await becomes(bookingId, 'FAILED')
      expect(failure.retryable).toBe(false)
      thaw(gateway.pid)
      await answer
      await world.letSettle([bookingId])
      expect(await world.difference(bookingId)).toBeNull()
    })
  })

  it('that dies there has booked nothing', async () => {
    const { gateway, bookingId } = await bookUntil(['fence:passed', 'fence:passed'])
    await gateway.kill('SIGKILL')
    await withWorker(async () => {
      await world.advance(120)
      await becomes(bookingId, 'FAILED')
      await world.letSettle([bookingId])
      expect(await world.theirs(bookingId)).toEqual([])
    })
  })

  it('that dies with the answer to a start under a later id is asked about by that id', async () => {
    await world.spoil({ supplierCode: 'ratehawk', operation: 'book_form', fault: '500' })
    const { gateway, bookingId } = await bookUntil(['exchange:book'])
    await gateway.kill('SIGKILL')
    expect((await progressOf(bookingId)).sentToFinish).toMatch(/-2$/)
    await withWorker(async () => {
      await world.advance(60)
      await becomes(bookingId, 'CONFIRMED')
      expect(await world.difference(bookingId)).toBeNull()
    })
  })

  it('[E-10] that starts under a later id while the cut-off is looked at, and dies, is found under that id', async () => {
    await world.spoil({ supplierCode: 'ratehawk', operation: 'book_form', fault: '500' })
    const first = await bookUntil(['exchange:book_form', 'exchange:book_form', 'exchange:book'], 1)
    const { gateway, bookingId } = first
    await world.advance(CUT_OFF_S)
    await world.spoil({ supplierCode: 'ratehawk', operation: 'find', fault: 'slow', count: 2 })
    await withWorker(async (worker) => {
      // It is told that nothing was started, and has not heard it yet.
      await until('the supplier to be asked', async () => {
        const [faults] = await world.database.query('SELECT count(*)::int AS waiting FROM sandbox_faults')
        return faults.waiting === 0
      })
      await pause(500)
      process.kill(worker.pid, 'SIGSTOP')
      thaw(gateway.pid)
      await untilFrozen(gateway.pid)
      expect((await progressOf(bookingId)).sentToFinish).toMatch(/-2$/)
      await gateway.kill('SIGKILL')
      thaw(worker.pid)
      await world.letSettle([bookingId])
      expect(await world.difference(bookingId)).toBeNull()
    })
  })
})
