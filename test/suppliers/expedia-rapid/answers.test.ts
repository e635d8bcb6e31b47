import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookingMode } from '../../../src/domain/rate.ts'
import { book } from '../../../src/suppliers/expedia-rapid/book.ts'
import { checkPrice, rooms } from '../../../src/suppliers/expedia-rapid/shop.ts'
import type { Json } from '../../support/http-client.ts'
import { answers, example, rapidCall, rapidRate, STAY } from '../../support/rapid.ts'

function checked(name: string, adults: number) {
  const occupancy = [{ adults, childAges: [] }]
  return checkPrice(rapidCall('http://x', answers(200, example(name))), {
    supplierHotelId: '1',
    stay: STAY,
    occupancy,
    nationality: 'US',
    hotelTimeZone: null,
    rate: rapidRate(occupancy),
  })
}

describe('the official price-check examples', () => {
  it('are the exact price in the currency that is charged, and the link to book with', async () => {
    const answer = await checked('price-check.200.available-example', 2)
    expect(answer).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          price: {
            total: { amountMinor: 34_600, currency: 'CAD' },
            base: { amountMinor: 30_900, currency: 'CAD' },
            taxesAndFees: expect.arrayContaining([
              expect.objectContaining({ due: 'AT_PROPERTY', amount: { amountMinor: 500, currency: 'CAD' } }),
            ]),
          },
          supplierPayload: { bookHref: '/v3/itineraries?token=MY5S3j36cOcL' },
          expiresAt: Date.parse('2019-03-05T07:23:14.000Z'),
        },
      },
    })
  })

  it('are still a price when it changed, though this example breaks its own schema in the nights', async () => {
    // The example prices a party that it calls "1234".
    const answer = await checked('price-check.200.price-changed-example', 1234)
    expect(answer).toMatchObject({
      ok: true,
      value: { available: true, rate: { price: { total: { amountMinor: 21_500, currency: 'USD' }, nightly: null } } },
    })
  })

  it('are sold out when there is only a link to shop', async () => {
    expect(await checked('price-check.200.sold-out-example', 2)).toEqual({ ok: true, value: { available: false } })
  })

  it('are a failure when they lead to no booking, or price another party', async () => {
    const change = await checked('price-check.200.room-change-example', 2)
    const others = await checked('price-check.200.available-example', 5)
    for (const answer of [change, others]) expect(answer).toMatchObject({ ok: false, error: { kind: 'MALFORMED' } })
  })
})

function booked(mode: BookingMode, json: Json) {
  return book(rapidCall('http://localhost', answers(201, json)), {
    supplierReference: 'ABC',
    mode,
    rate: rapidRate([{ adults: 2, childAges: [] }]),
    stay: STAY,
    nationality: 'US',
    holder: { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
    guests: [],
    specialRequests: null,
  })
}

const INSTANT_EXAMPLE = 'create-booking.201.create-without-hold-no-challenge-example'
const HOLD_EXAMPLE = 'create-booking.201.create-with-hold-no-challenge-example'

describe('the official create examples', () => {
  it.each([
    ['INSTANT', INSTANT_EXAMPLE, 'CONFIRMED'],
    ['HOLD', HOLD_EXAMPLE, 'ON_HOLD'],
    ['HOLD', INSTANT_EXAMPLE, 'PENDING'],
    ['INSTANT', HOLD_EXAMPLE, 'PENDING'],
  ] as const)('asked for %s, %s is %s: what was not asked for is looked up first', async (mode, name, status) => {
    expect(await booked(mode, example(name))).toMatchObject({
      outcome: 'ACCEPTED',
      value: { status, supplierBookingId: '8999989898988' },
    })
  })

  it('prove nothing when the payment is challenged: the booking is not made until somebody answers', async () => {
    const outcome = await booked('INSTANT', example('create-booking.201.create-payment-challenged-example'))
    expect(outcome.outcome).toBe('UNKNOWN')
  })

  it.each([null, {}, [], { itinerary_id: 7 }, 'created'])('prove nothing without an id: %j', async (json) => {
    expect((await booked('INSTANT', json)).outcome).toBe('UNKNOWN')
  })
})

describe('any body at all', () => {
  function availability(): Json {
    return example('availability.200.availability')
  }
  const text = JSON.stringify(availability())
  const [adults = '', ages = ''] = (Object.keys(availability()[0].rooms[0].rates[0].occupancy_pricing)[0] ?? '').split(
    '-',
  )
  const party = [{ adults: Number(adults), childAges: ages === '' ? [] : ages.split(',').map(Number) }]

  async function sell(json: unknown) {
    const answer = await rooms(rapidCall('http://x', answers(200, json)), {
      supplierHotelId: availability()[0].property_id,
      stay: STAY,
      occupancy: party,
      nationality: 'US',
      hotelTimeZone: null,
    })
    const sold = answer.ok ? answer.value.rates : []
    for (const { price } of sold) {
      expect(Number.isSafeInteger(price.total.amountMinor) && price.total.amountMinor > 0).toBe(true)
      for (const { amount } of price.taxesAndFees) expect(amount.amountMinor).toBeGreaterThan(0)
    }
    for (const { policy } of sold)
      for (const { penalty } of policy.windows) expect(penalty === null || penalty.amountMinor >= 0).toBe(true)
    return sold.length
  }

  it('that is whole is sold: what follows spoils something', async () => {
    expect(await sell(availability())).toBeGreaterThan(0)
  })

  it('in place of an availability never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (json) => void (await sell(json))),
      { numRuns: 200 },
    )
  })

  it('with a stretch of characters changed, where it is still JSON, is never sold without a price', async () => {
    const place = fc.nat({ max: text.length - 1 })
    const junk = fc.constantFrom('', '-', '0', '9', '99999999999999999', 'null', '""', '{}', '[]', 'x', '%')
    const spoilt = fc.tuple(place, fc.nat({ max: 12 }), junk).map(([at, length, put]) => parsed(at, length, put))
    await fc.assert(
      fc.asyncProperty(spoilt, async (json) => void (await sell(json))),
      { numRuns: 2_000 },
    )
  })

  function parsed(at: number, length: number, put: string): unknown {
    try {
      return JSON.parse(text.slice(0, at) + put + text.slice(at + length))
    } catch {
      // No JSON is the wire's to refuse; the adapter sees null for an empty body.
      return null
    }
  }
})
