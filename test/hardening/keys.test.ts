import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { SCOPES } from '../../src/operations/caller.ts'
import { NOBODYS } from '../support/access-ids.ts'
import { admin } from '../support/admin.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { documentsOf, FIELD_CALLS, fieldPath } from '../support/field-calls.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { type HttpAnswer, type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { makeKey } from '../support/keys.ts'
import { rawSocket } from '../support/raw-socket.ts'
import { isOwned, ROUTE_CALLS } from '../support/route-calls.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let gateways: StartedGateway[]

function gatewayAt(index: number): StartedGateway {
  const gateway = gateways[index]
  if (!gateway) throw new Error('no such gateway')
  return gateway
}
function clientOf(apiKey: string, index = 0): HttpClient {
  return httpClient({ url: gatewayAt(index).url, apiKey })
}

beforeAll(async () => {
  database = await createTestDatabase()
  const options = { databaseUrl: database.url, env: { SHUTDOWN_TIMEOUT_MS: '1000' } }
  gateways = [await startGateway(options), await startGateway(options)]
  await database.query('UPDATE organizations SET rate_limit_factor = 100')
})

afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.stop()
  await database?.drop()
})

describe('a key', () => {
  it('is shown once, and only its hash is kept', async () => {
    const [made] = await admin(database, 'key', 'create', '--organization', 'org_sandbox', '--scopes', 'search')
    expect(made.apiKey).toMatch(/^hdg_sandbox_[\w-]{43}$/)
    expect((await clientOf(made.apiKey).get('/hotels/filters')).status).toBe(200)
    const [row] = await database.query('SELECT *, encode(key_hash, $2) AS hash FROM api_keys WHERE id = $1', [
      made.keyId,
      'hex',
    ])
    expect(row.hash).toBe(createHash('sha256').update(made.apiKey).digest('hex'))
    const everything = JSON.stringify(await database.query('SELECT * FROM api_keys'))
    expect(everything).not.toContain(made.apiKey.slice(20))
    const listed = await admin(database, 'key', 'list', '--organization', 'org_sandbox')
    expect(JSON.stringify(listed)).not.toContain(made.apiKey.slice(20))
    expect(listed.find(({ keyId }: Json) => keyId === made.keyId)).toMatchObject({ prefix: made.apiKey.slice(0, 16) })
  })

  it('tells when it was last used', async () => {
    const [made] = await admin(database, 'key', 'create', '--organization', 'org_sandbox')
    async function used(): Promise<string | null> {
      const listed = await admin(database, 'key', 'list', '--organization', 'org_sandbox')
      return listed.find(({ keyId }: Json) => keyId === made.keyId).lastUsedAt
    }
    expect(await used()).toBeNull()
    const before = Date.now()
    await clientOf(made.apiKey).get('/hotels/filters')
    const at = await until('the time of its use', used)
    expect(Date.parse(at)).toBeGreaterThanOrEqual(before - 1_000)
  })

  it('[C-004] ends when it expires, in real time: the sandbox’s clock moves no key', async () => {
    const { apiKey } = await makeKey(database, SCOPES, { expiresInMs: 3_000 })
    const { apiKey: later } = await makeKey(database, SCOPES, { expiresInMs: 3_600_000 })
    await clientOf(gatewayAt(0).apiKey).post('/sandbox/clock', { advance_seconds: 7_200 })
    expect((await clientOf(apiKey).get('/hotels/filters')).status).toBe(200)
    await until('the key to end', async () => (await clientOf(apiKey).get('/hotels/filters')).status === 401)
    expect((await clientOf(later).get('/hotels/filters')).status).toBe(200)
  })

  it('[C-004] that was revoked is refused within seconds in every process, on both facades', async () => {
    const [made] = await admin(database, 'key', 'create', '--organization', 'org_sandbox')
    const clients = [clientOf(made.apiKey, 0), clientOf(made.apiKey, 1)]
    function ask(): Promise<number[]> {
      return Promise.all(
        clients.flatMap((client) => [
          client.get('/hotels/filters').then(({ status }) => status),
          client.post('/graphql', { query: '{ nationalities { __typename } }' }).then(({ status }) => status),
        ]),
      )
    }
    expect(await ask()).toEqual([200, 200, 200, 200])
    await admin(database, 'key', 'revoke', '--id', made.keyId)
    await until('the refusal everywhere', async () => (await ask()).every((status) => status === 401))
  })

  it('that was revoked ends its open streams within seconds: reconnecting meets the refusal', async () => {
    const { apiKey, keyId } = await makeKey(database, SCOPES)
    const { url } = gatewayAt(0)
    const client = clientOf(apiKey)
    const rooms = await client.post(`/hotels/${await scenarioHotel(gatewayAt(0), 'slow')}/rooms`, {
      ...stay(),
      ...party,
    })
    const booked = await bookScenario(gatewayAt(0), httpJourney(gatewayAt(0)), 'cancel-free', 'INSTANT')
    const stream = await rawSocket(url)
    stream.send(`GET ${rooms.body.data.sse_stream_url} HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\n\r\n`)
    const query = `subscription { bookingUpdated(bookingId: "${booked.booking_id}", afterSequence: 0) { type } }`
    const subscription = await rawSocket(url)
    const body = JSON.stringify({ query })
    subscription.send(
      `POST /graphql/stream HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\naccept: text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await until(
      'both to be open',
      () => stream.received().includes('retry: ') && subscription.received().includes('event: next'),
    )
    await admin(database, 'key', 'revoke', '--id', keyId)
    await subscription.closed
    // The stream's connection may be kept for the next request, which is refused; its answer is over.
    await until('the end of the stream', () => stream.received().endsWith('0\r\n\r\n'))
    expect(stream.received()).toContain(': the key is not valid any more')
    expect(subscription.socket.destroyed).toBe(true)
    expect(subscription.received()).not.toContain('event: complete')
    stream.socket.destroy()
    expect((await client.get(rooms.body.data.sse_stream_url, { 'last-event-id': '1' })).status).toBe(401)
  })

  it('[C-005] of the other environment is refused by its very name', async () => {
    const apiKey = `hdg_production_${'x'.repeat(43)}`
    await database.query(
      "INSERT INTO api_keys (id, organization_id, environment, key_hash, prefix, scopes) VALUES ('key_odd', 'org_sandbox', 'sandbox', $1, 'hdg_production_', $2)",
      [createHash('sha256').update(apiKey).digest(), SCOPES],
    )
    expect((await clientOf(apiKey).get('/hotels/filters')).status).toBe(401)
  })

  it('[C-006] is never taken from a URL, a body or another header', async () => {
    const { url, apiKey } = gatewayAt(0)
    const attempts = [
      fetch(`${url}/hotels/filters?x-api-key=${apiKey}&api_key=${apiKey}&apiKey=${apiKey}`),
      fetch(`${url}/hotels/filters`, { headers: { authorization: `Bearer ${apiKey}`, cookie: `x-api-key=${apiKey}` } }),
      fetch(`${url}/graphql?x-api-key=${apiKey}&query={__typename}`),
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ __typename }', extensions: { 'x-api-key': apiKey } }),
      }),
    ]
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(401)
  })

  it('that is guessed leaves those that exist alone, and is refused unread after sixty in a minute', async () => {
    const good = clientOf(gatewayAt(1).apiKey, 1)
    await good.get('/hotels/filters')
    function guess(index: number): Promise<HttpAnswer> {
      return clientOf(`hdg_sandbox_guess_${index}_${'x'.repeat(30)}`, 1).get('/hotels/filters')
    }
    const statuses: number[] = []
    for (let index = 0; index < 80; index++) statuses.push((await guess(index)).status)
    expect(statuses.filter((status) => status === 401).length).toBe(60)
    expect(statuses.slice(60).every((status) => status === 429)).toBe(true)
    const refused = await guess(100)
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', details: { rate_class: 'authentication' } },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The same wrong key again costs nothing, so it is told what it was told.
    expect((await guess(0)).status).toBe(401)
    expect((await good.get('/hotels/filters')).status).toBe(200)
  })
})

/** The routes that ask for a scope; `/me` answers every key. */
const SCOPED = ROUTES.flatMap((route) =>
  route.scope === null ? [] : [[`${route.method} ${route.path}`, { ...route, scope: route.scope }] as const],
)

const SCOPED_FIELDS = Object.entries(FIELD_CALLS).flatMap(([name, field]) =>
  field.scope === null ? [] : [[name, { ...field, scope: field.scope }] as const],
)

describe('a scope', () => {
  const keys = new Map<string, { readonly only: HttpClient; readonly without: HttpClient }>()

  beforeAll(async () => {
    for (const scope of SCOPES) {
      const only = await makeKey(database, [scope])
      const without = await makeKey(
        database,
        SCOPES.filter((other) => other !== scope),
      )
      keys.set(scope, { only: clientOf(only.apiKey), without: clientOf(without.apiKey) })
    }
  })

  function clientsOf(scope: string): { readonly only: HttpClient; readonly without: HttpClient } {
    const clients = keys.get(scope)
    if (!clients) throw new Error(`no keys of ${scope}`)
    return clients
  }

  it.each(SCOPED)('is what %s asks for, and nothing else', async (name, { scope, method }) => {
    const entry = ROUTE_CALLS[name]
    if (!entry) throw new Error(`no call of ${name}`)
    const call = isOwned(entry) ? entry.calls(NOBODYS)[0] : entry.call()
    if (!call) throw new Error(`no call of ${name}`)
    const { only, without } = clientsOf(scope)
    const refused = await without.call(method, call.path, call.body, call.headers)
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: { required_scope: scope } } })
    expect(refused.headers.get('ratelimit')).toMatch(/^"\w+";r=\d+;t=\d+$/)
    const allowed = await only.call(method, call.path, call.body, call.headers)
    expect([401, 403, 429, 500]).not.toContain(allowed.status)
    expect(allowed.headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=60$/)
  })

  it.each(SCOPED_FIELDS)('is what the field %s asks for, and nothing else', async (_name, field) => {
    const { scope } = field
    const { only, without } = clientsOf(scope)
    const [query] = documentsOf(field, NOBODYS)
    const headers = { accept: field.kind === 'subscription' ? 'text/event-stream' : 'application/json' }
    function textOf({ body }: HttpAnswer): string {
      return typeof body === 'string' ? body : JSON.stringify(body)
    }
    const refused = await without.post(fieldPath(field), { query }, headers)
    expect(textOf(refused)).toContain('"code":"FORBIDDEN"')
    expect(textOf(refused)).toContain(`"requiredScope":"${scope}"`)
    const allowed = await only.post(fieldPath(field), { query }, headers)
    expect(textOf(allowed)).not.toMatch(/FORBIDDEN|UNAUTHENTICATED|RATE_LIMITED|INTERNAL_ERROR|VALIDATION_FAILED/)
    for (const answer of [refused, allowed]) expect(answer.headers.get('ratelimit')).toMatch(/^"\w+";r=\d+;t=\d+$/)
  })
})
