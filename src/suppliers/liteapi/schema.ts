import { z } from 'zod'
import { toldDay, toldText } from '../booking-record.ts'
import type { SupplierResponse } from '../supplier-call.ts'
import { decimal } from '../wire-values.ts'

const money = z.object({ amount: decimal, currency: z.string() })

/** A single amount, or a list with one: the specification and its examples disagree. */
const amounts = z.union([z.array(money), money.transform((one) => [one])])

const policies = z.object({
  cancelPolicyInfos: z
    .array(
      z.object({
        cancelTime: z.string(),
        amount: decimal,
        currency: z.string().optional(),
        type: z.string().optional(),
        timezone: z.string().nullish(),
      }),
    )
    .nullish(),
  refundableTag: z.string().nullish(),
})
export type Policies = z.output<typeof policies>

const promotion = z.object({ name: z.string().catch(''), promotionCode: z.string().optional().catch(undefined) })

const perk = z.object({
  perkId: z.number().optional().catch(undefined),
  name: z.string().catch(''),
  amount: decimal.optional().catch(undefined),
  currency: z.string().optional().catch(undefined),
})

const rateSchema = z.object({
  occupancyNumber: z.int().positive().catch(1),
  name: z.string().catch(''),
  /** The room of the hotel's content; null when LiteAPI does not know which. */
  mappedRoomId: z.int().positive().nullish().catch(null),
  boardType: z.string().catch(''),
  boardName: z.string().catch(''),
  remarks: z.string().catch(''),
  retailRate: z.object({
    total: amounts,
    taxesAndFees: z
      .array(
        z.object({ included: z.boolean(), description: z.string().catch(''), amount: decimal, currency: z.string() }),
      )
      .nullish(),
    /** Told in several forms: see `suggestedPrice`. */
    suggestedSellingPrice: z.unknown().optional(),
    promotions: z
      .array(promotion)
      .nullish()
      .catch([])
      .transform((list) => list ?? []),
  }),
  paymentTypes: z.array(z.string()).optional(),
  perks: z
    .array(perk)
    .nullish()
    .catch([])
    .transform((list) => list ?? []),
  cancellationPolicies: policies,
})
export type LiteApiRate = z.output<typeof rateSchema>

/** What of a rate tells its board. */
const boardParts = rateSchema.pick({ boardType: true, boardName: true })
export type BoardParts = z.output<typeof boardParts>
export const boardsOfOffer = z.object({ rates: z.array(boardParts) })

/** An offer: rates for every room of the request, sold together. */
export const roomTypeSchema = z.object({
  roomTypeId: z.string().catch(''),
  name: z.string().optional().catch(undefined),
  offerId: z.string().min(1),
  rates: z.array(rateSchema).min(1),
  offerRetailRate: amounts.optional().catch(undefined),
  suggestedSellingPrice: z.unknown().optional(),
  rateType: z.string().optional(),
  loyaltyMembershipIdRequired: z.boolean().nullish(),
})

/** Offers are parsed one at a time, so that a malformed one is dropped and the others stay. */
export const hotelSchema = z.object({ hotelId: z.string(), roomTypes: z.array(z.unknown()) })

export const ratesSchema = z.object({ data: z.array(z.unknown()).nullish() })

export const prebookSchema = z.object({
  data: z.object({
    prebookId: z.string().min(1),
    currency: z.string(),
    price: decimal,
    suggestedSellingPrice: z.unknown().optional(),
    termsAndConditions: z.string().catch(''),
    cancellationChanged: z.boolean().catch(false),
    boardChanged: z.boolean().catch(false),
    priceDifferencePercent: z.number().catch(0),
    roomTypes: z.array(z.object({ rates: z.array(rateSchema).min(1) })).min(1),
  }),
})

const bookingSchema = z.object({
  bookingId: z.string().min(1),
  clientReference: z.string().nullish(),
  supplierBookingId: z.string().nullish(),
  status: z.string(),
  hotelConfirmationCode: z.string().nullish(),
  price: decimal.optional().catch(undefined),
  currency: toldText,
  checkin: toldDay,
  checkout: toldDay,
  knowBeforeYouGo: toldText,
  mandatoryFees: toldText,
  optionalFees: toldText,
  remarks: toldText,
  hotelRemarks: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(undefined),
  bookedRooms: z
    .array(
      z.object({
        guests: z
          .array(z.object({ firstName: toldText, lastName: toldText }))
          .nullish()
          .catch(null),
      }),
    )
    .nullish()
    .catch(null),
})
export type LiteApiBooking = z.output<typeof bookingSchema>

export const bookedSchema = z.object({ data: bookingSchema })
export const bookingListSchema = z.object({ data: z.array(bookingSchema).nullish() })

/** A booking in the list by dates, which has names of its own. They are read one at a time: one that cannot be read hides no other. */
export const listedSchema = z.object({
  bookingId: z.string().min(1),
  client_reference: z.string().nullish(),
  status: z.string(),
  hotel_confirmation_code: z.string().nullish().catch(null),
  checkin: toldDay,
  checkout: toldDay,
  firstName: toldText,
  lastName: toldText,
})
export type LiteApiListed = z.output<typeof listedSchema>

export const bookingPageSchema = z.object({ data: z.array(z.unknown()).nullish() })

export const cancelledSchema = z.object({
  data: z.object({
    bookingId: z.string(),
    status: z.string(),
    cancellation_fee: decimal.optional(),
    currency: z.string().optional(),
  }),
})

export const errorSchema = z.object({
  error: z.object({
    code: z.union([z.number(), z.string()]).transform(String),
    message: z.string().catch(''),
    description: z.string().catch(''),
  }),
})

/** The data of a rate that later calls need; `prebookId` is null before the price check. */
export const ratePayload = z.object({
  offerId: z.string(),
  roomTypeId: z.string(),
  prebookId: z.string().nullable(),
  /** How the offer is sold, which a prebook does not repeat; absent in rates of before it was stored. */
  rateType: z.string().optional(),
  membersOnly: z.boolean().default(false),
})
export type RatePayload = z.output<typeof ratePayload>

const flagged = z.object({ sandbox: z.literal(true) })

/** Answers to keys of the sandbox say so. */
export function saysSandbox({ json }: SupplierResponse): boolean {
  return flagged.safeParse(json).success
}
