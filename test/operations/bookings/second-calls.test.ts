import { describe, expect, it } from 'vitest'
import { createBooking } from '../../../src/operations/bookings/create-booking.ts'
import { executeCancel } from '../../../src/operations/bookings/execute-cancel.ts'
import { redactBooking } from '../../../src/operations/operator/redact-booking.ts'
import { nobodysContext } from '../../../src/operations/supplier-calls.ts'
import type { Booking } from '../../../src/store/booking.ts'
import { OfferClaimedError } from '../../../src/store/booking-writes.ts'
import { cancelling } from '../../support/cancelling.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR, MINUTE } from '../../support/offered.ts'
import { bookingInput, caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})
const { quote, cancel } = cancelling(() => booker)

const ALIVE = says(recordOf())

/** A confirmed booking whose first cancellation had no answer, and was given up because the supplier shows the booking alive. */
async function inDoubt(): Promise<Booking> {
  const { bookingId } = await booker.confirmed()
  await booker.query(`UPDATE bookings SET hotel_confirmation = '{"status": "NO_ANSWER", "number": null}'`)
  booker.desk.says('retrieve', ALIVE)
  booker.desk.says('cancel', 'SILENT')
  await cancel(bookingId, (await quote(bookingId)).value.quoteId, 'first')
  await booker.sentAgo(bookingId, 'CANCEL', 3 * MINUTE)
  const { booking } = await booker.look(bookingId)
  expect(booking.status).toBe('CONFIRMED')
  return booking
}

async function secondCancel(bookingId: string): Promise<Json> {
  return cancel(bookingId, (await quote(bookingId)).value.quoteId, 'second')
}

describe('a second cancellation, while the first is in doubt', () => {
  it('that is refused leaves the first one to be asked about in ten minutes', async () => {
    const { bookingId } = await inDoubt()
    booker.desk.says('cancel', refuses('NOT_CANCELLABLE'))
    await secondCancel(bookingId)
    expect(await booker.plan(bookingId)).toMatchObject({ kind: 'STANDING', inS: 0 })
    const { plan } = await booker.look(bookingId)
    expect(plan.kind).toBe('STANDING')
    expect(plan.inS).toBeLessThanOrEqual(10 * 60)
  })

  it('that is refused does not make the first one the hotel’s, when the supplier carries it out', async () => {
    const { bookingId } = await inDoubt()
    booker.desk.says('cancel', refuses('NOT_CANCELLABLE'))
    await secondCancel(bookingId)
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    const { booking } = await booker.look(bookingId)
    expect(booking.status).toBe('CANCELLATION_PENDING')
    expect((await booker.look(bookingId)).booking).toMatchObject({
      status: 'CANCELLED',
      cancellation: { cause: 'CLIENT' },
    })
  })

  it('that was never sent does not hide that the first one was carried out after all', async () => {
    const { bookingId } = await inDoubt()
    const [, { id: attemptId }] = (await booker.attempts(bookingId)) as [Json, Json]
    const [{ id: cancellationId }] = (await booker.query('SELECT id FROM cancellations')) as [Json]
    booker.desk.says('cancel', 'SILENT')
    await secondCancel(bookingId)
    await booker.query(
      `UPDATE booking_attempts SET outcome = NULL, sent_at = NULL, started_at = started_at - interval '1 minute'
      WHERE operation = 'CANCEL' AND id <> $1`,
      [attemptId],
    )
    expect((await booker.look(bookingId)).booking.status).toBe('CONFIRMED')
    // The first call wakes, and is answered.
    await booker.query(`UPDATE booking_attempts SET outcome = NULL, sent_at = NULL, started_at = now() WHERE id = $1`, [
      attemptId,
    ])
    booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: 'C-1' }))
    const begun = { attemptId, cancellationId, until: null, context: nobodysContext('req_2') }
    await executeCancel(booker.deps, await booker.booking(bookingId), begun)
    expect((await booker.booking(bookingId)).status).toBe('CANCELLATION_PENDING')
    // The one that was never sent is still the newer of the two.
    await booker.query(`UPDATE booking_attempts SET started_at = now() - interval '1 hour' WHERE id = $1`, [attemptId])
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    expect((await booker.look(bookingId)).booking.status).toBe('CANCELLED')
  })
})

describe('a booking that is reopened', () => {
  /** FAILED here, and found at its supplier later. */
  async function failed(): Promise<Booking> {
    const { bookingId } = await booker.lost()
    await booker.query(
      `UPDATE bookings SET status = 'FAILED', pending_operation = NULL, pending_since = NULL, claimed_offer_id = NULL,
        failure = '{"code": "NOT_FOUND_AT_SUPPLIER", "message": "", "retryable": false}', look_kind = 'AFTERMATH', look_at = now()`,
    )
    return booker.booking(bookingId)
  }

  it('has its offer again, so that nobody books it under another key', async () => {
    const { bookingId, acceptedOfferId } = await failed()
    booker.desk.says('find', says([recordOf()]))
    expect((await booker.look(bookingId)).booking.status).not.toBe('FAILED')
    const second = await booker.create(acceptedOfferId, {}, 'another-key')
    expect(second).toMatchObject({ ok: false, error: { code: 'OFFER_ALREADY_BOOKED', details: { bookingId } } })
  })

  it('leaves the offer to the booking that was made of it in the meantime', async () => {
    const { bookingId, acceptedOfferId } = await failed()
    booker.desk.says('book', says(recordOf({ supplierBookingId: 'theirs-2' })))
    const second = await booker.create(acceptedOfferId, {}, 'another-key')
    expect(second.ok).toBe(true)
    booker.desk.says('find', says([recordOf()]))
    expect((await booker.look(bookingId)).booking.status).not.toBe('FAILED')
    expect(await booker.query('SELECT id FROM bookings WHERE claimed_offer_id IS NOT NULL')).toEqual([
      { id: second.value.booking.bookingId },
    ])
    expect(await booker.cases(bookingId)).toContain('LATE_ACCEPTANCE')
  })
})

describe('a request that is sent again', () => {
  it('is answered with its booking, though its first sending met another booking of the offer', async () => {
    booker.desk.says('book', says(recordOf()))
    const input = bookingInput(await booker.offer())
    const { bookings } = booker.deps.store
    const create: typeof bookings.create = async (creation) => {
      await bookings.create(creation)
      throw new OfferClaimedError()
    }
    const deps = { ...booker.deps, store: { ...booker.deps.store, bookings: { ...bookings, create } } }
    const answered = await createBooking(deps, caller(), { input, key: 'again' })
    expect(answered).toMatchObject({ ok: true, value: { replayed: true } })
  })

  it('finds its booking while the offer may live, because nobody can erase what has failed a moment ago', async () => {
    booker.desk.says('book', refuses('SOLD_OUT'))
    const offerId = await booker.offer()
    const { value } = await booker.create(offerId, {}, 'again')
    const { bookingId } = value.booking
    expect(await redactBooking(booker.deps, bookingId, 'operator:ada')).toMatchObject({
      ok: false,
      error: expect.stringMatching(/a moment ago/),
    })
    expect((await booker.create(offerId, {}, 'again')).value).toMatchObject({ replayed: true, booking: { bookingId } })
    await booker.query(`UPDATE bookings SET updated_at = updated_at - interval '${HOUR} ms'`)
    expect(await redactBooking(booker.deps, bookingId, 'operator:ada')).toMatchObject({ ok: true })
  })
})
