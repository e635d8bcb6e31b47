import { GatewayError } from './errors.ts'
import type { WebhookEvent } from './generated/types.ts'
import { jsonObject } from './problem.ts'

/** Why a webhook is not taken. */
export type WebhookFault = 'HEADER_MISSING' | 'TOO_OLD' | 'FROM_THE_FUTURE' | 'WRONG_SIGNATURE' | 'NOT_AN_EVENT'

/** It is not from the gateway, or is a copy of an old one: answer 401 and do nothing. */
export class WebhookVerificationError extends GatewayError {
  override name = 'WebhookVerificationError'
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, message: string) {
    super(message)
    this.reason = reason
  }
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export type SignedWebhook = {
  /** The endpoint's `signing_secret`, `whsec_…`. */
  readonly secret?: string | undefined
  /** Several, while they rotate: one that is right is enough. */
  readonly secrets?: readonly string[] | undefined
  /** The endpoint's `public_key`, `whpk_…`, to verify ed25519 in place of, or beside, a secret. */
  readonly publicKey?: string | undefined
  /** Of the request: a `Headers`, or Node's `request.headers`. */
  readonly headers: WebhookHeaders
  /** As it was received: parsed and written again it would have another signature. */
  readonly body: string | Uint8Array
  /** How far the time of the attempt may be from now, in either direction; 300 by default. */
  readonly toleranceSeconds?: number | undefined
  /** In unix milliseconds; now by default. */
  readonly now?: number | undefined
}

/** A key, and the version and length of the signatures that it verifies. */
type Verifier = {
  readonly version: string
  readonly length: number
  readonly algorithm: string
  readonly key: CryptoKey
}

/** The gateway sends three at most, while a secret rotates; each that is tried costs a pass over the body. */
const MAX_SIGNATURES = 10

/**
 * The event of a webhook that the gateway has signed (Standard Webhooks 1.0). Take each `webhook-id` (= `data.event_id`) once.
 * @throws WebhookVerificationError when it is not the gateway's, or too old.
 * @throws TypeError when no usable secret, key, tolerance or time was given, or the body was parsed before.
 */
export async function verifyWebhook(webhook: SignedWebhook): Promise<WebhookEvent> {
  const verifiers = await verifiersOf(webhook)
  const body = bytesOf(webhook.body)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(webhook.headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError(
      'HEADER_MISSING',
      'webhook-id, webhook-timestamp or webhook-signature is missing',
    )
  checkTime(timestamp, webhook)
  const content = join(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  if (!(await isSigned(content, signatures.split(' ', MAX_SIGNATURES), verifiers)))
    throw new WebhookVerificationError('WRONG_SIGNATURE', 'no signature of the webhook is right')
  const event = jsonObject(new TextDecoder().decode(body))
  if (typeof event?.['type'] !== 'string')
    throw new WebhookVerificationError('NOT_AN_EVENT', 'the body of the webhook is not an event')
  // The gateway has signed it.
  return event as unknown as WebhookEvent
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  throw new TypeError('body must be the text or the bytes as they were received, not what was parsed from them')
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.join(' ')
}

function checkTime(timestamp: string, { toleranceSeconds = 300, now = Date.now() }: SignedWebhook): void {
  // No comparison with NaN is ever true: it would let every age pass.
  if (!Number.isFinite(toleranceSeconds) || !Number.isFinite(now))
    throw new TypeError('toleranceSeconds and now must be finite numbers')
  const ageS = now / 1_000 - (/^\d+$/.test(timestamp) ? Number(timestamp) : 0)
  if (ageS > toleranceSeconds) throw new WebhookVerificationError('TOO_OLD', `the webhook is ${Math.round(ageS)} s old`)
  if (ageS < -toleranceSeconds)
    throw new WebhookVerificationError('FROM_THE_FUTURE', `the webhook is from ${Math.round(-ageS)} s ahead`)
}

function verifiersOf({ secret, secrets = [], publicKey }: SignedWebhook): Promise<Verifier[]> {
  const all = [
    ...(secret === undefined ? secrets : [secret, ...secrets]).map((one) =>
      verifier({ version: 'v1', length: 32 }, { name: 'HMAC', hash: 'SHA-256' }, keyBytes(one, 'whsec_')),
    ),
    ...(publicKey === undefined
      ? []
      : [verifier({ version: 'v1a', length: 64 }, { name: 'Ed25519' }, keyBytes(publicKey, 'whpk_'))]),
  ]
  if (all.length === 0) throw new TypeError('secret, secrets or publicKey is needed')
  return Promise.all(all)
}

async function verifier(
  signatures: Pick<Verifier, 'version' | 'length'>,
  algorithm: { readonly name: string; readonly hash?: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Verifier> {
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  return { ...signatures, algorithm: algorithm.name, key }
}

/** An empty secret would verify what anybody signs. */
function keyBytes(text: string, prefix: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text.startsWith(prefix) ? text.slice(prefix.length) : text)
  if (!bytes || bytes.length === 0) throw new TypeError(`a key is not ${prefix} and Base64`)
  return bytes
}

/** Null when it is no Base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

/** `verify` compares in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  verifiers: readonly Verifier[],
): Promise<boolean> {
  for (const signature of signatures)
    for (const { version, length, algorithm, key } of verifiers) {
      const bytes = signature.startsWith(`${version},`) ? fromBase64(signature.slice(version.length + 1)) : null
      if (bytes?.length === length && (await crypto.subtle.verify(algorithm, key, bytes, content))) return true
    }
  return false
}
