import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildPolicy,
  type CancellationPolicy,
  type PenaltyRule,
  type PolicyInput,
  penaltyAt,
} from '../../src/domain/cancellation.ts'
import {
  type CurrentPenalty,
  frozenPenalty,
  type IssuedQuote,
  quoteExpiry,
  quoteFault,
  withSupplierFigure,
} from '../../src/domain/cancellation-quote.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts'

const NOW = Date.UTC(2027, 2, 1)
const CURRENCIES = ['JPY', 'USD', 'KWD'] as const

const instant = fc.integer({ min: NOW - 5 * DAY_MS, max: NOW + 60 * DAY_MS })

/** A rule in one of the forms that suppliers use; its currency may be another one than the price's. */
const rule: fc.Arbitrary<PenaltyRule> = fc
  .record({
    fromAt: fc.option(instant),
    lastsMs: fc.option(fc.integer({ min: 1, max: 20 * DAY_MS })),
    basis: fc.constantFrom('FIXED', 'NIGHTS', 'PERCENT', 'FULL_STAY', 'UNKNOWN'),
    amountMinor: fc.integer({ min: 0, max: 400_000 }),
    currency: fc.constantFrom(...CURRENCIES),
    nights: fc.integer({ min: 0, max: 20 }),
    percent: fc.double({ min: 0, max: 120, noNaN: true }),
  })
  .map(({ fromAt, lastsMs, basis, amountMinor, currency, nights, percent }) => ({
    fromAt,
    untilAt: lastsMs === null ? null : (fromAt ?? NOW) + lastsMs,
    basis,
    amount: basis === 'FIXED' ? { amountMinor, currency } : null,
    nights: basis === 'NIGHTS' ? nights : null,
    percent: basis === 'PERCENT' ? percent : null,
    deadlineSource: 'SUPPLIER_ZONED' as const,
  }))

const policyInput: fc.Arbitrary<PolicyInput> = fc
  .record({
    rules: fc.array(rule, { maxLength: 6 }),
    refundable: fc.constantFrom(true, false, null),
    amountMinor: fc.integer({ min: 1, max: 300_000 }),
    currency: fc.constantFrom(...CURRENCIES),
    nights: fc.integer({ min: 1, max: 14 }),
    uneven: fc.boolean(),
  })
  .map(({ rules, refundable, amountMinor, currency, nights, uneven }) => ({
    rules,
    refundable,
    total: { amountMinor, currency },
    nightly: uneven
      ? Array.from({ length: nights }, (_, night) => ({
          amountMinor: Math.floor(amountMinor / nights) + (night === 0 ? amountMinor % nights : 0),
          currency,
        }))
      : null,
    nights,
    knownAt: NOW,
    timeZone: 'Europe/Paris',
  }))

function boundariesOf(policy: CancellationPolicy): number[] {
  return policy.windows.flatMap(({ untilAt }) => (untilAt === null ? [] : [untilAt]))
}

/** Just before, at and just after each boundary, and a moment of no importance. */
function momentsOf(policy: CancellationPolicy): number[] {
  return [NOW, NOW + 7 * DAY_MS + 1, ...boundariesOf(policy).flatMap((at) => [at - 1, at, at + 1])]
}

function issue(current: CurrentPenalty, at: number): IssuedQuote {
  return {
    bookingId: 'ubk_1',
    penaltyStatus: current.status,
    penalty: current.penalty,
    expiresAt: quoteExpiry(current, at),
    usedAt: null,
  }
}

function check(property: (input: PolicyInput, policy: CancellationPolicy) => void): void {
  return fc.assert(
    fc.property(policyInput, (input) => property(input, buildPolicy(input))),
    { numRuns: 1_000 },
  )
}

describe('any policy', () => {
  it('[C-092] has windows that are sorted, contiguous, never overlap, and the last for good', () =>
    check((_, { windows }) => {
      expect(windows[0]?.fromAt).toBe(NOW)
      windows.forEach(({ fromAt, untilAt }, index) => {
        expect(untilAt).toBe(windows[index + 1]?.fromAt ?? null)
        if (untilAt !== null) expect(untilAt).toBeGreaterThan(fromAt)
      })
    }))

  it('[C-090] never shows an unknown amount as zero, nor a free one as anything else', () =>
    check((_, { windows }) => {
      expect(windows).not.toEqual([])
      for (const { status, penalty } of windows) {
        if (status === 'UNKNOWN') expect(penalty).toBeNull()
        if (status === 'NO_CHARGE') expect(penalty?.amountMinor).toBe(0)
        if (status === 'KNOWN') expect(penalty?.amountMinor).toBeGreaterThan(0)
      }
    }))

  it('[C-091] never costs more than the price, in whole minor units of its currency', () =>
    check(({ total }, { windows }) => {
      for (const { penalty } of windows.filter((window) => window.penalty !== null)) {
        expect(Number.isSafeInteger(penalty?.amountMinor)).toBe(true)
        expect(penalty?.amountMinor).toBeLessThanOrEqual(total.amountMinor)
        expect(penalty?.currency).toBe(total.currency)
      }
    }))

  it('[C-090] is unknown wherever a rule holds whose amount nobody can tell', () =>
    check((input, policy) => {
      expect(penaltyAt(policy, NOW)).not.toBeNull()
      if (input.refundable === false) return
      for (const at of momentsOf(policy).filter((moment) => moment >= NOW)) {
        const unreadable = input.rules.some(
          ({ basis, amount, fromAt, untilAt }) =>
            (basis === 'UNKNOWN' || (basis === 'FIXED' && amount?.currency !== input.total.currency)) &&
            (fromAt ?? NOW) <= at &&
            (untilAt === null || at < untilAt),
        )
        if (unreadable) expect(penaltyAt(policy, at)?.status).toBe('UNKNOWN')
      }
    }))
})

describe('any quote', () => {
  it('[C-089] [C-097] at a boundary −1 ms, 0 and +1 ms: what was quoted is what is charged, or the quote is refused', () =>
    check((_, policy) => {
      const moments = momentsOf(policy)
      for (const issuedAt of moments)
        for (const acceptedAt of moments.filter((at) => at >= issuedAt)) {
          const quote = issue(frozenPenalty(policy, issuedAt), issuedAt)
          const charged = frozenPenalty(policy, acceptedAt)
          const fault = quoteFault(quote, { bookingId: 'ubk_1', current: charged, now: acceptedAt })
          if (fault === null) {
            expect(quote.penalty).toEqual(charged.penalty)
            expect(quote.penaltyStatus).toBe(charged.status)
            expect(acceptedAt).toBeLessThan(quote.expiresAt)
          } else expect(['EXPIRED', 'PENALTY_CHANGED']).toContain(fault)
          const boundary = boundariesOf(policy).some((at) => issuedAt < at && at <= acceptedAt)
          if (boundary || acceptedAt >= issuedAt + 5 * MINUTE_MS) expect(fault).not.toBeNull()
        }
    }))

  it('[C-089] holds for five minutes, or until the penalty changes, to the millisecond', () =>
    check((_, policy) => {
      for (const issuedAt of momentsOf(policy)) {
        const next = boundariesOf(policy).find((at) => at > issuedAt) ?? Number.POSITIVE_INFINITY
        const { expiresAt } = issue(frozenPenalty(policy, issuedAt), issuedAt)
        expect(expiresAt).toBe(Math.min(issuedAt + 5 * MINUTE_MS, next))
        function accept(at: number) {
          return quoteFault(issue(frozenPenalty(policy, issuedAt), issuedAt), {
            bookingId: 'ubk_1',
            current: frozenPenalty(policy, at),
            now: at,
          })
        }
        expect(accept(expiresAt - 1)).toBeNull()
        expect(accept(expiresAt)).not.toBeNull()
      }
    }))

  it('[C-097] of a supplier that quotes for itself is refused when the supplier changes its figure', () =>
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), policyInput, (quoted, asked, input) => {
        const policy = buildPolicy(input)
        const { currency } = input.total
        function figure(amountMinor: number) {
          return withSupplierFigure(frozenPenalty(policy, NOW), { amountMinor, currency })
        }
        const fault = quoteFault(issue(figure(quoted), NOW), { bookingId: 'ubk_1', current: figure(asked), now: NOW })
        expect(fault).toBe(quoted === asked ? null : 'PENALTY_CHANGED')
        expect(figure(0).status).toBe('NO_CHARGE')
      }),
    ))
})
