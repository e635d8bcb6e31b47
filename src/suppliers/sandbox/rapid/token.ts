import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Instant, MINUTE_MS } from '../../../domain/time.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'

/** How long a shopping link may be followed. */
export const LINK_LIFE_MS = 30 * MINUTE_MS

/** What a link is for: a token of one kind opens no other. */
export type LinkKind = 'price_check' | 'book' | 'additional_rates' | 'retrieve' | 'resume' | 'release' | 'cancel_room'

const SEAL_KEY = `token:${SANDBOX_CREDENTIALS.expedia_rapid.sharedSecret}`
const SEAL_LENGTH = 22

const seal = (text: string): string =>
  createHmac('sha256', SEAL_KEY).update(text).digest('base64url').slice(0, SEAL_LENGTH)

/**
 * A self-contained token: base64url of `[kind, expiresAt, ...facts]`, then its seal. The facts travel with the client, so
 * shopping stores nothing. `expiresAt` null: good as long as what it points to.
 */
export const sealToken = (kind: LinkKind, expiresAt: Instant | null, facts: readonly unknown[]): string => {
  const text = Buffer.from(JSON.stringify([kind, expiresAt, ...facts])).toString('base64url')
  return text + seal(text)
}

/** The facts of a token of that kind; null when it is forged, of another kind, or expired at `nowAt`. */
export const openToken = (kind: LinkKind, token: string | null, nowAt: Instant): readonly unknown[] | null => {
  if (token === null || token.length <= SEAL_LENGTH) return null
  const text = token.slice(0, -SEAL_LENGTH)
  const given = Buffer.from(token.slice(-SEAL_LENGTH))
  const expected = Buffer.from(seal(text))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  // The seal proves that sealToken wrote it.
  const [sealedKind, expiresAt, ...facts] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [
    LinkKind,
    Instant | null,
    ...unknown[],
  ]
  return sealedKind === kind && (expiresAt === null || nowAt < expiresAt) ? facts : null
}
