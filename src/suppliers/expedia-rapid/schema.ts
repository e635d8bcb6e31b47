import { z } from 'zod'
import { toldDay, toldText } from '../booking-record.ts'
import { day, decimal, measure } from '../wire-values.ts'

const amount = z.object({ value: decimal, currency: z.string() })
const charge = z.object({ billable_currency: amount })
const link = z.object({ href: z.string(), expires: z.string().optional() })

/**
 * The breakdown by night is only descriptive: when it is malformed (an official example is), it is dropped and the rate stays.
 */
const nightly = z
  .array(z.array(z.object({ type: z.string(), value: decimal, currency: z.string() })))
  .optional()
  .catch(undefined)

const roomPricing = z.object({
  nightly,
  totals: z.object({ inclusive: charge, exclusive: charge.optional().catch(undefined) }),
  fees: z.record(z.string(), charge).optional(),
})
export type RoomPricing = z.output<typeof roomPricing>

const pricing = z.record(z.string(), roomPricing)
export type OccupancyPricing = z.output<typeof pricing>

export const cancelTerms = z.object({
  refundable: z.boolean(),
  cancel_penalties: z
    .array(
      z.object({
        currency: z.string().optional(),
        start: z.string(),
        end: z.string().optional(),
        amount: decimal.optional(),
        nights: measure(/^\d{1,3}$/).optional(),
        percent: measure(/^\d{1,3}(\.\d{1,4})?%?$/).optional(),
      }),
    )
    .default([]),
  nonrefundable_date_ranges: z.array(z.object({ start: day, end: day })).default([]),
})
export type CancelTerms = z.output<typeof cancelTerms>

const bed = z.object({ type: z.string(), size: z.string(), quantity: z.number() })

export const rateSchema = cancelTerms.extend({
  id: z.string(),
  status: z.string().optional(),
  available_rooms: z.number().optional(),
  holdable: z.boolean().optional(),
  amenities: z.record(z.string(), z.object({ id: z.string().optional(), name: z.string().optional() })).catch({}),
  bed_groups: z.record(
    z.string(),
    z.object({
      id: z.string(),
      description: z.string().optional(),
      configuration: z.array(bed).catch([]),
      links: z.object({ price_check: link }),
    }),
  ),
  occupancy_pricing: pricing,
})
export type RapidRate = z.output<typeof rateSchema>

export const availabilitySchema = z.array(z.unknown())

/** Properties and their rates are parsed one at a time, so that a malformed one is dropped and the others stay. */
export const propertySchema = z.object({
  property_id: z.string(),
  rooms: z.array(z.object({ id: z.string(), room_name: z.string().catch(''), rates: z.array(z.unknown()) })).catch([]),
})

export const priceCheckSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('available'), occupancy_pricing: pricing, links: z.object({ book: link }) }),
  z.object({ status: z.literal('price_changed'), occupancy_pricing: pricing, links: z.object({ book: link }) }),
  z.object({ status: z.literal('sold_out') }),
])

const itineraryLinks = z.object({ retrieve: link.optional(), resume: link.optional(), cancel: link.optional() })

export const createdSchema = z.object({
  itinerary_id: z.string().min(1),
  links: itineraryLinks.extend({ complete_payment_session: z.unknown().optional() }).default({}),
})

export const itinerarySchema = z.object({
  itinerary_id: z.string().min(1),
  links: itineraryLinks.default({}),
  affiliate_reference_id: z.string().optional(),
  /** The rooms are absent until Rapid has propagated the itinerary. */
  rooms: z
    .array(
      z.object({
        id: z.string(),
        confirmation_id: z.object({ expedia: z.string().optional(), property: z.string().optional() }).optional(),
        status: z.enum(['pending', 'booked', 'canceled']),
        checkin: toldDay,
        checkout: toldDay,
        given_name: toldText,
        family_name: toldText,
        rate: z
          .object({
            cancel_refund: z.object({ amount: decimal, currency: z.string() }).optional(),
            pricing: roomPricing.optional().catch(undefined),
          })
          .optional(),
        links: z.object({ cancel: link.optional() }).default({}),
      }),
    )
    .optional(),
})
export type RapidItinerary = z.output<typeof itinerarySchema>

export const errorSchema = z.object({
  type: z.string(),
  message: z.string().catch(''),
  errors: z
    .array(
      z.object({
        type: z.string(),
        message: z.string().catch(''),
        fields: z.array(z.object({ name: z.string(), type: z.string().optional() })).catch([]),
      }),
    )
    .catch([]),
})
export type RapidError = z.output<typeof errorSchema>

/** The data of a rate that later calls need. It is sealed into booking tokens and stored with offers. */
export const ratePayload = z.object({
  propertyId: z.string(),
  roomId: z.string(),
  rateId: z.string(),
  bedGroupId: z.string(),
  priceCheckHref: z.string(),
  bookHref: z.string().nullable(),
  holdable: z.boolean(),
  terms: cancelTerms,
  /** When Rapid sent the terms: a policy's first window begins at this time. */
  knownAt: z.number(),
})
export type RatePayload = z.output<typeof ratePayload>

/** The data of a booking that later calls need. */
export const bookingPayload = z.object({
  resumeHref: z.string().nullable().default(null),
  releaseHref: z.string().nullable().default(null),
  retrieveHref: z.string().nullable().default(null),
})
export type BookingPayload = z.output<typeof bookingPayload>
