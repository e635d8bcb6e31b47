import { createHash } from 'node:crypto'
import { heldRoles, type Role } from '../../domain/console-role.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../domain/time.ts'
import type { SignInWay } from '../../store/console-sessions.ts'
import type { ConsoleUser } from '../../store/console-users.ts'
import type { StoreParts } from '../../store/store.ts'
import { type Deps, makeId } from '../deps.ts'

const TOKEN_BYTES = 32
/** A session ends after this, whatever is done in it. */
const SESSION_MS = 12 * HOUR_MS
/** A session ends when nothing was asked in it for this long. */
const IDLE_MS = 30 * MINUTE_MS
const TOUCH_EVERY_MS = MINUTE_MS
/** What cannot be undone asks for a sign-in that is not older than this. */
const FRESH_MS = 10 * MINUTE_MS

/** Somebody who is signed in. */
export type SignedIn = {
  readonly sessionId: string
  readonly userId: string
  readonly name: string
  readonly email: string | null
  /** Null: an operator, of all organizations. */
  readonly organizationId: string | null
  readonly roles: ReadonlySet<Role>
  readonly signedInBy: SignInWay
  readonly signedInAt: Instant
  /** When the session was last used, to the minute. */
  readonly seenAt: Instant
  /** When the person last proved who they are, as the identity provider says; null: it does not say. */
  readonly authenticatedAt: Instant | null
  /** As the audit log has it: `operator:ada`, `partner:grace`. */
  readonly actor: string
}

type SignInDeps = Pick<Deps, 'store' | 'clock' | 'randomBytes' | 'background'>

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

function newToken({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
}

export function actorOf({ organizationId, name }: Pick<ConsoleUser, 'organizationId' | 'name'>): string {
  return `${organizationId === null ? 'operator' : 'partner'}:${name}`
}

type LinkDeps = Pick<Deps, 'randomBytes'> & {
  readonly clock: Pick<Deps['clock'], 'real'>
  readonly store: Pick<Deps['store'], 'consoleLinks'>
}

/** A token that signs `userId` in once, within `livesMs`. */
export async function makeSignInLink(
  deps: LinkDeps,
  { userId, livesMs }: { readonly userId: string; readonly livesMs: number },
): Promise<string> {
  const token = newToken(deps)
  const at = deps.clock.real()
  await deps.store.consoleLinks.insert({ tokenHash: hashOf(token), userId, at, expiresAt: at + livesMs })
  return token
}

/** Opens a session for whom a link is; returns its token, null for a link that is used, too old or made up. */
export async function signInByLink(deps: SignInDeps, token: string): Promise<string | null> {
  const userId = await deps.store.consoleLinks.use(hashOf(token), deps.clock.real())
  const user = userId === null ? null : await deps.store.consoleUsers.find(userId)
  if (!user || user.disabledAt !== null) return null
  const authenticatedAt = deps.clock.real()
  return deps.store.transaction((tx) => openSession(deps, tx, { user, signedInBy: 'link', authenticatedAt }))
}

type Opening = {
  readonly signedInBy: SignInWay
  readonly authenticatedAt: Instant | null
}

/** Opens a session for somebody who has shown who they are; its token goes into the browser's cookie. */
export async function openSession(
  deps: Pick<Deps, 'clock' | 'randomBytes'>,
  tx: StoreParts,
  { user, signedInBy, authenticatedAt }: Opening & { readonly user: ConsoleUser },
): Promise<string> {
  const now = deps.clock.real()
  const token = newToken(deps)
  const sessionId = makeId(deps, 'session')
  const { userId, organizationId } = user
  const times = { createdAt: now, seenAt: now, expiresAt: now + SESSION_MS, authenticatedAt }
  await tx.consoleSessions.forgetOld({ userId }, now)
  await tx.consoleSessions.insert({ sessionId, tokenHash: hashOf(token), userId, signedInBy, ...times })
  const details = { signedInBy, sessionId }
  await tx.audit.append({ organizationId, actor: actorOf(user), action: 'user.sign-in', subject: userId, details }, now)
  return token
}

/** Whether somebody has proved who they are so lately that they may do what cannot be undone. A link of the sandbox is proof for its session. */
export function isFresh({ signedInBy, authenticatedAt }: SignedIn, now: Instant): boolean {
  return signedInBy === 'link' || (authenticatedAt !== null && authenticatedAt + FRESH_MS > now)
}

/** Which sessions are open: those that have not ended, and of which something was heard. */
export function openAt(now: Instant): { readonly now: Instant; readonly idleSince: Instant } {
  return { now, idleSince: now - IDLE_MS }
}

type FindDeps = Pick<SignInDeps, 'store' | 'clock'>

/** Whose session a browser's token is; null when it has ended, was idle for too long, or its person is disabled. */
export async function findSignedIn({ store, clock }: FindDeps, token: string): Promise<SignedIn | null> {
  const found = await store.consoleSessions.findByToken(hashOf(token))
  if (!found) return null
  const { session, user } = found
  const now = clock.real()
  if (user.disabledAt !== null || session.expiresAt <= now || session.seenAt + IDLE_MS <= now) return null
  return {
    sessionId: session.sessionId,
    userId: user.userId,
    name: user.name,
    email: user.email,
    organizationId: user.organizationId,
    roles: heldRoles(user.roles),
    signedInBy: session.signedInBy,
    signedInAt: session.createdAt,
    seenAt: session.seenAt,
    authenticatedAt: session.authenticatedAt,
    actor: actorOf(user),
  }
}

/** Writes in the background that a session was used. */
export function touchSession(
  { store, clock, background }: SignInDeps,
  { sessionId, seenAt }: Pick<SignedIn, 'sessionId' | 'seenAt'>,
): void {
  const now = clock.real()
  if (seenAt + TOUCH_EVERY_MS <= now) background.follow('touch-session', store.consoleSessions.touch(sessionId, now))
}

/** Ends a session; the browser's token is worth nothing then. */
export async function signOut(deps: SignInDeps, token: string): Promise<void> {
  const found = await deps.store.consoleSessions.findByToken(hashOf(token))
  if (found) await deps.store.consoleSessions.end({ sessionId: found.session.sessionId }, deps.clock.real())
}
