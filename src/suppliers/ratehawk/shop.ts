import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { HotelReader } from '../hotel-quote.ts'
import { malformed } from '../outcomes.ts'
import { type Asking, roomsWith, type ShoppingQuestion, searchWith } from '../shopping.ts'
import type { PriceCheckAnswer, PriceCheckRequest, Supplier } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { members } from '../wire-values.ts'
import { settingsOf } from './connection.ts'
import { errorOf, isGone, readFailure } from './errors.ts'
import { mapBoard } from './map-board.ts'
import { mapRate } from './map-rate.ts'
import { mapPlainQuote } from './plain-quote.ts'
import { boardParts, hotelSchema, prebookSchema, ratePayload, searchSchema } from './schema.ts'
import { send } from './send.ts'

/** RateHawk's own upper limit for the timeout of a search, seconds. */
const MAX_TIMEOUT_S = 100

function requestBody(call: SupplierCall, { stay, occupancy, nationality }: ShoppingQuestion) {
  return {
    checkin: stay.checkInDate,
    checkout: stay.checkOutDate,
    residency: nationality.toLowerCase(),
    language: call.language,
    guests: occupancy.map(({ adults, childAges }) => ({ adults, children: childAges })),
    currency: settingsOf(call).currency,
    timeout: Math.min(MAX_TIMEOUT_S, Math.max(1, Math.floor(call.timeoutMs / SECOND_MS))),
  }
}

/**
 * Requests a search and returns its hotels, not parsed yet. RateHawk can neither limit the rates nor filter them, so a search
 * with a filter is the same call. Its hotel page is called only for a hotel that the client has chosen.
 */
async function shop(
  call: SupplierCall,
  { operation, ids, question: request }: Asking,
): Promise<Result<readonly unknown[], SupplierFailure>> {
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

function readerOf(call: SupplierCall, { stay, occupancy, hotelTimeZone }: ShoppingQuestion): HotelReader {
  const context = { stay, occupancy, timeZone: hotelTimeZone, nowAt: call.nowAt }
  return {
    plainQuote: (raw) => (occupancy.length === 1 ? mapPlainQuote(raw, call.nowAt) : null),
    withBoards: (raw, passes) => {
      const { rates, ...others } = members(raw)
      if (!Array.isArray(rates)) return raw
      const narrowed = rates.filter((rate: unknown) => {
        const told = boardParts.safeParse(rate)
        return !told.success || passes(mapBoard(told.data, occupancy).code)
      })
      return { ...others, rates: narrowed }
    },
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

export const search = searchWith({ ask: shop, readerOf })

const roomsOf = roomsWith({ ask: shop, readerOf })

function hashOf({ supplierPayload }: RoomRate): string {
  return ratePayload.parse(supplierPayload).bookHash
}

/** Reads every bookable rate of one hotel: only the hotel page returns the hash that booking needs. */
export const rooms: Supplier['rooms'] = async (call, request) => {
  const answer = await roomsOf(call, request)
  if (!answer.ok) return answer
  const { rates, droppedRates } = answer.value
  const bookable = rates.filter((rate) => hashOf(rate) !== '')
  return ok({ rates: bookable, droppedRates: droppedRates + rates.length - bookable.length })
}

/**
 * Exchanges the page's hash for one that can be booked at today's price. A rate that is gone, or is now too expensive, is sold
 * out.
 */
export async function checkPrice(
  call: SupplierCall,
  { rate, supplierHotelId, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> {
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
