import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { HotelReader } from '../hotel-quote.ts'
import { malformed } from '../outcomes.ts'
import { type Asking, roomsWith, type ShoppingQuestion, searchWith } from '../shopping.ts'
import type { PriceCheckAnswer, PriceCheckRequest, RoomsRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { isSoldOut, readFailure } from './errors.ts'
import { mapRates } from './map-rates.ts'
import { partyGroups, toOccupancies } from './occupancy.ts'
import { mapPlainQuote } from './plain-quote.ts'
import { availabilitySchema, checkRateSchema, type HotelbedsHotel, hotelSchema, ratePayload } from './schema.ts'
import { send } from './send.ts'

/** The only language code in the public documentation. */
const LANGUAGE = 'ENG'

/**
 * A list shows a hotel's cheapest rate and its cheapest refundable one. Rates come cheapest first; different parties need more
 * rates, so that they can be matched. Hotelbeds cannot filter by terms, so a search for refundable rates asks for more: the
 * cheapest refundable rate may be any rate of any room.
 */
function limitsOf({ occupancy, refundableOnly }: ShoppingQuestion): object {
  if (refundableOnly) return { maxRooms: 20, maxRatesPerRoom: 20 }
  return partyGroups(occupancy).length === 1 ? { maxRooms: 2, maxRatesPerRoom: 2 } : { maxRooms: 5, maxRatesPerRoom: 5 }
}

/** Requests availability and returns its hotels, not parsed yet. */
async function shop(
  call: SupplierCall,
  { operation, ids, question }: Asking,
): Promise<Result<readonly unknown[], SupplierFailure>> {
  const { stay, occupancy, nationality } = question
  const answer = await send(call, {
    operation,
    method: 'POST',
    path: '/hotels',
    body: {
      stay: { checkIn: stay.checkInDate, checkOut: stay.checkOutDate },
      occupancies: toOccupancies(occupancy),
      hotels: { hotel: ids.map(Number) },
      filter: {
        paymentType: 'AT_WEB',
        packaging: false,
        ...(operation === 'search' ? limitsOf(question) : {}),
      },
      sourceMarket: nationality,
      language: LANGUAGE,
    },
  })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = availabilitySchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('availability has an unknown shape'))
  return ok(parsed.data.hotels?.hotels ?? [])
}

function readerOf(call: SupplierCall, { stay, occupancy, hotelTimeZone }: ShoppingQuestion): HotelReader {
  const context = { stay, occupancy, timeZone: hotelTimeZone, nowAt: call.nowAt }
  return {
    plainQuote: (raw) => mapPlainQuote(raw, occupancy, call.nowAt),
    rates: (raw) => {
      const hotel = hotelSchema.safeParse(raw)
      return hotel.success ? { hotelId: hotel.data.code, ...mapRates(hotel.data, context) } : null
    },
  }
}

export const search = searchWith({ ask: shop, readerOf })

/** Reads every rate of one hotel. */
export const rooms = roomsWith({ ask: shop, readerOf })

/**
 * Checks every rate, whether it is marked RECHECK or not: only the check returns the rate's remarks and taxes. The new rate key
 * replaces the old one.
 */
export async function checkPrice(
  call: SupplierCall,
  { rate, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> {
  const { parts, boardCode } = ratePayload.parse(rate.supplierPayload)
  const answer = await send(call, {
    operation: 'price_check',
    method: 'POST',
    path: '/checkrates',
    body: { rooms: parts.map(({ rateKey }) => ({ rateKey })), language: LANGUAGE },
  })
  if (!answer.ok) return answer
  if (isSoldOut(answer.value)) return ok({ available: false })
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = checkRateSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('checked rates have an unknown shape'))
  const checked = sameRate(parsed.data.hotel, request, { nowAt: call.nowAt, asked: { parts, boardCode } })
  return checked
    ? ok({ available: true, rate: { ...checked, roomsLeft: checked.roomsLeft ?? rate.roomsLeft } })
    : err(malformed('the checked rate has no readable price'))
}

/** Finds the returned rate that is for the same rooms with the same board. */
function sameRate(
  hotel: HotelbedsHotel,
  { stay, occupancy, hotelTimeZone }: RoomsRequest,
  {
    nowAt,
    asked,
  }: {
    readonly nowAt: number
    readonly asked: { readonly parts: readonly { readonly roomCode: string }[]; readonly boardCode: string }
  },
): RoomRate | null {
  const { rates } = mapRates(hotel, { stay, occupancy, timeZone: hotelTimeZone, nowAt })
  const codes = asked.parts.map(({ roomCode }) => roomCode).join('|')
  return (
    rates.find(({ supplierPayload }) => {
      const payload = ratePayload.parse(supplierPayload)
      return payload.boardCode === asked.boardCode && payload.parts.map(({ roomCode }) => roomCode).join('|') === codes
    }) ?? null
  )
}
