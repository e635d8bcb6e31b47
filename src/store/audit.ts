import type { Instant } from '../domain/time.ts'
import { type Database, json } from './database.ts'
import { toDate, toInstant } from './instants.ts'

type AuditEntry = {
  readonly organizationId: string | null
  /** `key:<id>`, `operator:<name>` or `system`. */
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

type AuditFilter = {
  readonly since: Instant | null
  /** Matches exactly, or by its beginning when it ends in `*`. */
  readonly actor: string | null
  readonly subject: string | null
  /** Matches exactly, or by its beginning when it ends in `*`. */
  readonly action: string | null
  /** Only entries before this one, by its id; absent or null: the newest. */
  readonly before?: bigint | null
  readonly limit: number
}

export type ListedAuditEntry = AuditEntry & { readonly id: string; readonly createdAt: Instant }

/** The audit log. Entries are appended and never changed: a trigger of the database refuses updates. */
export function createAuditStore(db: Database) {
  return {
    append: async (entry: AuditEntry, now: Instant): Promise<void> => {
      await db.auditEntry.create({ data: { ...entry, details: json(entry.details), createdAt: toDate(now) } })
    },

    /** The id of the newest entry; another one means that somebody has done something. */
    lastId: async (): Promise<string> => {
      const last = await db.auditEntry.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
      return String(last?.id ?? 0)
    },

    /** Returns the newest entries first. */
    list: async (filter: AuditFilter): Promise<ListedAuditEntry[]> => {
      const rows = await db.auditEntry.findMany({
        where: {
          ...(filter.since === null ? {} : { createdAt: { gte: toDate(filter.since) } }),
          ...(filter.actor === null ? {} : { actor: matching(filter.actor) }),
          ...(filter.subject === null ? {} : { subject: filter.subject }),
          ...(filter.before == null ? {} : { id: { lt: filter.before } }),
          ...(filter.action === null ? {} : { action: matching(filter.action) }),
        },
        orderBy: { id: 'desc' },
        take: filter.limit,
      })
      return rows.map(({ id, details, createdAt, ...entry }) => ({
        ...entry,
        id: String(id),
        // `append` wrote this value, here or in an earlier release.
        details: details as AuditEntry['details'],
        createdAt: toInstant(createdAt),
      }))
    },
  }
}

function matching(wanted: string): string | { readonly startsWith: string } {
  return wanted.endsWith('*') ? { startsWith: wanted.slice(0, -1) } : wanted
}
