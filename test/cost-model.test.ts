import { describe, expect, it } from 'vitest'
import { type Cost, needsOf, SIZES } from '../bench/cost-model.ts'

const NOTHING: Cost = { api: 0, relay: 0, worker: 0, postgres: 0, redis: 0, databaseBytes: 0, walBytes: 0 }

describe('[21] what a load needs', () => {
  it('is the sum of its parts, in cores of which half is used', () => {
    const costs = {
      search: { ...NOTHING, api: 2 },
      autocomplete: NOTHING,
      'rooms and prebook': { ...NOTHING, api: 10, databaseBytes: 1_000 },
      booking: { ...NOTHING, api: 5, relay: 1, walBytes: 20_000 },
    }
    const needs = needsOf(costs, SIZES['1×'])
    // 100 × 2 + 50 × 10 + 10 × 5 = 750 ms a second, on cores half used.
    expect(needs.api).toBeCloseTo(1.5)
    expect(needs.relay).toBeCloseTo(0.02)
    expect(needs.gbADay).toBeCloseTo(4.32)
    expect(needs.walMbASecond).toBeCloseTo(0.2)
    expect(needsOf(costs, SIZES['1,000×']).api).toBeCloseTo(1_500)
  })
})
