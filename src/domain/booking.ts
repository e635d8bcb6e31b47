import type { BookingMode } from './rate.ts'
import type { Instant } from './time.ts'

export const BOOKING_STATUSES = [
  'AWAITING_REVIEW',
  'PROCESSING',
  'CONFIRMED',
  'ON_HOLD',
  'FAILED',
  'CANCELLATION_PENDING',
  'CANCELLED',
] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** The supplier call whose outcome a PROCESSING or CANCELLATION_PENDING booking waits for. */
export type PendingOperation = 'CREATE' | 'CONFIRM_HOLD' | 'CANCEL'

export type FailureCode =
  | 'SOLD_OUT'
  | 'PRICE_CHANGED'
  | 'GUEST_DATA_REJECTED'
  | 'PAYMENT_DECLINED'
  | 'SUPPLIER_REFUSED'
  | 'REVIEW_REJECTED'
  | 'REVIEW_EXPIRED'
  | 'HOLD_LAPSED'
  | 'NOT_FOUND_AT_SUPPLIER'

/** What can happen to a booking. The machine below defines in which states each trigger is allowed and where it leads. */
export const BOOKING_TRIGGERS = [
  'REVIEW_APPROVED',
  'REVIEW_REJECTED',
  'REVIEW_EXPIRED',
  'SUPPLIER_CONFIRMED',
  'HOLD_ESTABLISHED',
  'SUPPLIER_REFUSED',
  'FOUND_ABSENT',
  'HOLD_CONFIRMATION_SENT',
  'HOLD_CONFIRMATION_REFUSED',
  'HOLD_LAPSED',
  'CANCELLATION_SENT',
  'CANCELLATION_CONFIRMED',
  'CANCELLATION_NOT_EFFECTIVE',
  'LATE_ACCEPTANCE',
  'LATE_CANCELLATION',
  'CANCELLED_BY_SUPPLIER',
  'CANCELLED_BY_OPERATOR',
] as const
export type BookingTrigger = (typeof BOOKING_TRIGGERS)[number]

/** The facts about a booking that decide its next move. */
export type BookingState = {
  readonly status: BookingStatus
  readonly mode: BookingMode
  readonly pendingOperation: PendingOperation | null
  readonly statusBeforeCancel: BookingStatus | null
}

type Move = {
  readonly to: BookingStatus | 'BEFORE_CANCEL'
  /** The move is allowed only while this supplier call is pending; absent: it is always allowed. */
  readonly during?: PendingOperation
  /** The supplier call that the move starts. */
  readonly begins?: PendingOperation
}

/**
 * The booking machine maps a status and a trigger to the next status. A trigger that is missing under a status is refused there.
 * LATE_ACCEPTANCE and LATE_CANCELLATION reopen a booking whose supplier did, after all, what it was given up for. An operator
 * cancels a booking that its supplier no longer knows.
 * Source: interface.md section 3, decisions.md section 6 and design/time.md.
 */
export const BOOKING_MACHINE: Readonly<Record<BookingStatus, Partial<Record<BookingTrigger, readonly Move[]>>>> = {
  AWAITING_REVIEW: {
    REVIEW_APPROVED: [{ to: 'PROCESSING', begins: 'CREATE' }],
    REVIEW_REJECTED: [{ to: 'FAILED' }],
    REVIEW_EXPIRED: [{ to: 'FAILED' }],
  },
  PROCESSING: {
    SUPPLIER_CONFIRMED: [{ to: 'CONFIRMED' }],
    HOLD_ESTABLISHED: [{ to: 'ON_HOLD', during: 'CREATE' }],
    SUPPLIER_REFUSED: [{ to: 'FAILED', during: 'CREATE' }],
    FOUND_ABSENT: [{ to: 'FAILED', during: 'CREATE' }],
    HOLD_CONFIRMATION_REFUSED: [{ to: 'ON_HOLD', during: 'CONFIRM_HOLD' }],
    HOLD_LAPSED: [{ to: 'FAILED' }],
  },
  ON_HOLD: {
    HOLD_CONFIRMATION_SENT: [{ to: 'PROCESSING', begins: 'CONFIRM_HOLD' }],
    SUPPLIER_CONFIRMED: [{ to: 'CONFIRMED' }],
    CANCELLATION_SENT: [{ to: 'CANCELLATION_PENDING', begins: 'CANCEL' }],
    HOLD_LAPSED: [{ to: 'CANCELLED' }],
    LATE_CANCELLATION: [{ to: 'CANCELLATION_PENDING', begins: 'CANCEL' }],
  },
  CONFIRMED: {
    CANCELLATION_SENT: [{ to: 'CANCELLATION_PENDING', begins: 'CANCEL' }],
    LATE_CANCELLATION: [{ to: 'CANCELLATION_PENDING', begins: 'CANCEL' }],
    CANCELLED_BY_SUPPLIER: [{ to: 'CANCELLED' }],
    CANCELLED_BY_OPERATOR: [{ to: 'CANCELLED' }],
  },
  CANCELLATION_PENDING: {
    CANCELLATION_CONFIRMED: [{ to: 'CANCELLED' }],
    CANCELLATION_NOT_EFFECTIVE: [{ to: 'BEFORE_CANCEL' }],
    CANCELLED_BY_SUPPLIER: [{ to: 'CANCELLED' }],
    HOLD_LAPSED: [{ to: 'CANCELLED' }],
  },
  FAILED: {
    LATE_ACCEPTANCE: [{ to: 'PROCESSING', begins: 'CREATE' }],
  },
  CANCELLED: {},
}

/** The state in which a new booking starts, with the supplier call that is pending in it. */
export function initialState(mode: BookingMode, isReviewed: boolean): BookingState {
  return {
    status: isReviewed ? 'AWAITING_REVIEW' : 'PROCESSING',
    mode,
    pendingOperation: isReviewed ? null : 'CREATE',
    statusBeforeCancel: null,
  }
}

/** Returns the state after `trigger`, or null when the machine forbids the trigger in this state. Pure and total. */
export function nextState(state: BookingState, trigger: BookingTrigger): BookingState | null {
  const moves = BOOKING_MACHINE[state.status][trigger] ?? []
  const move = moves.find(({ during }) => during === undefined || during === state.pendingOperation)
  if (!move) return null
  const status = move.to === 'BEFORE_CANCEL' ? state.statusBeforeCancel : move.to
  if (status === null) return null
  return {
    status,
    mode: state.mode,
    pendingOperation: move.begins ?? null,
    statusBeforeCancel: move.begins === 'CANCEL' ? state.status : null,
  }
}

/** Holds whose deadline is nearer than this go to review; a deadline exactly 48 h away does not. */
const REVIEW_BELOW_MS = 172_800_000

export function needsReview(holdDeadlineAt: Instant, now: Instant): boolean {
  return holdDeadlineAt - now < REVIEW_BELOW_MS
}

/** A review expires 24 h after the booking was created or 1 h before the hold deadline, whichever is earlier. */
export function reviewExpiry(createdAt: Instant, holdDeadlineAt: Instant): Instant {
  return Math.min(createdAt + 86_400_000, holdDeadlineAt - 3_600_000)
}
