import { describe, expect, it } from 'vitest'
import { jobPauseMs } from '../../src/domain/call-caps.ts'

describe('[X-04] the calls of a job that nobody waits for', () => {
  it.each([
    ['five a second, where the contract names none', {}, 200],
    ['five a second, where it allows more', { perSecond: 200 }, 200],
    ['a tenth of the whole, where that is less', { perSecond: 20 }, 500],
    ['one a second, where a tenth is less than one', { perSecond: 5 }, 1_000],
    ['what content may have, where that is said', { perSecond: 5, perSecondBy: { content: 4 } }, 250],
    ['five a second, where only searches are bounded', { perSecondBy: { search: 1 } }, 200],
  ])('are %s', (_, caps, pauseMs) => {
    expect(jobPauseMs(caps)).toBe(pauseMs)
  })
})
