import type { BookingStatus } from './booking.ts'
import { type Instant, toRfc3339 } from './time.ts'

/** Every type of event that a webhook can carry. */
export const EVENT_TYPES = [
  'booking.updated',
  'booking.confirmed',
  'booking.failed',
  'booking.cancelled',
  'webhook.test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The contract version of webhook bodies. */
const BODY_VERSION = '2'

const OWN_EVENT: Partial<Record<BookingStatus, EventType>> = {
  CONFIRMED: 'booking.confirmed',
  FAILED: 'booking.failed',
  CANCELLED: 'booking.cancelled',
}

/**
 * Every change has exactly one event: the three final statuses have types of their own, any other change is `booking.updated`.
 */
export function eventType(previousStatus: BookingStatus | null, status: BookingStatus): EventType {
  return previousStatus === status ? 'booking.updated' : (OWN_EVENT[status] ?? 'booking.updated')
}

type BookingEventFacts = {
  readonly eventId: string
  readonly type: EventType
  readonly at: Instant
  readonly environment: string
  readonly bookingId: string
  /** Numbered per booking from 1, without gaps. */
  readonly sequence: number
  readonly previousStatus: BookingStatus | null
  readonly status: BookingStatus
  readonly change: { readonly cause: string; readonly fields: readonly string[] }
  /** BookingStatusData at this sequence, with the contract's snake_case keys. */
  readonly booking: unknown
}

/** Makes the webhook's body, once: the same bytes are stored, signed and sent. */
export function eventBody(facts: BookingEventFacts): string {
  return JSON.stringify({
    type: facts.type,
    timestamp: toRfc3339(facts.at),
    data: {
      event_id: facts.eventId,
      environment: facts.environment,
      contract_version: BODY_VERSION,
      booking_id: facts.bookingId,
      sequence: facts.sequence,
      previous_status: facts.previousStatus,
      status: facts.status,
      change: facts.change,
      booking: facts.booking,
    },
  })
}

/** The body of a test event, which belongs to no booking: a receiver's developer has asked for it. */
export function testEventBody(
  eventId: string,
  { at, environment, endpointId }: { readonly at: Instant; readonly environment: string; readonly endpointId: string },
): string {
  return JSON.stringify({
    type: 'webhook.test' satisfies EventType,
    timestamp: toRfc3339(at),
    data: { event_id: eventId, environment, contract_version: BODY_VERSION, endpoint_id: endpointId },
  })
}

/** True for a pattern that an endpoint may subscribe to: an event type, or `booking.*` for all events of bookings. */
export function isEventPattern(pattern: string): boolean {
  return pattern === 'booking.*' || EVENT_TYPES.some((type) => type === pattern)
}

/**
 * The patterns that match an event of `type`. `booking.*` does not match a test event, which goes only to the endpoint that asked
 * for it.
 */
export function patternsFor(type: EventType): readonly string[] {
  return type === 'webhook.test' ? [type] : [type, 'booking.*']
}
