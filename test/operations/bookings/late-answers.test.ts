import { expect, it } from 'vitest'
import { confirmHold } from '../../../src/operations/bookings/confirm-hold.ts'
import type { Deps } from '../../../src/operations/deps.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { bookingInput, caller } from '../../support/partner.ts'
import { until } from '../../support/until.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

it('[C-088] a client is answered in time, and what its supplier says later is written all the same', async () => {
  const hold = await booker.held()
  const booking = await booker.confirmed({}, { supplierBookingId: 'theirs-2' })
  const quote: Json = await booker.gateway.quoteCancellation(caller(), { bookingId: booking.bookingId })
  const offerId = await booker.offer()
  const answers = Promise.withResolvers<void>()
  async function late(json: unknown) {
    await answers.promise
    return says(json)
  }
  booker.desk.says('retrieve', says(recordOf()))
  booker.desk.says('book', () => late(recordOf({ supplierBookingId: 'theirs-3' })))
  booker.desk.says('confirm_hold', () => late(null))
  booker.desk.says('cancel', () => late({ chargedPenalty: null, supplierCancellationReference: null }))
  // One request came two seconds ago, so seven of its nine are left; another one comes now.
  const slowOffer = await booker.offer()
  const who = caller({ askedAt: performance.now() - 2_000 })
  const { bookingId, acceptedOfferId } = hold
  const cancelled = { bookingId: booking.bookingId, cancellationQuoteId: quote.value.quoteId }
  const from = performance.now()
  const later: Promise<Json> = booker.gateway.createBooking(
    caller({ askedAt: from }),
    bookingInput(slowOffer),
    'key-later',
  )
  const earlier: Promise<Json[]> = Promise.all([
    booker.gateway.createBooking(who, bookingInput(offerId), 'key-1'),
    booker.gateway.confirmHold(who, { bookingId, acceptedOfferId }),
    booker.gateway.cancelBooking(who, cancelled, 'key-2'),
  ])
  const told = await Promise.race([earlier, later.then(() => [])])
  expect(performance.now() - from).toBeGreaterThan(6_900)
  expect(told).toHaveLength(3)
  expect(told[0].value.booking.status).toBe('PROCESSING')
  expect(told[1].value).toMatchObject({ bookingId, status: 'PROCESSING' })
  expect(told[2].value.booking.status).toBe('CANCELLATION_PENDING')
  answers.resolve()
  await later
  const created = told[0].value.booking.bookingId
  await until('the booking to be confirmed', async () => (await booker.booking(created)).status === 'CONFIRMED')
  await until('the other to be cancelled', async () => (await booker.booking(booking.bookingId)).status === 'CANCELLED')
  await until('the confirmation to be told', async () => (await booker.attempts(bookingId))[1].outcome === 'ACCEPTED')
})

it('of two confirmations at the same moment one is made, and both are told', async () => {
  const { bookingId, acceptedOfferId } = await booker.held()
  booker.desk.says('confirm_hold', says(null))
  const { store } = booker.deps
  let isFirst = true
  const transaction: Deps['store']['transaction'] = async (work) => {
    if (isFirst) {
      isFirst = false
      await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })
    }
    return store.transaction(work)
  }
  const slower = { ...booker.deps, store: { ...store, transaction } }
  expect(await confirmHold(slower, caller(), { bookingId, acceptedOfferId })).toMatchObject({
    ok: true,
    value: { bookingId, status: 'PROCESSING' },
  })
  expect(booker.desk.asked.filter(({ operation }) => operation === 'confirm_hold')).toHaveLength(1)
})
