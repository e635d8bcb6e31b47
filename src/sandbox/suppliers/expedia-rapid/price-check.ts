import { type Instant, toRfc3339 } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../exchange.ts'
import { awkwardOf } from './awkward.ts'
import { findOffer, type Offer, RAPID, repriced } from './offer.ts'
import { linkInvalid, reply } from './reply.ts'
import { additionalRatesLink, damageDeposit, pricingByOccupancy } from './shop-wire.ts'
import { fromRateFacts, laterShopper, ofAccount, type RateTerms, shopperOf, toRateFacts } from './terms.ts'
import { LINK_LIFE_MS, openToken, sealToken } from './token.ts'
import { traderInformation } from './trader.ts'

type PriceCheckInput = {
  readonly propertyId: string
  readonly roomId: string
  readonly rateId: string
  readonly token: string | null
  readonly request: SandboxRequest
}

/** `GET /v3/properties/{property_id}/rooms/{room_id}/rates/{rate_id}`: returns available, price_changed or sold_out. */
export function checkPrice(deps: SandboxDeps, input: PriceCheckInput): SandboxReply {
  const nowAt = deps.clock.now()
  const facts = openToken('price_check', input.token, nowAt)
  const shown = ofAccount(facts && fromRateFacts(facts), input.request)
  const terms = shown && { ...shown, shopper: laterShopper(shown.shopper, shopperOf(input.request)) }
  const offer = terms && findOffer(deps.catalogue, terms)
  if (!offer || !terms || !isAbout(offer, input)) return linkInvalid(deps)
  const { priceCheck, changedPricePermille } = outcomeOf(terms, input.request)
  if (priceCheck === 'SOLD_OUT')
    return reply(deps, 200, { status: 'sold_out', links: { shop: shopAgain(terms, nowAt) } })
  if (priceCheck === 'NORMAL') return reply(deps, 200, checked(deps, offer, { status: 'available', terms, nowAt }))
  return reply(
    deps,
    200,
    checked(deps, repriced(offer, changedPricePermille), { status: 'price_changed', terms, nowAt }),
  )
}

/** How much dearer the header `Test` makes a rate. */
const FORCED_PERMILLE = 1_080

/** What the hotel's scenario plays, unless the header `Test` demands another outcome. */
function outcomeOf({ propertyId }: RateTerms, { headers }: SandboxRequest) {
  const { priceCheck, changedPricePermille } = behaviourOf(RAPID, propertyId)
  const forced = headers['test']
  if (forced === 'available') return { priceCheck: 'NORMAL', changedPricePermille: 1_000 } as const
  if (forced === 'sold_out') return { priceCheck: 'SOLD_OUT', changedPricePermille: 1_000 } as const
  if (forced === 'price_changed') return { priceCheck: 'PRICE_CHANGED', changedPricePermille: FORCED_PERMILLE } as const
  return { priceCheck, changedPricePermille }
}

function isAbout({ property, room, rateId }: Offer, input: PriceCheckInput): boolean {
  return (
    property.listing.supplierHotelId === input.propertyId && room.roomCode === input.roomId && rateId === input.rateId
  )
}

function shopAgain(terms: RateTerms, nowAt: Instant): object {
  return additionalRatesLink(terms.propertyId, { ...terms, shoppedAt: nowAt })
}

interface Checked {
  readonly status: 'available' | 'price_changed'
  readonly terms: RateTerms
  readonly nowAt: Instant
}

function checked(deps: SandboxDeps, offer: Offer, { status, terms, nowAt }: Checked): object {
  const expiresAt = nowAt + LINK_LIFE_MS
  const awkward = awkwardOf(deps, offer)
  const isLate = behaviourOf(RAPID, terms.propertyId).quirk === 'DAMAGE_DEPOSIT'
  return {
    status,
    occupancy_pricing: pricingByOccupancy(offer, terms, { ...awkward, hasNumbers: false }),
    ...(isLate ? damageDeposit({ ...awkward, damageDeposit: true }, []) : damageDeposit(awkward, terms.asked)),
    ...traderInformation(deps, offer),
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
