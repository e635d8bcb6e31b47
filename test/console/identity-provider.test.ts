import { lookup } from 'node:dns'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IdentityProvider } from '../../src/console/oidc/identity-provider.ts'
import { createIdentityProvider } from '../../src/console/oidc/identity-provider.ts'
import { beginSignIn } from '../../src/console/oidc/pending.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'

/** What a provider says of itself, and that nobody is led, and no secret goes, to where it should not. */

let scripted: ScriptedProvider
let provider: IdentityProvider

beforeEach(async () => {
  scripted = await startScriptedProvider()
  const { issuer, clientId, clientSecret } = scripted
  provider = createIdentityProvider({
    config: {
      issuer,
      clientId,
      clientSecret,
      scopes: 'openid',
      groupsClaim: 'groups',
      rolesOfGroups: null,
      consoleUrl: 'https://ops.example.com/console',
      portalUrl: null,
    },
    lookup,
    now: Date.now,
  })
})

afterEach(async () => {
  await provider.close()
  await scripted.close()
})

function ask(): Promise<string> {
  const pending = beginSignIn({ base: '/console', returnTo: '/console/', renews: null }, Date.now())
  return provider.signInUrl(pending, 'https://ops.example.com/console/sign-in/oidc/callback')
}

describe('[22] a provider', () => {
  it('that is well leads to its page', async () => {
    expect(await ask()).toMatch(new RegExp(`^${scripted.issuer}authorize\\?`))
  })

  it.each([
    ['another issuer', { issuer: 'https://another.example.com/' }],
    ['every tenant', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }],
    ['a page without TLS', { authorization_endpoint: 'http://id.example.com/authorize' }],
    ['a script for a page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['no page', { authorization_endpoint: undefined }],
    ['tokens without TLS', { token_endpoint: 'http://id.example.com/token' }],
    ['keys without TLS', { jwks_uri: 'http://id.example.com/keys' }],
    ['no keys', { jwks_uri: undefined }],
    ['people without TLS', { userinfo_endpoint: 'http://id.example.com/me' }],
  ])('that says of itself: %s, is none', async (_what, changed) => {
    scripted.script.changedMetadata = changed
    await expect(ask()).rejects.toMatchObject({ name: 'SignInFailure', failure: 'provider' })
  })

  it('that says nothing is none, within seconds, and is not asked by everybody who comes then', async () => {
    scripted.script.metadata = 'hang'
    await Promise.all(Array.from({ length: 10 }, () => expect(ask()).rejects.toMatchObject({ failure: 'provider' })))
    scripted.script.metadata = 'well'
    await expect(ask()).rejects.toMatchObject({ failure: 'provider' })
    expect(scripted.timesAsked()).toBe(1)
  })
})
