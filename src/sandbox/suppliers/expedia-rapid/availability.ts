import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../exchange.ts'
import type { WantedOffers } from '../stock/offer.ts'
import { cheapestOffers, findProperty, RAPID, type ShopRequest, toShopRequest } from './offer.ts'
import { askedIn, queryFaults } from './query.ts'
import { invalidInput, linkInvalid, reply, serverError } from './reply.ts'
import { propertyView } from './shop-wire.ts'
import { fromShopFacts, ofAccount, type ShopTerms, shopperOf } from './terms.ts'
import { openToken } from './token.ts'
import { reasonOf, unavailableView } from './unavailable.ts'

/** `GET /v3/properties/availability`: the cheapest `rate_plan_count` rates of each hotel; hotels without any are left out. */
export function shopProperties(deps: SandboxDeps, request: SandboxRequest): SandboxReply {
  const { query } = request
  const nowAt = deps.clock.now()
  const faults = queryFaults(query, nowAt)
  if (faults.length > 0) return invalidInput(deps, faults)
  const terms: ShopTerms = {
    checkInDate: query.get('checkin') ?? '',
    checkOutDate: query.get('checkout') ?? '',
    occupancies: query.getAll('occupancy'),
    requestCurrency: query.get('currency') ?? '',
    shoppedAt: nowAt,
    asked: askedIn(query),
    shopper: shopperOf(request),
  }
  const wanted = wantedOf(query.getAll('filter'), Number(query.get('rate_plan_count')))
  return shop(deps, [...new Set(query.getAll('property_id'))], { terms, wanted, language: query.get('language') ?? '' })
}

type AdditionalRatesInput = {
  readonly propertyId: string
  readonly token: string | null
  readonly request: SandboxRequest
}

/** `GET /v3/properties/{property_id}/availability`: every rate of one hotel, for the request in the token. */
export function shopProperty(deps: SandboxDeps, { propertyId, token, request }: AdditionalRatesInput): SandboxReply {
  const nowAt = deps.clock.now()
  const facts = openToken('additional_rates', token, nowAt)
  const terms = ofAccount(facts && fromShopFacts(facts), request)
  if (!terms || terms.propertyId !== propertyId) return linkInvalid(deps)
  return shop(deps, [propertyId], {
    terms: { ...terms, shoppedAt: nowAt },
    wanted: wantedOf([], Number.POSITIVE_INFINITY),
    language: 'en-US',
  })
}

/**
 * `filter=refundable` selects the plans that are marked `refundable`, even when their free period is over. Every rate can be paid
 * to Expedia, which is why `expedia_collect` leaves none out, and none is a loyalty rate.
 */
function wantedOf(filters: readonly string[], count: number): WantedOffers {
  return {
    count,
    includes: (plan) =>
      (!filters.includes('refundable') || plan.refundable) &&
      !filters.some((filter) => filter === 'property_collect' || filter === 'loyalty'),
  }
}

/**
 * The scenarios `slow` and `supplier-error` only affect a request for their hotel alone. In a request for several hotels they
 * sell normally, so that they do not break a whole batch.
 */
function shop(
  deps: SandboxDeps,
  propertyIds: readonly string[],
  { terms, wanted, language }: { readonly terms: ShopTerms; readonly wanted: WantedOffers; readonly language: string },
): SandboxReply {
  const [only] = propertyIds
  const alone = propertyIds.length === 1 && only !== undefined ? behaviourOf(RAPID, only) : null
  if (alone?.shop === 'HTTP_500') return serverError(deps)
  const request = toShopRequest(terms)
  const properties = propertyIds.flatMap((propertyId) => sell(deps, propertyId, { request, wanted, language }))
  return { ...reply(deps, 200, properties), delayMs: alone?.shopDelayMs ?? 0 }
}

function sell(
  deps: SandboxDeps,
  propertyId: string,
  {
    request,
    wanted,
    language,
  }: { readonly request: ShopRequest; readonly wanted: WantedOffers; readonly language: string },
): readonly object[] {
  const { catalogue } = deps
  const property = findProperty(catalogue, propertyId)
  const offers = property ? cheapestOffers(catalogue, property, { request, wanted }) : []
  if (!property) return []
  if (offers.length > 0) return [propertyView(deps, property, { offers, terms: request.terms, language })]
  const reason = request.terms.asked.includes('unavailable_reason') ? reasonOf(catalogue, property, request) : null
  return reason === null ? [] : [unavailableView(property, reason)]
}
