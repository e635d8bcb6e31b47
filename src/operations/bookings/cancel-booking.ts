import type { z } from 'zod'
import { quoteFault } from '../../domain/cancellation-quote.ts'
import type { CancelledBooking } from '../../domain/contract/booking.ts'
import { moneyView } from '../../domain/contract/money.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Booking } from '../../store/booking.ts'
import type { Cancellation, CancellationQuote } from '../../store/cancellations.ts'
import type { Caller } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'
import type { BookingAnswer } from '../gateway.ts'
import { cancelBookingInput } from '../inputs/booking.ts'
import { bookingStatusData } from './booking-view.ts'
import { executeCancel } from './execute-cancel.ts'
import { findBooking } from './find-booking.ts'
import { beginAttempt } from './machinery/attempts.ts'
import { KEY_LIFE_MS } from './machinery/idempotency.ts'
import { type Begun, keyedCommand, type Request, type Subject, usedKey } from './machinery/keyed-command.ts'
import { moveBooking } from './machinery/move-booking.ts'
import { keptWithBooking } from './machinery/own-cancellation.ts'
import { currentPenalty, issueQuote, uncancellable } from './quote-cancellation.ts'

/** The deadline for a supplier that quotes cancellations to state the current cost; after it the frozen policy applies. */
const PENALTY_WITHIN_MS = 4 * SECOND_MS

/** What is read before anything is written: the booking in its current version, and the accepted quote. */
type Accepted = Quoted & { readonly booking: Booking }

type Quoted = {
  readonly quote: CancellationQuote
  /** When the penalty changes, from which moment on nothing may be sent for this quote; null: it does not change. */
  readonly until: Instant | null
}

type CancelInput = z.output<typeof cancelBookingInput>

/**
 * Cancels a booking by accepting a quote, once for each key. A repeated key is answered before the quote is checked. One
 * transaction uses the quote, moves the booking and writes the attempt; only then the supplier is called.
 */
export const cancelBooking = keyedCommand({
  operation: 'CANCEL',
  schema: cancelBookingInput,
  guard,
  begin,
  execute: async (deps, { booking, attemptId, cancellationId, until = null }, context) => {
    if (cancellationId === null) throw new Error('a cancellation was begun without its row')
    await executeCancel(deps, booking, { attemptId, cancellationId, until, context })
    return null
  },
  answer,
})

async function guard(deps: Deps, caller: Caller, input: CancelInput): Promise<Result<Accepted, Problem>> {
  const found = await findBooking(deps, caller, input.bookingId)
  if (!found.ok) return found
  const booking = found.value
  const refusal = uncancellable(deps, booking)
  if (refusal) return err(refusal)
  const quote = await usableQuote(deps, caller, { booking, quoteId: input.cancellationQuoteId })
  if (!quote.ok) return quote
  if ((await deps.store.bookings.countLiveTwins(booking)) > 0) return err(problem('PROVIDER_REFERENCE_AMBIGUOUS'))
  return ok({ booking, ...quote.value })
}

/** Returns the quote, and how long it holds, if it can still be accepted; otherwise the refusal, which contains a new quote. */
async function usableQuote(
  deps: Deps,
  caller: Caller,
  { booking, quoteId }: { readonly booking: Booking; readonly quoteId: string },
): Promise<Result<Quoted, Problem>> {
  const quote = await deps.store.cancellations.findQuote(caller.organizationId, quoteId)
  const current = await currentPenalty(deps, caller, { booking, withinMs: PENALTY_WITHIN_MS })
  const reason = quoteFault(quote, {
    bookingId: booking.bookingId,
    current,
    now: deps.clock.of(caller.organizationId).now(),
  })
  if (quote && !reason) return ok({ quote, until: current.changesAt })
  return err(
    problem('CANCELLATION_QUOTE_INVALID', undefined, {
      reason,
      bookingId: booking.bookingId,
      quotedPenalty: quote?.penalty && reason !== 'OTHER_BOOKING' ? moneyView(quote.penalty) : null,
      replacementQuote: await issueQuote(deps, booking, { current, language: caller.language }),
    }),
  )
}

/** Returns null and writes nothing when another request has used the key or the quote, or changed the booking in the meantime. */
async function begin(
  deps: Deps,
  { claim, read: { booking: read, quote, until }, beforeCommit }: Request<CancelInput, Accepted>,
): Promise<Result<Begun, Problem> | null> {
  if (!claim) throw new Error('a booking is cancelled under a key')
  const cancellation = newCancellation(deps, read, quote)
  const { cancellationId, bookingId, requestedAt } = cancellation
  return deps.store.transactionOrNull(async (tx) => {
    const used = usedKey(claim, { bookingId, cancellationId, createdAt: requestedAt }, KEY_LIFE_MS)
    if (!(await tx.idempotencyKeys.take(used))) return null
    if (!(await tx.cancellations.useQuote(quote.quoteId, requestedAt))) return null
    const changes = { cancellation: keptWithBooking(cancellation) }
    const booking = await moveBooking(deps, tx, { read, trigger: 'CANCELLATION_SENT', changes })
    if (!booking) return null
    const attemptId = await beginAttempt(deps, tx, { bookingId, operation: 'CANCEL' })
    await tx.cancellations.insert({ ...cancellation, attemptId })
    beforeCommit()
    return ok({ booking, cancellationId, attemptId, until })
  })
}

function newCancellation(deps: Deps, booking: Booking, quote: CancellationQuote): Cancellation {
  return {
    cancellationId: makeId(deps, 'cancellation'),
    bookingId: booking.bookingId,
    quoteId: quote.quoteId,
    requestedAt: deps.clock.of(booking.organizationId).now(),
    completedAt: null,
    outcome: 'PENDING',
    penaltyStatus: quote.penaltyStatus,
    penalty: quote.penalty,
    chargedPenalty: null,
    currency: quote.currency,
    supplierCancellationReference: null,
  }
}

async function answer(
  deps: Deps,
  caller: Caller,
  { bookingId, cancellationId, replayed }: Subject & { readonly replayed: boolean },
): Promise<Result<BookingAnswer<CancelledBooking>, Problem>> {
  const booking = await findBooking(deps, caller, bookingId)
  if (!booking.ok) return booking
  if (cancellationId === null) throw new Error(`a key of a cancellation without one, for ${bookingId}`)
  const cancellation = await deps.store.cancellations.find(cancellationId)
  if (!cancellation) throw new Error(`no cancellation ${cancellationId}`)
  return ok({
    booking: {
      ...bookingStatusData(deps.suppliers, booking.value, deps.clock.of(caller.organizationId).now()),
      cancellation: cancellationView(cancellation, booking.value),
    },
    replayed,
  })
}

function cancellationView(
  cancellation: Cancellation,
  { cancellation: kept }: Booking,
): CancelledBooking['cancellation'] {
  const isKept = kept?.cancellationId === cancellation.cancellationId
  const completedAt = cancellation.completedAt === null ? null : toRfc3339(cancellation.completedAt)
  return {
    cancellationId: cancellation.cancellationId,
    cause: isKept ? kept.cause : 'CLIENT',
    cancelledAt: cancellation.outcome === 'CANCELLED' ? completedAt : null,
    cancellationQuoteId: cancellation.quoteId,
    requestedAt: toRfc3339(cancellation.requestedAt),
    completedAt,
    outcome: cancellation.outcome,
    penaltyStatus: cancellation.penaltyStatus,
    penalty: cancellation.penalty && moneyView(cancellation.penalty),
    chargedPenalty: cancellation.chargedPenalty && moneyView(cancellation.chargedPenalty),
    supplierCancellationReference: cancellation.supplierCancellationReference,
  }
}
