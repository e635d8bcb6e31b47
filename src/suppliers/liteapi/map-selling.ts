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
import { readMoney } from '../amounts.ts'
import { plainText } from '../plain-text.ts'
import { decimalText, members } from '../wire-values.ts'
import type { LiteApiRate } from './schema.ts'

/** What an offer, or the answer to its prebook, says about how it may be sold. */
export type OfferSale = {
  /** The lowest public price of the whole offer, where the offer itself tells one: a list with one amount, or the amount. */
  readonly suggested: unknown
  readonly rateType: string | undefined
  readonly membersOnly: boolean
  /** What the guest has to accept; empty when there is nothing. */
  readonly terms: string
}

export const PLAIN_SALE: OfferSale = { suggested: undefined, rateType: undefined, membersOnly: false, terms: '' }

/** Null when a price that the contract demands cannot be read: such an offer is not sold. */
export function mapSelling(
  rates: readonly LiteApiRate[],
  { suggested, rateType, membersOnly, terms }: OfferSale,
  { currency, closedUserGroup }: { readonly currency: string; readonly closedUserGroup: boolean },
): SellingTerms | null {
  // A rate's amount is for all rooms of the offer together, as the offer's own is.
  const told = [suggested, ...rates.map(({ retailRate }) => retailRate.suggestedSellingPrice)]
  const sellingPrice = highestPrice(told, currency, !closedUserGroup)
  if (sellingPrice === 'UNREADABLE') return null
  const text = plainText(terms)
  return {
    ...PLAIN_TERMS,
    sellingPrice,
    conditions: conditionsOf(rateType, membersOnly),
    payment: rates.some(isPaidAtHotel) ? { ...PREPAID, type: 'AT_PROPERTY' } : PREPAID,
    promotions: promotionsOf(rates),
    supplierTerms: text === '' ? null : { supplierTermsUrl: null, agentAgreementUrl: null, text },
  }
}

/** Packages are told by `rateType`. Any other word than `standard` is no licence to sell the rate alone. */
function conditionsOf(rateType: string | undefined, membersOnly: boolean): RateCondition[] {
  return [
    ...((rateType || 'standard') === 'standard' ? [] : (['PACKAGE_ONLY'] as const)),
    ...(membersOnly ? (['MEMBER_ONLY'] as const) : []),
  ]
}

/** True for a rate that our account cannot pay. Most rates can be paid in either way. */
export function isPaidAtHotel({ paymentTypes }: { readonly paymentTypes?: readonly string[] | undefined }): boolean {
  return paymentTypes !== undefined && paymentTypes.length > 0 && paymentTypes.every((type) => type === 'PROPERTY_PAY')
}

/**
 * The highest of the lowest public prices that an offer and its rooms tell: whoever keeps to it keeps to all. Null when none is told.
 * One that cannot be read, and prices in several currencies, leave open what the contract demands.
 */
export function highestPrice(
  told: readonly unknown[],
  currency: string,
  binding: boolean,
): SellingPrice | null | 'UNREADABLE' {
  let highest: SellingPrice | null = null
  for (const raw of told) {
    const one = suggestedPrice(raw, currency, binding)
    if (one === 'UNREADABLE') return one
    if (highest && one && highest.minimum?.currency !== one.minimum?.currency) return 'UNREADABLE'
    if (one && minorOf(one) > minorOf(highest)) highest = one
  }
  return highest
}

function minorOf(price: SellingPrice | null): number {
  return price?.minimum?.amountMinor ?? 0
}

/** The lowest price in public. Null when none is told: also an amount of zero is none. */
function suggestedPrice(raw: unknown, currency: string, binding: boolean): SellingPrice | null | 'UNREADABLE' {
  if (raw === undefined || raw === null) return null
  const all: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  if (all.length === 0) return null
  const wanted = members(all.find((one) => members(one).currency === currency) ?? all[0])
  const told = typeof wanted.currency === 'string' ? readMoney(decimalText(wanted.amount), wanted.currency) : null
  if (!told || told.amountMinor < 0) return 'UNREADABLE'
  if (told.amountMinor === 0) return null
  const source = typeof wanted.source === 'string' && wanted.source !== '' ? wanted.source : null
  return { minimum: told, suggested: told, maximum: null, binding, openChannelsOnly: true, source }
}

/** Promotions are in the price already; perks are on top of it. Each once, though every room has them. */
function promotionsOf(rates: readonly LiteApiRate[]): Promotion[] {
  const all = rates.flatMap(({ retailRate, perks }): Promotion[] => [
    ...retailRate.promotions.map(({ name, promotionCode }) => ({
      id: promotionCode || null,
      name: plainText(name || promotionCode || ''),
      kind: kindOf(name),
      amount: null,
    })),
    ...perks.map(({ perkId, name, amount, currency }) => ({
      id: perkId === undefined ? null : String(perkId),
      name: withWorth(plainText(name), amount, currency),
      kind: 'PERK' as const,
      amount: null,
    })),
  ])
  return [...new Map(all.filter(({ name }) => name !== '').map((one) => [`${one.id}|${one.name}`, one])).values()]
}

function kindOf(name: string): PromotionKind {
  return /free night|stay \d+,? pay \d+/i.test(name) ? 'FREE_NIGHT' : 'DISCOUNT'
}

/** What a perk is worth is not taken off the price, so it is part of its name. */
function withWorth(name: string, amount: string | undefined, currency: string | undefined): string {
  const worth: Money | null = amount === undefined || currency === undefined ? null : readMoney(amount, currency)
  return worth && worth.amountMinor > 0 ? `${name} (worth ${currency} ${amount})` : name
}
