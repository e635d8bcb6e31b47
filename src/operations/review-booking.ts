import type { BookingStatusData } from '../domain/contract/booking.ts'
import { invalidState, type Problem } from '../domain/errors.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Booking, BookingFailure } from '../store/bookings.ts'
import { bookingStatusData } from './booking-view.ts'
import type { Caller } from './caller.ts'
import { ANSWER_WITHIN_MS, endsWithin } from './deadline.ts'
import { type Deps, makeId } from './deps.ts'
import { executeCreate } from './execute-create.ts'
import { findBooking } from './find-booking.ts'
import { reviewBookingInput } from './inputs/booking.ts'
import { parseInput } from './inputs/input.ts'
import { GUARD, GUARD_MS } from './ladder.ts'
import { moveBooking } from './move-booking.ts'
import { settleBooking } from './settle-booking.ts'
import { contextOf } from './supplier-calls.ts'

const failed = (code: 'REVIEW_REJECTED' | 'REVIEW_EXPIRED', message: string): BookingFailure => ({
  code,
  message,
  retryable: false,
})

/** Decides a booking that awaits review. Only an approval lets the supplier be asked. */
export const reviewBooking = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<BookingStatusData, Problem>> => {
  const input = parseInput(reviewBookingInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const booking = found.value
  const expired = booking.reviewExpiresAt !== null && deps.clock.now() >= booking.reviewExpiresAt
  if (booking.status !== 'AWAITING_REVIEW' || expired)
    return err(invalidState('the booking does not await a review', 'booking_id'))
  const approved = input.value.decision === 'APPROVE'
  const begun = approved ? await approve(deps, booking) : await reject(deps, booking)
  if (!begun) return reviewBooking(deps, caller, raw)
  await deps.store.audit.append(
    {
      organizationId: caller.organizationId,
      actor: `caller:${caller.organizationId}`,
      action: `booking.review.${input.value.decision.toLowerCase()}`,
      subject: booking.bookingId,
      details: { note: input.value.note ?? null },
    },
    deps.clock.now(),
  )
  if (begun.attemptId !== null) {
    const work = executeCreate(deps, begun.booking, begun.attemptId, contextOf(caller))
    deps.background.follow('review-booking', work)
    await endsWithin(
      work.catch(() => undefined),
      ANSWER_WITHIN_MS,
    )
  }
  const now = await findBooking(deps, caller, booking.bookingId)
  return now.ok ? ok(bookingStatusData(deps.suppliers, now.value, deps.clock.now())) : now
}

type Begun = { readonly booking: Booking; readonly attemptId: string | null }

const approve = (deps: Deps, read: Booking): Promise<Begun | null> =>
  deps.store.transaction(async (tx) => {
    const booking = await moveBooking(deps, tx, read, 'REVIEW_APPROVED')
    if (!booking) return null
    const attemptId = makeId(deps, 'request')
    const now = deps.clock.now()
    await tx.attempts.begin({ attemptId, bookingId: booking.bookingId, operation: 'CREATE', startedAt: now })
    await tx.jobs.enqueue({
      name: 'reconcile-booking',
      bookingId: booking.bookingId,
      rung: GUARD,
      startAt: now + GUARD_MS,
    })
    return { booking, attemptId }
  })

const reject = (deps: Deps, read: Booking): Promise<Begun | null> =>
  deps.store.transaction(async (tx) => {
    const booking = await moveBooking(deps, tx, read, 'REVIEW_REJECTED', {
      failure: failed('REVIEW_REJECTED', 'The booking was rejected in review'),
    })
    return booking && { booking, attemptId: null }
  })

/** Job: a review that nobody decided in time ends the booking. */
export const expireReview = async (deps: Deps, { bookingId }: { readonly bookingId: string }): Promise<void> => {
  await settleBooking(deps, bookingId, (read) =>
    read.status === 'AWAITING_REVIEW' && read.reviewExpiresAt !== null && deps.clock.now() >= read.reviewExpiresAt
      ? {
          move: 'REVIEW_EXPIRED',
          changes: { failure: failed('REVIEW_EXPIRED', 'Nobody reviewed the booking in time') },
        }
      : null,
  )
}
