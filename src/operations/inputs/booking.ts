import { z } from 'zod'
import { BOOKING_STATUSES } from '../../domain/booking.ts'
import { isCurrencyCode } from '../../domain/money.ts'
import { isCalendarDate } from '../../domain/time.ts'
import { instant } from './instant.ts'

const id = z.string().min(1).max(100)

/** The largest values of columns of 32 and 64 bits. */
const MAX_INT4 = 2 ** 31 - 1
const MAX_INT8 = 2n ** 63n - 1n

const money = z.strictObject({
  amountMinor: z.int().min(0),
  currency: z
    .string()
    .refine(isCurrencyCode, { message: 'must be an ISO 4217 code', params: { code: 'INVALID_CURRENCY' } }),
  currencyExponent: z.int().min(0).max(4).nullish(),
})

/** A person's name in the form that suppliers accept: letters of any script, no digits, no control characters. */
const personName = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .refine((name) => /^[\p{L}\p{M}][\p{L}\p{M}'’.\- ]*$/u.test(name), {
    message: 'must be a name in letters',
    params: { code: 'INVALID_NAME' },
  })

/** A booking token is a sealed option of up to several kilobytes. */
export const prebookInput = z.strictObject({
  bookingToken: z.string().min(1).max(16_384),
  maxPrice: money.nullish(),
  language: z.string().max(35).nullish(),
})

const guest = z.strictObject({
  allocationId: id,
  type: z.enum(['ADULT', 'CHILD']),
  givenName: personName.nullish(),
  familyName: personName.nullish(),
  age: z.int().min(0).max(120).nullish(),
})

/** The body of POST /hotels/book: decisions.md section 5. */
export const createBookingInput = z.strictObject({
  offerId: id,
  bookingMode: z.enum(['INSTANT', 'HOLD']),
  clientReference: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\x20-\x7e]*$/, { message: 'must be printable ASCII' })
    .nullish(),
  holder: z.strictObject({
    givenName: personName,
    familyName: personName,
    email: z.email().max(254),
    phone: z.string().regex(/^\+[1-9]\d{6,14}$/, { message: 'must be E.164, e.g. +442071234567' }),
  }),
  guests: z.array(guest).min(1).max(40),
  specialRequests: z.string().max(500).nullish(),
  acceptedPrice: money.nullish(),
  metadata: z
    .record(z.string().min(1).max(40), z.string().max(500))
    .refine((entries) => Object.keys(entries).length <= 20, { message: 'at most 20 entries' })
    .nullish(),
})
export type CreateBookingInput = z.output<typeof createBookingInput>

export const bookingIdInput = z.strictObject({ bookingId: id })
export const offerIdInput = z.strictObject({ offerId: id })
export const watchBookingInput = z.strictObject({
  bookingId: id,
  afterSequence: z.int().min(0).max(MAX_INT4).nullish(),
})
export const confirmHoldInput = z.strictObject({ bookingId: id, acceptedOfferId: id })
export const cancelBookingInput = z.strictObject({ bookingId: id, cancellationQuoteId: id })
export const reviewBookingInput = z.strictObject({
  bookingId: id,
  decision: z.enum(['APPROVE', 'REJECT']),
  note: z.string().max(1_000).nullish(),
})
export type ReviewBookingInput = z.output<typeof reviewBookingInput>

const date = z
  .string()
  .refine(isCalendarDate, { message: 'must be an existing date as YYYY-MM-DD', params: { code: 'INVALID_DATE' } })

export const listBookingsInput = z.strictObject({
  status: z.enum(BOOKING_STATUSES).nullish(),
  checkInFrom: date.nullish(),
  createdFrom: instant.nullish(),
  clientReference: z.string().max(64).nullish(),
  cursor: z.string().max(200).nullish(),
  limit: z.int().min(1).max(100).nullish(),
})

const A_POSITION = 'must be a position of an earlier answer'

export const listEventsInput = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,19}$/, { message: A_POSITION })
    .refine((position) => BigInt(position) <= MAX_INT8, {
      message: A_POSITION,
      params: { code: 'OUT_OF_RANGE' },
      when: ({ issues }) => issues.length === 0,
    })
    .nullish(),
  limit: z.int().min(1).max(100).nullish(),
})
