import { cancellationView } from '../../domain/contract/cancellation.ts'
import { moneyView } from '../../domain/contract/money.ts'
import type { OfferAllocationView, OfferView, PriceView } from '../../domain/contract/offer.ts'
import type { Allocation, Offer } from '../../domain/offer.ts'
import type { RatePrice } from '../../domain/rate.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'

export function priceView(price: RatePrice): PriceView {
  return {
    total: moneyView(price.total),
    base: price.base && moneyView(price.base),
    taxesAndFees: price.taxesAndFees.map((tax) => ({ ...tax, amount: moneyView(tax.amount) })),
    dueAtProperty: price.dueAtProperty.map(moneyView),
    nightly: price.nightly?.map(moneyView) ?? null,
  }
}

export function allocationView({
  allocationId,
  roomIndex,
  occupancy,
  providerRoom,
  serviceRoom,
}: Allocation): OfferAllocationView {
  return {
    allocationId,
    roomIndex,
    adults: occupancy.adults,
    childAges: occupancy.childAges,
    providerRoom,
    serviceRoom,
  }
}

export function offerView(offer: Offer, now: Instant): OfferView {
  const { terms } = offer
  return {
    offerId: offer.offerId,
    hotelId: String(offer.hotelId),
    supplierCode: offer.supplierCode,
    expiresAt: toRfc3339(offer.expiresAt),
    bookable: terms.bookable,
    price: priceView(terms.price),
    cancellation: cancellationView(terms.policy, 'OFFER', now),
    allocations: terms.allocations.map(allocationView),
    board: terms.board,
    lifecycle: {
      availableBookingModes: terms.bookingModes,
      holdAllowed: terms.bookingModes.includes('HOLD'),
      holdDeadline: terms.holdDeadlineAt === null ? null : toRfc3339(terms.holdDeadlineAt),
    },
    guestRequirements: terms.guestRequirements,
    remarks: terms.remarks,
  }
}
