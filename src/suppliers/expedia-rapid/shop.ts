import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseRfc3339 } from '../../domain/time.ts'
import type { HotelReader } from '../hotel-quote.ts'
import { malformed } from '../outcomes.ts'
import { type Asking, roomsWith, type ShoppingQuestion, searchWith } from '../shopping.ts'
import type { PriceCheckAnswer, PriceCheckRequest, RoomsRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { mapPolicy } from './map-policy.ts'
import { mapPrice, rapidOccupancy } from './map-price.ts'
import { holdOf, mapRate } from './map-rate.ts'
import { mapPlainQuote } from './plain-quote.ts'
import { availabilitySchema, priceCheckSchema, propertySchema, type RatePayload, ratePayload } from './schema.ts'
import { send } from './send.ts'

/** The most rates per hotel that Rapid returns. */
const ALL_RATES = 250
/** A list shows only the cheapest of these and the cheapest refundable one. */
const SEARCH_RATES = 3
/**
 * A rate that is called refundable may be past its free period, and such rates are often the cheapest. So this asks for more
 * rates than a plain search does, yet few enough that an answer about 250 hotels stays below the client's limit on body size.
 */
const REFUNDABLE_RATES = 25

/** Rapid identifies languages by BCP 47 tags with a region. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', fr: 'fr-FR', de: 'de-DE', ja: 'ja-JP', ar: 'ar-SA' }

function ratePlansOf(operation: 'search' | 'rooms', { refundableOnly }: ShoppingQuestion): number {
  if (operation === 'rooms') return ALL_RATES
  return refundableOnly ? REFUNDABLE_RATES : SEARCH_RATES
}

function shopPath(
  call: SupplierCall,
  ids: readonly string[],
  { request, ratePlans }: { readonly request: ShoppingQuestion; readonly ratePlans: number },
): string {
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
  if (request.refundableOnly) query.append('filter', 'refundable')
  for (const room of request.occupancy) query.append('occupancy', rapidOccupancy(room))
  for (const id of ids) query.append('property_id', id)
  return `/v3/properties/availability?${query}`
}

/** Requests availability and returns its properties, not parsed yet. */
async function shop(
  call: SupplierCall,
  { operation, ids, question: request }: Asking,
): Promise<Result<readonly unknown[], SupplierFailure>> {
  const path = shopPath(call, ids, { request, ratePlans: ratePlansOf(operation, request) })
  const answer = await send(call, { operation, method: 'GET', path })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = availabilitySchema.safeParse(answer.value.json)
  return parsed.success ? ok(parsed.data) : err(malformed('availability has an unknown shape'))
}

function readerOf(call: SupplierCall, { stay, occupancy, hotelTimeZone }: ShoppingQuestion): HotelReader {
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

export const search = searchWith({ ask: shop, readerOf })

/** Reads every rate of one hotel, one per bed group. */
export const rooms = roomsWith({ ask: shop, readerOf })

/** Follows the rate's price-check link. The cancellation terms are those of the rate; their amounts follow the new price. */
export async function checkPrice(
  call: SupplierCall,
  { rate, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> {
  const payload = ratePayload.parse(rate.supplierPayload)
  const answer = await send(call, { operation: 'price_check', method: 'GET', path: payload.priceCheckHref })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = priceCheckSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('price check has an unknown shape'))
  const checked = parsed.data
  if (checked.status === 'sold_out') return ok({ available: false })
  const bookable = repriced(call, rate, {
    payload,
    request,
    pricing: checked.occupancy_pricing,
    book: checked.links.book,
  })
  return bookable ? ok({ available: true, rate: bookable }) : err(malformed('price check has no readable price'))
}

interface Recheck {
  readonly payload: RatePayload
  readonly request: RoomsRequest
  readonly pricing: Parameters<typeof mapPrice>[0]
  readonly book: { readonly href: string; readonly expires?: string | undefined }
}

function repriced(call: SupplierCall, rate: RoomRate, { payload, request, pricing, book }: Recheck): RoomRate | null {
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
