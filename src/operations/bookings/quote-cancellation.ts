import { type CurrentPenalty, frozenPenalty, quoteExpiry, withSupplierFigure } from '../../domain/cancellation-quote.ts'
import type { CancellationQuoteView } from '../../domain/contract/booking.ts'
import { cancellationView } from '../../domain/contract/cancellation.ts'
import { moneyView } from '../../domain/contract/money.ts'
import { invalidState, type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { Booking } from '../../store/booking.ts'
import type { CancellationQuote } from '../../store/cancellations.ts'
import type { Caller } from '../caller.ts'
import { ANSWER_WITHIN_MS } from '../deadline.ts'
import { type Deps, makeId } from '../deps.ts'
import { bookingIdInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { contextOf, openFor, referenceOf } from '../supplier-calls.ts'
import { findBooking } from './find-booking.ts'

/**
 * Quotes what cancelling would cost now, and how long that is valid. It cancels nothing, and any number of quotes may be
 * requested.
 */
export async function quoteCancellation(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<CancellationQuoteView, Problem>> {
  const input = parseInput(bookingIdInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const booking = found.value
  const refusal = uncancellable(deps, booking)
  if (refusal) return err(refusal)
  return ok(
    await issueQuote(deps, booking, {
      current: await currentPenalty(deps, caller, { booking, withinMs: ANSWER_WITHIN_MS }),
      language: caller.language,
    }),
  )
}

/** Returns why a booking cannot be cancelled at all; null when it can. */
export function uncancellable(deps: Deps, booking: Booking): Problem | null {
  if (booking.status !== 'CONFIRMED' && booking.status !== 'ON_HOLD')
    return invalidState(`a booking that is ${booking.status} cannot be cancelled`, 'booking_id', {
      bookingId: booking.bookingId,
      status: booking.status,
    })
  if (booking.supplierBookingId === null)
    return invalidState('the booking has no supplier reference', 'booking_id', {
      bookingId: booking.bookingId,
      status: booking.status,
    })
  if (booking.terms.policy.windows.length === 0)
    return invalidState('no cancellation policy is stored for the booking', 'booking_id', {
      bookingId: booking.bookingId,
      status: booking.status,
    })
  return deps.suppliers.find(booking.supplierCode)?.capabilities.cancels && booking.cancellable
    ? null
    : problem('PROVIDER_OPERATION_NOT_SUPPORTED', 'The supplier does not cancel this booking through its API')
}

/**
 * The supplier's own figure if it quotes cancellations and answers within `withinMs`; otherwise the amount by the frozen policy.
 */
export async function currentPenalty(
  deps: Deps,
  caller: Caller,
  { booking, withinMs }: { readonly booking: Booking; readonly withinMs: number },
): Promise<CurrentPenalty> {
  const frozen = frozenPenalty(booking.terms.policy, deps.clock.of(booking.organizationId).now())
  if (!deps.suppliers.find(booking.supplierCode)?.capabilities.quotesCancellations) return frozen
  const { supplier, call } = await openFor(deps, booking, {
    operation: 'cancellation_quote',
    context: contextOf(caller, withinMs),
  })
  const told = await supplier.quoteCancellation?.(call, referenceOf(deps, booking))
  return told?.ok && told.value.currency === booking.terms.price.total.currency
    ? withSupplierFigure(frozen, told.value)
    : frozen
}

/** Stores a quote of the current penalty, and returns its view. */
export async function issueQuote(
  deps: Deps,
  booking: Booking,
  { current, language }: { readonly current: CurrentPenalty; readonly language: string },
): Promise<CancellationQuoteView> {
  const now = deps.clock.of(booking.organizationId).now()
  const quote: CancellationQuote = {
    quoteId: makeId(deps, 'cancellationQuote'),
    organizationId: booking.organizationId,
    bookingId: booking.bookingId,
    penaltyStatus: current.status,
    penalty: current.penalty,
    currency: current.penalty?.currency ?? booking.terms.price.total.currency,
    issuedAt: now,
    expiresAt: quoteExpiry(current, now),
    usedAt: null,
  }
  await deps.store.cancellations.insertQuote(quote)
  return {
    quoteId: quote.quoteId,
    bookingId: booking.bookingId,
    acceptedOfferId: booking.acceptedOfferId,
    expiresAt: toRfc3339(quote.expiresAt),
    cancellable: true,
    penaltyStatus: quote.penaltyStatus,
    penalty: quote.penalty && moneyView(quote.penalty),
    cancellation: cancellationView(booking.terms.policy, { stage: 'FINAL', at: now, language }),
  }
}
