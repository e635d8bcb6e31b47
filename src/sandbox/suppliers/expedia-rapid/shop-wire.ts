import type { Bed } from '../../../domain/rate.ts'
import { toRfc3339 } from '../../../domain/time.ts'
import { amenitiesOf } from './amenity.ts'
import { pricingOf } from './charge.ts'
import type { Offer, Property } from './offer.ts'
import { cancelPenalties } from './penalty.ts'
import { type ShopTerms, toRateFacts, toShopFacts } from './terms.ts'
import { LINK_LIFE_MS, sealToken } from './token.ts'

/** One entry per distinct occupancy: Rapid gives the price of one room of each, regardless of how many are requested. */
export function pricingByOccupancy(
  { prices }: Offer,
  { occupancies, requestCurrency }: ShopTerms,
): Record<string, object> {
  const pricing: Record<string, object> = {}
  occupancies.forEach((occupancy, index) => {
    const price = prices[index]
    if (price) pricing[occupancy] ??= pricingOf(price, requestCurrency)
  })
  return pricing
}

/** Rapid's bed names where they differ from ours. */
const BED_SIZES: Readonly<Record<string, string>> = { SOFA_BED: 'Sofa', SINGLE: 'Twin', DOUBLE: 'Full' }

function bedSize({ type }: Bed): string {
  return BED_SIZES[type] ?? type.charAt(0) + type.slice(1).toLowerCase()
}

/** Rapid's bed group: a text such as `1 King Bed`, and the same as data. */
function bedGroup({ room, bedGroupId }: Offer, priceCheck: object): object {
  return {
    id: bedGroupId,
    description: room.beds.map((bed) => `${bed.count} ${bedSize(bed)} Bed${bed.count > 1 ? 's' : ''}`).join(' and '),
    configuration: room.beds.map((bed) => ({
      type: `${bedSize(bed)}Bed`,
      size: bedSize(bed),
      quantity: bed.count,
    })),
    links: { price_check: priceCheck },
  }
}

function priceCheckLink({ property, room, plan, rateId }: Offer, terms: ShopTerms): object {
  const propertyId = property.listing.supplierHotelId
  const facts = toRateFacts({ ...terms, propertyId, roomCode: room.roomCode, ratePlanCode: plan.ratePlanCode })
  const expiresAt = terms.shoppedAt + LINK_LIFE_MS
  const path = `/v3/properties/${propertyId}/rooms/${encodeURIComponent(room.roomCode)}/rates/${rateId}`
  return {
    method: 'GET',
    href: `${path}?token=${sealToken('price_check', expiresAt, facts)}`,
    expires: toRfc3339(expiresAt),
  }
}

function rateView(offer: Offer, terms: ShopTerms): object {
  return {
    id: offer.rateId,
    status: 'available',
    available_rooms: offer.roomsLeft,
    refundable: offer.cancel.refundable,
    holdable: offer.holdable,
    member_deal_available: false,
    sale_scenario: { package: false, member: false, corporate: false, distribution: false },
    merchant_of_record: 'expedia',
    amenities: amenitiesOf(offer.plan.board),
    bed_groups: { [offer.bedGroupId]: bedGroup(offer, priceCheckLink(offer, terms)) },
    cancel_penalties: cancelPenalties(offer.cancel, offer.property.listing.currency, offer.property.hotel.timeZone),
    nonrefundable_date_ranges: [],
    occupancy_pricing: pricingByOccupancy(offer, terms),
    deposits: [],
  }
}

/** One hotel of an availability answer, with its offers grouped by room type. */
export function propertyView(property: Property, offers: readonly Offer[], terms: ShopTerms): object {
  const byRoom = Map.groupBy(offers, ({ room }) => room)
  return {
    property_id: property.listing.supplierHotelId,
    status: 'available',
    rooms: [...byRoom].map(([room, rates]) => ({
      id: room.roomCode,
      room_name: room.name,
      rates: rates.map((offer) => rateView(offer, terms)),
    })),
    links: { additional_rates: additionalRatesLink(property.listing.supplierHotelId, terms) },
    score: property.hotel.weight,
  }
}

/** A link to every rate of the hotel for the same request. */
export function additionalRatesLink(propertyId: string, terms: ShopTerms): object {
  const token = sealToken('additional_rates', terms.shoppedAt + LINK_LIFE_MS, toShopFacts(propertyId, terms))
  return { method: 'GET', href: `/v3/properties/${propertyId}/availability?token=${token}` }
}
