import { moneyView } from '../../domain/contract/money.ts'
import type { DueAtPropertyView, SellingView, TaxOrFeeView } from '../../domain/contract/offer.ts'
import type { ListPriceView, SupplierTermsView, TraderView } from '../../domain/contract/selling.ts'
import type { ListPrice } from '../../domain/exchange.ts'
import type { Money } from '../../domain/money.ts'
import type { DueAtProperty, TaxOrFee } from '../../domain/rate.ts'
import type { SellingTerms } from '../../domain/selling.ts'
import { toRfc3339 } from '../../domain/time.ts'

function maybeMoney(amount: Money | null) {
  return amount && moneyView(amount)
}

export function listPriceView({ total, rate, rateAsOf }: ListPrice): ListPriceView {
  return { total: moneyView(total), rate: String(rate), rateAsOf: rateAsOf === null ? null : toRfc3339(rateAsOf) }
}

/** How a rate is sold on, as options, offers and bookings show it. */
export function sellingView({
  sellingPrice,
  conditions,
  payment,
  promotions,
  instructions,
}: SellingTerms): SellingView {
  const has = new Set(conditions)
  return {
    sellingPrice: sellingPrice && {
      minimum: maybeMoney(sellingPrice.minimum),
      suggested: maybeMoney(sellingPrice.suggested),
      maximum: maybeMoney(sellingPrice.maximum),
      binding: sellingPrice.binding,
      source: sellingPrice.source,
    },
    rateConditions: {
      packageOnly: has.has('PACKAGE_ONLY'),
      mobileOnly: has.has('MOBILE_ONLY'),
      memberOnly: has.has('MEMBER_ONLY'),
      opaque: has.has('OPAQUE'),
      residentsOnly: has.has('RESIDENTS_ONLY'),
      promotionIds: promotions.flatMap(({ id }) => id ?? []),
    },
    promotions: promotions.map((promotion) => ({ ...promotion, amount: maybeMoney(promotion.amount) })),
    payment: {
      type: payment.type,
      deposits: payment.deposits.map(({ amount, dueAt, refundable }) => ({
        amount: moneyView(amount),
        dueAt: dueAt === null ? null : toRfc3339(dueAt),
        refundable,
      })),
      cardsAccepted: payment.cardsAccepted,
    },
    instructions,
  }
}

/** What only an offer has to tell: it is what the guest accepts. */
export function acceptanceView({ trader, supplierTerms }: SellingTerms): {
  readonly trader: TraderView | null
  readonly supplierTerms: SupplierTermsView | null
} {
  return { trader, supplierTerms }
}

export function taxOrFeeView({ description, kind = 'OTHER', included, due, amount }: TaxOrFee): TaxOrFeeView {
  return { description, kind, included, due, amount: moneyView(amount) }
}

const NOTHING_MORE: DueAtProperty = { inPropertyCurrency: null, mandatory: true, scope: 'UNKNOWN', text: null }

/** The charges that the guest pays at the hotel, one line each. */
export function dueAtPropertyView(taxesAndFees: readonly TaxOrFee[]): DueAtPropertyView[] {
  return taxesAndFees
    .filter(({ due }) => due === 'AT_PROPERTY')
    .map(({ description, amount, atProperty = NOTHING_MORE }) => ({
      ...moneyView(amount),
      name: description,
      amount: moneyView(amount),
      amountInPropertyCurrency: maybeMoney(atProperty.inPropertyCurrency),
      mandatory: atProperty.mandatory,
      scope: atProperty.scope,
      text: atProperty.text,
    }))
}
