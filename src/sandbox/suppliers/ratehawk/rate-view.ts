import { toDecimal } from '../../../domain/money.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { hash32 } from '../../catalogue/hash.ts'
import type { CancelTerms } from '../stock/cancel-terms.ts'
import type { Offer, StockRequest } from '../stock/offer.ts'
import { penaltyPoints } from '../stock/penalty-points.ts'
import { allDueAtProperty, allRoomsMinor, allTaxesMinor, inCurrency, type RoomPrice } from '../stock/room-price.ts'
import { hashOf } from './hash.ts'
import { utcText } from './reply.ts'

type Shown = {
  readonly offer: Offer
  readonly request: StockRequest
  /** The currency that prices are displayed in; they are charged in the contract's currency. */
  readonly showCurrency: string
  readonly nowAt: number
}

const MEALS: Readonly<Record<string, string>> = { RO: 'nomeal', BB: 'breakfast' }

function currencyOf(prices: readonly RoomPrice[]): string {
  return prices[0]?.currency ?? 'USD'
}

function decimals(prices: readonly RoomPrice[], amountMinor: number, showCurrency: string) {
  const charged = { amountMinor, currency: currencyOf(prices) }
  return { charge: toDecimal(charged), show: toDecimal(inCurrency(charged, showCurrency)) }
}

/** The penalty periods in sequence. The first has no start and the last has no end. */
export function stretches(cancel: CancelTerms, prices: readonly RoomPrice[], shownAt: number) {
  const points = penaltyPoints(cancel, prices)
  const isFree = (points[0]?.fromAt ?? 0) > shownAt
  const starts = [...(isFree ? [{ fromAt: null, amountMinor: 0 }] : []), ...points]
  return {
    freeBefore: isFree ? (points[0]?.fromAt ?? null) : null,
    policies: starts.map(({ fromAt, amountMinor }, index) => ({
      fromAt: index === 0 ? null : fromAt,
      untilAt: starts[index + 1]?.fromAt ?? null,
      amountMinor,
    })),
  }
}

function timeText(at: number | null): string | null {
  return at === null ? null : utcText(at)
}

function penaltiesView({ offer, request, showCurrency }: Shown): object {
  const { freeBefore, policies } = stretches(offer.cancel, offer.prices, request.shownAt)
  return {
    policies: policies.map(({ fromAt, untilAt, amountMinor }) => {
      const { charge, show } = decimals(offer.prices, amountMinor, showCurrency)
      return { start_at: timeText(fromAt), end_at: timeText(untilAt), amount_charge: charge, amount_show: show }
    }),
    free_cancellation_before: timeText(freeBefore),
  }
}

function taxesView(prices: readonly RoomPrice[]): object[] {
  const currency = currencyOf(prices)
  const due = allDueAtProperty(prices)
  const vat = {
    name: 'vat',
    included_by_supplier: true,
    amount: toDecimal({ amountMinor: allTaxesMinor(prices), currency }),
    currency_code: currency,
  }
  const city = due && {
    name: 'city_tax',
    included_by_supplier: false,
    amount: toDecimal(due),
    currency_code: due.currency,
  }
  return city ? [vat, city] : [vat]
}

/** One amount per night for all rooms together, in the display currency. */
function dailyPrices({ offer: { prices }, showCurrency }: Shown): string[] {
  return (prices[0]?.nights ?? []).map((_, night) => {
    const amountMinor = prices.reduce(
      (sum, { nights }) => sum + (nights[night]?.baseMinor ?? 0) + (nights[night]?.taxMinor ?? 0),
      0,
    )
    return decimals(prices, amountMinor, showCurrency).show
  })
}

function paymentView(shown: Shown): object {
  const { prices } = shown.offer
  const { charge, show } = decimals(prices, allRoomsMinor(prices), shown.showCurrency)
  return {
    amount: charge,
    show_amount: show,
    currency_code: currencyOf(prices),
    show_currency_code: shown.showCurrency,
    by: null,
    is_need_credit_card_data: false,
    is_need_cvc: false,
    type: 'deposit',
    vat_data: { included: false, applied: false, amount: '0.00', currency_code: currencyOf(prices), value: '0.00' },
    tax_data: { taxes: taxesView(prices) },
    commission_info: null,
    cancellation_penalties: penaltiesView(shown),
    recommended_price: null,
  }
}

/**
 * A rate as RateHawk shows it: a search returns it with a search hash, a hotel page or price check with a hash that can be
 * booked.
 */
export function rateView(catalogue: SandboxCatalogue, kind: 'sr' | 'h' | 'p', shown: Shown): object {
  const { offer, request, nowAt } = shown
  const hash = hashOf(catalogue, kind, { offer, request, nowAt })
  const meal = MEALS[offer.plan.board] ?? 'nomeal'
  return {
    ...(kind === 'sr' ? { search_hash: hash } : { book_hash: hash }),
    match_hash: `m-${hash32(offer.property.listing.supplierHotelId, offer.room.roomCode, offer.plan.ratePlanCode).toString(16)}`,
    daily_prices: dailyPrices(shown),
    meal,
    meal_data: { value: meal, has_breakfast: meal === 'breakfast', no_child_meal: false },
    payment_options: { payment_types: [paymentView(shown)] },
    rg_ext: {
      class: 3,
      quality: 2,
      sex: 0,
      bathroom: 2,
      bedding: 3,
      family: 0,
      capacity: offer.room.maxOccupancy,
      club: 0,
    },
    room_name: offer.room.name,
    serp_filters: ['has_bathroom'],
    sell_price_limits: null,
    allotment: offer.roomsLeft,
    amenities_data: ['non-smoking'],
    any_residency: true,
    deposit: null,
    no_show: null,
    room_data_trans: {
      main_room_type: offer.room.name,
      main_name: offer.room.name,
      beds: offer.room.beds.map(({ type, count }) => ({ bed: type.toLowerCase(), count })),
    },
    is_package: false,
  }
}
