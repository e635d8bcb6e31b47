import { describe, expect, it } from 'vitest'
import { buildPolicy, freeCancellationUntil, type PenaltyRule, penaltyAt } from '../../src/domain/cancellation.ts'
import {
  type CurrentPenalty,
  frozenPenalty,
  type IssuedQuote,
  quoteExpiry,
  quoteFault,
  withSupplierFigure,
} from '../../src/domain/cancellation-quote.ts'

const TOTAL = { amountMinor: 30_000, currency: 'EUR' }
const NIGHT = { amountMinor: 10_000, currency: 'EUR' }

function rule(changes: Partial<PenaltyRule>): PenaltyRule {
  return {
    fromAt: null,
    untilAt: null,
    basis: 'FIXED',
    amount: null,
    nights: null,
    percent: null,
    deadlineSource: 'HOTEL_LOCAL',
    ...changes,
  }
}

function policyOf(rules: readonly PenaltyRule[], changes: object = {}) {
  return buildPolicy({
    rules,
    refundable: true,
    total: TOTAL,
    nightly: null,
    nights: 3,
    knownAt: 100,
    timeZone: 'Europe/Paris',
    ...changes,
  })
}

/** Free until 500, then a night. */
const POLICY = policyOf([rule({ fromAt: 500, basis: 'NIGHTS', nights: 1 })])

describe('what cancelling costs now', () => {
  it('is that of the window, and when it changes', () => {
    expect(frozenPenalty(POLICY, 499)).toEqual({
      status: 'NO_CHARGE',
      penalty: { amountMinor: 0, currency: 'EUR' },
      changesAt: 500,
    })
    expect(frozenPenalty(POLICY, 500)).toEqual({ status: 'KNOWN', penalty: NIGHT, changesAt: null })
  })

  it('is unknown where there is no window', () => {
    expect(frozenPenalty({ ...POLICY, windows: [] }, 500)).toEqual({
      status: 'UNKNOWN',
      penalty: null,
      changesAt: null,
    })
  })

  it.each([
    [0, 'NO_CHARGE'],
    [1, 'KNOWN'],
  ])('is what the supplier says where it says %i', (amountMinor, status) => {
    const told = { amountMinor, currency: 'EUR' }
    expect(withSupplierFigure(frozenPenalty(POLICY, 499), told)).toEqual({ status, penalty: told, changesAt: 500 })
  })

  it.each([0, 1])('is what was agreed where the supplier says %i in another currency', (amountMinor) => {
    const agreed = frozenPenalty(POLICY, 500)
    expect(withSupplierFigure(agreed, { amountMinor, currency: 'USD' })).toEqual(agreed)
  })
})

describe('a quote', () => {
  const current: CurrentPenalty = { status: 'KNOWN', penalty: NIGHT, changesAt: null }
  const quote: IssuedQuote = {
    bookingId: 'ubk_1',
    penaltyStatus: 'KNOWN',
    penalty: NIGHT,
    expiresAt: 1_000,
    usedAt: null,
  }
  function faultOf(changes: Partial<IssuedQuote> | null, now = 999): string | null {
    return quoteFault(changes && { ...quote, ...changes }, { bookingId: 'ubk_1', current, now })
  }

  it('lives five minutes, or until the penalty changes', () => {
    expect(quoteExpiry(current, 1_000)).toBe(301_000)
    expect(quoteExpiry({ ...current, changesAt: 301_001 }, 1_000)).toBe(301_000)
    expect(quoteExpiry({ ...current, changesAt: 2_000 }, 1_000)).toBe(2_000)
  })

  it('is accepted once, for its booking, at its price, before it expires', () => {
    expect(faultOf({})).toBeNull()
    expect(faultOf({}, 1_000)).toBe('EXPIRED')
    expect(faultOf(null)).toBe('UNKNOWN_QUOTE')
    expect(faultOf({ bookingId: 'ubk_2' })).toBe('OTHER_BOOKING')
    expect(faultOf({ usedAt: 0 })).toBe('USED')
    expect(faultOf({ penaltyStatus: 'NO_CHARGE' })).toBe('PENALTY_CHANGED')
    expect(faultOf({ penalty: { ...NIGHT, amountMinor: 9_999 } })).toBe('PENALTY_CHANGED')
    expect(faultOf({ penalty: { ...NIGHT, currency: 'USD' } })).toBe('PENALTY_CHANGED')
    expect(faultOf({ penalty: null })).toBe('PENALTY_CHANGED')
  })

  it('that costs an unknown amount is still the same', () => {
    const unknown = { bookingId: 'ubk_1', current: { ...current, status: 'UNKNOWN', penalty: null }, now: 1 } as const
    expect(quoteFault({ ...quote, penaltyStatus: 'UNKNOWN', penalty: null }, unknown)).toBeNull()
    expect(quoteFault({ ...quote, penaltyStatus: 'UNKNOWN' }, unknown)).toBe('PENALTY_CHANGED')
  })
})

describe('a policy', () => {
  function at(when: number, ...rules: readonly PenaltyRule[]) {
    return penaltyAt(policyOf(rules), when)
  }

  it('has one window where nothing changes, and starts where it is known', () => {
    const halves = [
      rule({ untilAt: 500, basis: 'NIGHTS', nights: 1 }),
      rule({ fromAt: 500, basis: 'NIGHTS', nights: 1 }),
    ]
    expect(policyOf(halves).windows).toEqual([
      {
        fromAt: 100,
        untilAt: null,
        status: 'KNOWN',
        penalty: NIGHT,
        basis: 'NIGHTS',
        nights: 1,
        percent: null,
        deadlineSource: 'HOTEL_LOCAL',
      },
    ])
    expect(policyOf([rule({ fromAt: 100, basis: 'NIGHTS', nights: 1 })]).windows).toHaveLength(1)
  })

  it.each([
    [
      { basis: 'NIGHTS', nights: 1 },
      { basis: 'NIGHTS', nights: 2 },
    ],
    [
      { basis: 'NIGHTS', nights: 1 },
      { basis: 'FIXED', amount: NIGHT },
    ],
    [
      { basis: 'NIGHTS', nights: 3 },
      { basis: 'NIGHTS', nights: 4 },
    ],
    [
      { basis: 'PERCENT', percent: 100 },
      { basis: 'PERCENT', percent: 110 },
    ],
    [{ basis: 'FULL_STAY' }, { basis: 'UNKNOWN' }],
  ] as const)('has two windows for %j and then %j', (one, other) => {
    const rules = [rule({ ...one, untilAt: 500 }), rule({ ...other, fromAt: 500 })]
    expect(policyOf(rules).windows.map(({ fromAt, untilAt }) => [fromAt, untilAt])).toEqual([
      [100, 500],
      [500, null],
    ])
  })

  it('costs no more than the stay, and nothing that cannot be told exactly', () => {
    const dear = { amountMinor: 30_001, currency: 'EUR' }
    expect(at(200, rule({ amount: dear }))).toMatchObject({ status: 'KNOWN', penalty: TOTAL, basis: 'FIXED' })
    expect(at(200, rule({ basis: 'PERCENT', percent: 120 }))?.penalty).toEqual(TOTAL)
    expect(at(200, rule({ basis: 'NIGHTS', nights: 9 }))?.penalty).toEqual(TOTAL)
    expect(at(200, rule({ basis: 'FULL_STAY' }))?.penalty).toEqual(TOTAL)
    const unknown = { status: 'UNKNOWN', penalty: null, basis: 'UNKNOWN' }
    for (const untold of [
      rule({ amount: { amountMinor: 5, currency: 'USD' } }),
      rule({}),
      rule({ basis: 'PERCENT' }),
      rule({ basis: 'NIGHTS' }),
      rule({ basis: 'UNKNOWN' }),
    ])
      expect(at(200, untold)).toMatchObject(unknown)
  })

  it('adds up the first nights where their prices are told, and shares the stay out where too few are', () => {
    const nightly = [5_000, 10_000, 15_000].map((amountMinor) => ({ amountMinor, currency: 'EUR' }))
    function nights(count: number, told: readonly object[]): number | undefined {
      return policyOf([rule({ basis: 'NIGHTS', nights: count })], { nightly: told }).windows[0]?.penalty?.amountMinor
    }
    expect([1, 2, 3].map((count) => nights(count, nightly))).toEqual([5_000, 15_000, 30_000])
    expect([1, 2].map((count) => nights(count, nightly.slice(0, 1)))).toEqual([5_000, 20_000])
    expect(nights(0, nightly)).toBe(0)
  })

  it('is the dearest rule of those that hold; of equal ones the first', () => {
    const cheap = rule({ basis: 'NIGHTS', nights: 1 })
    const dear = rule({ basis: 'NIGHTS', nights: 2 })
    for (const rules of [
      [cheap, dear],
      [dear, cheap],
    ])
      expect(at(200, ...rules)?.nights).toBe(2)
    expect(at(200, cheap, rule({ amount: NIGHT }))?.basis).toBe('NIGHTS')
    expect(at(200, dear, rule({ basis: 'UNKNOWN' }))?.status).toBe('UNKNOWN')
    expect(at(200, rule({ basis: 'UNKNOWN' }), dear)?.status).toBe('UNKNOWN')
  })

  it.each([
    [true, 'NO_CHARGE', 'SUPPLIER_ZONED', 'REFUNDABLE'],
    [false, 'KNOWN', 'SUPPLIER_ZONED', 'NON_REFUNDABLE'],
    [null, 'UNKNOWN', 'ASSUMED_EARLIEST', 'UNKNOWN'],
  ])('without rules is, with refundable %s, %s', (refundable, status, deadlineSource, refundability) => {
    const policy = policyOf([], { refundable })
    expect(policy).toMatchObject({ refundability, windows: [{ status, deadlineSource }] })
    const basis = { true: 'FIXED', false: 'FULL_STAY', null: 'UNKNOWN' }[String(refundable)]
    expect(policy.windows[0]).toMatchObject({ basis, nights: null, percent: null, fromAt: 100, untilAt: null })
  })

  it('that refunds nothing does so whatever its rules say', () => {
    expect(policyOf([rule({ fromAt: 500, amount: NIGHT })], { refundable: false })).toMatchObject({
      refundability: 'NON_REFUNDABLE',
      windows: [{ status: 'KNOWN', penalty: TOTAL, basis: 'FULL_STAY' }],
    })
  })

  it('is free before its first rule, with that rule’s way of reading deadlines, also if the supplier does not say', () => {
    for (const refundable of [true, null])
      expect(policyOf([rule({ fromAt: 500, amount: NIGHT })], { refundable }).windows[0]).toMatchObject({
        status: 'NO_CHARGE',
        penalty: { amountMinor: 0, currency: 'EUR' },
        basis: 'FIXED',
        deadlineSource: 'HOTEL_LOCAL',
      })
  })

  it.each([
    ['REFUNDABLE', [rule({ fromAt: 500, amount: TOTAL })]],
    ['NON_REFUNDABLE', [rule({ amount: TOTAL })]],
    ['PARTIALLY_REFUNDABLE', [rule({ amount: NIGHT })]],
    ['PARTIALLY_REFUNDABLE', [rule({ amount: NIGHT, untilAt: 500 }), rule({ amount: TOTAL, fromAt: 500 })]],
    ['UNKNOWN', [rule({ amount: NIGHT, untilAt: 500 }), rule({ fromAt: 500 })]],
  ])('is %s', (refundability, rules) => {
    expect(policyOf(rules).refundability).toBe(refundability)
  })

  it('keeps what is told of not arriving, and its text', () => {
    expect(POLICY).toMatchObject({ noShow: null, policyText: '', timeZone: 'Europe/Paris' })
    const told = policyOf([], { noShow: rule({ basis: 'FULL_STAY' }), policyText: 'No refund.' })
    expect(told).toMatchObject({ policyText: 'No refund.', noShow: { fromAt: 100, untilAt: null, penalty: TOTAL } })
    expect(policyOf([], { noShow: rule({ fromAt: 7, amount: NIGHT }) }).noShow).toMatchObject({
      fromAt: 7,
      penalty: NIGHT,
    })
  })

  it('is free until its first penalty, and free without an end says so as null', () => {
    expect([100, 499, 500, 50].map((when) => freeCancellationUntil(POLICY, when))).toEqual([500, 500, null, 500])
    expect(freeCancellationUntil(policyOf([]), 200)).toBeNull()
  })
})
