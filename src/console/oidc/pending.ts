import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Instant, MINUTE_MS } from '../../domain/time.ts'
import type { TokenSeal } from '../../platform/token-seal.ts'

/** How long somebody may take at the identity provider. */
export const PENDING_MS = 10 * MINUTE_MS
const RANDOM_BYTES = 32
/** A cookie has 4,096 bytes at most. */
const LONGEST_PATH = 1_000

const pending = z.strictObject({
  base: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  renews: z.strictObject({ userId: z.string(), sessionId: z.string() }).nullable(),
  expiresAt: z.number(),
})

/**
 * A sign-in that is under way at the identity provider. The browser that began it holds it, sealed, in a cookie: nothing is stored for somebody
 * who only knocks, and nobody else's browser can end it.
 */
export type PendingSignIn = Readonly<z.infer<typeof pending>>

type Begun = Pick<PendingSignIn, 'base' | 'returnTo' | 'renews'>

export function beginSignIn(begun: Begun, now: Instant): PendingSignIn {
  const [state, nonce, verifier] = [random(), random(), random()]
  return { ...begun, state, nonce, verifier, expiresAt: now + PENDING_MS }
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}

export function sealPending(seal: TokenSeal, signIn: PendingSignIn): string {
  return seal.sealBytes(Buffer.from(JSON.stringify(signIn))).toString('base64url')
}

/** Null for whatever is no sign-in that was begun here and may still end. */
export function openPending(
  seal: TokenSeal,
  cookie: string | undefined,
  { base, now }: { readonly base: string; readonly now: Instant },
): PendingSignIn | null {
  if (!cookie) return null
  try {
    const opened = pending.parse(JSON.parse(seal.openBytes(Buffer.from(cookie, 'base64url')).toString('utf8')))
    return opened.base === base && opened.expiresAt > now ? opened : null
  } catch {
    return null
  }
}

/** Where a sign-in leads to: a page below `base` that was asked for, or the first one. Nothing leads to another host. */
export function returnPath(base: string, asked: unknown): string {
  const first = `${base}/`
  if (typeof asked !== 'string' || asked.length > LONGEST_PATH || !asked.startsWith(first)) return first
  const url = URL.parse(asked, 'http://here.invalid')
  // A URL without what a browser would read in another way: it drops tabs, and reads a backslash as a slash.
  const isPlain = url?.host === 'here.invalid' && `${url.pathname}${url.search}` === asked
  return isPlain && !url.pathname.startsWith(`${base}/sign-`) ? asked : first
}
