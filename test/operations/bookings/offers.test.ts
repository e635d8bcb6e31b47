import { describe, expect, it } from 'vitest'
import type { OfferTerms } from '../../../src/domain/offer.ts'
import { recordOf, says } from '../../support/desk.ts'
import { HOUR, MINUTE, type OfferChanges, SECOND, TOTAL } from '../../support/offered.ts'
import { bookingInput, caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

function view(one: { amountMinor: number; currency: string }): unknown {
  return expect.objectContaining(one)
}

describe('an offer', () => {
  it.each<[string, OfferChanges, object, object]>([
    ['has expired', { expiresInMs: -1 }, {}, { code: 'OFFER_NOT_FOUND' }],
    ['is above the max_price', { terms: { bookable: false } }, {}, { code: 'PRICE_MISMATCH' }],
    [
      'has changed, and was not accepted',
      { terms: { changedFrom: { ...TOTAL, amountMinor: 20_000 } } },
      {},
      {
        code: 'PRICE_MISMATCH',
        details: { offerPrice: view(TOTAL), optionPrice: view({ ...TOTAL, amountMinor: 20_000 }) },
      },
    ],
    [
      'costs more than was accepted',
      {},
      { acceptedPrice: { ...TOTAL, amountMinor: 29_999 } },
      {
        code: 'PRICE_MISMATCH',
        details: { offerPrice: view(TOTAL), acceptedPrice: view({ ...TOTAL, amountMinor: 29_999 }) },
      },
    ],
    ['is in another currency', {}, { acceptedPrice: { ...TOTAL, currency: 'USD' } }, { code: 'PRICE_MISMATCH' }],
    ['has no deadline for a hold', {}, { bookingMode: 'HOLD' }, { code: 'HOLD_NOT_ALLOWED' }],
    ['had a deadline for a hold', { holdInMs: -1 }, { bookingMode: 'HOLD' }, { code: 'HOLD_NOT_ALLOWED' }],
    [
      'cannot be held',
      { holdInMs: 96 * HOUR, terms: { bookingModes: ['INSTANT'] } },
      { bookingMode: 'HOLD' },
      { code: 'HOLD_NOT_ALLOWED' },
    ],
  ])('that %s is not booked', async (_what, changes, input, error) => {
    const answer = await booker.create(await booker.offer(changes), input)
    expect(answer).toMatchObject({ ok: false, error })
    expect(booker.desk.asked).toEqual([])
    expect(await booker.query('SELECT id FROM bookings')).toEqual([])
    expect(await booker.query('SELECT key FROM idempotency_keys')).toEqual([])
  })

  it.each<[string, Partial<OfferTerms>, object]>([
    ['is as it was accepted', {}, { acceptedPrice: TOTAL }],
    ['has changed, and was accepted', { changedFrom: { ...TOTAL, amountMinor: 20_000 } }, { acceptedPrice: TOTAL }],
  ])('that %s is booked', async (_what, terms, input) => {
    booker.desk.says('book', says(recordOf()))
    const answer = await booker.create(await booker.offer({ terms }), input)
    expect(answer).toMatchObject({ ok: true, value: { booking: { status: 'CONFIRMED' } } })
  })

  it('is bookable until the second in which it expires', async () => {
    booker.desk.says('book', says(recordOf()))
    const [soon, late] = [await booker.offer({ expiresInMs: MINUTE }), await booker.offer({ expiresInMs: MINUTE })]
    await booker.advance(MINUTE - 2 * SECOND)
    expect((await booker.create(soon)).ok).toBe(true)
    await booker.advance(2 * SECOND)
    expect((await booker.create(late)).error.code).toBe('OFFER_NOT_FOUND')
  })

  it('of somebody else is unknown, also to the one whose it would be in another environment', async () => {
    const offerId = await booker.offer()
    for (const who of [caller({ organizationId: THEIRS }), caller({ environment: 'production' })]) {
      const answer = await booker.gateway.createBooking(who, bookingInput(offerId), 'key-1')
      expect(answer).toMatchObject({ ok: false, error: { code: 'OFFER_NOT_FOUND' } })
    }
  })

  it('is booked once: the second request is told by which booking', async () => {
    const { acceptedOfferId, bookingId } = await booker.confirmed()
    const answer = await booker.create(acceptedOfferId)
    expect(answer).toMatchObject({ ok: false, error: { code: 'OFFER_ALREADY_BOOKED', details: { bookingId } } })
    expect(await booker.query('SELECT key FROM idempotency_keys')).toHaveLength(1)
  })

  it('of many requests at once is booked once', async () => {
    booker.desk.says('book', says(recordOf()))
    const offerId = await booker.offer()
    const answers = await Promise.all(Array.from({ length: 4 }, () => booker.create(offerId)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'OFFER_ALREADY_BOOKED')).toHaveLength(3)
    expect(booker.desk.asked).toHaveLength(1)
  })
})

describe('a hold', () => {
  it.each([
    [48 * HOUR - 5 * SECOND, 'AWAITING_REVIEW'],
    [48 * HOUR + 5 * SECOND, 'ON_HOLD'],
  ])('[C-094] that ends in %i ms is %s', async (holdInMs, status) => {
    booker.desk.says('book', says(recordOf({ status: 'ON_HOLD' })))
    const { value } = await booker.create(await booker.offer({ holdInMs }), { bookingMode: 'HOLD' })
    expect(value.booking.status).toBe(status)
    expect(booker.desk.asked).toHaveLength(status === 'ON_HOLD' ? 1 : 0)
    const isReviewed = status === 'AWAITING_REVIEW'
    expect(await booker.cases(value.booking.bookingId)).toEqual(isReviewed ? ['REVIEW'] : [])
    const { reviewExpiresAt, createdAt } = await booker.booking(value.booking.bookingId)
    expect(reviewExpiresAt === null ? null : reviewExpiresAt - createdAt).toBe(isReviewed ? 24 * HOUR : null)
  })

  it('that awaits its review has no attempt yet, is looked at when the review ends, and its case is due then', async () => {
    const { value } = await booker.create(await booker.offer({ holdInMs: 5 * HOUR }), { bookingMode: 'HOLD' })
    const { bookingId } = value.booking
    expect(value.booking).toMatchObject({
      actionRequired: true,
      availableActions: expect.arrayContaining(['REVIEW_BOOKING']),
    })
    const booking = await booker.booking(bookingId)
    expect(booking).toMatchObject({ pendingOperation: null, pendingSince: null, holdDeadlineAt: null })
    expect(await booker.attempts(bookingId)).toEqual([])
    const { kind, inS } = await booker.plan(bookingId)
    expect([kind, Math.round((inS ?? 0) / 60)]).toEqual(['REVIEW', 240])
    expect(await booker.deps.store.cases.openOf(bookingId)).toMatchObject([
      { dueAt: booking.reviewExpiresAt, atStake: TOTAL, detail: { status: 'AWAITING_REVIEW', supplierCode: 'desk' } },
    ])
  })

  it.each([
    ['PENDING', true],
    ['VERIFIED', false],
  ])('of a listing that is %s asks whether it is the hotel: %s', async (verification, isAsked) => {
    await booker.query('UPDATE supplier_hotels SET verification = $1', [verification])
    const { verifiesListing, bookingId } = await booker.held()
    expect(verifiesListing).toBe(isAsked)
    const { inS } = await booker.plan(bookingId)
    expect((inS ?? 0) < HOUR / SECOND).toBe(isAsked)
    expect((await booker.confirmed()).verifiesListing).toBe(false)
  })
})
