import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

/** An exchange in the list; times are ms since it was asked for. */
export type Exchange = {
  readonly id: string
  readonly connectionId: string
  readonly supplierCode: string
  readonly operation: string
  readonly outcome: string
  readonly why: string
  readonly share: number
  readonly requestId: string
  readonly bookingId: string | null
  readonly hotels: readonly string[]
  readonly number: number
  readonly at: string
  readonly connectedMs: number | null
  readonly firstByteMs: number | null
  readonly totalMs: number
  readonly requestBytes: number
  readonly answerBytes: number | null
  readonly packedBytes: number | null
  readonly failure: string | null
  readonly isPinned: boolean
}

export type TrafficFilters = {
  readonly connection?: string | null
  readonly operation?: string | null
  readonly outcome?: string | null
  readonly request?: string | null
  readonly booking?: string | null
  readonly pinned?: boolean | null
  readonly after?: string | null
}

export type TrafficAnswer = { readonly traffic: Page<Exchange> & { readonly isCut: boolean } }

export const TRAFFIC = gql<TrafficAnswer, TrafficFilters>`
  query Traffic(
    $connection: String
    $operation: String
    $outcome: String
    $request: String
    $booking: String
    $pinned: Boolean
    $after: String
  ) {
    traffic(
      connection: $connection
      operation: $operation
      outcome: $outcome
      request: $request
      booking: $booking
      pinned: $pinned
      after: $after
    ) {
      items {
        id
        connectionId
        supplierCode
        operation
        outcome
        why
        share
        requestId
        bookingId
        hotels
        number
        at
        connectedMs
        firstByteMs
        totalMs
        requestBytes
        answerBytes
        packedBytes
        failure
        isPinned
      }
      next
      isCut
    }
  }
`

export type Sampling = {
  readonly shares: readonly { readonly operation: string; readonly share: number }[]
  readonly raises: readonly {
    readonly connectionId: string
    readonly share: number
    readonly until: string
    readonly by: string
  }[]
  readonly bytes: number
  readonly maxBytes: number
  readonly retainDays: number | null
  readonly wholeSince: string | null
  readonly pins: number
  readonly mostPins: number
}

export const SAMPLING = gql<{ readonly trafficSampling: Sampling }>`
  query TrafficSampling {
    trafficSampling {
      shares { operation share }
      raises { connectionId share until by }
      bytes
      maxBytes
      retainDays
      wholeSince
      pins
      mostPins
    }
  }
`

export type Header = { readonly name: string; readonly value: string }

export type Sent = {
  readonly method: string
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: unknown
  readonly isCut: boolean
}

export type Answered = {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: unknown
  readonly isCut: boolean
}

export type WholeExchange = {
  readonly exchange: Exchange
  readonly request: Sent
  readonly answer: Answered | null
  readonly pinnedAt: string | null
  readonly pinnedBy: string | null
  readonly pinNote: string | null
}

export const EXCHANGE = gql<{ readonly trafficExchange: WholeExchange }, { readonly id: string }>`
  query TrafficExchange($id: ID!) {
    trafficExchange(id: $id) {
      exchange {
        id
        connectionId
        supplierCode
        operation
        outcome
        why
        share
        requestId
        bookingId
        hotels
        number
        at
        connectedMs
        firstByteMs
        totalMs
        requestBytes
        answerBytes
        packedBytes
        failure
        isPinned
      }
      request { method url headers { name value } body isCut }
      answer { status headers { name value } body isCut }
      pinnedAt
      pinnedBy
      pinNote
    }
  }
`
