import { type Money, money, toDecimal } from '../../../domain/money.ts'
import { chance, hash32, pick } from '../../catalogue/hash.ts'
import { scenarioOf } from '../../scenarios.ts'
import type { SandboxDeps } from '../exchange.ts'
import type { Offer } from '../stock/offer.ts'
import { allRoomsMinor, inCurrency, nightsMinor } from '../stock/room-price.ts'
import { RATEHAWK } from './hash.ts'
import type { Sale } from './sale.ts'

/** Every value of `meal_data.value` that RateHawk documents for a rate with breakfast, and further meals. */
const MEALS = (
  'breakfast-buffet continental-breakfast american-breakfast english-breakfast irish-breakfast scottish-breakfast scandinavian-breakfast asian-breakfast chinese-breakfast ' +
  'japanese-breakfast israeli-breakfast breakfast-for-1 breakfast-for-2 half-board half-board-dinner half-board-lunch full-board all-inclusive ' +
  'super-all-inclusive ultra-all-inclusive soft-all-inclusive lunch dinner some-meal aperitif-with-olives'
).split(' ')

export type AwkwardRate = {
  readonly meal: string
  readonly noChildMeal: boolean
  /** What the deprecated field says of the meal: less than it, or nothing. */
  readonly oldMeal: string | undefined
  readonly noShow: object | null
  readonly limits: object | null
  /** True: the taxes of the price are told apart by kind. */
  readonly tellsServiceFee: boolean
  readonly legalInfo: object | null
  /** Between two periods there is a second of which nothing is said, and the last one ends with the stay. */
  readonly leavesTimesOut: boolean
}

function drawOf({ property, room, plan }: Offer): (what: string) => number {
  const { supplierHotelId } = property.listing
  return (what) => hash32('ratehawk-awkward', what, supplierHotelId, room.roomCode, plan.ratePlanCode)
}

/** True for an ordinary hotel of a sandbox that sells awkward rates. */
export function isAwkward({ stock }: Pick<SandboxDeps, 'stock'>, { property }: Pick<Offer, 'property'>): boolean {
  return stock !== 'plain' && scenarioOf(RATEHAWK, property.listing.supplierHotelId) === null
}

/** What is awkward about a rate of an ordinary hotel; always the same for the same hotel, room and rate plan. */
export function awkwardRate(offer: Offer, showCurrency: string): AwkwardRate {
  const draw = drawOf(offer)
  const meal = mealOf(offer)
  return {
    meal,
    noChildMeal: meal !== 'nomeal' && chance(draw('no-child-meal'), 300),
    oldMeal: chance(draw('old-meal'), 500) ? undefined : meal.startsWith('breakfast-') ? 'breakfast' : meal,
    noShow: chance(draw('no-show'), 200) ? noShowOf(offer) : null,
    limits: chance(draw('limits'), 50) ? limitsOf(offer, showCurrency) : null,
    tellsServiceFee: chance(draw('service-fee'), 500),
    legalInfo: chance(draw('legal'), 100) ? legalInfoOf(offer) : null,
    leavesTimesOut: chance(draw('times'), 100),
  }
}

function mealOf(offer: Offer): string {
  const draw = drawOf(offer)
  if (offer.plan.board === 'RO') return chance(draw('meal'), 30) ? pick(draw('which'), MEALS) : 'nomeal'
  return chance(draw('meal'), 500) ? pick(draw('which'), MEALS) : 'breakfast'
}

/** One night, in the hotel's own currency. */
function noShowOf({ property, prices }: Offer): object {
  const amountMinor = prices.reduce((sum, price) => sum + nightsMinor(price, 1), 0)
  const night = inCurrency(money(amountMinor, property.listing.currency), property.hotel.currency)
  return { amount: toDecimal(night), currency_code: night.currency, from_time: '12:00:00' }
}

/** A minimum above our price, a maximum, or both, in the currency of the request. */
function limitsOf(offer: Offer, showCurrency: string): object {
  const total: Money = { amountMinor: allRoomsMinor(offer.prices), currency: offer.property.listing.currency }
  const shown = inCurrency(total, showCurrency)
  function times(permille: number): string {
    return toDecimal({ ...shown, amountMinor: Math.round((shown.amountMinor * permille) / 1_000) })
  }
  const draw = drawOf(offer)('limit-kind') % 3
  if (draw === 0) return { min_price: times(1_100), max_price: times(1_500) }
  return draw === 1 ? { max_price: times(1_400) } : { min_price: times(1_050), max_price: null }
}

function legalInfoOf({ property: { hotel } }: Offer): object {
  return {
    provider: { name: '', address: '', taxpayer_number: '0000000000', state_registration_number: '0000000000000' },
    hotel: {
      name: `${hotel.names.en} Operations`,
      address: `1 Registered Street, ${hotel.countryCode}`,
      taxpayer_number: '0000000000',
      state_registration_number: String(hash32('register', hotel.hotelId)),
      work_time: '',
    },
  }
}

/** The sales of a rate besides the open one, which every rate has. */
export function furtherSales(deps: Pick<SandboxDeps, 'stock'>, offer: Offer): readonly Sale[] {
  if (!isAwkward(deps, offer)) return []
  const draw = drawOf(offer)
  return [
    ...(chance(draw('package'), 30) ? (['package'] as const) : []),
    ...(chance(draw('at-hotel'), 50) ? (['at_hotel'] as const) : []),
  ]
}

/** True for an ordinary hotel, one of ten, that is cheaper for guests who live in its country. */
export function hasLocalPrice(deps: Pick<SandboxDeps, 'stock'>, { property }: Pick<Offer, 'property'>): boolean {
  return isAwkward(deps, { property }) && chance(hash32('ratehawk-local', property.listing.supplierHotelId), 100)
}
