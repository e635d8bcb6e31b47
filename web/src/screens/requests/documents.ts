import { gql } from '../../kit/graphql.ts'
import { HISTORY, type HistoryEntry } from '../bookings/documents.ts'

export type TracedBooking = {
  readonly booking: {
    readonly id: string
    readonly status: string
    readonly hotelName: string | null
    readonly organizationId: string
  } | null
  readonly attempts: readonly HistoryEntry[]
  readonly events: readonly { readonly event: HistoryEntry; readonly webhooks: readonly HistoryEntry[] }[]
}

export type RequestTrace = {
  readonly id: string
  readonly cameAt: string | null
  readonly bookings: readonly TracedBooking[]
  readonly operators: readonly HistoryEntry[]
}

export const REQUEST = gql<{ readonly request: RequestTrace }, { readonly id: string }>`
  query Request($id: ID!) {
    request(id: $id) {
      id
      cameAt
      bookings {
        booking { id status hotelName organizationId }
        attempts { ${HISTORY} }
        events {
          event { ${HISTORY} }
          webhooks { ${HISTORY} }
        }
      }
      operators { ${HISTORY} }
    }
  }
`
