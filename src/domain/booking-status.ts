import type { BookingState, BookingStatus } from './booking.ts'
import type { Instant } from './time.ts'

export type ProcessingReason =
  | 'SUPPLIER_CONFIRMATION_PENDING'
  | 'HOTEL_CONFIRMATION_PENDING'
  | 'CANCELLATION_PENDING'
  | 'RECONCILIATION_REQUIRED'
  | 'HOLD_CONFIRMATION_REQUIRED'
  | 'MANUAL_REVIEW_REQUIRED'

export type BookingAction =
  | 'GET_STATUS'
  | 'GET_DETAILS'
  | 'CANCEL'
  | 'CONFIRM_HOLD'
  | 'CONTACT_SUPPORT'
  | 'REVIEW_BOOKING'

/** The facts about a booking that decide which status details its clients see. */
export type StatusFacts = BookingState & {
  readonly pendingSince: Instant | null
  readonly needsOperator: boolean
  readonly holdDeadlineAt: Instant | null
  readonly hasSupplierBooking: boolean
  readonly supplierCancels: boolean
  readonly supplierConfirmsHolds: boolean
}

/** A PROCESSING booking is RECONCILIATION_REQUIRED once the supplier has not answered for this long. */
const RECONCILE_AFTER_MS = 60_000

const TERMINAL: ReadonlySet<BookingStatus> = new Set(['CONFIRMED', 'FAILED', 'CANCELLED'])

/** True when polling may stop. CONFIRMED is terminal for polling; a client's cancel re-opens it. */
/** Statuses of bookings for which the supplier keeps a room. */
export const STANDING: readonly BookingStatus[] = ['CONFIRMED', 'ON_HOLD']

export function isTerminal(status: BookingStatus): boolean {
  return TERMINAL.has(status)
}

export function processingReason(facts: StatusFacts, now: Instant): ProcessingReason | null {
  switch (facts.status) {
    case 'AWAITING_REVIEW':
      return 'MANUAL_REVIEW_REQUIRED'
    case 'ON_HOLD':
      return 'HOLD_CONFIRMATION_REQUIRED'
    case 'CANCELLATION_PENDING':
      return facts.needsOperator ? 'MANUAL_REVIEW_REQUIRED' : 'CANCELLATION_PENDING'
    case 'PROCESSING':
      if (facts.needsOperator) return 'MANUAL_REVIEW_REQUIRED'
      return ageOf(facts, now) >= RECONCILE_AFTER_MS ? 'RECONCILIATION_REQUIRED' : 'SUPPLIER_CONFIRMATION_PENDING'
    default:
      return null
  }
}

/** True when a person has to act: the client for a hold, an operator for a review. */
export function actionRequired(facts: StatusFacts): boolean {
  return facts.status === 'AWAITING_REVIEW' || facts.status === 'ON_HOLD'
}

/** Milliseconds until the client should poll again; null when the status is terminal. */
export function nextPollAfterMs(facts: StatusFacts, now: Instant): number | null {
  switch (facts.status) {
    case 'AWAITING_REVIEW':
      return 60_000
    case 'PROCESSING':
      return pollByAge(ageOf(facts, now))
    case 'ON_HOLD':
      return Math.max(1_000, Math.min(60_000, (facts.holdDeadlineAt ?? Number.POSITIVE_INFINITY) - now))
    case 'CANCELLATION_PENDING':
      return 10_000
    default:
      return null
  }
}

/** Returns exactly the actions that would succeed now. */
export function availableActions(facts: StatusFacts, now: Instant): BookingAction[] {
  const actions: BookingAction[] = ['GET_STATUS', 'GET_DETAILS']
  const cancels = facts.supplierCancels && facts.hasSupplierBooking
  switch (facts.status) {
    case 'AWAITING_REVIEW':
      return [...actions, 'REVIEW_BOOKING', 'CONTACT_SUPPORT']
    case 'PROCESSING': {
      const reason = processingReason(facts, now)
      return reason === 'RECONCILIATION_REQUIRED' || reason === 'MANUAL_REVIEW_REQUIRED'
        ? [...actions, 'CONTACT_SUPPORT']
        : actions
    }
    case 'ON_HOLD':
      if (canConfirmHold(facts, now)) actions.push('CONFIRM_HOLD')
      return cancels ? [...actions, 'CANCEL'] : actions
    case 'CONFIRMED':
      return cancels ? [...actions, 'CANCEL'] : actions
    case 'CANCELLATION_PENDING':
      return [...actions, 'CONTACT_SUPPORT']
    default:
      return actions
  }
}

function canConfirmHold(facts: StatusFacts, now: Instant): boolean {
  return (
    facts.supplierConfirmsHolds &&
    facts.hasSupplierBooking &&
    (facts.holdDeadlineAt === null || now < facts.holdDeadlineAt)
  )
}

function ageOf(facts: StatusFacts, now: Instant): number {
  return facts.pendingSince === null ? 0 : now - facts.pendingSince
}

function pollByAge(ageMs: number): number {
  return ageMs < 30_000 ? 2_000 : ageMs < 300_000 ? 5_000 : 30_000
}
