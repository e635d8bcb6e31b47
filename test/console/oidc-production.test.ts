import { afterAll, expect, it } from 'vitest'
import { clientOf } from '../support/console-client.ts'
import { cookieBrowser } from '../support/cookie-browser.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, TEST_MASTER_KEY } from '../support/gateway.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'
import { scriptedSignIn } from '../support/scripted-sign-in.ts'
import { useFrontedGateway } from '../support/use-fronted-gateway.ts'

/** Production from nothing: no link, no invitation, the console on the operators' port of a process that serves no partner. */

let provider: ScriptedProvider
let database: TestDatabase
let operators: string
let gateway: StartedGateway

/** Only digits, as a setting that may be shown is written. */
const SECRET = '431234567890'

useFrontedGateway(
  (started) => {
    ;({ database, gateway } = started)
    operators = gateway.operatorUrl ?? ''
  },
  async ({ url, operatorUrl }) => {
    provider = await startScriptedProvider(SECRET)
    return {
      ENVIRONMENT: 'production',
      MASTER_KEY: TEST_MASTER_KEY,
      SANDBOX_API_KEY: '',
      OPERATOR_PORT: '0',
      CONSOLE_URL: `${operatorUrl}/console`,
      PORTAL_URL: `${url}/portal`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_ROLES: 'gateway-admins=admin',
    }
  },
)

afterAll(() => provider.close())

/** Signs in as whom the provider's claims say; returns the session's line and the cookie that leads there. */
async function enter(at: string, claims: Readonly<Record<string, unknown>>) {
  const browser = cookieBrowser()
  const begun = await browser.ask(`${at}/sign-in/oidc`)
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  provider.script.claims = claims
  const back = new URLSearchParams({ code: asked.get('nonce') ?? '', state: asked.get('state') ?? '' })
  const entered = await browser.ask(`${at}/sign-in/oidc/callback?${back.toString()}`)
  return { browser, begun, entered }
}

it('[22] in production the first operator comes in by a group, over TLS alone, and nobody by a link', async () => {
  const { browser, begun, entered } = await enter(`${operators}/console`, {
    sub: 'first',
    preferred_username: 'Grace Hopper',
    groups: ['gateway-admins'],
  })
  expect(begun.headers.get('set-cookie')).toMatch(/; Secure; SameSite=Lax$/)
  expect(entered.headers.get('location')).toBe('/console/')
  const cookie = entered.headers.getSetCookie().find((line) => line.startsWith('hdg_console='))
  expect(cookie).toMatch(/^hdg_console=[\w-]{43}; Path=\/console; HttpOnly; Secure; SameSite=Strict$/)

  const answer = await browser.ask(`${operators}/console/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ query: '{ viewer { name actor } system { settings { name value } } }' }),
  })
  const { data } = await answer.json()
  expect(data.viewer).toEqual({ name: 'grace-hopper', actor: 'operator:grace-hopper' })
  expect(data.system.settings).toContainEqual({ name: 'OIDC_CLIENT_SECRET', value: 'set' })
  expect(JSON.stringify(data)).not.toContain(SECRET)

  expect(await (await fetch(`${operators}/console/`)).text()).toContain('<meta name="sign-in-ways" content="oidc"')
  const token = 'a-link-that-should-not-be-there-in-production'
  await database.query(
    `INSERT INTO console_links (token_hash, user_id, created_at, expires_at)
     SELECT sha256($1::bytea), id, now(), now() + interval '1 hour' FROM console_users`,
    [Buffer.from(token)],
  )
  const linked = await fetch(`${operators}/console/sign-in?link=${token}`, { redirect: 'manual' })
  expect([linked.headers.get('location'), linked.headers.get('set-cookie')]).toEqual([
    '/console/?signed-out=link',
    null,
  ])

  // As a database has it that was a sandbox's.
  await database.query(
    `INSERT INTO console_sessions (id, token_hash, user_id, signed_in_by, created_at, seen_at, expires_at)
     SELECT 'ses_of_a_link', sha256($1::bytea), id, 'link', now(), now(), now() + interval '1 hour' FROM console_users`,
    [Buffer.from(token)],
  )
  const old = clientOf({ url: operators, base: '/console', cookie: `hdg_console=${token}` })
  expect(await old.refusal('{ viewer { name } }')).toBe('SIGNED_OUT')
})

it('[22] in production a partner’s admin is invited by address, and invites by address alone', async () => {
  await database.query("INSERT INTO organizations (id, name) VALUES ('org_acme', 'Acme')")
  await database.query(
    `INSERT INTO console_users (id, organization_id, name, email, roles, created_at)
     VALUES ('usr_pat', 'org_acme', 'pat', 'pat@example.com', '{partner_admin}', now())`,
  )
  // The provider's groups say nothing of partners' people.
  const claims = { sub: 'pat', email: 'Pat@Example.com', email_verified: true, groups: ['gateway-admins'] }
  const { browser, entered } = await enter(`${gateway.url}/portal`, claims)
  expect(entered.headers.get('location')).toBe('/portal/')
  const cookie = `hdg_console=${browser.cookie(`${gateway.url}/portal/`, 'hdg_console') ?? ''}`
  const pat = clientOf({ url: gateway.url, base: '/portal', cookie })
  const invite =
    'mutation ($email: String) { inviteOwnPerson(name: "quinn", email: $email, roles: ["partner_support"]) { signInPath } }'
  const { errors } = await pat.answer(invite)
  expect(errors[0].extensions).toMatchObject({ code: 'BAD_INPUT', field: 'email' })
  expect(await pat.ask(invite, { email: 'quinn@example.com' })).toEqual({ inviteOwnPerson: { signInPath: null } })
  const { entered: quinn } = await enter(`${gateway.url}/portal`, {
    ...claims,
    sub: 'quinn',
    email: 'quinn@example.com',
  })
  expect(quinn.headers.get('location')).toBe('/portal/')

  expect((await fetch(`${gateway.url}/console/`)).status).toBe(404)
})

it.each([
  ['is away', { status: 500, body: '{"error":"server_error"}' }],
  ['knows no such code', { status: 400, body: '{"error":"invalid_grant"}' }],
] as const)(
  '[22] one sign-in has the provider asked once, also when it %s, and is begun again then',
  async (_what, token) => {
    const way = scriptedSignIn({ provider, at: `${operators}/console` })
    const first = cookieBrowser()
    const { state } = await way.begin(first)
    provider.script.token = token
    const asked = provider.asked.length
    const ends = await Promise.all(
      Array.from({ length: 10 }, () => {
        const copy = cookieBrowser()
        copy.put(`${operators}/console/sign-in/oidc`, 'hdg_sign_in', way.pendingOf(first) ?? '')
        return way.comeBack(copy, { code: 'made-up', state })
      }),
    )
    provider.script.token = 'well'
    expect(provider.asked.length - asked).toBe(1)
    expect(ends.filter((end) => end.includes('signed-out=began')).length).toBeGreaterThanOrEqual(9)
    expect(await way.walk(cookieBrowser(), { sub: 'again', groups: ['gateway-admins'] })).toBe('/console/')
  },
)

function refusalOf({ entered }: Awaited<ReturnType<typeof enter>>): string | null {
  return new URL(entered.headers.get('location') ?? '', gateway.url).searchParams.get('signed-out')
}

type Row = { readonly id: string; readonly organization: string | null; readonly name: string; readonly email: string }

async function invited({ id, organization, name, email }: Row): Promise<void> {
  await database.query(
    `INSERT INTO console_users (id, organization_id, name, email, roles, created_at)
     VALUES ($1, $2, $3, $4, '{}', now())`,
    [id, organization, name, email],
  )
}

async function boundTo(sub: string): Promise<readonly unknown[]> {
  const rows = await database.query('SELECT name FROM console_users WHERE subject = $1 ORDER BY name', [
    `${provider.issuer} ${sub}`,
  ])
  return rows.map(({ name }) => name)
}

it('[22] who comes without the groups of before loses roles and open sessions', async () => {
  const claims = { sub: 'olga', preferred_username: 'olga', groups: ['gateway-admins'] }
  const { browser } = await enter(`${operators}/console`, claims)
  const cookie = `hdg_console=${browser.cookie(`${operators}/console/`, 'hdg_console') ?? ''}`
  const olga = clientOf({ url: operators, base: '/console', cookie })
  expect((await olga.ask('{ viewer { name } }')).viewer).toEqual({ name: 'olga' })
  expect(refusalOf(await enter(`${operators}/console`, { ...claims, groups: [] }))).toBe('no-role')
  expect(await olga.refusal('{ viewer { name } }')).toBe('SIGNED_OUT')
  expect(await database.query("SELECT roles FROM console_users WHERE name = 'olga'")).toEqual([{ roles: [] }])
})

it('[22] nobody comes in by a group who is called as an operator is: it may be one human with two accounts', async () => {
  const first = { sub: 'gwen', preferred_username: 'gwen', groups: ['gateway-admins'] }
  expect(refusalOf(await enter(`${operators}/console`, first))).toBeNull()
  const second = { ...first, sub: 'gwen-2', email: 'gwen2@example.com', email_verified: true }
  for (const name of ['Gwen@elsewhere.example.com', 'gwen.2'])
    expect(refusalOf(await enter(`${operators}/console`, { ...second, preferred_username: name }))).toBe('namesake')
  expect(await boundTo('gwen-2')).toEqual([])
  // An admin says that it is somebody else, by an invitation.
  await invited({ id: 'usr_gwen_2', organization: null, name: 'gwen.jones', email: 'gwen2@example.com' })
  expect(refusalOf(await enter(`${operators}/console`, second))).toBeNull()
  expect(await boundTo('gwen-2')).toEqual(['gwen.jones'])
})

it('[22] an invitation to a portal takes neither the address nor the account from an operator', async () => {
  await database.query("INSERT INTO organizations (id, name) VALUES ('org_trap', 'Trap')")
  await invited({ id: 'usr_trap', organization: 'org_trap', name: 'trap', email: 'dora@example.com' })
  await invited({ id: 'usr_dora', organization: null, name: 'dora', email: 'dora@example.com' })
  const claims = { sub: 'dora', email: 'dora@example.com', email_verified: true, groups: ['gateway-admins'] }
  expect(refusalOf(await enter(`${gateway.url}/portal`, claims))).toBeNull()
  expect(await boundTo('dora')).toEqual(['trap'])
  expect(refusalOf(await enter(`${operators}/console`, claims))).toBeNull()
  expect(await boundTo('dora')).toEqual(['dora', 'trap'])
})

it('[22] an address that two organizations have invited is nobody’s until an operator says whose', async () => {
  for (const id of ['org_one', 'org_two']) {
    await database.query('INSERT INTO organizations (id, name) VALUES ($1, $1)', [id])
    await invited({ id: `usr_${id}`, organization: id, name: `rosa.${id}`, email: 'rosa@example.com' })
  }
  const claims = { sub: 'rosa', email: 'rosa@example.com', email_verified: true }
  expect(refusalOf(await enter(`${gateway.url}/portal`, claims))).toBe('several')
  expect(await boundTo('rosa')).toEqual([])
  await database.query("UPDATE console_users SET subject = $1 WHERE id = 'usr_org_two'", [`${provider.issuer} rosa`])
  const { entered } = await enter(`${gateway.url}/portal`, claims)
  expect(entered.headers.get('location')).toBe('/portal/')
})
