import type { Money } from './money.ts'
import type { Instant } from './time.ts'

/** At what price the supplier's contract wants a rate to be sold on. Each amount is for the whole stay and all rooms. */
export type SellingPrice = {
  readonly minimum: Money | null
  readonly suggested: Money | null
  readonly maximum: Money | null
  /** True: selling below `minimum`, or above `maximum`, breaks the supplier's contract. */
  readonly binding: boolean
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

/** Why a rate is not offered; null when it is. Rates that the guest pays are never offered: the gateway takes no cards. */
export function withheldFor({ conditions, payment }: SellingTerms, sells: Sells): RateCondition | PaymentType | null {
  if (payment.type !== 'PREPAID') return payment.type
  return conditions.find((condition) => !sells.has(condition)) ?? null
}
