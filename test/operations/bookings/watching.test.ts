import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { BookingNews } from '../../../src/operations/bookings/booking-news.ts'
import { watchBooking } from '../../../src/operations/bookings/watch-booking.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

/** Another event of the booking. */
async function happen(bookingId: string, number: string): Promise<void> {
  booker.desk.says('retrieve', says(recordOf({ hotelConfirmationNumber: number })))
  await booker.look(bookingId)
}

describe('a booking that is watched', () => {
  it('[C-112] tells its events as they are signed, until the client leaves', async () => {
    const { bookingId } = await booker.confirmed()
    const leaving = new AbortController()
    const watched: Json = await booker.gateway.watchBooking(caller({ signal: leaving.signal }), {
      bookingId,
      afterSequence: 1,
    })
    const events = watched.value[Symbol.asyncIterator]()
    const { value } = await events.next()
    expect(value).toMatchObject({ type: 'booking.confirmed', data: { booking_id: bookingId, sequence: 2 } })
    expect(value.position).toMatch(/^\d+$/)
    expect(value.timestamp).toMatch(/^\d{4}-/)
    const next = events.next()
    await happen(bookingId, 'H-1')
    expect((await next).value.data.sequence).toBe(3)
    // Another one has waited for longer, and so is shown sooner that the stream lives.
    const staying = new AbortController()
    const others: Json = await booker.gateway.watchBooking(caller({ signal: staying.signal }), {
      bookingId,
      afterSequence: 3,
    })
    const other = others.value[Symbol.asyncIterator]().next()
    const last = events.next()
    await pause(50)
    leaving.abort()
    expect(await Promise.race([last.then(() => 'the one that left'), other])).toBe('the one that left')
    expect((await last).value).toBeNull()
    expect((await events.next()).done).toBe(true)
    staying.abort()
    await other
  })

  it('is shown to live every fifteen seconds, by a null', async () => {
    const { bookingId } = await booker.confirmed()
    const waits: number[] = []
    async function next(withinMs: number): Promise<readonly []> {
      waits.push(withinMs)
      return []
    }
    const quiet: BookingNews = {
      open: async () => ({ next, close: () => undefined }),
      close: () => undefined,
    }
    const watched: Json = await watchBooking({ ...booker.deps, bookingNews: quiet }, caller(), { bookingId })
    const events = watched.value[Symbol.asyncIterator]()
    expect((await events.next()).value).toBeNull()
    expect((await events.next()).value).toBeNull()
    expect(waits).toEqual([15_000, 15_000])
  })

  it('tells all from the beginning when no place is said', async () => {
    const { bookingId } = await booker.confirmed()
    const watched: Json = await booker.gateway.watchBooking(caller(), { bookingId })
    const events = watched.value[Symbol.asyncIterator]()
    expect((await events.next()).value.data.sequence).toBe(1)
    expect((await events.next()).value.data.sequence).toBe(2)
    await events.return()
    expect((await events.next()).done).toBe(true)
  })

  it('tells nobody who has left already', async () => {
    const { bookingId } = await booker.confirmed()
    const watched: Json = await booker.gateway.watchBooking(caller({ signal: AbortSignal.abort() }), { bookingId })
    expect((await watched.value[Symbol.asyncIterator]().next()).done).toBe(true)
  })
})
