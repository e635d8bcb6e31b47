import { describe, expect, it } from 'vitest'
import { type BookingStatus, initialState } from '../../src/domain/booking.ts'
import {
  actionRequired,
  availableActions,
  nextPollAfterMs,
  processingReason,
  type StatusFacts,
} from '../../src/domain/booking-status.ts'

const LOOKS = ['GET_STATUS', 'GET_DETAILS']

function facts(status: BookingStatus, changes: Partial<StatusFacts> = {}): StatusFacts {
  return {
    ...initialState('HOLD', false),
    status,
    pendingSince: 0,
    needsOperator: false,
    holdDeadlineAt: 100_000,
    hasSupplierBooking: true,
    supplierCancels: true,
    supplierConfirmsHolds: true,
    ...changes,
  }
}

describe('[C-102] what a client may do next', () => {
  it.each<[BookingStatus, Partial<StatusFacts>, number, string[]]>([
    ['AWAITING_REVIEW', {}, 0, ['REVIEW_BOOKING', 'CONTACT_SUPPORT']],
    ['PROCESSING', {}, 59_999, []],
    ['PROCESSING', {}, 60_000, ['CONTACT_SUPPORT']],
    ['PROCESSING', { needsOperator: true }, 0, ['CONTACT_SUPPORT']],
    ['ON_HOLD', {}, 99_999, ['CONFIRM_HOLD', 'CANCEL']],
    ['ON_HOLD', {}, 100_000, ['CANCEL']],
    ['ON_HOLD', { holdDeadlineAt: null }, 1e12, ['CONFIRM_HOLD', 'CANCEL']],
    ['ON_HOLD', { hasSupplierBooking: false }, 0, []],
    ['ON_HOLD', { supplierCancels: false }, 0, ['CONFIRM_HOLD']],
    ['ON_HOLD', { supplierConfirmsHolds: false }, 0, ['CANCEL']],
    ['CONFIRMED', {}, 0, ['CANCEL']],
    ['CONFIRMED', { hasSupplierBooking: false }, 0, []],
    ['CONFIRMED', { supplierCancels: false }, 0, []],
    ['CANCELLATION_PENDING', {}, 0, ['CONTACT_SUPPORT']],
    ['FAILED', {}, 0, []],
    ['CANCELLED', {}, 0, []],
  ])('in %s with %j after %i ms', (status, changes, now, actions) => {
    expect(availableActions(facts(status, changes), now)).toEqual([...LOOKS, ...actions])
  })

  it('is asked of somebody for a review and a hold alone', () => {
    expect(actionRequired(facts('AWAITING_REVIEW'))).toBe(true)
    expect(actionRequired(facts('ON_HOLD'))).toBe(true)
    for (const status of ['PROCESSING', 'CONFIRMED', 'CANCELLATION_PENDING', 'FAILED', 'CANCELLED'] as const)
      expect(actionRequired(facts(status))).toBe(false)
  })
})

describe('[C-071] why a booking is not settled', () => {
  it.each<[BookingStatus, Partial<StatusFacts>, number, string | null]>([
    ['AWAITING_REVIEW', {}, 0, 'MANUAL_REVIEW_REQUIRED'],
    ['ON_HOLD', {}, 0, 'HOLD_CONFIRMATION_REQUIRED'],
    ['PROCESSING', { pendingSince: null }, 1e12, 'SUPPLIER_CONFIRMATION_PENDING'],
    ['FAILED', {}, 0, null],
    ['CANCELLED', {}, 0, null],
    ['PROCESSING', { pendingSince: 10_000 }, 69_999, 'SUPPLIER_CONFIRMATION_PENDING'],
    ['PROCESSING', { pendingSince: 10_000 }, 70_000, 'RECONCILIATION_REQUIRED'],
    ['PROCESSING', { needsOperator: true }, 0, 'MANUAL_REVIEW_REQUIRED'],
    ['CANCELLATION_PENDING', {}, 0, 'CANCELLATION_PENDING'],
    ['CANCELLATION_PENDING', { needsOperator: true }, 0, 'MANUAL_REVIEW_REQUIRED'],
    ['CONFIRMED', {}, 0, null],
  ])('in %s with %j after %i ms', (status, changes, now, reason) => {
    expect(processingReason(facts(status, changes), now)).toBe(reason)
  })
})

describe('[C-101] when a client should ask again', () => {
  it.each<[BookingStatus, Partial<StatusFacts>, number, number]>([
    ['AWAITING_REVIEW', {}, 0, 60_000],
    ['PROCESSING', {}, 29_999, 2_000],
    ['PROCESSING', { pendingSince: 10_000 }, 39_999, 2_000],
    ['PROCESSING', { pendingSince: 10_000 }, 40_000, 5_000],
    ['PROCESSING', {}, 30_000, 5_000],
    ['PROCESSING', {}, 299_999, 5_000],
    ['PROCESSING', {}, 300_000, 30_000],
    ['ON_HOLD', {}, 0, 60_000],
    ['ON_HOLD', {}, 90_000, 10_000],
    ['ON_HOLD', {}, 99_999, 1_000],
    ['ON_HOLD', {}, 500_000, 1_000],
    ['ON_HOLD', { holdDeadlineAt: null }, 500_000, 60_000],
    ['CANCELLATION_PENDING', {}, 0, 10_000],
  ])('in %s with %j after %i ms', (status, changes, now, ms) => {
    expect(nextPollAfterMs(facts(status, changes), now)).toBe(ms)
  })
})
