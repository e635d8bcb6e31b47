import type { LookupFunction } from 'node:net'
import type { ClientAuth, Configuration, UserInfoResponse } from 'openid-client'
import { isSafe, type OidcConfig } from '../../config-console.ts'
import { isEmail } from '../../domain/person.ts'
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { ProvedPerson } from '../../operations/console/provider-sign-in.ts'
import { failureOf, SignInFailure } from './failures.ts'
import type { PendingSignIn } from './pending.ts'
import { createProviderFetch, PROVIDER_MS } from './provider-fetch.ts'

/** What the provider says of itself is asked again after this; what it has said before serves while it does not answer. */
const KNOWN_FOR_MS = HOUR_MS
/** After a failure nobody asks again for this long, so that a crowd at the door does not keep it down. */
const CALM_MS = 5 * SECOND_MS
/** Of the provider's clock. */
const TOLERATED_S = 60
/** A sign-in at the provider that is older than a session may be is not taken for a new one. */
const SESSION_S = (12 * HOUR_MS) / SECOND_MS
/** When somebody proves again who they are, they have done so within this. */
const PROOF_MS = 5 * MINUTE_MS
/** OpenID Connect Core, section 2. */
const SUB = /^[\x20-\x7e]{1,255}$/
const MOST_GROUPS = 1_000

export type IdentityProvider = {
  /** Where the browser goes. Throws a SignInFailure. */
  readonly signInUrl: (pending: PendingSignIn, redirectUri: string) => Promise<string>
  /** Whom the provider vouches for, by what came back with the browser. Throws a SignInFailure. */
  readonly proved: (pending: PendingSignIn, callback: URL) => Promise<ProvedPerson>
  readonly close: () => Promise<void>
}

type Options = {
  readonly config: OidcConfig
  readonly lookup: LookupFunction
  readonly now: () => Instant
}

/** The identity provider, as OpenID Connect Core and the discovery document describe it. It is asked at the first sign-in, not at the start. */
export function createIdentityProvider({ config, lookup, now }: Options): IdentityProvider {
  const line = createProviderFetch(lookup)
  let known: { readonly server: Promise<Configuration>; readonly until: number } | null = null
  let last: Configuration | null = null

  /** One question for all who come at once. */
  function current(): Promise<Configuration> {
    if (known && performance.now() < known.until) return known.server
    const server = discover(config, line.fetch).then(
      (found) => {
        last = found
        return found
      },
      (error: unknown) => {
        known = { server, until: performance.now() + CALM_MS }
        if (last) return last
        throw new SignInFailure('provider', error)
      },
    )
    known = { server, until: performance.now() + KNOWN_FOR_MS }
    return server
  }

  return {
    signInUrl: async (pending, redirectUri) => {
      const [client, server] = await Promise.all([import('openid-client'), current()])
      const { state, nonce, verifier, renews } = pending
      const url = client.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(renews ? PROOF_MS / SECOND_MS : SESSION_S),
        ...(renews ? { prompt: 'login' } : {}),
      })
      return url.href
    },

    proved: async (pending, callback) => {
      try {
        const person = await exchange(await current(), config, { pending, callback })
        const authenticatedAt = person.authenticatedAt && Math.min(person.authenticatedAt, now())
        if (pending.renews && (authenticatedAt === null || authenticatedAt + PROOF_MS < now()))
          throw new SignInFailure('no-proof')
        return { ...person, authenticatedAt }
      } catch (error) {
        throw error instanceof SignInFailure ? error : new SignInFailure(await failureOf(error), error)
      }
    },

    close: line.close,
  }
}

type Fetch = ReturnType<typeof createProviderFetch>['fetch']

/** What the provider says of itself. Throws when it does not answer, is another one than was configured, or leads to where no secret may go. */
async function discover({ issuer, clientId, clientSecret }: OidcConfig, fetch: Fetch): Promise<Configuration> {
  const client = await import('openid-client')
  const url = new URL(issuer)
  const basic = client.ClientSecretBasic(clientSecret)
  const post = client.ClientSecretPost(clientSecret)
  const authenticate: ClientAuth = (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported
    // Without a list it is `client_secret_basic`.
    const isPost = ways !== undefined && !ways.includes('client_secret_basic')
    return (isPost ? post : basic)(server, ...rest)
  }
  const server = await client.discovery(url, clientId, { [client.clockTolerance]: TOLERATED_S }, authenticate, {
    [client.customFetch]: fetch,
    timeout: PROVIDER_MS / SECOND_MS,
    execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
  })
  const told = server.serverMetadata()
  // The library lets a provider through that stands for every tenant of Entra ID: anybody could vouch for anybody then.
  if (new URL(told.issuer).href !== url.href) throw new Error('the provider is another one than OIDC_ISSUER')
  const ends = [told.authorization_endpoint, told.token_endpoint, told.jwks_uri, told.userinfo_endpoint ?? told.issuer]
  if (ends.some((end) => end === undefined || !URL.canParse(end) || !isSafe(new URL(end))))
    throw new Error('the provider does not say where people sign in, or says so without TLS')
  return server
}

type Came = { readonly pending: PendingSignIn; readonly callback: URL }

/** Takes the code to the provider. The library checks state, issuer, audience, nonce, times and signature. */
async function exchange(server: Configuration, config: OidcConfig, { pending, callback }: Came): Promise<ProvedPerson> {
  const client = await import('openid-client')
  const tokens = await client.authorizationCodeGrant(server, callback, {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !SUB.test(claims.sub)) throw new SignInFailure('answer')
  const isWhole = claims['email'] !== undefined && (!config.rolesOfGroups || claims[config.groupsClaim] !== undefined)
  const more: Partial<UserInfoResponse> =
    isWhole || !server.serverMetadata().userinfo_endpoint
      ? {}
      : await client.fetchUserInfo(server, tokens.access_token, claims.sub)
  const all = { ...more, ...claims }
  const hasAddress = typeof all.email === 'string' && isEmail(all.email) && isVerified(all.email, [claims, more])
  return {
    issuer: config.issuer,
    sub: claims.sub,
    email: hasAddress ? (all.email ?? null) : null,
    groups: groupsOf(all[config.groupsClaim]),
    calledName: firstText([all['preferred_username'], all.email, all['name']]),
    authenticatedAt: Number.isSafeInteger(claims.auth_time) ? Number(claims.auth_time) * SECOND_MS : null,
  }
}

/** The word that an address is verified stands beside the address: `true`, and nothing that only looks like it. */
function isVerified(email: string, told: readonly Readonly<Record<string, unknown>>[]): boolean {
  return told.some((one) => one['email'] === email && one['email_verified'] === true)
}

function firstText(claims: readonly unknown[]): string {
  return claims.find((claim) => typeof claim === 'string') ?? ''
}

function groupsOf(claim: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(claim) ? claim.slice(0, MOST_GROUPS) : [claim]
  return given.filter((group) => typeof group === 'string')
}
