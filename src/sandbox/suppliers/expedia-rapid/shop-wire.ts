import type { Bed } from '../../../domain/rate.ts'
import { toRfc3339 } from '../../../domain/time.ts'
import type { SandboxDeps } from '../exchange.ts'
import { amenitiesOf } from './amenity.ts'
import { type Awkward, awkwardOf } from './awkward.ts'
import { type PricingForm, pricingOf } from './charge.ts'
import type { Offer, Property } from './offer.ts'
import { cancelPenalties } from './penalty.ts'
import { type Asked, type ShopTerms, toRateFacts, toShopFacts } from './terms.ts'
import { LINK_LIFE_MS, sealToken } from './token.ts'

/** One entry per distinct occupancy: Rapid gives the price of one room of each, regardless of how many are requested. */
export function pricingByOccupancy(
  { prices }: Offer,
  { occupancies, requestCurrency }: ShopTerms,
  form: PricingForm,
): Record<string, object> {
  const pricing: Record<string, object> = {}
  occupancies.forEach((occupancy, index) => {
    const price = prices[index]
    if (price) pricing[occupancy] ??= pricingOf(price, requestCurrency, form)
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

interface Shown {
  readonly terms: ShopTerms
  readonly language: string
}

function rateView(deps: SandboxDeps, offer: Offer, { terms, language }: Shown): object {
  const awkward = awkwardOf(deps, offer)
  const asked = new Set(terms.asked)
  const { refundable } = offer.cancel
  return {
    id: offer.rateId,
    status: 'available',
    available_rooms: offer.roomsLeft,
    refundable,
    ...(asked.has('rooms.rates.current_refundability')
      ? { current_refundability: refundable ? 'refundable' : 'non_refundable' }
      : {}),
    ...(asked.has('rooms.rates.holdable') ? { holdable: offer.holdable } : {}),
    member_deal_available: false,
    ...saleView(awkward, asked),
    amenities: amenitiesOf(offer.plan.board, awkward, language),
    bed_groups: { [offer.bedGroupId]: bedGroup(offer, priceCheckLink(offer, terms)) },
    cancel_penalties: cancelPenalties(offer.cancel, {
      currency: offer.property.listing.currency,
      timeZone: offer.property.hotel.timeZone,
      leavesSecondsOut: awkward.leavesSecondsOut,
    }),
    nonrefundable_date_ranges: [],
    occupancy_pricing: pricingByOccupancy(offer, terms, { ...awkward, hasNumbers: true }),
    ...promotionsView(awkward),
    ...damageDeposit(awkward, terms.asked),
    deposits: [],
  }
}

function saleView({ condition, propertyCollect }: Awkward, asked: ReadonlySet<string>): object {
  const isLeaked = propertyCollect === 'LEAKED'
  const isProperty = isLeaked || (propertyCollect === 'UNLESS_FILTERED' && !asked.has('expedia_collect'))
  return {
    sale_scenario: {
      package: condition === 'package',
      member: condition === 'member',
      corporate: false,
      distribution: false,
      ...(asked.has('sale_scenario.mobile_promotion') ? { mobile_promotion: condition === 'mobile_promotion' } : {}),
    },
    merchant_of_record: isProperty ? 'property' : 'expedia',
  }
}

const CREDIT = {
  id: '1001',
  description: 'Spa credit',
  category: 'credit',
  offer_type: 'credit',
  frequency: 'per_stay',
  person_count: 2,
}
const BREAKFAST_FOR_ONE = {
  id: '1002',
  description: 'Free breakfast',
  category: 'food_and_beverage',
  offer_type: 'free',
  frequency: 'per_day',
  person_count: 1,
}

function promotionsView({ deal, valueAdd }: Awkward): object {
  const added = valueAdd === 'NONE' ? null : valueAdd === 'CREDIT' ? CREDIT : BREAKFAST_FOR_ONE
  if (!deal && !added) return {}
  return {
    promotions: {
      ...(added ? { value_adds: { [added.id]: added } } : {}),
      ...(deal ? { deal: { id: '999abc', description: 'Book early and save 15%' } } : {}),
    },
  }
}

/** The sum against damage of a rate and of its price check; none where it was excluded. */
export function damageDeposit({ damageDeposit: has }: Awkward, asked: Asked): object {
  return has && !asked.includes('refundable_damage_deposit')
    ? { refundable_damage_deposit: { value: '300.00', currency: 'USD' } }
    : {}
}

/** One hotel of an availability answer, with its offers grouped by room type. */
export function propertyView(
  deps: SandboxDeps,
  property: Property,
  { offers, terms, language }: Shown & { readonly offers: readonly Offer[] },
): object {
  const byRoom = Map.groupBy(offers, ({ room }) => room)
  return {
    property_id: property.listing.supplierHotelId,
    status: 'available',
    rooms: [...byRoom].map(([room, rates]) => ({
      id: room.roomCode,
      room_name: room.name,
      rates: rates.map((offer) => rateView(deps, offer, { terms, language })),
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
