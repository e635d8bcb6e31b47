import { freeCancellationUntil } from '../../domain/cancellation.ts'
import type { HotelQuote, RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseRfc3339 } from '../../domain/time.ts'
import type {
  PriceCheckAnswer,
  PriceCheckRequest,
  RoomsAnswer,
  RoomsRequest,
  SearchAnswer,
  SearchRequest,
  SupplierCall,
  SupplierFailure,
} from '../supplier.ts'
import { settingsOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { mapPolicy } from './map-policy.ts'
import { mapPrice, rapidOccupancy } from './map-price.ts'
import { holdOf, mapRate } from './map-rate.ts'
import { availabilitySchema, priceCheckSchema, ratePayload, type RatePayload } from './schema.ts'
import { malformed, send } from './send.ts'

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

type Property = { readonly propertyId: string; readonly rates: readonly RoomRate[] }
type Shop = { readonly properties: readonly Property[]; readonly droppedRates: number }

const shop = async (
  call: SupplierCall,
  operation: 'search' | 'rooms',
  ids: readonly string[],
  request: Omit<RoomsRequest, 'supplierHotelId'>,
): Promise<Result<Shop, SupplierFailure>> => {
  const path = shopPath(call, ids, request, operation === 'search' ? 1 : ALL_RATES)
  const answer = await send(call, { operation, method: 'GET', path })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = availabilitySchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('availability has an unknown shape'))
  let droppedRates = 0
  const asked = new Set(ids)
  const properties = parsed.data
    .filter(({ property_id }) => asked.has(property_id))
    .map(({ property_id, rooms }) => ({
      propertyId: property_id,
      rates: rooms.flatMap((room) =>
        room.rates.flatMap((raw) => {
          const rates = mapRate(raw, {
            propertyId: property_id,
            room: { id: room.id, name: room.room_name },
            stay: request.stay,
            occupancy: request.occupancy,
            timeZone: request.hotelTimeZone,
            nowAt: call.nowAt,
            holdWindowMs: settingsOf(call).holdWindowMs,
          })
          if (rates === null) droppedRates += 1
          return rates ?? []
        }),
      ),
    }))
  return ok({ properties, droppedRates })
}

/** The cheapest rate of each hotel that has one; at most 250 hotels a call. */
export const search = async (
  call: SupplierCall,
  { supplierHotelIds, ...request }: SearchRequest,
): Promise<Result<SearchAnswer, SupplierFailure>> => {
  const found = await shop(call, 'search', supplierHotelIds, { ...request, hotelTimeZone: null })
  if (!found.ok) return found
  const { properties, droppedRates } = found.value
  const quotes = properties.flatMap((property): HotelQuote[] => {
    const [cheapest] = [...property.rates].sort((a, b) => a.price.total.amountMinor - b.price.total.amountMinor)
    if (!cheapest) return []
    const { policy, price } = cheapest
    return [
      {
        supplierHotelId: property.propertyId,
        total: price.total,
        refundable: policy.refundability === 'REFUNDABLE' || policy.refundability === 'PARTIALLY_REFUNDABLE',
        freeCancellationUntilAt: freeCancellationUntil(policy, call.nowAt),
      },
    ]
  })
  return ok({ quotes, droppedRates })
}

/** Every rate of one hotel, one a bed group. */
export const rooms = async (
  call: SupplierCall,
  { supplierHotelId, ...request }: RoomsRequest,
): Promise<Result<RoomsAnswer, SupplierFailure>> => {
  const found = await shop(call, 'rooms', [supplierHotelId], request)
  if (!found.ok) return found
  const rates = found.value.properties.flatMap((property) => property.rates)
  return ok({ rates, droppedRates: found.value.droppedRates })
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
