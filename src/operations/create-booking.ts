import { initialState, needsReview, reviewExpiry } from '../domain/booking.ts'
import { invalid, type Problem, problem } from '../domain/errors.ts'
import { newSupplierReference } from '../domain/ids.ts'
import { sameMoney } from '../domain/money.ts'
import type { Offer } from '../domain/offer.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { moneyView } from '../domain/contract/money.ts'
import type { Booking } from '../store/bookings.ts'
import type { KeyScope } from '../store/idempotency-keys.ts'
import { bookingStatusData } from './booking-view.ts'
import type { Caller } from './caller.ts'
import { ANSWER_WITHIN_MS, endsWithin } from './deadline.ts'
import { type Deps, makeId } from './deps.ts'
import { executeCreate } from './execute-create.ts'
import type { BookingAnswer } from './gateway.ts'
import { checkGuests, sealParty } from './guests.ts'
import { checkKey, type Fingerprint, fingerprintOf, keyConflict } from './idempotency.ts'
import { type CreateBookingInput, createBookingInput } from './inputs/booking.ts'
import { parseInput } from './inputs/input.ts'
import { GUARD, GUARD_MS } from './ladder.ts'
import { appendBookingEvent } from './move-booking.ts'
import { contextOf } from './supplier-calls.ts'

/**
 * Creates a booking from an offer, once for each key. Validates; writes booking, key, event, attempt and job in one
 * transaction; only then asks the supplier, and answers within 10 s whatever the supplier does.
 */
export const createBooking = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
  rawKey: string | null,
): Promise<Result<BookingAnswer, Problem>> => {
  const key = checkKey(rawKey)
  if (!key.ok) return key
  const input = parseInput(createBookingInput, raw)
  if (!input.ok) return input
  const scope: KeyScope = {
    organizationId: caller.organizationId,
    environment: caller.environment,
    operation: 'CREATE',
    key: key.value,
  }
  const fingerprint = fingerprintOf(input.value, key.value)
  const earlier = await replay(deps, caller, scope, fingerprint)
  if (earlier) return earlier
  const offer = await usableOffer(deps, caller, input.value)
  if (!offer.ok) return offer
  return write(deps, caller, scope, fingerprint, input.value, offer.value)
}

/** What the key was used for, as it is now; null when it is free. */
const replay = async (
  deps: Deps,
  caller: Caller,
  scope: KeyScope,
  fingerprint: Fingerprint,
): Promise<Result<BookingAnswer, Problem> | null> => {
  const used = await deps.store.idempotencyKeys.find(scope, deps.clock.now())
  if (!used) return null
  const conflict = keyConflict(used, fingerprint)
  if (conflict) return err(conflict)
  return answer(deps, caller, used.bookingId, true)
}

const answer = async (
  deps: Deps,
  caller: Caller,
  bookingId: string,
  replayed: boolean,
): Promise<Result<BookingAnswer, Problem>> => {
  const booking = await deps.store.bookings.find(caller.organizationId, caller.environment, bookingId)
  if (!booking) return err(problem('BOOKING_NOT_FOUND'))
  return ok({ booking: bookingStatusData(deps.suppliers, booking, deps.clock.now()), replayed })
}

/** The offer, when it may be booked as asked; every reason against it is found before anything is written. */
const usableOffer = async (deps: Deps, caller: Caller, input: CreateBookingInput): Promise<Result<Offer, Problem>> => {
  const offer = await deps.store.offers.find(caller.organizationId, caller.environment, input.offerId)
  if (!offer || offer.expiresAt <= deps.clock.now()) return err(problem('OFFER_NOT_FOUND'))
  const { terms } = offer
  if (!terms.bookable)
    return err(
      problem('PRICE_MISMATCH', 'The price is above the max_price of the prebook', {
        offerPrice: moneyView(terms.price.total),
      }),
    )
  if (input.acceptedPrice && !sameMoney(input.acceptedPrice, terms.price.total))
    return err(
      problem('PRICE_MISMATCH', undefined, {
        offerPrice: moneyView(terms.price.total),
        acceptedPrice: moneyView(input.acceptedPrice),
      }),
    )
  if (input.bookingMode === 'HOLD' && !holdable(offer, deps.clock.now()))
    return err(problem('HOLD_NOT_ALLOWED', 'The offer does not allow a hold'))
  const issues = checkGuests(input.guests, terms)
  return issues.length > 0 ? err(invalid(issues)) : ok(offer)
}

const holdable = ({ terms }: Offer, now: number): boolean =>
  terms.bookingModes.includes('HOLD') && terms.holdDeadlineAt !== null && terms.holdDeadlineAt > now

const write = async (
  deps: Deps,
  caller: Caller,
  scope: KeyScope,
  fingerprint: Fingerprint,
  input: CreateBookingInput,
  offer: Offer,
): Promise<Result<BookingAnswer, Problem>> => {
  const booking = newBooking(deps, offer, input)
  const attemptId = makeId(deps, 'request')
  deps.killPoint('create:before-commit')
  const taken = await deps.store.transaction(async (tx) => {
    const used = {
      ...scope,
      ...fingerprint,
      bookingId: booking.bookingId,
      cancellationId: null,
      createdAt: booking.createdAt,
      expiresAt: null,
    }
    if (!(await tx.idempotencyKeys.take(used))) return false
    await tx.bookings.insert(booking)
    await appendBookingEvent(deps, tx, null, booking, 'CREATED')
    if (booking.status === 'PROCESSING') {
      await tx.attempts.begin({
        attemptId,
        bookingId: booking.bookingId,
        operation: 'CREATE',
        startedAt: booking.createdAt,
      })
      await tx.jobs.enqueue({
        name: 'reconcile-booking',
        bookingId: booking.bookingId,
        rung: GUARD,
        startAt: booking.createdAt + GUARD_MS,
      })
    } else if (booking.reviewExpiresAt !== null) {
      await tx.jobs.enqueue({
        name: 'expire-review',
        bookingId: booking.bookingId,
        rung: 0,
        startAt: booking.reviewExpiresAt,
      })
    }
    return true
  })
  deps.killPoint('create:after-commit')
  if (!taken) return (await replay(deps, caller, scope, fingerprint)) ?? err(problem('SERVICE_UNAVAILABLE'))
  if (booking.status === 'PROCESSING') await execute(deps, caller, booking, attemptId)
  return answer(deps, caller, booking.bookingId, false)
}

/** The supplier's part goes on in the background when it takes longer than the client is kept waiting. */
const execute = async (deps: Deps, caller: Caller, booking: Booking, attemptId: string): Promise<void> => {
  const work = executeCreate(deps, booking, attemptId, contextOf(caller))
  deps.background.follow('create-booking', work)
  await endsWithin(
    work.catch(() => undefined),
    ANSWER_WITHIN_MS,
  )
}

const newBooking = (deps: Deps, offer: Offer, input: CreateBookingInput): Booking => {
  const now = deps.clock.now()
  const held = input.bookingMode === 'HOLD' ? offer.terms.holdDeadlineAt : null
  const review = held !== null && needsReview(held, now)
  const state = initialState(input.bookingMode, review)
  return {
    ...state,
    bookingId: makeId(deps, 'booking'),
    organizationId: offer.organizationId,
    environment: offer.environment,
    version: 1,
    sequence: 1,
    acceptedOfferId: offer.offerId,
    hotelId: offer.hotelId,
    supplierCode: offer.supplierCode,
    connectionId: offer.connectionId,
    supplierReference: newSupplierReference(deps.randomBytes),
    supplierBookingId: null,
    supplierBookingCode: null,
    supplierPayload: offer.supplierPayload,
    hotelConfirmation: { number: null, status: 'NOT_REQUESTED', note: null, contactPhone: null, contactName: null },
    pendingSince: state.pendingOperation === null ? null : now,
    needsOperator: false,
    cancellable: true,
    holdDeadlineAt: null,
    reviewExpiresAt: review ? reviewExpiry(now, held) : null,
    failure: null,
    clientReference: input.clientReference ?? null,
    metadata: input.metadata ?? {},
    terms: offer.terms,
    guestsSealed: sealParty(deps.guestSeal, {
      holder: input.holder,
      guests: input.guests,
      specialRequests: input.specialRequests ?? null,
    }),
    createdAt: now,
    updatedAt: now,
  }
}
