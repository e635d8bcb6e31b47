import { type Instant, toRfc3339 } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { findOffer, type Offer, RAPID, repriced } from './offer.ts'
import { linkInvalid, reply } from './reply.ts'
import { additionalRatesLink, pricingByOccupancy } from './shop-wire.ts'
import { fromRateFacts, type RateTerms, toRateFacts } from './terms.ts'
import { LINK_LIFE_MS, openToken, sealToken } from './token.ts'

type PriceCheckInput = {
  readonly propertyId: string
  readonly roomId: string
  readonly rateId: string
  readonly token: string | null
}

/** `GET /v3/properties/{property_id}/rooms/{room_id}/rates/{rate_id}`: returns available, price_changed or sold_out. */
export function checkPrice(deps: SandboxDeps, input: PriceCheckInput): SandboxReply {
  const nowAt = deps.clock.now()
  const facts = openToken('price_check', input.token, nowAt)
  const terms = facts && fromRateFacts(facts)
  const offer = terms && findOffer(deps.catalogue, terms)
  if (!offer || !terms || !isAbout(offer, input)) return linkInvalid(deps)
  const { priceCheck, changedPricePermille } = behaviourOf(RAPID, terms.propertyId)
  if (priceCheck === 'SOLD_OUT')
    return reply(deps, 200, { status: 'sold_out', links: { shop: shopAgain(terms, nowAt) } })
  if (priceCheck === 'NORMAL') return reply(deps, 200, checked('available', offer, { terms, nowAt }))
  return reply(deps, 200, checked('price_changed', repriced(offer, changedPricePermille), { terms, nowAt }))
}

function isAbout({ property, room, rateId }: Offer, input: PriceCheckInput): boolean {
  return (
    property.listing.supplierHotelId === input.propertyId && room.roomCode === input.roomId && rateId === input.rateId
  )
}

function shopAgain(terms: RateTerms, nowAt: Instant): object {
  return additionalRatesLink(terms.propertyId, { ...terms, shoppedAt: nowAt })
}

function checked(
  status: 'available' | 'price_changed',
  offer: Offer,
  { terms, nowAt }: { readonly terms: RateTerms; readonly nowAt: Instant },
): object {
  const expiresAt = nowAt + LINK_LIFE_MS
  return {
    status,
    occupancy_pricing: pricingByOccupancy(offer, terms),
    links: {
      ...(status === 'price_changed' ? { additional_rates: shopAgain(terms, nowAt) } : {}),
      book: {
        method: 'POST',
        href: `/v3/itineraries?token=${sealToken('book', expiresAt, toRateFacts(terms))}`,
        expires: toRfc3339(expiresAt),
      },
    },
  }
}
