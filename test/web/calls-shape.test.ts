import { describe, expect, it } from 'vitest'
import { hoursOf } from '../../web/src/screens/suppliers/calls-shape.ts'

const HOUR_MS = 3_600_000
const SIX = Date.UTC(2026, 10, 26, 6)

describe('the hours that a connection’s calls are drawn over', () => {
  it('are those of the range, also where one hour alone was counted', () => {
    const hours = hoursOf([SIX], { now: SIX + 17 * 60_000, range: 24 })
    expect(hours).toHaveLength(25)
    expect(hours[0]).toBe(SIX - 24 * HOUR_MS)
    expect(hours.at(-1)).toBe(SIX)
  })

  it('go on to what was counted, where the browser’s clock is behind', () => {
    expect(hoursOf([SIX], { now: SIX - 2 * HOUR_MS, range: 3 }).at(-1)).toBe(SIX)
  })

  it('are as many where nothing was counted', () => {
    expect(hoursOf([], { now: SIX, range: 3 })).toHaveLength(4)
  })
})
