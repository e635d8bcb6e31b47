import { z } from 'zod'
import { isCalendarDate } from '../../domain/time.ts'

/** Ids are taken as integers or digit strings, at most what a 32-bit column holds. */
export const catalogueId = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .refine((id) => id >= 1 && id <= 2_147_483_647, { message: 'must be a positive integer id' })

const calendarDate = z
  .string()
  .refine(isCalendarDate, { message: 'must be an existing date as YYYY-MM-DD', params: { code: 'INVALID_DATE' } })

const roomOccupancy = z.strictObject({
  adults: z.int().min(0).max(100),
  childAges: z.array(z.int()).max(100).default([]),
})

/** What every question about availability carries. Rules across fields are the domain's (stay, occupancy). */
export const stayFields = {
  checkIn: calendarDate,
  checkOut: calendarDate,
  nationality: z
    .string()
    .regex(/^[A-Za-z]{2}$/, { message: 'must be an ISO 3166-1 alpha-2 code' })
    .transform((code) => code.toUpperCase()),
  rooms: z.array(roomOccupancy).max(100),
}

export const SORTS = [
  'recommended',
  'price_low_to_high',
  'price_high_to_low',
  'stars',
  'distance_from_center',
  'value',
] as const

/** POST /hotels/search: contract 2.4 and decisions.md section 1. */
export const searchInput = z.strictObject({
  destination: z.strictObject({ type: z.enum(['hotel', 'place']), id: catalogueId }),
  ...stayFields,
  starRatings: z.array(z.int().min(1).max(5)).max(5).nullish(),
  minTotalPriceUsdCents: z.int().min(0).nullish(),
  maxTotalPriceUsdCents: z.int().min(1).nullish(),
  propertyTypes: z.array(z.string().max(64)).max(50).nullish(),
  chainIds: z.array(catalogueId).max(100).nullish(),
  facilityIds: z.array(catalogueId).max(100).nullish(),
  hotelName: z.string().max(200).nullish(),
  hotelIds: z.array(catalogueId).max(1_000).nullish(),
  refundableOnly: z.boolean().nullish(),
  sort: z.enum(SORTS).nullish(),
  priceSort: z.enum(['low_to_high', 'high_to_low']).nullish(),
  limit: z.int().min(1).max(100).nullish(),
  cursor: z.string().max(200).nullish(),
  pricingMode: z.enum(['instant', 'live']).nullish(),
  fields: z.array(z.string().max(64)).max(100).nullish(),
  language: z.string().max(35).nullish(),
  maxWaitMs: z.int().min(0).max(15_000).nullish(),
})
export type SearchInput = z.output<typeof searchInput>

/** GET /hotels/search/{search_id}/prices: decisions.md section 2. */
export const pollPricesInput = z.strictObject({
  searchId: z.string().max(100),
  refreshIds: z.array(catalogueId).max(100).nullish(),
  since: z.int().min(0).nullish(),
})
export type PollPricesInput = z.output<typeof pollPricesInput>

/** POST /hotels/{hotel_id}/rooms: decisions.md section 3. */
export const roomSearchInput = z.strictObject({
  hotelId: catalogueId,
  searchId: z.string().max(100).nullish(),
  ...stayFields,
  language: z.string().max(35).nullish(),
  maxWaitMs: z.int().min(0).max(15_000).nullish(),
})
export type RoomSearchInput = z.output<typeof roomSearchInput>

export const roomStreamInput = z.strictObject({
  hotelId: catalogueId.nullish(),
  streamId: z.string().max(100),
  /** Null: the first connection. */
  afterEventId: z.int().min(0).nullish(),
})

export const destinationsInput = z.strictObject({
  q: z.string().min(1).max(100),
  limit: z.int().min(1).max(50).nullish(),
  language: z.string().max(35).nullish(),
})

export const languageInput = z.strictObject({ language: z.string().max(35).nullish() })

export const hotelIdInput = z.strictObject({ hotelId: catalogueId, language: z.string().max(35).nullish() })
