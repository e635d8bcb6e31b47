import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type AuditEntry = {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly organizationId: string | null
  readonly reason: string | null
  readonly requestId: string | null
  readonly approvedBy: string | null
  readonly before: unknown
  readonly after: unknown
  readonly details: unknown
}

export type AuditFilters = {
  readonly actor?: string | null
  readonly action?: string | null
  readonly subject?: string | null
  readonly since?: string | null
  readonly after?: string | null
}

export type AuditAnswer = { readonly auditEntries: Page<AuditEntry> }

export const AUDIT = gql<AuditAnswer, AuditFilters>`
  query Audit($actor: String, $action: String, $subject: String, $since: String, $after: String) {
    auditEntries(actor: $actor, action: $action, subject: $subject, since: $since, after: $after) {
      items {
        id
        at
        actor
        action
        subject
        organizationId
        reason
        requestId
        approvedBy
        before
        after
        details
      }
      next
    }
  }
`
