import type { BookingStatusData } from '../domain/contract/booking.ts'
import { type Problem, problem } from '../domain/errors.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Booking } from '../store/bookings.ts'
import type { CallContext } from '../suppliers/supplier.ts'
import type { Refusal } from '../suppliers/supplier-call.ts'
import { bookingStatusData } from './booking-view.ts'
import type { Caller } from './caller.ts'
import { ANSWER_WITHIN_MS, endsWithin } from './deadline.ts'
import { type Deps, makeId } from './deps.ts'
import { findBooking } from './find-booking.ts'
import { confirmHoldInput } from './inputs/booking.ts'
import { parseInput } from './inputs/input.ts'
import { GUARD, GUARD_MS, ladderDelayMs } from './ladder.ts'
import { moveBooking } from './move-booking.ts'
import { settleBooking } from './settle-booking.ts'
import { attemptEnd, contextOf, leaveToReconciliation, openFor, referenceOf } from './supplier-calls.ts'

/**
 * Confirms a held booking. Accepted and uncertain outcomes answer PROCESSING and are verified at the supplier; a definitive
 * refusal puts the booking back ON_HOLD. Every other refusal is found before anything is written or sent.
 */
export const confirmHold = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<BookingStatusData, Problem>> => {
  const input = parseInput(confirmHoldInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const booking = found.value
  if (booking.acceptedOfferId !== input.value.acceptedOfferId) return err(problem('ACCEPTED_OFFER_MISMATCH'))
  if (isUnderWay(booking)) return ok(bookingStatusData(deps.suppliers, booking, deps.clock.now()))
  const refusal = await refusalOf(deps, booking)
  if (refusal) return err(refusal)
  const begun = await begin(deps, booking)
  // Somebody else was faster: what they did decides the answer.
  return begun ? execute(deps, caller, begun.booking, begun.attemptId) : confirmHold(deps, caller, raw)
}

/** Confirmed, or being confirmed: asking again changes nothing. */
const isUnderWay = (booking: Booking): boolean =>
  booking.mode === 'HOLD' &&
  (booking.status === 'CONFIRMED' || (booking.status === 'PROCESSING' && booking.pendingOperation === 'CONFIRM_HOLD'))

const refusalOf = async (deps: Deps, booking: Booking): Promise<Problem | null> => {
  const capabilities = deps.suppliers.find(booking.supplierCode)?.capabilities
  if (booking.mode !== 'HOLD' || !capabilities?.bookingModes.includes('HOLD')) return problem('HOLD_NOT_ALLOWED')
  if (booking.status === 'PROCESSING' && booking.supplierBookingId === null) return problem('HOLD_CONFIRMATION_FAILED')
  if (booking.status !== 'ON_HOLD') return problem('HOLD_NOT_ALLOWED')
  if (!capabilities.confirmsHolds) return problem('PROVIDER_OPERATION_NOT_SUPPORTED')
  if (booking.holdDeadlineAt !== null && deps.clock.now() >= booking.holdDeadlineAt)
    return problem('HOLD_DEADLINE_EXPIRED')
  if (booking.supplierBookingId === null) return problem('HOLD_CONFIRMATION_FAILED')
  return verificationRefusal(deps, booking)
}

const verificationRefusal = async (deps: Deps, booking: Booking): Promise<Problem | null> => {
  const listings = await deps.store.hotels.suppliersOf(booking.hotelId)
  const listing = listings.find(({ supplierCode }) => supplierCode === booking.supplierCode)
  if (listing?.verification === 'PENDING') return problem('HOTEL_MAPPING_CHECK_PENDING')
  return listing?.verification === 'VERIFIED' ? null : problem('HOTEL_MAPPING_UNVERIFIED')
}

const begin = (deps: Deps, read: Booking): Promise<{ booking: Booking; attemptId: string } | null> => {
  deps.killPoint('confirm-hold:before-commit')
  return deps.store.transaction(async (tx) => {
    const booking = await moveBooking(deps, tx, read, 'HOLD_CONFIRMATION_SENT')
    if (!booking) return null
    const attemptId = makeId(deps, 'request')
    const now = deps.clock.now()
    await tx.attempts.begin({ attemptId, bookingId: booking.bookingId, operation: 'CONFIRM_HOLD', startedAt: now })
    await tx.jobs.enqueue({
      name: 'reconcile-booking',
      bookingId: booking.bookingId,
      rung: GUARD,
      startAt: now + GUARD_MS,
    })
    return { booking, attemptId }
  })
}

const execute = async (
  deps: Deps,
  caller: Caller,
  booking: Booking,
  attemptId: string,
): Promise<Result<BookingStatusData, Problem>> => {
  deps.killPoint('confirm-hold:after-commit')
  let refusal: Refusal | null = null
  const work = executeConfirmHold(deps, booking, attemptId, contextOf(caller)).then((refused) => {
    refusal = refused
  })
  deps.background.follow('confirm-hold', work)
  await endsWithin(
    work.catch(() => undefined),
    ANSWER_WITHIN_MS,
  )
  const now = await findBooking(deps, caller, booking.bookingId)
  if (!now.ok) return now
  const view = bookingStatusData(deps.suppliers, now.value, deps.clock.now())
  return refusal ? err(rejected(refusal, view)) : ok(view)
}

/** The supplier's part, after the move was committed. Answers the refusal when there was a definitive one. */
const executeConfirmHold = async (
  deps: Deps,
  booking: Booking,
  attemptId: string,
  context: CallContext,
): Promise<Refusal | null> => {
  const { supplier, call } = await openFor(deps, booking, 'confirm_hold', context)
  deps.killPoint('confirm-hold:before-supplier')
  if (!supplier.confirmHold) throw new Error(`${supplier.code} says that it confirms holds, and does not`)
  const outcome = await supplier.confirmHold(call, referenceOf(deps, booking))
  deps.killPoint('confirm-hold:after-supplier')
  if (outcome.outcome !== 'REFUSED') {
    const waitMs = outcome.outcome === 'ACCEPTED' ? 0 : ladderDelayMs(0)
    await leaveToReconciliation(deps, booking.bookingId, attemptId, attemptEnd(outcome), deps.clock.now() + waitMs)
    return null
  }
  await settleBooking(
    deps,
    booking.bookingId,
    (read) =>
      read.status === 'PROCESSING' && read.pendingOperation === 'CONFIRM_HOLD'
        ? { move: 'HOLD_CONFIRMATION_REFUSED' }
        : null,
    async (tx, settled) => {
      await tx.attempts.end(attemptId, attemptEnd(outcome), deps.clock.now())
      // A refusal may be the supplier's way of saying that the hold is gone.
      await tx.jobs.enqueue({ name: 'watch-hold', bookingId: settled.bookingId, rung: 0, startAt: deps.clock.now() })
    },
  )
  return outcome.refusal
}

const rejected = (refusal: Refusal, view: BookingStatusData): Problem =>
  problem(
    'HOLD_CONFIRMATION_REJECTED',
    undefined,
    {
      bookingId: view.bookingId,
      status: view.status,
      supplier: view.provider.code,
      supplierHttpStatus: refusal.httpStatus,
      supplierErrorCode: refusal.supplierErrorCode,
      retryable: refusal.retryable,
    },
    { retryable: refusal.retryable },
  )
