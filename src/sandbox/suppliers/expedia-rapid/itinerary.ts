import { hash } from 'node:crypto'
import type { Instant } from '../../../domain/time.ts'
import type { Json } from '../state.ts'
import { type CancelTerms, penaltyMinor } from '../stock/cancel-terms.ts'
import { type RoomPrice, totalMinor } from '../stock/room-price.ts'

/** The one kind of record that the Rapid sandbox keeps; shopping lives in tokens. */
export const ITINERARY = 'itinerary'

export type StoredRoom = {
  readonly id: string
  readonly expediaConfirmation: string
  /** Rapid's occupancy text, `2-9,4`. */
  readonly occupancy: string
  readonly givenName: string
  readonly familyName: string
  readonly smoking: boolean
  readonly specialRequest: string | null
  readonly price: RoomPrice
  readonly canceledAt: Instant | null
  /** What came back when it was canceled; null while it was not, and for a hold, where nothing was paid. */
  readonly refundMinor: number | null
}

/** An itinerary as it is stored. `affiliate_reference_id` and `email` carry Rapid's own names: records are found by them. */
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
  /** Null for an instant booking. A hold that was not resumed by then is gone: computed on access, no timer. */
  readonly holdDeadlineAt: Instant | null
  readonly resumedAt: Instant | null
  /** How many resumes the scenario `hold-refused` has turned down. */
  readonly refusedResumes: number
}

/** What a record of the kind ITINERARY holds: nothing else is ever written under it. */
export function toItinerary(body: Json): StoredItinerary {
  return body as unknown as StoredItinerary
}

/** The record as JSON: the type has nothing in it that JSON cannot carry. */
export function toRecord(itinerary: StoredItinerary): Json {
  return itinerary
}

/**
 * The id under which a reference is booked: 13 digits, from the reference alone, so that creating the record is also
 * what keeps references unique.
 */
export function itineraryIdOf(uniqueText: string): string {
  return String(7_000_000_000_000 + (Number.parseInt(hash('sha256', uniqueText).slice(0, 12), 16) % 2_000_000_000_000))
}

export type RoomStatus = 'pending' | 'booked' | 'canceled'

function isWaiting({ holdDeadlineAt, resumedAt }: StoredItinerary): boolean {
  return holdDeadlineAt !== null && resumedAt === null
}

/** A held room is `pending`; one whose hold ran out is `canceled`, whether or not anybody looked at that moment. */
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

/** The itinerary with one room canceled, and the refund that the terms leave at that moment. */
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
