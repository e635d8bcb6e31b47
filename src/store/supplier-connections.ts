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

export const createSupplierConnectionStore = (db: Database) => ({
  upsert: async (connection: StoredConnection, now: Instant): Promise<void> => {
    const { connectionId, credentials, settings, ...rest } = connection
    const data = { ...rest, credentials: new Uint8Array(credentials), settings: json(settings) }
    await db.supplierConnection.upsert({
      where: { id: connectionId },
      create: { id: connectionId, ...data, createdAt: toDate(now) },
      update: data,
    })
  },

  find: async (connectionId: string): Promise<StoredConnection | null> => {
    const row = await db.supplierConnection.findUnique({ where: { id: connectionId } })
    return row && { ...row, connectionId: row.id, settings: row.settings as Record<string, unknown> }
  },
})
