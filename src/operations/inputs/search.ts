import { isIP } from 'node:net'
import { z } from 'zod'
import { DESTINATION_TYPE } from '../../domain/meanings/destination.ts'
import { BOARD_CODE } from '../../domain/meanings/room-option.ts'
import {
  CENTER_INPUT,
  DESTINATION_INPUT,
  DESTINATIONS_INPUT,
  HOTEL_ID_INPUT,
  HOTEL_SORT,
  LANGUAGE_INPUT,
  POLL_PRICES_INPUT,
  PRICE_SORT,
  PRICING_MODE,
  ROOM_OCCUPANCY,
  ROOM_SEARCH_INPUT,
  ROOM_STREAM_INPUT,
  SEARCH_INPUT,
  TRAVELLER_INPUT,
} from '../../domain/meanings/search-inputs.ts'
import { isListedCurrency } from '../../domain/money.ts'
import {
  guestsOf,
  MAX_CHILD_AGE,
  MAX_OCCUPANTS_PER_ROOM,
  MAX_ROOMS,
  type RoomOccupancy,
} from '../../domain/occupancy.ts'
import { fold } from '../../domain/text.ts'
import { isCalendarDate } from '../../domain/time.ts'
import { told, toldValues } from './told.ts'

/** The most results of a page, but for hotels that are searched by their ids. */
export const MAX_LIMIT = 100

const CATALOGUE_ID = 'must be a positive integer id'

/** Ids are accepted as integers or strings of digits, up to the maximum of a 32-bit column. */
export const catalogueId = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    { error: ({ input }) => (input === undefined ? undefined : CATALOGUE_ID) },
  )
  .refine((id) => id >= 1 && id <= 2_147_483_647, { message: CATALOGUE_ID, params: { code: 'INVALID_VALUE' } })

const calendarDate = z
  .string()
  .refine(isCalendarDate, { message: 'must be an existing date as YYYY-MM-DD', params: { code: 'INVALID_DATE' } })

const CHILD_AGE = `a child's age is 0 to ${MAX_CHILD_AGE} years`

const childAge = z.int().min(0, CHILD_AGE).max(MAX_CHILD_AGE, CHILD_AGE)

const roomOccupancy = told(
  z.strictObject({
    adults: z.int().min(1, 'each room needs at least one adult').max(100),
    childAges: z.array(childAge).max(100).default([]),
  }),
  ROOM_OCCUPANCY,
).refine((room) => guestsOf(room) <= MAX_OCCUPANTS_PER_ROOM, {
  error: ({ input }) =>
    `a room takes at most ${MAX_OCCUPANTS_PER_ROOM} occupants, not ${guestsOf(input as RoomOccupancy)}`,
  params: { code: 'TOO_MANY_OCCUPANTS' },
})

/** The faults of each room are reported regardless of those of other rooms and of the number of rooms. */
const rooms = z
  .array(roomOccupancy)
  .max(100)
  .refine(({ length }) => length >= 1 && length <= MAX_ROOMS, {
    error: ({ input }) => `must list 1 to ${MAX_ROOMS} rooms, not ${(input as readonly unknown[]).length}`,
    params: { code: 'OUT_OF_RANGE' },
    when: ({ value }) => Array.isArray(value),
  })
  .meta({ minItems: 1, maxItems: MAX_ROOMS })

/** The fields of every availability request. The domain checks the rules across fields (stay, occupancy). */
export const stayFields = {
  checkIn: calendarDate,
  checkOut: calendarDate,
  nationality: z
    .string()
    .regex(/^[A-Za-z]{2}$/, { message: 'must be an ISO 3166-1 alpha-2 code' })
    .transform((code) => code.toUpperCase()),
  rooms,
}

/** Who shops. Everything about the traveller may be left out. */
export const traveller = told(
  z.strictObject({
    ip: z
      .string()
      .refine((address) => isIP(address) !== 0 && !address.includes('%'), {
        message: 'must be an IPv4 or IPv6 address',
      })
      .nullish(),
    sessionId: z
      .string()
      .regex(/^[A-Za-z0-9._-]{8,64}$/, { message: 'must be 8 to 64 letters, digits, dots, hyphens or underscores' })
      .nullish(),
    userAgent: z
      .string()
      .max(512)
      .regex(/^[\x20-\x7e]*$/, { message: 'must be printable ASCII' })
      .nullish(),
  }),
  TRAVELLER_INPUT,
)

/** The currency in which list prices are wanted. */
export const listCurrency = z
  .string()
  .refine(isListedCurrency, { message: 'must be an ISO 4217 code, e.g. EUR', params: { code: 'INVALID_CURRENCY' } })

export const destinationType = toldValues(DESTINATION_TYPE)
export const priceSort = toldValues(PRICE_SORT)

const MAX_HOTEL_NAME = 200

/**
 * Names are compared without punctuation, so nothing remains of "-". It is refused, because a filter that cannot be applied must
 * not silently widen the search. The empty text means no filter.
 */
const hotelName = z
  .string()
  .max(MAX_HOTEL_NAME)
  .refine((name) => name === '' || fold(name.slice(0, MAX_HOTEL_NAME)) !== '', {
    message: 'must have a letter or a digit in it',
    params: { code: 'INVALID_VALUE' },
  })

const destination = told(z.strictObject({ type: destinationType, id: catalogueId }), DESTINATION_INPUT)

/** The largest circle around a point that hotels can be searched in, km. */
export const MAX_RADIUS_KM = 50
const RADIUS = `must be above 0 and at most ${MAX_RADIUS_KM}`

const center = told(
  z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    radiusKm: z.number().gt(0, RADIUS).max(MAX_RADIUS_KM, RADIUS),
  }),
  CENTER_INPUT,
)

/** The body of POST /hotels/search, but for the destination: contract 2.4, decisions.md section 1, additions.md section 1. */
const searchFields = {
  ...stayFields,
  starRatings: z.array(z.int().min(1).max(5)).max(5).nullish(),
  minTotalPriceUsdCents: z.int().min(0).nullish(),
  maxTotalPriceUsdCents: z.int().min(1).nullish(),
  propertyTypes: z.array(z.string().max(64)).max(50).nullish(),
  chainIds: z.array(catalogueId).max(100).nullish(),
  facilityIds: z.array(catalogueId).max(100).nullish(),
  hotelName: hotelName.nullish(),
  hotelIds: z.array(catalogueId).max(1_000).nullish(),
  center: center.nullish(),
  refundableOnly: z.boolean().nullish(),
  freeCancellation: z.boolean().nullish(),
  boardCodes: z.array(toldValues(BOARD_CODE)).min(1).max(5).nullish(),
  sort: toldValues(HOTEL_SORT).nullish(),
  priceSort: priceSort.nullish(),
  limit: z.int().min(1).max(MAX_LIMIT).nullish(),
  cursor: z.string().max(200).nullish(),
  pricingMode: toldValues(PRICING_MODE).nullish(),
  fields: z.array(z.string().max(64)).max(100).nullish(),
  language: z.string().max(35).nullish(),
  maxWaitMs: z.int().min(0).max(15_000).nullish(),
  currency: listCurrency.nullish(),
  traveller: traveller.nullish(),
}

/** A search of a destination. */
export const searchInput = told(z.strictObject({ destination, ...searchFields }), SEARCH_INPUT)

/** The most hotels that can be searched by their ids, without a destination. */
export const MAX_HOTELS_BY_ID = 500

const ONE_TO_ALL = `must list 1 to ${MAX_HOTELS_BY_ID} hotels when there is no destination`

/** What only a list has that goes by a ranking. */
const onlyOfDestinations = z
  .unknown()
  .refine((value) => value === null || value === undefined, {
    message: 'is only for a destination: hotels by their ids come in the order of the ids, all on one page',
    params: { code: 'NOT_ALLOWED' },
  })
  .transform(() => null)

/** A search for hotels by their ids, in place of a destination. */
export const searchByIdsInput = z.strictObject({
  destination: z.null().optional(),
  ...searchFields,
  hotelIds: z.array(catalogueId).min(1, ONE_TO_ALL).max(MAX_HOTELS_BY_ID, ONE_TO_ALL),
  center: onlyOfDestinations.optional(),
  sort: onlyOfDestinations.optional(),
  priceSort: onlyOfDestinations.optional(),
  cursor: onlyOfDestinations.optional(),
})

/** Either of the two, as documents print them. */
export const hotelSearchInput = told(
  z.strictObject({ destination: destination.nullish(), ...searchFields }),
  SEARCH_INPUT,
)
export type SearchInput = z.output<typeof hotelSearchInput>

/** The input of GET /hotels/search/{search_id}/prices: decisions.md section 2. */
export const pollPricesInput = told(
  z.strictObject({
    searchId: z.string().max(100),
    refreshIds: z.array(catalogueId).max(100).nullish(),
    since: z.int().min(0).nullish(),
  }),
  POLL_PRICES_INPUT,
)
export type PollPricesInput = z.output<typeof pollPricesInput>

/** The body of POST /hotels/{hotel_id}/rooms: decisions.md section 3. */
export const roomSearchInput = told(
  z.strictObject({
    hotelId: catalogueId,
    searchId: z.string().max(100).nullish(),
    ...stayFields,
    language: z.string().max(35).nullish(),
    maxWaitMs: z.int().min(0).max(15_000).nullish(),
    currency: listCurrency.nullish(),
    traveller: traveller.nullish(),
  }),
  ROOM_SEARCH_INPUT,
)
export type RoomSearchInput = z.output<typeof roomSearchInput>

export const roomStreamInput = told(
  z.strictObject({
    hotelId: catalogueId.nullish(),
    streamId: z.string().max(100),
    afterEventId: z.int().min(0).nullish(),
  }),
  ROOM_STREAM_INPUT,
)

export const destinationsInput = told(
  z.strictObject({
    q: z.string().min(1).max(100),
    limit: z.int().min(1).max(50).nullish(),
    language: z.string().max(35).nullish(),
  }),
  DESTINATIONS_INPUT,
)

export const languageInput = told(z.strictObject({ language: z.string().max(35).nullish() }), LANGUAGE_INPUT)

export const hotelIdInput = told(
  z.strictObject({ hotelId: catalogueId, language: z.string().max(35).nullish() }),
  HOTEL_ID_INPUT,
)
