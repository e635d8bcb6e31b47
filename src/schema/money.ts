import { type MoneyView, moneyView } from '../domain/contract/money.ts'
import { toDecimal } from '../domain/money.ts'
import { builder } from './builder.ts'

export const MoneyType = builder.objectRef<MoneyView>('Money').implement({
  description: 'An amount in minor units with its currency.',
  fields: (t) => ({
    amountMinor: t.field({
      type: 'SafeInt',
      description: 'Minor units: cents, yen, fils.',
      resolve: (money) => money.amountMinor,
    }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    exponent: t.int({
      description: 'Decimals of the currency. HTTP: `currency_exponent`.',
      resolve: (money) => money.currencyExponent,
    }),
    decimal: t.string({
      description: 'The amount as a decimal: 17700 with exponent 2 is `177.00`.',
      resolve: toDecimal,
    }),
  }),
})

export const MoneyInput = builder.inputType('MoneyInput', {
  description: 'An amount in minor units with its currency.',
  fields: (t) => ({
    amountMinor: t.field({ type: 'SafeInt', required: true }),
    currency: t.field({ type: 'CurrencyCode', required: true }),
  }),
})

/** Converts a search price's `{amount, currency}` to Money. */
export function toMoneyView(price: { readonly amount: number; readonly currency: string }): MoneyView {
  return moneyView({ amountMinor: price.amount, currency: price.currency })
}
