import type { Instant } from '../../../domain/time.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { hash32 } from '../../catalogue/hash.ts'
import { freeUntilAt } from '../stock/cancel-terms.ts'
import * as stock from '../stock/offer.ts'
import { pricePermilleOf } from './accounts.ts'
import { parseOccupancy } from './occupancy.ts'
import type { RateTerms, ShopTerms } from './terms.ts'

export const RAPID = 'expedia_rapid'

export type { Property } from '../stock/offer.ts'
export { repriced } from '../stock/offer.ts'

/** A shopping request, prepared once for all its hotels. `parties` are in the order of `terms.occupancies`. */
export type ShopRequest = stock.StockRequest & { readonly terms: ShopTerms }

/** A rate with Rapid's own ids. */
export type Offer = stock.Offer & {
  readonly rateId: string
  readonly bedGroupId: string
  readonly holdable: boolean
}

export function toShopRequest(terms: ShopTerms): ShopRequest {
  return {
    terms,
    ...stock.toStockRequest({
      checkInDate: terms.checkInDate,
      checkOutDate: terms.checkOutDate,
      parties: terms.occupancies.flatMap((text) => parseOccupancy(text) ?? []),
      shownAt: terms.shoppedAt,
    }),
  }
}

export function findProperty(catalogue: SandboxCatalogue, propertyId: string): stock.Property | null {
  return stock.findProperty(catalogue, RAPID, propertyId)
}

/** The cheapest of a hotel's wanted offers; empty when it is sold out for the stay or no room fits the party. */
export function cheapestOffers(
  catalogue: SandboxCatalogue,
  property: stock.Property,
  { request, wanted }: { readonly request: ShopRequest; readonly wanted: stock.WantedOffers },
): readonly Offer[] {
  return stock.cheapestOffers(catalogue, property, { request, wanted }).map((offer) => withIds(offer, request))
}

/** The offer that a link refers to, as it was when it was shown; null when the catalogue has no such rate. */
export function findOffer(catalogue: SandboxCatalogue, terms: RateTerms): Offer | null {
  const request = toShopRequest(terms)
  const offer = stock.findOffer(catalogue, RAPID, { key: { ...terms, supplierHotelId: terms.propertyId }, request })
  return offer && withIds(offer, request)
}

/** The rate with Rapid's ids, at the price of the account that shops. */
function withIds(listed: stock.Offer, { parties, shownAt, terms }: ShopRequest): Offer {
  const offer = stock.repriced(listed, pricePermilleOf(terms.shopper.apiKey))
  const { property, room, plan, cancel } = offer
  const seed = hash32(RAPID, property.listing.supplierHotelId, room.roomCode)
  return {
    ...offer,
    rateId: String(hash32(seed, plan.ratePlanCode)),
    bedGroupId: String(hash32(seed, 'beds')),
    holdable: parties.length === 1 && plan.holdWindowMs !== null && freeUntilAt(cancel, shownAt) !== null,
  }
}

/** The deadline of a hold made at `nowAt`: the plan's window, but never beyond the end of free cancellation. */
export function holdDeadlineOf({ plan, cancel }: Offer, shoppedAt: Instant, nowAt: Instant): Instant {
  return Math.min(nowAt + (plan.holdWindowMs ?? 0), freeUntilAt(cancel, shoppedAt) ?? nowAt)
}
