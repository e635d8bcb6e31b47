import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** The secrets of an endpoint: `whsec_…` for v1, and `whsk_…` (ed25519 seed and public key) for endpoints that use v1a. */
export type SigningKeys = { readonly secret: string; readonly asymmetric: string | null }

const SEED_BYTES = 32

/** The DER prefixes of a raw ed25519 seed and of a raw public key: RFC 8410. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_BYTES = 12

interface Signing {
  readonly eventId: string
  readonly attemptedAtS: number
  readonly body: string
  readonly keys: readonly SigningKeys[]
}

/**
 * The headers of one attempt. `attemptedAtS` is the time of this attempt in unix seconds; every key signs, the current one first.
 */
export function signatureHeaders({ eventId, attemptedAtS, body, keys }: Signing): Record<string, string> {
  const at = new Date(attemptedAtS * 1_000)
  const content = `${eventId}.${attemptedAtS}.${body}`
  const signatures = keys.flatMap(({ secret, asymmetric }) => [
    new Webhook(secret).sign(eventId, at, body),
    ...(asymmetric === null ? [] : [signAsymmetric(asymmetric, content)]),
  ])
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(attemptedAtS),
    'webhook-signature': signatures.join(' '),
  }
}

/** Signs with ed25519: returns `v1a,<base64 signature>` for a key of the form `whsk_` + base64 of seed and public key. */
export function signAsymmetric(key: string, content: string): string {
  const raw = Buffer.from(key.replace(/^whsk_/, ''), 'base64')
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, raw.subarray(0, SEED_BYTES)]),
    format: 'der',
    type: 'pkcs8',
  })
  return `v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`
}

/** The raw public key of a seed. */
export function publicKeyOf(seed: Uint8Array): Buffer {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_BYTES)
}
