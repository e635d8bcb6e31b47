import { describe, expect, it } from 'vitest'
import { buildPolicy, type PenaltyRule } from '../../src/domain/cancellation.ts'

const TOTAL = { amountMinor: 30_000, currency: 'EUR' }

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

function policyOf(rules: readonly PenaltyRule[]) {
  const stay = { total: TOTAL, nightly: null, nights: 3, timeZone: 'Europe/Paris' }
  return buildPolicy({ ...stay, rules, refundable: true, knownAt: 100 })
}

describe('a policy whose rules leave a time out', () => {
  const night = { basis: 'NIGHTS', nights: 1 } as const

  function costs(...rules: readonly PenaltyRule[]) {
    return policyOf(rules).windows.map(({ fromAt, penalty }) => [fromAt, penalty?.amountMinor ?? null])
  }

  it('goes on as before between two penalties, and after the last', () => {
    const first = rule({ ...night, fromAt: 500, untilAt: 599 })
    const last = rule({ amount: TOTAL, fromAt: 600, untilAt: 700 })
    const expected = [
      [100, 0],
      [500, 10_000],
      [600, 30_000],
    ]
    expect(costs(first, last)).toEqual(expected)
    expect(costs(last, first)).toEqual(expected)
  })

  it('that ends before anybody knew of it does not begin for free', () => {
    expect(costs(rule({ ...night, fromAt: 10, untilAt: 50 }))).toEqual([[100, 10_000]])
    expect(policyOf([rule({ amount: TOTAL, untilAt: 700 })]).refundability).toBe('NON_REFUNDABLE')
  })

  it('has a penalty without a length for good', () => {
    expect(costs(rule({ ...night, fromAt: 500, untilAt: 500 }))).toEqual([
      [100, 0],
      [500, 10_000],
    ])
  })

  it('does not get cheaper by what holds at any time, nor known after an unknown amount', () => {
    const always = rule({ amount: { amountMinor: 1_000, currency: 'EUR' } })
    expect(costs(always, rule({ ...night, fromAt: 500, untilAt: 600 }))).toEqual([
      [100, 1_000],
      [500, 10_000],
    ])
    expect(costs(rule({ fromAt: 500, untilAt: 600 }), rule({ ...night, fromAt: 700 }))).toEqual([
      [100, 0],
      [500, null],
      [700, 10_000],
    ])
  })

  it('is free again only where a rule says so', () => {
    const free = rule({ amount: { amountMinor: 0, currency: 'EUR' }, fromAt: 600, untilAt: 700 })
    expect(costs(rule({ ...night, fromAt: 500, untilAt: 600 }), free)).toEqual([
      [100, 0],
      [500, 10_000],
      [600, 0],
      [700, 10_000],
    ])
  })

  it('is free in a second that is left out before the first penalty', () => {
    const free = rule({ amount: { amountMinor: 0, currency: 'EUR' }, untilAt: 499 })
    expect(costs(free, rule({ ...night, fromAt: 500 }))).toEqual([
      [100, 0],
      [500, 10_000],
    ])
  })
})
