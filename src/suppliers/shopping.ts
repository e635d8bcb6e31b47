import type { HotelQuote } from '../domain/rate.ts'
import { ok, type Result } from '../domain/result.ts'
import { type HotelReader, readQuotes, readRooms } from './hotel-quote.ts'
import type { RoomsAnswer, RoomsRequest, SearchAnswer, SearchRequest } from './supplier.ts'
import type { SupplierCall, SupplierFailure } from './supplier-call.ts'

/** What searching and room options ask alike, apart from the hotels; `refundableOnly` is a search's alone. */
export type ShoppingQuestion = Omit<RoomsRequest, 'supplierHotelId'> & Pick<SearchRequest, 'refundableOnly'>

/** What a supplier is asked about: these hotels of its, for this stay. */
export interface Asking {
  readonly operation: 'search' | 'rooms'
  readonly ids: readonly string[]
  readonly question: ShoppingQuestion
}

/** What a supplier has of its own: how it is asked about hotels, and how one hotel of its answer is read. */
type Shop = {
  /** The hotels of an availability answer, unread. */
  readonly ask: (call: SupplierCall, asking: Asking) => Promise<Result<readonly unknown[], SupplierFailure>>
  readonly readerOf: (call: SupplierCall, question: ShoppingQuestion) => HotelReader
}

/**
 * The cheapest rate of each hotel that has one; at most `hotelsPerSearch` hotels a call. Asked about refundable rates only, the
 * cheapest of these: what else a supplier answers that cannot filter, or filters by a label, is left out here.
 */
export function searchWith({ ask, readerOf }: Shop) {
  return async (
    call: SupplierCall,
    { supplierHotelIds, ...rest }: SearchRequest,
  ): Promise<Result<SearchAnswer, SupplierFailure>> => {
    const question = { ...rest, hotelTimeZone: null }
    const found = await ask(call, { operation: 'search', ids: supplierHotelIds, question })
    if (!found.ok) return found
    const answer = readQuotes(found.value, new Set(supplierHotelIds), {
      reader: readerOf(call, question),
      nowAt: call.nowAt,
    })
    return ok(rest.refundableOnly ? { ...answer, quotes: answer.quotes.flatMap(refundableQuote) } : answer)
  }
}

/** The quote of a hotel's cheapest refundable rate; none when it has no such rate. */
function refundableQuote({ supplierHotelId, cheapestRefundable }: HotelQuote): HotelQuote[] {
  return cheapestRefundable ? [{ supplierHotelId, refundable: true, ...cheapestRefundable, cheapestRefundable }] : []
}

/** Every rate of one hotel. */
export function roomsWith({ ask, readerOf }: Shop) {
  return async (
    call: SupplierCall,
    { supplierHotelId, ...question }: RoomsRequest,
  ): Promise<Result<RoomsAnswer, SupplierFailure>> => {
    const found = await ask(call, { operation: 'rooms', ids: [supplierHotelId], question })
    return found.ok ? ok(readRooms(found.value, new Set([supplierHotelId]), readerOf(call, question))) : found
  }
}
