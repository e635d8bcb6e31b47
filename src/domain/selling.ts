import { exchange, type UsdRates } from './exchange.ts'
import type { Money } from './money.ts'
import type { Instant } from './time.ts'

/** At what price the supplier's contract wants a rate to be sold on. Each amount is for the whole stay and all rooms. */
export type SellingPrice = {
  readonly minimum: Money | null
  readonly suggested: Money | null
  readonly maximum: Money | null
  /** True: selling below `minimum`, or above `maximum`, breaks the supplier's contract. */
  readonly binding: boolean
  /** True: it binds those who sell to everybody, and is a hint for closed user groups. Absent: it binds all. */
  readonly openChannelsOnly?: true
  /** True: it is a hint only because it was offered to a closed user group. */
  readonly isLifted?: true
  /** Who demands it, in the supplier's own word; null when it does not say. */
  readonly source: string | null
}

/** Why a rate may not be sold by itself to anybody. A rate that has none is sold alone and openly. */
export const RATE_CONDITIONS = ['PACKAGE_ONLY', 'MOBILE_ONLY', 'MEMBER_ONLY', 'OPAQUE', 'RESIDENTS_ONLY'] as const
export type RateCondition = (typeof RATE_CONDITIONS)[number]

/** PREPAID: the organization pays with the booking. AT_PROPERTY and DEPOSIT: the guest pays the hotel, with a card. */
export type PaymentType = 'PREPAID' | 'AT_PROPERTY' | 'DEPOSIT'

export type Deposit = {
  readonly amount: Money
  /** When it is taken; null when the supplier does not say. */
  readonly dueAt: Instant | null
  readonly refundable: boolean | null
}

export type Payment = {
  readonly type: PaymentType
  readonly deposits: readonly Deposit[]
  readonly cardsAccepted: readonly string[]
}

/** DISCOUNT: the price is lower because of it. FREE_NIGHT: nights that cost nothing. PERK: something on top. CONDITION: the guest must prove something. */
export type PromotionKind = 'DISCOUNT' | 'FREE_NIGHT' | 'PERK' | 'CONDITION' | 'OTHER'

export type Promotion = {
  readonly id: string | null
  readonly name: string
  readonly kind: PromotionKind
  /** What it takes off the price, which is lower by it already; null when the supplier does not say. */
  readonly amount: Money | null
}

/** How guests get in and out, and what they have to know. Texts are plain, without mark-up, in the language that the source has. */
export type Instructions = {
  /** Wall times at the hotel, `HH:MM`; null when the source does not say. */
  readonly checkInFrom: string | null
  readonly checkInUntil: string | null
  readonly checkOutUntil: string | null
  readonly text: readonly string[]
  /** What deviates from the usual: another place for the key, a higher age. */
  readonly special: readonly string[]
  readonly mandatoryFeesText: string | null
  readonly optionalFeesText: string | null
  readonly knowBeforeYouGo: string | null
}

/** Who sells, for guests in the EU: a trader of the law, or a private person. */
export type Trader = {
  readonly name: string
  readonly address: string | null
  readonly registerName: string | null
  readonly registerNumber: string | null
  readonly email: string | null
  readonly phone: string | null
  /** What the law wants the guest to be told, in the supplier's words. */
  readonly texts: readonly string[]
}

/** What the guest, or an agent who books, has to accept. */
export type SupplierTerms = {
  readonly supplierTermsUrl: string | null
  readonly agentAgreementUrl: string | null
  readonly text: string | null
}

/** How a rate may be sold, and what comes with it. */
export type SellingTerms = {
  readonly sellingPrice: SellingPrice | null
  readonly conditions: readonly RateCondition[]
  readonly payment: Payment
  readonly promotions: readonly Promotion[]
  readonly instructions: Instructions | null
  readonly trader: Trader | null
  readonly supplierTerms: SupplierTerms | null
}

export const PREPAID: Payment = { type: 'PREPAID', deposits: [], cardsAccepted: [] }

/** Of a rate about which the supplier says nothing of the kind; also of rates that were stored before there was any of it. */
export const PLAIN_TERMS: SellingTerms = {
  sellingPrice: null,
  conditions: [],
  payment: PREPAID,
  promotions: [],
  instructions: null,
  trader: null,
  supplierTerms: null,
}

/** Which rates an organization sells besides those that are sold alone and openly. */
export type Sells = ReadonlySet<RateCondition>

/** TELL: rates with a binding limit are offered, and the organization keeps to it. HIDE: those that would break one as they are, are not. */
export const SELLING_PRICE_RULES = ['TELL', 'HIDE'] as const
export type SellingPriceRule = (typeof SELLING_PRICE_RULES)[number]

/** How an organization sells. */
export type SellingRules = {
  readonly sells: readonly RateCondition[]
  /** True: it sells to members of a closed group only. */
  readonly closedUserGroup: boolean
  readonly sellingPriceRule: SellingPriceRule
}

/** Why a rate is not offered; null when it is. Rates that the guest pays are never offered: the gateway takes no cards. */
export function withheldFor({ conditions, payment }: SellingTerms, sells: Sells): RateCondition | PaymentType | null {
  if (payment.type !== 'PREPAID') return payment.type
  return conditions.find((condition) => !sells.has(condition)) ?? null
}

/**
 * The limits as they bind an organization: those of open channels are only told to a closed user group. Limits that were lifted for
 * one bind again for whoever sells openly.
 */
export function sellingPriceFor(
  sellingPrice: SellingPrice | null,
  { closedUserGroup }: Pick<SellingRules, 'closedUserGroup'>,
): SellingPrice | null {
  if (!sellingPrice) return null
  const { isLifted, ...told } = sellingPrice
  const binding = told.binding || isLifted === true
  return closedUserGroup && binding && told.openChannelsOnly
    ? { ...told, binding: false, isLifted: true }
    : { ...told, binding }
}

/**
 * True when selling at `total` breaks a binding limit, and when a limit is in a currency without a rate, because nothing shows then
 * that it is kept. Amounts are only converted to be compared.
 */
export function breaksLimit(total: Money, sellingPrice: SellingPrice | null, rates: UsdRates): boolean {
  if (!sellingPrice?.binding) return false
  const { minimum, maximum } = sellingPrice
  function asTotal(limit: Money): number | null {
    return exchange(limit, total.currency, rates)?.amountMinor ?? null
  }
  const least = minimum ? asTotal(minimum) : Number.NEGATIVE_INFINITY
  const most = maximum ? asTotal(maximum) : Number.POSITIVE_INFINITY
  return least === null || most === null || total.amountMinor < least || total.amountMinor > most
}
