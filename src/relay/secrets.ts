import { createBoundedMemory } from '../platform/kept.ts'
import type { Seal } from '../platform/seal.ts'
import type { StoredSecret } from '../store/webhook-endpoints.ts'
import type { SigningKeys } from './sign.ts'

type SigningEndpoint = { readonly endpointId: string; readonly secrets: readonly StoredSecret[] }

type Keyring = {
  /** The keys of an endpoint that are valid for signing at `at`, the current one first. */
  readonly keysOf: (endpoint: SigningEndpoint, at: number) => SigningKeys[]
}

/** How many opened secrets are cached, so that not every delivery must open its own. */
const MAX_OPENED = 2_000

export function createKeyring(seal: Seal): Keyring {
  const opened = createBoundedMemory<string, SigningKeys>({ max: MAX_OPENED, drops: 'least-used' })
  function open(sealed: string, endpointId: string): SigningKeys {
    const name = `${endpointId}:${sealed}`
    const known = opened.get(name)
    if (known) return known
    // operations/webhooks/secrets.ts sealed it.
    const keys = JSON.parse(seal.open(Buffer.from(sealed, 'base64'), endpointId)) as SigningKeys
    opened.set(name, keys)
    return keys
  }
  return {
    keysOf: ({ endpointId, secrets }, at) =>
      secrets
        .filter(({ expiresAt }) => expiresAt === null || expiresAt > at)
        .map(({ sealed }) => open(sealed, endpointId)),
  }
}
