import { dateInZone } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { cancelStored, findByDate, findByReference, loadBooking } from '../stock/booking.ts'
import { bookingView, cancellationReferenceOf } from './booking-view.ts'
import { HOTELBEDS } from './rate-key.ts'
import { invalidData, invalidRequest, productError, reply } from './reply.ts'

function notFound(deps: SandboxDeps): SandboxReply {
  return invalidData(deps, 'Booking not found')
}

/** `GET /bookings/{reference}`: the booking with this reference. */
export async function showBooking(deps: SandboxDeps, bookingId: string): Promise<SandboxReply> {
  const booking = await loadBooking(deps, bookingId)
  return booking ? reply(deps, { booking: bookingView(booking, deps.clock.now(), null) }) : notFound(deps)
}

function wholeOf(text: string | null): number {
  return /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN
}

/** The most bookings that one page has. */
const MAX_PAGE = 100

/** Without a reference: a page of all bookings that were made, or begin, on a date. */
async function listByDate(deps: SandboxDeps, query: URLSearchParams): Promise<SandboxReply> {
  const [from, to] = [wholeOf(query.get('from')), wholeOf(query.get('to'))]
  const [start, end] = [query.get('start'), query.get('end')]
  if (to - from >= MAX_PAGE) return invalidData(deps, 'too many bookings are asked for')
  if (start === null || start !== end) return invalidData(deps, 'start and end are required, and the same day')
  const field = query.get('filterType') === 'CHECKIN' ? 'checkInDate' : 'createdDate'
  const found = await findByDate(deps, field, start)
  const bookings = found.slice(from - 1, to).map((booking) => bookingView(booking, deps.clock.now(), null))
  return reply(deps, { bookings: { bookings, from, to, total: found.length } })
}

/** `GET /bookings`: the bookings under a client's reference that were made within the given dates. */
export async function listBookings(deps: SandboxDeps, query: URLSearchParams): Promise<SandboxReply> {
  const [from, to] = [wholeOf(query.get('from')), wholeOf(query.get('to'))]
  if (!(from >= 1) || !(to >= from)) return invalidData(deps, 'from and to are required')
  if (!query.has('clientReference')) return listByDate(deps, query)
  const [start, end] = [query.get('start') ?? '', query.get('end') ?? '9999-12-31']
  const found = await findByReference(deps, (query.get('clientReference') ?? '').toUpperCase())
  const nowAt = deps.clock.now()
  const within = found.filter(({ createdAt }) => {
    const day = dateInZone(createdAt, 'UTC')
    return day >= start && day <= end
  })
  const bookings = within.slice(from - 1, to).map((booking) => bookingView(booking, nowAt, null))
  return reply(deps, { bookings: { bookings, from, to, total: within.length } })
}

/** `DELETE /bookings/{reference}`: cancels; with the flag SIMULATION it only returns the cost. */
export async function deleteBooking(deps: SandboxDeps, bookingId: string, flag: string | null): Promise<SandboxReply> {
  const nowAt = deps.clock.now()
  const booking = await loadBooking(deps, bookingId)
  if (!booking) return notFound(deps)
  const behaviour = behaviourOf(HOTELBEDS, booking.supplierHotelId)
  if (behaviour.cancel === 'UNSUPPORTED') return invalidRequest(deps, 'The booking can not be cancelled')
  if (booking.cancelledAt !== null) return productError(deps, 'The booking is already cancelled')
  if (flag === 'SIMULATION') return reply(deps, { booking: bookingView(booking, nowAt, { reference: 'SIMULATED' }) })
  const cancelled = await cancelStored(deps, bookingId, nowAt)
  if (!cancelled) return productError(deps, 'The booking is already cancelled')
  const view = bookingView(cancelled, nowAt, { reference: cancellationReferenceOf(cancelled) })
  return { ...reply(deps, { booking: view }), lost: behaviour.cancel === 'ANSWER_LOST' }
}
