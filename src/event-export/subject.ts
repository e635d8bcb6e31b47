import type { ExportedEvent } from '../store/event-exports.ts'

const PREFIX = 'hotel.events'

/** What would end a token of a subject or stand for others. Our own ids have none of it. */
const NO_TOKEN = /[^A-Za-z0-9_-]/g

/**
 * The subject of an event: `hotel.events.<environment>.<organization>.<booking>.<type>`, the type in two tokens, `none` where it
 * belongs to no booking.
 */
export function subjectOf({ environment, organizationId, bookingId, type }: ExportedEvent): string {
  const tokens = [environment, organizationId, bookingId ?? 'none'].map((text) => text.replaceAll(NO_TOKEN, '_'))
  return [PREFIX, ...tokens, type].join('.')
}
