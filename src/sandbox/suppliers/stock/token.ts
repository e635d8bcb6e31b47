import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../../../domain/time.ts'

const SEAL_LENGTH = 22

/** Seals the tokens of one sandbox supplier. The client carries the shopping data in them, so that shopping stores nothing. */
type TokenSeal<Kind extends string> = {
  /** A keyed checksum of a text, 22 characters. */
  readonly mac: (text: string) => string
  /**
   * Makes a self-contained token: base64url of `[kind, expiresAt, ...facts]`, then its seal. With `expiresAt` null it never
   * expires.
   */
  readonly sealToken: (kind: Kind, expiresAt: Instant | null, facts: readonly unknown[]) => string
  /** Reads the facts of a token; null when it is forged, of another kind, or expired at `nowAt`. */
  readonly openToken: (kind: Kind, token: string | null, nowAt: Instant) => readonly unknown[] | null
}

export function createTokenSeal<Kind extends string>(secret: string): TokenSeal<Kind> {
  function seal(text: string): string {
    return createHmac('sha256', `token:${secret}`).update(text).digest('base64url').slice(0, SEAL_LENGTH)
  }
  return {
    mac: seal,
    sealToken: (kind, expiresAt, facts) => {
      const text = Buffer.from(JSON.stringify([kind, expiresAt, ...facts])).toString('base64url')
      return text + seal(text)
    },
    openToken: (kind, token, nowAt) => {
      if (token === null || token.length <= SEAL_LENGTH) return null
      const text = token.slice(0, -SEAL_LENGTH)
      const given = Buffer.from(token.slice(-SEAL_LENGTH))
      const expected = Buffer.from(seal(text))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      // The seal proves that sealToken wrote these values.
      const [sealedKind, expiresAt, ...facts] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [
        Kind,
        Instant | null,
        ...unknown[],
      ]
      return sealedKind === kind && (expiresAt === null || nowAt < expiresAt) ? facts : null
    },
  }
}
