import { freeCancellationUntil, penaltyAt } from '../domain/cancellation.ts'
import type { Money } from '../domain/money.ts'
import type { BoardCode, HotelQuote, RoomRate } from '../domain/rate.ts'
import type { RateFilter } from '../domain/rate-filter.ts'
import { type Sells, withheldFor } from '../domain/selling.ts'
import { type Instant, MINUTE_MS } from '../domain/time.ts'
import type { UnavailableReason } from '../domain/unavailable-reason.ts'
import { readCharge } from './amounts.ts'
import type { RoomsAnswer, SearchAnswer } from './supplier.ts'
import { decimalText, members } from './wire-values.ts'

/** A hotel of an availability answer with all its rates mapped; `droppedRates` counts rates that were too malformed to sell. */
type HotelRates = {
  readonly hotelId: string
  readonly rates: readonly RoomRate[]
  readonly droppedRates: number
  /** Why there is no rate, where the supplier says why. */
  readonly unavailableReason?: UnavailableReason
}

/** How an adapter reads one hotel of an availability answer. */
export type HotelReader = {
  /** Reads every rate of the hotel; null when the hotel cannot be identified. */
  readonly rates: (raw: unknown) => HotelRates | null
  /** Reads only the quote of a hotel with simple rates; null when all rates must be mapped for it. It exists for speed only. */
  readonly plainQuote?: (raw: unknown) => HotelQuote | null
  /**
   * The hotel with only those rates whose board passes, read from no more than what tells it; rates that cannot be read stay. It
   * exists for speed only: without it every rate is mapped to find its board.
   */
  readonly withBoards?: (raw: unknown, passes: BoardTest) => unknown
}

export type BoardTest = (code: BoardCode | null) => boolean

/** Reads the rates of the requested hotels, and counts the dropped ones. An unreadable hotel counts as one dropped rate. */
export function readRooms(
  raws: readonly unknown[],
  asked: ReadonlySet<string>,
  reader: Pick<HotelReader, 'rates'>,
): RoomsAnswer {
  const hotels = raws.map(reader.rates).filter((hotel) => hotel === null || asked.has(hotel.hotelId))
  const reason = hotels.find((hotel) => hotel?.unavailableReason !== undefined)?.unavailableReason
  return {
    ...(reason ? { unavailableReason: reason } : {}),
    rates: hotels.flatMap((hotel) => hotel?.rates ?? []),
    droppedRates: hotels.reduce((count, hotel) => count + (hotel?.droppedRates ?? 1), 0),
  }
}

/** How quotes are read: which rates they are of, and when. */
type Quoting = { readonly reader: HotelReader; readonly filter: RateFilter; readonly nowAt: Instant }

/**
 * Reads the quote of each requested hotel, of rates with the wanted boards and, if that is wanted, free cancellation. A hotel
 * without such a rate has none. Plain quotes do not tell boards, so other rates are taken out before; the refundable rate of a
 * plain quote is always free to cancel.
 */
export function readQuotes(
  raws: readonly unknown[],
  asked: ReadonlySet<string>,
  { reader, filter, nowAt }: Quoting,
): SearchAnswer {
  const quotes: HotelQuote[] = []
  let droppedRates = 0
  const narrowed = narrowedBy(reader, filter)
  const plainOf = plainQuotes(reader, filter, nowAt)
  for (const whole of raws) {
    const raw = narrowed ? narrowed(whole) : whole
    const plain = plainOf(raw)
    const hotel = plain ? null : reader.rates(raw)
    const quote = plain ?? (hotel && quoteOf(hotel, filter, nowAt))
    if (quote && asked.has(quote.supplierHotelId)) quotes.push(quote)
    if (!plain && (!hotel || asked.has(hotel.hotelId))) droppedRates += hotel?.droppedRates ?? 1
  }
  return { quotes, droppedRates }
}

/** Reads a hotel's plain quote; null when its rates have to be mapped to know which of them are wanted. */
function plainQuotes(
  { plainQuote: read, withBoards }: HotelReader,
  { boardCodes, freeCancellation }: RateFilter,
  nowAt: Instant,
): (raw: unknown) => HotelQuote | null {
  if (!read || (boardCodes && !withBoards)) return () => null
  if (!freeCancellation) return read
  return (raw) => {
    const quote = read(raw)
    return quote && endsFreeSoon(quote, nowAt) ? null : quote
  }
}

/** Takes out the rates with other boards; null when nothing is to be taken out, or cannot be without mapping the rates. */
function narrowedBy({ withBoards }: HotelReader, { boardCodes }: RateFilter): ((raw: unknown) => unknown) | null {
  if (!boardCodes || !withBoards) return null
  return (raw) => withBoards(raw, (code) => code !== null && boardCodes.includes(code))
}

/** A search shows only rates that are sold alone and openly: its prices are shared by all organizations of a connection. */
const OPENLY: Sells = new Set()

function quoteOf({ hotelId, rates }: HotelRates, filter: RateFilter, nowAt: Instant): HotelQuote | null {
  const offered = rates.filter((rate) => withheldFor(rate, OPENLY) === null && isWanted(rate, filter, nowAt))
  return cheapestOf(
    hotelId,
    offered.map(({ policy, price }) => ({
      total: price.total,
      refundable: policy.refundability === 'REFUNDABLE' || policy.refundability === 'PARTIALLY_REFUNDABLE',
      freeCancellationUntilAt: freeCancellationUntil(policy, nowAt),
    })),
  )
}

/** A board without a code is none of those that can be wanted; a penalty of which the amount is unknown is not free. */
function isWanted({ board, policy }: RoomRate, { boardCodes, freeCancellation }: RateFilter, nowAt: Instant): boolean {
  if (boardCodes && (board.code === null || !boardCodes.includes(board.code))) return false
  return freeCancellation !== true || penaltyAt(policy, nowAt + FREE_FOR_MS)?.status === 'NO_CHARGE'
}

/**
 * A rate counts as free to cancel when it still is after this time. `nowAt` is when the supplier was asked, and nobody could cancel
 * while its answer is on the way.
 */
const FREE_FOR_MS = MINUTE_MS

/** True when a dearer rate may be free to cancel for longer than the one that was quoted. */
function endsFreeSoon({ cheapestRefundable }: HotelQuote, nowAt: Instant): boolean {
  return (cheapestRefundable?.freeCancellationUntilAt ?? Number.POSITIVE_INFINITY) <= nowAt + FREE_FOR_MS
}

type QuotedRate = Pick<HotelQuote, 'total' | 'refundable' | 'freeCancellationUntilAt'>

/** The hotel's cheapest rate with its cheapest refundable one; null when the hotel has no rate. */
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

/** True when the rate is cheaper, or refundable at the same price. Of equal rates the first one stays. */
function isBetter(rate: QuotedRate, than: QuotedRate): boolean {
  const difference = rate.total.amountMinor - than.total.amountMinor
  return difference < 0 || (difference === 0 && rate.refundable && !than.refundable)
}

/**
 * A rate of the usual form, for one room: it is non-refundable, or cancellation is free until its first penalty. WITHHELD: it is
 * plain that it is not sold by itself and openly, so that no search shows it, whatever else it says.
 */
export type PlainRate = SoldOpenly | 'WITHHELD'

export type SoldOpenly = {
  readonly total: Money | null
  /** True: nothing is ever refunded. */
  readonly isNonRefundable: boolean
  /** When each penalty begins (each is greater than zero); null when a penalty needs the full mapping. */
  readonly penaltiesFromAt: readonly Instant[] | null
}

/**
 * Computes a hotel's quote from such rates without mapping them in full: a search reads thousands of rates and shows a few
 * figures per hotel. Null when one of the rates needs the full mapping.
 */
export function plainQuote(
  supplierHotelId: string,
  rates: readonly (PlainRate | null)[] | null,
  nowAt: Instant,
): HotelQuote | null {
  const quoted: QuotedRate[] = []
  for (const rate of rates ?? []) {
    if (rate === 'WITHHELD') continue
    const one = rate && quotedRate(rate, nowAt)
    if (!one) return null
    quoted.push(one)
  }
  return cheapestOf(supplierHotelId, quoted)
}

function quotedRate({ total, isNonRefundable, penaltiesFromAt }: SoldOpenly, nowAt: Instant): QuotedRate | null {
  if (!total || total.amountMinor <= 0 || !penaltiesFromAt) return null
  if (isNonRefundable) return { total, refundable: false, freeCancellationUntilAt: null }
  const freeUntilAt = Math.min(...penaltiesFromAt)
  const isFreeNow = freeUntilAt > nowAt && Number.isFinite(freeUntilAt)
  return isFreeNow ? { total, refundable: true, freeCancellationUntilAt: freeUntilAt } : null
}

/** All rates of all rooms of a hotel in one list; null unless every room passes `isRoom` and has a list of rates. */
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

/** A hotel whose rooms have only the rates that pass. */
export function withRatesOfRooms(hotel: unknown, passes: (rate: unknown) => boolean): unknown {
  const { rooms, ...others } = members(hotel)
  if (!Array.isArray(rooms)) return hotel
  const narrowed = rooms.map((room: unknown) => {
    const { rates } = members(room)
    return Array.isArray(rates) ? { ...members(room), rates: rates.filter(passes) } : room
  })
  return { ...others, rooms: narrowed }
}

/** True when a tax is included in the price, or its amount can be read: a rate with an unreadable charge is not sold. */
export function isTellable(isIncluded: unknown, amount: unknown, currency: unknown): boolean {
  return (
    typeof currency === 'string' &&
    (typeof amount === 'string' || typeof amount === 'number') &&
    (isIncluded === true || (isIncluded === false && readCharge(decimalText(amount), currency) !== null))
  )
}

/** When each penalty of the list begins, as `begins` reads it; null when it cannot read one of them. */
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
