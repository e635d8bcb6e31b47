import type { BookingStatus } from './booking.ts'
import { type Instant, toRfc3339 } from './time.ts'

/** Every kind of event that a webhook can carry. */
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

/** Exactly one event a change: the three final moves have their own kind, all else is `booking.updated`. */
export function eventType(previousStatus: BookingStatus | null, status: BookingStatus): EventType {
  return previousStatus === status ? 'booking.updated' : (OWN_EVENT[status] ?? 'booking.updated')
}

type BookingEventFacts = {
  readonly eventId: string
  readonly type: EventType
  readonly at: Instant
  readonly environment: string
  readonly bookingId: string
  /** Per booking, 1, 2, 3 … without gaps. */
  readonly sequence: number
  readonly previousStatus: BookingStatus | null
  readonly status: BookingStatus
  readonly change: { readonly cause: string; readonly fields: readonly string[] }
  /** BookingStatusData at this sequence, in the contract's spelling. */
  readonly booking: unknown
}

/** The webhook's body, made once: these bytes are stored, signed and sent. */
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

/** The body of an event that no booking made: a receiver's developer asked for it. */
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

/** What an endpoint may ask for: a kind, or `booking.*` for all of a booking's. */
export function isEventPattern(pattern: string): boolean {
  return pattern === 'booking.*' || EVENT_TYPES.some((type) => type === pattern)
}

/** The patterns that take an event of `type` in; a test event is for the one endpoint that asked. */
export function patternsFor(type: EventType): readonly string[] {
  return type === 'webhook.test' ? [type] : [type, 'booking.*']
}
