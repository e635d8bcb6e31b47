import { createHash } from 'node:crypto'
import type { Instant } from '../../domain/time.ts'
import type { ApiKey } from '../../store/api-keys.ts'
import type { Deps } from '../deps.ts'

const SECRET_BYTES = 32
const ID_BYTES = 8
/** How many of a key's 43 random characters are stored in clear, so that people can recognize it. */
const SHOWN_CHARACTERS = 4

type NewKey = Pick<
  ApiKey,
  'organizationId' | 'environment' | 'scopes' | 'expiresAt' | 'addresses' | 'rolledFrom' | 'createdAt'
>

/** A key as it is stored, together with its full text, which is shown only this once. */
export type MadeKey = {
  readonly key: Omit<ApiKey, 'revokedAt' | 'lastUsedAt'>
  readonly keyHash: Uint8Array
  readonly shown: string
}

export function makeKey({ randomBytes }: Pick<Deps, 'randomBytes'>, wanted: NewKey): MadeKey {
  const start = `hdg_${wanted.environment}_`
  const shown = start + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
  const keyId = `key_${Buffer.from(randomBytes(ID_BYTES)).toString('hex')}`
  const prefix = shown.slice(0, start.length + SHOWN_CHARACTERS)
  return { key: { ...wanted, keyId, prefix }, keyHash: createHash('sha256').update(shown).digest(), shown }
}

/** True when the key is neither revoked nor expired. */
export function isUsable({ expiresAt, revokedAt }: ApiKey, now: Instant): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}
