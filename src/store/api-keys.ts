import type { Instant } from '../domain/time.ts'
import type { ApiKeyModel } from './client/models.ts'
import type { Database } from './database.ts'
import { toDate, toDateOrNull, toInstant, toInstantOrNull } from './instants.ts'

export type ApiKey = {
  readonly keyId: string
  readonly organizationId: string
  readonly environment: string
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
  readonly lastUsedAt: Instant | null
}

/** A key as it was found by its hash. */
export type HashedApiKey = ApiKey & { readonly keyHash: Uint8Array }

export const createApiKeyStore = (db: Database) => ({
  insert: async (key: Omit<ApiKey, 'revokedAt' | 'lastUsedAt'>, keyHash: Uint8Array): Promise<void> => {
    const { keyId, scopes, createdAt, expiresAt, ...rest } = key
    await db.apiKey.create({
      data: {
        id: keyId,
        ...rest,
        scopes: [...scopes],
        keyHash: new Uint8Array(keyHash),
        createdAt: toDate(createdAt),
        expiresAt: toDateOrNull(expiresAt),
      },
    })
  },

  findByHash: async (keyHash: Uint8Array): Promise<HashedApiKey | null> => {
    const row = await db.apiKey.findUnique({ where: { keyHash: new Uint8Array(keyHash) } })
    return row && { ...toApiKey(row), keyHash: row.keyHash }
  },

  list: async (organizationId: string): Promise<ApiKey[]> => {
    const rows = await db.apiKey.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
    return rows.map(toApiKey)
  },

  revoke: async (keyId: string, now: Instant): Promise<boolean> => {
    const { count } = await db.apiKey.updateMany({
      where: { id: keyId, revokedAt: null },
      data: { revokedAt: toDate(now) },
    })
    return count === 1
  },

  touch: async (keyId: string, now: Instant): Promise<void> => {
    await db.apiKey.updateMany({ where: { id: keyId }, data: { lastUsedAt: toDate(now) } })
  },
})

const toApiKey = (row: ApiKeyModel): ApiKey => ({
  keyId: row.id,
  organizationId: row.organizationId,
  environment: row.environment,
  prefix: row.prefix,
  scopes: row.scopes,
  createdAt: toInstant(row.createdAt),
  expiresAt: toInstantOrNull(row.expiresAt),
  revokedAt: toInstantOrNull(row.revokedAt),
  lastUsedAt: toInstantOrNull(row.lastUsedAt),
})
