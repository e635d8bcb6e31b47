import type { Instant } from '../domain/time.ts'
import { type Database, json } from './database.ts'
import { toDate } from './instants.ts'

export type AuditEntry = {
  readonly organizationId: string | null
  /** `key:<id>`, `operator`, `system`. */
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

export const createAuditStore = (db: Database) => ({
  append: async (entry: AuditEntry, now: Instant): Promise<void> => {
    await db.auditEntry.create({ data: { ...entry, details: json(entry.details), createdAt: toDate(now) } })
  },
})
