import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
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
import { errorOf, isGone, readFailure } from './errors.ts'
import { mapRate } from './map-rate.ts'
import { mapPlainQuote } from './plain-quote.ts'
import { hotelSchema, prebookSchema, ratePayload, searchSchema } from './schema.ts'
import { send } from './send.ts'

/** RateHawk's own limit on how long it may search, seconds. */
const MAX_TIMEOUT_S = 100

type Question = Omit<RoomsRequest, 'supplierHotelId'>

const requestBody = (call: SupplierCall, { stay, occupancy, nationality }: Question) => ({
  checkin: stay.checkInDate,
  checkout: stay.checkOutDate,
  residency: nationality.toLowerCase(),
  language: call.language,
  guests: occupancy.map(({ adults, childAges }) => ({ adults, children: childAges })),
  currency: settingsOf(call).currency,
  timeout: Math.min(MAX_TIMEOUT_S, Math.max(1, Math.floor(call.timeoutMs / SECOND_MS))),
})

/** The hotels of a search answer, unread. */
const shop = async (
  call: SupplierCall,
  operation: 'search' | 'rooms',
  ids: readonly string[],
  request: Question,
): Promise<Result<readonly unknown[], SupplierFailure>> => {
  const hids = ids.map(Number)
  const answer = await send(call, {
    operation,
    path: operation === 'search' ? '/search/serp/hotels/' : '/search/hp/',
    body: { ...requestBody(call, request), ...(operation === 'search' ? { hids } : { hid: hids[0] }) },
  })
  if (!answer.ok) return answer
  if (answer.value.envelope?.status !== 'ok') return err(readFailure(answer.value))
  const parsed = searchSchema.safeParse(answer.value.envelope.data)
  if (!parsed.success) return err(malformed('a search has an unknown shape'))
  return ok(parsed.data?.hotels ?? [])
}

const readerOf = (call: SupplierCall, { stay, occupancy, hotelTimeZone }: Question): HotelReader => {
  const context = { stay, occupancy, timeZone: hotelTimeZone, nowAt: call.nowAt }
  return {
    plainQuote: (raw) => (occupancy.length === 1 ? mapPlainQuote(raw, call.nowAt) : null),
    rates: (raw) => {
      const hotel = hotelSchema.safeParse(raw)
      if (!hotel.success) return null
      const mapped = hotel.data.rates.map((rate) => mapRate(rate, context))
      return {
        hotelId: hotel.data.hid,
        rates: mapped.flatMap((rate) => rate ?? []),
        droppedRates: mapped.filter((rate) => rate === null).length,
      }
    },
  }
}

/** The cheapest rate of each hotel that has one; at most 300 hotels a call. */
export const search = async (
  call: SupplierCall,
  { supplierHotelIds, ...question }: SearchRequest,
): Promise<Result<SearchAnswer, SupplierFailure>> => {
  const request = { ...question, hotelTimeZone: null }
  const found = await shop(call, 'search', supplierHotelIds, request)
  return found.ok ? ok(readQuotes(found.value, new Set(supplierHotelIds), readerOf(call, request), call.nowAt)) : found
}

const hashOf = ({ supplierPayload }: RoomRate): string => ratePayload.parse(supplierPayload).bookHash

/** Every rate of one hotel that can be booked: its page gives the hash to do it with. */
export const rooms = async (
  call: SupplierCall,
  { supplierHotelId, ...request }: RoomsRequest,
): Promise<Result<RoomsAnswer, SupplierFailure>> => {
  const found = await shop(call, 'rooms', [supplierHotelId], request)
  if (!found.ok) return found
  const { rates, droppedRates } = readRooms(found.value, new Set([supplierHotelId]), readerOf(call, request))
  const bookable = rates.filter((rate) => hashOf(rate) !== '')
  return ok({ rates: bookable, droppedRates: droppedRates + rates.length - bookable.length })
}

/** Swaps the page's hash for one that can be booked, at today's price; a rate that is gone, or too dear by now, is sold out. */
export const checkPrice = async (
  call: SupplierCall,
  { rate, supplierHotelId, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> => {
  const answer = await send(call, {
    operation: 'price_check',
    path: '/hotel/prebook/',
    body: { hash: hashOf(rate), price_increase_percent: settingsOf(call).priceIncreasePercent },
  })
  if (!answer.ok) return answer
  if (isGone(answer.value)) return ok({ available: false })
  if (errorOf(answer.value) !== null || !answer.value.envelope) return err(readFailure(answer.value))
  const parsed = prebookSchema.safeParse(answer.value.envelope.data)
  const hotel = parsed.data?.hotels.find(({ hid }) => hid === supplierHotelId)
  const context = { ...request, timeZone: request.hotelTimeZone, nowAt: call.nowAt }
  const checked = hotel && mapRate(hotel.rates[0], context)
  return checked && hashOf(checked) !== ''
    ? ok({ available: true, rate: checked })
    : err(malformed('the checked rate has no readable price'))
}
