import { invalidState, type Problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Booking, BookingFailure } from '../../store/booking.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type ReviewBookingInput, reviewBookingInput } from '../inputs/booking.ts'
import { answerBooking } from './booking-answer.ts'
import { executeCreate } from './execute-create.ts'
import { findBooking } from './find-booking.ts'
import { beginAttempt } from './machinery/attempts.ts'
import { KEY_LIFE_MS } from './machinery/idempotency.ts'
import { type Begun, keyedCommand, type Request, usedKey } from './machinery/keyed-command.ts'
import { moveBooking } from './machinery/move-booking.ts'
import { type LookInput, settleBooking } from './machinery/settle-booking.ts'

function failed(code: 'REVIEW_REJECTED' | 'REVIEW_EXPIRED', message: string): BookingFailure {
  return {
    code,
    message,
    retryable: false,
  }
}

/**
 * Decides a booking that awaits review. Only an approval calls the supplier. The key is optional, because a booking can be
 * decided only once; with a key, a repeated request gets the result of the first one instead of a refusal.
 */
export const reviewBooking = keyedCommand({
  operation: 'REVIEW',
  schema: reviewBookingInput,
  keyIsOptional: true,
  guard,
  begin,
  execute: (deps, { booking, attemptId }, context) => executeCreate(deps, booking, { attemptId, context }),
  answer: answerBooking,
})

async function guard(deps: Deps, caller: Caller, input: ReviewBookingInput): Promise<Result<Booking, Problem>> {
  const found = await findBooking(deps, caller, input.bookingId)
  if (!found.ok) return found
  const { status, reviewExpiresAt } = found.value
  const expired = reviewExpiresAt !== null && deps.clock.of(found.value.organizationId).now() >= reviewExpiresAt
  return status !== 'AWAITING_REVIEW' || expired
    ? err(invalidState('the booking does not await a review', 'booking_id'))
    : found
}

/** Returns null and writes nothing when another request has used the key or changed the booking in the meantime. */
function begin(
  deps: Deps,
  { caller, claim, input, read, beforeCommit }: Request<ReviewBookingInput, Booking>,
): Promise<Result<Begun, Problem> | null> {
  const { bookingId, organizationId } = read
  const approved = input.decision === 'APPROVE'
  const now = deps.clock.of(organizationId).now()
  return deps.store.transactionOrNull(async (tx) => {
    const used = claim && usedKey(claim, { bookingId, cancellationId: null, createdAt: now }, KEY_LIFE_MS)
    if (used && !(await tx.idempotencyKeys.take(used))) return null
    const booking = approved
      ? await moveBooking(deps, tx, { read, trigger: 'REVIEW_APPROVED' })
      : await moveBooking(deps, tx, {
          read,
          trigger: 'REVIEW_REJECTED',
          changes: {
            failure: failed('REVIEW_REJECTED', 'The booking was rejected in review'),
          },
        })
    if (!booking) return null
    const action = `booking.review.${input.decision.toLowerCase()}`
    const details = { note: input.note ?? null }
    await tx.audit.append({ organizationId, actor: caller.actor, action, subject: bookingId, details }, now)
    const attemptId = approved ? await beginAttempt(deps, tx, { bookingId, operation: 'CREATE' }) : null
    beforeCommit()
    return ok({ booking, cancellationId: null, attemptId })
  })
}

/** Fails a booking that was not reviewed in time. */
export async function expireReview(
  deps: Deps,
  { bookingId, look }: Pick<LookInput, 'bookingId' | 'look'>,
): Promise<void> {
  await settleBooking(deps, bookingId, {
    look,
    decide: (read, now) =>
      read.status === 'AWAITING_REVIEW' && read.reviewExpiresAt !== null && now >= read.reviewExpiresAt
        ? {
            move: 'REVIEW_EXPIRED',
            changes: { failure: failed('REVIEW_EXPIRED', 'Nobody reviewed the booking in time') },
          }
        : null,
  })
}
