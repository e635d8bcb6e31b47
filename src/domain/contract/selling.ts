import type { PaymentType, PromotionKind } from '../selling.ts'
import type { MoneyView } from './money.ts'

/** Additions, section 2: the fields of options, offers and bookings about how a rate is sold on. */
export type SellingPriceView = {
  readonly minimum: MoneyView | null
  readonly suggested: MoneyView | null
  readonly maximum: MoneyView | null
  readonly binding: boolean
  readonly source: string | null
}

export type RateConditionsView = {
  readonly packageOnly: boolean
  readonly mobileOnly: boolean
  readonly memberOnly: boolean
  readonly opaque: boolean
  readonly residentsOnly: boolean
  readonly promotionIds: readonly string[]
}

export type PromotionView = {
  readonly id: string | null
  readonly name: string
  readonly kind: PromotionKind
  readonly amount: MoneyView | null
}

export type DepositView = {
  readonly amount: MoneyView
  readonly dueAt: string | null
  readonly refundable: boolean | null
}

export type PaymentView = {
  readonly type: PaymentType
  readonly deposits: readonly DepositView[]
  readonly cardsAccepted: readonly string[]
}

export type InstructionsView = {
  readonly checkInFrom: string | null
  readonly checkInUntil: string | null
  readonly checkOutUntil: string | null
  readonly text: readonly string[]
  readonly special: readonly string[]
  readonly mandatoryFeesText: string | null
  readonly optionalFeesText: string | null
  readonly knowBeforeYouGo: string | null
}

export type TraderView = {
  readonly name: string
  readonly address: string | null
  readonly registerName: string | null
  readonly registerNumber: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly texts: readonly string[]
}

export type SupplierTermsView = {
  readonly supplierTermsUrl: string | null
  readonly agentAgreementUrl: string | null
  readonly text: string | null
}

/** The total in another currency, by the operator's own exchange rate. */
export type ListPriceView = {
  readonly total: MoneyView
  /** Units of the list's currency for one of the supplier's, as a decimal text. */
  readonly rate: string
  readonly rateAsOf: string | null
}
