import { type MoneyView, moneyView } from '../domain/contract/money.ts'
import { MONEY_INPUT } from '../domain/meanings/booking-inputs.ts'
import { MONEY } from '../domain/meanings/money.ts'
import { toDecimal } from '../domain/money.ts'
import { builder, meant } from './builder.ts'

export const MoneyType = builder.objectRef<MoneyView>('Money').implement({
  ...meant(MONEY),
  fields: (t) => ({
    amountMinor: t.field({ type: 'SafeInt', resolve: (money) => money.amountMinor }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    exponent: t.int({
      description: MONEY.fields.currencyExponent.says,
      resolve: (money) => money.currencyExponent,
    }),
    decimal: t.string({
      description: 'The amount as a decimal text with all of the currency’s decimals, for showing: `177.00`.',
      resolve: toDecimal,
    }),
  }),
})

export const MoneyInput = builder.inputType('MoneyInput', {
  ...meant(MONEY_INPUT),
  description:
    'An amount of money that a client accepts, or does not want to exceed; its number of decimals follows from its currency.',
  fields: (t) => ({
    amountMinor: t.field({ type: 'SafeInt', required: true }),
    currency: t.field({ type: 'CurrencyCode', required: true }),
    currencyExponent: t.int(),
  }),
})

/** Converts a search price's `{amount, currency}` to Money. */
export function toMoneyView(price: { readonly amount: number; readonly currency: string }): MoneyView {
  return moneyView({ amountMinor: price.amount, currency: price.currency })
}
