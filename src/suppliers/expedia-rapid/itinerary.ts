import { z } from 'zod'
import { err, ok, type Result } from '../../domain/result.ts'
import { malformed, notSent, unknownOutcome } from '../outcomes.ts'
import type { BookingReference, CancellationOutcome, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, WriteOutcome } from '../supplier-call.ts'
import { readFailure, writeOutcome } from './errors.ts'
import { mapItinerary } from './map-itinerary.ts'
import { bookingPayload, itinerarySchema, type RapidItinerary } from './schema.ts'
import { send } from './send.ts'

function isFound(status: number): boolean {
  return status === 200 || status === 206
}

/** Finds everything that was booked under our reference. One that Rapid has not propagated yet is PENDING. */
export async function find(
  call: SupplierCall,
  { supplierReference, holderEmail }: BookingReference,
): Promise<Result<readonly SupplierBooking[], SupplierFailure>> {
  const query = new URLSearchParams({ affiliate_reference_id: supplierReference, email: holderEmail })
  const answer = await send(call, { operation: 'find', method: 'GET', path: `/v3/itineraries?${query}` })
  if (!answer.ok) return answer
  if (!isFound(answer.value.status)) return err(readFailure(answer.value))
  const parsed = z.array(itinerarySchema).safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('itineraries have an unknown shape'))
  const ours = parsed.data.filter(
    ({ affiliate_reference_id: reference }) => reference === undefined || reference === supplierReference,
  )
  return ok(ours.map(mapItinerary))
}

/** Reads the record by Rapid's own id; null when Rapid has none. */
export async function retrieve(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const found = await read(call, reference)
  return found.ok ? ok(found.value && mapItinerary(found.value)) : found
}

async function read(
  call: SupplierCall,
  { supplierBookingId, holderEmail, supplierPayload }: BookingReference,
): Promise<Result<RapidItinerary | null, SupplierFailure>> {
  const { retrieveHref } = bookingPayload.parse(supplierPayload)
  const byEmail = `/v3/itineraries/${encodeURIComponent(supplierBookingId ?? '')}?${new URLSearchParams({ email: holderEmail })}`
  const path = holderEmail === '' && retrieveHref !== null ? retrieveHref : byEmail
  const answer = await send(call, { operation: 'retrieve', method: 'GET', path })
  if (!answer.ok) return answer
  if (answer.value.status === 404) return ok(null)
  if (!isFound(answer.value.status)) return err(readFailure(answer.value))
  const parsed = itinerarySchema.safeParse(answer.value.json)
  return parsed.success ? ok(parsed.data) : err(malformed('an itinerary has an unknown shape'))
}

async function change(
  call: SupplierCall,
  operation: 'confirm_hold' | 'cancel',
  { method, path }: { readonly method: 'PUT' | 'DELETE'; readonly path: string },
): Promise<WriteOutcome<null>> {
  const answer = await send(call, { operation, method, path })
  if (!answer.ok) return unknownOutcome(answer.error)
  return answer.value.status === 204 ? { outcome: 'ACCEPTED', value: null } : writeOutcome(answer.value)
}

/** Nothing was sent. Rapid may take minutes to show the record of a new itinerary, so the call may be retried. */
const NO_RECORD = notSent('SUPPLIER_REFUSED', 'there is no record to act on yet', true)

/**
 * Follows the stored resume link. Without a link (a booking that a look-up settled), or when Rapid calls it invalid, the record
 * decides: confirmed already, expired, or held with a new link.
 */
export async function confirmHold(call: SupplierCall, reference: BookingReference): Promise<WriteOutcome<null>> {
  const stored = bookingPayload.parse(reference.supplierPayload).resumeHref
  if (stored === null) return resumeByRecord(call, reference, null)
  const outcome = await change(call, 'confirm_hold', { method: 'PUT', path: stored })
  const isStale = outcome.outcome === 'REFUSED' && outcome.refusal.supplierErrorCode === 'link.invalid'
  return isStale ? resumeByRecord(call, reference, stored) : outcome
}

async function resumeByRecord(
  call: SupplierCall,
  reference: BookingReference,
  refusedHref: string | null,
): Promise<WriteOutcome<null>> {
  const record = await read(call, reference)
  if (!record.ok) return unknownOutcome(record.error)
  const booking = record.value && mapItinerary(record.value)
  if (!record.value?.rooms?.length || !booking) return NO_RECORD
  if (booking.status === 'CANCELLED') return notSent('HOLD_LAPSED', 'the record is cancelled')
  if (booking.status === 'CONFIRMED') return { outcome: 'ACCEPTED', value: null }
  const fresh = record.value.links.resume?.href
  if (fresh === undefined || fresh === refusedHref)
    return notSent('SUPPLIER_REFUSED', 'the record offers no link to confirm with')
  return change(call, 'confirm_hold', { method: 'PUT', path: fresh })
}

/**
 * Releases a held itinerary, or cancels every room that is still booked. It skips rooms that are already cancelled, so that a
 * retry can finish an interrupted first try. A record without rooms cancels nothing, so it is not a success.
 */
export async function cancel(
  call: SupplierCall,
  reference: BookingReference,
): Promise<WriteOutcome<CancellationOutcome>> {
  const record = await read(call, reference)
  if (!record.ok) return unknownOutcome(record.error)
  const { links, rooms = [] } = record.value ?? { links: {} }
  const release = links.resume ? links.cancel?.href : undefined
  if (release !== undefined) return whole([await change(call, 'cancel', { method: 'DELETE', path: release })])
  if (rooms.length === 0) return NO_RECORD
  const outcomes: WriteOutcome<null>[] = []
  for (const room of rooms.filter(({ status }) => status !== 'canceled')) {
    const href = room.links.cancel?.href
    outcomes.push(
      href === undefined
        ? notSent('NOT_CANCELLABLE', 'the record offers no link to cancel with')
        : await change(call, 'cancel', { method: 'DELETE', path: href }),
    )
  }
  return whole(outcomes)
}

const ALL_CANCELLED = notSent('ALREADY_CANCELLED', 'every room is cancelled already')

/**
 * Succeeds only if every room is cancelled, and one of them by this call. When one room is cancelled and another refused, only the record
 * shows the result.
 */
function whole(outcomes: readonly WriteOutcome<null>[]): WriteOutcome<CancellationOutcome> {
  if (outcomes.every((one) => one.outcome === 'REFUSED' && one.refusal.reason === 'ALREADY_CANCELLED'))
    return ALL_CANCELLED
  const unknown = outcomes.find((one) => one.outcome === 'UNKNOWN')
  if (unknown?.outcome === 'UNKNOWN') return unknown
  const refused = outcomes.find((one) => one.outcome === 'REFUSED' && one.refusal.reason !== 'ALREADY_CANCELLED')
  if (refused?.outcome !== 'REFUSED')
    return { outcome: 'ACCEPTED', value: { chargedPenalty: null, supplierCancellationReference: null } }
  const some = outcomes.some(({ outcome }) => outcome === 'ACCEPTED')
  return some ? unknownOutcome(malformed('some rooms are cancelled, others refused')) : refused
}
