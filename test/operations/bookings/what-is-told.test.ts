import { describe, expect, it } from 'vitest'
import { createBooking } from '../../../src/operations/bookings/create-booking.ts'
import { cancelling } from '../../support/cancelling.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { bookingInput, caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})
const { quote, cancel } = cancelling(() => booker)

describe('what a client is told', () => {
  it('[C-136] is the penalty that was charged, with its decimals', async () => {
    const { bookingId } = await booker.confirmed()
    booker.desk.says('retrieve', says(recordOf()))
    const chargedPenalty = { amountMinor: 500, currency: 'EUR' }
    booker.desk.says('cancel', says({ chargedPenalty, supplierCancellationReference: 'C-1' }))
    await cancel(bookingId, (await quote(bookingId)).value.quoteId)
    const told: Json = await booker.gateway.getBooking(caller(), { bookingId })
    expect(told.value.cancellation.chargedPenalty).toEqual({ ...chargedPenalty, currencyExponent: 2 })
  })

  it('is which field forbids a cancellation', async () => {
    booker.desk.says('book', refuses('SOLD_OUT'))
    const { value } = await booker.create(await booker.offer())
    expect(await quote(value.booking.bookingId)).toMatchObject({
      ok: false,
      error: { status: 409, details: { issues: [{ path: 'booking_id', code: 'INVALID_STATE' }], status: 'FAILED' } },
    })
  })

  it('is booking.updated when a booking keeps its status', async () => {
    const { bookingId } = await booker.confirmed()
    booker.desk.says('retrieve', says(recordOf({ hotelConfirmationNumber: 'H-1' })))
    await booker.look(bookingId)
    const rows = await booker.query('SELECT type FROM booking_events WHERE booking_id = $1 ORDER BY sequence', [
      bookingId,
    ])
    expect(rows.map(({ type }) => type)).toEqual(['booking.updated', 'booking.confirmed', 'booking.updated'])
  })

  it('is where the log goes on: behind the last event of the page', async () => {
    await booker.confirmed()
    await booker.confirmed({}, { supplierBookingId: 'theirs-2' })
    async function page(): Promise<Json> {
      return ((await booker.gateway.listEvents(caller(), {})) as Json).value
    }
    await expect.poll(async () => (await page()).events.length, { timeout: 60_000 }).toBe(4)
    const { events, nextAfter } = await page()
    expect(nextAfter).toBe(events[3].position)
  })
})

describe('a booking', () => {
  it('takes an adult whose age is told', async () => {
    booker.desk.says('book', says(recordOf()))
    const { guests, ...input } = bookingInput(await booker.offer()) as Json
    const aged = guests.map((guest: Json) => ({ ...guest, age: 34 }))
    expect(await createBooking(booker.deps, caller(), { input: { ...input, guests: aged }, key: 'a' })).toMatchObject({
      ok: true,
    })
  })

  it('that its supplier confirms at once is settled without a transaction', async () => {
    booker.desk.says('book', says(recordOf()))
    const input = bookingInput(await booker.offer())
    const transaction: typeof booker.deps.store.transaction = () => Promise.reject(new Error('there is a transaction'))
    const deps = { ...booker.deps, store: { ...booker.deps.store, transaction } }
    const { value }: Json = await createBooking(deps, caller(), { input, key: 'a' })
    expect(value.booking.status).toBe('CONFIRMED')
    expect(await booker.attempts(value.booking.bookingId)).toMatchObject([{ outcome: 'ACCEPTED' }])
  })

  it('that was confirmed while its confirmation was refused stays confirmed', async () => {
    const { bookingId, acceptedOfferId } = await booker.held()
    booker.desk.says('confirm_hold', async () => {
      await booker.query(
        `UPDATE bookings SET status = 'CONFIRMED', pending_operation = NULL, pending_since = NULL, version = version + 1`,
      )
      return refuses('SUPPLIER_REFUSED')
    })
    await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })
    expect((await booker.booking(bookingId)).status).toBe('CONFIRMED')
  })
})
