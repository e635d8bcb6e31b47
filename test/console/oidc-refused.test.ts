import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'
import { type Begun, GOOD_CLAIMS, scriptedSignIn } from '../support/scripted-sign-in.ts'
import { useFrontedGateway } from '../support/use-fronted-gateway.ts'

/** What a provider, a browser or somebody between them may do wrong, and that nobody is signed in by it. */

let provider: ScriptedProvider
let database: TestDatabase
let gateway: StartedGateway
let browser: CookieBrowser
let way: ReturnType<typeof scriptedSignIn>

useFrontedGateway(
  (started) => {
    ;({ database, gateway } = started)
    way = scriptedSignIn({ provider, at: `${gateway.url}/console` })
  },
  async ({ url }) => {
    provider = await startScriptedProvider()
    // The provider is away while the gateway starts.
    provider.script.metadata = { status: 500, body: 'down' }
    return {
      CONSOLE_URL: `${url}/console`,
      PORTAL_URL: `${url}/portal`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_ROLES: 'gateway-viewers=viewer,gateway-oncall=operations',
    }
  },
)

afterAll(() => provider.close())

beforeEach(() => {
  browser = cookieBrowser()
})

afterEach(() => {
  Object.assign(provider.script, { token: 'well', userinfo: 'well', signed: 'well' })
})

function begin(one = browser, query = ''): Promise<Begun> {
  return way.begin(one, query)
}

function comeBack(parameters: Readonly<Record<string, string>>, one = browser): Promise<string> {
  return way.comeBack(one, parameters)
}

function walk(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return way.walk(browser, claims)
}

function reasonOf(location: string): string | null {
  return new URL(location, gateway.url).searchParams.get('signed-out')
}

describe('[22] while the provider is away', () => {
  it('the gateway starts, says so to who knocks, and lets them in when it is back', async () => {
    provider.script.metadata = { status: 500, body: 'down' }
    const away = await browser.ask(`${gateway.url}/console/sign-in/oidc`)
    expect(away.status).toBe(303)
    expect(reasonOf(away.headers.get('location') ?? '')).toBe('provider')
    provider.script.metadata = 'well'
    expect(await walk()).toBe('/console/')
    expect(way.sessionOf(browser)).toMatch(/^[\w-]{43}$/)
    expect(provider.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    expect(gateway.log.join('\n')).not.toContain(provider.clientSecret)
  })

  it.each([
    ['answers 500', { status: 500, body: '{"error":"server_error"}' }],
    ['answers no JSON', { status: 200, body: '<html>' }],
    ['answers a list', { status: 200, body: '[]' }],
    ['answers a megabyte', { status: 200, body: JSON.stringify({ access_token: 'x'.repeat(1_000_000) }) }],
    ['leads elsewhere', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['knows the gateway no more', { status: 401, body: '{"error":"invalid_client"}' }],
  ] as const)('or %s, nobody is signed in', async (_what, token) => {
    provider.script.token = token
    expect(['provider', 'answer']).toContain(reasonOf(await walk()))
    expect(way.sessionOf(browser)).toBeUndefined()
  })

  it('or never answers, nobody waits for long, and no more than some wait at once', async () => {
    const browsers = Array.from({ length: 20 }, cookieBrowser)
    const begun = await Promise.all(browsers.map(async (one) => ({ one, ...(await begin(one)) })))
    provider.script.token = 'hang'
    const ends = await Promise.all(begun.map(({ one, state }) => comeBack({ code: 'any', state }, one)))
    expect(new Set(ends.map(reasonOf))).toEqual(new Set(['provider', 'busy']))
  })
})

describe('[22] an ID token', () => {
  const begun = Math.floor(Date.now() / 1_000)
  it.each([
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['for another audience', { aud: 'another-client' }],
    ['of another issuer', { iss: 'http://127.0.0.1:1/' }],
    ['that is too old', { iat: begun - 7_200, exp: begun - 3_600 }],
    ['that will be valid one day', { nbf: begun + 86_400 }],
    ['without a subject', { sub: undefined }],
    ['with an endless subject', { sub: 'x'.repeat(256) }],
    ['with a subject that no column holds', { sub: 'a\u0000b' }],
  ])('%s signs nobody in', async (_what, claims) => {
    expect(reasonOf(await walk(claims))).toBe('answer')
    expect(way.sessionOf(browser)).toBeUndefined()
  })

  it.each(['by another key', 'not at all', 'with the secret'] as const)('signed %s signs nobody in', async (signed) => {
    provider.script.signed = signed
    expect(reasonOf(await walk())).toBe('answer')
    expect(way.sessionOf(browser)).toBeUndefined()
  })

  it('that does not come signs nobody in', async () => {
    const { state, nonce } = await begin()
    provider.script.claims = null
    expect(reasonOf(await comeBack({ code: nonce, state }))).toBe('answer')
  })

  it('may be a minute ahead or behind', async () => {
    const now = Math.floor(Date.now() / 1_000)
    expect(await walk({ iat: now + 30, exp: now + 90 })).toBe('/console/')
    expect(await walk({ iat: now - 90, exp: now - 20 })).toBe('/console/')
  })
})

describe('[22] who comes back', () => {
  it('in a browser that did not begin is not signed in: neither with an attacker’s code nor with their own', async () => {
    const attacker = cookieBrowser()
    const { state, nonce } = await begin(attacker)
    provider.script.claims = GOOD_CLAIMS
    expect(reasonOf(await comeBack({ code: nonce, state }))).toBe('began')
    const mine = await begin()
    expect(mine.state).not.toBe(state)
    expect(reasonOf(await comeBack({ code: nonce, state }))).toBe('answer')
    expect(way.sessionOf(browser)).toBeUndefined()
  })

  it('does so once, also where the provider takes its code twice', async () => {
    const path = `${gateway.url}/console/sign-in/oidc/callback`
    const { state, nonce } = await begin()
    const held = browser.cookie(path, 'hdg_sign_in') ?? ''
    provider.script.claims = GOOD_CLAIMS
    expect(await comeBack({ code: nonce, state })).toBe('/console/')
    expect(browser.cookie(path, 'hdg_sign_in')).toBeUndefined()
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => {
        const copy = cookieBrowser()
        copy.put(`${gateway.url}/console/sign-in/oidc`, 'hdg_sign_in', held)
        return comeBack({ code: nonce, state }, copy)
      }),
    )
    expect(copies.map(reasonOf)).toEqual(copies.map(() => 'began'))
  })

  it('with a cookie that was changed, or with two states, is told to begin again', async () => {
    const { state, nonce } = await begin()
    const held = browser.cookie(`${gateway.url}/console/sign-in/oidc`, 'hdg_sign_in') ?? ''
    const turned = cookieBrowser()
    turned.put(
      `${gateway.url}/console/sign-in/oidc`,
      'hdg_sign_in',
      `${held.slice(0, -2)}${held.endsWith('A') ? 'B' : 'A'}A`,
    )
    expect(reasonOf(await comeBack({ code: nonce, state }, turned))).toBe('began')
    const twice = await browser.ask(`${gateway.url}/console/sign-in/oidc/callback?code=a&state=${state}&state=x`)
    expect(reasonOf(twice.headers.get('location') ?? '')).toBe('answer')
  })

  it('of another provider, or refused by this one, is told so', async () => {
    const { state } = await begin()
    expect(reasonOf(await comeBack({ code: 'a', state, iss: 'https://another.example.com' }))).toBe('answer')
    const again = await begin()
    expect(reasonOf(await comeBack({ error: 'access_denied', state: again.state }))).toBe('cancelled')
    const third = await begin()
    expect(reasonOf(await comeBack({ error: 'access_denied', state: `${third.state}x` }))).toBe('answer')
    expect(way.sessionOf(browser)).toBeUndefined()
  })

  it('is not led to another host', async () => {
    for (const to of [
      'https://evil.example.com/',
      '//evil.example.com/console/',
      '/console/../\\evil.example.com',
      '/portal/',
    ]) {
      const { state, nonce } = await begin(browser, `?return-to=${encodeURIComponent(to)}`)
      provider.script.claims = GOOD_CLAIMS
      expect([to, await comeBack({ code: nonce, state })]).toEqual([to, '/console/'])
    }
    const { state, nonce } = await begin(browser, `?return-to=${encodeURIComponent('/console/bookings?status=FAILED')}`)
    provider.script.claims = GOOD_CLAIMS
    expect(await comeBack({ code: nonce, state })).toBe('/console/bookings?status=FAILED')
  })
})

describe('[22] what the provider says of somebody', () => {
  it('admits by group, gives the roles of the groups at each sign-in, and none without', async () => {
    await walk({
      sub: 'sub-olga',
      email: 'olga@example.com',
      preferred_username: 'Olga.X@example.com',
      groups: ['gateway-oncall'],
    })
    const roles = "SELECT name, roles FROM console_users WHERE email = 'olga@example.com'"
    expect(await database.query(roles)).toEqual([{ name: 'olga.x', roles: ['operations'] }])
    await walk({ sub: 'sub-olga', groups: ['gateway-viewers', 'gateway-oncall', 'others'] })
    expect(await database.query(roles)).toEqual([{ name: 'olga.x', roles: ['operations', 'viewer'] }])
    expect(reasonOf(await walk({ sub: 'sub-olga', groups: [] }))).toBe('no-role')
    expect(await database.query(roles)).toEqual([{ name: 'olga.x', roles: [] }])
    const changes = await database.query(
      "SELECT details->'after' AS after FROM audit_log WHERE action = 'user.roles' AND actor = 'identity-provider' ORDER BY id",
    )
    expect(changes).toEqual([{ after: ['operations', 'viewer'] }, { after: [] }])
  })

  it('takes what no column holds for nothing', async () => {
    expect(
      await walk({
        sub: 'sub-odd',
        email: 'a\u0000@example.com',
        preferred_username: '\u0000\u202e ',
        auth_time: 1e300,
      }),
    ).toBe('/console/')
    expect(
      await database.query(`SELECT name, email FROM console_users WHERE subject = '${provider.issuer} sub-odd'`),
    ).toEqual([{ name: 'somebody', email: null }])
  })

  it('binds no invitation by an address that is not verified', async () => {
    await database.query(
      `INSERT INTO console_users (id, organization_id, name, email, roles, created_at)
       VALUES ('usr_invited', NULL, 'invited', 'invited@example.com', '{viewer}', now())`,
    )
    for (const verified of [false, undefined, 'true', 1]) {
      provider.script.userinfo = { status: 200, body: JSON.stringify({ sub: 'sub-invited' }) }
      const claims = { sub: 'sub-invited', email: 'invited@example.com', email_verified: verified, groups: [] }
      expect([verified, reasonOf(await walk(claims))]).toEqual([verified, 'unknown'])
    }
    expect(await database.query("SELECT subject FROM console_users WHERE name = 'invited'")).toEqual([
      { subject: null },
    ])
    await walk({ sub: 'sub-invited', email: 'Invited@example.com' })
    expect(await database.query("SELECT subject FROM console_users WHERE name = 'invited'")).toEqual([
      { subject: `${provider.issuer} sub-invited` },
    ])
    // The address is somebody else's account now: it does not lead to the person.
    expect(reasonOf(await walk({ sub: 'sub-thief', email: 'invited@example.com' }))).toBe('other-account')
    // And the person is known without it.
    expect(await walk({ sub: 'sub-invited', email: 'married@example.com' })).toBe('/console/')
  })

  it('lets nobody in who was disabled, or who is of the portal; each try is in the audit log', async () => {
    await walk({ sub: 'sub-gone', email: 'gone@example.com', preferred_username: 'gone' })
    await database.query("UPDATE console_users SET disabled_at = now() WHERE name = 'gone'")
    browser = cookieBrowser()
    expect(reasonOf(await walk({ sub: 'sub-gone' }))).toBe('disabled')
    await database.query(
      `INSERT INTO console_users (id, organization_id, name, email, roles, created_at)
       VALUES ('usr_partner', 'org_sandbox', 'partner', 'partner@example.com', '{partner_admin}', now())`,
    )
    expect(reasonOf(await walk({ sub: 'sub-partner', email: 'partner@example.com', groups: [] }))).toBe('elsewhere')
    expect(way.sessionOf(browser)).toBeUndefined()
    const tries = await database.query(
      "SELECT details->>'why' AS why FROM audit_log WHERE action = 'user.sign-in.refused' AND subject LIKE 'usr_%' ORDER BY id DESC LIMIT 2",
    )
    expect(tries).toEqual([{ why: 'elsewhere' }, { why: 'disabled' }])
  })

  it('of a first sign-in that comes five times at once makes one person', async () => {
    const begun = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const one = cookieBrowser()
        return { one, ...(await begin(one)) }
      }),
    )
    const claims = { sub: 'sub-many', email: 'many@example.com', preferred_username: 'many' }
    provider.script.claims = { ...GOOD_CLAIMS, ...claims }
    const ends = await Promise.all(begun.map(({ one, state, nonce }) => comeBack({ code: nonce, state }, one)))
    expect(ends).toEqual(begun.map(() => '/console/'))
    expect(await database.query("SELECT name FROM console_users WHERE email = 'many@example.com'")).toHaveLength(1)
  })
})
