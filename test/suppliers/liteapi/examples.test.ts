import { describe, expect, it } from 'vitest'
import { freeCancellationUntil, penaltyAt } from '../../../src/domain/cancellation.ts'
import { BOOK_RULES, writeOutcome } from '../../../src/suppliers/liteapi/errors.ts'
import { liteapi } from '../../../src/suppliers/liteapi/index.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'
import { sharedJson } from '../../support/suppliers/specification.ts'

function search(name: string) {
  return sharedJson(`liteapi/examples/search/${name}.json`)
}
function booking(name: string) {
  return sharedJson(`liteapi/examples/booking/${name}.json`)
}
const roomsRequest = { ...questionFor(COUPLE), supplierHotelId: 'lp1897', hotelTimeZone: 'America/New_York' }

async function roomsFrom(body: unknown, settings = {}) {
  const answer = await liteapi.rooms(answered(liteapi, 200, body, settings), roomsRequest)
  if (!answer.ok) throw new Error(answer.error.detail)
  return answer.value
}

describe('the rates example', () => {
  it('is the exact price, with its fee at the hotel apart', async () => {
    const { rates, droppedRates } = await roomsFrom(search('hotels-rates.200.search-response'))
    expect(droppedRates).toBe(0)
    const [rate] = rates
    expect(rate?.price).toMatchObject({
      total: { amountMinor: 16_366, currency: 'USD' },
      taxesAndFees: expect.arrayContaining([
        expect.objectContaining({ due: 'AT_PROPERTY', amount: { amountMinor: 4_361, currency: 'USD' } }),
      ]),
    })
    const deadline = Date.parse('2026-07-30T02:00:00Z')
    expect(rate && freeCancellationUntil(rate.policy, deadline - 1)).toBe(deadline)
    expect(rate && penaltyAt(rate.policy, deadline)?.penalty).toEqual({ amountMinor: 16_366, currency: 'USD' })
  })

  it.each([
    ['', undefined, '2026-07-30T02:00:00Z', 'SUPPLIER_ZONED'],
    [null, undefined, '2026-07-30T02:00:00Z', 'SUPPLIER_ZONED'],
    ['', 'America/New_York', '2026-07-30T06:00:00Z', 'SUPPLIER_ZONE_CONFIGURED'],
    ['UTC', 'America/New_York', '2026-07-30T02:00:00Z', 'SUPPLIER_ZONED'],
    ['Europe/Paris', undefined, '2026-07-30T00:00:00Z', 'SUPPLIER_ZONED'],
  ])('[L-18] reads a deadline in zone %j, agreed %s, as %s (%s)', async (timezone, timeZone, at, source) => {
    const body = search('hotels-rates.200.search-response')
    body.data[0].roomTypes[0].rates[0].cancellationPolicies.cancelPolicyInfos[0].timezone = timezone
    const { rates } = await roomsFrom(body, timeZone ? { timeZone } : {})
    const policy = rates[0]?.policy
    expect(policy && penaltyAt(policy, Date.parse(at))).toMatchObject({
      fromAt: Date.parse(at),
      deadlineSource: source,
    })
  })

  it('is nothing when LiteAPI says that there is nothing, with a body or, as on the wire, without', async () => {
    for (const [status, body] of [
      [204, null],
      [200, search('hotels-rates.204.no-availability-found')],
    ] as const) {
      const answer = await liteapi.rooms(answered(liteapi, status, body), roomsRequest)
      expect(answer).toEqual({ ok: true, value: { rates: [], droppedRates: 0 } })
    }
    const refused = await liteapi.rooms(
      answered(liteapi, 400, search('hotels-rates.400.hotel-ids-not-found')),
      roomsRequest,
    )
    expect(refused).toMatchObject({ ok: false, error: { kind: 'REJECTED', supplierErrorCode: '4000' } })
  })
})

describe('the prebook examples', () => {
  const rate = someRate(COUPLE, { offerId: 'offer', roomTypeId: 'room', prebookId: null })
  function check(status: number, body: unknown) {
    return liteapi.checkPrice(answered(liteapi, status, body), { ...roomsRequest, rate })
  }

  it('give the price that is charged, and what to book with', async () => {
    const answer = await check(200, booking('prebook.200.prebook-response'))
    const { price, prebookId } = booking('prebook.200.prebook-response').data
    expect(answer).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          supplierPayload: { prebookId },
          price: { total: { amountMinor: Math.round(price * 100), currency: 'USD' } },
        },
      },
    })
  })

  it('are sold out when the offer is outdated, and a failure when LiteAPI was too slow', async () => {
    expect(await check(408, booking('prebook.408.outdated-offerid'))).toEqual({ ok: true, value: { available: false } })
    expect(await check(408, booking('prebook.408.prebook-timeout'))).toMatchObject({ error: { kind: 'TIMEOUT' } })
  })
})

describe('the booking examples', () => {
  it('are confirmed bookings with both references', async () => {
    const rate = someRate(COUPLE, { offerId: 'offer', roomTypeId: 'room', prebookId: 'prebook' })
    const call = answered(liteapi, 200, booking('book.200.confirmed-booking'))
    expect(await liteapi.book(call, bookingOf(rate, questionFor(COUPLE)))).toMatchObject({
      outcome: 'ACCEPTED',
      value: {
        status: 'CONFIRMED',
        supplierBookingId: 'ABC123',
        supplierBookingCode: 'SUP123',
        hotelConfirmationNumber: 'HOTEL123',
      },
    })
  })

  it.each(['get-booking.200.example-0', 'get-booking.200.example-1'])('%s is a record', async (name) => {
    const call = answered(liteapi, 200, booking(name))
    const found = await liteapi.retrieve(call, referenceOf({ supplierReference: 'REF123' }))
    expect(found).toMatchObject({ ok: true, value: { supplierBookingId: booking(name).data.bookingId } })
  })

  it('are found by our reference, and nothing is where there is no content', async () => {
    const list = booking('list-bookings.200.example')
    const ours = referenceOf({ supplierReference: list.data[0].clientReference })
    expect(await liteapi.find(answered(liteapi, 200, list), ours)).toMatchObject({ value: [{ status: 'CANCELLED' }] })
    const others = referenceOf({ supplierReference: 'OTHER' })
    expect(await liteapi.find(answered(liteapi, 200, list), others)).toEqual({ ok: true, value: [] })
    expect(await liteapi.retrieve(answered(liteapi, 204, null), others)).toEqual({ ok: true, value: null })
  })

  it.each([
    ['cancel.200.refundable', 2_500],
    ['cancel.200.non-refundable', 15_000],
  ])('%s is cancelled at its fee', async (name, amountMinor) => {
    const outcome = await liteapi.cancel(answered(liteapi, 200, booking(name)), referenceOf({ supplierReference: 'X' }))
    expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { chargedPenalty: { amountMinor, currency: 'USD' } } })
  })

  it('are not cancelled without a word: 204 is unknown to LiteAPI, 304 proves nothing', async () => {
    function cancel(status: number) {
      return liteapi.cancel(answered(liteapi, status, null), referenceOf({ supplierReference: 'X' }))
    }
    expect(await cancel(204)).toMatchObject({ outcome: 'REFUSED' })
    expect(await cancel(304)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('a documented error of a booking', () => {
  it.each([
    ['book.400.duplicate-booking-attempt-with-existing-client-reference', 'UNKNOWN'],
    ['book.400.booking-not-confirmed', 'SUPPLIER_REFUSED'],
    ['book.400.booking-failed-provider-booking-response-is-invalid', 'SUPPLIER_REFUSED'],
    ['book.400.booking-failed-provider-response-was-unsuccessful', 'SUPPLIER_REFUSED'],
    ['book.400.booking-incomplete-booking-data-was-not-updated', 'UNKNOWN'],
    ['book.400.booking-initial-save-failed-please-try-again', 'UNKNOWN'],
    ['book.400.payment-failed-please-check-your-provided-payment-information', 'UNKNOWN'],
    ['book.400.missing-or-not-supported-payment-method', 'PAYMENT_DECLINED'],
    ['book.400.invalid-prebookid-rate-not-found', 'SUPPLIER_REFUSED'],
    ['book.400.prebookid-data-validation-failed-please-check-your-request-fields', 'SUPPLIER_REFUSED'],
  ])('[C-072] %s means %s', (name, meaning) => {
    const outcome = writeOutcome(BOOK_RULES, { status: 400, headers: {}, json: booking(name) })
    expect(outcome.outcome === 'UNKNOWN' ? 'UNKNOWN' : outcome.refusal.reason).toBe(meaning)
  })

  it('goes by its number, whatever the status', () => {
    for (const status of [200, 400, 408, 500]) {
      const outcome = writeOutcome(BOOK_RULES, {
        status,
        headers: {},
        json: { error: { code: 2001, message: 'none' } },
      })
      expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'SOLD_OUT', supplierErrorCode: '2001' } })
    }
    expect(writeOutcome(BOOK_RULES, { status: 500, headers: {}, json: null }).outcome).toBe('UNKNOWN')
  })
})
