import type { Bounded } from '../../kit/bounded.ts'
import { gql } from '../../kit/graphql.ts'

export type ListedProposal = {
  readonly id: string
  readonly action: string
  readonly subject: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly reason: string
  readonly proposedBy: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly decision: string | null
  readonly note: string | null
  readonly executedAt: string | null
}

export type ListedProposals = {
  readonly proposals: readonly ListedProposal[]
  readonly home: { readonly proposals: Bounded }
}

export const PROPOSALS = gql<ListedProposals, { readonly decided: boolean }>`
  query Proposals($decided: Boolean) {
    proposals(decided: $decided) {
      id
      action
      subject
      arguments
      reason
      proposedBy
      createdAt
      expiresAt
      decidedBy
      decidedAt
      decision
      note
      executedAt
    }
    home {
      proposals {
        count
        isMore
      }
    }
  }
`
