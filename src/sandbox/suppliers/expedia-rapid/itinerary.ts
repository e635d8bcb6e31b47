import { hash } from 'node:crypto'
import type { Instant } from '../../../domain/time.ts'
import type { Json } from '../state.ts'
import { type CancelTerms, penaltyMinor } from '../stock/cancel-terms.ts'
import { type RoomPrice, totalMinor } from '../stock/room-price.ts'

/** The only kind of record that the Rapid sandbox stores; shopping data is in tokens. */
export const ITINERARY = 'itinerary'

export type StoredRoom = {
  readonly id: string
  readonly expediaConfirmation: string
  /** The occupancy in Rapid's notation, such as `2-9,4`. */
  readonly occupancy: string
  readonly givenName: string
  readonly familyName: string
  readonly smoking: boolean
  readonly specialRequest: string | null
  readonly price: RoomPrice
  readonly canceledAt: Instant | null
  /**
   * The amount that was refunded on cancellation; null for a room that is not cancelled, and for a hold, where nothing was paid.
   */
  readonly refundMinor: number | null
}

/**
 * An itinerary as it is stored. `affiliate_reference_id` and `email` have Rapid's own names, because records are looked up by
 * them.
 */
export type StoredItinerary = {
  readonly itinerary_id: string
  readonly affiliate_reference_id: string | null
  readonly email: string
  readonly phone: Json
  readonly billingContact: Json
  readonly propertyId: string
  readonly rateId: string
  readonly bedGroupId: string
  readonly amenityIds: readonly string[]
  readonly checkInDate: string
  readonly checkOutDate: string
  readonly timeZone: string
  readonly cancel: CancelTerms
  readonly rooms: readonly StoredRoom[]
  readonly createdAt: Instant
  /**
   * Null for an instant booking. A hold that was not resumed by this time has expired; this is computed on access, without a
   * timer.
   */
  readonly holdDeadlineAt: Instant | null
  readonly resumedAt: Instant | null
  /** How many resume calls the scenario `hold-refused` has refused. */
  readonly refusedResumes: number
  /** Every session that a call about it named, from the shopping on: there should be one. For tests to read. */
  readonly sessions?: readonly string[]
  /** The account that made it. */
  readonly apiKey?: string
  /** When the hotel cancels it on its own; computed on access, without a timer. */
  readonly cancelsAt?: Instant
  /** Rapid no longer knows the itinerary. */
  readonly forgotten?: true
}

/** Reads a record of the kind ITINERARY as it is at `nowAt`: only itineraries are written under it. */
export function toItinerary(body: Json, nowAt: Instant): StoredItinerary {
  const itinerary = body as unknown as StoredItinerary
  const { cancelsAt } = itinerary
  if (cancelsAt === undefined || cancelsAt > nowAt) return itinerary
  const rooms = itinerary.rooms.map((room) =>
    room.canceledAt === null ? { ...room, canceledAt: cancelsAt, refundMinor: totalMinor(room.price) } : room,
  )
  return { ...itinerary, rooms }
}

/** The itinerary as a JSON record: its type contains only values that JSON can represent. */
export function toRecord(itinerary: StoredItinerary): Json {
  return itinerary
}

/**
 * The itinerary id for a reference: 13 digits, computed from the reference alone. So creating the record under this id also
 * ensures that references are unique.
 */
export function itineraryIdOf(uniqueText: string): string {
  return String(7_000_000_000_000 + (Number.parseInt(hash('sha256', uniqueText).slice(0, 12), 16) % 2_000_000_000_000))
}

export type RoomStatus = 'pending' | 'booked' | 'canceled'

function isWaiting({ holdDeadlineAt, resumedAt }: StoredItinerary): boolean {
  return holdDeadlineAt !== null && resumedAt === null
}

/**
 * The status of a room. A held room is `pending`, and `canceled` as soon as its hold has expired, even if no request has come
 * since.
 */
export function roomStatus(itinerary: StoredItinerary, room: StoredRoom, nowAt: Instant): RoomStatus {
  if (room.canceledAt !== null) return 'canceled'
  if (!isWaiting(itinerary)) return 'booked'
  return nowAt < (itinerary.holdDeadlineAt ?? 0) ? 'pending' : 'canceled'
}

/** True while the itinerary can be resumed or released. */
export function isHeld(itinerary: StoredItinerary, nowAt: Instant): boolean {
  return itinerary.rooms.some((room) => roomStatus(itinerary, room, nowAt) === 'pending')
}

export function released(itinerary: StoredItinerary, nowAt: Instant): StoredItinerary {
  return {
    ...itinerary,
    rooms: itinerary.rooms.map((room) => ({ ...room, canceledAt: nowAt })),
  }
}

/** The itinerary with one room cancelled, and with the refund that the terms give at that moment. */
export function withoutRoom(itinerary: StoredItinerary, roomId: string, nowAt: Instant): StoredItinerary {
  return {
    ...itinerary,
    rooms: itinerary.rooms.map((room) =>
      room.id === roomId
        ? {
            ...room,
            canceledAt: nowAt,
            refundMinor: totalMinor(room.price) - penaltyMinor(itinerary.cancel, room.price, nowAt),
          }
        : room,
    ),
  }
}
