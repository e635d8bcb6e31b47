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
  /** The networks from which the key may be used; an empty list allows every address. */
  readonly addresses: readonly string[]
  /** The id of the key that this one replaces; null when it replaces none. */
  readonly rolledFrom: string | null
}

/** A key that was looked up by its hash. */
type HashedApiKey = ApiKey & { readonly keyHash: Uint8Array }

export function createApiKeyStore(db: Database) {
  return {
    insert: async (key: Omit<ApiKey, 'revokedAt' | 'lastUsedAt'>, keyHash: Uint8Array): Promise<void> => {
      const { keyId, scopes, addresses, createdAt, expiresAt, ...rest } = key
      await db.apiKey.create({
        data: {
          id: keyId,
          ...rest,
          scopes: [...scopes],
          addresses: [...addresses],
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

    find: async (keyId: string): Promise<ApiKey | null> => {
      const row = await db.apiKey.findUnique({ where: { id: keyId } })
      return row && toApiKey(row)
    },

    list: async (organizationId: string): Promise<ApiKey[]> => {
      const rows = await db.apiKey.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
      return rows.map(toApiKey)
    },

    /** Leaves out keys that are revoked or expired, because an organization may have any number of them. */
    listUsable: async (organizationId: string, environment: string, now: Instant): Promise<ApiKey[]> => {
      const isOpen = { OR: [{ expiresAt: null }, { expiresAt: { gt: toDate(now) } }] }
      const where = { organizationId, environment, revokedAt: null, ...isOpen }
      const rows = await db.apiKey.findMany({ where, orderBy: { createdAt: 'asc' } })
      return rows.map(toApiKey)
    },

    /** The newest key that replaces the given one. */
    newestFollower: async (keyId: string): Promise<ApiKey | null> => {
      const row = await db.apiKey.findFirst({ where: { rolledFrom: keyId }, orderBy: { createdAt: 'desc' } })
      return row && toApiKey(row)
    },

    /** The keys that replace the given one and were neither used nor revoked. */
    unusedFollowers: async ({ organizationId, keyId }: Pick<ApiKey, 'organizationId' | 'keyId'>): Promise<ApiKey[]> => {
      // A follower belongs to the same organization, which has few keys that are not revoked and any number of revoked ones.
      const where = { organizationId, rolledFrom: keyId, lastUsedAt: null, revokedAt: null }
      const rows = await db.apiKey.findMany({ where })
      return rows.map(toApiKey)
    },

    endAt: async (keyId: string, endsAt: Instant): Promise<void> => {
      await db.apiKey.updateMany({ where: { id: keyId }, data: { expiresAt: toDate(endsAt) } })
    },

    bind: async (keyId: string, addresses: readonly string[]): Promise<void> => {
      await db.apiKey.updateMany({ where: { id: keyId }, data: { addresses: [...addresses] } })
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
  }
}

function toApiKey(row: ApiKeyModel): ApiKey {
  return {
    keyId: row.id,
    organizationId: row.organizationId,
    environment: row.environment,
    prefix: row.prefix,
    scopes: row.scopes,
    createdAt: toInstant(row.createdAt),
    expiresAt: toInstantOrNull(row.expiresAt),
    revokedAt: toInstantOrNull(row.revokedAt),
    lastUsedAt: toInstantOrNull(row.lastUsedAt),
    addresses: row.addresses,
    rolledFrom: row.rolledFrom,
  }
}
