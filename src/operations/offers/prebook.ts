import type { z } from 'zod'
import type { OfferChange, PrebookStatus, PrebookView } from '../../domain/contract/offer.ts'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { type DatedRates, listPriceOf } from '../../domain/exchange.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import type { Money } from '../../domain/money.ts'
import { notFound } from '../../domain/not-found.ts'
import type { Offer } from '../../domain/offer.ts'
import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { SellingRules } from '../../domain/selling.ts'
import { type ContractTerms, withContractTerms } from '../../domain/supplier-terms.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { type Traveller, travellerOf } from '../../domain/traveller.ts'
import type { Hotel, ListedDetails } from '../../store/hotels.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'
import type { Caller } from '../caller.ts'
import { ANSWER_WITHIN_MS } from '../deadline.ts'
import { type Deps, makeId } from '../deps.ts'
import { prebookInput } from '../inputs/booking.ts'
import { parseTold } from '../inputs/traveller-headers.ts'
import { showAgain } from '../prices/no-price.ts'
import { offeredRates } from '../prices/offered-rates.ts'
import { failureOutcome } from '../prices/supplier-reads.ts'
import { rulesOf, sellingOf } from '../rooms/selling-settings.ts'
import { matchLanguage } from '../search/languages.ts'
import { sessionOfSearch } from '../search/search-record.ts'
import { contextOf } from '../supplier-calls.ts'
import { termsOver } from '../terms/terms-of-organization.ts'
import { openToken, type TokenContent } from './booking-token.ts'
import { type MappingFault, mappingFault, UNLISTED } from './mapping-fault.ts'
import { looksDifferent, offerChanges } from './offer-changes.ts'
import { offerView } from './offer-view.ts'
import { instructionsOf, offeredHotel } from './offered-hotel.ts'
import { sealTraveller } from './sealed-traveller.ts'

const OFFER_LIFE_MS = 15 * MINUTE_MS

/** Checks the price and availability of a room option with its supplier, and stores the result as an offer. */
export async function prebook(deps: Deps, caller: Caller, raw: unknown): Promise<Result<PrebookView, Problem>> {
  const input = parseTold(prebookInput, { raw, caller })
  if (!input.ok) return input
  const token = openToken(deps.tokenSeal, input.value.bookingToken)
  if (!token || !belongsTo(token, caller))
    return err(notFound('BOOKING_TOKEN_EXPIRED', 'bookingToken', input.value.bookingToken))
  if (token.expiresAt <= deps.clock.of(caller.organizationId).now())
    return err(problem('BOOKING_TOKEN_EXPIRED', 'The booking token has expired'))
  const [asked, unmapped] = await Promise.all([
    askedOf(deps, caller, { input: input.value, token }),
    mappingFault(deps, { ...token, mode: null }),
  ])
  const fault = currencyFault(asked, token)
  if (fault) return err(invalid([fault]))
  const refusal = unsold(asked, unmapped)
  if (refusal) return err(refusal)
  const checked = await checkPrice(deps, caller, { token, asked })
  if (!checked.ok) return err(supplierProblem(token.supplierCode, checked.error))
  const [rate] = checked.value.available
    ? await offeredRates(deps, token.supplierCode, { rates: [checked.value.rate], rules: asked.rules })
    : []
  if (!rate) return ok({ status: 'SOLD_OUT', offer: null, changes: [], nextAction: 'REFRESH_ROOMS' })
  deps.background.follow('hotel-priced', nowPriced(deps, token, asked.hotel))
  const changes = offerChanges(token.rate, rate, {
    announced: (checked.value.available && checked.value.announced) || [],
    isSameLanguage: token.language === undefined || token.language === asked.language,
  })
  const hasChanged = changes.some(isMaterial)
  const offer = newOffer(deps, token, { rate, asked, hasChanged })
  await deps.store.offers.insert(offer)
  return ok({
    status: statusOf(changes),
    offer: offerView(offer, offer.createdAt, asked.language),
    changes,
    nextAction: hasChanged ? 'ACCEPT_CHANGES' : 'BOOK',
  })
}

/** Nothing that was learned since the rooms were shown leaves the hotel out of searches. */
async function nowPriced(deps: Deps, token: TokenContent, hotel: Hotel | null): Promise<void> {
  if (!hotel) return
  const { organizationId, hotelId, nationality } = token
  const { tenant } = await sellingOf(deps, organizationId, { input: { nationality }, hotel })
  showAgain(deps, hotelId, { caller: token, tenant, question: { ...token, time: deps.clock.of(organizationId) } })
}

/** Why an option that was shown is not sold any more; null while it is. */
function unsold({ isSold }: Asked, unmapped: MappingFault | null): Problem | null {
  if (unmapped === 'GONE' || unmapped === 'CLOSED')
    return problem('BOOKING_TOKEN_EXPIRED', `The booking token has expired: ${UNLISTED}`)
  if (unmapped) return unmapped
  return isSold ? null : problem('BOOKING_TOKEN_EXPIRED', UNSOLD)
}

/** What a prebook wants besides its option, and what the organization sells. */
type Asked = {
  readonly maxPrice: Money | null
  readonly language: string
  readonly listCurrency: string
  readonly rates: DatedRates
  readonly rules: SellingRules
  /** False when the supplier was switched off after the option was shown. */
  readonly isSold: boolean
  /** What the contract with the supplier obliges to show. */
  readonly contract: ContractTerms | null
  readonly traveller: Traveller
  /** Null when the catalogue has lost it since. */
  readonly hotel: Hotel | null
  readonly details: ListedDetails | null
}

async function askedOf(
  deps: Deps,
  caller: Caller,
  { input, token }: { readonly input: z.output<typeof prebookInput>; readonly token: TokenContent },
): Promise<Asked> {
  const [{ organization, connections }, rates, hotel, details] = await Promise.all([
    deps.tenants.of(caller.organizationId),
    deps.exchangeRates.dated(),
    deps.store.hotels.find(token.hotelId),
    deps.store.hotels.details(token.hotelId, token),
  ])
  return {
    maxPrice: input.maxPrice ?? null,
    language: matchLanguage(input.language) ?? caller.language,
    listCurrency: input.currency ?? token.listCurrency ?? organization.listCurrency ?? 'USD',
    rates,
    rules: rulesOf(organization),
    isSold: connections.some(({ connectionId }) => connectionId === token.connectionId),
    contract: contractOf(deps, token, connections),
    hotel,
    details,
    traveller: travellerOf(input.traveller, token.traveller ?? null, () => sessionOfSearch(makeId(deps, 'search'))),
  }
}

function contractOf(
  deps: Deps,
  { connectionId, environment }: TokenContent,
  connections: readonly EnabledSupplier[],
): ContractTerms | null {
  const connected = connections.find((one) => one.connectionId === connectionId)
  return connected ? termsOver(deps, connected, environment) : null
}

/** A limit in a currency that the offer has no total in compares with nothing. */
function currencyFault({ maxPrice, listCurrency }: Asked, { rate }: TokenContent): Issue | null {
  const { currency } = rate.price.total
  if (!maxPrice || maxPrice.currency === currency || maxPrice.currency === listCurrency) return null
  const either = currency === listCurrency ? currency : `${currency} or ${listCurrency}`
  return issue('max_price.currency', 'CURRENCY_MISMATCH', `max_price must be in the option's currency, ${either}`)
}

function belongsTo(token: TokenContent, caller: Caller): boolean {
  return token.organizationId === caller.organizationId && token.environment === caller.environment
}

const UNSOLD = 'The booking token has expired: its supplier is no longer sold; ask for the rooms again'

async function checkPrice(
  deps: Deps,
  caller: Caller,
  { token, asked }: { readonly token: TokenContent; readonly asked: Asked },
) {
  const { supplier, call } = await deps.suppliers.open(token.connectionId, 'price_check', {
    ...contextOf(caller, ANSWER_WITHIN_MS, asked.traveller),
    language: asked.language,
  })
  const answer = await supplier.checkPrice(call, {
    supplierHotelId: token.supplierHotelId,
    stay: token.stay,
    occupancy: token.occupancy,
    nationality: token.nationality,
    hotelTimeZone: asked.hotel?.timeZone ?? null,
    sells: asked.rules.sells,
    rate: token.rate,
  })
  return deps.credentials.hear(token, answer)
}

/** A refusal by the supplier is the request's fault (400); a supplier that does not answer is a temporary failure (503). */
function supplierProblem(supplierCode: string, failure: SupplierFailure): Problem {
  if (failure.kind === 'REJECTED') return problem('PROVIDER_REJECTED', 'The supplier no longer accepts this option')
  const outcome = failureOutcome(failure)
  const { retryAfterMs } = failure
  return problem('SERVICE_UNAVAILABLE', 'The supplier did not answer', {
    supplierCode,
    outcome,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  })
}

/** What the supplier's check came to; `hasChanged` when price or terms are no longer the option's. */
type CheckedOption = { readonly rate: RoomRate; readonly asked: Asked; readonly hasChanged: boolean }

function newOffer(deps: Deps, token: TokenContent, { rate, asked, hasChanged }: CheckedOption): Offer {
  const now = deps.clock.of(token.organizationId).now()
  const capabilities = deps.suppliers.find(token.supplierCode)?.capabilities
  if (!capabilities) throw new Error(`no adapter for ${token.supplierCode}`)
  const { supplierPayload, rooms, expiresAt, ...rateTerms } = rate
  const listPrice = listPriceOf(rate.price.total, asked.listCurrency, asked.rates)
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
      supplierTerms: withContractTerms(rate.supplierTerms, asked.contract, asked.language),
      instructions: instructionsOf(rate, asked.details),
      supplierHotelId: token.supplierHotelId,
      stay: token.stay,
      nationality: token.nationality,
      mappingStatus: token.mappingStatus,
      mappingVersion: token.mappingVersion ?? null,
      allocations: rooms.map((room, index) => ({
        allocationId: makeId(deps, 'allocation'),
        ...room,
        serviceRoom: token.serviceRooms[index] ?? null,
      })),
      guestRequirements: capabilities.guestRequirements,
      bookable: isWithin(asked.maxPrice, [rate.price.total, ...(listPrice ? [listPrice.total] : [])]),
      ...(hasChanged ? { changedFrom: token.rate.price.total } : {}),
      ...(listPrice ? { listPrice } : {}),
      ...(asked.hotel ? { hotel: offeredHotel(asked.hotel, asked.details, asked.language) } : {}),
      ...(asked.hotel?.placeHidden ? { placeHidden: true } : {}),
      travellerSealed: sealTraveller(deps.tokenSeal, asked.traveller),
    },
  }
}

/** True without a limit, and when the total in the limit's currency is not above it. Without such a total nothing shows that it is not. */
function isWithin(limit: Money | null, totals: readonly Money[]): boolean {
  const total = limit && totals.find(({ currency }) => currency === limit.currency)
  return limit === null || (total != null && total.amountMinor <= limit.amountMinor)
}

function isMaterial({ severity }: OfferChange): boolean {
  return severity === 'MATERIAL'
}

function statusOf(changes: readonly OfferChange[]): PrebookStatus {
  const material = changes.filter(isMaterial)
  if (material.some((change) => change.path.startsWith('price.') && looksDifferent(change))) return 'PRICE_CHANGED'
  return material.length > 0 ? 'TERMS_CHANGED' : 'AVAILABLE'
}
