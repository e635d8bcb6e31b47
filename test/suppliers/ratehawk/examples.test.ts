import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { freeCancellationUntil, penaltyAt } from '../../../src/domain/cancellation.ts'
import type { WriteRule } from '../../../src/suppliers/outcomes.ts'
import { CANCEL_RULES, FINISH_RULES, FORM_RULES, writeOutcome } from '../../../src/suppliers/ratehawk/errors.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import { cancelledOrder, enveloped, orderForm, prebooked, searched } from '../../fixtures/suppliers/ratehawk.ts'
import type { Json } from '../../support/http-client.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { credentialsOf } from '../../support/suppliers/call.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'

const reference = referenceOf({ supplierReference: 'OURREFERENCE' })

describe('a search', () => {
  it('quotes what is charged, not what is shown', async () => {
    const request = { ...questionFor(COUPLE), supplierHotelIds: ['6100042'] }
    const answer = await ratehawk.search(answered(ratehawk, 200, searched()), request)
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.quotes[0]?.total).toEqual({ amountMinor: 24_120, currency: 'EUR' })
    expect(answer.value.quotes[0]?.freeCancellationUntilAt).toBe(Date.parse('2027-03-04T18:00:00Z'))
  })
})

describe('a price check', () => {
  async function checked(body: Json = prebooked()) {
    const rate = someRate(COUPLE, { bookHash: 'h-invented' })
    const request = { ...questionFor(COUPLE), supplierHotelId: '6100042', hotelTimeZone: 'America/Los_Angeles', rate }
    return ratehawk.checkPrice(answered(ratehawk, 200, body), request)
  }

  it('returns the exact price, what is paid at the hotel, and the hash to book with', async () => {
    expect(await checked()).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          supplierPayload: { bookHash: 'p-invented' },
          price: {
            total: { amountMinor: 24_120, currency: 'EUR' },
            taxesAndFees: expect.arrayContaining([
              expect.objectContaining({ due: 'AT_PROPERTY', amount: { amountMinor: 2_700, currency: 'EUR' } }),
            ]),
          },
          board: { code: 'RO' },
          rooms: [{ providerRoom: { beds: [{ type: 'DOUBLE', count: 1 }] } }],
          roomsLeft: 1,
          policy: { refundability: 'NON_REFUNDABLE' },
        },
      },
    })
  })

  it.each(['no_available_rates', 'rate_not_found'])('is sold out at %s', async (error) => {
    expect(await checked({ data: null, status: 'error', error })).toEqual({ ok: true, value: { available: false } })
  })
})

it('a deadline is in UTC, though it does not say so', async () => {
  const call = answered(ratehawk, 200, searched({ book_hash: 'h-1' }))
  const request = { ...questionFor(COUPLE), supplierHotelId: '6100042', hotelTimeZone: null }
  const answer = await ratehawk.rooms(call, request)
  const policy = answer.ok ? answer.value.rates[0]?.policy : undefined
  if (!policy) throw new Error('no rate')
  const free = Date.parse('2027-03-04T18:00:00Z')
  expect(freeCancellationUntil(policy, free - 1)).toBe(free)
  expect(penaltyAt(policy, free)?.penalty).toEqual({ amountMinor: 8_040, currency: 'EUR' })
})

describe('a booking', () => {
  /** Answers the form, then the start. */
  function inTurn(...bodies: unknown[]): SupplierFetch {
    const left = [...bodies]
    return async () => ({ ok: true, value: { status: 200, headers: {}, json: left.shift() } })
  }
  const rate = someRate(COUPLE, { bookHash: 'p-1' })
  function book(...bodies: unknown[]) {
    const call = { ...answered(ratehawk, 200, null), fetch: inTurn(...bodies) }
    return ratehawk.book(call, bookingOf(rate, questionFor(COUPLE)))
  }

  it('is pending when it was started', async () => {
    expect(await book(orderForm('1.00'), enveloped(null))).toMatchObject({
      outcome: 'ACCEPTED',
      value: { status: 'PENDING', supplierBookingId: '330077' },
    })
  })

  it('is refused before anything is booked when the form has another price, or no deposit', async () => {
    expect(await book(orderForm('1.01'))).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'PRICE_CHANGED' } })
    expect(await book(orderForm('1.00', 'hotel'))).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason: 'PAYMENT_DECLINED' },
    })
  })

  it('is failed or still open, as the state says', async () => {
    function state(body: unknown) {
      return ratehawk.find(answered(ratehawk, 200, body), reference)
    }
    function failed(error: string) {
      return state({ data: null, status: 'error', error })
    }
    expect(await state(enveloped({ partner_order_id: 'OURREFERENCE', percent: 66 }, '3ds'))).toMatchObject({
      value: [{ status: 'FAILED', failureReason: 'PAYMENT_DECLINED' }],
    })
    expect(await state(enveloped({}, 'processing'))).toMatchObject({ value: [{ status: 'PENDING' }] })
    expect(await failed('soldout')).toMatchObject({ value: [{ status: 'FAILED', failureReason: 'SOLD_OUT' }] })
    for (const error of ['timeout', 'unknown']) expect(await failed(error)).toMatchObject({ ok: false })
  })

  it('is cancelled when the order says so, at what is payable for it', async () => {
    const state = enveloped({ data_3ds: null, partner_order_id: 'OURREFERENCE', percent: 100 })
    const call = { ...answered(ratehawk, 200, null), fetch: inTurn(state, cancelledOrder('OURREFERENCE')) }
    expect(await ratehawk.retrieve(call, reference)).toMatchObject({
      ok: true,
      value: {
        status: 'CANCELLED',
        supplierBookingId: '330077',
        hotelConfirmationNumber: 'CF-2210',
        chargedPenalty: { amountMinor: 0, currency: 'EUR' },
      },
    })
  })
})

describe('a documented error of a write', () => {
  function meaningOf(rules: readonly WriteRule[], error: string, status = 200): string {
    const envelope = { data: null, status: 'error', error }
    const outcome = writeOutcome(rules, { response: { status, headers: {}, json: envelope }, envelope })
    return outcome.outcome === 'UNKNOWN' ? 'UNKNOWN' : outcome.refusal.reason
  }

  it.each([
    ['no_available_rates', 'SOLD_OUT'],
    ['rate_not_found', 'SOLD_OUT'],
    ['duplicate_reservation', 'UNKNOWN'],
    ['double_booking_form', 'UNKNOWN'],
    ['timeout', 'SUPPLIER_REFUSED'],
    ['unknown', 'SUPPLIER_REFUSED'],
  ])('[C-072] %s at the form means %s: the form books nothing', (error, meaning) => {
    expect(meaningOf(FORM_RULES, error)).toBe(meaning)
  })

  it.each([
    ['timeout', 'UNKNOWN'],
    ['unknown', 'UNKNOWN'],
    ['double_booking_finish', 'UNKNOWN'],
    ['something_new', 'UNKNOWN'],
    ['booking_form_expired', 'SUPPLIER_REFUSED'],
    ['insufficient_b2b_balance', 'PAYMENT_DECLINED'],
    ['chosen_payment_type_was_not_available_on_booking_form', 'PAYMENT_DECLINED'],
    ['incorrect_guests_number', 'GUEST_DATA_REJECTED'],
    ['incorrect_rooms_number', 'GUEST_DATA_REJECTED'],
    ['email', 'GUEST_DATA_REJECTED'],
    ['return_path_required', 'SUPPLIER_REFUSED'],
    ['book_hash_not_found', 'SUPPLIER_REFUSED'],
  ])('[C-072] %s at the start means %s', (error, meaning) => {
    expect(meaningOf(FINISH_RULES, error)).toBe(meaning)
  })

  it.each([
    ['lock', 'UNKNOWN'],
    ['unknown', 'UNKNOWN'],
    ['order_not_cancellable', 'NOT_CANCELLABLE'],
    ['order_not_found', 'SUPPLIER_REFUSED'],
  ])('[C-099] %s at the cancellation means %s', (error, meaning) => {
    expect(meaningOf(CANCEL_RULES, error)).toBe(meaning)
  })

  it('with a server’s status and no frame proves nothing', () => {
    const outcome = writeOutcome(FINISH_RULES, { response: { status: 502, headers: {}, json: null }, envelope: null })
    expect(outcome.outcome).toBe('UNKNOWN')
  })
})

describe('a message of RateHawk’s own', () => {
  const NOW = Date.parse('2027-01-01T00:00:00Z')
  const credentials = credentialsOf('ratehawk')
  function message(changes: object = {}, timestamp = NOW / 1_000, order = 'ABC123') {
    const signature = createHmac('sha256', credentials['apiKey'] ?? '')
      .update(`${timestamp}token`)
      .digest('hex')
    return JSON.stringify({
      data: { partner_order_id: order, status: 'completed' },
      signature: { signature, timestamp, token: 'token', ...changes },
    })
  }
  function read(body: string) {
    return ratehawk.readNotification?.({ credentials, settings: {} }, body, NOW)
  }

  it('names the booking when it is signed', () => {
    expect(read(message())).toEqual({
      supplierReference: 'ABC123',
      messageId: `${NOW / 1_000}token`,
      // It is refused as too old from then on, and need not be remembered any more.
      goodUntil: NOW + 3_600_001,
    })
  })

  it.each(['ABC123-2', 'ABC123-10'])('[E-02] names the booking whose form was %s', (order) => {
    expect(read(message({}, NOW / 1_000, order))).toMatchObject({ supplierReference: 'ABC123' })
  })

  it.each([
    ['forged', message({ signature: 'f'.repeat(64) })],
    ['signed for another token', message({ token: 'other' })],
    ['old', message({}, NOW / 1_000 - 4_000)],
    ['no JSON', '{'],
    ['empty', 'null'],
  ])('is nothing when it is %s', (_what, body) => {
    expect(read(body)).toBeNull()
  })
})

describe('the limits that headers tell', () => {
  it('are a share of all requests, until the reset in UTC', () => {
    const headers = {
      'x-ratelimit-secondsnumber': '60',
      'x-ratelimit-requestsnumber': '30',
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': '2027-01-01T00:00:40',
    }
    const nowAt = Date.parse('2027-01-01T00:00:10Z')
    expect(ratehawk.readLimits?.({ status: 200, headers, json: null }, nowAt)).toEqual([
      { share: 0.1, resetInMs: 30_000 },
    ])
    expect(ratehawk.readLimits?.({ status: 200, headers: {}, json: null }, nowAt)).toEqual([])
  })
})
