import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OidcConfig } from '../../config-console.ts'
import type { Core } from '../../core.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { signInByProvider, spendSignIn } from '../../operations/console/provider-sign-in.ts'
import { createLookup } from '../../platform/names/lookup.ts'
import { createTokenSeal, type TokenSeal } from '../../platform/token-seal.ts'
import { addressOf, CONSOLE_BASE, type ConsoleMount, isSecure, setSession, viewerOf } from '../session.ts'
import { SignInFailure, tracesOf } from './failures.ts'
import { createIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import { beginSignIn, openPending, PENDING_MS, type PendingSignIn, returnPath, sealPending } from './pending.ts'

const COOKIE = 'hdg_sign_in'
/** Where a tab ends in which somebody has only proved again who they are. */
const AGAIN_PATH = '/signed-in-again'
/** Sign-ins that are being taken to the provider at once. */
const MOST_AT_ONCE = 16

type Parts = { readonly core: Core; readonly seal: TokenSeal; readonly provider: IdentityProvider }

type Door = {
  readonly mount: ConsoleMount
  readonly oidc: OidcConfig
  /** Where the provider leads back to. */
  readonly redirectUri: string
  readonly parts: () => Promise<Parts>
  readonly cookie: {
    readonly path: string
    readonly httpOnly: true
    readonly sameSite: 'lax'
    readonly secure: boolean
  }
}

/**
 * `GET <base>/sign-in/oidc` leads to the identity provider, and with `again=1` has whoever is signed in prove again who they are; the provider
 * leads back to `/callback` below it. Not there when the settings name no provider for what is mounted.
 */
export function addProviderSignIn(scope: FastifyInstance, mount: ConsoleMount): void {
  const { oidc } = mount.config
  const address = addressOf(mount)
  if (!oidc || address === null) return
  const path = `${mount.base}/sign-in/oidc`
  let made: Promise<Parts> | null = null
  const door: Door = {
    mount,
    oidc,
    redirectUri: `${address}/sign-in/oidc/callback`,
    cookie: { path, httpOnly: true, sameSite: 'lax', secure: isSecure(mount) },
    parts: () => {
      made ??= makeParts(mount, oidc).catch((error: unknown) => {
        made = null
        throw error
      })
      return made
    },
  }
  scope.addHook('onClose', async () => {
    if (made) await (await made).provider.close()
  })
  scope.get<{ Querystring: Asked }>(path, (request, reply) => begin(door, request, reply))
  addCallback(scope, door)
}

async function makeParts({ core: coreOf }: ConsoleMount, config: OidcConfig): Promise<Parts> {
  const core = await coreOf()
  const { names, masterKeys, clock } = core
  const lookup = createLookup(names, 'identity provider')
  return {
    core,
    seal: createTokenSeal(masterKeys, 'console-sign-in', clock.real),
    provider: createIdentityProvider({ config, lookup, now: clock.real }),
  }
}

type Asked = { readonly again?: unknown; readonly 'return-to'?: unknown }

async function begin(
  door: Door,
  request: FastifyRequest<{ Querystring: Asked }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { mount, redirectUri, cookie } = door
  const { base } = mount
  const isAgain = request.query.again !== undefined
  try {
    const { core, seal, provider } = await door.parts()
    const viewer = isAgain ? await viewerOf(mount, request) : null
    const returnTo = isAgain ? `${base}${AGAIN_PATH}` : returnPath(base, request.query['return-to'])
    const renews = viewer && { userId: viewer.userId, sessionId: viewer.sessionId }
    const pending = beginSignIn({ base, returnTo, renews }, core.clock.real())
    const url = await provider.signInUrl(pending, redirectUri)
    reply.setCookie(COOKIE, sealPending(seal, pending), { ...cookie, maxAge: PENDING_MS / SECOND_MS })
    return leave(reply, url)
  } catch (error) {
    return leave(reply, tell(door, { request, error, isAgain }))
  }
}

function addCallback(scope: FastifyInstance, door: Door): void {
  const { mount, redirectUri, cookie } = door
  const { base } = mount
  let atOnce = 0
  async function inPlace<Value>(work: () => Promise<Value>): Promise<Value> {
    if (atOnce >= MOST_AT_ONCE) throw new SignInFailure('busy')
    atOnce += 1
    try {
      return await work()
    } finally {
      atOnce -= 1
    }
  }
  scope.get(`${cookie.path}/callback`, async (request, reply) => {
    reply.clearCookie(COOKIE, cookie)
    let pending: PendingSignIn | null = null
    try {
      const parts = await door.parts()
      const begun = openPending(parts.seal, request.cookies[COOKIE], { base, now: parts.core.clock.real() })
      if (!begun) throw new SignInFailure('began')
      pending = begun
      const callback = new URL(redirectUri)
      callback.search = new URL(request.url, redirectUri).search
      const token = await inPlace(() => comeBack(door, parts, { pending: begun, callback, requestId: request.id }))
      return leave(setSession(mount, reply, token), begun.returnTo)
    } catch (error) {
      const isAgain = pending?.returnTo === `${base}${AGAIN_PATH}`
      return leave(reply, tell(door, { request, error, isAgain }))
    }
  })
}

type Came = { readonly pending: PendingSignIn; readonly callback: URL; readonly requestId: string }

/**
 * The token of the new session. What has come back is spent before the provider is asked, whatever it answers: after an outage somebody begins
 * again. Throws a SignInFailure.
 */
async function comeBack(
  { mount, oidc }: Door,
  { core, provider }: Parts,
  { pending, callback, requestId }: Came,
): Promise<string> {
  if (!(await spendSignIn(core.deps, pending))) throw new SignInFailure('began')
  const person = await provider.proved(pending, callback)
  const opened = await signInByProvider(core.deps, person, {
    surface: mount.base === CONSOLE_BASE ? 'console' : 'portal',
    rolesOfGroups: oidc.rolesOfGroups,
    renews: pending.renews,
    requestId,
  })
  if (!opened.ok) throw new SignInFailure(opened.error)
  return opened.value
}

/** Nothing on the way to the provider and back is kept by a browser, or told to the next page. */
function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 303)
}

type Failed = { readonly request: FastifyRequest; readonly error: unknown; readonly isAgain: boolean }

/** Where whoever came to nothing is told why. What is the provider's fault, or ours, is in the log, without what it has answered. */
function tell({ mount: { base, log } }: Door, { request, error, isAgain }: Failed): string {
  const failure = error instanceof SignInFailure ? error.failure : 'failed'
  const requestId = request.id
  if (failure === 'failed') log.error({ err: error, requestId }, 'somebody could not be signed in')
  if (failure === 'provider' || failure === 'answer')
    log.warn({ requestId, failure, causes: tracesOf(error) }, 'somebody could not sign in at the identity provider')
  const told = new URLSearchParams({ 'signed-out': failure, request: requestId })
  return `${base}${isAgain ? AGAIN_PATH : '/'}?${told.toString()}`
}
