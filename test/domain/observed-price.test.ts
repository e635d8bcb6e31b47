import { describe, expect, it } from 'vitest'
import { NO_PRICE_RULES } from '../../src/domain/no-price.ts'
import {
  dayNumber,
  estimatedNightly,
  type Observed,
  recentNightly,
  recommendation,
  typicalNightly,
  valuePermille,
  weekdayClassOf,
} from '../../src/domain/observed-price.ts'

const TODAY = 20_000

/** Observations of so many days ago. */
function seen(...pairs: readonly (readonly [daysAgo: number, cents: number])[]): Observed[] {
  return pairs.map(([daysAgo, nightlyUsdCents]) => ({ day: TODAY - daysAgo, nightlyUsdCents }))
}

describe('the day of an arrival', () => {
  it('is counted from 1970, also before it', () => {
    expect(['1970-01-01', '1970-01-02', '1969-12-31', '2026-11-23'].map(dayNumber)).toEqual([0, 1, -1, 20_780])
  })

  it('is of a weekend on Friday and Saturday', () => {
    const week = ['02', '03', '04', '05', '06', '07', '08'].map((day) => weekdayClassOf(`2026-11-${day}`))
    expect(week).toEqual(['WEEKDAY', 'WEEKDAY', 'WEEKDAY', 'WEEKDAY', 'WEEKEND', 'WEEKEND', 'WEEKDAY'])
    const early = ['1969-12-25', '1969-12-26', '1969-12-27', '1969-12-28'].map(weekdayClassOf)
    expect(early).toEqual(['WEEKDAY', 'WEEKEND', 'WEEKEND', 'WEEKDAY'])
  })
})

describe('what a night typically costs', () => {
  it('is the middle of 90 days, whatever their order', () => {
    expect(typicalNightly(seen([0, 500], [1, 100], [2, 400], [3, 200], [4, 300]), TODAY)).toBe(300)
    expect(typicalNightly(seen([0, 1], [1, 2], [2, 3], [3, 6], [4, 7], [5, 8]), TODAY)).toBe(5)
    // 9 comes before 10 and 100 as numbers, not as texts.
    expect(typicalNightly(seen([0, 9], [1, 10], [2, 100], [3, 1_000], [4, 2]), TODAY)).toBe(10)
  })

  it('is not made up of fewer than five, and nothing older counts', () => {
    const four = [1, 2, 3, 4].map((day) => [day, 100] as const)
    expect(typicalNightly(seen(...four), TODAY)).toBeNull()
    expect(typicalNightly(seen(...four, [89, 100]), TODAY)).toBe(100)
    expect(typicalNightly(seen(...four, [90, 100]), TODAY)).toBeNull()
  })
})

describe('what a night has cost recently', () => {
  it('is the middle of two weeks', () => {
    expect(recentNightly(seen([13, 100], [14, 900], [15, 900]), TODAY)).toBe(100)
    expect(recentNightly(seen([14, 900]), TODAY)).toBeNull()
    expect(recentNightly([], TODAY)).toBeNull()
  })

  it('is of the 15 newest', () => {
    const old = Array.from({ length: 10 }, () => [10, 900] as const)
    const fresh = Array.from({ length: 15 }, (_, index) => [index % 3, 100 + index] as const)
    expect(recentNightly(seen(...old, ...fresh), TODAY)).toBe(107)
    expect(recentNightly(seen(...old.slice(0, 2), ...fresh.slice(0, 14)), TODAY)).toBe(107)
  })
})

describe('a list that the client does not order', () => {
  it.each([
    [900, 1_000, 100],
    [1_000, 1_000, 0],
    [1_100, 1_000, -100],
    [1, 3, 667],
    [0, 1_000, 1_000],
  ])('has the value of %i against %i as %i', (price, typical, permille) => {
    expect(valuePermille(price, typical)).toBe(permille)
  })

  it('goes by weight and stars, by value within bounds, and by whether prices are known', () => {
    const hotel = { weight: 0, stars: 0, valuePermille: null, isObserved: false }
    expect(recommendation(hotel)).toBe(0)
    expect(recommendation({ ...hotel, weight: 7 })).toBe(70)
    expect(recommendation({ ...hotel, stars: 3 })).toBe(1_200)
    expect(recommendation({ ...hotel, isObserved: true })).toBe(200)
    const values = [-301, -300, -10, 10, 300, 301].map((value) => recommendation({ ...hotel, valuePermille: value }))
    expect(values).toEqual([-600, -600, -20, 20, 600, 600])
  })

  it('begins with an estimate by the stars', () => {
    const stars = [null, 0, 1, 2, 3, 4, 5, 6]
    expect(stars.map(estimatedNightly)).toEqual([6_000, 6_000, 4_500, 6_500, 9_500, 15_000, 32_000, 6_000])
  })
})

describe('a hotel without a price', () => {
  it('is left out for half an hour, and for good where three dates of two weeks had none', () => {
    expect(NO_PRICE_RULES).toEqual({ exactMs: 1_800_000, chronicDates: 3, chronicWithinMs: 1_209_600_000 })
  })
})
