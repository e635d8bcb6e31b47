import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseRfc3339 } from '../../domain/time.ts'
import { type HotelReader, readQuotes, readRooms } from '../hotel-quote.ts'
import { malformed } from '../outcomes.ts'
import type {
  PriceCheckAnswer,
  PriceCheckRequest,
  RoomsAnswer,
  RoomsRequest,
  SearchAnswer,
  SearchRequest,
} from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { mapPolicy } from './map-policy.ts'
import { mapPrice, rapidOccupancy } from './map-price.ts'
import { holdOf, mapRate } from './map-rate.ts'
import { mapPlainQuote } from './plain-quote.ts'
import { availabilitySchema, priceCheckSchema, propertySchema, ratePayload, type RatePayload } from './schema.ts'
import { send } from './send.ts'

/** The most rates of one hotel that Rapid answers with. */
const ALL_RATES = 250

/** Rapid's languages are BCP 47 with a region. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', fr: 'fr-FR', de: 'de-DE', ja: 'ja-JP', ar: 'ar-SA' }

const shopPath = (
  call: SupplierCall,
  ids: readonly string[],
  request: Omit<SearchRequest, 'supplierHotelIds'>,
  ratePlans: number,
): string => {
  const { currency, salesChannel, salesEnvironment } = settingsOf(call)
  const query = new URLSearchParams({
    checkin: request.stay.checkInDate,
    checkout: request.stay.checkOutDate,
    currency,
    country_code: request.nationality,
    language: LOCALES[call.language] ?? 'en-US',
    rate_plan_count: String(ratePlans),
    sales_channel: salesChannel,
    sales_environment: salesEnvironment,
  })
  for (const room of request.occupancy) query.append('occupancy', rapidOccupancy(room))
  for (const id of ids) query.append('property_id', id)
  return `/v3/properties/availability?${query}`
}

type Question = Omit<RoomsRequest, 'supplierHotelId'>

/** The properties of an availability answer, unread. */
const shop = async (
  call: SupplierCall,
  operation: 'search' | 'rooms',
  ids: readonly string[],
  request: Question,
): Promise<Result<readonly unknown[], SupplierFailure>> => {
  const path = shopPath(call, ids, request, operation === 'search' ? 1 : ALL_RATES)
  const answer = await send(call, { operation, method: 'GET', path })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = availabilitySchema.safeParse(answer.value.json)
  return parsed.success ? ok(parsed.data) : err(malformed('availability has an unknown shape'))
}

const readerOf = (call: SupplierCall, { stay, occupancy, hotelTimeZone }: Question): HotelReader => {
  const context = { stay, occupancy, timeZone: hotelTimeZone, nowAt: call.nowAt }
  const { holdWindowMs } = settingsOf(call)
  return {
    plainQuote: (raw) => mapPlainQuote(raw, occupancy, call.nowAt),
    rates: (raw) => {
      const property = propertySchema.safeParse(raw)
      if (!property.success) return null
      const { property_id: propertyId, rooms } = property.data
      const mapped = rooms.flatMap(({ id, room_name: name, rates }) =>
        rates.map((rate) => mapRate(rate, { ...context, propertyId, room: { id, name }, holdWindowMs })),
      )
      return {
        hotelId: propertyId,
        rates: mapped.flatMap((rates) => rates ?? []),
        droppedRates: mapped.filter((rates) => rates === null).length,
      }
    },
  }
}

/** The cheapest rate of each hotel that has one; at most 250 hotels a call. */
export const search = async (
  call: SupplierCall,
  { supplierHotelIds, ...question }: SearchRequest,
): Promise<Result<SearchAnswer, SupplierFailure>> => {
  const request = { ...question, hotelTimeZone: null }
  const found = await shop(call, 'search', supplierHotelIds, request)
  return found.ok ? ok(readQuotes(found.value, new Set(supplierHotelIds), readerOf(call, request), call.nowAt)) : found
}

/** Every rate of one hotel, one a bed group. */
export const rooms = async (
  call: SupplierCall,
  { supplierHotelId, ...request }: RoomsRequest,
): Promise<Result<RoomsAnswer, SupplierFailure>> => {
  const found = await shop(call, 'rooms', [supplierHotelId], request)
  return found.ok ? ok(readRooms(found.value, new Set([supplierHotelId]), readerOf(call, request))) : found
}

/** Follows the rate's price-check link. The terms of cancelling are the rate's; their amounts follow the price. */
export const checkPrice = async (
  call: SupplierCall,
  { rate, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> => {
  const payload = ratePayload.parse(rate.supplierPayload)
  const answer = await send(call, { operation: 'price_check', method: 'GET', path: payload.priceCheckHref })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = priceCheckSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('price check has an unknown shape'))
  const checked = parsed.data
  if (checked.status === 'sold_out') return ok({ available: false })
  const bookable = repriced(call, rate, payload, request, checked.occupancy_pricing, checked.links.book)
  return bookable ? ok({ available: true, rate: bookable }) : err(malformed('price check has no readable price'))
}

const repriced = (
  call: SupplierCall,
  rate: RoomRate,
  payload: RatePayload,
  request: RoomsRequest,
  pricing: Parameters<typeof mapPrice>[0],
  book: { readonly href: string; readonly expires?: string | undefined },
): RoomRate | null => {
  const price = mapPrice(pricing, request.occupancy)
  const policy =
    price &&
    mapPolicy(payload.terms, {
      stay: request.stay,
      price,
      rooms: request.occupancy.length,
      knownAt: payload.knownAt,
      timeZone: request.hotelTimeZone,
    })
  if (!price || !policy) return null
  return {
    ...rate,
    supplierPayload: { ...payload, bookHref: book.href },
    price,
    policy,
    ...holdOf(payload, policy, {
      occupancy: request.occupancy,
      nowAt: call.nowAt,
      holdWindowMs: settingsOf(call).holdWindowMs,
    }),
    expiresAt: book.expires === undefined ? null : parseRfc3339(book.expires),
  }
}
