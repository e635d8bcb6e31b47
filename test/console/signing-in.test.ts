import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { admin } from '../support/admin.ts'
import { makeLink, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

const VIEWER = '{ viewer { name actor kind roles organization { id } } }'

function viewerAnswer(base: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${gateway.url}${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: VIEWER }),
  })
}

describe('[22] a link', () => {
  it('signs in once, with a cookie that scripts and other sites do not get', async () => {
    const { base, token } = await makeLink(database, 'sandbox-operator')
    const first = await fetch(`${gateway.url}${base}/sign-in?link=${token}`, { redirect: 'manual' })
    expect(first.headers.get('location')).toBe('/console/')
    expect(first.headers.get('set-cookie')).toMatch(
      /^hdg_console=[\w-]{43}; Path=\/console; HttpOnly; SameSite=Strict$/,
    )
    const again = await fetch(`${gateway.url}${base}/sign-in?link=${token}`, { redirect: 'manual' })
    expect(again.headers.get('set-cookie')).toBeNull()
    expect(again.headers.get('location')).toBe('/console/?signed-out=link')
  })

  it('that is used twenty times at once signs in once', async () => {
    const { base, token } = await makeLink(database, 'sandbox-operator')
    const all = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${gateway.url}${base}/sign-in?link=${token}`, { redirect: 'manual' })),
    )
    expect(all.filter(({ headers }) => headers.get('set-cookie') !== null)).toHaveLength(1)
  })

  it('of the command lives for a quarter of an hour, of the start for an hour', async () => {
    await admin(database, 'user', 'link', 'sandbox-operator')
    const links = await database.query(
      'SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM console_links ORDER BY created_at',
    )
    expect([links[0], links.at(-1)]).toEqual([{ minutes: 60 }, { minutes: 15 }])
  })

  it('that is too old, or made up, signs nobody in', async () => {
    const { base, token } = await makeLink(database, 'sandbox-operator')
    await database.query("UPDATE console_links SET expires_at = now() - interval '1 second'")
    for (const link of [token, 'x', '', `${token}0`]) {
      const answer = await fetch(`${gateway.url}${base}/sign-in?link=${link}`, { redirect: 'manual' })
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })
})

describe('[22] a session', () => {
  it('knows who it is of, in the console and in the portal', async () => {
    const operator = await signIn({ url: gateway.url, database })
    expect((await operator.ask(VIEWER)).viewer).toMatchObject({
      actor: 'operator:sandbox-operator',
      kind: 'console',
      organization: null,
    })
    const partner = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    expect((await partner.ask(VIEWER)).viewer).toMatchObject({
      actor: 'partner:sandbox-partner',
      kind: 'portal',
      organization: { id: 'org_sandbox' },
      roles: ['partner_admin', 'partner_developer', 'partner_support'],
    })
  })

  it('of the portal is none in the console, nor the other way round', async () => {
    const partner = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    const operator = await signIn({ url: gateway.url, database })
    expect((await viewerAnswer('/console', { cookie: partner.cookie, 'x-console': '1' })).status).toBe(401)
    expect((await viewerAnswer('/portal', { cookie: operator.cookie, 'x-console': '1' })).status).toBe(401)
  })

  it('is worth nothing without the header that no page of another origin can send', async () => {
    const { cookie } = await signIn({ url: gateway.url, database })
    expect((await viewerAnswer('/console', { cookie })).status).toBe(403)
    const out = await fetch(`${gateway.url}/console/sign-out`, { method: 'POST', headers: { cookie } })
    expect(out.status).toBe(403)
    expect((await viewerAnswer('/console', { cookie, 'x-console': '1' })).status).toBe(200)
  })

  it('ends by signing out, by half an hour of nothing, after twelve hours, and with its person', async () => {
    async function statusAfter(change: (cookie: string) => Promise<unknown>): Promise<number> {
      const { cookie } = await signIn({ url: gateway.url, database })
      await change(cookie)
      return (await viewerAnswer('/console', { cookie, 'x-console': '1' })).status
    }
    const headers = { 'x-console': '1' }
    const ways: readonly ((cookie: string) => Promise<unknown>)[] = [
      (cookie) => fetch(`${gateway.url}/console/sign-out`, { method: 'POST', headers: { ...headers, cookie } }),
      () => database.query("UPDATE console_sessions SET seen_at = now() - interval '31 minutes'"),
      () => database.query('UPDATE console_sessions SET expires_at = now()'),
      () => database.query("UPDATE console_users SET disabled_at = now() WHERE name = 'sandbox-operator'"),
    ]
    const statuses: number[] = []
    for (const way of ways) statuses.push(await statusAfter(way))
    await database.query('UPDATE console_users SET disabled_at = NULL')
    expect(statuses).toEqual([401, 401, 401, 401])
  })
})

describe('[22] a session', () => {
  async function seenBefore(cookie: string, minutes: number): Promise<void> {
    const hash = createHash('sha256')
      .update(cookie.slice(cookie.indexOf('=') + 1))
      .digest()
    await database.query(
      "UPDATE console_sessions SET seen_at = now() - $2 * interval '1 minute' WHERE token_hash = $1",
      [hash, minutes],
    )
  }

  async function minutesIdle(cookie: string): Promise<number> {
    const hash = createHash('sha256')
      .update(cookie.slice(cookie.indexOf('=') + 1))
      .digest()
    const [row] = await database.query(
      'SELECT (extract(epoch FROM now() - seen_at) / 60)::int AS idle FROM console_sessions WHERE token_hash = $1',
      [hash],
    )
    return row?.['idle']
  }

  it('lives for twelve hours, however much it is used', async () => {
    const { cookie } = await signIn({ url: gateway.url, database })
    await viewerAnswer('/console', { cookie, 'x-console': '1' })
    const [session] = await database.query(
      `SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM console_sessions
       ORDER BY created_at DESC LIMIT 1`,
    )
    expect(session).toEqual({ hours: 12 })
  })

  it('is not kept open by a stream, nor by what a page asks by itself, but by a person', async () => {
    const { cookie } = await signIn({ url: gateway.url, database })
    await seenBefore(cookie, 20)
    const leaving = new AbortController()
    const stream = await fetch(`${gateway.url}/console/graphql/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-console': '1', cookie },
      body: JSON.stringify({ query: 'subscription { news }' }),
      signal: leaving.signal,
    })
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect((await viewerAnswer('/console', { cookie, 'x-console': 'by-itself' })).status).toBe(200)
    // What a person asks is written after what was asked before it.
    expect(await minutesIdle(cookie)).toBe(20)
    expect((await viewerAnswer('/console', { cookie, 'x-console': '1' })).status).toBe(200)
    await until('the session to be used', async () => (await minutesIdle(cookie)) === 0)
    leaving.abort()
  })
})

describe('[22] a role', () => {
  it('gets what is its own, is told what else would need, and the try is in the audit log', async () => {
    await makePerson(database, { name: 'viewing', roles: ['viewer'] })
    const viewer = await signIn({ url: gateway.url, database, name: 'viewing' })
    expect((await viewer.ask('{ auditEntries(first: 1) { items { id } } }')).auditEntries.items).toHaveLength(1)
    const { errors } = await viewer.answer(
      'mutation { createOrganization(id: "org_never", name: "x", reason: "only a try of mine") { rows } }',
    )
    expect(errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', needs: ['admin'], requestId: expect.any(String) })
    const operator = await signIn({ url: gateway.url, database })
    const { auditEntries } = await operator.ask(
      '{ auditEntries(actor: "operator:viewing", action: "console.refused") { items { subject requestId } } }',
    )
    expect(auditEntries.items).toEqual([
      { subject: 'Mutation.createOrganization', requestId: errors[0].extensions.requestId },
    ])
    expect(await database.query("SELECT 1 FROM organizations WHERE id = 'org_never'")).toEqual([])
  })
})

describe('[22] the pages', () => {
  it('run no script but their own, are framed by nobody, and answer a deep link', async () => {
    for (const path of ['/console/', '/console/bookings/ubk_x?tab=money', '/portal/']) {
      const answer = await fetch(`${gateway.url}${path}`)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(await answer.text()).toContain(`<base href="${path.slice(0, path.indexOf('/', 1))}/"`)
    }
    expect((await fetch(`${gateway.url}/console/assets/none.js`)).status).toBe(404)
    expect((await fetch(`${gateway.url}/console/..%2f..%2fpackage.json`)).headers.get('content-type')).toMatch(
      /text\/html|application\/json/,
    )
  })
})
