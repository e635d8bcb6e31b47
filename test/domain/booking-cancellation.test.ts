import { describe, expect, it } from 'vitest'
import { type BookingCancellation, toldBySupplier, unaskedCancellation } from '../../src/domain/booking-cancellation.ts'

const EUR_9 = { amountMinor: 900, currency: 'EUR' }
const USD_7 = { amountMinor: 700, currency: 'USD' }
const FREE = { amountMinor: 0, currency: 'EUR' }

const AGREED: BookingCancellation = {
  cancellationId: 'can_1',
  requestedAt: 1,
  cancelledAt: null,
  cause: 'CLIENT',
  penaltyStatus: 'KNOWN',
  penalty: EUR_9,
  chargedPenalty: EUR_9,
  supplierCancellationReference: 'first',
}

describe('[C-136] what the supplier says of a cancellation', () => {
  it('replaces what it said before, and leaves what was agreed', () => {
    const end = { chargedPenalty: USD_7, supplierCancellationReference: 'second' }
    expect(toldBySupplier(AGREED, end)).toEqual({ ...AGREED, ...end })
  })

  it.each([null, { chargedPenalty: null, supplierCancellationReference: null }])('stays when it says %j', (end) => {
    expect(toldBySupplier(AGREED, end)).toEqual(AGREED)
  })
})

describe('[C-136] a cancellation that nobody asked for', () => {
  it.each([
    ['HOLD_LAPSED', null, 'NO_CHARGE'],
    ['CANCELLED_BY_HOTEL', null, 'UNKNOWN'],
    ['CANCELLED_BY_HOTEL', FREE, 'NO_CHARGE'],
    ['CANCELLED_BY_OPERATOR', USD_7, 'KNOWN'],
    ['HOLD_LAPSED', USD_7, 'KNOWN'],
    ['HOLD_LAPSED', { amountMinor: 1, currency: 'JPY' }, 'KNOWN'],
  ] as const)('because of %s with a charge of %j costs what is %s', (cause, chargedPenalty, penaltyStatus) => {
    const end = { chargedPenalty, supplierCancellationReference: 'ref' }
    expect(unaskedCancellation('can_1', cause, end)).toEqual({
      cancellationId: 'can_1',
      requestedAt: null,
      cancelledAt: null,
      cause,
      penaltyStatus,
      penalty: chargedPenalty,
      chargedPenalty,
      supplierCancellationReference: 'ref',
    })
  })

  it('has nothing of a supplier that says nothing', () => {
    expect(unaskedCancellation('can_1', 'CANCELLED_BY_HOTEL', null)).toMatchObject({
      penaltyStatus: 'UNKNOWN',
      penalty: null,
      chargedPenalty: null,
      supplierCancellationReference: null,
    })
  })
})
