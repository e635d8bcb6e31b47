import { z } from 'zod'
import { toldDay, toldText } from '../booking-record.ts'
import { decimal, idText } from '../wire-values.ts'

/** The envelope of every answer. Its `status` decides, not the HTTP status. */
export const envelopeSchema = z.object({
  data: z.unknown(),
  status: z.string(),
  error: z.string().nullish(),
  debug: z.object({ validation_error: z.string().nullish() }).nullish().catch(null),
})
export type Envelope = z.output<typeof envelopeSchema>

const penalties = z.object({
  policies: z.array(
    z.object({ start_at: z.string().nullable(), end_at: z.string().nullable(), amount_charge: decimal }),
  ),
  free_cancellation_before: z.string().nullable(),
})
export type Penalties = z.output<typeof penalties>

const tax = z.object({
  name: z.string().catch(''),
  included_by_supplier: z.boolean(),
  amount: decimal,
  currency_code: z.string(),
})

const paymentType = z.object({
  amount: decimal,
  currency_code: z.string(),
  show_currency_code: z.string().optional(),
  type: z.string(),
  is_need_credit_card_data: z.boolean().optional(),
  tax_data: z.object({ taxes: z.array(tax).default([]) }).nullish(),
  cancellation_penalties: penalties,
  perks: z.record(z.string(), z.unknown()).nullish().catch(null),
})
export type PaymentType = z.output<typeof paymentType>

const beds = z.object({ beds: z.array(z.object({ bed: z.string(), count: z.number() })) })

/** Null: there is one, and it cannot be read. */
const mealData = z
  .object({ value: z.string().min(1), no_child_meal: z.boolean().optional().catch(undefined) })
  .nullish()
  .catch(null)

const noShow = z
  .object({ amount: decimal, currency_code: z.string(), from_time: z.string().nullish().catch(null) })
  .nullish()
  .catch(null)

const deposit = z
  .object({ amount: decimal, currency_code: z.string(), is_refundable: z.boolean().nullish().catch(null) })
  .nullish()
  .catch(null)

const legalPerson = z
  .object({
    name: toldText,
    address: toldText,
    taxpayer_number: toldText,
    state_registration_number: toldText,
  })
  .nullish()
  .catch(null)

const number = z.int().catch(0)

/** What identifies a room: all twelve numbers, each 0 when it is not told. */
export const rgExt = z.object({
  class: number,
  quality: number,
  sex: number,
  bathroom: number,
  bedding: number,
  family: number,
  capacity: number,
  club: number,
  bedrooms: number,
  balcony: number,
  view: number,
  floor: number,
})
export type RgExt = z.output<typeof rgExt>

export const rateSchema = z.object({
  book_hash: z.string().optional(),
  daily_prices: z.array(decimal).catch([]),
  meal: z.string().optional().catch(undefined),
  payment_options: z.object({ payment_types: z.array(paymentType) }),
  room_name: z.string().min(1),
  rg_ext: rgExt.nullish().catch(null),
  room_data_trans: beds.optional().catch(undefined),
  allotment: z.int().nonnegative().optional().catch(undefined),
  // What cannot be read here would be sold to anybody, or past its limits: the rate is dropped.
  is_package: z.boolean().nullish(),
  sell_price_limits: z.object({ min_price: decimal.nullish(), max_price: decimal.nullish() }).nullish(),
  meal_data: mealData,
  no_show: noShow,
  deposit,
  legal_info: z.object({ provider: legalPerson, hotel: legalPerson }).nullish().catch(null),
})
export type RateHawkRate = z.output<typeof rateSchema>

/** What of a rate tells its board. */
export const boardParts = rateSchema.pick({ meal: true, meal_data: true })

/** Rates are parsed one at a time, so that a malformed one is dropped and the others stay. */
const hotel = z.object({ hid: idText, rates: z.array(z.unknown()).default([]) })

/** Without results the list is empty, or there is no data. */
export const searchSchema = z.object({ hotels: z.array(z.unknown()).default([]) }).nullable()
export const hotelSchema = hotel
export const prebookSchema = z.object({ hotels: z.array(hotel).min(1) })

/** The possible payments; the chosen one is sent back unchanged. */
export const formSchema = z.object({
  order_id: idText,
  payment_types: z.array(z.object({ amount: decimal, currency_code: z.string(), type: z.string() })),
  is_gender_specification_required: z.boolean().catch(false),
})

const money = z.object({ amount: decimal, currency_code: z.string() })

/** One booked room; only compared. */
const orderedRoom = z.object({
  guest_data: z
    .object({ guests: z.array(z.object({ first_name: toldText, last_name: toldText })) })
    .nullish()
    .catch(null),
})

export const orderSchema = z.object({
  order_id: idText,
  status: z.string(),
  partner_data: z.object({ order_id: z.string() }),
  supplier_data: z.object({ confirmation_id: z.string().nullish() }).nullish().catch(null),
  amount_payable: money.optional().catch(undefined),
  checkin_at: toldDay,
  checkout_at: toldDay,
  rooms_data: z.array(orderedRoom).nullish().catch(null),
})

export const orderInfoSchema = z.object({ orders: z.array(orderSchema) })

/** A page of the books. Orders are read one at a time: one that cannot be read hides no other. */
export const orderPageSchema = z.object({
  orders: z.array(z.unknown()).default([]),
  total_pages: z.number().optional().catch(undefined),
  found_pages: z.number().optional().catch(undefined),
})
export type Order = z.output<typeof orderSchema>

export const cancelSchema = z.object({ amount_payable: money.optional() })

export const notificationSchema = z.object({
  data: z.object({ partner_order_id: z.string().min(3) }),
  signature: z.object({ signature: z.string(), timestamp: idText, token: z.string() }),
})

/** The data of a rate that later calls need. `bookHash` comes from the hotel page, and after the price check from that check. */
export const ratePayload = z.object({ bookHash: z.string() })
export type RatePayload = z.output<typeof ratePayload>
