import { ok, type Result } from '../domain/result.ts'
import { type HotelReader, readQuotes, readRooms } from './hotel-quote.ts'
import type { RoomsAnswer, RoomsRequest, SearchAnswer, SearchRequest } from './supplier.ts'
import type { SupplierCall, SupplierFailure } from './supplier-call.ts'

/** What searching and room options ask alike, apart from the hotels. */
export type ShoppingQuestion = Omit<RoomsRequest, 'supplierHotelId'>

/** What a supplier has of its own: how it is asked about hotels, and how one hotel of its answer is read. */
export type Shop = {
  /** The hotels of an availability answer, unread. */
  readonly ask: (
    call: SupplierCall,
    operation: 'search' | 'rooms',
    ids: readonly string[],
    question: ShoppingQuestion,
  ) => Promise<Result<readonly unknown[], SupplierFailure>>
  readonly readerOf: (call: SupplierCall, question: ShoppingQuestion) => HotelReader
}

/** The cheapest rate of each hotel that has one; at most `hotelsPerSearch` hotels a call. */
export const searchWith =
  ({ ask, readerOf }: Shop) =>
  async (
    call: SupplierCall,
    { supplierHotelIds, ...rest }: SearchRequest,
  ): Promise<Result<SearchAnswer, SupplierFailure>> => {
    const question = { ...rest, hotelTimeZone: null }
    const found = await ask(call, 'search', supplierHotelIds, question)
    if (!found.ok) return found
    return ok(readQuotes(found.value, new Set(supplierHotelIds), readerOf(call, question), call.nowAt))
  }

/** Every rate of one hotel. */
export const roomsWith =
  ({ ask, readerOf }: Shop) =>
  async (
    call: SupplierCall,
    { supplierHotelId, ...question }: RoomsRequest,
  ): Promise<Result<RoomsAnswer, SupplierFailure>> => {
    const found = await ask(call, 'rooms', [supplierHotelId], question)
    return found.ok ? ok(readRooms(found.value, new Set([supplierHotelId]), readerOf(call, question))) : found
  }
