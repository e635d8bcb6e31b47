import { createHash, randomBytes } from 'node:crypto'
import type { TestDatabase } from './database.ts'

export type MadeKey = { readonly keyId: string; readonly apiKey: string }

/** A key as `npm run admin -- key create` makes it, without starting a process for each. */
export async function makeKey(
  database: TestDatabase,
  scopes: readonly string[],
  { organizationId = 'org_sandbox', expiresInMs = null as number | null } = {},
): Promise<MadeKey> {
  const apiKey = `hdg_sandbox_${randomBytes(32).toString('base64url')}`
  const keyId = `key_${randomBytes(8).toString('hex')}`
  const hash = createHash('sha256').update(apiKey).digest()
  await database.query(
    `INSERT INTO api_keys (id, organization_id, environment, key_hash, prefix, scopes, expires_at)
     VALUES ($1, $2, 'sandbox', $3, $4, $5, $6)`,
    [
      keyId,
      organizationId,
      hash,
      apiKey.slice(0, 16),
      scopes,
      expiresInMs === null ? null : new Date(Date.now() + expiresInMs),
    ],
  )
  return { keyId, apiKey }
}
