import { describe, expect, it } from 'vitest'
import { freeCancellationUntil, penaltyAt } from '../../../src/domain/cancellation.ts'
import { BOOK_RULES, writeOutcome } from '../../../src/suppliers/liteapi/errors.ts'
import { liteapi } from '../../../src/suppliers/liteapi/index.ts'
import { booking, cancelled, hotelRates, liteapiError, prebook } from '../../fixtures/suppliers/liteapi.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'

const roomsRequest = { ...questionFor(COUPLE), supplierHotelId: 'lpa0001', hotelTimeZone: 'America/New_York' }

async function roomsFrom(body: unknown, settings = {}) {
  const answer = await liteapi.rooms(answered(liteapi, 200, body, settings), roomsRequest)
  if (!answer.ok) throw new Error(answer.error.detail)
  return answer.value
}

describe('an offer', () => {
  it('has the exact price, with its fee at the hotel apart', async () => {
    const { rates, droppedRates } = await roomsFrom(hotelRates())
    expect(droppedRates).toBe(0)
    const [rate] = rates
    expect(rate?.price).toMatchObject({
      total: { amountMinor: 24_130, currency: 'USD' },
      taxesAndFees: expect.arrayContaining([
        expect.objectContaining({ due: 'AT_PROPERTY', amount: { amountMinor: 2_250, currency: 'USD' } }),
      ]),
    })
    const deadline = Date.parse('2027-03-07T02:00:00Z')
    expect(rate && freeCancellationUntil(rate.policy, deadline - 1)).toBe(deadline)
    expect(rate && penaltyAt(rate.policy, deadline)?.penalty).toEqual({ amountMinor: 24_130, currency: 'USD' })
  })

  it.each([
    ['', undefined, '2027-03-07T02:00:00Z', 'SUPPLIER_ZONED'],
    [null, undefined, '2027-03-07T02:00:00Z', 'SUPPLIER_ZONED'],
    ['', 'America/New_York', '2027-03-07T07:00:00Z', 'SUPPLIER_ZONE_CONFIGURED'],
    ['UTC', 'America/New_York', '2027-03-07T02:00:00Z', 'SUPPLIER_ZONED'],
    ['Europe/Paris', undefined, '2027-03-07T01:00:00Z', 'SUPPLIER_ZONED'],
  ])('[L-18] reads a deadline in zone %j, agreed %s, as %s (%s)', async (timezone, timeZone, at, source) => {
    const body = hotelRates()
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
      [200, liteapiError(2001)],
    ] as const) {
      const answer = await liteapi.rooms(answered(liteapi, status, body), roomsRequest)
      expect(answer).toEqual({ ok: true, value: { rates: [], droppedRates: 0 } })
    }
    const refused = await liteapi.rooms(answered(liteapi, 400, liteapiError(4000)), roomsRequest)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'REJECTED', supplierErrorCode: '4000' } })
  })
})

describe('a prebook', () => {
  const rate = someRate(COUPLE, { offerId: 'offer', roomTypeId: 'room', prebookId: null })
  function check(status: number, body: unknown) {
    return liteapi.checkPrice(answered(liteapi, status, body), { ...roomsRequest, rate })
  }

  it('gives the price that is charged, and what to book with', async () => {
    expect(await check(200, prebook())).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          supplierPayload: { prebookId: 'pre-77' },
          price: { total: { amountMinor: 24_130, currency: 'USD' } },
        },
      },
    })
  })

  it('is sold out when the offer is outdated, and a failure when LiteAPI was too slow', async () => {
    expect(await check(408, liteapiError(4040))).toEqual({ ok: true, value: { available: false } })
    expect(await check(408, liteapiError(4016))).toMatchObject({ error: { kind: 'TIMEOUT' } })
  })
})

describe('a booking', () => {
  it('is confirmed with both references', async () => {
    const rate = someRate(COUPLE, { offerId: 'offer', roomTypeId: 'room', prebookId: 'prebook' })
    const call = answered(liteapi, 200, { data: booking() })
    expect(await liteapi.book(call, bookingOf(rate, questionFor(COUPLE)))).toMatchObject({
      outcome: 'ACCEPTED',
      value: {
        status: 'CONFIRMED',
        supplierBookingId: 'bkA1b2',
        supplierBookingCode: 'S-4410',
        hotelConfirmationNumber: 'HC-318',
      },
    })
  })

  it.each(['CONFIRMED', 'CANCELLED'])('is retrieved when it is %s', async (status) => {
    const call = answered(liteapi, 200, { data: booking({ status }) })
    const found = await liteapi.retrieve(call, referenceOf({ supplierReference: 'REF-9' }))
    expect(found).toMatchObject({ ok: true, value: { supplierBookingId: 'bkA1b2', status } })
  })

  it('is found by our reference, and nothing is where there is no content', async () => {
    const list = { data: [booking({ status: 'CANCELLED' })] }
    const ours = referenceOf({ supplierReference: 'REF-9' })
    expect(await liteapi.find(answered(liteapi, 200, list), ours)).toMatchObject({ value: [{ status: 'CANCELLED' }] })
    const others = referenceOf({ supplierReference: 'OTHER' })
    expect(await liteapi.find(answered(liteapi, 200, list), others)).toEqual({ ok: true, value: [] })
    expect(await liteapi.retrieve(answered(liteapi, 204, null), others)).toEqual({ ok: true, value: null })
  })

  it.each([
    [30.5, 3_050],
    [241.3, 24_130],
  ])('is cancelled at a fee of %d', async (fee, amountMinor) => {
    const outcome = await liteapi.cancel(
      answered(liteapi, 200, cancelled(fee)),
      referenceOf({ supplierReference: 'X' }),
    )
    expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { chargedPenalty: { amountMinor, currency: 'USD' } } })
  })

  it('is not cancelled without a body: 204 is unknown to LiteAPI, 304 proves nothing', async () => {
    function cancel(status: number) {
      return liteapi.cancel(answered(liteapi, status, null), referenceOf({ supplierReference: 'X' }))
    }
    expect(await cancel(204)).toMatchObject({ outcome: 'REFUSED' })
    expect(await cancel(304)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('a documented error of a booking', () => {
  it.each([
    [4005, 'UNKNOWN'],
    [2010, 'SUPPLIER_REFUSED'],
    [2013, 'SUPPLIER_REFUSED'],
    [2014, 'UNKNOWN'],
    [5000, 'UNKNOWN'],
    [4000, 'PAYMENT_DECLINED'],
    [4002, 'SUPPLIER_REFUSED'],
    [4010, 'SUPPLIER_REFUSED'],
  ])('[C-072] %i means %s', (code, meaning) => {
    const outcome = writeOutcome(BOOK_RULES, { status: 400, headers: {}, json: liteapiError(code) })
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
