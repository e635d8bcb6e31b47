import { describe, expect, it } from 'vitest'
import { freeCancellationUntil, penaltyAt } from '../../../src/domain/cancellation.ts'
import type { Occupancy } from '../../../src/domain/occupancy.ts'
import { WRITE_RULES, writeOutcome } from '../../../src/suppliers/hotelbeds/errors.ts'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import {
  availability,
  booking,
  checkedRate,
  DEADLINE,
  paidAtHotel,
  rateFor,
} from '../../fixtures/suppliers/hotelbeds.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'

const COUPLE = { adults: 2, childAges: [] }
const stay = { checkInDate: '2027-03-10', checkOutDate: '2027-03-11' }

function roomsOf(rooms: Parameters<typeof availability>[0], occupancy: Occupancy) {
  return hotelbeds.rooms(answered(hotelbeds, 200, availability(rooms)), {
    supplierHotelId: '88012',
    stay,
    occupancy,
    nationality: 'ES',
    hotelTimeZone: null,
  })
}

describe('an availability', () => {
  const forTwoRooms = { rooms: 2, adults: 2 }
  const twoRooms = {
    'DBL.GV': [rateFor(forTwoRooms, '312.50'), rateFor(forTwoRooms, '360.00', paidAtHotel('400.00', '40.00'))],
  }

  it('becomes rates at the net price of all rooms, and tells what the guest pays at the hotel', async () => {
    const answer = await roomsOf(twoRooms, [COUPLE, COUPLE])
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.droppedRates).toBe(0)
    const [first, dear] = answer.value.rates
    expect(first?.price.total).toEqual({ amountMinor: 31_250, currency: 'EUR' })
    expect(first?.board).toEqual({ code: 'RO', name: 'Room only' })
    expect(first?.rooms).toHaveLength(2)
    expect(dear?.price.total.amountMinor).toBe(36_000)
    expect(dear?.payment.type).toBe('AT_PROPERTY')
  })

  it('keeps the offset of a deadline: free before, everything after', async () => {
    const answer = await roomsOf(twoRooms, [COUPLE, COUPLE])
    const policy = answer.ok ? answer.value.rates[0]?.policy : undefined
    if (!policy) throw new Error('no policy')
    const deadline = Date.parse(DEADLINE)
    expect(freeCancellationUntil(policy, deadline - 1)).toBe(deadline)
    expect(penaltyAt(policy, deadline)).toMatchObject({ basis: 'FIXED', deadlineSource: 'SUPPLIER_ZONED' })
    expect(penaltyAt(policy, deadline)?.penalty).toEqual({ amountMinor: 31_250, currency: 'EUR' })
  })

  it('combines the rates of different parties: the same room and board for both', async () => {
    const [couple, family] = [
      { rooms: 1, adults: 2 },
      { rooms: 1, adults: 1, ages: [3] },
    ]
    const rooms = {
      'DBL.EC': [rateFor(couple, '120.00')],
      'DBL.GV': [rateFor(couple, '151.30'), rateFor(family, '140.20')],
    }
    const answer = await roomsOf(rooms, [COUPLE, { adults: 1, childAges: [3] }])
    if (!answer.ok) throw new Error(answer.error.detail)
    const shared = answer.value.rates.find((rate) =>
      rate.rooms.every(({ providerRoom }) => providerRoom.code === 'DBL.GV'),
    )
    expect(shared?.price.total).toEqual({ amountMinor: 29_150, currency: 'EUR' })
    expect(answer.value.rates.every((rate) => rate.rooms.length === 2)).toBe(true)
  })

  it('with children is for the requested ages, in any order', async () => {
    const rooms = { 'DBL.GV': [rateFor({ rooms: 1, adults: 1, ages: [4, 8] }, '133.00')] }
    const found = await roomsOf(rooms, [{ adults: 1, childAges: [8, 4] }])
    const others = await roomsOf(rooms, [{ adults: 1, childAges: [8, 5] }])
    expect(found.ok && found.value.rates.length).toBe(1)
    expect(others.ok && others.value.rates.length).toBe(0)
  })

  it('is nothing when the list is empty or absent', async () => {
    for (const hotels of [{ total: 0 }, { hotels: [], total: 0 }, undefined]) {
      const call = answered(hotelbeds, 200, { auditData: {}, hotels })
      const answer = await hotelbeds.search(call, {
        ...questionFor([COUPLE]),
        supplierHotelIds: ['1'],
      })
      expect(answer).toEqual({ ok: true, value: { quotes: [], droppedRates: 0 } })
    }
  })
})

describe('a checked rate', () => {
  it('tells the tax that is paid on arrival, and the hotel’s remarks', async () => {
    const rate = someRate([COUPLE, COUPLE], {
      parts: [{ rateKey: 'key', roomCode: 'DBL.GV', roomIndexes: [0, 1] }],
      boardCode: 'RO',
    })
    const request = {
      supplierHotelId: '88012',
      stay,
      occupancy: [COUPLE, COUPLE],
      nationality: 'ES',
      hotelTimeZone: null,
    }
    const checked = await hotelbeds.checkPrice(answered(hotelbeds, 200, checkedRate()), { ...request, rate })
    expect(checked).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          price: {
            total: { amountMinor: 31_250, currency: 'EUR' },
            taxesAndFees: expect.arrayContaining([
              expect.objectContaining({ due: 'AT_PROPERTY', amount: { amountMinor: 840, currency: 'EUR' } }),
            ]),
          },
          remarks: [expect.stringContaining('Boat hire')],
        },
      },
    })
  })
})

describe('a booking', () => {
  it.each([1, 2] as const)('of two rooms in %i entries is confirmed', async (entries) => {
    const rate = someRate([COUPLE], {
      parts: [{ rateKey: 'key', roomCode: 'DBL.GV', roomIndexes: [0] }],
      boardCode: 'BB',
    })
    const outcome = await hotelbeds.book(answered(hotelbeds, 200, booking(entries)), bookingOf(rate, questionFor([])))
    expect(outcome).toMatchObject({
      outcome: 'ACCEPTED',
      value: { status: 'CONFIRMED', supplierBookingId: '7-1200345', cancellable: true },
    })
  })

  it('is found whatever the case of our reference, and no other is', async () => {
    const ours = booking().booking
    const list = { auditData: {}, bookings: { bookings: [ours, { ...ours, clientReference: 'SOMEBODYELSE' }] } }
    const found = await hotelbeds.find(
      answered(hotelbeds, 200, list),
      referenceOf({ supplierReference: 'OurReference' }),
    )
    expect(found).toMatchObject({ ok: true, value: [{ supplierBookingId: '7-1200345' }] })
  })

  it('is not to be cancelled when it says so', async () => {
    const body = booking()
    body.booking.modificationPolicies.cancellation = false
    const found = await hotelbeds.retrieve(answered(hotelbeds, 200, body), referenceOf({ supplierReference: 'X' }))
    expect(found).toMatchObject({ ok: true, value: { cancellable: false } })
  })

  it('answered to a cancellation with its state unchanged is no cancellation', async () => {
    const call = answered(hotelbeds, 200, booking())
    expect((await hotelbeds.cancel(call, referenceOf({ supplierReference: 'X' }))).outcome).toBe('UNKNOWN')
  })
})

describe('a documented answer to a write', () => {
  function product(message: string) {
    return { error: { code: 'PRODUCT_ERROR', message } }
  }

  it.each([
    [500, product('Insufficient allotment'), 'SOLD_OUT'],
    [500, product('Allotment exceeded'), 'SOLD_OUT'],
    [500, product('Stop sales'), 'SOLD_OUT'],
    [500, product('Price has changed'), 'PRICE_CHANGED'],
    [500, product('Price has increased'), 'PRICE_CHANGED'],
    [500, product('Booking confirmation error'), 'UNKNOWN'],
    [500, { error: { code: 'SYSTEM_ERROR', message: 'Please do not retry again' } }, 'UNKNOWN'],
    [502, null, 'UNKNOWN'],
    [504, null, 'UNKNOWN'],
    [200, null, 'UNKNOWN'],
    [
      400,
      { error: { code: 'INVALID_DATA-0123456789ABCDEF0123456789ABCDEF', message: 'The field is not valid' } },
      'SUPPLIER_REFUSED',
    ],
    [400, { error: { code: 'INVALID_DATA', message: 'The pax name is not valid' } }, 'GUEST_DATA_REJECTED'],
    [402, { error: { code: 'INVALID_DATA', message: 'Payment required' } }, 'PAYMENT_DECLINED'],
    [403, { error: 'Request signature verification failed' }, 'SUPPLIER_REFUSED'],
    [410, product('The same request failed before; repeat blocked'), 'SUPPLIER_REFUSED'],
    [429, { error: 'Account Over Queries Per Second Limit' }, 'SUPPLIER_REFUSED'],
  ])('[C-072] %s %j means %s', (status, json, meaning) => {
    const outcome = writeOutcome({ status, headers: {}, json })
    expect(outcome.outcome === 'UNKNOWN' ? 'UNKNOWN' : outcome.refusal.reason).toBe(meaning)
  })

  it('is retryable only over a limit, and its code is the same for every call', () => {
    const over = writeOutcome({ status: 403, headers: {}, json: { error: 'Account Over Rate Limit' } })
    expect(over).toMatchObject({ refusal: { retryable: true } })
    const json = { error: { code: 'INVALID_DATA-0123456789ABCDEF0123456789ABCDEF', message: 'x' } }
    expect(writeOutcome({ status: 400, headers: {}, json })).toMatchObject({
      refusal: { supplierErrorCode: 'INVALID_DATA', retryable: false },
    })
    for (const { meaning } of WRITE_RULES) expect(meaning === 'UNKNOWN' || 'reason' in meaning).toBe(true)
  })
})
