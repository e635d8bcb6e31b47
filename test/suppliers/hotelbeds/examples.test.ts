import { describe, expect, it } from 'vitest'
import { freeCancellationUntil, penaltyAt } from '../../../src/domain/cancellation.ts'
import type { Occupancy } from '../../../src/domain/occupancy.ts'
import { WRITE_RULES, writeOutcome } from '../../../src/suppliers/hotelbeds/errors.ts'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'
import { sharedJson } from '../../support/suppliers/specification.ts'

function example(name: string) {
  return sharedJson(`hotelbeds/examples/${name}.json`)
}
const AVAILABILITY = 'availability-json-availability-by-hotel-code'

const stay = { checkInDate: '2019-06-15', checkOutDate: '2019-06-16' }
function roomsOf(name: string, supplierHotelId: string, occupancy: Occupancy) {
  return hotelbeds.rooms(answered(hotelbeds, 200, example(name)), {
    supplierHotelId,
    stay,
    occupancy,
    nationality: 'ES',
    hotelTimeZone: null,
  })
}

describe('the availability examples', () => {
  it('become rates at the net price of all rooms, and tell what the guest pays at the hotel', async () => {
    const couple = { adults: 2, childAges: [] }
    const answer = await roomsOf(`${AVAILABILITY}.2-room-2-adults-0-children.response.200`, '1533', [couple, couple])
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.droppedRates).toBe(0)
    const [first] = answer.value.rates
    expect(first?.price.total).toEqual({ amountMinor: 35_790, currency: 'EUR' })
    expect(first?.board).toEqual({ code: 'RO', name: 'Room only' })
    expect(first?.rooms).toHaveLength(2)
    const dear = answer.value.rates.filter(({ price }) => price.total.amountMinor === 39_960)
    expect(dear.map(({ payment }) => payment.type)).toEqual(['AT_PROPERTY'])
  })

  it('keep the offset of their deadlines: free before, everything after', async () => {
    const couple = { adults: 2, childAges: [] }
    const answer = await roomsOf(`${AVAILABILITY}.2-room-2-adults-0-children.response.200`, '1533', [couple, couple])
    const policy = answer.ok ? answer.value.rates[0]?.policy : undefined
    if (!policy) throw new Error('no policy')
    const deadline = Date.parse('2019-06-12T23:59:00+02:00')
    expect(freeCancellationUntil(policy, deadline - 1)).toBe(deadline)
    expect(penaltyAt(policy, deadline)).toMatchObject({ basis: 'FIXED', deadlineSource: 'SUPPLIER_ZONED' })
    expect(penaltyAt(policy, deadline)?.penalty).toEqual({ amountMinor: 35_790, currency: 'EUR' })
  })

  it('put parties that differ together into one price: the same room and board for both', async () => {
    const occupancy = [
      { adults: 2, childAges: [] },
      { adults: 1, childAges: [2] },
    ]
    const name = `${AVAILABILITY}.1-room-2-adults-0-children-1-room-1-adult-1-children.response.200`
    const answer = await roomsOf(name, '6930', occupancy)
    if (!answer.ok) throw new Error(answer.error.detail)
    const shared = answer.value.rates.find(({ rooms }) =>
      rooms.every(({ providerRoom }) => providerRoom.code === 'DBT.VG'),
    )
    expect(shared?.price.total).toEqual({ amountMinor: 2 * 19_395, currency: 'EUR' })
    const everyRoom = answer.value.rates.every(({ rooms }) => rooms.length === 2)
    expect(everyRoom).toBe(true)
  })

  it('with children are for the ages that were asked for, in any order', async () => {
    const name = `${AVAILABILITY}.1-room-1-adult-2-children.response.200`
    const [hotel] = example(name).hotels.hotels
    const found = await roomsOf(name, String(hotel.code), [{ adults: 1, childAges: [6, 5] }])
    const others = await roomsOf(name, String(hotel.code), [{ adults: 1, childAges: [6, 7] }])
    expect(found.ok && found.value.rates.length).toBeGreaterThan(0)
    expect(others.ok && others.value.rates.length).toBe(0)
  })

  it('are nothing when the list is empty or absent', async () => {
    for (const hotels of [{ total: 0 }, { hotels: [], total: 0 }, undefined]) {
      const call = answered(hotelbeds, 200, { auditData: {}, hotels })
      const answer = await hotelbeds.search(call, {
        ...questionFor([{ adults: 2, childAges: [] }]),
        supplierHotelIds: ['1'],
      })
      expect(answer).toEqual({ ok: true, value: { quotes: [], droppedRates: 0 } })
    }
  })
})

describe('the check example', () => {
  it('tells the tax that is paid on arrival, and the hotel’s remarks', async () => {
    const couple = { adults: 2, childAges: [] }
    const rate = someRate([couple, couple], {
      parts: [{ rateKey: 'key', roomCode: 'DBL.ST', roomIndexes: [0, 1] }],
      boardCode: 'RO',
    })
    const call = answered(hotelbeds, 200, example('checkrate-json-checkrate.2-room-2-adults-0-children.response.200'))
    const request = {
      supplierHotelId: '1533',
      stay,
      occupancy: [couple, couple],
      nationality: 'ES',
      hotelTimeZone: null,
    }
    const checked = await hotelbeds.checkPrice(call, { ...request, rate })
    expect(checked).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          price: {
            total: { amountMinor: 35_790, currency: 'EUR' },
            taxesAndFees: expect.arrayContaining([
              expect.objectContaining({ due: 'AT_PROPERTY', amount: { amountMinor: 1_320, currency: 'EUR' } }),
            ]),
          },
          remarks: [expect.stringContaining('Car park')],
        },
      },
    })
  })
})

describe('the booking examples', () => {
  const NAMES = [
    'booking-json-booking.1-room-1-adults-2-children.response.200',
    'booking-json-booking.2-room-2-adults-0-children.response.200',
    'booking-json-booking.1-room-2-adults-0-children-1-room-1-adult-1-children.response.MISLABELLED-400-is-a-confirmed-200',
  ]
  it.each(NAMES)('%s is a confirmed booking', async (name) => {
    const body = example(name)
    const rate = someRate([{ adults: 2, childAges: [] }], {
      parts: [{ rateKey: 'key', roomCode: 'DBT.ST', roomIndexes: [0] }],
      boardCode: 'BB',
    })
    const outcome = await hotelbeds.book(answered(hotelbeds, 200, body), bookingOf(rate, questionFor([])))
    expect(outcome).toMatchObject({
      outcome: 'ACCEPTED',
      value: { status: 'CONFIRMED', supplierBookingId: body.booking.reference, cancellable: true },
    })
  })

  it('is found whatever the case of our reference, and no other is', async () => {
    const { booking } = example(NAMES[2] ?? '')
    const list = { auditData: {}, bookings: { bookings: [booking, { ...booking, clientReference: 'SOMEBODYELSE' }] } }
    const found = await hotelbeds.find(
      answered(hotelbeds, 200, list),
      referenceOf({ supplierReference: 'IntegrationAgency' }),
    )
    expect(found).toMatchObject({ ok: true, value: [{ supplierBookingId: '1-4075652' }] })
  })

  it('is not to be cancelled when it says so', async () => {
    const body = example(NAMES[0] ?? '')
    body.booking.modificationPolicies.cancellation = false
    const found = await hotelbeds.retrieve(answered(hotelbeds, 200, body), referenceOf({ supplierReference: 'X' }))
    expect(found).toMatchObject({ ok: true, value: { cancellable: false } })
  })

  it('answered to a cancellation with its state unchanged is no cancellation', async () => {
    const call = answered(hotelbeds, 200, example(NAMES[0] ?? ''))
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
      { error: { code: 'INVALID_DATA-C55F4D35A4964D32ABC9ECB1F64600C8', message: 'The field is not valid' } },
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
    const json = { error: { code: 'INVALID_DATA-C55F4D35A4964D32ABC9ECB1F64600C8', message: 'x' } }
    expect(writeOutcome({ status: 400, headers: {}, json })).toMatchObject({
      refusal: { supplierErrorCode: 'INVALID_DATA', retryable: false },
    })
    for (const { meaning } of WRITE_RULES) expect(meaning === 'UNKNOWN' || 'reason' in meaning).toBe(true)
  })
})
