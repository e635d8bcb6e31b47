import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type OwnChange = {
  readonly id: string
  readonly requestId: string
  readonly at: string
  readonly type: string
  readonly bookingId: string | null
  readonly status: string | null
  readonly cause: string | null
  readonly payload: string
}

export type ChangeFilters = { readonly after?: string | null }

export const OWN_CHANGES = gql<{ readonly ownChanges: Page<OwnChange> }, ChangeFilters>`
  query OwnChanges($after: String) {
    ownChanges(after: $after) {
      items { id requestId at type bookingId status cause payload }
      next
    }
  }
`
