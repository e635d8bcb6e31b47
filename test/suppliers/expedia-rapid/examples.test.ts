import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { find, retrieve } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import { mapRate } from '../../../src/suppliers/expedia-rapid/map-rate.ts'
import { rooms } from '../../../src/suppliers/expedia-rapid/shop.ts'
import type { Json } from '../../support/http-client.ts'
import { answers, example, NOW, rapidCall } from '../../support/rapid.ts'

function availability(): Json {
  return example('availability.200.availability')
}

/** The parties that the official example is priced for. */
function exampleOccupancy(): { adults: number; childAges: number[] }[] {
  const [key = '2'] = Object.keys(availability()[0].rooms[0].rates[0].occupancy_pricing)
  const [adults = '2', ages = ''] = key.split('-')
  return [{ adults: Number(adults), childAges: ages === '' ? [] : ages.split(',').map(Number) }]
}

function context() {
  return {
    propertyId: '19248',
    room: { id: '123', name: 'Double' },
    stay: { checkInDate: '2027-03-10', checkOutDate: '2027-03-11' },
    occupancy: exampleOccupancy(),
    timeZone: null,
    nowAt: NOW,
    holdWindowMs: 86_400_000,
  }
}

describe('the official availability example', () => {
  it('becomes rates with an exact price and readable terms', async () => {
    const id = availability()[0].property_id
    const { stay, occupancy } = context()
    const answer = await rooms(rapidCall('http://x', answers(200, availability())), {
      supplierHotelId: id,
      stay,
      occupancy,
      nationality: 'US',
      hotelTimeZone: null,
    })
    expect(answer.ok).toBe(true)
    if (!answer.ok) return
    expect(answer.value.droppedRates).toBe(0)
    const [rate] = answer.value.rates
    const told = availability()[0].rooms[0].rates[0]
    const pricing: Json = Object.values(told.occupancy_pricing)[0]
    const { value, currency } = pricing.totals.inclusive.billable_currency
    expect(rate?.price.total).toEqual({ amountMinor: Math.round(Number(value) * 100), currency })
    expect(rate?.policy.windows.length).toBeGreaterThan(0)
  })

  it('is no availability, and no fault, when it is empty', async () => {
    const { stay, occupancy } = context()
    const answer = await rooms(rapidCall('http://x', answers(200, example('availability.200.no-availability'))), {
      supplierHotelId: '1',
      stay,
      occupancy,
      nationality: 'US',
      hotelTimeZone: null,
    })
    expect(answer).toEqual({ ok: true, value: { rates: [], droppedRates: 0 } })
  })
})

describe('the official itinerary examples', () => {
  const reference = {
    supplierReference: 'x',
    supplierBookingId: '8999989898988',
    supplierPayload: {},
    holderEmail: 'a@b.example',
    bookedAt: 0,
  }

  it('are a confirmed booking with both references', async () => {
    const call = rapidCall('http://x', answers(200, example('retrieve.200.itinerary-no-history')))
    const found = await retrieve(call, reference)
    expect(found).toMatchObject({
      ok: true,
      value: { status: 'CONFIRMED', supplierBookingId: '8999989898988', hotelConfirmationNumber: 'BEF23123AA' },
    })
  })

  it('are nothing when Rapid has nothing yet', async () => {
    const call = rapidCall('http://x', answers(200, example('retrieve-by-affiliate-reference.200.no-itineraries')))
    expect(await find(call, reference)).toEqual({ ok: true, value: [] })
  })

  it('are a booking that exists, and no more, while only the id has been propagated', async () => {
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
    expect(mapRate(broken, context())).toBeNull()
  })

  it('never throws, and never sells without a price, whatever is broken', () => {
    const paths = leafPaths(rate())
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.anything(), (path, junk) => {
        const broken = rate()
        setAt(broken, path, junk)
        for (const sold of mapRate(broken, context()) ?? []) {
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
