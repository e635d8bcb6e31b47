import type { Money } from '../../domain/money.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { DAY_MS, dateInZone } from '../../domain/time.ts'
import { malformed, unknownOutcome } from '../outcomes.ts'
import type { BookingReference, CancellationOutcome, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, SupplierResponse, WriteOutcome } from '../supplier-call.ts'
import { isNotFound, readFailure, writeOutcome } from './errors.ts'
import { cancellationAmount, mapBooking } from './map-booking.ts'
import { bookedSchema, bookingListSchema } from './schema.ts'
import { send } from './send.ts'

/** The page size of the list; far more bookings than one reference can have. */
const MAX_FOUND = 25

/** Finds everything that was booked under our reference, which Hotelbeds writes in capitals. */
export async function find(
  call: SupplierCall,
  { supplierReference, bookedAt }: BookingReference,
): Promise<Result<readonly SupplierBooking[], SupplierFailure>> {
  const query = new URLSearchParams({
    from: '1',
    to: String(MAX_FOUND),
    start: dateInZone(bookedAt - DAY_MS, 'UTC'),
    end: dateInZone(Math.max(bookedAt, call.nowAt) + DAY_MS, 'UTC'),
    filterType: 'CREATION',
    status: 'ALL',
    clientReference: supplierReference,
  })
  const answer = await send(call, { operation: 'find', method: 'GET', path: `/bookings?${query}` })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = bookingListSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('the list of bookings has an unknown shape'))
  const ours = (parsed.data.bookings?.bookings ?? []).filter(
    ({ clientReference }) => clientReference?.toUpperCase() === supplierReference.toUpperCase(),
  )
  return ok(ours.map(mapBooking))
}

function pathOf({ supplierBookingId }: BookingReference): string {
  return `/bookings/${encodeURIComponent(supplierBookingId ?? '')}`
}

/** Reads the record by Hotelbeds' own reference; null when it has none. */
export async function retrieve(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const answer = await send(call, { operation: 'retrieve', method: 'GET', path: pathOf(reference) })
  if (!answer.ok) return answer
  if (isNotFound(answer.value)) return ok(null)
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = bookedSchema.safeParse(answer.value.json)
  return parsed.success ? ok(mapBooking(parsed.data.booking)) : err(malformed('a booking has an unknown shape'))
}

function remove(
  call: SupplierCall,
  operation: 'cancel' | 'cancellation_quote',
  reference: BookingReference,
): Promise<Result<SupplierResponse, SupplierFailure>> {
  const flag = operation === 'cancel' ? 'CANCELLATION' : 'SIMULATION'
  return send(call, { operation, method: 'DELETE', path: `${pathOf(reference)}?cancellationFlag=${flag}` })
}

/** Asks what cancelling would cost now, by Hotelbeds' own simulation, which changes nothing. */
export async function quoteCancellation(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<Money, SupplierFailure>> {
  const answer = await remove(call, 'cancellation_quote', reference)
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = bookedSchema.safeParse(answer.value.json)
  const amount = parsed.success ? cancellationAmount(parsed.data.booking) : null
  return amount ? ok(amount) : err(malformed('the simulation has no readable amount'))
}

export async function cancel(
  call: SupplierCall,
  reference: BookingReference,
): Promise<WriteOutcome<CancellationOutcome>> {
  const answer = await remove(call, 'cancel', reference)
  if (!answer.ok) return unknownOutcome(answer.error)
  if (answer.value.status !== 200) return writeOutcome(answer.value)
  const parsed = bookedSchema.safeParse(answer.value.json)
  // A simulation is answered with 200 too: only the status shows that the booking is cancelled.
  if (!parsed.success || parsed.data.booking.status !== 'CANCELLED')
    return unknownOutcome(malformed('the answer to a cancellation shows no cancelled booking'))
  const { chargedPenalty, supplierCancellationReference } = mapBooking(parsed.data.booking)
  return { outcome: 'ACCEPTED', value: { chargedPenalty, supplierCancellationReference } }
}
