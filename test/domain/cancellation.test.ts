import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPolicy, freeCancellationUntil, type PenaltyRule, penaltyAt } from '../../src/domain/cancellation.ts'

const TOTAL = { amountMinor: 30_000, currency: 'USD' }

const instant = fc.integer({ min: 0, max: 1_000 })
const rule: fc.Arbitrary<PenaltyRule> = fc
  .record({
    fromAt: fc.option(instant),
    length: fc.option(fc.integer({ min: 1, max: 500 })),
    how: fc.oneof(
      fc.record({ basis: fc.constant('FIXED' as const), amount: fc.integer({ min: 0, max: 60_000 }) }),
      fc.record({ basis: fc.constant('NIGHTS' as const), nights: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ basis: fc.constant('PERCENT' as const), percent: fc.integer({ min: 0, max: 100 }) }),
      fc.record({ basis: fc.constant('UNKNOWN' as const) }),
    ),
  })
  .map(({ fromAt, length, how }) => ({
    fromAt,
    untilAt: length === null ? null : (fromAt ?? 0) + length,
    basis: how.basis,
    amount: 'amount' in how ? { amountMinor: how.amount, currency: 'USD' } : null,
    nights: 'nights' in how ? how.nights : null,
    percent: 'percent' in how ? how.percent : null,
    deadlineSource: 'SUPPLIER_ZONED' as const,
  }))

function policyOf(rules: readonly PenaltyRule[], knownAt = 100) {
  return buildPolicy({
    rules,
    refundable: true,
    total: TOTAL,
    nightly: null,
    nights: 3,
    knownAt,
    timeZone: 'Europe/London',
  })
}

type Span = Pick<PenaltyRule, 'fromAt' | 'untilAt'>

function holds({ fromAt, untilAt }: Span, at: number): boolean {
  return (fromAt ?? at) <= at && (untilAt ?? at + 1) > at
}

/** True where no rule holds but those that hold at any time, whatever the others say. */
function isGap(rules: readonly Span[], at: number): boolean {
  return rules.every((one) => !holds(one, at) || (one.fromAt === null && one.untilAt === null))
}

/** What one rule costs, worked out without the code under test. */
function costOf({ basis, amount, nights, percent }: PenaltyRule): number | null {
  if (basis === 'FIXED') return Math.min(amount?.amountMinor ?? 0, 30_000)
  if (basis === 'NIGHTS') return Math.min((nights ?? 0) * 10_000, 30_000)
  return basis === 'PERCENT' ? Math.round(((percent ?? 0) * 30_000) / 100) : null
}

describe('a cancellation policy', () => {
  it('[C-092] is a row of windows: sorted, contiguous, never overlapping, the last without an end', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), (rules) => {
        const { windows } = policyOf(rules)
        expect(windows.length).toBeGreaterThan(0)
        expect(windows[0]?.fromAt).toBe(100)
        expect(windows.at(-1)?.untilAt).toBeNull()
        windows.slice(1).forEach((window, index) => expect(window.fromAt).toBe(windows[index]?.untilAt))
      }),
    )
  })

  it('[C-090] costs at any time what the dearest rule says then, in a gap what the dearest before it says, and an unknown amount is dearer than any', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), fc.integer({ min: 100, max: 2_000 }), (rules, at) => {
        const counting = isGap(rules, at)
          ? rules.filter(({ fromAt }) => (fromAt ?? at) <= at)
          : rules.filter((one) => holds(one, at))
        const costs = counting.map(costOf)
        const expected = costs.includes(null) ? null : Math.max(0, ...costs.filter((cost) => cost !== null))
        expect(penaltyAt(policyOf(rules), at)?.penalty?.amountMinor ?? null).toBe(expected)
      }),
    )
  })

  it('[C-090] says NO_CHARGE for zero, KNOWN for an amount, UNKNOWN for none', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), (rules) => {
        for (const { status, penalty } of policyOf(rules).windows) {
          if (status === 'UNKNOWN') expect(penalty).toBeNull()
          else expect(penalty?.amountMinor === 0).toBe(status === 'NO_CHARGE')
        }
      }),
    )
  })

  it('[C-090] never gets cheaper where its rules say nothing: between two of them, and after the last', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), (rules) => {
        const { windows } = policyOf(rules)
        windows.slice(1).forEach(({ fromAt, penalty }, index) => {
          const before = windows[index]?.penalty
          if (!isGap(rules, fromAt)) return
          if (before)
            expect(penalty?.amountMinor ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(before.amountMinor)
          else expect(penalty).toBeNull()
        })
      }),
    )
  })

  it('is half-open: the minute a penalty begins, it holds', () => {
    const policy = policyOf([
      {
        fromAt: 500,
        untilAt: null,
        basis: 'NIGHTS',
        amount: null,
        nights: 1,
        percent: null,
        deadlineSource: 'SUPPLIER_ZONED',
      },
    ])
    expect(penaltyAt(policy, 499)?.status).toBe('NO_CHARGE')
    expect(penaltyAt(policy, 500)?.penalty?.amountMinor).toBe(10_000)
    expect(freeCancellationUntil(policy, 100)).toBe(500)
    expect(freeCancellationUntil(policy, 500)).toBeNull()
  })

  it('that refunds nothing costs everything at once', () => {
    const policy = buildPolicy({
      rules: [],
      refundable: false,
      total: TOTAL,
      nightly: null,
      nights: 3,
      knownAt: 0,
      timeZone: null,
    })
    expect(policy.refundability).toBe('NON_REFUNDABLE')
    expect(penaltyAt(policy, 0)?.penalty).toEqual(TOTAL)
  })
})
