import { afterAll, describe, expect, it } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { commandsOf } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import { type ConsoleClient, clientOf, signIn } from '../support/console-client.ts'
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import {
  type IdentityProvider,
  type ProviderAccount,
  startIdentityProvider,
  walkProvider,
} from '../support/identity-provider.ts'
import { openCore } from '../support/open-core.ts'
import { useFrontedGateway } from '../support/use-fronted-gateway.ts'

/** Signing in at an identity provider, and proving again who one is. */

let provider: IdentityProvider
let database: TestDatabase
let gateway: StartedGateway
let settings: Record<string, string>

useFrontedGateway(
  (started) => {
    ;({ database, gateway } = started)
  },
  async ({ url }) => {
    provider = await startIdentityProvider(['console', 'portal'].map((base) => `${url}/${base}/sign-in/oidc/callback`))
    settings = {
      CONSOLE_URL: `${url}/console`,
      PORTAL_URL: `${url}/portal/`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    }
    return settings
  },
)

afterAll(() => provider.close())

type Whom = {
  readonly login: string
  readonly browser?: CookieBrowser
  readonly base?: string
  readonly query?: string
}

function walk({ login, browser = cookieBrowser(), base = '/console', query = '' }: Whom) {
  return walkProvider(browser, { url: `${gateway.url}${base}/sign-in/oidc${query}`, provider, login })
}

/** Invites somebody by address and gives them an account at the provider. */
async function invite(
  name: string,
  roles: string,
  more: ProviderAccount & { organization?: string } = {},
): Promise<void> {
  const { organization = null, ...account } = more
  const email = `${name}@example.com`
  provider.accounts.set(name, { email, email_verified: true, ...account })
  await database.query(
    `INSERT INTO console_users (id, organization_id, name, email, roles, created_at)
     VALUES ($1, $2, $3, $4, string_to_array($5, ','), now())`,
    [`usr_${name}`, organization, name, email, roles],
  )
}

function tokenOf(browser: CookieBrowser, base = '/console'): string {
  return browser.cookie(`${gateway.url}${base}/`, 'hdg_console') ?? ''
}

function client(browser: CookieBrowser, base = '/console'): ConsoleClient {
  return clientOf({ url: gateway.url, base, cookie: `hdg_console=${tokenOf(browser, base)}` })
}

async function signedIn(login: string, base = '/console') {
  const browser = cookieBrowser()
  const { url } = await walk({ login, browser, base })
  expect(url).toBe(`${gateway.url}${base}/`)
  return { browser, client: client(browser, base) }
}

function refusalOf(url: string): string | null {
  return new URL(url).searchParams.get('signed-out')
}

const ERASE = 'mutation { eraseOrganization(id: "org_x", confirm: "org_x", reason: "only a try") { proposal { id } } }'

describe('[22] at the identity provider', () => {
  it('somebody signs in whose verified address was invited, and is known by their account from then on', async () => {
    await invite('ada', 'support')
    const { client: ada } = await signedIn('ada')
    expect((await ada.ask('{ viewer { name roles signedInBy } }')).viewer).toEqual({
      name: 'ada',
      roles: ['support', 'viewer'],
      signedInBy: 'oidc',
    })
    provider.accounts.set('ada', { email: 'other@example.com', email_verified: false })
    expect((await (await signedIn('ada')).client.ask('{ viewer { name } }')).viewer).toEqual({ name: 'ada' })
    const { auditEntries } = await ada.ask('{ auditEntries(subject: "usr_ada", first: 10) { items { action actor } } }')
    expect(auditEntries.items.map(({ action }: { action: string }) => action)).toEqual([
      'user.sign-in',
      'user.sign-in',
      'user.bind',
    ])
  })

  it('nobody signs in who was not invited, whatever groups they have; the try names their account', async () => {
    provider.accounts.set('stranger', { email: 'stranger@example.com', email_verified: true, groups: ['admin'] })
    const { url } = await walk({ login: 'stranger' })
    expect(refusalOf(url)).toBe('unknown')
    const [entry] = await database.query(
      "SELECT subject, details FROM audit_log WHERE action = 'user.sign-in.refused' ORDER BY id DESC LIMIT 1",
    )
    expect(entry).toMatchObject({
      subject: 'unknown',
      details: { sub: 'stranger', why: 'unknown', surface: 'console' },
    })
    expect(new URL(url).searchParams.get('request')).toBe(entry?.['details'].requestId)
  })

  it('people of one organization come to its portal, and to nothing else', async () => {
    await invite('paul', 'partner_admin', { organization: 'org_sandbox' })
    expect(refusalOf((await walk({ login: 'paul' })).url)).toBe('elsewhere')
    const { client: paul } = await signedIn('paul', '/portal')
    expect((await paul.ask('{ viewer { organization { id } } }')).viewer).toEqual({
      organization: { id: 'org_sandbox' },
    })
    await invite('olaf', 'viewer')
    expect(refusalOf((await walk({ login: 'olaf', base: '/portal' })).url)).toBe('elsewhere')
  })

  it('an operator at the machine gives somebody the account of a refused try, and takes it away', async () => {
    const core = await openCore(database, settings)
    const commands = await commandsOf('user')
    async function user(verb: string, values: Values): Promise<Rows> {
      const [command] = commands.filter((one) => one.verb === verb)
      return command ? runCommand(core, command, { values, actor: 'operator:grace' }) : []
    }
    try {
      await invite('ines', 'viewer', { email_verified: false })
      expect(refusalOf((await walk({ login: 'ines' })).url)).toBe('unknown')
      await user('bind', { id: 'ines', sub: 'ines' })
      const { client: ines } = await signedIn('ines')
      expect(await user('sessions', { id: 'ines' })).toMatchObject([{ signedInBy: 'oidc' }])
      await invite('ivan', 'viewer')
      await expect(user('bind', { id: 'ivan', sub: 'ines' })).rejects.toThrow('this account is somebody else’s')
      await user('bind', { id: 'ines' })
      expect(await ines.refusal('{ viewer { name } }')).toBe('SIGNED_OUT')
      expect(refusalOf((await walk({ login: 'ines' })).url)).toBe('unknown')
    } finally {
      await core.close()
    }
  })

  it('the browser gets cookies that scripts and other sites do not, and the page says which ways there are', async () => {
    const begun = await fetch(`${gateway.url}/console/sign-in/oidc`, { redirect: 'manual' })
    expect(begun.headers.get('set-cookie')).toMatch(
      /^hdg_sign_in=[\w-]+; Max-Age=600; Path=\/console\/sign-in\/oidc; HttpOnly; SameSite=Lax$/,
    )
    const to = new URL(begun.headers.get('location') ?? '')
    expect(to.origin).toBe(provider.issuer)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${gateway.url}/console/sign-in/oidc/callback`,
    })
    for (const base of ['/console', '/portal'])
      expect(await (await fetch(`${gateway.url}${base}/`)).text()).toContain(
        '<meta name="sign-in-ways" content="link oidc"',
      )
  })
})

describe('[22] what cannot be undone', () => {
  /** The person has proved who they are eleven minutes ago. */
  async function makeStale(name: string): Promise<void> {
    await database.query(
      `UPDATE console_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [`usr_${name}`],
    )
  }

  it('asks for a new proof, which gives another session; somebody else’s proof gives none', async () => {
    await invite('erna', 'admin')
    const { browser, client: before } = await signedIn('erna')
    expect(await before.refusal(ERASE)).toBeNull()
    await makeStale('erna')
    const { errors } = await before.answer(ERASE)
    expect(errors[0]).toMatchObject({ extensions: { code: 'STEP_UP_REQUIRED' } })
    expect(errors[0].message).toContain('not older than ten minutes')
    expect(
      await before.refusal('mutation { lookBooking(id: "ubk_none", reason: "only a try of mine") { rows } }'),
    ).toBe('BAD_INPUT')

    // In a browser that the provider knows nobody of.
    const unknown = cookieBrowser()
    unknown.put(`${gateway.url}/console`, 'hdg_console', tokenOf(browser))
    const other = await walk({ login: 'ada', browser: unknown, query: '?again=1' })
    expect([other.wasAsked, refusalOf(other.url)]).toEqual([true, 'other-person'])
    expect(await before.refusal(ERASE)).toBe('STEP_UP_REQUIRED')

    // Whoever is known at the provider still has to prove it.
    const old = tokenOf(browser)
    const again = await walk({ login: 'erna', browser, query: '?again=1' })
    expect([again.wasAsked, again.url]).toEqual([true, `${gateway.url}/console/signed-in-again`])
    expect(tokenOf(browser)).not.toBe(old)
    expect(await client(browser).refusal(ERASE)).toBeNull()
    expect(await before.refusal(ERASE)).toBe('SIGNED_OUT')
  })

  it.each([
    [
      'settling',
      'mutation { settleBooking(id: "x", found: "absent", note: "a try", reason: "only a try of mine") { rows } }',
    ],
    ['redacting', 'mutation { redactBooking(id: "x", reason: "only a try of mine") { rows } }'],
    ['a rate', 'mutation { setRate(currency: "SEK", rate: "10", reason: "only a try of mine") { rows } }'],
    [
      'credentials',
      'mutation { connectSupplier(organization: "org_sandbox", connection: "x", supplier: "rapid", credentials: "{}", reason: "a try of mine") { rows } }',
    ],
    ['inviting', 'mutation { inviteUser(name: "x", roles: "admin", reason: "only a try of mine") { rows } }'],
    ['roles', 'mutation { rolesUser(id: "x", roles: "admin", reason: "only a try of mine") { rows } }'],
    ['approving', 'mutation { approveProposal(id: "ID", reason: "only a try of mine") { rows } }'],
  ])('%s is among it', async (_what, document) => {
    const name = `stale-${_what.replaceAll(' ', '-')}`
    await invite(name, 'admin')
    const { client: stale } = await signedIn(name)
    await makeStale(name)
    const link = await signIn({ url: gateway.url, database })
    const { eraseOrganization } = await link.ask(ERASE)
    expect(await stale.refusal(document.replace('ID', eraseOrganization.proposal.id))).toBe('STEP_UP_REQUIRED')
  })

  it('is nothing for which a provider says no time of the proof', async () => {
    await invite('timeless', 'admin')
    const { client: timeless } = await signedIn('timeless')
    await database.query("UPDATE console_sessions SET authenticated_at = NULL WHERE user_id = 'usr_timeless'")
    expect(await timeless.refusal(ERASE)).toBe('STEP_UP_REQUIRED')
  })
})

describe('[22] the operators', () => {
  const OPERATORS = '{ operators { id name roles hasAccount openSessions lastSignInAt disabledAt } }'

  it('are shown with when they signed in, and signed out everywhere by an admin', async () => {
    await invite('nora', 'support')
    const [first, second] = [await signedIn('nora'), await signedIn('nora')]
    const admin = await signIn({ url: gateway.url, database })
    const nora = (await admin.ask(OPERATORS)).operators.find(({ name }: { name: string }) => name === 'nora')
    expect(nora).toMatchObject({
      hasAccount: true,
      openSessions: 2,
      lastSignInAt: expect.any(String),
      disabledAt: null,
    })
    const { operatorSessions } = await admin.ask('{ operatorSessions(id: "usr_nora") { signedInBy isViewers } }')
    expect(operatorSessions).toEqual([1, 2].map(() => ({ signedInBy: 'oidc', isViewers: false })))
    expect(await first.client.refusal('{ operatorSessions(id: "usr_nora") { id } }')).toBe('FORBIDDEN')
    await admin.ask('mutation { endSessionsUser(id: "usr_nora", reason: "a laptop was lost") { rows } }')
    expect(await first.client.refusal('{ viewer { name } }')).toBe('SIGNED_OUT')
    expect(await second.client.refusal('{ viewer { name } }')).toBe('SIGNED_OUT')
    expect(await admin.ask('{ operatorSessions(id: "usr_nora") { id } }')).toEqual({ operatorSessions: [] })
  })

  it('are invited, and get other roles, by two; people of a portal by one', async () => {
    const [first, second] = [
      await signIn({ url: gateway.url, database }),
      await signIn({ url: gateway.url, database, name: 'sandbox-second' }),
    ]
    async function proposed(document: string): Promise<string | null> {
      const answer = await first.ask(document)
      return Object.values<{ proposal: { id: string } | null }>(answer)[0]?.proposal?.id ?? null
    }
    const id = await proposed(
      'mutation { inviteUser(name: "nick", roles: "support", reason: "joins on Monday") { proposal { id } } }',
    )
    expect(await database.query("SELECT 1 FROM console_users WHERE name = 'nick'")).toEqual([])
    await second.ask('mutation ($id: ID!) { approveProposal(id: $id, reason: "seen the ticket") { rows } }', { id })
    const raised = await proposed(
      'mutation { rolesUser(id: "nick", roles: "admin", reason: "is on call") { proposal { id } } }',
    )
    expect(raised).toEqual(expect.any(String))
    expect(await database.query("SELECT 1 FROM console_users WHERE name = 'nick' AND 'admin' = ANY(roles)")).toEqual([])
    const partner = await proposed(
      'mutation { inviteUser(name: "pia", roles: "partner_admin", organization: "org_sandbox", reason: "the first one there") { proposal { id } } }',
    )
    expect(partner).toBeNull()
  })
})
