import type { CancelledBooking } from '../domain/contract/booking.ts'
import { moneyView } from '../domain/contract/money.ts'
import { type Problem, problem } from '../domain/errors.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { DAY_MS, toRfc3339 } from '../domain/time.ts'
import type { Booking } from '../store/bookings.ts'
import type { Cancellation, CancellationQuote } from '../store/cancellations.ts'
import type { KeyScope } from '../store/idempotency-keys.ts'
import { bookingStatusData } from './booking-view.ts'
import type { Caller } from './caller.ts'
import { ANSWER_WITHIN_MS, endsWithin } from './deadline.ts'
import { type Deps, makeId } from './deps.ts'
import { executeCancel } from './execute-cancel.ts'
import { findBooking } from './find-booking.ts'
import type { BookingAnswer } from './gateway.ts'
import { checkKey, type Fingerprint, fingerprintOf, keyConflict } from './idempotency.ts'
import { cancelBookingInput } from './inputs/booking.ts'
import { parseInput } from './inputs/input.ts'
import { GUARD, GUARD_MS } from './ladder.ts'
import { moveBooking } from './move-booking.ts'
import { type CurrentPenalty, currentPenalty, issueQuote, uncancellable } from './quote-cancellation.ts'
import { contextOf } from './supplier-calls.ts'

const KEY_LIFE_MS = 30 * DAY_MS

type Answer = Result<BookingAnswer<CancelledBooking>, Problem>

/**
 * Cancels by accepting a quote, once for each key. The key's replay comes before the quote's validity; the quote is used,
 * the booking moved and the attempt written in one transaction; only then the supplier is asked.
 */
export const cancelBooking = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
  rawKey: string | null,
): Promise<Answer> => {
  const key = checkKey(rawKey)
  if (!key.ok) return key
  const input = parseInput(cancelBookingInput, raw)
  if (!input.ok) return input
  const scope: KeyScope = {
    organizationId: caller.organizationId,
    environment: caller.environment,
    operation: 'CANCEL',
    key: key.value,
  }
  const fingerprint = fingerprintOf(input.value, key.value)
  const earlier = await replay(deps, caller, scope, fingerprint)
  if (earlier) return earlier
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const refusal = uncancellable(deps, found.value)
  if (refusal) return err(refusal)
  const quote = await usableQuote(deps, caller, found.value, input.value.cancellationQuoteId)
  if (!quote.ok) return quote
  if ((await deps.store.bookings.countLiveTwins(found.value)) > 0) return err(problem('PROVIDER_REFERENCE_AMBIGUOUS'))
  const begun = await begin(deps, scope, fingerprint, found.value, quote.value)
  // Somebody was faster with this booking, quote or key: what they did decides the answer.
  if (!begun) return cancelBooking(deps, caller, raw, rawKey)
  return execute(deps, caller, begun)
}

const replay = async (
  deps: Deps,
  caller: Caller,
  scope: KeyScope,
  fingerprint: Fingerprint,
): Promise<Answer | null> => {
  const used = await deps.store.idempotencyKeys.find(scope, deps.clock.now())
  if (!used?.cancellationId) return null
  const conflict = keyConflict(used, fingerprint)
  return conflict ? err(conflict) : answer(deps, caller, used.bookingId, used.cancellationId, true)
}

type InvalidReason = 'EXPIRED' | 'USED' | 'PENALTY_CHANGED' | 'UNKNOWN_QUOTE' | 'OTHER_BOOKING'

const usableQuote = async (
  deps: Deps,
  caller: Caller,
  booking: Booking,
  quoteId: string,
): Promise<Result<CancellationQuote, Problem>> => {
  const quote = await deps.store.cancellations.findQuote(caller.organizationId, quoteId)
  const current = await currentPenalty(deps, caller, booking)
  const reason = quote ? invalidReason(quote, booking, current, deps.clock.now()) : 'UNKNOWN_QUOTE'
  if (quote && !reason) return ok(quote)
  return err(
    problem('CANCELLATION_QUOTE_INVALID', undefined, {
      reason,
      bookingId: booking.bookingId,
      quotedPenalty: quote?.penalty && reason !== 'OTHER_BOOKING' ? moneyView(quote.penalty) : null,
      replacementQuote: await issueQuote(deps, caller, booking),
    }),
  )
}

const invalidReason = (
  quote: CancellationQuote,
  booking: Booking,
  current: CurrentPenalty,
  now: number,
): InvalidReason | null => {
  if (quote.bookingId !== booking.bookingId) return 'OTHER_BOOKING'
  if (quote.usedAt !== null) return 'USED'
  const same = quote.penaltyStatus === current.status && quote.penalty?.amountMinor === current.penalty?.amountMinor
  if (!same) return 'PENALTY_CHANGED'
  return now >= quote.expiresAt ? 'EXPIRED' : null
}

type Begun = { readonly booking: Booking; readonly cancellationId: string; readonly attemptId: string }

/** Null when the key, the quote or the booking was taken by somebody else meanwhile; nothing is written then. */
const begin = async (
  deps: Deps,
  scope: KeyScope,
  fingerprint: Fingerprint,
  read: Booking,
  quote: CancellationQuote,
): Promise<Begun | null> => {
  deps.killPoint('cancel:before-commit')
  const now = deps.clock.now()
  const cancellation = newCancellation(deps, read, quote)
  const attemptId = makeId(deps, 'request')
  try {
    return await deps.store.transaction(async (tx) => {
      const used = {
        ...scope,
        ...fingerprint,
        bookingId: read.bookingId,
        cancellationId: cancellation.cancellationId,
        createdAt: now,
        expiresAt: now + KEY_LIFE_MS,
      }
      if (!(await tx.idempotencyKeys.take(used))) throw new Lost()
      if (!(await tx.cancellations.useQuote(quote.quoteId, now))) throw new Lost()
      const booking = await moveBooking(deps, tx, read, 'CANCELLATION_SENT')
      if (!booking) throw new Lost()
      await tx.cancellations.insert(cancellation)
      await tx.attempts.begin({ attemptId, bookingId: booking.bookingId, operation: 'CANCEL', startedAt: now })
      await tx.jobs.enqueue({
        name: 'reconcile-booking',
        bookingId: booking.bookingId,
        rung: GUARD,
        startAt: now + GUARD_MS,
      })
      return { booking, cancellationId: cancellation.cancellationId, attemptId }
    })
  } catch (error) {
    if (error instanceof Lost) return null
    throw error
  }
}

/** Rolls the transaction back when a race was lost; a return value would commit what was written before. */
class Lost extends Error {}

const newCancellation = (deps: Deps, booking: Booking, quote: CancellationQuote): Cancellation => ({
  cancellationId: makeId(deps, 'cancellation'),
  bookingId: booking.bookingId,
  quoteId: quote.quoteId,
  requestedAt: deps.clock.now(),
  completedAt: null,
  outcome: 'PENDING',
  penaltyStatus: quote.penaltyStatus,
  penalty: quote.penalty,
  chargedPenalty: null,
  currency: quote.currency,
  supplierCancellationReference: null,
})

const execute = async (deps: Deps, caller: Caller, { booking, cancellationId, attemptId }: Begun): Promise<Answer> => {
  deps.killPoint('cancel:after-commit')
  const work = executeCancel(deps, booking, attemptId, contextOf(caller))
  deps.background.follow('cancel-booking', work)
  await endsWithin(
    work.catch(() => undefined),
    ANSWER_WITHIN_MS,
  )
  return answer(deps, caller, booking.bookingId, cancellationId, false)
}

const answer = async (
  deps: Deps,
  caller: Caller,
  bookingId: string,
  cancellationId: string,
  replayed: boolean,
): Promise<Answer> => {
  const booking = await findBooking(deps, caller, bookingId)
  if (!booking.ok) return booking
  const cancellation = await deps.store.cancellations.find(cancellationId)
  if (!cancellation) throw new Error(`no cancellation ${cancellationId}`)
  return ok({
    booking: {
      ...bookingStatusData(deps.suppliers, booking.value, deps.clock.now()),
      cancellation: cancellationView(cancellation),
    },
    replayed,
  })
}

const cancellationView = (cancellation: Cancellation): CancelledBooking['cancellation'] => ({
  cancellationId: cancellation.cancellationId,
  cancellationQuoteId: cancellation.quoteId,
  requestedAt: toRfc3339(cancellation.requestedAt),
  completedAt: cancellation.completedAt === null ? null : toRfc3339(cancellation.completedAt),
  outcome: cancellation.outcome,
  penaltyStatus: cancellation.penaltyStatus,
  penalty: cancellation.penalty && moneyView(cancellation.penalty),
  chargedPenalty: cancellation.chargedPenalty && moneyView(cancellation.chargedPenalty),
  supplierCancellationReference: cancellation.supplierCancellationReference,
})
