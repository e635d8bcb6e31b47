import { freeCancellationUntil } from '../domain/cancellation.ts'
import type { Money } from '../domain/money.ts'
import type { HotelQuote, RoomRate } from '../domain/rate.ts'
import type { Instant } from '../domain/time.ts'
import { readCharge } from './amounts.ts'
import type { RoomsAnswer, SearchAnswer } from './supplier.ts'
import { decimalText, members } from './wire-values.ts'

/** A hotel of an availability answer, every rate mapped; `droppedRates` were too broken to sell. */
type HotelRates = {
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
export function readRooms(
  raws: readonly unknown[],
  asked: ReadonlySet<string>,
  reader: Pick<HotelReader, 'rates'>,
): RoomsAnswer {
  const hotels = raws.map(reader.rates).filter((hotel) => hotel === null || asked.has(hotel.hotelId))
  return {
    rates: hotels.flatMap((hotel) => hotel?.rates ?? []),
    droppedRates: hotels.reduce((count, hotel) => count + (hotel?.droppedRates ?? 1), 0),
  }
}

/** What a search tells of each hotel that was asked about; nothing of a hotel without a rate that can be sold. */
export function readQuotes(
  raws: readonly unknown[],
  asked: ReadonlySet<string>,
  { reader, nowAt }: { readonly reader: HotelReader; readonly nowAt: Instant },
): SearchAnswer {
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

function quoteOf({ hotelId, rates }: HotelRates, nowAt: Instant): HotelQuote | null {
  return cheapestOf(
    hotelId,
    rates.map(({ policy, price }) => ({
      total: price.total,
      refundable: policy.refundability === 'REFUNDABLE' || policy.refundability === 'PARTIALLY_REFUNDABLE',
      freeCancellationUntilAt: freeCancellationUntil(policy, nowAt),
    })),
  )
}

type QuotedRate = Pick<HotelQuote, 'total' | 'refundable' | 'freeCancellationUntilAt'>

/** The cheapest of a hotel's rates with the cheapest refundable one; null when it has none. */
function cheapestOf(supplierHotelId: string, rates: readonly QuotedRate[]): HotelQuote | null {
  let [cheapest] = rates
  let refundable: QuotedRate | null = null
  for (const rate of rates) {
    if (cheapest && isBetter(rate, cheapest)) cheapest = rate
    if (rate.refundable && (!refundable || isBetter(rate, refundable))) refundable = rate
  }
  if (!cheapest) return null
  const cheapestRefundable = refundable && {
    total: refundable.total,
    freeCancellationUntilAt: refundable.freeCancellationUntilAt,
  }
  return { supplierHotelId, ...cheapest, cheapestRefundable }
}

/** Cheaper, or refundable at the same price; of equal rates the first stays. */
function isBetter(rate: QuotedRate, than: QuotedRate): boolean {
  const difference = rate.total.amountMinor - than.total.amountMinor
  return difference < 0 || (difference === 0 && rate.refundable && !than.refundable)
}

/** A rate of the usual shape, for one room: it is non-refundable, or cancels free until its first penalty. */
export type PlainRate = {
  readonly total: Money | null
  /** True: nothing is ever paid back. */
  readonly isNonRefundable: boolean
  /** When each penalty begins, each more than nothing; null when one cannot be told at a glance. */
  readonly penaltiesFromAt: readonly Instant[] | null
}

/**
 * The quote of a hotel of such rates, without the work of whole ones: a search reads thousands of rates and shows a few figures
 * of each hotel. Null when one of the rates turns out not to be so plain.
 */
export function plainQuote(
  supplierHotelId: string,
  rates: readonly (PlainRate | null)[] | null,
  nowAt: Instant,
): HotelQuote | null {
  const quoted: QuotedRate[] = []
  for (const rate of rates ?? []) {
    const one = rate && quotedRate(rate, nowAt)
    if (!one) return null
    quoted.push(one)
  }
  return cheapestOf(supplierHotelId, quoted)
}

function quotedRate({ total, isNonRefundable, penaltiesFromAt }: PlainRate, nowAt: Instant): QuotedRate | null {
  if (!total || total.amountMinor <= 0 || !penaltiesFromAt) return null
  if (isNonRefundable) return { total, refundable: false, freeCancellationUntilAt: null }
  const freeUntilAt = Math.min(...penaltiesFromAt)
  const isFreeNow = freeUntilAt > nowAt && Number.isFinite(freeUntilAt)
  return isFreeNow ? { total, refundable: true, freeCancellationUntilAt: freeUntilAt } : null
}

/** What each room of a hotel has as rates, in one list; null unless every room is as `isRoom` wants it, with a list of rates. */
export function ratesOfRooms(
  rooms: unknown,
  isRoom: (room: Readonly<Record<string, unknown>>) => boolean,
): readonly unknown[] | null {
  if (!Array.isArray(rooms)) return null
  const all: unknown[] = []
  for (const raw of rooms) {
    const room = members(raw)
    if (!Array.isArray(room.rates) || !isRoom(room)) return null
    all.push(...room.rates)
  }
  return all
}

/** True when a tax is in the price, or a charge that can be read: a rate whose dues cannot be told is not sold. */
export function isTellable(isIncluded: unknown, amount: unknown, currency: unknown): boolean {
  return (
    typeof currency === 'string' &&
    (typeof amount === 'string' || typeof amount === 'number') &&
    (isIncluded === true || (isIncluded === false && readCharge(decimalText(amount), currency) !== null))
  )
}

/** When each of a list of penalties begins, as `begins` reads it; null when it cannot read one. */
export function penaltyStarts(raws: unknown, begins: (raw: unknown) => Instant | null): Instant[] | null {
  if (!Array.isArray(raws)) return null
  const starts: Instant[] = []
  for (const raw of raws) {
    const fromAt = begins(raw)
    if (fromAt === null) return null
    starts.push(fromAt)
  }
  return starts
}
