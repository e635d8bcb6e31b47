import { expect, it } from 'vitest'
import { cancelBooking } from '../../../src/operations/bookings/cancel-booking.ts'
import { createBooking } from '../../../src/operations/bookings/create-booking.ts'
import { reviewBooking } from '../../../src/operations/bookings/review-booking.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR } from '../../support/offered.ts'
import { bookingInput, caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const MOMENTS = [
  'before-commit',
  'in-transaction',
  'after-commit',
  'before-supplier',
  'after-supplier',
  'in-settlement',
  'after-settlement',
]

/** The points at which tests end the process, in the order in which work passes them. */
async function passedBy(work: (deps: Booker['deps']) => Promise<unknown>): Promise<string[]> {
  const passed: string[] = []
  await work({ ...booker.deps, killPoint: (point) => void passed.push(point) })
  return passed.filter((point) => !point.startsWith('fence:'))
}

it('a hold, its review and a cancellation pass every moment at which a test can end them, in order', async () => {
  booker.desk.says('book', says(recordOf({ status: 'ON_HOLD' })))
  const held = { input: bookingInput(await booker.offer({ holdInMs: 96 * HOUR }), { bookingMode: 'HOLD' }), key: 'a' }
  expect(await passedBy((deps) => createBooking(deps, caller(), held))).toEqual(
    MOMENTS.map((moment) => `create:${moment}`),
  )

  const reviewed = await booker.create(await booker.offer({ holdInMs: 30 * HOUR }), { bookingMode: 'HOLD' })
  const { bookingId } = reviewed.value.booking
  const decided = { input: { bookingId, decision: 'APPROVE' }, key: null }
  expect(await passedBy((deps) => reviewBooking(deps, caller(), decided))).toEqual(
    MOMENTS.slice(3).map((moment) => `create:${moment}`),
  )

  const booking = await booker.confirmed({}, { supplierBookingId: 'theirs-2' })
  const quote: Json = await booker.gateway.quoteCancellation(caller(), { bookingId: booking.bookingId })
  booker.desk.says('retrieve', says(recordOf()))
  booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: null }))
  const cancelled = { input: { bookingId: booking.bookingId, cancellationQuoteId: quote.value.quoteId }, key: 'b' }
  const points = await passedBy((deps) => cancelBooking(deps, caller(), cancelled))
  expect(points.filter((point) => point !== 'cancel:after-record')).toEqual(MOMENTS.map((moment) => `cancel:${moment}`))
})
