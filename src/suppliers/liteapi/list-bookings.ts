import { err, ok, type Result } from '../../domain/result.ts'
import { namedGuests, UNTOLD } from '../booking-record.ts'
import { malformed } from '../outcomes.ts'
import type { ListAnswer, ListRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { readStatus } from './booking-status.ts'
import { settingsOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { bookingPageSchema, type LiteApiListed, listedSchema } from './schema.ts'
import { send } from './send.ts'

const NAMES = { CREATION: ['bookingStartDate', 'bookingEndDate'], CHECK_IN: ['startDate', 'endDate'] } as const

/**
 * Reads the bookings that were made, or begin, on a date; with the tags of the connection, where it has some. The list has no pages. With
 * its trailing slash it is another operation than the look-up by reference.
 */
export async function listBookings(
  call: SupplierCall,
  request: ListRequest,
): Promise<Result<ListAnswer, SupplierFailure>> {
  if (request.by === 'REFERENCE') return ok({ bookings: [], unreadable: 0, hasMore: false })
  const tags = Object.entries(settingsOf(call).customTags).map(([key, value]) => `${key}:${value}`)
  const query = new URLSearchParams([
    ...NAMES[request.by].map((name) => [name, request.date]),
    ...(tags.length > 0 ? [['customTags', tags.join()]] : []),
  ])
  const answer = await send(call, {
    operation: 'list_bookings',
    method: 'GET',
    host: 'BOOKING',
    path: `/bookings/?${query}`,
  })
  if (!answer.ok) return answer
  if (answer.value.status === 204) return ok({ bookings: [], unreadable: 0, hasMore: false })
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = bookingPageSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('the list of bookings has an unknown shape'))
  const raws = parsed.data.data ?? []
  const listed = raws.flatMap((raw) => listedSchema.safeParse(raw).data ?? [])
  return ok({ bookings: listed.map(mapListed), unreadable: raws.length - listed.length, hasMore: false })
}

/** The list has the price as the guest's, not as what we are charged: the record tells that. */
function mapListed(listed: LiteApiListed) {
  const { bookingId, client_reference, status, hotel_confirmation_code, checkin, checkout, firstName, lastName } =
    listed
  return {
    supplierReference: client_reference || null,
    record: {
      ...UNTOLD,
      status: readStatus(status),
      supplierBookingId: bookingId,
      supplierBookingCode: null,
      hotelConfirmationNumber: hotel_confirmation_code || null,
      holdDeadlineAt: null,
      checkInDate: checkin ?? null,
      checkOutDate: checkout ?? null,
      guests: namedGuests([{ givenName: firstName, familyName: lastName }]),
      chargedPenalty: null,
      supplierCancellationReference: null,
      cancellable: true,
      failureReason: null,
      supplierPayload: {},
    },
  }
}
