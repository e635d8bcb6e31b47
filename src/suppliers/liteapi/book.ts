import { requestsWithArrival } from '../../domain/booking-extras.ts'
import { malformed, unknownOutcome } from '../outcomes.ts'
import type { BookRequest, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, WriteOutcome } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { BOOK_RULES, writeOutcome } from './errors.ts'
import { mapBooking } from './map-booking.ts'
import { bookedSchema, ratePayload } from './schema.ts'
import { send } from './send.ts'

/**
 * Books the checked offer. LiteAPI keeps references unique: it refuses a second booking under the same reference as a duplicate.
 */
export async function book(call: SupplierCall, request: BookRequest): Promise<WriteOutcome<SupplierBooking>> {
  const { prebookId } = ratePayload.parse(request.rate.supplierPayload)
  if (prebookId === null) throw new Error('a rate must pass its price check before it is booked')
  const answer = await send(call, {
    operation: 'book',
    method: 'POST',
    host: 'BOOKING',
    path: '/rates/book',
    body: bodyOf(call, request, prebookId),
  })
  if (!answer.ok) return unknownOutcome(answer.error)
  if (answer.value.status !== 200) return writeOutcome(BOOK_RULES, answer.value)
  const parsed = bookedSchema.safeParse(answer.value.json)
  return parsed.success
    ? { outcome: 'ACCEPTED', value: mapBooking(parsed.data.data) }
    : unknownOutcome(malformed('a booking has an unknown shape'))
}

function bodyOf(call: SupplierCall, request: BookRequest, prebookId: string): object {
  const { holder, supplierReference, rate } = request
  const { paymentMethod, customTags } = settingsOf(call)
  return {
    prebookId,
    clientReference: supplierReference,
    holder: {
      firstName: holder.givenName,
      lastName: holder.familyName,
      email: holder.email,
      phone: holder.phone,
    },
    guests: rate.rooms.map(({ roomIndex }) => guestOf(request, roomIndex)),
    payment: { method: paymentMethod },
    ...(Object.keys(customTags).length > 0 ? { customTags } : {}),
    metadata: metadataOf(call),
  }
}

/** What LiteAPI wants to know of the guest's device against fraud; only what is known is sent. */
function metadataOf({ customerIp, userAgent, language }: SupplierCall): object {
  return {
    ...(customerIp === null ? {} : { ip: customerIp }),
    ...(userAgent === null ? {} : { user_agent: userAgent }),
    language,
  }
}

/** LiteAPI accepts one guest per room: the first adult named for the room, else the holder. */
function guestOf({ guests, holder, specialRequests, extras }: BookRequest, roomIndex: number): object {
  const remarks = requestsWithArrival(specialRequests, extras?.arrivalTime)
  const lead = guests.find(
    (guest) => guest.roomIndex === roomIndex && guest.type === 'ADULT' && guest.givenName && guest.familyName,
  )
  return {
    occupancyNumber: roomIndex + 1,
    firstName: lead?.givenName ?? holder.givenName,
    lastName: lead?.familyName ?? holder.familyName,
    email: holder.email,
    phone: holder.phone,
    ...(remarks ? { remarks } : {}),
  }
}
