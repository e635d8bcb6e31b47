import { describe, expect, it } from 'vitest'
import { noteOf } from '../../src/admin/listing-argument.ts'
import { checkReason } from '../../src/console/run-action.ts'

describe('the reason of a decision on a mapping', () => {
  it('[22] may be as long as a screen takes it, which a second person approves, and no longer', () => {
    const longest = 'x'.repeat(1_000)
    expect(noteOf({ reason: checkReason(longest) })).toBe(longest)
    expect(() => checkReason(`${longest}x`)).toThrow()
    expect(() => noteOf({ reason: `${longest}x` })).toThrow('--reason has at most 1,000 characters')
  })
})
