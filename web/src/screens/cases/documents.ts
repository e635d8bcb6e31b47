import type { Bounded } from '../../kit/bounded.ts'
import { gql } from '../../kit/graphql.ts'
import type { Amount } from '../../kit/money-format.ts'
import type { Page } from '../../kit/use-list.ts'
import { HISTORY, type HistoryEntry } from '../bookings/documents.ts'

export type ListedCase = {
  readonly id: string
  readonly kind: string
  /** In a sentence. */
  readonly why: string
  readonly subject: string
  readonly organizationId: string | null
  readonly bookingId: string | null
  readonly connectionId: string | null
  readonly atStake: Amount | null
  readonly dueAt: string | null
  readonly seen: number
  readonly openedAt: string
  readonly takenBy: string | null
  /** Null: anybody may take it. */
  readonly takenUntil: string | null
  readonly closedBy: string | null
  readonly closedAt: string | null
  readonly booking: {
    readonly status: string
    readonly supplier: string
    readonly hotelId: string
    readonly hotelName: string | null
    readonly checkIn: string
    readonly checkOut: string
    readonly total: Amount
  } | null
}

const CASE_FIELDS = `
  id
  kind
  why
  subject
  organizationId
  bookingId
  connectionId
  atStake { amountMinor currency exponent }
  dueAt
  seen
  openedAt
  takenBy
  takenUntil
  closedBy
  closedAt
  booking {
    status
    supplier
    hotelId
    hotelName
    checkIn
    checkOut
    total { amountMinor currency exponent }
  }
`

export type CaseFilters = {
  readonly queue: string
  readonly kind: string | null
  readonly organizationId: string | null
  readonly mine: boolean
  readonly overdue: boolean
  readonly closed: boolean
  readonly after?: string | null
}

export const CASES = gql<{ readonly cases: Page<ListedCase> }, CaseFilters>`
  query Cases(
    $queue: String
    $kind: String
    $organizationId: String
    $mine: Boolean
    $overdue: Boolean
    $closed: Boolean
    $after: String
  ) {
    cases(
      queue: $queue
      kind: $kind
      organizationId: $organizationId
      mine: $mine
      overdue: $overdue
      closed: $closed
      after: $after
    ) {
      items { ${CASE_FIELDS} }
      next
    }
  }
`

export type WholeCase = ListedCase & {
  readonly seenAt: string
  readonly settledHow: string | null
  readonly note: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly tried: readonly HistoryEntry[]
  readonly done: readonly HistoryEntry[]
  readonly stands: string | null
  readonly commands: readonly string[]
  /** TAKE, TAKE_OVER, CLOSE: exactly what would succeed. */
  readonly actions: readonly string[]
}

export const CASE = gql<{ readonly case: WholeCase }, { readonly id: string }>`
  query Case($id: ID!) {
    case(id: $id) {
      ${CASE_FIELDS}
      seenAt
      settledHow
      note
      detail
      tried { ${HISTORY} }
      done { ${HISTORY} }
      stands
      commands
      actions
    }
  }
`

export type QueueSizes = { readonly reviews: Bounded; readonly cases: Bounded }

export const QUEUE_SIZES = gql<{ readonly home: QueueSizes }>`
  query QueueSizes {
    home {
      reviews { count isMore }
      cases { count isMore }
    }
  }
`
