import { cancellationView } from '../../domain/contract/cancellation.ts'
import { moneyView } from '../../domain/contract/money.ts'
import type { BoardView, OfferAllocationView, OfferView, PriceView } from '../../domain/contract/offer.ts'
import { withoutTheWay } from '../../domain/instructions.ts'
import type { Allocation, GuestRequirements, Offer } from '../../domain/offer.ts'
import type { Board, RatePrice } from '../../domain/rate.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'
import { acceptanceView, dueAtPropertyView, listPriceView, sellingView, taxOrFeeView } from './selling-view.ts'

export function priceView(price: RatePrice): PriceView {
  return {
    total: moneyView(price.total),
    base: price.base && moneyView(price.base),
    taxesAndFees: price.taxesAndFees.map(taxOrFeeView),
    dueAtProperty: dueAtPropertyView(price.taxesAndFees),
    nightly: price.nightly?.map(moneyView) ?? null,
  }
}

export function boardView({ code, name, coversGuests = null, childrenIncluded = null }: Board): BoardView {
  return { code, name, coversGuests, childrenIncluded }
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

export function offerView(offer: Offer, now: Instant, language: string): OfferView {
  const { terms } = offer
  return {
    offerId: offer.offerId,
    hotelId: String(offer.hotelId),
    supplierCode: offer.supplierCode,
    expiresAt: toRfc3339(offer.expiresAt),
    bookable: terms.bookable,
    price: priceView(terms.price),
    listPrice: terms.listPrice ? listPriceView(terms.listPrice) : null,
    ...sellingView(terms.placeHidden ? { ...terms, instructions: withoutTheWay(terms.instructions) } : terms),
    ...acceptanceView(terms),
    cancellation: cancellationView(terms.policy, { stage: 'OFFER', at: now, language }),
    allocations: terms.allocations.map(allocationView),
    board: boardView(terms.board),
    lifecycle: {
      availableBookingModes: terms.bookingModes,
      holdAllowed: terms.bookingModes.includes('HOLD'),
      holdDeadline: terms.holdDeadlineAt === null ? null : toRfc3339(terms.holdDeadlineAt),
    },
    guestRequirements: guestRequirementsView(terms.guestRequirements),
    remarks: terms.remarks,
  }
}

function guestRequirementsView({
  nameRule,
  takes = [],
  ...required
}: GuestRequirements): OfferView['guestRequirements'] {
  return { ...required, nameRule: nameRule ?? null, gender: takes.includes('GENDER'), takes }
}
