import { freeCancellationUntil } from '../domain/cancellation.ts'
import type { Money } from '../domain/money.ts'
import type { HotelQuote, RoomRate } from '../domain/rate.ts'
import type { Instant } from '../domain/time.ts'
import { readCharge } from './amounts.ts'
import type { RoomsAnswer, SearchAnswer } from './supplier.ts'
import { decimalText } from './wire-values.ts'

/** A hotel of an availability answer, every rate mapped; `droppedRates` were too broken to sell. */
export type HotelRates = {
  readonly hotelId: string
  readonly rates: readonly RoomRate[]
  readonly droppedRates: number
}

/** How an adapter reads one hotel of an availability answer. */
export type HotelReader = {
  /** Every rate of the hotel; null when it is not even known which hotel it is. */
  readonly rates: (raw: unknown) => HotelRates | null
  /** The quote alone, of a hotel of the usual shape; null when it takes the rates to tell. For speed only. */
  readonly plainQuote?: (raw: unknown) => HotelQuote | null
}

/** The rates of the hotels that were asked about, and how many were dropped: of a hotel that cannot be read, one. */
export const readRooms = (
  raws: readonly unknown[],
  asked: ReadonlySet<string>,
  reader: Pick<HotelReader, 'rates'>,
): RoomsAnswer => {
  const hotels = raws.map(reader.rates).filter((hotel) => hotel === null || asked.has(hotel.hotelId))
  return {
    rates: hotels.flatMap((hotel) => hotel?.rates ?? []),
    droppedRates: hotels.reduce((count, hotel) => count + (hotel?.droppedRates ?? 1), 0),
  }
}

/** What a search tells of each hotel that was asked about: its cheapest rate. None of a hotel without a rate that can be sold. */
export const readQuotes = (
  raws: readonly unknown[],
  asked: ReadonlySet<string>,
  reader: HotelReader,
  nowAt: Instant,
): SearchAnswer => {
  const quotes: HotelQuote[] = []
  let droppedRates = 0
  for (const raw of raws) {
    const plain = reader.plainQuote?.(raw) ?? null
    const hotel = plain ? null : reader.rates(raw)
    const quote = plain ?? (hotel && quoteOf(hotel, nowAt))
    if (quote && asked.has(quote.supplierHotelId)) quotes.push(quote)
    if (!plain && (!hotel || asked.has(hotel.hotelId))) droppedRates += hotel?.droppedRates ?? 1
  }
  return { quotes, droppedRates }
}

/** The cheapest of a hotel's rates; null when it has none. */
const quoteOf = ({ hotelId, rates }: HotelRates, nowAt: Instant): HotelQuote | null => {
  const [first, ...others] = rates
  if (!first) return null
  const { policy, price } = others.reduce((best, rate) => (costs(rate) < costs(best) ? rate : best), first)
  return {
    supplierHotelId: hotelId,
    total: price.total,
    refundable: policy.refundability === 'REFUNDABLE' || policy.refundability === 'PARTIALLY_REFUNDABLE',
    freeCancellationUntilAt: freeCancellationUntil(policy, nowAt),
  }
}

const costs = ({ price }: RoomRate): number => price.total.amountMinor

/** A hotel of the usual shape: one rate, for one room, that is lost for good or cancels free until its first penalty. */
export type PlainOffer = {
  readonly supplierHotelId: string
  readonly total: Money | null
  /** True: nothing is ever paid back. */
  readonly isNonRefundable: boolean
  /** When each penalty begins, each more than nothing; null when one cannot be told at a glance. */
  readonly penaltiesFromAt: readonly Instant[] | null
}

/**
 * The quote of such a hotel, without the work of a whole rate: a search reads thousands of rates and shows two figures of
 * each. Null when the offer turns out not to be so plain.
 */
export const plainQuote = (offer: PlainOffer, nowAt: Instant): HotelQuote | null => {
  const { supplierHotelId, total, isNonRefundable, penaltiesFromAt } = offer
  if (!total || total.amountMinor <= 0 || !penaltiesFromAt) return null
  if (isNonRefundable) return { supplierHotelId, total, refundable: false, freeCancellationUntilAt: null }
  const freeUntilAt = Math.min(...penaltiesFromAt)
  const isFreeNow = freeUntilAt > nowAt && Number.isFinite(freeUntilAt)
  return isFreeNow ? { supplierHotelId, total, refundable: true, freeCancellationUntilAt: freeUntilAt } : null
}

/** True when a tax is in the price, or a charge that can be read: a rate whose dues cannot be told is not sold. */
export const isTellable = (isIncluded: unknown, amount: unknown, currency: unknown): boolean =>
  isIncluded === true ||
  (isIncluded === false && typeof currency === 'string' && readCharge(decimalText(amount), currency) !== null)

/** When each of a list of penalties begins, as `begins` reads it; null when it cannot read one. */
export const penaltyStarts = (raws: unknown, begins: (raw: unknown) => Instant | null): Instant[] | null => {
  if (!Array.isArray(raws)) return null
  const starts: Instant[] = []
  for (const raw of raws) {
    const fromAt = begins(raw)
    if (fromAt === null) return null
    starts.push(fromAt)
  }
  return starts
}
