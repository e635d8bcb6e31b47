import { toDecimal } from '../../../domain/money.ts'
import type { Instant } from '../../../domain/time.ts'
import { hash32 } from '../../catalogue/hash.ts'
import type { CancelTerms } from '../stock/cancel-terms.ts'
import type { Offer, Property, StockRequest } from '../stock/offer.ts'
import { penaltyPoints } from '../stock/penalty-points.ts'
import { allDueAtProperty, allRoomsMinor, inCurrency, type RoomPrice } from '../stock/room-price.ts'
import { rateKeyOf } from './rate-key.ts'

const BOARD_NAMES: Readonly<Record<string, string>> = { RO: 'ROOM ONLY', BB: 'BED AND BREAKFAST' }

export function boardView(board: string): object {
  return { boardCode: board, boardName: BOARD_NAMES[board] ?? board }
}

/** Formats `2019-06-12T23:59:00+02:00`, with the hotel's own offset. */
function zoned(at: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ timeZone, smallestUnit: 'second' })
}

export function policiesView(cancel: CancelTerms, prices: readonly RoomPrice[], timeZone: string): object[] {
  const currency = prices[0]?.currency ?? 'USD'
  return penaltyPoints(cancel, prices).map(({ fromAt, amountMinor }) => ({
    amount: toDecimal({ amountMinor, currency }),
    from: zoned(fromAt, timeZone),
  }))
}

export function rateClassOf(refundable: boolean): string {
  return refundable ? 'NOR' : 'NRF'
}

/** The taxes that are paid at the hotel, in the hotel's currency and in the contract's. */
function taxesView(prices: readonly RoomPrice[]): object {
  const due = allDueAtProperty(prices)
  const currency = prices[0]?.currency ?? 'USD'
  if (!due) return {}
  const taxes = [
    {
      included: false,
      amount: toDecimal(due),
      currency: due.currency,
      clientAmount: toDecimal(inCurrency(due, currency)),
      clientCurrency: currency,
    },
  ]
  return { taxes: { taxes, allIncluded: false } }
}

/** RECHECK marks rates that must be checked before they are booked. */
function rateTypeOf({ property, room, plan }: Offer): string {
  return hash32('recheck', property.listing.supplierHotelId, room.roomCode, plan.ratePlanCode) % 4 === 0
    ? 'RECHECK'
    : 'BOOKABLE'
}

export function rateView(offer: Offer, request: StockRequest, checked: boolean): object {
  const { property, plan, prices, cancel } = offer
  const [party] = request.parties
  const children = party?.childAges.length ?? 0
  const currency = property.listing.currency
  return {
    rateKey: rateKeyOf(offer, request),
    rateClass: rateClassOf(plan.refundable),
    rateType: checked ? 'BOOKABLE' : rateTypeOf(offer),
    net: toDecimal({ amountMinor: allRoomsMinor(prices), currency }),
    ...(checked ? { rateComments: 'Check-in hour 15:00 - 23:00. Car park: no.' } : { allotment: offer.roomsLeft }),
    paymentType: 'AT_WEB',
    packaging: false,
    ...boardView(plan.board),
    cancellationPolicies: policiesView(cancel, prices, property.hotel.timeZone),
    ...taxesView(prices),
    rooms: request.parties.length,
    adults: party?.adults ?? 0,
    children,
    ...(children > 0 ? { childrenAges: party?.childAges.join(',') ?? '' } : {}),
  }
}

/** The facts about a hotel that every answer contains. */
export function hotelFacts({ hotel, listing }: Property): object {
  return {
    code: Number(listing.supplierHotelId),
    name: hotel.names.en,
    categoryCode: `${hotel.stars ?? 0}EST`,
    categoryName: `${hotel.stars ?? 0} STARS`,
    destinationCode: hotel.countryCode,
    destinationName: hotel.countryCode,
    zoneCode: hotel.placeId,
    zoneName: hotel.names.en,
    latitude: String(hotel.latitude),
    longitude: String(hotel.longitude),
  }
}
