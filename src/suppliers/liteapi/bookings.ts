import { err, ok, type Result } from '../../domain/result.ts'
import { readCharge } from '../amounts.ts'
import { malformed, unknownOutcome } from '../outcomes.ts'
import type { BookingReference, CancellationOutcome, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, WriteOutcome } from '../supplier-call.ts'
import { readStatus } from './booking-status.ts'
import { CANCEL_RULES, readFailure, writeOutcome } from './errors.ts'
import { mapBooking } from './map-booking.ts'
import { bookedSchema, bookingListSchema, cancelledSchema } from './schema.ts'
import { send } from './send.ts'

/** Finds everything that was booked under our reference. */
export async function find(
  call: SupplierCall,
  { supplierReference }: BookingReference,
): Promise<Result<readonly SupplierBooking[], SupplierFailure>> {
  const query = new URLSearchParams({ clientReference: supplierReference })
  const answer = await send(call, { operation: 'find', method: 'GET', host: 'BOOKING', path: `/bookings?${query}` })
  if (!answer.ok) return answer
  if (answer.value.status === 204) return ok([])
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = bookingListSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('the list of bookings has an unknown shape'))
  const ours = (parsed.data.data ?? []).filter(({ clientReference }) => clientReference === supplierReference)
  return ok(ours.map(mapBooking))
}

function pathOf({ supplierBookingId }: BookingReference): string {
  return `/bookings/${encodeURIComponent(supplierBookingId ?? '')}`
}

/** Reads the record by LiteAPI's own id; null when it has none, which LiteAPI shows by an empty body. */
export async function retrieve(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const answer = await send(call, { operation: 'retrieve', method: 'GET', host: 'BOOKING', path: pathOf(reference) })
  if (!answer.ok) return answer
  if (answer.value.status === 204 || answer.value.status === 404) return ok(null)
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = bookedSchema.safeParse(answer.value.json)
  return parsed.success ? ok(mapBooking(parsed.data.data)) : err(malformed('a booking has an unknown shape'))
}

export async function cancel(
  call: SupplierCall,
  reference: BookingReference,
): Promise<WriteOutcome<CancellationOutcome>> {
  const answer = await send(call, { operation: 'cancel', method: 'PUT', host: 'BOOKING', path: pathOf(reference) })
  if (!answer.ok) return unknownOutcome(answer.error)
  if (answer.value.status !== 200) return writeOutcome(CANCEL_RULES, answer.value)
  const parsed = cancelledSchema.safeParse(answer.value.json)
  if (!parsed.success || readStatus(parsed.data.data.status) !== 'CANCELLED')
    return unknownOutcome(malformed('the answer to a cancellation shows no cancelled booking'))
  const { cancellation_fee: fee, currency } = parsed.data.data
  const chargedPenalty = fee === undefined || currency === undefined ? null : readCharge(fee, currency)
  return { outcome: 'ACCEPTED', value: { chargedPenalty, supplierCancellationReference: null } }
}
