import { z } from 'zod'
import { toldDay, toldText } from '../booking-record.ts'
import { day, decimal, measure } from '../wire-values.ts'

const amount = z.object({ value: decimal, currency: z.string() })
const charge = z.object({ billable_currency: amount })
/** The same sum in the currency that the request asked for stands beside it; it is only told, so a malformed one is dropped. */
const fee = charge.extend({ request_currency: amount.optional().catch(undefined) })
const link = z.object({ href: z.string(), expires: z.string().optional() })

const typedAmount = amount.extend({ type: z.string() })
export type TypedAmount = z.output<typeof typedAmount>

/**
 * The breakdown by night is only descriptive: when it is malformed (an official example is), it is dropped and the rate stays.
 */
const nightly = z.array(z.array(typedAmount)).optional().catch(undefined)
/** What is charged for the whole stay, beside the nights. Null: it is there and cannot be read. */
const stay = z.array(typedAmount).nullish().catch(null)

const roomPricing = z.object({
  nightly,
  stay,
  totals: z.object({
    inclusive: charge,
    exclusive: charge.optional().catch(undefined),
    /** A limit that cannot be read drops the rate: selling below it would break the contract. */
    minimum_selling_price: charge.optional(),
  }),
  fees: z.record(z.string(), fee).optional(),
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
  current_refundability: z.enum(['refundable', 'non_refundable', 'partially_refundable']).optional().catch(undefined),
})
export type CancelTerms = z.output<typeof cancelTerms>

const told = z.string().optional().catch(undefined)

const valueAdd = z.object({
  id: told,
  description: told,
  category: told,
  offer_type: told,
  frequency: told,
  person_count: z.number().optional().catch(undefined),
})

/** What a rate and its price check say about money that the guest leaves at the hotel. */
const guarantees = z.object({
  deposits: z.array(amount.extend({ due: told })).optional(),
  refundable_damage_deposit: amount.optional(),
  card_on_file_limit: amount.optional(),
})
export type Guarantees = z.output<typeof guarantees>

/** How a rate may be sold. A flag that cannot be read drops the rate. */
const sale = guarantees.extend({
  merchant_of_record: z.string().optional(),
  sale_scenario: z
    .object({
      package: z.boolean().optional(),
      member: z.boolean().optional(),
      mobile_promotion: z.boolean().optional(),
    })
    .optional(),
  promotions: z
    .object({
      value_adds: z.record(z.string(), valueAdd).optional().catch(undefined),
      deal: z.object({ id: told, description: told }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
export type RapidSale = z.output<typeof sale>

const trader = z.object({
  name: told,
  address: z.record(z.string(), z.unknown()).optional().catch(undefined),
  business_register_name: told,
  business_register_number: told,
  contact_message: told,
  right_to_withdraw_message: told,
  email: told,
  phone: told,
})

const traderInformation = z
  .object({ traders: z.array(trader).catch([]), terms_and_conditions: told })
  .optional()
  .catch(undefined)
export type TraderInformation = z.output<typeof traderInformation>

const bed = z.object({ type: z.string(), size: z.string(), quantity: z.number() })

export const rateSchema = cancelTerms.extend(sale.shape).extend({
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

/** What of a rate tells its board. */
export const boardParts = rateSchema.pick({ amenities: true, promotions: true })
export type BoardParts = z.output<typeof boardParts>

export const availabilitySchema = z.array(z.unknown())

/** Properties and their rates are parsed one at a time, so that a malformed one is dropped and the others stay. */
export const propertySchema = z.object({
  property_id: z.string(),
  /** Of a property that has no rates, where the request asked for the reason. */
  unavailable_reason: z.object({ code: z.string(), data: told }).optional().catch(undefined),
  rooms: z.array(z.object({ id: z.string(), room_name: z.string().catch(''), rates: z.array(z.unknown()) })).catch([]),
})

const bookable = guarantees.extend({
  occupancy_pricing: pricing,
  trader_information: traderInformation,
  links: z.object({ book: link }),
})
export type PriceCheck = z.output<typeof bookable>

export const priceCheckSchema = z.discriminatedUnion('status', [
  bookable.extend({ status: z.literal('available') }),
  bookable.extend({ status: z.literal('price_changed') }),
  z.object({ status: z.literal('sold_out') }),
])

const itineraryLinks = z.object({ retrieve: link.optional(), resume: link.optional(), cancel: link.optional() })

export const createdSchema = z.object({
  itinerary_id: z.string().min(1),
  links: itineraryLinks.extend({ complete_payment_session: z.unknown().optional() }).default({}),
})
export type RapidCreated = z.output<typeof createdSchema>

const contactPhone = z.object({ country_code: told, area_code: told, number: told }).optional().catch(undefined)

/** How guests get in, which Rapid tells shortly before they arrive. */
const essentialInformation = z
  .object({
    contact: z.object({ name: told, email: told, phone: contactPhone }).optional().catch(undefined),
    essentials: z
      .array(
        z.object({
          name: told,
          instructions: told,
          additional_info: z.record(z.string(), z.string()).optional().catch(undefined),
          images: z
            .array(z.object({ url: told }))
            .optional()
            .catch(undefined),
        }),
      )
      .catch([]),
    update_available_date: told,
  })
  .optional()
  .catch(undefined)
export type EssentialInformation = z.output<typeof essentialInformation>

export const itinerarySchema = z.object({
  itinerary_id: z.string().min(1),
  links: itineraryLinks.default({}),
  essential_information: essentialInformation,
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
  /** Who takes the money: absent in what was sealed before it was read. */
  paidAtProperty: z.boolean().default(false),
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
