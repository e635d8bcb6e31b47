import type { BookingStatus } from '../booking.ts'
import type { DisabledReason } from '../event.ts'
import type { BookingStatusData } from './booking.ts'

/** The `data` of a booking's event as `domain/event.ts` writes it, in the code's spelling. */
export type BookingEventData = {
  readonly eventId: string
  readonly environment: string
  readonly contractVersion: string
  readonly bookingId: string
  readonly sequence: number
  readonly previousStatus: BookingStatus | null
  readonly status: BookingStatus
  readonly change: { readonly cause: string; readonly fields: readonly string[] }
  /** Events of before lack the fields that were added since. */
  readonly booking: BookingStatusData
}

/** The `data` of `webhook_endpoint.disabled`. */
export type EndpointDisabledData = {
  readonly eventId: string
  readonly environment: string
  readonly contractVersion: string
  readonly endpointId: string
  readonly url: string
  readonly reason: DisabledReason
  /** RFC 3339; null when the endpoint's last delivery before had succeeded. */
  readonly failingSince: string | null
}
