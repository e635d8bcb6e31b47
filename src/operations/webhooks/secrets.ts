import { generateKeyPairSync } from 'node:crypto'
import { type Instant, SECOND_MS } from '../../domain/time.ts'
import type { StoredSecret, WebhookEndpoint } from '../../store/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'

const SECRET_BYTES = 32
const RAW_KEY_BYTES = 32

/** Creates a signing secret: `shown` is returned to the client once, `stored` goes into the database. */
export function newSecret(
  deps: Pick<Deps, 'webhooks' | 'randomBytes'>,
  endpointId: string,
  asymmetric: boolean,
): { readonly shown: string; readonly stored: StoredSecret } {
  const shown = `whsec_${Buffer.from(deps.randomBytes(SECRET_BYTES)).toString('base64')}`
  const pair = asymmetric ? newKeyPair() : null
  const sealed = deps.webhooks.seal.seal(
    JSON.stringify({ secret: shown, asymmetric: pair?.privateKey ?? null }),
    endpointId,
  )
  return {
    shown,
    stored: { sealed: sealed.toString('base64'), publicKey: pair?.publicKey ?? null, expiresAt: null },
  }
}

const DEFAULT_GRACE_S = 86_400
/** At most this many secrets sign at the same time, however often a secret is rotated within the grace period. */
const MAX_SECRETS = 5

type Rotation = {
  readonly now: Instant
  /** How long the older ones sign besides; a day by default. */
  readonly graceSeconds?: number | null | undefined
}

/** The secrets of an endpoint with a new one before them, of the same kind; those whose time is over are left out. */
export function rotatedSecrets(
  deps: Pick<Deps, 'webhooks' | 'randomBytes'>,
  { endpointId, secrets }: Pick<WebhookEndpoint, 'endpointId' | 'secrets'>,
  { now, graceSeconds }: Rotation,
): { readonly shown: string; readonly secrets: readonly StoredSecret[] } {
  const endsAt = now + (graceSeconds ?? DEFAULT_GRACE_S) * SECOND_MS
  const older = secrets
    .map((secret) => ({ ...secret, expiresAt: Math.min(secret.expiresAt ?? endsAt, endsAt) }))
    .filter(({ expiresAt }) => expiresAt > now)
  const { shown, stored } = newSecret(deps, endpointId, secrets[0]?.publicKey != null)
  return { shown, secrets: [stored, ...older].slice(0, MAX_SECRETS) }
}

/** Creates raw ed25519 keys in the format of Standard Webhooks. The last 32 bytes of the DER forms are the keys themselves. */
function newKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-RAW_KEY_BYTES)
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES)
  return {
    privateKey: `whsk_${Buffer.concat([seed, raw]).toString('base64')}`,
    publicKey: `whpk_${raw.toString('base64')}`,
  }
}
