import { describe, expect, it } from 'vitest'
import { freeCancellationUntil } from '../../../src/domain/cancellation.ts'
import { mapPolicy } from '../../../src/suppliers/ratehawk/map-policy.ts'

const KNOWN_AT = Date.parse('2027-01-01T00:00:00Z')

/** A stay of three nights for 300 EUR. */
function policyOf(
  free_cancellation_before: string | null,
  ...policies: readonly [string | null, string | null, string][]
) {
  return mapPolicy(
    {
      free_cancellation_before,
      policies: policies.map(([start_at, end_at, amount_charge]) => ({ start_at, end_at, amount_charge })),
    },
    {
      stay: { checkInDate: '2027-03-10', checkOutDate: '2027-03-13' },
      total: { amountMinor: 30_000, currency: 'EUR' },
      knownAt: KNOWN_AT,
      timeZone: null,
      noShow: null,
    },
  )
}

function windowsOf(policy: ReturnType<typeof policyOf>) {
  return policy?.windows.map(({ fromAt, status, penalty }) => [
    new Date(fromAt).toISOString().slice(0, 19),
    status,
    penalty?.amountMinor,
  ])
}

describe('terms of cancelling', () => {
  it('[C-090] cost the last penalty for good, though it ends when the guests arrive', () => {
    const policy = policyOf(
      '2027-03-01T00:00:00',
      [null, '2027-03-01T00:00:00', '0.00'],
      ['2027-03-01T00:00:00', '2027-03-10T12:00:00', '300.00'],
    )
    expect(windowsOf(policy)).toEqual([
      ['2027-01-01T00:00:00', 'NO_CHARGE', 0],
      ['2027-03-01T00:00:00', 'KNOWN', 30_000],
    ])
  })

  it('[C-090] are not refundable when everything is lost until the guests arrive', () => {
    const policy = policyOf(null, [null, '2027-03-10T12:00:00', '300.00'])
    expect(policy?.refundability).toBe('NON_REFUNDABLE')
    expect(windowsOf(policy)).toEqual([['2027-01-01T00:00:00', 'KNOWN', 30_000]])
  })

  it('[C-090] leave no second for free between periods that end at 23:59:59', () => {
    const policy = policyOf(
      '2027-02-01T00:00:00',
      [null, '2027-01-31T23:59:59', '0.00'],
      ['2027-02-01T00:00:00', '2027-02-28T23:59:59', '100.00'],
      ['2027-03-01T00:00:00', null, '300.00'],
    )
    expect(windowsOf(policy)).toEqual([
      ['2027-01-01T00:00:00', 'NO_CHARGE', 0],
      ['2027-02-01T00:00:00', 'KNOWN', 10_000],
      ['2027-03-01T00:00:00', 'KNOWN', 30_000],
    ])
    expect(policy && freeCancellationUntil(policy, KNOWN_AT)).toBe(Date.parse('2027-02-01T00:00:00Z'))
  })
})
