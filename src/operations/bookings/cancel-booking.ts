import type { Booking } from '../../store/booking.ts'
import type { CancelledBooking } from '../../domain/contract/booking.ts'
import { quoteFault } from '../../domain/cancellation-quote.ts'
import { moneyView } from '../../domain/contract/money.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Cancellation, CancellationQuote } from '../../store/cancellations.ts'
import type { KeyScope } from '../../store/idempotency-keys.ts'
import { beginAttempt } from './machinery/attempts.ts'
import { bookingStatusData } from './booking-view.ts'
import type { Caller } from '../caller.ts'
import { answerDeadline, outcomeBy } from '../deadline.ts'
import { type Deps, makeId } from '../deps.ts'
import { executeCancel } from './execute-cancel.ts'
import { findBooking } from './find-booking.ts'
import type { BookingAnswer } from '../gateway.ts'
import { checkKey, type Fingerprint, fingerprintOf, KEY_LIFE_MS, keyConflict } from './machinery/idempotency.ts'
import { cancelBookingInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { moveBooking } from './machinery/move-booking.ts'
import { currentPenalty, issueQuote, uncancellable } from './quote-cancellation.ts'
import { contextOf } from '../supplier-calls.ts'

/** How long a supplier that quotes cancellations may take to say what this one costs now; then the frozen policy holds. */
const PENALTY_WITHIN_MS = 4 * SECOND_MS

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
  const answerBy = answerDeadline(caller)
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
  return execute(deps, caller, begun, answerBy)
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

/** The quote, when it still holds; otherwise the refusal, with a fresh quote in it. */
const usableQuote = async (
  deps: Deps,
  caller: Caller,
  booking: Booking,
  quoteId: string,
): Promise<Result<CancellationQuote, Problem>> => {
  const quote = await deps.store.cancellations.findQuote(caller.organizationId, quoteId)
  const current = await currentPenalty(deps, caller, booking, PENALTY_WITHIN_MS)
  const reason = quoteFault(quote, booking.bookingId, current, deps.clock.now())
  if (quote && !reason) return ok(quote)
  return err(
    problem('CANCELLATION_QUOTE_INVALID', undefined, {
      reason,
      bookingId: booking.bookingId,
      quotedPenalty: quote?.penalty && reason !== 'OTHER_BOOKING' ? moneyView(quote.penalty) : null,
      replacementQuote: await issueQuote(deps, booking, current),
    }),
  )
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
  const { bookingId } = read
  const cancellation = newCancellation(deps, read, quote)
  const { cancellationId } = cancellation
  const begun = await deps.store.transactionOrNull(async (tx) => {
    const used = { ...scope, ...fingerprint, bookingId, cancellationId, createdAt: now, expiresAt: now + KEY_LIFE_MS }
    if (!(await tx.idempotencyKeys.take(used))) return null
    if (!(await tx.cancellations.useQuote(quote.quoteId, now))) return null
    const booking = await moveBooking(deps, tx, read, 'CANCELLATION_SENT')
    if (!booking) return null
    await tx.cancellations.insert(cancellation)
    const attemptId = await beginAttempt(deps, tx, bookingId, 'CANCEL')
    deps.killPoint('cancel:in-transaction')
    return { booking, cancellationId, attemptId }
  })
  deps.killPoint('cancel:after-commit')
  return begun
}

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

const execute = async (
  deps: Deps,
  caller: Caller,
  { booking, cancellationId, attemptId }: Begun,
  answerBy: number,
): Promise<Answer> => {
  const work = executeCancel(deps, booking, attemptId, contextOf(caller))
  await outcomeBy(deps.background, 'cancel-booking', work, answerBy)
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
