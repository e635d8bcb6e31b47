import type { HotelQuote } from '../domain/rate.ts'
import { asksForRefunds, type RateFilter } from '../domain/rate-filter.ts'
import { ok, type Result } from '../domain/result.ts'
import { type HotelReader, readQuotes, readRooms } from './hotel-quote.ts'
import type { RoomsAnswer, RoomsRequest, SearchAnswer, SearchRequest } from './supplier.ts'
import type { SupplierCall, SupplierFailure } from './supplier-call.ts'

/** The part of the request that searches and room options share, without the hotels; only searches use the filter. */
export type ShoppingQuestion = Omit<RoomsRequest, 'supplierHotelId'> & RateFilter

/** A request to a supplier: these of its hotels, for this stay. */
export interface Asking {
  readonly operation: 'search' | 'rooms'
  readonly ids: readonly string[]
  readonly question: ShoppingQuestion
}

/** The parts that differ by supplier: the request for availability, and the reader of one hotel in the answer. */
type Shop = {
  /** Requests availability and returns its hotels, not parsed yet. */
  readonly ask: (call: SupplierCall, asking: Asking) => Promise<Result<readonly unknown[], SupplierFailure>>
  readonly readerOf: (call: SupplierCall, question: ShoppingQuestion) => HotelReader
}

/**
 * Quotes the cheapest rate of each hotel that has one; at most `hotelsPerSearch` hotels per call. With a filter it quotes the
 * cheapest rate that passes it, and drops other rates: not every supplier can filter, and some filter by a label only.
 * Boards are read from English names, in which suppliers tell some of them.
 */
export function searchWith({ ask, readerOf }: Shop) {
  return async (
    call: SupplierCall,
    { supplierHotelIds, ...rest }: SearchRequest,
  ): Promise<Result<SearchAnswer, SupplierFailure>> => {
    const question = { ...rest, hotelTimeZone: null }
    const inLanguage = rest.boardCodes ? { ...call, language: 'en' } : call
    const found = await ask(inLanguage, { operation: 'search', ids: supplierHotelIds, question })
    if (!found.ok) return found
    const answer = readQuotes(found.value, new Set(supplierHotelIds), {
      reader: readerOf(inLanguage, question),
      filter: rest,
      nowAt: call.nowAt,
    })
    return ok(asksForRefunds(rest) ? { ...answer, quotes: answer.quotes.flatMap(refundableQuote) } : answer)
  }
}

/** A quote of the hotel's cheapest refundable rate; empty when it has none. */
function refundableQuote({ supplierHotelId, cheapestRefundable }: HotelQuote): HotelQuote[] {
  return cheapestRefundable ? [{ supplierHotelId, refundable: true, ...cheapestRefundable, cheapestRefundable }] : []
}

/** Reads every rate of one hotel. */
export function roomsWith({ ask, readerOf }: Shop) {
  return async (
    call: SupplierCall,
    { supplierHotelId, ...question }: RoomsRequest,
  ): Promise<Result<RoomsAnswer, SupplierFailure>> => {
    const found = await ask(call, { operation: 'rooms', ids: [supplierHotelId], question })
    return found.ok ? ok(readRooms(found.value, new Set([supplierHotelId]), readerOf(call, question))) : found
  }
}
