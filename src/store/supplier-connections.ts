import type { Instant } from '../domain/time.ts'
import { type Database, json } from './database.ts'
import { toDate } from './instants.ts'

/** A contract as it is stored: its credentials are sealed under the master key. */
export type StoredConnection = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly environment: string
  readonly name: string
  /** Null: the adapter's own host, or in the sandbox the sandbox supplier. */
  readonly baseUrl: string | null
  readonly credentials: Uint8Array
  readonly settings: Readonly<Record<string, unknown>>
}

/** What the row has beside what was stored: made with it. */
type MadeConnection = StoredConnection & {
  /** The last part of the path that the supplier sends its own messages to. */
  readonly notificationToken: string
}

export function createSupplierConnectionStore(db: Database) {
  return {
    upsert: async (connection: StoredConnection, now: Instant): Promise<void> => {
      const { connectionId, credentials, settings, ...rest } = connection
      const data = { ...rest, credentials: new Uint8Array(credentials), settings: json(settings) }
      await db.supplierConnection.upsert({
        where: { id: connectionId },
        create: { id: connectionId, ...data, createdAt: toDate(now) },
        update: data,
      })
    },

    /** The organizations that have it, in use or not. */
    usersOf: async (connectionId: string): Promise<string[]> => {
      const rows = await db.organizationSupplier.findMany({
        where: { connectionId },
        orderBy: { organizationId: 'asc' },
        select: { organizationId: true },
      })
      return rows.map(({ organizationId }) => organizationId)
    },

    find: async (connectionId: string): Promise<MadeConnection | null> => {
      const row = await db.supplierConnection.findUnique({ where: { id: connectionId } })
      return row && { ...row, connectionId: row.id, settings: row.settings as Record<string, unknown> }
    },

    /** The connection whose messages come under that token. */
    findByNotificationToken: async (notificationToken: string): Promise<string | null> => {
      const row = await db.supplierConnection.findUnique({ where: { notificationToken }, select: { id: true } })
      return row?.id ?? null
    },
  }
}
