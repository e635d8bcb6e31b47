import { z } from 'zod'
import { MONEY_INPUT } from '../../domain/meanings/booking-inputs.ts'
import { currencyExponent, isCurrencyCode, toDecimal } from '../../domain/money.ts'
import { told } from './told.ts'

/** ISO 4217 has no currency with more decimals. */
const MAX_EXPONENT = 4

/** An exponent is not needed, but one that contradicts the currency means another amount than the sender has in mind. */
export const money = told(
  z.strictObject({
    amountMinor: z.int().min(0),
    currency: z
      .string()
      .refine(isCurrencyCode, { message: 'must be an ISO 4217 code', params: { code: 'INVALID_CURRENCY' } }),
    currencyExponent: z.int().min(0).max(MAX_EXPONENT).nullish(),
  }),
  MONEY_INPUT,
).refine(isConsistent, {
  path: ['currencyExponent'],
  error: ({ input }) => exponentFault(input as MoneyInput),
  params: { code: 'CURRENCY_MISMATCH' },
})

type MoneyInput = { readonly amountMinor: number; readonly currency: string }

/** What is no currency or no exponent has a fault of its own. */
function isConsistent({
  currency,
  currencyExponent: exponent,
}: MoneyInput & { currencyExponent?: number | null | undefined }) {
  return (
    exponent == null ||
    !isCurrencyCode(currency) ||
    exponent < 0 ||
    exponent > MAX_EXPONENT ||
    exponent === currencyExponent(currency)
  )
}

function exponentFault({ amountMinor, currency }: MoneyInput): string {
  const decimal = toDecimal({ amountMinor, currency })
  return `must be ${currencyExponent(currency)}, the decimals of ${currency}: ${amountMinor} ${currency} is ${decimal}`
}
