import { toDecimal } from '../../../domain/money.ts'
import type { Instant } from '../../../domain/time.ts'
import { hash32 } from '../../catalogue/hash.ts'
import type { SandboxDeps } from '../exchange.ts'
import type { CancelTerms } from '../stock/cancel-terms.ts'
import type { Offer, Property, StockRequest } from '../stock/offer.ts'
import { penaltyPoints } from '../stock/penalty-points.ts'
import { allDueAtProperty, allRoomsMinor, inCurrency, type RoomPrice } from '../stock/room-price.ts'
import { type Awkward, awkwardOf, commentsOf, type RateVariant } from './awkward.ts'
import type { HotelbedsLanguage } from './language.ts'
import { rateKeyOf } from './rate-key.ts'

const BOARD_NAMES: Readonly<Record<string, string>> = {
  RO: 'ROOM ONLY',
  BB: 'BED AND BREAKFAST',
  SC: 'SELF CATERING',
  LC: 'LIGHT COOKING',
  B1: 'BREAKFAST FOR ONE PERSON',
  B2: 'BREAKFAST FOR TWO PEOPLE',
  AB: 'AMERICAN BREAKFAST',
  CB: 'CONTINENTAL BREAKFAST',
}

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

/** The same terms as nights and percentages; Hotelbeds need not tell the amount. */
function relativePoliciesView({ steps }: CancelTerms, timeZone: string): object[] {
  return steps.map(({ fromAt, nights, percent }) => ({
    from: zoned(fromAt, timeZone),
    ...(nights === null ? { percent: (percent ?? 100).toFixed(2) } : { numberOfNights: nights }),
  }))
}

export function rateClassOf(refundable: boolean): string {
  return refundable ? 'NOR' : 'NRF'
}

/** The taxes that are paid at the hotel, in the hotel's currency and in the contract's. */
function taxesView(prices: readonly RoomPrice[], awkward: Awkward | null): object {
  const due = allDueAtProperty(prices)
  const currency = prices[0]?.currency ?? 'USD'
  const taxes = [
    ...(due
      ? [
          {
            included: false,
            type: 'TAX',
            amount: toDecimal(due),
            currency: due.currency,
            clientAmount: toDecimal(inCurrency(due, currency)),
            clientCurrency: currency,
          },
        ]
      : []),
    ...(awkward?.percentTax ? [{ included: true, type: 'TAXESANDFEES', percent: '10.00' }] : []),
  ]
  return taxes.length > 0 ? { taxes: { taxes, allIncluded: !due } } : {}
}

/** What the hotel wants the rate to be sold at, and what has made its price. */
function sellingView(prices: readonly RoomPrice[], { mandatoryPermille, promotions, offers }: Awkward): object {
  const currency = prices[0]?.currency ?? 'USD'
  const net = allRoomsMinor(prices)
  function share(permille: number): string {
    return toDecimal({ amountMinor: Math.round((net * permille) / 1_000), currency })
  }
  return {
    ...(mandatoryPermille === null ? {} : { hotelMandatory: true, sellingRate: share(mandatoryPermille) }),
    ...(promotions.length > 0 ? { promotions } : {}),
    ...(offers.length > 0
      ? { offers: offers.map(({ code, name, permille }) => ({ code, name, amount: share(permille) })) }
      : {}),
  }
}

/** RECHECK marks rates that must be checked before they are booked. */
function rateTypeOf({ property, room, plan }: Offer): string {
  return hash32('recheck', property.listing.supplierHotelId, room.roomCode, plan.ratePlanCode) % 4 === 0
    ? 'RECHECK'
    : 'BOOKABLE'
}

function variantView(variant: RateVariant | null): object {
  return {
    paymentType: variant === 'AT_HOTEL' ? 'AT_HOTEL' : 'AT_WEB',
    packaging: variant === 'PACKAGE',
    ...(variant === 'RESIDENT' ? { resident: true } : {}),
  }
}

function partyView({ parties }: StockRequest): object {
  const [party = { adults: 0, childAges: [] }] = parties
  const { adults, childAges } = party
  return {
    rooms: parties.length,
    adults,
    children: childAges.length,
    ...(childAges.length > 0 ? { childrenAges: childAges.join(',') } : {}),
  }
}

type RateShown = {
  /** Null: it is sold alone and openly. */
  readonly variant: RateVariant | null
  /** In the answer to a check; before that some rates must be checked, and none has comments. */
  readonly checked: boolean
  readonly language: HotelbedsLanguage
}

export function rateView(
  deps: Pick<SandboxDeps, 'stock'>,
  { offer, request }: { readonly offer: Offer; readonly request: StockRequest },
  { variant, checked, language }: RateShown,
): object {
  const { property, plan, prices, cancel } = offer
  const currency = property.listing.currency
  const awkward = awkwardOf(deps, offer)
  const rateType = checked ? 'BOOKABLE' : rateTypeOf(offer)
  return {
    rateKey: rateKeyOf(offer, request, { variant, needsCheck: rateType === 'RECHECK' }),
    rateClass: rateClassOf(plan.refundable),
    rateType,
    net: toDecimal({ amountMinor: allRoomsMinor(prices), currency }),
    ...(checked ? { rateComments: commentsOf(deps, offer, language) } : { allotment: offer.roomsLeft }),
    ...variantView(variant),
    ...boardView(awkward?.boardCode ?? plan.board),
    ...(awkward ? sellingView(prices, awkward) : {}),
    cancellationPolicies: awkward?.penaltiesWithoutAmounts
      ? relativePoliciesView(cancel, property.hotel.timeZone)
      : policiesView(cancel, prices, property.hotel.timeZone),
    ...taxesView(prices, awkward),
    ...partyView(request),
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
