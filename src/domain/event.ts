import type { BookingStatus } from './booking.ts'
import { type Instant, toRfc3339 } from './time.ts'

/** Every type of event that a webhook can carry. */
export const EVENT_TYPES = [
  'booking.updated',
  'booking.confirmed',
  'booking.failed',
  'booking.cancelled',
  'booking.discrepancy',
  'webhook_endpoint.disabled',
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

/** The cause of a change that tells of new discrepancies between a booking and its supplier's record. */
export const DISCREPANCY_FOUND = 'DISCREPANCY_FOUND'

/**
 * Every change has exactly one event: the three final statuses and new discrepancies have types of their own, any other change is
 * `booking.updated`.
 */
export function eventType(previousStatus: BookingStatus | null, status: BookingStatus, cause: string): EventType {
  if (cause === DISCREPANCY_FOUND) return 'booking.discrepancy'
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

/** Why the relay disabled an endpoint: it only failed for days, or it answered that it is gone. */
export type DisabledReason = 'FAILING' | 'GONE'

type EndpointDisabledFacts = {
  readonly eventId: string
  readonly at: Instant
  readonly environment: string
  readonly endpointId: string
  readonly url: string
  readonly reason: DisabledReason
  /** Since when it had only failed; null when it never had. */
  readonly failingSince: Instant | null
}

/** The body of the event that tells an endpoint's owner that nothing is sent to it any more. It belongs to no booking. */
export function endpointDisabledBody(facts: EndpointDisabledFacts): string {
  return JSON.stringify({
    type: 'webhook_endpoint.disabled' satisfies EventType,
    timestamp: toRfc3339(facts.at),
    data: {
      event_id: facts.eventId,
      environment: facts.environment,
      contract_version: BODY_VERSION,
      endpoint_id: facts.endpointId,
      url: facts.url,
      reason: facts.reason,
      failing_since: facts.failingSince === null ? null : toRfc3339(facts.failingSince),
    },
  })
}

/** Patterns that match several types of events. None matches a test event, which goes only to the endpoint that asked for it. */
const WILDCARDS = ['*', 'booking.*', 'webhook_endpoint.*'] as const

/** True for a pattern that an endpoint may subscribe to: an event type, or one of the wildcards. */
export function isEventPattern(pattern: string): boolean {
  return [...WILDCARDS, ...EVENT_TYPES].some((known) => known === pattern)
}

/** The patterns that match an event of `type`. */
export function patternsFor(type: EventType): readonly string[] {
  if (type === 'webhook.test') return [type]
  return [type, ...WILDCARDS.filter((wildcard) => type.startsWith(wildcard.slice(0, -1)))]
}
