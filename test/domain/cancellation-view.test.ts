import { describe, expect, it } from 'vitest'
import type { CancellationPolicy, PenaltyWindow } from '../../src/domain/cancellation.ts'
import { cancellationView, penaltyView } from '../../src/domain/contract/cancellation.ts'

const UNTIL = Date.parse('2027-03-08T23:59:00Z')
const FREE: PenaltyWindow = {
  fromAt: Date.parse('2027-03-01T00:00:00Z'),
  untilAt: UNTIL,
  status: 'NO_CHARGE',
  penalty: { amountMinor: 0, currency: 'JPY' },
  basis: 'FIXED',
  nights: null,
  percent: null,
  deadlineSource: 'HOTEL_LOCAL',
}
const DEAR: PenaltyWindow = {
  ...FREE,
  fromAt: UNTIL,
  untilAt: null,
  status: 'UNKNOWN',
  penalty: null,
  basis: 'UNKNOWN',
}
const POLICY: CancellationPolicy = {
  refundability: 'REFUNDABLE',
  windows: [FREE, DEAR],
  noShow: null,
  timeZone: 'Asia/Tokyo',
  policyText: 'Free until March.',
}
const END = {
  localDatetime: '2027-03-09T08:59:00',
  timezone: 'Asia/Tokyo',
  utcDatetime: '2027-03-08T23:59:00.000Z',
}

describe('[C-092] a policy as clients see it', () => {
  it('has every instant at the hotel and in UTC, and every amount with its exponent', () => {
    expect(penaltyView(FREE, 'Asia/Tokyo')).toEqual({
      from: {
        localDatetime: '2027-03-01T09:00:00',
        timezone: 'Asia/Tokyo',
        utcDatetime: '2027-03-01T00:00:00.000Z',
      },
      until: END,
      penaltyStatus: 'NO_CHARGE',
      penalty: { amountMinor: 0, currency: 'JPY', currencyExponent: 0 },
      basis: 'FIXED',
      nights: null,
      percent: null,
      source: 'SUPPLIER',
      deadlineSource: 'HOTEL_LOCAL',
    })
    expect(penaltyView(DEAR, null)).toMatchObject({
      from: { localDatetime: '2027-03-08T23:59:00', timezone: 'UTC', utcDatetime: '2027-03-08T23:59:00.000Z' },
      until: null,
      penalty: null,
    })
  })

  it('tells until when it is free, while it is', () => {
    expect(cancellationView(POLICY, { stage: 'OFFER', at: UNTIL - 1, language: 'en' })).toEqual({
      refundability: 'REFUNDABLE',
      policyStage: 'OFFER',
      freeCancellationUntil: END,
      policyText:
        'Cancelling is free of charge before 9 March 2027 at 08:59 (Asia/Tokyo). From 9 March 2027 at 08:59 (Asia/Tokyo) the cost of cancelling is not known in advance.',
      penalties: [penaltyView(FREE, 'Asia/Tokyo'), penaltyView(DEAR, 'Asia/Tokyo')],
      noShow: null,
    })
    expect(cancellationView(POLICY, { stage: 'FINAL', at: UNTIL, language: 'en' })).toMatchObject({
      policyStage: 'FINAL',
      freeCancellationUntil: null,
    })
    const always = { ...POLICY, windows: [{ ...FREE, untilAt: null }], noShow: DEAR }
    expect(cancellationView(always, { stage: 'FINAL', at: UNTIL, language: 'en' })).toMatchObject({
      freeCancellationUntil: null,
      noShow: penaltyView(DEAR, 'Asia/Tokyo'),
    })
  })

  it('that is no longer free tells no end, though its window has one', () => {
    const paid = { ...POLICY, windows: [{ ...FREE, status: 'KNOWN' as const }, DEAR] }
    expect(cancellationView(paid, { stage: 'FINAL', at: UNTIL - 1, language: 'en' }).freeCancellationUntil).toBeNull()
  })
})
