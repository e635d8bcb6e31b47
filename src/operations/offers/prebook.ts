import type { OfferChange, PrebookStatus, PrebookView } from '../../domain/contract/offer.ts'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import type { Money } from '../../domain/money.ts'
import { notFound } from '../../domain/not-found.ts'
import type { Offer } from '../../domain/offer.ts'
import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'
import type { Caller } from '../caller.ts'
import { ANSWER_WITHIN_MS } from '../deadline.ts'
import { type Deps, makeId } from '../deps.ts'
import { prebookInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { contextOf } from '../supplier-calls.ts'
import { openToken, type TokenContent } from './booking-token.ts'
import { offerChanges } from './offer-changes.ts'
import { offerView } from './offer-view.ts'

const OFFER_LIFE_MS = 15 * MINUTE_MS

/** Checks the price and availability of a room option with its supplier, and stores the result as an offer. */
export async function prebook(deps: Deps, caller: Caller, raw: unknown): Promise<Result<PrebookView, Problem>> {
  const input = parseInput(prebookInput, raw)
  if (!input.ok) return input
  const token = openToken(deps.tokenSeal, input.value.bookingToken)
  if (!token || !belongsTo(token, caller))
    return err(notFound('BOOKING_TOKEN_EXPIRED', 'bookingToken', input.value.bookingToken))
  if (token.expiresAt <= deps.clock.of(caller.organizationId).now())
    return err(problem('BOOKING_TOKEN_EXPIRED', 'The booking token has expired'))
  const { maxPrice } = input.value
  if (maxPrice && maxPrice.currency !== token.rate.price.total.currency)
    return err(
      invalid([
        issue(
          'max_price.currency',
          'CURRENCY_MISMATCH',
          `max_price must be in the option's currency, ${token.rate.price.total.currency}`,
        ),
      ]),
    )
  if (!(await isListed(deps, token))) return err(problem('BOOKING_TOKEN_EXPIRED', UNLISTED))
  const checked = await checkPrice(deps, caller, token)
  if (!checked.ok) return err(supplierProblem(checked.error))
  if (!checked.value.available) return ok({ status: 'SOLD_OUT', offer: null, changes: [], nextAction: 'REFRESH_ROOMS' })
  const changes = offerChanges(token.rate, checked.value.rate)
  const hasChanged = changes.some(isMaterial)
  const offer = newOffer(deps, token, { rate: checked.value.rate, maxPrice: maxPrice ?? null, hasChanged })
  await deps.store.offers.insert(offer)
  return ok({
    status: statusOf(changes),
    offer: offerView(offer, offer.createdAt),
    changes,
    nextAction: hasChanged ? 'ACCEPT_CHANGES' : 'BOOK',
  })
}

function belongsTo(token: TokenContent, caller: Caller): boolean {
  return token.organizationId === caller.organizationId && token.environment === caller.environment
}

const UNLISTED = 'The booking token has expired: its hotel is no longer sold by this supplier; ask for the rooms again'

/** False when the listing was taken from the hotel after the option was shown: the guest might arrive at another house. */
async function isListed({ store }: Pick<Deps, 'store'>, token: TokenContent): Promise<boolean> {
  return (await store.hotels.listing(token))?.hotelId === token.hotelId
}

async function checkPrice(deps: Deps, caller: Caller, token: TokenContent) {
  const { supplier, call } = await deps.suppliers.open(
    token.connectionId,
    'price_check',
    contextOf(caller, ANSWER_WITHIN_MS),
  )
  const hotel = await deps.store.hotels.find(token.hotelId)
  return supplier.checkPrice(call, {
    supplierHotelId: token.supplierHotelId,
    stay: token.stay,
    occupancy: token.occupancy,
    nationality: token.nationality,
    hotelTimeZone: hotel?.timeZone ?? null,
    rate: token.rate,
  })
}

/** A refusal by the supplier is the request's fault (400); a supplier that does not answer is a temporary failure (503). */
function supplierProblem(failure: SupplierFailure): Problem {
  return failure.kind === 'REJECTED'
    ? problem('PROVIDER_REJECTED', 'The supplier no longer accepts this option')
    : problem('SERVICE_UNAVAILABLE', 'The supplier did not answer')
}

/** What the supplier's check came to; `hasChanged` when price or terms are no longer the option's. */
type CheckedOption = { readonly rate: RoomRate; readonly maxPrice: Money | null; readonly hasChanged: boolean }

function newOffer(deps: Deps, token: TokenContent, { rate, maxPrice, hasChanged }: CheckedOption): Offer {
  const now = deps.clock.of(token.organizationId).now()
  const capabilities = deps.suppliers.find(token.supplierCode)?.capabilities
  if (!capabilities) throw new Error(`no adapter for ${token.supplierCode}`)
  const { supplierPayload, rooms, expiresAt, ...rateTerms } = rate
  return {
    offerId: makeId(deps, 'offer'),
    organizationId: token.organizationId,
    environment: token.environment,
    hotelId: token.hotelId,
    supplierCode: token.supplierCode,
    connectionId: token.connectionId,
    supplierPayload,
    expiresAt: Math.min(now + OFFER_LIFE_MS, expiresAt ?? Number.MAX_SAFE_INTEGER),
    createdAt: now,
    terms: {
      ...rateTerms,
      supplierHotelId: token.supplierHotelId,
      stay: token.stay,
      nationality: token.nationality,
      mappingStatus: token.mappingStatus,
      allocations: rooms.map((room, index) => ({
        allocationId: makeId(deps, 'allocation'),
        ...room,
        serviceRoom: token.serviceRooms[index] ?? null,
      })),
      guestRequirements: capabilities.guestRequirements,
      bookable: maxPrice === null || rate.price.total.amountMinor <= maxPrice.amountMinor,
      ...(hasChanged ? { changedFrom: token.rate.price.total } : {}),
    },
  }
}

function isMaterial({ severity }: OfferChange): boolean {
  return severity === 'MATERIAL'
}

function statusOf(changes: readonly OfferChange[]): PrebookStatus {
  const material = changes.filter(isMaterial)
  if (material.some(({ path }) => path.startsWith('price.'))) return 'PRICE_CHANGED'
  return material.length > 0 ? 'TERMS_CHANGED' : 'AVAILABLE'
}
