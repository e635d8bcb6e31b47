import { z } from 'zod'
import { hasTower } from '../../domain/guest-names.ts'
import { BOOKING_MODE, GUEST_TYPE, REVIEW_DECISION } from '../../domain/meanings/booking.ts'
import * as meaning from '../../domain/meanings/booking-inputs.ts'
import { BOOKING_STATUS } from '../../domain/meanings/booking-state.ts'
import { isCalendarDate } from '../../domain/time.ts'
import { extrasFields, gender } from './booking-extras.ts'
import { instant } from './instant.ts'
import { money } from './money.ts'
import { listCurrency, traveller } from './search.ts'
import { told, toldValues } from './told.ts'

const id = z.string().min(1).max(100)

/** The largest values of columns of 32 and 64 bits. */
const MAX_INT4 = 2 ** 31 - 1
const MAX_INT8 = 2n ** 63n - 1n

/** A person's name in the form that suppliers accept: letters of any script, a letter first, no digits, no control characters. */
const personName = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .refine((name) => /^\p{L}[\p{L}\p{M}'’.\- ]*$/u.test(name) && !hasTower(name), {
    message: 'must be a name in letters',
    params: { code: 'INVALID_NAME' },
  })

/** A booking token is a sealed option of up to several kilobytes. */
export const prebookInput = told(
  z.strictObject({
    bookingToken: z.string().min(1).max(16_384),
    maxPrice: money.nullish(),
    language: z.string().max(35).nullish(),
    currency: listCurrency.nullish(),
    traveller: traveller.nullish(),
  }),
  meaning.PREBOOK_INPUT,
)

const guest = told(
  z.strictObject({
    allocationId: id,
    type: toldValues(GUEST_TYPE),
    givenName: personName.nullish(),
    familyName: personName.nullish(),
    age: z.int().min(0).max(120).nullish(),
    gender: gender.nullish(),
  }),
  meaning.GUEST_INPUT,
)

/** The body of POST /hotels/book: decisions.md section 5. */
export const createBookingInput = told(
  z.strictObject({
    offerId: id,
    bookingMode: toldValues(BOOKING_MODE),
    clientReference: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[\x20-\x7e]*$/, { message: 'must be printable ASCII' })
      .nullish(),
    holder: told(
      z.strictObject({
        givenName: personName,
        familyName: personName,
        email: z.email().max(254),
        phone: z
          .string()
          .regex(/^\+[1-9]\d{6,14}$/, { message: 'must be E.164, e.g. +442071234567' })
          .nullish(),
      }),
      meaning.HOLDER_INPUT,
    ),
    guests: z.array(guest).min(1).max(40),
    specialRequests: z.string().max(500).nullish(),
    ...extrasFields,
    acceptedPrice: money.nullish(),
    traveller: traveller.nullish(),
    metadata: z
      .record(z.string().min(1).max(40), z.string().max(500))
      .refine((entries) => Object.keys(entries).length <= 20, { message: 'at most 20 entries' })
      .nullish(),
  }),
  meaning.CREATE_BOOKING_INPUT,
)
export type CreateBookingInput = z.output<typeof createBookingInput>

export const bookingIdInput = told(z.strictObject({ bookingId: id }), meaning.BOOKING_ID_INPUT)
export const offerIdInput = told(z.strictObject({ offerId: id }), meaning.OFFER_ID_INPUT)
export const watchBookingInput = told(
  z.strictObject({
    bookingId: id,
    afterSequence: z.int().min(0).max(MAX_INT4).nullish(),
  }),
  meaning.WATCH_BOOKING_INPUT,
)
export const confirmHoldInput = told(z.strictObject({ bookingId: id, acceptedOfferId: id }), meaning.CONFIRM_HOLD_INPUT)
export const cancelBookingInput = told(
  z.strictObject({ bookingId: id, cancellationQuoteId: id }),
  meaning.CANCEL_BOOKING_INPUT,
)
export const reviewBookingInput = told(
  z.strictObject({
    bookingId: id,
    decision: toldValues(REVIEW_DECISION),
    note: z.string().max(1_000).nullish(),
  }),
  meaning.REVIEW_BOOKING_INPUT,
)
export type ReviewBookingInput = z.output<typeof reviewBookingInput>

const date = z
  .string()
  .refine(isCalendarDate, { message: 'must be an existing date as YYYY-MM-DD', params: { code: 'INVALID_DATE' } })

export const listBookingsInput = told(
  z.strictObject({
    status: toldValues(BOOKING_STATUS).nullish(),
    checkInFrom: date.nullish(),
    createdFrom: instant.nullish(),
    clientReference: z.string().max(64).nullish(),
    cursor: z.string().max(200).nullish(),
    limit: z.int().min(1).max(100).nullish(),
  }),
  meaning.LIST_BOOKINGS_INPUT,
)

const A_POSITION = 'must be a position of an earlier answer'

export const listEventsInput = told(
  z.strictObject({
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
  }),
  meaning.LIST_EVENTS_INPUT,
)
