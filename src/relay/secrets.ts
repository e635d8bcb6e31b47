import type { Seal } from '../platform/seal.ts'
import type { StoredSecret } from '../store/webhook-endpoints.ts'
import type { SigningKeys } from './sign.ts'

/** The keys that sign at `at`: every one that has not ended, current first. */
export const signingKeys = (seal: Seal, secrets: readonly StoredSecret[], at: number): SigningKeys[] =>
  secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > at)
    // Sealed by operations/webhook-secrets.ts.
    .map(({ sealed }) => JSON.parse(seal.open(Buffer.from(sealed, 'base64'))) as SigningKeys)
