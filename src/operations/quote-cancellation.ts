import { cancellationView } from '../domain/contract/cancellation.ts'
import type { CancellationQuoteView } from '../domain/contract/booking.ts'
import { moneyView } from '../domain/contract/money.ts'
import { type PenaltyStatus, penaltyAt } from '../domain/cancellation.ts'
import { invalidState, type Problem, problem } from '../domain/errors.ts'
import type { Money } from '../domain/money.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../domain/time.ts'
import type { Booking } from '../store/bookings.ts'
import type { CancellationQuote } from '../store/cancellations.ts'
import type { Caller } from './caller.ts'
import { ANSWER_WITHIN_MS } from './deadline.ts'
import { type Deps, makeId } from './deps.ts'
import { findBooking } from './find-booking.ts'
import { bookingIdInput } from './inputs/booking.ts'
import { parseInput } from './inputs/input.ts'
import { contextOf, openFor, referenceOf } from './supplier-calls.ts'

const QUOTE_LIFE_MS = 5 * MINUTE_MS

/** What cancelling would cost now, and until when that holds. Cancels nothing; any number may be asked for. */
export const quoteCancellation = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<CancellationQuoteView, Problem>> => {
  const input = parseInput(bookingIdInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const refusal = uncancellable(deps, found.value)
  return refusal ? err(refusal) : ok(await issueQuote(deps, caller, found.value))
}

/** Why a booking cannot be cancelled at all; null when it can. */
export const uncancellable = (deps: Deps, booking: Booking): Problem | null => {
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

export type CurrentPenalty = {
  readonly status: PenaltyStatus
  readonly penalty: Money | null
  readonly changesAt: Instant | null
}

/** The penalty by the frozen policy at `at`, and when it changes next. */
export const frozenPenalty = (booking: Booking, at: Instant): CurrentPenalty => {
  const window = penaltyAt(booking.terms.policy, at)
  return window
    ? { status: window.status, penalty: window.penalty, changesAt: window.untilAt }
    : { status: 'UNKNOWN', penalty: null, changesAt: null }
}

/** The supplier's own figure where it has one; otherwise, and when it does not answer, the frozen policy. */
export const currentPenalty = async (deps: Deps, caller: Caller, booking: Booking): Promise<CurrentPenalty> => {
  const frozen = frozenPenalty(booking, deps.clock.now())
  if (!deps.suppliers.find(booking.supplierCode)?.capabilities.quotesCancellations) return frozen
  const { supplier, call } = await openFor(deps, booking, 'cancellation_quote', contextOf(caller, ANSWER_WITHIN_MS))
  const told = await supplier.quoteCancellation?.(call, referenceOf(deps, booking))
  if (!told?.ok) return frozen
  return { ...frozen, status: told.value.amountMinor === 0 ? 'NO_CHARGE' : 'KNOWN', penalty: told.value }
}

export const issueQuote = async (deps: Deps, caller: Caller, booking: Booking): Promise<CancellationQuoteView> => {
  const current = await currentPenalty(deps, caller, booking)
  const now = deps.clock.now()
  const quote: CancellationQuote = {
    quoteId: makeId(deps, 'cancellationQuote'),
    organizationId: booking.organizationId,
    bookingId: booking.bookingId,
    penaltyStatus: current.status,
    penalty: current.penalty,
    currency: booking.terms.price.total.currency,
    issuedAt: now,
    expiresAt: Math.min(now + QUOTE_LIFE_MS, current.changesAt ?? Number.MAX_SAFE_INTEGER),
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
    cancellation: cancellationView(booking.terms.policy, 'FINAL', now),
  }
}
