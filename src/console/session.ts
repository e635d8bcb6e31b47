import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Core } from '../core.ts'
import { findSignedIn, type SignedIn, touchSession } from '../operations/console/sign-in.ts'
import type { SandboxControls } from '../operations/operator/sandbox-controls.ts'
import type { Logger } from '../platform/logger.ts'
import type { SignInWay } from '../store/console-sessions.ts'

export const CONSOLE_BASE = '/console'
export const PORTAL_BASE = '/portal'

export type ConsoleMount = {
  /** Where it is served; the console is for operators, the portal for the people of organizations. */
  readonly base: typeof CONSOLE_BASE | typeof PORTAL_BASE
  /** Asked for at the first request: a process that serves no search builds one then. */
  readonly core: () => Promise<Core>
  readonly log: Logger
  /** The clock and the faults of each organization's sandbox; null where there are none. */
  readonly sandbox: SandboxControls | null
  readonly config: Pick<Config, 'environment' | 'oidc' | 'maxStreamsPerOrganization'>
}

/** Where browsers have what is mounted, as the identity provider knows it; null: nobody signs in there by a provider. */
export function addressOf({ base, config: { oidc } }: ConsoleMount): string | null {
  return (base === CONSOLE_BASE ? oidc?.consoleUrl : oidc?.portalUrl) ?? null
}

/** How people sign in to what is mounted: links are of the sandbox. */
export function waysOf(mount: ConsoleMount): readonly SignInWay[] {
  const isSandbox = mount.config.environment === 'sandbox'
  return [...(isSandbox ? (['link'] as const) : []), ...(addressOf(mount) === null ? [] : (['oidc'] as const))]
}

/** Whether browsers send the cookies over TLS only: in production, and wherever they are served over it. */
export function isSecure(mount: ConsoleMount): boolean {
  return mount.config.environment === 'production' || (addressOf(mount)?.startsWith('https:') ?? false)
}

export function cookieOptions(mount: ConsoleMount) {
  return { path: mount.base, httpOnly: true, sameSite: 'strict', secure: isSecure(mount) } as const
}

/**
 * Gives the browser its session. The cookie is `SameSite=Strict` and is not sent along where the provider's redirects lead; it need not: a page
 * is the same for everybody, and what it asks for then is asked by a page of ours.
 */
export function setSession(mount: ConsoleMount, reply: FastifyReply, token: string): FastifyReply {
  return reply.setCookie(COOKIE, token, cookieOptions(mount))
}

export const COOKIE = 'hdg_console'
/** A page of another origin cannot send a header of its own without asking first, and is not allowed to. */
const OWN_HEADER = 'x-console'

/** What the header says when a page asks by itself, and nobody has touched it for a minute. */
const BY_ITSELF = 'by-itself'

/**
 * Whoever the request's cookie stands for, as long as they belong to what is served here and have come in a way that is open here; null:
 * nobody. Who only `looks` does not put off the end of a session that nobody uses.
 */
export async function viewerOf(
  mount: ConsoleMount,
  request: FastifyRequest,
  how: 'uses' | 'looks' = 'uses',
): Promise<SignedIn | null> {
  const token = request.cookies[COOKIE]
  if (!token) return null
  const { deps } = await mount.core()
  const viewer = await findSignedIn(deps, token)
  if (!viewer || !waysOf(mount).includes(viewer.signedInBy)) return null
  if ((viewer.organizationId === null) !== (mount.base === CONSOLE_BASE)) return null
  if (how === 'uses') touchSession(deps, viewer)
  return viewer
}

export type Refusal = { readonly status: number; readonly code: string; readonly message: string }

/** An answer in GraphQL's form to what never came to be executed. */
export function refuse(request: FastifyRequest, reply: FastifyReply, { status, code, message }: Refusal): FastifyReply {
  return reply.code(status).send({ errors: [{ message, extensions: { code, requestId: request.id } }] })
}

export const SIGNED_OUT: Refusal = {
  status: 401,
  code: 'SIGNED_OUT',
  message: 'Nobody is signed in, or the session has ended.',
}
/** A page of another origin cannot send the header. */
export const NO_HEADER: Refusal = { status: 403, code: 'FORBIDDEN', message: `The header ${OWN_HEADER} is missing.` }

export function isByItself({ headers }: FastifyRequest): boolean {
  return headers[OWN_HEADER] === BY_ITSELF
}

export function lacksOwnHeader({ headers }: FastifyRequest): boolean {
  return headers[OWN_HEADER] === undefined
}
