import { isFiltered } from '../../domain/rate-filter.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type HotelReader, withRatesOfRooms } from '../hotel-quote.ts'
import { malformed } from '../outcomes.ts'
import { type Asking, roomsWith, type ShoppingQuestion, searchWith } from '../shopping.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { languageCode } from './language.ts'
import { boardOf, theirBoards } from './map-board.ts'
import { mapRates, type RateContext } from './map-rates.ts'
import { partyGroups, toOccupancies } from './occupancy.ts'
import { mapPlainQuote } from './plain-quote.ts'
import { availabilitySchema, boardParts, hotelSchema } from './schema.ts'
import { send } from './send.ts'

/**
 * A list shows a hotel's cheapest rate and its cheapest refundable one. Rates come cheapest first; different parties need more
 * rates, so that they can be matched. Hotelbeds cannot filter by terms, and its boards are not quite ours, so a search that
 * filters asks for more: the cheapest matching rate may be any rate of any room.
 */
function limitsOf(question: ShoppingQuestion): object {
  if (isFiltered(question)) return { maxRooms: 20, maxRatesPerRoom: 20 }
  return partyGroups(question.occupancy).length === 1
    ? { maxRooms: 2, maxRatesPerRoom: 2 }
    : { maxRooms: 5, maxRatesPerRoom: 5 }
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
      ...(question.boardCodes
        ? { boards: { included: true, board: theirBoards(question.boardCodes, occupancy) } }
        : {}),
      filter: {
        paymentType: 'AT_WEB',
        packaging: question.sells?.includes('PACKAGE_ONLY') ?? false,
        ...(operation === 'search' ? limitsOf(question) : {}),
      },
      sourceMarket: nationality,
      language: languageCode(call.language),
    },
  })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = availabilitySchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('availability has an unknown shape'))
  return ok(parsed.data.hotels?.hotels ?? [])
}

export function contextOf(call: SupplierCall, { stay, occupancy, hotelTimeZone }: ShoppingQuestion): RateContext {
  const { pricingModel: pricing } = settingsOf(call)
  return { stay, occupancy, timeZone: hotelTimeZone, nowAt: call.nowAt, pricing }
}

function readerOf(call: SupplierCall, question: ShoppingQuestion): HotelReader {
  const context = contextOf(call, question)
  return {
    // A quote without the full mapping knows net prices only.
    plainQuote: (raw) => (context.pricing === 'NET' ? mapPlainQuote(raw, question.occupancy, call.nowAt) : null),
    withBoards: (raw, passes) =>
      withRatesOfRooms(raw, (rate) => {
        const told = boardParts.safeParse(rate)
        return !told.success || passes(boardOf(told.data, question.occupancy).code)
      }),
    rates: (raw) => {
      const hotel = hotelSchema.safeParse(raw)
      return hotel.success ? { hotelId: hotel.data.code, ...mapRates(hotel.data, context) } : null
    },
  }
}

export const search = searchWith({ ask: shop, readerOf })

/** Reads every rate of one hotel. */
export const rooms = roomsWith({ ask: shop, readerOf })
