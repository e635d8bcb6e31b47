import { initialState, needsReview, reviewExpiry } from '../../domain/booking.ts'
import type { BookingExtras } from '../../domain/booking-extras.ts'
import { moneyView } from '../../domain/contract/money.ts'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { refusedNames } from '../../domain/guest-names.ts'
import { newSupplierReference } from '../../domain/ids.ts'
import { type Money, sameMoney } from '../../domain/money.ts'
import { notFound } from '../../domain/not-found.ts'
import type { Offer, OfferTerms } from '../../domain/offer.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { travellerOf } from '../../domain/traveller.ts'
import { isCutOff } from '../../platform/outage.ts'
import type { Booking } from '../../store/booking.ts'
import { type NewBooking, OfferClaimedError } from '../../store/booking-writes.ts'
import type { Caller } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'
import { type CreateBookingInput, createBookingInput } from '../inputs/booking.ts'
import { mappingFault, UNLISTED } from '../offers/mapping-fault.ts'
import { saleRefusal, unlinkedRefusal } from '../offers/sale-refusal.ts'
import { openTraveller } from '../offers/sealed-traveller.ts'
import { sessionOfSearch } from '../search/search-record.ts'
import { answerBooking } from './booking-answer.ts'
import { executeCreate } from './execute-create.ts'
import { resumeCreate } from './follow-up/resume-create.ts'
import { isUnverified } from './follow-up/verify-mapping.ts'
import { openCase } from './machinery/booking-cases.ts'
import { checkParty, sealParty } from './machinery/guests.ts'
import { type Begun, keyedCommand, type Request, usedKey } from './machinery/keyed-command.ts'
import { bookingEvent } from './machinery/move-booking.ts'

/**
 * Creates a booking from an offer, once for each key. Booking, its next look, key, event and attempt are committed together; only
 * then the supplier is called. The client gets an answer within 10 s, regardless of how long the supplier takes.
 */
export const createBooking = keyedCommand({
  operation: 'CREATE',
  schema: createBookingInput,
  looksUpLast: true,
  guard: soldOffer,
  begin,
  execute: (deps, { booking, attemptId }, context) => executeCreate(deps, booking, { attemptId, context }),
  answer: answerBooking,
})

/** Returns the offer if it can be booked as requested, and is still what the organization sells. */
async function soldOffer(deps: Deps, caller: Caller, input: CreateBookingInput): Promise<Result<Offer, Problem>> {
  const offer = await usableOffer(deps, caller, input)
  const refusal = offer.ok ? await saleRefusal(deps, caller, offer.value) : null
  return refusal ? err(refusal) : offer
}

/** Returns the offer if it can be booked as requested. Every reason to refuse is checked before anything is written. */
async function usableOffer(deps: Deps, caller: Caller, input: CreateBookingInput): Promise<Result<Offer, Problem>> {
  const offer = await deps.store.offers.find(caller.organizationId, caller.environment, input.offerId)
  if (!offer || offer.expiresAt <= deps.clock.of(caller.organizationId).now())
    return err(notFound('OFFER_NOT_FOUND', 'offer', input.offerId))
  const { terms } = offer
  const unmapped = await mappingFault(deps, { ...offer, ...terms, mode: input.bookingMode })
  if (unmapped === 'CLOSED') return err(problem('OFFER_NOT_FOUND', `The offer has expired: ${UNLISTED}`))
  // What left the catalogue was that hotel when it was offered, and nobody says that it was not.
  if (unmapped && unmapped !== 'GONE') return err(unmapped)
  const mismatch = priceMismatch(terms, input.acceptedPrice)
  if (mismatch) return err(mismatch)
  if (input.bookingMode === 'HOLD' && !holdable(offer, deps.clock.of(caller.organizationId).now()))
    return err(problem('HOLD_NOT_ALLOWED', 'The offer does not allow a hold'))
  const issues = checkParty(input, terms)
  if (issues.length > 0) return err(invalid(issues))
  const { nameRule } = terms.guestRequirements
  const names = nameRule ? refusedNames(nameRule, input) : []
  return names.length > 0
    ? err(problem('GUEST_NAME_NOT_ACCEPTED', nameRule?.says, { issues: names, rule: nameRule?.says }))
    : ok(offer)
}

/** Null for a price that the client may book at, and has accepted where it must. */
function priceMismatch(terms: OfferTerms, acceptedPrice: Money | null | undefined): Problem | null {
  const prices = offerPrices(terms)
  if (!terms.bookable) return problem('PRICE_MISMATCH', 'The price is above the max_price of the prebook', prices)
  if (terms.changedFrom && !acceptedPrice)
    return problem('PRICE_MISMATCH', 'The prebook changed price or terms: accepted_price is required', {
      ...prices,
      optionPrice: moneyView(terms.changedFrom),
    })
  return acceptedPrice && !isAccepted(acceptedPrice, terms)
    ? problem('PRICE_MISMATCH', undefined, { ...prices, acceptedPrice: moneyView(acceptedPrice) })
    : null
}

function extrasOf({
  arrivalTime,
  loyalty,
  taxRegistrationNumber,
  invoicing,
  travelPurpose,
}: CreateBookingInput): BookingExtras {
  return { arrivalTime, loyalty, taxRegistrationNumber, invoicing, travelPurpose }
}

/** The total, in the currency of the offer or of its list price as it was then. */
function isAccepted(accepted: Money, { price, listPrice }: OfferTerms): boolean {
  return sameMoney(accepted, price.total) || (listPrice !== undefined && sameMoney(accepted, listPrice.total))
}

/** What can be accepted, for a refusal. */
function offerPrices({ price, listPrice }: OfferTerms) {
  const offerPrice = moneyView(price.total)
  const isOther = listPrice !== undefined && listPrice.total.currency !== price.total.currency
  return isOther ? { offerPrice, offerListPrice: moneyView(listPrice.total) } : { offerPrice }
}

function holdable({ terms }: Offer, now: number): boolean {
  return terms.bookingModes.includes('HOLD') && terms.holdDeadlineAt !== null && terms.holdDeadlineAt > now
}

async function begin(
  deps: Deps,
  { caller, claim, input, read: offer, context, beforeCommit }: Request<CreateBookingInput, Offer>,
): Promise<Result<Begun, Problem> | null> {
  if (!claim) throw new Error('a booking is created under a key')
  const drafted = newBooking(deps, offer, { input, callerIp: context.customerIp })
  const booking =
    drafted.mode === 'HOLD' ? { ...drafted, verifiesListing: await isUnverified(deps.store, drafted) } : drafted
  const { bookingId, createdAt } = booking
  const attemptId = booking.status === 'PROCESSING' ? makeId(deps, 'request') : null
  const creation = {
    booking,
    event: bookingEvent(deps, { before: null, after: booking, cause: 'CREATED' }),
    key: usedKey(claim, { bookingId, cancellationId: null, createdAt }, null),
    attemptId,
  }
  try {
    const created = await createInOne(deps, creation, beforeCommit)
    if (created) return ok({ booking, cancellationId: null, attemptId })
    const refusal = await unlinkedRefusal(deps, caller, offer)
    return refusal && err(refusal)
  } catch (error) {
    if (error instanceof OfferClaimedError) return offerAlreadyBooked(deps, offer)
    if (attemptId !== null && isCutOff(error)) resumeCreate(deps, { booking, attemptId, context })
    throw error
  }
}

/** A single statement needs no transaction. A hold has one, so that a test can kill the process inside it. */
function createInOne(deps: Deps, creation: NewBooking, beforeCommit: () => void): Promise<boolean> {
  if (creation.booking.mode !== 'HOLD') return deps.store.bookings.create(creation)
  return deps.store.transaction(async (tx) => {
    const isCreated = await tx.bookings.create(creation)
    const { booking } = creation
    if (isCreated && booking.status === 'AWAITING_REVIEW')
      await openCase(tx, booking, { kind: 'REVIEW', dueAt: booking.reviewExpiresAt })
    beforeCommit()
    return isCreated
  })
}

/** Null when the other booking has failed meanwhile: then the offer is free again. */
async function offerAlreadyBooked(
  deps: Deps,
  { organizationId, offerId }: Offer,
): Promise<Result<Begun, Problem> | null> {
  const bookingId = await deps.store.bookings.claimantOf(organizationId, offerId)
  return bookingId === null ? null : err(problem('OFFER_ALREADY_BOOKED', undefined, { bookingId }))
}

type Wanted = { readonly input: CreateBookingInput; readonly callerIp: string | null }

function newBooking(deps: Deps, offer: Offer, { input, callerIp }: Wanted): Booking {
  const now = deps.clock.of(offer.organizationId).now()
  const held = input.bookingMode === 'HOLD' ? offer.terms.holdDeadlineAt : null
  const review = held !== null && needsReview(held, now)
  const state = initialState(input.bookingMode, review)
  const bookingId = makeId(deps, 'booking')
  const { travellerSealed, ...terms } = offer.terms
  const shopped = openTraveller(deps.tokenSeal, travellerSealed)
  const traveller = travellerOf(input.traveller, shopped, () => sessionOfSearch(bookingId))
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
    verifiesListing: false,
    looks: 0,
    cancellation: null,
    discrepancies: [],
    supplierTold: {},
    clientReference: input.clientReference ?? null,
    metadata: input.metadata ?? {},
    terms,
    guestsSealed: sealParty(deps.guestSeal, bookingId, {
      holder: input.holder,
      guests: input.guests,
      specialRequests: input.specialRequests ?? null,
      extras: extrasOf(input),
      traveller: { ...traveller, ip: traveller.ip ?? callerIp },
    }),
    createdAt: now,
    updatedAt: now,
  }
}
