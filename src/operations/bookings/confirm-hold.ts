import { retryDelayMs } from '../../domain/booking-look.ts'
import type { BookingStatusData } from '../../domain/contract/booking.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Booking } from '../../store/booking.ts'
import type { CallContext } from '../../suppliers/supplier.ts'
import type { Refusal } from '../../suppliers/supplier-call.ts'
import type { Caller } from '../caller.ts'
import { answerDeadline, outcomeBy } from '../deadline.ts'
import type { Deps } from '../deps.ts'
import { confirmHoldInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { contextOf, referenceOf } from '../supplier-calls.ts'
import { bookingStatusData } from './booking-view.ts'
import { findBooking } from './find-booking.ts'
import { listingOf } from './follow-up/verify-mapping.ts'
import { attemptEnd, beginAttempt } from './machinery/attempts.ts'
import { freshMs } from './machinery/call-times.ts'
import { type AttemptedOutcome, callUnderAttempt } from './machinery/fence.ts'
import { moveBooking } from './machinery/move-booking.ts'
import { isSameCall, settleBooking } from './machinery/settle-booking.ts'

/**
 * Confirms a held booking. Accepted and uncertain outcomes return PROCESSING and are verified at the supplier; a definitive
 * refusal puts the booking back ON_HOLD. All our own reasons to refuse are checked before anything is written or sent.
 */
export async function confirmHold(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<BookingStatusData, Problem>> {
  const answerBy = answerDeadline(caller)
  const input = parseInput(confirmHoldInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const booking = found.value
  if (booking.acceptedOfferId !== input.value.acceptedOfferId) return err(problem('ACCEPTED_OFFER_MISMATCH'))
  if (await isUnderWay(deps, booking))
    return ok(bookingStatusData(deps.suppliers, booking, deps.clock.of(booking.organizationId).now()))
  const refusal = await refusalOf(deps, booking)
  if (refusal) return err(refusal)
  const begun = await begin(deps, booking)
  // Another request was faster; the booking that it left decides the answer.
  return begun ? execute(deps, caller, { ...begun, answerBy }) : confirmHold(deps, caller, raw)
}

/** True when the booking is confirmed or being confirmed, so that a repeated request changes nothing. */
async function isUnderWay(deps: Deps, { bookingId, mode, status, pendingOperation }: Booking): Promise<boolean> {
  if (status !== 'CONFIRMED') return status === 'PROCESSING' && pendingOperation === 'CONFIRM_HOLD'
  return mode === 'HOLD' || (await deps.store.attempts.of(bookingId, ['CONFIRM_HOLD'])).length > 0
}

async function refusalOf(deps: Deps, booking: Booking): Promise<Problem | null> {
  const capabilities = deps.suppliers.find(booking.supplierCode)?.capabilities
  // A supplier may only hold what was to be booked at once: such a booking is confirmed like any other hold.
  const isHeld = booking.mode === 'HOLD' || booking.status === 'ON_HOLD'
  if (!isHeld || !capabilities?.bookingModes.includes('HOLD')) return problem('HOLD_NOT_ALLOWED')
  if (booking.status === 'PROCESSING' && booking.supplierBookingId === null) return problem('HOLD_CONFIRMATION_FAILED')
  if (booking.status !== 'ON_HOLD') return problem('HOLD_NOT_ALLOWED')
  if (!capabilities.confirmsHolds) return problem('PROVIDER_OPERATION_NOT_SUPPORTED')
  if (booking.holdDeadlineAt !== null && deps.clock.of(booking.organizationId).now() >= booking.holdDeadlineAt)
    return problem('HOLD_DEADLINE_EXPIRED')
  if (booking.supplierBookingId === null) return problem('HOLD_CONFIRMATION_FAILED')
  return verificationRefusal(deps, booking)
}

/**
 * Only of a listing that is known to be the hotel that was held. One that its supplier has closed since is confirmed: the hold is the
 * supplier's own word about these nights, and newer than its content.
 */
async function verificationRefusal(deps: Deps, booking: Booking): Promise<Problem | null> {
  const listing = await deps.store.hotels.listing(listingOf(booking))
  if (listing && listing.hotelId !== booking.hotelId) return problem('HOTEL_MAPPING_UNVERIFIED', MOVED)
  if (listing?.verification === 'PENDING') return problem('HOTEL_MAPPING_CHECK_PENDING')
  return listing?.verification === 'VERIFIED' ? null : problem('HOTEL_MAPPING_UNVERIFIED')
}

const MOVED = 'The supplier’s listing is no longer known to be the hotel of this hold'

async function begin(deps: Deps, read: Booking): Promise<{ booking: Booking; attemptId: string } | null> {
  deps.killPoint('confirm-hold:before-commit')
  const begun = await deps.store.transaction(async (tx) => {
    const booking = await moveBooking(deps, tx, { read, trigger: 'HOLD_CONFIRMATION_SENT' })
    if (!booking) return null
    const attemptId = await beginAttempt(deps, tx, { bookingId: booking.bookingId, operation: 'CONFIRM_HOLD' })
    deps.killPoint('confirm-hold:in-transaction')
    return { booking, attemptId }
  })
  deps.killPoint('confirm-hold:after-commit')
  return begun
}

async function execute(
  deps: Deps,
  caller: Caller,
  {
    booking,
    attemptId,
    answerBy,
  }: { readonly booking: Booking; readonly attemptId: string; readonly answerBy: number },
): Promise<Result<BookingStatusData, Problem>> {
  const work = executeConfirmHold(deps, booking, { attemptId, context: contextOf(caller) })
  const done = await outcomeBy(deps.background, { name: 'confirm-hold', work, answerBy })
  const now = done ? ok(done.booking) : await findBooking(deps, caller, booking.bookingId)
  if (!now.ok) return now
  const view = bookingStatusData(deps.suppliers, now.value, deps.clock.of(booking.organizationId).now())
  if (done?.refusal) return err(rejected(done.refusal, view))
  // The booking is as it was before, and the request may be sent again.
  return done?.isSent === false ? err(problem('SERVICE_UNAVAILABLE')) : ok(view)
}

/** The booking after the supplier call, and the supplier's refusal when there was a definitive one. */
type Executed = { readonly booking: Booking; readonly refusal: Refusal | null; readonly isSent: boolean }

/** Calls the supplier after the move was committed, and records the outcome. */
async function executeConfirmHold(
  deps: Deps,
  booking: Booking,
  { attemptId, context }: { readonly attemptId: string; readonly context: CallContext },
): Promise<Executed> {
  deps.killPoint('confirm-hold:before-supplier')
  const outcome = await callUnderAttempt(deps, booking, {
    fenced: { attemptId, operation: 'confirm_hold', context, freshMs: freshMs(deps, booking, 'CONFIRM_HOLD') },
    work: ({ supplier, call }) => {
      if (!supplier.confirmHold) throw new Error(`${supplier.code} says that it confirms holds, and does not`)
      return supplier.confirmHold(call, referenceOf(deps, booking))
    },
  })
  deps.killPoint('confirm-hold:after-supplier')
  const settled = {
    booking: await settle(deps, booking, { attemptId, outcome }),
    refusal: outcome.outcome === 'REFUSED' ? outcome.refusal : null,
    isSent: outcome.outcome !== 'NOT_SENT',
  }
  deps.killPoint('confirm-hold:after-settlement')
  return settled
}

type Attempted = { readonly attemptId: string; readonly outcome: AttemptedOutcome<null> }

function settle(deps: Deps, booking: Booking, { attemptId, outcome }: Attempted): Promise<Booking> {
  const isLeft = outcome.outcome === 'ACCEPTED' || outcome.outcome === 'UNKNOWN'
  return isLeft ? leaveToLooks(deps, booking, { attemptId, outcome }) : putBack(deps, booking, { attemptId, outcome })
}

/** Even an acceptance is verified, at once: only the supplier's record proves that the booking is confirmed. */
function leaveToLooks(deps: Deps, booking: Booking, { attemptId, outcome }: Attempted): Promise<Booking> {
  return deps.store.transaction(async (tx) => {
    // The booking before its attempt, in this order everywhere: two transactions must not wait for each other.
    await tx.looks.lookSoon(booking.bookingId, outcome.outcome === 'ACCEPTED' ? 0 : retryDelayMs(0))
    await tx.attempts.end(attemptId, attemptEnd(outcome))
    deps.killPoint('confirm-hold:in-settlement')
    return booking
  })
}

function putBack(deps: Deps, booking: Booking, { attemptId, outcome }: Attempted): Promise<Booking> {
  return settleBooking(deps, booking, {
    decide: (read) =>
      isSameCall(booking, read)
        ? // A refusal may mean that the supplier has released the hold.
          { move: 'HOLD_CONFIRMATION_REFUSED', next: { kind: 'HOLD', afterMs: 0 } }
        : null,
    ended: { attemptId, end: attemptEnd(outcome) },
    beforeCommit: () => deps.killPoint('confirm-hold:in-settlement'),
  })
}

function rejected(refusal: Refusal, view: BookingStatusData): Problem {
  const { retryable, httpStatus, supplierErrorCode } = refusal
  const catalogued = problem('HOLD_CONFIRMATION_REJECTED', undefined, {
    bookingId: view.bookingId,
    status: view.status,
    supplier: view.provider.code,
    supplierHttpStatus: httpStatus,
    supplierErrorCode,
    retryable,
  })
  return { ...catalogued, retryable }
}
