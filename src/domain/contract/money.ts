import { currencyExponent, type Money } from '../money.ts'

/** Money on the wire: an integer of minor units with its currency and that currency's exponent. */
export type MoneyView = { readonly amountMinor: number; readonly currency: string; readonly currencyExponent: number }

export function moneyView({ amountMinor, currency }: Money): MoneyView {
  return {
    amountMinor,
    currency,
    currencyExponent: currencyExponent(currency),
  }
}
