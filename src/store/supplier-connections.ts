import type { Instant } from '../domain/time.ts'
import { type Database, json } from './database.ts'
import { toDate } from './instants.ts'

/** A supplier connection as it is stored; its credentials are sealed under the master key. */
export type StoredConnection = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly environment: string
  readonly name: string
  /** Null means the adapter's own host, or in the sandbox the sandbox supplier. */
  readonly baseUrl: string | null
  readonly credentials: Uint8Array
  readonly settings: Readonly<Record<string, unknown>>
}

/** A stored connection with the columns that the database fills in. */
type MadeConnection = StoredConnection & {
  /** The last part of the path to which the supplier sends its own messages. */
  readonly notificationToken: string
}

export function createSupplierConnectionStore(db: Database) {
  return {
    ...bookedOver(db),

    upsert: async (connection: StoredConnection, now: Instant): Promise<void> => {
      const { connectionId, credentials, settings, ...rest } = connection
      const data = { ...rest, credentials: new Uint8Array(credentials), settings: json(settings) }
      await db.supplierConnection.upsert({
        where: { id: connectionId },
        create: { id: connectionId, ...data, createdAt: toDate(now) },
        update: data,
      })
    },

    /** The organizations that are linked to the connection, enabled or not. */
    usersOf: async (connectionId: string): Promise<string[]> => {
      const links = { where: { connectionId }, select: { organizationId: true } }
      const [first, further] = await Promise.all([
        db.organizationSupplier.findMany(links),
        db.furtherConnection.findMany(links),
      ])
      return [...new Set([...first, ...further].map(({ organizationId }) => organizationId))].sort()
    },

    /** The ids of all connections to a supplier. */
    ofSupplier: async (supplierCode: string): Promise<string[]> => {
      const rows = await db.supplierConnection.findMany({
        where: { supplierCode },
        select: { id: true },
        orderBy: { id: 'asc' },
      })
      return rows.map(({ id }) => id)
    },

    find: async (connectionId: string): Promise<MadeConnection | null> => {
      const row = await db.supplierConnection.findUnique({ where: { id: connectionId } })
      return row && { ...row, connectionId: row.id, settings: row.settings as Record<string, unknown> }
    },

    /** The id of the connection to which messages with this token belong. */
    findByNotificationToken: async (notificationToken: string): Promise<string | null> => {
      const row = await db.supplierConnection.findUnique({ where: { notificationToken }, select: { id: true } })
      return row?.id ?? null
    },
  }
}

function bookedOver(db: Database) {
  return {
    /** Bookings that the supplier has confirmed and whose stays end on `since` (YYYY-MM-DD) or later: those that end last first. */
    confirmedOver: async (
      connectionId: string,
      { since, most }: { readonly since: string; readonly most: number },
    ): Promise<string[]> => {
      const rows = await db.booking.findMany({
        where: { connectionId, status: 'CONFIRMED', supplierBookingId: { not: null }, checkOutDate: { gte: since } },
        select: { id: true },
        orderBy: [{ checkOutDate: 'desc' }, { id: 'desc' }],
        take: most,
      })
      return rows.map(({ id }) => id)
    },

    /** Whether an order over it waits for its supplier, or is held there, whose stay ends on `since` or later. */
    owesAnswers: async (connectionId: string, since: string): Promise<boolean> => {
      const open = ['PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING']
      const where = { connectionId, status: { in: open }, checkOutDate: { gte: since } }
      return (await db.booking.findFirst({ where, select: { id: true } })) !== null
    },
  }
}
