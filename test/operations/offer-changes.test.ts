import { describe, expect, it } from 'vitest'
import type { RoomRate } from '../../src/domain/rate.ts'
import { PLAIN_TERMS } from '../../src/domain/selling.ts'
import { offerChanges } from '../../src/operations/offers/offer-changes.ts'

const FROM = Date.parse('2027-03-01T00:00:00Z')
const UNTIL = Date.parse('2027-03-08T18:00:00Z')

function rate(untilAt: number, fee: number, fromAt = FROM): RoomRate {
  const window = { nights: null, percent: null, deadlineSource: 'SUPPLIER_ZONED' } as const
  const total = { amountMinor: 41_200, currency: 'EUR' }
  return {
    ...PLAIN_TERMS,
    supplierPayload: {},
    rooms: [],
    board: { code: 'RO', name: 'Room only' },
    price: { total, base: null, taxesAndFees: [], nightly: null },
    policy: {
      refundability: 'REFUNDABLE',
      windows: [
        {
          ...window,
          fromAt,
          untilAt,
          status: 'NO_CHARGE',
          penalty: { amountMinor: 0, currency: 'EUR' },
          basis: 'FIXED',
        },
        {
          ...window,
          fromAt: untilAt,
          untilAt: null,
          status: 'KNOWN',
          penalty: { amountMinor: fee, currency: 'EUR' },
          basis: 'FIXED',
        },
      ],
      noShow: null,
      policyText: '',
      timeZone: 'Europe/Paris',
    },
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: null,
    expiresAt: null,
    remarks: [],
  } as unknown as RoomRate
}

describe('what changed between an option and its check', () => {
  it('[C-063] tells other penalties as the offer itself tells them', () => {
    const [change, ...others] = offerChanges(rate(UNTIL, 10_000), rate(UNTIL - 86_400_000, 12_000))
    expect(others).toEqual([])
    expect(change).toMatchObject({ path: 'cancellation.penalties', severity: 'MATERIAL' })
    expect(change?.before).toEqual([
      {
        until: {
          local_datetime: '2027-03-08T19:00:00',
          timezone: 'Europe/Paris',
          utc_datetime: '2027-03-08T18:00:00.000Z',
        },
        penalty_status: 'NO_CHARGE',
        penalty: { amount_minor: 0, currency: 'EUR', currency_exponent: 2 },
      },
      {
        until: null,
        penalty_status: 'KNOWN',
        penalty: { amount_minor: 10_000, currency: 'EUR', currency_exponent: 2 },
      },
    ])
  })

  it('[C-063] is nothing when only the time has passed', () => {
    expect(offerChanges(rate(UNTIL, 10_000), rate(UNTIL, 10_000, FROM + 5_000))).toEqual([])
  })
})
