import { toDecimal } from '../../../domain/money.ts'
import { type Instant, SECOND_MS } from '../../../domain/time.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { hash32 } from '../../catalogue/hash.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { CancelTerms } from '../stock/cancel-terms.ts'
import type { Offer, StockRequest } from '../stock/offer.ts'
import { penaltyPoints } from '../stock/penalty-points.ts'
import { allDueAtProperty, allRoomsMinor, allTaxesMinor, inCurrency, type RoomPrice } from '../stock/room-price.ts'
import { type AwkwardRate, awkwardRate } from './awkward.ts'
import { hashOf, RATEHAWK } from './hash.ts'
import { utcText } from './reply.ts'
import type { Sale } from './sale.ts'

type Shown = {
  readonly offer: Offer
  readonly request: StockRequest
  /** The currency that prices are displayed in; they are charged in the contract's currency. */
  readonly showCurrency: string
  readonly sale: Sale
  /** The price is the one for guests who live in the hotel's country. */
  readonly isLocal: boolean
  /** False: the hotel has two prices. */
  readonly anyResidency: boolean
  readonly isAwkward: boolean
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

/** The first period has no start and the last one no end; with `leavesTimesOut` each ends, a second before the next one begins or with the stay. */
function penaltiesView({ offer, request, showCurrency }: Shown, leavesTimesOut: boolean): object {
  const { freeBefore, policies } = stretches(offer.cancel, offer.prices, request.shownAt)
  function endOf(untilAt: Instant | null): Instant | null {
    if (!leavesTimesOut) return untilAt
    return untilAt === null ? offer.cancel.endAt : untilAt - SECOND_MS
  }
  return {
    policies: policies.map(({ fromAt, untilAt, amountMinor }) => {
      const { charge, show } = decimals(offer.prices, amountMinor, showCurrency)
      return {
        start_at: timeText(fromAt),
        end_at: timeText(endOf(untilAt)),
        amount_charge: charge,
        amount_show: show,
      }
    }),
    free_cancellation_before: timeText(freeBefore),
  }
}

function taxesView(prices: readonly RoomPrice[], tellsServiceFee: boolean): object[] {
  const currency = currencyOf(prices)
  const due = allDueAtProperty(prices)
  const allMinor = allTaxesMinor(prices)
  const feeMinor = tellsServiceFee ? Math.floor(allMinor / 3) : 0
  function inPrice(name: string, amountMinor: number): object {
    return {
      name,
      included_by_supplier: true,
      amount: toDecimal({ amountMinor, currency }),
      currency_code: currency,
    }
  }
  const told = [inPrice('vat', allMinor - feeMinor), ...(feeMinor > 0 ? [inPrice('service_fee', feeMinor)] : [])]
  const city = due && {
    name: 'city_tax',
    included_by_supplier: false,
    amount: toDecimal(due),
    currency_code: due.currency,
  }
  return city ? [...told, city] : told
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

function paymentView(shown: Shown, { tellsServiceFee, leavesTimesOut }: AwkwardRate): object {
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
    type: shown.sale === 'at_hotel' ? 'hotel' : 'deposit',
    vat_data: { included: false, applied: false, amount: '0.00', currency_code: currencyOf(prices), value: '0.00' },
    tax_data: { taxes: taxesView(prices, tellsServiceFee) },
    commission_info: null,
    cancellation_penalties: penaltiesView(shown, leavesTimesOut),
    recommended_price: null,
  }
}

function plainRate({ plan }: Offer): AwkwardRate {
  const meal = MEALS[plan.board] ?? 'nomeal'
  const nothing = { noShow: null, limits: null, legalInfo: null, tellsServiceFee: false, leavesTimesOut: false }
  return { meal, oldMeal: meal, noChildMeal: false, ...nothing }
}

function substitutes({ property }: Offer): boolean {
  return behaviourOf(RATEHAWK, property.listing.supplierHotelId).substitutes
}

/** The meal of the rate that RateHawk puts in the place of one that is gone. */
function otherMeal({ meal }: AwkwardRate): Pick<AwkwardRate, 'meal' | 'oldMeal'> {
  const other = meal === 'nomeal' ? 'breakfast' : 'nomeal'
  return { meal: other, oldMeal: other }
}

/**
 * A rate as RateHawk shows it: a search returns it with a search hash, a hotel page or price check with a hash that can be
 * booked.
 */
export function rateView(catalogue: SandboxCatalogue, kind: 'sr' | 'h' | 'p', shown: Shown): object {
  const { offer, sale } = shown
  const hash = hashOf(catalogue, kind, shown)
  const sold = shown.isAwkward ? awkwardRate(offer, shown.showCurrency) : plainRate(offer)
  const told = kind === 'p' && substitutes(offer) ? { ...sold, ...otherMeal(sold) } : sold
  const { meal } = told
  return {
    ...(kind === 'sr' ? { search_hash: hash } : { book_hash: hash }),
    match_hash: `m-${hash32(offer.property.listing.supplierHotelId, offer.room.roomCode, offer.plan.ratePlanCode).toString(16)}`,
    daily_prices: dailyPrices(shown),
    ...(told.oldMeal === undefined ? {} : { meal: told.oldMeal }),
    meal_data: { value: meal, has_breakfast: meal !== 'nomeal', no_child_meal: told.noChildMeal },
    payment_options: { payment_types: [paymentView(shown, told)] },
    rg_ext: offer.room.rgExt,
    room_name: offer.room.name,
    serp_filters: ['has_bathroom'],
    sell_price_limits: told.limits,
    allotment: offer.roomsLeft,
    amenities_data: ['non-smoking'],
    any_residency: shown.anyResidency,
    deposit: depositOf(shown),
    no_show: told.noShow,
    room_data_trans: {
      main_room_type: offer.room.name,
      main_name: offer.room.name,
      beds: offer.room.beds.map(({ type, count }) => ({ bed: type.toLowerCase(), count })),
    },
    ...(told.legalInfo ? { legal_info: told.legalInfo } : {}),
    is_package: sale === 'package',
  }
}

/** A rate that is paid at the hotel asks for a tenth of its price beforehand. */
function depositOf({ sale, offer: { prices } }: Shown): object | null {
  if (sale !== 'at_hotel') return null
  const tenth = { amountMinor: Math.ceil(allRoomsMinor(prices) / 10), currency: currencyOf(prices) }
  return { amount: toDecimal(tenth), currency_code: tenth.currency, is_refundable: false }
}
