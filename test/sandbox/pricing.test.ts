import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { currencyExponent } from '../../src/domain/money.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { setStockShift } from '../../src/sandbox/catalogue/stock-day.ts'
import {
  isAvailable,
  type PriceInput,
  penaltySteps,
  priceStay,
  SANDBOX_USD_RATES,
  stayNights,
} from '../../src/sandbox/pricing.ts'
import { SCENARIOS, scenarioOf } from '../../src/sandbox/scenarios.ts'

afterEach(() => setStockShift(0))

const catalogue = sandboxCatalogue()
const { supplierHotels } = catalogue

const party = fc.record({
  adults: fc.integer({ min: 1, max: 5 }),
  childAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 4 }),
})
const date = fc
  .integer({ min: 0, max: 3_000 })
  .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString())

/** Any rate of any supplier's hotel, for any stay and party, in any currency of the sandbox. */
const priceInput: fc.Arbitrary<PriceInput> = fc
  .record({
    listing: fc.constantFrom(...supplierHotels),
    roll: fc.nat(),
    checkInDate: date,
    nights: fc.integer({ min: 1, max: 30 }),
    occupancy: fc.array(party, { minLength: 1, maxLength: 8 }),
    currency: fc.constantFrom(...Object.keys(SANDBOX_USD_RATES)),
  })
  .map(({ listing, roll, checkInDate, nights, occupancy, currency }) => {
    const rates = catalogue
      .supplierRooms(listing.supplierCode, listing.supplierHotelId)
      .flatMap((room) => room.ratePlans.map((ratePlan) => ({ room, ratePlan })))
    const rate = rates[roll % rates.length]
    if (!rate) throw new Error('every listing has rates')
    return { listing, ...rate, nights: stayNights(checkInDate, nights), occupancy, currency }
  })

/** The first rate of a scenario's hotel, for a couple. */
function rateOf(slug: string): PriceInput {
  const listing = supplierHotels.find(({ hotelId }) => hotelId === SCENARIOS.find((row) => row.slug === slug)?.hotelId)
  const room = catalogue.supplierRooms(listing?.supplierCode ?? '', listing?.supplierHotelId ?? '')[0]
  const ratePlan = room?.ratePlans[0]
  if (!listing || !room || !ratePlan) throw new Error(`no rate for ${slug}`)
  const nights = stayNights('2027-03-10', 3)
  return { listing, room, ratePlan, nights, occupancy: [{ adults: 2, childAges: [] }], currency: listing.currency }
}

describe('prices', () => {
  it('are positive safe integers that sum exactly, and the same on every call, in currencies of exponent 0, 2 and 3', () => {
    const again = sandboxCatalogue()
    fc.assert(
      fc.property(priceInput, (input) => {
        const price = priceStay(catalogue, input)
        const fits = input.occupancy.every(
          ({ adults, childAges }) => adults + childAges.length <= input.room.maxOccupancy,
        )
        expect(price !== null).toBe(fits)
        if (!price) return
        const nights = price.rooms.flatMap((room) => room.nights)
        expect(nights).toHaveLength(input.occupancy.length * input.nights.length)
        for (const { baseMinor, taxMinor } of nights) {
          expect(Number.isSafeInteger(baseMinor) && baseMinor > 0).toBe(true)
          expect(Number.isSafeInteger(taxMinor) && taxMinor >= 0).toBe(true)
        }
        expect(nights.reduce((sum, { baseMinor, taxMinor }) => sum + baseMinor + taxMinor, 0)).toBe(price.totalMinor)
        expect(price.rooms.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(price.totalMinor)
        expect(Number.isSafeInteger(price.totalMinor)).toBe(true)
        expect(priceStay(again, input)).toEqual(price)
      }),
      { numRuns: 400 },
    )
    for (const [currency, exponent] of [
      ['JPY', 0],
      ['USD', 2],
      ['KWD', 3],
    ] as const) {
      expect(priceStay(catalogue, { ...rateOf('hold'), currency })?.currency).toBe(currency)
      expect(currencyExponent(currency)).toBe(exponent)
    }
  })

  it('keep a supplier within about 6 % of the hotel’s own price for the same room and night', () => {
    const shared = supplierHotels.filter(({ hotelId }) => hotelId < 700)
    const input = rateOf('hold')
    const totals = Map.groupBy(
      shared.map((listing) => ({ listing, price: priceStay(catalogue, { ...input, listing, currency: 'USD' }) })),
      ({ listing }) => listing.hotelId,
    )
    for (const rows of totals.values()) {
      const amounts = rows.map(({ price }) => price?.totalMinor ?? 0)
      expect(Math.max(...amounts) / Math.min(...amounts)).toBeLessThan(1.06 / 0.94 + 0.01)
    }
  })

  it('cost more for more people, and less without the right to cancel', () => {
    const input = rateOf('confirm')
    function totalFor(change: Partial<PriceInput>): number {
      return priceStay(catalogue, { ...input, ...change })?.totalMinor ?? 0
    }
    const saver = input.room.ratePlans.find(({ refundable }) => !refundable) ?? input.ratePlan
    const couple = totalFor({})
    expect(totalFor({ occupancy: [{ adults: 1, childAges: [] }] })).toBeLessThan(couple)
    expect(totalFor({ occupancy: [...input.occupancy, ...input.occupancy] })).toBe(couple * 2)
    expect(totalFor({ ratePlan: saver })).toBeLessThan(couple)
  })

  it('are in the scenario’s own currency where the scenario is about currencies', () => {
    expect(priceStay(catalogue, rateOf('jpy'))?.currency).toBe('JPY')
    expect(priceStay(catalogue, rateOf('kwd'))?.currency).toBe('KWD')
  })

  it('exist in the currency that each supplier charges each hotel in', () => {
    expect(supplierHotels.filter(({ currency }) => SANDBOX_USD_RATES[currency] === undefined)).toEqual([])
    expect(catalogue.hotels.filter(({ currency }) => SANDBOX_USD_RATES[currency] === undefined)).toEqual([])
  })
})

describe('the stock of another day', () => {
  const listings = supplierHotels.filter(
    ({ supplierHotelId, supplierCode }) => scenarioOf(supplierCode, supplierHotelId) === null,
  )

  /** What is sold from a date on: who has a room, and what it costs. */
  function stockFrom(checkInDate: string): unknown[] {
    const nights = stayNights(checkInDate, 3)
    return listings.slice(0, 300).map((listing) => {
      const [room] = catalogue.supplierRooms(listing.supplierCode, listing.supplierHotelId)
      const [ratePlan] = room?.ratePlans ?? []
      if (!room || !ratePlan) throw new Error('a listing without a rate')
      const occupancy = [{ adults: 1, childAges: [] }]
      const price = priceStay(catalogue, { listing, room, ratePlan, nights, occupancy, currency: 'EUR' })
      return [isAvailable(listing, checkInDate, nights.length), price?.totalMinor]
    })
  }

  it('is sold on a date, which stays what it is', () => {
    setStockShift(0)
    const [today, later] = [stockFrom('2027-02-27'), stockFrom('2027-08-07')]
    setStockShift(161)
    expect(stockFrom('2027-02-27')).toEqual(later)
    expect(later).not.toEqual(today)
    expect(stayNights('2027-02-27', 2).map((night) => night.date)).toEqual(['2027-02-27', '2027-02-28'])
  })
})

describe('availability', () => {
  it('lacks for about 7 % of the pairs of hotel and stay, and never for a scenario but no-price', () => {
    const ordinary = supplierHotels.filter(({ hotelId }) => hotelId < 900_000)
    const gone = ordinary.filter((listing) => !isAvailable(listing, '2027-03-10', 3))
    expect(gone.length / ordinary.length).toBeGreaterThan(0.05)
    expect(gone.length / ordinary.length).toBeLessThan(0.09)
    const scenarios = supplierHotels.filter(({ hotelId }) => hotelId > 900_000)
    const slugs = scenarios.filter((listing) => !isAvailable(listing, '2027-03-10', 3)).map(({ hotelId }) => hotelId)
    expect(slugs).toEqual(SCENARIOS.filter(({ slug }) => slug === 'no-price').map(({ hotelId }) => hotelId))
  })
})

describe('penalties', () => {
  const shownAt = Date.UTC(2027, 0, 1, 12)
  const stay = { checkInDate: '2027-03-10', timeZone: 'Atlantic/Reykjavik', shownAt }
  function stepsOf(slug: string) {
    return penaltySteps(rateOf(slug).ratePlan, stay)
  }
  const checkInAt = Date.UTC(2027, 2, 10)

  it('are free, then one night, then everything on the day of check-in, by the hotel’s own clock', () => {
    expect(stepsOf('cancel-free')).toEqual([
      { fromAt: Date.UTC(2027, 2, 9, 18), untilAt: checkInAt, nights: 1, percent: null },
      { fromAt: checkInAt, untilAt: null, nights: null, percent: 100 },
    ])
    const inTokyo = penaltySteps(rateOf('cancel-free').ratePlan, { ...stay, timeZone: 'Asia/Tokyo' })
    expect(inTokyo[0]?.fromAt).toBe(Date.UTC(2027, 2, 9, 9))
  })

  it('start at once, start in two minutes, or have no amount, where the scenario says so', () => {
    expect(stepsOf('cancel-penalty')[0]).toMatchObject({ fromAt: shownAt, nights: 1 })
    expect(stepsOf('cancel-boundary')[0]).toMatchObject({ fromAt: shownAt + 120_000, nights: 1 })
    expect(stepsOf('cancel-unknown')).toEqual([{ fromAt: shownAt, untilAt: null, nights: null, percent: null }])
  })

  it('are sorted and contiguous for every rate plan and stay', () => {
    fc.assert(
      fc.property(priceInput, date, ({ ratePlan }, checkInDate) => {
        const steps = penaltySteps(ratePlan, { checkInDate, timeZone: 'Pacific/Apia', shownAt })
        steps.forEach((step, index) => {
          expect(step.untilAt).toBe(steps[index + 1]?.fromAt ?? null)
          if (step.untilAt !== null) expect(step.untilAt).toBeGreaterThan(step.fromAt)
        })
      }),
      { numRuns: 200 },
    )
  })
})
