import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate, toDateOrNull, toInstant } from './instants.ts'

export type KeyedOperation = 'CREATE' | 'CANCEL' | 'REVIEW'

export type KeyScope = {
  readonly organizationId: string
  readonly environment: string
  readonly operation: KeyedOperation
  readonly key: string
}

/** The request that a key was used for. `pathHashes` shows which fields of another body differ, without storing any value. */
export type UsedKey = KeyScope & {
  readonly fingerprint: Uint8Array
  readonly pathHashes: Readonly<Record<string, string>>
  readonly bookingId: string
  readonly cancellationId: string | null
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
}

/** Inserts the key if it is free, and `condition` holds: the statement returns one row, or none. */
export function takeKey(used: UsedKey, condition: Sql = sql`true`): Sql {
  return sql`
  INSERT INTO idempotency_keys
    (organization_id, environment, operation, key, fingerprint, path_hashes, booking_id, cancellation_id, created_at, expires_at)
  SELECT ${used.organizationId}, ${used.environment}, ${used.operation}, ${used.key},
    ${new Uint8Array(used.fingerprint)}::bytea, ${JSON.stringify(used.pathHashes)}::jsonb, ${used.bookingId},
    ${used.cancellationId}, ${toDate(used.createdAt)}::timestamptz, ${toDateOrNull(used.expiresAt)}::timestamptz
  WHERE ${condition}
  ON CONFLICT DO NOTHING`
}

export function createIdempotencyKeyStore(db: Database) {
  return {
    /** The request that used the key; null when the key is free or has expired. */
    find: async ({ organizationId, environment, operation, key }: KeyScope, now: Instant): Promise<UsedKey | null> => {
      const scope = { organizationId, environment, operation, key }
      const row = await db.idempotencyKey.findUnique({ where: { organizationId_environment_operation_key: scope } })
      if (!row || (row.expiresAt && toInstant(row.expiresAt) <= now)) return null
      return {
        ...scope,
        fingerprint: row.fingerprint,
        pathHashes: row.pathHashes as Record<string, string>,
        bookingId: row.bookingId,
        cancellationId: row.cancellationId,
        createdAt: toInstant(row.createdAt),
        expiresAt: row.expiresAt && toInstant(row.expiresAt),
      }
    },

    /**
     * Takes the key inside the transaction that uses it. Returns false when another request has it; waits for a concurrent
     * transaction that is taking it. An expired key is taken over.
     */
    take: async (used: UsedKey): Promise<boolean> => {
      const { organizationId, environment, operation, key, createdAt, expiresAt } = used
      const scope = { organizationId, environment, operation, key }
      // Within one operation either all keys expire or none does.
      if (expiresAt !== null)
        await db.idempotencyKey.deleteMany({ where: { ...scope, expiresAt: { lte: toDate(createdAt) } } })
      return (await db.$executeRaw(takeKey(used))) === 1
    },
  }
}
