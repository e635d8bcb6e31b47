import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type RateChange = {
  readonly at: string
  readonly by: string
  readonly source: string
  readonly before: number | null
  readonly after: number | null
  readonly changePercent: number | null
  readonly reason: string | null
  readonly approvedBy: string | null
}

export type Rate = {
  readonly base: string
  readonly currency: string
  readonly rate: number | null
  readonly isActive: boolean
  readonly storedAt: string | null
  readonly usedBy: readonly string[]
  readonly lastChange: RateChange | null
}

export const RATES = gql<{ readonly exchangeRates: readonly Rate[] }>`
  query Rates {
    exchangeRates {
      base
      currency
      rate
      isActive
      storedAt
      usedBy
      lastChange { at by source before after changePercent reason approvedBy }
    }
  }
`

export const CHANGES = gql<
  { readonly exchangeRateChanges: Page<RateChange> },
  { readonly currency: string; readonly after?: string | null }
>`
  query RateChanges($currency: String!, $after: String) {
    exchangeRateChanges(currency: $currency, after: $after) {
      items { at by source before after changePercent reason approvedBy }
      next
    }
  }
`
