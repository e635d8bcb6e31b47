import { z } from 'zod'
import type { MoneyView } from '../../domain/contract/money.ts'
import { viewSchema } from './shape.ts'

export const currency = z.string().regex(/^[A-Z]{3}$/)

export const money = viewSchema<MoneyView>()(
  z
    .strictObject({
      amountMinor: z.int().describe('In minor units: with exponent 2, 17700 is 177.00.'),
      currency: currency.describe('ISO 4217.'),
      currencyExponent: z.int().min(0).max(4).describe('How many decimals the currency has: 0, 2, 3 or 4.'),
    })
    .describe('An amount, an integer in the minor units of its currency.'),
)
