import type { Instant } from '../domain/time.ts'
import { type Database, json } from './database.ts'
import { toDate, toDateOrNull, toInstant } from './instants.ts'

export type KeyedOperation = 'CREATE' | 'CANCEL' | 'REVIEW'

export type KeyScope = {
  readonly organizationId: string
  readonly environment: string
  readonly operation: KeyedOperation
  readonly key: string
}

/** What a key was used for. `pathHashes` tell which parts of another body differ without keeping any of it. */
export type UsedKey = KeyScope & {
  readonly fingerprint: Uint8Array
  readonly pathHashes: Readonly<Record<string, string>>
  readonly bookingId: string
  readonly cancellationId: string | null
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
}

export const createIdempotencyKeyStore = (db: Database) => ({
  /** The key's use; null when it is free or has run out. */
  find: async (scope: KeyScope, now: Instant): Promise<UsedKey | null> => {
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
   * Takes the key inside the transaction that uses it; false when somebody else has it (a concurrent taker is waited for).
   * A key that has run out is taken over.
   */
  take: async (used: UsedKey): Promise<boolean> => {
    const { fingerprint, pathHashes, createdAt, expiresAt, ...rest } = used
    const scope = {
      organizationId: used.organizationId,
      environment: used.environment,
      operation: used.operation,
      key: used.key,
    }
    await db.idempotencyKey.deleteMany({ where: { ...scope, expiresAt: { lte: toDate(createdAt) } } })
    const { count } = await db.idempotencyKey.createMany({
      data: [
        {
          ...rest,
          fingerprint: new Uint8Array(fingerprint),
          pathHashes: json(pathHashes),
          createdAt: toDate(createdAt),
          expiresAt: toDateOrNull(expiresAt),
        },
      ],
      skipDuplicates: true,
    })
    return count === 1
  },
})
