import type { Instant } from '../domain/time.ts'
import { type Database, json } from './database.ts'
import { toDate, toInstant } from './instants.ts'

type AuditEntry = {
  readonly organizationId: string | null
  /** `key:<id>`, `operator:<name>`, `system`. */
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

type AuditFilter = {
  readonly since: Instant | null
  /** As it stands, or its beginning and a `*`. */
  readonly actor: string | null
  readonly subject: string | null
  /** As it stands, or its beginning and a `*`. */
  readonly action: string | null
  readonly limit: number
}

/** Entries are added, and never changed: a trigger refuses it. */
export function createAuditStore(db: Database) {
  return {
    append: async (entry: AuditEntry, now: Instant): Promise<void> => {
      await db.auditEntry.create({ data: { ...entry, details: json(entry.details), createdAt: toDate(now) } })
    },

    /** Newest first. */
    list: async (filter: AuditFilter): Promise<(AuditEntry & { readonly createdAt: Instant })[]> => {
      const rows = await db.auditEntry.findMany({
        where: {
          ...(filter.since === null ? {} : { createdAt: { gte: toDate(filter.since) } }),
          ...(filter.actor === null ? {} : { actor: matching(filter.actor) }),
          ...(filter.subject === null ? {} : { subject: filter.subject }),
          ...(filter.action === null ? {} : { action: matching(filter.action) }),
        },
        orderBy: { id: 'desc' },
        take: filter.limit,
      })
      return rows.map(({ id: _, details, createdAt, ...entry }) => ({
        ...entry,
        // Written by `append`, here or in code before it.
        details: details as AuditEntry['details'],
        createdAt: toInstant(createdAt),
      }))
    },
  }
}

function matching(wanted: string): string | { readonly startsWith: string } {
  return wanted.endsWith('*') ? { startsWith: wanted.slice(0, -1) } : wanted
}
