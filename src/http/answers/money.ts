import { z } from 'zod'
import { MONEY } from '../../domain/meanings/money.ts'
import { viewSchema } from './shape.ts'

export const currency = z.string().regex(/^[A-Z]{3}$/)

export const money = viewSchema(MONEY)(
  z.strictObject({ amountMinor: z.int(), currency, currencyExponent: z.int().min(0).max(4) }),
)
