import { z } from 'zod'
import { toldDay, toldText } from '../booking-record.ts'
import { decimal, idText, measure } from '../wire-values.ts'

/** Counts are numbers in the examples, but numbers or strings in the types. */
const count = measure(/^\d{1,4}$/)

/** A penalty is told as an amount, a share of the price, or nights. */
const cancellationPolicies = z
  .array(
    z.object({
      amount: decimal.optional(),
      percent: measure(/^\d{1,3}(\.\d{1,4})?$/)
        .optional()
        .catch(undefined),
      numberOfNights: count.optional().catch(undefined),
      from: z.string(),
    }),
  )
  .default([])

const taxes = z
  .object({
    taxes: z
      .array(
        z.object({
          included: z.boolean(),
          amount: decimal.optional(),
          currency: z.string().optional(),
          clientAmount: decimal.optional().catch(undefined),
          clientCurrency: toldText.transform((text) => text ?? undefined),
          type: z.string().optional(),
        }),
      )
      .default([]),
  })
  .optional()

const promotion = z.object({ code: z.string().catch(''), name: z.string().catch(''), remark: z.string().catch('') })

export const rateSchema = z.object({
  rateKey: z.string().min(1),
  rateClass: z.string().optional(),
  /** Absent or null never means "no": whatever is not told at all is an ordinary rate. */
  rateType: z.string().optional().catch(undefined),
  net: decimal.optional(),
  sellingRate: decimal.optional(),
  hotelMandatory: z.boolean().nullish(),
  commission: decimal.optional(),
  commissionVAT: decimal.optional(),
  resident: z.boolean().nullish(),
  promotions: z.array(promotion).catch([]).default([]),
  offers: z
    .array(promotion.extend({ amount: decimal.optional().catch(undefined) }))
    .catch([])
    .default([]),
  paymentType: z.string().optional(),
  packaging: z.boolean().optional(),
  boardCode: z.string().catch(''),
  boardName: z.string().catch(''),
  allotment: count.optional().catch(undefined),
  cancellationPolicies,
  taxes,
  rateComments: z.string().optional().catch(undefined),
  rooms: count,
  adults: count,
  children: count,
  childrenAges: z.string().optional(),
})
export type HotelbedsRate = z.output<typeof rateSchema>

/** What of a rate tells its board. */
export const boardParts = rateSchema.pick({ boardCode: true, boardName: true })
export type BoardParts = z.output<typeof boardParts>

/** Rates are parsed one at a time, so that a malformed one is dropped and the others stay. */
const room = z.object({ code: z.string().min(1), name: z.string().catch(''), rates: z.array(z.unknown()).default([]) })

export const hotelSchema = z.object({
  code: idText,
  currency: z.string(),
  checkIn: toldDay,
  checkOut: toldDay,
  rooms: z.array(room).default([]),
})
export type HotelbedsHotel = z.output<typeof hotelSchema>

/** Without availability the list is absent or empty. Hotels are parsed one at a time too. */
export const availabilitySchema = z.object({
  hotels: z.object({ hotels: z.array(z.unknown()).default([]) }).optional(),
})

export const checkRateSchema = z.object({ hotel: hotelSchema })

/** One kind of room, which may be booked several times; only its reference is needed, the rest is compared. */
const bookedRoom = z.object({
  supplierReference: z.string().optional(),
  status: toldText,
  paxes: z.array(z.object({ name: toldText, surname: toldText })).catch([]),
  rates: z.array(z.object({ rooms: count, rateComments: toldText })).catch([]),
})

export const bookingSchema = z.object({
  reference: z.string().min(1),
  clientReference: z.string().optional(),
  status: z.enum(['PRECONFIRMED', 'CONFIRMED', 'CANCELLED']),
  modificationPolicies: z.object({ cancellation: z.boolean() }).optional(),
  hotel: z
    .object({
      cancellationAmount: decimal.optional(),
      currency: z.string().optional(),
      checkIn: toldDay,
      checkOut: toldDay,
      categoryName: toldText,
      rooms: z.array(bookedRoom).catch([]),
      supplier: z.object({ name: toldText, vatNumber: toldText }).nullish().catch(undefined),
    })
    .optional(),
  totalNet: decimal.optional().catch(undefined),
  currency: z.string(),
  cancellationReference: z.string().optional(),
})
export type HotelbedsBooking = z.output<typeof bookingSchema>

export const bookedSchema = z.object({ booking: bookingSchema })

export const bookingListSchema = z.object({
  bookings: z.object({ bookings: z.array(bookingSchema).default([]) }).optional(),
})

/** A page of the books. Bookings are read one at a time: one that cannot be read hides no other. */
export const bookingPageSchema = z.object({
  bookings: z
    .object({ bookings: z.array(z.unknown()).default([]), total: z.number().optional().catch(undefined) })
    .optional(),
})

/** Hotelbeds' own error object, or the plain text of the proxy in front of its API. */
export const errorSchema = z.object({
  error: z.union([z.string(), z.object({ code: z.string(), message: z.string().catch('') })]),
})

/** The data of a rate that later calls need: one key for each kind of party, with the request's rooms that it books. */
export const ratePayload = z.object({
  parts: z
    .array(
      z.object({
        rateKey: z.string(),
        roomCode: z.string(),
        roomIndexes: z.array(z.number()),
        /** Absent in rates of before it was stored: these are checked. */
        needsCheck: z.boolean().default(true),
      }),
    )
    .min(1),
  boardCode: z.string(),
})
export type RatePayload = z.output<typeof ratePayload>
