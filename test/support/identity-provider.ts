import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { CookieBrowser } from './cookie-browser.ts'

/** What the provider tells of somebody; they sign in by the key under which they stand here, with any password. */
export type ProviderAccount = {
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
  readonly preferred_username?: string
}

/** A certified identity provider, over HTTP, with a page at which people sign in. */
export type IdentityProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly accounts: Map<string, ProviderAccount>
  readonly close: () => Promise<void>
}

const SECRET = 'a-secret-of-the-tests-that-is-long-enough'

const LIVES_S = 3_600
const PAGE = '/sign-in/'
const FORM = `<!doctype html><html lang="en"><head><title>The company’s sign-in</title></head><body><h1>The company’s sign-in</h1>
<form method="post"><label>Name <input name="login"></label> <label>Password <input name="password" type="password"></label>
<button>Continue</button></form></body></html>`

/** `redirectUris` are where it leads back to. */
export async function startIdentityProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, ProviderAccount>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'gateway', client_secret: SECRET, redirect_uris: [...redirectUris] }],
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: LIVES_S, Grant: LIVES_S, Session: LIVES_S, AccessToken: LIVES_S, IdToken: LIVES_S },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${PAGE}${uid}` },
    // As providers do it: the ID token has little, and the rest is asked for.
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username'],
      groups: ['groups'],
    },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub)
      return account && { accountId: sub, claims: () => ({ sub, ...account }) }
    },
    // Nobody is asked whether the gateway may know who they are.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()

  /** Its page: whoever has an account signs in with any password. */
  async function showPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(FORM)
      return
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    const accountId = new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('login') ?? ''
    await provider.interactionFinished(request, response, { login: { accountId } }, { mergeWithLastSubmission: false })
  }

  server.on('request', (request, response) => {
    const isPage = request.url?.startsWith(PAGE) ?? false
    void (isPage ? showPage(request, response) : answer(request, response))
  })
  return {
    issuer,
    clientId: 'gateway',
    clientSecret: SECRET,
    accounts,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Follows `url` to the provider, signs in there if it asks, and comes back; returns the last address, which is not the provider's. */
export async function walkProvider(
  browser: CookieBrowser,
  { url, provider, login }: { readonly url: string; readonly provider: IdentityProvider; readonly login: string },
): Promise<{ readonly url: string; readonly answer: Response; readonly wasAsked: boolean }> {
  const first = await browser.go(url)
  if (!first.url.startsWith(provider.issuer)) return { ...first, wasAsked: false }
  const form = new URLSearchParams({ login, password: 'any' })
  const back = await browser.go(first.url, {
    init: {
      method: 'POST',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  })
  return { ...back, wasAsked: true }
}
