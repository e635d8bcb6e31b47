import { requestsWithArrival } from '../../domain/booking-extras.ts'
import { childrenByAge } from '../children.ts'
import { malformed, unknownOutcome } from '../outcomes.ts'
import type { BookingGuest, BookRequest, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, WriteOutcome } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { writeOutcome } from './errors.ts'
import { languageCode } from './language.ts'
import { mapBooking } from './map-booking.ts'
import { bookedSchema, ratePayload } from './schema.ts'
import { send } from './send.ts'

const MAX_REMARK = 2_000

/**
 * Books every part under one reference. Hotelbeds does not enforce unique references: a second POST is a second booking. So this
 * is sent once, and any answer that is not a clear yes or no is settled by a look-up.
 */
export async function book(call: SupplierCall, request: BookRequest): Promise<WriteOutcome<SupplierBooking>> {
  const answer = await send(call, { operation: 'book', method: 'POST', path: '/bookings', body: bodyOf(call, request) })
  if (!answer.ok) return unknownOutcome(answer.error)
  if (answer.value.status !== 200) return writeOutcome(answer.value)
  const parsed = bookedSchema.safeParse(answer.value.json)
  return parsed.success
    ? { outcome: 'ACCEPTED', value: mapBooking(parsed.data.booking) }
    : unknownOutcome(malformed('a booking has an unknown shape'))
}

function bodyOf(call: SupplierCall, request: BookRequest): object {
  const { holder, supplierReference } = request
  const remark = requestsWithArrival(request.specialRequests, request.extras?.arrivalTime)
  const { parts } = ratePayload.parse(request.rate.supplierPayload)
  return {
    holder: { name: holder.givenName, surname: holder.familyName },
    rooms: parts.map(({ rateKey, roomIndexes }) => ({
      rateKey,
      paxes: roomIndexes.flatMap((roomIndex, index) => paxesOf(request, roomIndex, index + 1)),
    })),
    clientReference: supplierReference,
    ...(remark ? { remark: remark.slice(0, MAX_REMARK) } : {}),
    // The language of the rate's comments in the answer, which go on the voucher.
    language: languageCode(call.language),
    tolerance: settingsOf(call).tolerancePercent,
  }
}

/** Every guest of a room: the named ones, and unnamed ones up to the party's size. A room without any name gets the holder's. */
function paxesOf({ rate, guests, holder }: BookRequest, roomIndex: number, roomId: number): object[] {
  const party = rate.rooms.find((room) => room.roomIndex === roomIndex)?.occupancy
  const inRoom = guests.filter((guest) => guest.roomIndex === roomIndex)
  const adults = inRoom.filter(({ type }) => type === 'ADULT')
  const isNamed = adults.some(({ givenName, familyName }) => givenName && familyName)
  return [
    ...Array.from({ length: party?.adults ?? 0 }, (_, index) => ({
      roomId,
      type: 'AD',
      ...(index === 0 && !isNamed ? { name: holder.givenName, surname: holder.familyName } : nameOf(adults[index])),
    })),
    ...childrenByAge(inRoom, party?.childAges ?? []).map(({ age, child }) => ({
      roomId,
      type: 'CH',
      age,
      ...nameOf(child),
    })),
  ]
}

function nameOf(guest: BookingGuest | undefined): { name?: string; surname?: string } {
  return guest?.givenName && guest.familyName ? { name: guest.givenName, surname: guest.familyName } : {}
}
