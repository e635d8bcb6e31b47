import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type LoggedEvent = {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly organizationId: string
  readonly bookingId: string | null
  readonly sequence: number | null
  readonly requestId: string | null
  readonly body: unknown
}

export type EventFilters = {
  readonly organization?: string | null
  readonly booking?: string | null
  readonly type?: string | null
  readonly after?: string | null
}

export type EventsAnswer = {
  readonly events: Page<LoggedEvent> & { readonly isCut: boolean; readonly completeSince: string | null }
}

export const EVENTS = gql<EventsAnswer, EventFilters>`
  query Events($organization: String, $booking: String, $type: String, $after: String) {
    events(organization: $organization, booking: $booking, type: $type, after: $after) {
      items {
        id
        at
        type
        organizationId
        bookingId
        sequence
        requestId
        body
      }
      next
      isCut
      completeSince
    }
  }
`
