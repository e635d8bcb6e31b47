import type { MoneyView } from '../contract/money.ts'
import { means, typeMeaning } from './meaning.ts'

export const MONEY = typeMeaning<MoneyView>(
  'An amount of money, exact: a whole number of the currency’s minor units. Divide by 10 to the power of {currencyExponent} only to show it, and never compute with the quotient.',
  {
    amountMinor: means('The amount in minor units (cents, yen, fils): 17700 with an exponent of 2 is 177.00.', 17700),
    currency: means('The currency of the amount, as its ISO 4217 code.', 'GBP'),
    currencyExponent: means(
      'How many decimals the currency has: 2 for most, 0 for JPY, 3 for KWD, 4 for CLF. It never differs for one currency.',
      2,
    ),
  },
)
