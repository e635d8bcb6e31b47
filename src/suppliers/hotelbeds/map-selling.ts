import type { Money } from '../../domain/money.ts'
import {
  PLAIN_TERMS,
  PREPAID,
  type Promotion,
  type PromotionKind,
  type RateCondition,
  type SellingPrice,
  type SellingTerms,
} from '../../domain/selling.ts'
import { readMoney, sumOf } from '../amounts.ts'
import { plainText } from '../plain-text.ts'
import type { PricingModel } from './connection.ts'
import { costOf } from './map-price.ts'
import type { HotelbedsRate } from './schema.ts'

/** How rates that are booked together may be sold. Null when a price that the contract demands cannot be read. */
export function mapSelling(
  rates: readonly HotelbedsRate[],
  currency: string,
  model: PricingModel,
): SellingTerms | null {
  const sellingPrice = sellingPriceOf(rates, currency, model)
  if (sellingPrice === 'UNREADABLE') return null
  const isAtHotel = rates.some(({ paymentType }) => paymentType !== undefined && paymentType !== 'AT_WEB')
  return {
    ...PLAIN_TERMS,
    sellingPrice,
    conditions: conditionsOf(rates),
    payment: isAtHotel ? { ...PREPAID, type: 'AT_PROPERTY' } : PREPAID,
    promotions: uniquely(rates.flatMap((rate) => promotionsOf(rate, currency))),
  }
}

function conditionsOf(rates: readonly HotelbedsRate[]): RateCondition[] {
  return [
    ...(rates.some(({ packaging }) => packaging === true) ? (['PACKAGE_ONLY'] as const) : []),
    ...(rates.some(({ resident }) => resident === true) ? (['RESIDENTS_ONLY'] as const) : []),
  ]
}

/** What all rates together are to be sold at. A rate for which the hotel says nothing counts with what it costs us. */
function sellingPriceOf(
  rates: readonly HotelbedsRate[],
  currency: string,
  model: PricingModel,
): SellingPrice | null | 'UNREADABLE' {
  const binding = rates.some(({ hotelMandatory }) => hotelMandatory === true)
  if (!binding && rates.every(({ sellingRate }) => sellingRate === undefined)) return null
  const minimum = sumOf(rates.map((rate) => minimumOf(rate, currency, model)))
  if (!minimum) return 'UNREADABLE'
  return { minimum, suggested: minimum, maximum: null, binding, source: binding ? 'hotelMandatory' : null }
}

function minimumOf(rate: HotelbedsRate, currency: string, model: PricingModel): Money | null {
  if (rate.sellingRate !== undefined) return readMoney(rate.sellingRate, currency)
  return rate.hotelMandatory ? null : costOf(rate, currency, model)
}

/** What guests have to prove makes a promotion a condition, whatever it takes off. */
const KINDS: readonly (readonly [kind: PromotionKind, words: RegExp])[] = [
  ['CONDITION', /certificate|honeymoon|proof|\b(age|senior|resident|identification|document)s?\b/i],
  ['FREE_NIGHT', /free night|stay \d+,? pay \d+/i],
  ['DISCOUNT', /discount|early|last minute|long stay|offer/i],
  ['PERK', /free|complimentary|upgrade|welcome/i],
]

function kindOf(text: string): PromotionKind {
  return KINDS.find(([, words]) => words.test(text))?.[0] ?? 'OTHER'
}

/** Promotions are words; an offer's amount is in the price already, and negative. */
function promotionsOf({ promotions, offers }: HotelbedsRate, currency: string): Promotion[] {
  return [
    ...promotions.map(({ code, name, remark }) => {
      const text = [name || code, remark].filter(Boolean).join(': ')
      return { id: code || null, name: plainText(text), kind: kindOf(text), amount: null }
    }),
    ...offers.map(({ code, name, amount }) => {
      const money = amount === undefined ? null : readMoney(amount, currency)
      const off = money && money.amountMinor < 0 ? { ...money, amountMinor: -money.amountMinor } : null
      const text = plainText(name || code)
      return { id: code || null, name: text, kind: off ? ('DISCOUNT' as const) : kindOf(text), amount: off }
    }),
  ].filter(({ name }) => name !== '')
}

/** Each promotion once; where several rates have it, what it takes off all of them. */
function uniquely(promotions: readonly Promotion[]): Promotion[] {
  const alike = Map.groupBy(promotions, ({ id, name }) => `${id}|${name}`)
  return [...alike.values()].flatMap((some) => {
    const [first] = some
    return first ? [{ ...first, amount: first.amount && sumOf(some.map(({ amount }) => amount)) }] : []
  })
}
