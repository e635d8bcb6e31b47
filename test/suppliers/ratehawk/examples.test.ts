import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { freeCancellationUntil, penaltyAt } from '../../../src/domain/cancellation.ts'
import type { WriteRule } from '../../../src/suppliers/outcomes.ts'
import { CANCEL_RULES, FINISH_RULES, FORM_RULES, writeOutcome } from '../../../src/suppliers/ratehawk/errors.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { credentialsOf } from '../../support/suppliers/call.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'
import { sharedJson } from '../../support/suppliers/specification.ts'

function example(name: string) {
  return sharedJson(`ratehawk/examples/${name}.json`)
}
const reference = referenceOf({ supplierReference: '0b370500-5321-4046-92c5-5982f1a64fc6' })

describe('the search example', () => {
  it('is quoted at what is charged, not at what is shown', async () => {
    const call = answered(ratehawk, 200, example('serp-hotels.response'))
    const request = { ...questionFor(COUPLE), supplierHotelIds: ['9015534'] }
    const answer = await ratehawk.search(call, request)
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.quotes[0]?.total).toEqual({ amountMinor: 13_627_292, currency: 'EUR' })
    expect(answer.value.quotes[0]?.freeCancellationUntilAt).toBe(Date.parse('2026-10-20T18:00:00Z'))
  })
})

describe('the price-check example', () => {
  async function checked(body = example('prebook.response')) {
    const rate = someRate(COUPLE, { bookHash: 'h-d01a824f-dcce-5932-af8d-8bafc6badc3b' })
    const request = { ...questionFor(COUPLE), supplierHotelId: '10004834', hotelTimeZone: 'America/Los_Angeles', rate }
    return ratehawk.checkPrice(answered(ratehawk, 200, body), request)
  }

  it('is the exact price, what is paid at the hotel beside it, and the hash to book with', async () => {
    const answer = await checked()
    expect(answer).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          supplierPayload: { bookHash: 'p-e7029d6b-7b28-4e99-893f-3434d5065f33' },
          price: {
            total: { amountMinor: 7_544_628, currency: 'USD' },
            taxesAndFees: expect.arrayContaining([
              expect.objectContaining({ due: 'AT_PROPERTY', amount: { amountMinor: 13_500, currency: 'USD' } }),
            ]),
            nightly: null,
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

  it('has times in UTC, though they do not say so', async () => {
    const body = example('serp-hotels.response')
    const [rate] = body.data.hotels[0].rates
    const call = answered(ratehawk, 200, {
      status: 'ok',
      error: null,
      data: { hotels: [{ id: 'x', hid: 1, rates: [{ ...rate, book_hash: 'h-1' }] }] },
    })
    const answer = await ratehawk.rooms(call, { ...questionFor(COUPLE), supplierHotelId: '1', hotelTimeZone: null })
    const policy = answer.ok ? answer.value.rates[0]?.policy : undefined
    if (!policy) throw new Error('no rate')
    const free = Date.parse('2026-10-20T18:00:00Z')
    expect(freeCancellationUntil(policy, free - 1)).toBe(free)
    expect(penaltyAt(policy, free)?.penalty).toEqual({ amountMinor: 4_535_146, currency: 'EUR' })
  })
})

describe('the booking examples', () => {
  /** Answers the form, then the start. */
  function inTurn(...bodies: unknown[]): SupplierFetch {
    const left = [...bodies]
    return async () => ({ ok: true, value: { status: 200, headers: {}, json: left.shift() } })
  }
  const rate = someRate(COUPLE, { bookHash: 'p-1' })
  function form() {
    const body = example('booking-form.response')
    body.data.payment_types = [{ amount: '1.00', currency_code: 'USD', type: 'deposit' }]
    return body
  }

  it('start a booking that is not confirmed yet', async () => {
    const call = { ...answered(ratehawk, 200, null), fetch: inTurn(form(), example('booking-finish.response')) }
    const outcome = await ratehawk.book(call, bookingOf(rate, questionFor(COUPLE)))
    expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { status: 'PENDING', supplierBookingId: '559350847' } })
  })

  it('are refused before anything is booked when the form wants another price, or no deposit', async () => {
    const dearer = form()
    dearer.data.payment_types[0].amount = '1.01'
    for (const [body, reason] of [
      [dearer, 'PRICE_CHANGED'],
      [example('booking-form.response'), 'PAYMENT_DECLINED'],
    ]) {
      const call = { ...answered(ratehawk, 200, null), fetch: inTurn(body) }
      const outcome = await ratehawk.book(call, bookingOf(rate, questionFor(COUPLE)))
      expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason } })
    }
  })

  it('are confirmed, failed or still open, as the state says', async () => {
    function state(body: unknown) {
      return ratehawk.find(answered(ratehawk, 200, body), reference)
    }
    function failed(error: string) {
      return state({ data: null, status: 'error', error })
    }
    expect(await state(example('booking-finish-status.response.3ds'))).toMatchObject({
      value: [{ status: 'FAILED', failureReason: 'PAYMENT_DECLINED' }],
    })
    expect(await state({ data: {}, status: 'processing', error: null })).toMatchObject({
      value: [{ status: 'PENDING' }],
    })
    expect(await failed('soldout')).toMatchObject({ value: [{ status: 'FAILED', failureReason: 'SOLD_OUT' }] })
    for (const error of ['timeout', 'unknown']) expect(await failed(error)).toMatchObject({ ok: false })
  })

  it('are cancelled when the order says so, at what is payable for it', async () => {
    const body = example('order-info.response.NOTE-outer-counters-reconstructed')
    const call = {
      ...answered(ratehawk, 200, null),
      fetch: inTurn(example('booking-finish-status.response.ok'), body),
    }
    const found = await ratehawk.retrieve(
      call,
      referenceOf({ supplierReference: body.data.orders[0].partner_data.order_id }),
    )
    expect(found).toMatchObject({
      ok: true,
      value: {
        status: 'CANCELLED',
        supplierBookingId: '246069602',
        hotelConfirmationNumber: '853713014',
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
