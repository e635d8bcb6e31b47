import { z } from 'zod'
import { SANDBOX_USD_RATES } from '../pricing.ts'

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** What a supplier changes in a booking on its own; absent fields stay as they are. */
export const alterationSchema = z.strictObject({
  /** Cancelled by the hotel, which charges nothing for it. */
  cancelled: z.literal(true).optional(),
  /** What the record of an order says of it though it was confirmed; only RateHawk has such words. */
  order_status: z.enum(['failed', 'rejected', 'noshow']).optional(),
  /** The supplier no longer knows the booking. */
  forgotten: z.literal(true).optional(),
  /** The price in thousandths of what it was: 1030 is 3 % more. */
  price_permille: z.int().min(1).max(10_000).optional(),
  /** The currency in which the supplier has the price from now on. */
  currency: z
    .string()
    .refine((code) => Object.hasOwn(SANDBOX_USD_RATES, code))
    .optional(),
  check_in_date: date.optional(),
  check_out_date: date.optional(),
  /** Rooms are dropped from the end, or the last one is repeated. */
  rooms: z.int().min(1).max(9).optional(),
  /** These replace the first guests of the record, in its order. */
  guests: z.array(z.strictObject({ given_name: z.string(), family_name: z.string() })).optional(),
  /** Only for new bookings of a hotel: the supplier's own error codes with which it answers their next calls, each once. */
  errors: z
    .array(z.strictObject({ operation: z.enum(['book_form', 'book', 'find', 'cancel']), code: z.string().min(1) }))
    .optional(),
})
export type Alteration = z.output<typeof alterationSchema>
