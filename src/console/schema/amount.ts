import { currencyExponent, type Money } from '../../domain/money.ts'
import { builder } from './builder.ts'

/** Money as screens show it: exactly, in the minor unit of its own currency. */
export const Amount = builder.objectRef<Money>('Amount').implement({
  fields: (t) => ({
    amountMinor: t.float({
      description: 'A whole number of the minor unit.',
      resolve: ({ amountMinor }) => amountMinor,
    }),
    currency: t.exposeString('currency'),
    exponent: t.int({ description: 'How many decimals.', resolve: ({ currency }) => currencyExponent(currency) }),
  }),
})
