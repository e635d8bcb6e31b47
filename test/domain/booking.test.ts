import { describe, expect, it } from 'vitest'
import {
  BOOKING_MACHINE,
  BOOKING_STATUSES,
  BOOKING_TRIGGERS,
  type BookingState,
  type BookingStatus,
  initialState,
  needsReview,
  nextState,
  type PendingOperation,
  reviewExpiry,
} from '../../src/domain/booking.ts'
import {
  availableActions,
  isTerminal,
  nextPollAfterMs,
  processingReason,
  type StatusFacts,
} from '../../src/domain/booking-status.ts'
import { DISCREPANCY_FOUND, eventType } from '../../src/domain/event.ts'

const OPERATIONS: readonly (PendingOperation | null)[] = [null, 'CREATE', 'CONFIRM_HOLD', 'CANCEL']

function states(): BookingState[] {
  return BOOKING_STATUSES.flatMap((status) =>
    OPERATIONS.flatMap((pendingOperation) =>
      (['CONFIRMED', 'ON_HOLD', null] as const).map((statusBeforeCancel) => ({
        status,
        mode: 'HOLD' as const,
        pendingOperation,
        statusBeforeCancel,
      })),
    ),
  )
}

describe('the booking machine', () => {
  it('moves exactly where its table says, and nowhere else', () => {
    for (const state of states())
      for (const trigger of BOOKING_TRIGGERS) {
        const next = nextState(state, trigger)
        const moves = BOOKING_MACHINE[state.status][trigger] ?? []
        const allowed = moves.find(({ during }) => during === undefined || during === state.pendingOperation)
        if (!allowed) expect(next).toBeNull()
        else if (allowed.to === 'BEFORE_CANCEL') expect(next?.status ?? null).toBe(state.statusBeforeCancel)
        else expect(next?.status).toBe(allowed.to)
      }
  })

  it('has no dead end: every status leads to one that is over', () => {
    function reaches(from: BookingStatus, seen: ReadonlySet<BookingStatus>): boolean {
      if (isTerminal(from)) return true
      return Object.values(BOOKING_MACHINE[from])
        .flat()
        .some(({ to }) => to !== 'BEFORE_CANCEL' && !seen.has(to) && reaches(to, new Set([...seen, to])))
    }
    for (const status of BOOKING_STATUSES) expect(reaches(status, new Set([status]))).toBe(true)
  })

  it('waits for a supplier call in PROCESSING and CANCELLATION_PENDING, and only there', () => {
    for (const state of states())
      for (const trigger of BOOKING_TRIGGERS) {
        const next = nextState(state, trigger)
        if (!next) continue
        const waits = next.status === 'PROCESSING' || next.status === 'CANCELLATION_PENDING'
        expect(next.pendingOperation !== null).toBe(waits)
      }
  })

  it('keeps CANCELLED for good, and FAILED unless the supplier accepted after all', () => {
    for (const trigger of BOOKING_TRIGGERS) {
      expect(nextState({ ...initialState('INSTANT', false), status: 'CANCELLED' }, trigger)).toBeNull()
      const reopened = nextState({ ...initialState('INSTANT', false), status: 'FAILED' }, trigger)
      expect(reopened?.pendingOperation ?? null).toBe(trigger === 'LATE_ACCEPTANCE' ? 'CREATE' : null)
    }
  })

  it('[C-074] [C-075] reviews a hold of less than 48 hours; exactly 48 are enough', () => {
    expect(needsReview(172_800_000, 0)).toBe(false)
    expect(needsReview(172_799_999, 0)).toBe(true)
    expect(reviewExpiry(0, 30 * 3_600_000)).toBe(86_400_000)
    expect(reviewExpiry(0, 10 * 3_600_000)).toBe(9 * 3_600_000)
  })
})

function facts(changes: Partial<StatusFacts>): StatusFacts {
  return {
    ...initialState('HOLD', false),
    pendingSince: 0,
    needsOperator: false,
    holdDeadlineAt: null,
    hasSupplierBooking: true,
    supplierCancels: true,
    supplierConfirmsHolds: true,
    ...changes,
  }
}

describe('what clients are told', () => {
  it('[C-101] stops the polling exactly where a status is terminal', () => {
    for (const status of BOOKING_STATUSES)
      expect(nextPollAfterMs(facts({ status, holdDeadlineAt: 1_000_000 }), 0) === null).toBe(isTerminal(status))
    expect(BOOKING_STATUSES.filter(isTerminal)).toEqual(['CONFIRMED', 'FAILED', 'CANCELLED'])
  })

  it('[C-102] offers to confirm a hold until its deadline, and not after', () => {
    const held = facts({ status: 'ON_HOLD', pendingOperation: null, holdDeadlineAt: 1_000 })
    expect(availableActions(held, 999)).toEqual(expect.arrayContaining(['CONFIRM_HOLD', 'CANCEL']))
    expect(availableActions(held, 1_000)).not.toContain('CONFIRM_HOLD')
    expect(availableActions({ ...held, supplierConfirmsHolds: false }, 0)).not.toContain('CONFIRM_HOLD')
  })

  it('[C-102] offers to cancel what the supplier can cancel', () => {
    const confirmed = facts({ status: 'CONFIRMED', pendingOperation: null })
    expect(availableActions(confirmed, 0)).toContain('CANCEL')
    expect(availableActions({ ...confirmed, supplierCancels: false }, 0)).not.toContain('CANCEL')
  })

  it('[C-071] says that it reconciles after a minute without an answer', () => {
    expect(processingReason(facts({ status: 'PROCESSING' }), 59_999)).toBe('SUPPLIER_CONFIRMATION_PENDING')
    expect(processingReason(facts({ status: 'PROCESSING' }), 60_000)).toBe('RECONCILIATION_REQUIRED')
  })

  it('[C-104] has one kind of event for each move', () => {
    expect(eventType(null, 'PROCESSING', 'X')).toBe('booking.updated')
    expect(eventType('PROCESSING', 'CONFIRMED', 'X')).toBe('booking.confirmed')
    expect(eventType('CONFIRMED', 'CONFIRMED', 'X')).toBe('booking.updated')
    expect(eventType('PROCESSING', 'FAILED', 'X')).toBe('booking.failed')
    expect(eventType('CANCELLATION_PENDING', 'CANCELLED', 'X')).toBe('booking.cancelled')
    expect(eventType('CANCELLATION_PENDING', 'CONFIRMED', 'X')).toBe('booking.confirmed')
    expect(eventType('CONFIRMED', 'CONFIRMED', DISCREPANCY_FOUND)).toBe('booking.discrepancy')
  })
})

describe('a new booking', () => {
  it('waits for its supplier at once, or for its review', () => {
    expect(initialState('INSTANT', false)).toEqual({
      status: 'PROCESSING',
      mode: 'INSTANT',
      pendingOperation: 'CREATE',
      statusBeforeCancel: null,
    })
    expect(initialState('HOLD', true)).toEqual({
      status: 'AWAITING_REVIEW',
      mode: 'HOLD',
      pendingOperation: null,
      statusBeforeCancel: null,
    })
  })
})

describe('a cancellation that had no effect', () => {
  it.each(['CONFIRMED', 'ON_HOLD'] as const)('leads back to %s, and nowhere where nobody knows where to', (status) => {
    const before: BookingState = { status, mode: 'HOLD', pendingOperation: null, statusBeforeCancel: null }
    const pending = nextState(before, 'CANCELLATION_SENT')
    expect(pending).toEqual({
      status: 'CANCELLATION_PENDING',
      mode: 'HOLD',
      pendingOperation: 'CANCEL',
      statusBeforeCancel: status,
    })
    expect(pending && nextState(pending, 'CANCELLATION_NOT_EFFECTIVE')).toEqual(before)
    expect(pending && nextState({ ...pending, statusBeforeCancel: null }, 'CANCELLATION_NOT_EFFECTIVE')).toBeNull()
  })

  it('is remembered by cancellations alone', () => {
    const held: BookingState = { status: 'ON_HOLD', mode: 'HOLD', pendingOperation: null, statusBeforeCancel: null }
    expect(nextState(held, 'HOLD_CONFIRMATION_SENT')).toEqual({
      status: 'PROCESSING',
      mode: 'HOLD',
      pendingOperation: 'CONFIRM_HOLD',
      statusBeforeCancel: null,
    })
  })
})

describe('[C-074] [C-075] a review', () => {
  const now = Date.parse('2027-03-01')
  const hour = 3_600_000

  it('is needed for less than 48 hours from now', () => {
    expect(needsReview(now + 48 * hour, now)).toBe(false)
    expect(needsReview(now + 48 * hour - 1, now)).toBe(true)
  })

  it('ends a day after the booking, or an hour before the hold', () => {
    expect(reviewExpiry(now, now + 25 * hour)).toBe(now + 24 * hour)
    expect(reviewExpiry(now, now + 25 * hour - 1)).toBe(now + 24 * hour - 1)
  })
})
