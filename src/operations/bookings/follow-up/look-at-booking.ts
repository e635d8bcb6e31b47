import type { BookingStatus } from '../../../domain/booking.ts'
import { type NextLook, retryDelayMs } from '../../../domain/booking-look.ts'
import type { ClaimedLook } from '../../../store/booking-looks.ts'
import type { Deps } from '../../deps.ts'
import { openCase } from '../machinery/booking-cases.ts'
import { type LookInput, settleBooking } from '../machinery/settle-booking.ts'
import { expireReview } from '../review-booking.ts'
import { reconcileBooking } from './reconcile-booking.ts'
import { verifyListing } from './verify-mapping.ts'
import { watchConfirmed } from './watch-confirmed.ts'
import { watchFailed } from './watch-failed.ts'
import { watchHold } from './watch-hold.ts'

/** After so many looks that failed an operator is told. */
const FAILING_LOOKS = 5

/** What a look does for a booking, by its status. */
const LOOKS: Readonly<Record<BookingStatus, (deps: Deps, input: LookInput) => Promise<unknown>>> = {
  AWAITING_REVIEW: expireReview,
  PROCESSING: reconcileBooking,
  CANCELLATION_PENDING: reconcileBooking,
  ON_HOLD: watchHold,
  CONFIRMED: watchConfirmed,
  FAILED: watchFailed,
  CANCELLED: rest,
}

/**
 * Looks at a booking that is due: settles what waits in it, as its supplier's record and the database's time say, and plans the
 * next look. What it throws leaves the booking to the next look.
 */
export async function lookAtBooking(deps: Deps, input: LookInput): Promise<void> {
  const { bookingId, look } = input
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking) return
  if (booking.verifiesListing && (await verifyListing(deps, booking, input.context)))
    await settleBooking(deps, bookingId, {
      decide: (read) => (read.verifiesListing ? { keep: { verifiesListing: false } } : null),
    })
  const deadlineAt = booking.status === 'ON_HOLD' && booking.verifiesListing ? booking.holdDeadlineAt : null
  // The look was for the listing only: a hold is not looked up before its deadline, unless its supplier said something.
  const isEarly = deadlineAt !== null && (await deps.store.looks.now(booking.organizationId)) < deadlineAt
  if (look.leaseId !== null && isEarly) return void (await settleBooking(deps, bookingId, { look, decide: () => null }))
  await LOOKS[booking.status](deps, input)
  // A move or a call in between has counted the looks anew, so their number does not tell whether there is a case. Of a confirmed booking
  // its own look says whether the supplier answered.
  if (booking.status !== 'CONFIRMED') await deps.store.cases.settle(['LOOK_FAILS'], bookingId, 'a look succeeded')
}

/** Nothing waits in a cancelled booking; only a process of an earlier version leaves one to be looked at. */
async function rest(deps: Deps, { bookingId, look }: LookInput): Promise<void> {
  await settleBooking(deps, bookingId, { look, decide: () => null })
}

/** Plans the next look at a booking whose look threw, so that nothing that fails can lose a booking, and tells operators. */
export async function planAfterFailure(deps: Deps, { bookingId, leaseId, kind, looks }: ClaimedLook): Promise<void> {
  const next: NextLook = { kind, afterMs: retryDelayMs(looks) }
  const isOurs = await deps.store.looks.lookAgain({ bookingId, leaseId }, { looks: looks + 1, next })
  if (!isOurs || looks + 1 < FAILING_LOOKS) return
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (booking) await openCase(deps.store, booking, { kind: 'LOOK_FAILS', detail: { look: kind, looks: looks + 1 } })
}
