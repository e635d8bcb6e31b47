import type { Booking } from '../../store/booking.ts'
import { initialState, needsReview, reviewExpiry } from '../../domain/booking.ts'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { newSupplierReference } from '../../domain/ids.ts'
import { sameMoney } from '../../domain/money.ts'
import type { Offer } from '../../domain/offer.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { moneyView } from '../../domain/contract/money.ts'
import type { NewBooking } from '../../store/booking-writes.ts'
import type { KeyScope } from '../../store/idempotency-keys.ts'
import { isCutOff } from '../../platform/outage.ts'
import type { StoreParts } from '../../store/store.ts'
import { bookingAnswer, currentBookingAnswer } from './booking-answer.ts'
import type { Caller } from '../caller.ts'
import { answerDeadline, outcomeBy } from '../deadline.ts'
import { type Deps, makeId } from '../deps.ts'
import { executeCreate } from './execute-create.ts'
import type { BookingAnswer } from '../gateway.ts'
import { checkGuests, sealParty } from './machinery/guests.ts'
import { checkKey, type Fingerprint, fingerprintOf, keyConflict } from './machinery/idempotency.ts'
import { type CreateBookingInput, createBookingInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { bookingEvent } from './machinery/move-booking.ts'
import { resumeCreate } from './follow-up/resume-create.ts'
import { contextOf } from '../supplier-calls.ts'
import { verifyLater } from './follow-up/verify-mapping.ts'

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
  const answerBy = answerDeadline(caller)
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
  return write(deps, caller, { scope, fingerprint, input: input.value, offer: offer.value, answerBy })
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
  return currentBookingAnswer(deps, caller, used.bookingId, true)
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

/** A creation that nothing stands against; `answerBy` is when its client has to be answered. */
type Checked = {
  readonly scope: KeyScope
  readonly fingerprint: Fingerprint
  readonly input: CreateBookingInput
  readonly offer: Offer
  readonly answerBy: number
}

const write = async (
  deps: Deps,
  caller: Caller,
  { scope, fingerprint, input, offer, answerBy }: Checked,
): Promise<Result<BookingAnswer, Problem>> => {
  const booking = newBooking(deps, offer, input)
  const attemptId = booking.status === 'PROCESSING' ? makeId(deps, 'request') : null
  const context = contextOf(caller)
  const begun = await begin(deps, { scope, fingerprint, booking, attemptId }).catch((error: unknown) => {
    if (attemptId !== null && isCutOff(error)) resumeCreate(deps, { booking, attemptId, context })
    throw error
  })
  if (!begun) return (await replay(deps, caller, scope, fingerprint)) ?? err(problem('SERVICE_UNAVAILABLE'))
  if (attemptId === null) return bookingAnswer(deps, booking, false)
  const work = executeCreate(deps, booking, attemptId, context)
  const settled = await outcomeBy(deps.background, 'create-booking', work, answerBy)
  return settled ? bookingAnswer(deps, settled, false) : currentBookingAnswer(deps, caller, booking.bookingId, false)
}

/** What is about to be written; `attemptId` null: a review comes before the supplier is asked. */
type Beginning = Pick<Checked, 'scope' | 'fingerprint'> & {
  readonly booking: Booking
  readonly attemptId: string | null
}

/** Booking, key, event and attempt or review, all or nothing; false when somebody else took the key meanwhile. */
const begin = async (deps: Deps, { scope, fingerprint, booking, attemptId }: Beginning): Promise<boolean> => {
  deps.killPoint('create:before-commit')
  const { bookingId, createdAt } = booking
  const creation = {
    booking,
    event: bookingEvent(deps, null, booking, 'CREATED'),
    key: { ...scope, ...fingerprint, bookingId, cancellationId: null, createdAt, expiresAt: null },
    attemptId,
  }
  // One statement needs no transaction around it; a hold has jobs beside it.
  const created =
    booking.mode === 'HOLD'
      ? await deps.store.transaction((tx) => createHold(deps, tx, creation))
      : await deps.store.bookings.create(creation)
  deps.killPoint('create:after-commit')
  return created
}

const createHold = async (deps: Deps, tx: StoreParts, creation: NewBooking): Promise<boolean> => {
  const { booking } = creation
  if (!(await tx.bookings.create(creation))) return false
  const { bookingId, reviewExpiresAt } = booking
  if (reviewExpiresAt !== null)
    await tx.jobs.enqueue({ name: 'expire-review', bookingId, rung: 0, startAt: reviewExpiresAt })
  await verifyLater(deps, tx, booking)
  deps.killPoint('create:in-transaction')
  return true
}

const newBooking = (deps: Deps, offer: Offer, input: CreateBookingInput): Booking => {
  const now = deps.clock.now()
  const held = input.bookingMode === 'HOLD' ? offer.terms.holdDeadlineAt : null
  const review = held !== null && needsReview(held, now)
  const state = initialState(input.bookingMode, review)
  const bookingId = makeId(deps, 'booking')
  return {
    ...state,
    bookingId,
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
    guestsSealed: sealParty(deps.guestSeal, bookingId, {
      holder: input.holder,
      guests: input.guests,
      specialRequests: input.specialRequests ?? null,
    }),
    createdAt: now,
    updatedAt: now,
  }
}
