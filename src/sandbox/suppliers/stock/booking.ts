import { hash } from 'node:crypto'
import type { Occupancy } from '../../../domain/occupancy.ts'
import { dateInZone, type Instant } from '../../../domain/time.ts'
import type { SandboxDeps } from '../exchange.ts'
import type { Json } from '../state.ts'
import { allPenaltyMinor, type CancelTerms } from './cancel-terms.ts'
import type { Offer } from './offer.ts'
import { allRoomsMinor, type RoomPrice } from './room-price.ts'

/** The only kind of record that Hotelbeds, RateHawk and LiteAPI store; shopping data is in tokens. */
export const BOOKING = 'booking'

/** A rate that was booked, for one or more rooms. */
export type BookedLine = {
  readonly roomCode: string
  readonly roomName: string
  readonly board: string
  readonly ratePlanCode: string
  readonly refundable: boolean
  readonly parties: Occupancy
  readonly prices: readonly RoomPrice[]
  readonly cancel: CancelTerms
}

/** A booking as a sandbox supplier stores it, in a format that all protocols share. Records are looked up by `reference`. */
export type StoredBooking = {
  readonly id: string
  /** The partner's reference. */
  readonly reference: string
  readonly supplierHotelId: string
  readonly hotelName: string
  readonly timeZone: string
  readonly checkInDate: string
  readonly checkOutDate: string
  /** One line per rate; in most protocols a booking has only one. */
  readonly lines: readonly BookedLine[]
  /** The holder, guests and remarks, in the protocol's own format. */
  readonly people: Json
  readonly createdAt: Instant
  /** The same as a date in UTC, by which books are listed; absent in records of before. */
  readonly createdDate?: string
  /** Null: the booking is never confirmed. */
  readonly confirmsAt: Instant | null
  /** The protocol's own code for why the booking failed; null when it did not fail. */
  readonly failure: string | null
  readonly cancelledAt: Instant | null
  readonly chargedMinor: number | null
  /** When the hotel cancels the booking on its own; computed on access, without a timer. */
  readonly cancelsAt?: Instant
  /** The supplier no longer knows the booking. */
  readonly forgotten?: true
  /** What the record says of a booking that was confirmed, in RateHawk's words; absent: that it is completed. */
  readonly orderStatus?: 'failed' | 'rejected' | 'noshow'
}

/** Reads a record of the kind BOOKING as it is at `nowAt`: only bookings are written under it. */
function toBooking(body: Json, nowAt: Instant): StoredBooking {
  const booking = body as unknown as StoredBooking
  const { cancelsAt, cancelledAt } = booking
  if (cancelsAt === undefined || cancelsAt > nowAt || cancelledAt !== null) return booking
  return { ...booking, cancelledAt: cancelsAt, chargedMinor: 0 }
}

/** The booking as a JSON record: its type contains only values that JSON can represent. */
export function toRecord(booking: StoredBooking): Json {
  return booking
}

function toLine({ offer, parties }: { readonly offer: Offer; readonly parties: Occupancy }): BookedLine {
  return {
    roomCode: offer.room.roomCode,
    roomName: offer.room.name,
    board: offer.plan.board,
    ratePlanCode: offer.plan.ratePlanCode,
    refundable: offer.plan.refundable,
    parties,
    prices: offer.prices,
    cancel: offer.cancel,
  }
}

type NewBooking = Pick<StoredBooking, 'id' | 'reference' | 'people' | 'confirmsAt'> & {
  /** At least one line; all are for the same hotel and stay. */
  readonly lines: readonly { readonly offer: Offer; readonly parties: Occupancy }[]
  readonly stay: { readonly checkInDate: string; readonly checkOutDate: string }
  readonly nowAt: Instant
  readonly failure?: string
}

export function newBooking({ lines, stay, nowAt, failure, ...rest }: NewBooking): StoredBooking {
  const [first] = lines
  if (!first) throw new RangeError('a booking has at least one rate')
  const { listing, hotel } = first.offer.property
  return {
    ...rest,
    supplierHotelId: listing.supplierHotelId,
    hotelName: hotel.names.en,
    timeZone: hotel.timeZone,
    checkInDate: stay.checkInDate,
    checkOutDate: stay.checkOutDate,
    lines: lines.map(toLine),
    createdAt: nowAt,
    createdDate: dateInZone(nowAt, 'UTC'),
    failure: failure ?? null,
    cancelledAt: null,
    chargedMinor: null,
  }
}

export function currencyOf({ lines }: Pick<StoredBooking, 'lines'>): string {
  return lines[0]?.prices[0]?.currency ?? 'USD'
}

export function totalMinorOf({ lines }: Pick<StoredBooking, 'lines'>): number {
  return lines.reduce((sum, { prices }) => sum + allRoomsMinor(prices), 0)
}

/** The cost of cancelling at `nowAt`. */
function penaltyMinorOf({ lines }: StoredBooking, nowAt: Instant): number {
  return lines.reduce((sum, { cancel, prices }) => sum + allPenaltyMinor(cancel, prices, nowAt), 0)
}

/** The cost of cancelling: what was charged, or what would be charged now. */
export function chargeMinorOf(booking: StoredBooking, nowAt: Instant): number {
  return booking.chargedMinor ?? penaltyMinorOf(booking, nowAt)
}

/** A number computed from a text, for ids that look like the supplier's own. */
export function numberOf(text: string, digits: number): string {
  return String(
    10 ** (digits - 1) + (Number.parseInt(hash('sha256', text).slice(0, 12), 16) % (9 * 10 ** (digits - 1))),
  )
}

export async function loadBooking({ state, clock }: SandboxDeps, id: string): Promise<StoredBooking | null> {
  const body = await state.get(BOOKING, id)
  const booking = body === null ? null : toBooking(body, clock.now())
  return booking?.forgotten ? null : booking
}

export async function findByReference(
  { state, clock }: SandboxDeps,
  reference: string,
): Promise<readonly StoredBooking[]> {
  const found = await state.find(BOOKING, 'reference', reference)
  return found.map((body) => toBooking(body, clock.now())).filter(({ forgotten }) => !forgotten)
}

/** The bookings that were made, or begin, on a date, in the order of their ids. */
export async function findByDate(
  { state, clock }: SandboxDeps,
  field: 'createdDate' | 'checkInDate',
  date: string,
): Promise<readonly StoredBooking[]> {
  const found = await state.find(BOOKING, field, date)
  return found
    .map((body) => toBooking(body, clock.now()))
    .filter(({ forgotten }) => !forgotten)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Cancels a booking at its current cost; null when there is no such booking that can be cancelled. */
export async function cancelStored({ state }: SandboxDeps, id: string, nowAt: Instant): Promise<StoredBooking | null> {
  const body = await state.update(BOOKING, id, (before) => {
    const booking = toBooking(before, nowAt)
    if (booking.cancelledAt !== null || booking.forgotten) return null
    return toRecord({ ...booking, cancelledAt: nowAt, chargedMinor: penaltyMinorOf(booking, nowAt) })
  })
  return body === null ? null : toBooking(body, nowAt)
}
