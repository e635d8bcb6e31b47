import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { find, retrieve } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import { mapRate } from '../../../src/suppliers/expedia-rapid/map-rate.ts'
import { rooms } from '../../../src/suppliers/expedia-rapid/shop.ts'
import { availability, itinerary } from '../../fixtures/suppliers/rapid.ts'
import type { Json } from '../../support/http-client.ts'
import { answers, NOW, rapidCall, STAY } from '../../support/rapid.ts'

const CONTEXT = {
  propertyId: '70411',
  room: { id: '810', name: 'Garden Double Room' },
  stay: STAY,
  occupancy: [{ adults: 2, childAges: [] }],
  timeZone: null,
  nowAt: NOW,
  holdWindowMs: 86_400_000,
}

function roomsFrom(json: Json, childAges: number[] = [], adults = 2) {
  return rooms(rapidCall('http://x', answers(200, json)), {
    supplierHotelId: '70411',
    stay: STAY,
    occupancy: [{ adults, childAges }],
    nationality: 'GB',
    hotelTimeZone: null,
  })
}

describe('an availability', () => {
  it('becomes rates with an exact price and readable terms', async () => {
    const answer = await roomsFrom(availability(), [4, 9], 1)
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.droppedRates).toBe(0)
    const [rate] = answer.value.rates
    expect(rate?.price.total).toEqual({ amountMinor: 48_000, currency: 'EUR' })
    expect(rate?.policy.windows.length).toBeGreaterThan(1)
  })

  it('is no availability, and no failure, when it is empty', async () => {
    expect(await roomsFrom([])).toEqual({ ok: true, value: { rates: [], droppedRates: 0 } })
  })
})

describe('an itinerary', () => {
  const reference = {
    supplierReference: 'x',
    supplierBookingId: '5550042',
    supplierPayload: {},
    holderEmail: 'a@b.example',
    bookedAt: 0,
  }

  it('is a confirmed booking with both references', async () => {
    const found = await retrieve(rapidCall('http://x', answers(200, itinerary())), reference)
    expect(found).toMatchObject({
      ok: true,
      value: { status: 'CONFIRMED', supplierBookingId: '5550042', hotelConfirmationNumber: 'HTL-5521' },
    })
  })

  it('is not found in an empty list', async () => {
    expect(await find(rapidCall('http://x', answers(200, [])), reference)).toEqual({ ok: true, value: [] })
  })

  it('is a pending booking while only the id has been propagated', async () => {
    const call = rapidCall(
      'http://x',
      answers(200, [{ itinerary_id: '1', creation_date_time: '2027-01-01T00:00:00Z' }]),
    )
    expect(await find(call, reference)).toMatchObject({
      ok: true,
      value: [{ status: 'PENDING', supplierBookingId: '1', charged: null, rooms: null, guests: null }],
    })
  })
})

describe('a broken rate', () => {
  function rate(): Json {
    return availability()[0].rooms[0].rates[0]
  }

  it.each([
    ['a price that is no number', (broken: Json) => spoilPrices(broken, 'free')],
    ['a negative price', (broken: Json) => spoilPrices(broken, '-10.00')],
    ['no price at all', (broken: Json) => (broken.occupancy_pricing = {})],
    [
      'a penalty without a readable date',
      (broken: Json) => (broken.cancel_penalties = [{ start: 'soon', nights: '1' }]),
    ],
    ['no refundability', (broken: Json) => delete broken.refundable],
    ['a link that leads elsewhere', (broken: Json) => spoilLinks(broken)],
  ])('with %s is dropped, never sold', (_what, spoil) => {
    const broken = rate()
    spoil(broken)
    expect(mapRate(broken, CONTEXT)).toBeNull()
  })

  it('never throws, and never sells without a price, whatever is broken', () => {
    const paths = leafPaths(rate())
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.anything(), (path, junk) => {
        const broken = rate()
        setAt(broken, path, junk)
        for (const sold of mapRate(broken, CONTEXT) ?? []) {
          expect(Number.isSafeInteger(sold.price.total.amountMinor)).toBe(true)
          expect(sold.price.total.amountMinor).toBeGreaterThan(0)
        }
      }),
      { numRuns: 500 },
    )
  })
})

function spoilPrices(rate: Json, value: string): void {
  for (const pricing of Object.values<Json>(rate.occupancy_pricing))
    pricing.totals.inclusive.billable_currency.value = value
}

function spoilLinks(rate: Json): void {
  for (const group of Object.values<Json>(rate.bed_groups)) group.links.price_check.href = 'https://evil.example/v3/x'
}

function leafPaths(value: Json, path: string[] = []): string[][] {
  return value !== null && typeof value === 'object'
    ? [path, ...Object.entries(value).flatMap(([key, child]) => leafPaths(child, [...path, key]))].filter(
        (one) => one.length > 0,
      )
    : [path]
}

function setAt(target: Json, path: readonly string[], value: unknown): void {
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce((current, key) => current?.[key], target)
  if (parent !== null && typeof parent === 'object') parent[last] = value
}
