import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookingMode } from '../../../src/domain/rate.ts'
import { book } from '../../../src/suppliers/expedia-rapid/book.ts'
import { checkPrice, rooms } from '../../../src/suppliers/expedia-rapid/shop.ts'
import {
  availability,
  CREATED,
  changedPriceCheck,
  priceCheck,
  roomChangePriceCheck,
  soldOutPriceCheck,
} from '../../fixtures/suppliers/rapid.ts'
import type { Json } from '../../support/http-client.ts'
import { answers, rapidCall, rapidRate, STAY } from '../../support/rapid.ts'

function checked(json: Json, adults = 2) {
  const occupancy = [{ adults, childAges: [] }]
  return checkPrice(rapidCall('http://x', answers(200, json)), {
    supplierHotelId: '70411',
    stay: STAY,
    occupancy,
    nationality: 'GB',
    hotelTimeZone: null,
    rate: rapidRate(occupancy),
  })
}

describe('a price check', () => {
  it('returns the exact price in the currency that is charged, and the link to book with', async () => {
    expect(await checked(priceCheck())).toMatchObject({
      ok: true,
      value: {
        available: true,
        rate: {
          price: {
            total: { amountMinor: 48_000, currency: 'EUR' },
            base: { amountMinor: 42_000, currency: 'EUR' },
            taxesAndFees: expect.arrayContaining([
              expect.objectContaining({
                due: 'AT_PROPERTY',
                kind: 'RESORT_FEE',
                amount: { amountMinor: 1_200, currency: 'EUR' },
              }),
            ]),
          },
          supplierPayload: { bookHref: '/v3/itineraries?token=invented-2' },
          expiresAt: Date.parse('2027-01-01T00:30:00Z'),
        },
      },
    })
  })

  it('returns a changed price without its nights when these cannot be read', async () => {
    expect(await checked(changedPriceCheck())).toMatchObject({
      ok: true,
      value: { available: true, rate: { price: { total: { amountMinor: 48_000, currency: 'EUR' }, nightly: null } } },
    })
  })

  it('is sold out when there is only a link to shop', async () => {
    expect(await checked(soldOutPriceCheck())).toEqual({ ok: true, value: { available: false } })
  })

  it('fails when the answer has no link to book with, or prices another party', async () => {
    for (const answer of [await checked(roomChangePriceCheck()), await checked(priceCheck(), 5)])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'MALFORMED' } })
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

describe('a created booking', () => {
  it.each([
    ['INSTANT', 'booked', 'CONFIRMED'],
    ['HOLD', 'held', 'ON_HOLD'],
    ['HOLD', 'booked', 'PENDING'],
    ['INSTANT', 'held', 'PENDING'],
  ] as const)('requested as %s and answered as %s is %s', async (mode, answer, status) => {
    expect(await booked(mode, CREATED[answer])).toMatchObject({
      outcome: 'ACCEPTED',
      value: { status, supplierBookingId: '5550042' },
    })
  })

  it('is unknown while the payment is challenged', async () => {
    expect((await booked('INSTANT', CREATED.challenged)).outcome).toBe('UNKNOWN')
  })

  it.each([null, {}, [], { itinerary_id: 7 }, 'created'])('is unknown without an id: %j', async (json) => {
    expect((await booked('INSTANT', json)).outcome).toBe('UNKNOWN')
  })
})

describe('any body at all', () => {
  const text = JSON.stringify(availability())
  const party = [{ adults: 2, childAges: [] }]

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
