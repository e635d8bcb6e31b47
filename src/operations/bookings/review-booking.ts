import type { Booking, BookingFailure } from '../../store/booking.ts'
import { invalidState, type Problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { UsedKey } from '../../store/idempotency-keys.ts'
import { beginAttempt } from './machinery/attempts.ts'
import { bookingAnswer, currentBookingAnswer } from './booking-answer.ts'
import type { Caller } from '../caller.ts'
import { answerDeadline, outcomeBy } from '../deadline.ts'
import type { Deps } from '../deps.ts'
import { executeCreate } from './execute-create.ts'
import { findBooking } from './find-booking.ts'
import type { BookingAnswer } from '../gateway.ts'
import { checkKey, fingerprintOf, KEY_LIFE_MS, keyConflict } from './machinery/idempotency.ts'
import { type ReviewBookingInput, reviewBookingInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { moveBooking } from './machinery/move-booking.ts'
import { settleBooking } from './machinery/settle-booking.ts'
import { contextOf } from '../supplier-calls.ts'

const failed = (code: 'REVIEW_REJECTED' | 'REVIEW_EXPIRED', message: string): BookingFailure => ({
  code,
  message,
  retryable: false,
})

type Answer = Result<BookingAnswer, Problem>

/**
 * Decides a booking that awaits review. Only an approval lets the supplier be asked. The key is optional: a booking can be
 * decided only once; with a key, a repeated request is told what became of the first instead of being refused.
 */
export const reviewBooking = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
  rawKey: string | null,
): Promise<Answer> => {
  const key = rawKey === null ? ok(null) : checkKey(rawKey)
  if (!key.ok) return key
  const input = parseInput(reviewBookingInput, raw)
  if (!input.ok) return input
  const answerBy = answerDeadline(caller)
  const use = key.value === null ? null : useOf(deps, caller, input.value, key.value)
  const earlier = use && (await replay(deps, caller, use))
  if (earlier) return earlier
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const booking = found.value
  const expired = booking.reviewExpiresAt !== null && deps.clock.now() >= booking.reviewExpiresAt
  if (booking.status !== 'AWAITING_REVIEW' || expired)
    return err(invalidState('the booking does not await a review', 'booking_id'))
  const begun = await begin(deps, booking, { caller, input: input.value, use })
  // Somebody was faster with this booking or key: what they did decides the answer.
  if (!begun) return reviewBooking(deps, caller, raw, rawKey)
  if (begun.attemptId === null) return bookingAnswer(deps, begun.booking, false)
  const work = executeCreate(deps, begun.booking, begun.attemptId, contextOf(caller))
  const settled = await outcomeBy(deps.background, 'review-booking', work, answerBy)
  return settled ? bookingAnswer(deps, settled, false) : currentBookingAnswer(deps, caller, booking.bookingId, false)
}

const useOf = (deps: Deps, caller: Caller, input: ReviewBookingInput, key: string): UsedKey => ({
  organizationId: caller.organizationId,
  environment: caller.environment,
  operation: 'REVIEW',
  key,
  ...fingerprintOf(input, key),
  bookingId: input.bookingId,
  cancellationId: null,
  createdAt: deps.clock.now(),
  expiresAt: deps.clock.now() + KEY_LIFE_MS,
})

const replay = async (deps: Deps, caller: Caller, use: UsedKey): Promise<Answer | null> => {
  const used = await deps.store.idempotencyKeys.find(use, deps.clock.now())
  if (!used) return null
  const conflict = keyConflict(used, use)
  return conflict ? err(conflict) : currentBookingAnswer(deps, caller, used.bookingId, true)
}

/** The booking as the decision left it; `attemptId` when the supplier is to be asked. */
type Begun = { readonly booking: Booking; readonly attemptId: string | null }

type Decision = {
  readonly caller: Caller
  readonly input: ReviewBookingInput
  readonly use: UsedKey | null
}

/** Null when the key or the booking was taken by somebody else meanwhile; nothing is written then. */
const begin = (deps: Deps, read: Booking, { caller, input, use }: Decision): Promise<Begun | null> =>
  deps.store.transactionOrNull(async (tx) => {
    if (use && !(await tx.idempotencyKeys.take(use))) return null
    const approved = input.decision === 'APPROVE'
    const booking = approved
      ? await moveBooking(deps, tx, read, 'REVIEW_APPROVED')
      : await moveBooking(deps, tx, read, 'REVIEW_REJECTED', {
          failure: failed('REVIEW_REJECTED', 'The booking was rejected in review'),
        })
    if (!booking) return null
    await tx.audit.append(
      {
        organizationId: booking.organizationId,
        actor: caller.actor,
        action: `booking.review.${input.decision.toLowerCase()}`,
        subject: booking.bookingId,
        details: { note: input.note ?? null },
      },
      deps.clock.now(),
    )
    return { booking, attemptId: approved ? await beginAttempt(deps, tx, booking.bookingId, 'CREATE') : null }
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
