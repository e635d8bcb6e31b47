import { timeOfId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/time.ts'
import type { AttemptRecord, AuditRecord, DeliveryRecord, EventRecord } from '../../store/booking-records.ts'
import type { BookingScope, FoundBooking } from '../../store/booking-search.ts'
import type { Deps } from '../deps.ts'

/** What followed from one request, as far as it is kept. */
export type RequestTrace = {
  readonly requestId: string
  /** When it came, where its id tells; null for an id that the partner gave it. */
  readonly cameAt: Instant | null
  readonly bookings: readonly FoundBooking[]
  readonly attempts: readonly AttemptRecord[]
  readonly events: readonly EventRecord[]
  readonly deliveries: readonly DeliveryRecord[]
  readonly audit: readonly AuditRecord[]
}

/** So many events and entries of the audit log are passed over for one request: they have no index of requests. */
const MOST_PASSED_OVER = 20_000

/** Request → operation → supplier calls → events → webhooks: all that bears a request's id, within a scope. */
export async function traceRequest(
  { store }: Pick<Deps, 'store'>,
  given: string,
  scope: BookingScope,
): Promise<RequestTrace> {
  const { organizationId, environment } = scope
  const records = store.bookingRecords
  // Supplier calls have ids of the same form, and somebody may have one of those at hand.
  const requestId = (await records.requestOfAttempt(given, scope)) ?? given
  const attempts = await records.attemptsOfRequest(requestId)
  const bookingIds = [...new Set(attempts.map(({ bookingId }) => bookingId))]
  const [events, audit] = await Promise.all([
    records.eventsOfRequest(requestId, bookingIds, MOST_PASSED_OVER),
    records.auditOfRequest(requestId, MOST_PASSED_OVER),
  ])
  const all = new Set([...bookingIds, ...events.flatMap(({ bookingId }) => bookingId ?? [])])
  const found = await store.bookingLookup.byIds([...all])
  const bookings = found.filter(
    (one) => one.environment === environment && (organizationId === null || one.organizationId === organizationId),
  )
  const own = new Set(bookings.map(({ bookingId }) => bookingId))
  const shown = events.filter((one) =>
    one.bookingId === null ? organizationId === null || one.organizationId === organizationId : own.has(one.bookingId),
  )
  return {
    requestId,
    cameAt: requestId.startsWith('req_') ? timeOfId(requestId) : null,
    bookings,
    attempts: attempts.filter(({ bookingId }) => own.has(bookingId)),
    events: shown,
    deliveries: await records.deliveries(shown.map(({ id }) => id)),
    audit: organizationId === null ? audit : [],
  }
}
