import { Agent, request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAITING } from '../../src/platform/fair-share.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type Gate, startGate } from '../support/gate.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { makeKey } from '../support/keys.ts'
import { sandboxSuppliersPort } from '../support/sandbox-suppliers.ts'
import { until } from '../support/until.ts'

/** More than one organization may have waiting. */
const AT_ONCE = 400
/** Three times the connections that there are. */
const LISTS = 60
/** Each makes several calls to suppliers. */
const SEARCHES = 40

let database: TestDatabase
let gateway: GatewayProcess
/** The sandbox's suppliers, in a process of their own behind a gate. */
let suppliers: GatewayProcess
let gate: Gate
let busy: string
let quiet: string
const agents: Agent[] = []

beforeAll(async () => {
  database = await createSandboxDatabase()
  const env = { ROLES: 'suppliers', OPERATOR_PORT: '0' }
  suppliers = await startGatewayProcess({ databaseUrl: database.url, env })
  gate = await startGate(await sandboxSuppliersPort(database))
  gateway = await startGatewayProcess({
    databaseUrl: database.url,
    env: { ROLES: 'api', SANDBOX_SUPPLIERS_URL: `http://127.0.0.1:${gate.port}` },
  })
  busy = await newOrganization('org_busy')
  quiet = await newOrganization('org_quiet')
})

afterAll(async () => {
  for (const agent of agents) agent.destroy()
  await gateway?.kill('SIGKILL')
  await suppliers?.kill('SIGKILL')
  await gate?.close()
  await database?.drop()
})

/** With the sandbox's suppliers, and limits that nobody reaches: what is refused here is refused for its waiting. */
async function newOrganization(organizationId: string): Promise<string> {
  await database.query('INSERT INTO organizations (id, name, rate_limit_factor) VALUES ($1, $1, 10000)', [
    organizationId,
  ])
  await database.query(
    `INSERT INTO organization_suppliers SELECT $1, supplier_code, connection_id, enabled FROM organization_suppliers
     WHERE organization_id = 'org_sandbox'`,
    [organizationId],
  )
  return (await makeKey(database, ['search', 'bookings:read', 'webhooks'], { organizationId })).apiKey
}

const SEARCH = { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 20 }
const searching: Facade = { path: '/hotels/search', body: () => SEARCH }
/** A document that nobody has sent before has to be validated and compiled. */
const querying: Facade = {
  path: '/graphql',
  body: (turn) => ({ query: `query Q${turn} { destinations(q: "lo") { __typename } }` }),
}

type Facade = { readonly path: string; readonly body: (turn: number) => Json }
type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly body: Json }

/** `sent` is over when the last byte is with the kernel. */
function send(agent: Agent, apiKey: string, { path, body }: Facade, turn: number): Sent {
  const sent = Promise.withResolvers<void>()
  const answer = new Promise<Answer>((resolve, reject) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const asked = request(gateway.url + path, { agent, method: 'POST', headers }, (response) => {
      const retryAfter = response.headers['retry-after']
      json(response).then((told) => resolve({ status: response.statusCode ?? 0, retryAfter, body: told }), reject)
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body(turn)), () => sent.resolve())
  })
  return { sent: sent.promise, answer }
}

type Sent = { readonly sent: Promise<void>; readonly answer: Promise<Answer> }

/** So many open connections: the server takes new ones one by one, and would have answered the first before the last came. */
async function connected(count: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  agents.push(agent)
  function live(): Promise<void> {
    return new Promise((resolve, reject) => {
      const asked = request(`${gateway.url}/health/live`, { agent }, (response) => response.resume().on('end', resolve))
      asked.on('error', reject).end()
    })
  }
  await Promise.all(Array.from({ length: count }, live))
  return agent
}

/**
 * All of one organization, and behind them one of another. The gateway is stopped until everything is in its sockets.
 * `doneBefore`: of how many the answers came before the other organization's.
 */
async function flood(facade: Facade): Promise<{ floods: Answer[]; other: Answer; doneBefore: number }> {
  const [agent, quietAgent] = [await connected(AT_ONCE), await connected(1)]
  await send(quietAgent, quiet, facade, 0).answer
  await send(agent, busy, facade, 0).answer
  process.kill(gateway.pid, 'SIGSTOP')
  const floods = Array.from({ length: AT_ONCE }, (_, turn) => send(agent, busy, facade, turn + 1))
  await Promise.all(floods.map(({ sent }) => sent))
  const last = send(quietAgent, quiet, facade, AT_ONCE + 1)
  await last.sent
  let done = 0
  for (const { answer } of floods)
    void answer.then(({ status }) => {
      done += status === 200 ? 1 : 0
    })
  process.kill(gateway.pid, 'SIGCONT')
  const other = await last.answer
  const doneBefore = done
  return { other, doneBefore, floods: await Promise.all(floods.map(({ answer }) => answer)) }
}

describe.each([
  { facade: 'HTTP', asked: searching, body: { code: 'RATE_LIMITED', retryable: true } },
  {
    facade: 'GraphQL',
    asked: querying,
    body: { errors: [{ extensions: { code: 'RATE_LIMITED', retryable: true } }] },
  },
])('over $facade, an organization that sends everything at once', ({ facade, asked, body }) => {
  it('has 256 requests wait; the rest are told when to come back, and another organization goes on meanwhile', async () => {
    const { floods, other, doneBefore } = await flood(asked)
    const refused = floods.filter(({ status }) => status !== 200)
    expect(other).toMatchObject({ status: 200 })
    // It came last, and there were 256 before it.
    expect(doneBefore).toBeLessThan(MAX_WAITING / 2)
    expect(floods.length - refused.length).toBeGreaterThanOrEqual(MAX_WAITING)
    expect(refused.length).toBeGreaterThan(0)
    for (const one of refused) expect(one).toMatchObject({ status: 429, retryAfter: '1', body })
    if (facade === 'HTTP')
      expect(refused[0]?.body.details).toMatchObject({
        rate_class: 'waiting',
        limit: MAX_WAITING,
        retry_after_ms: 1_000,
      })
    // Nothing is left of it: the same organization is let in again.
    expect((await send(await connected(1), busy, asked, AT_ONCE + 2).answer).status).toBe(200)
  })
})

/** A read, over a connection that is there already. */
function read(agent: Agent, path: string, apiKey = ''): { sent: Promise<void>; answer: Promise<[number, string]> } {
  const sent = Promise.withResolvers<void>()
  const answer = new Promise<[number, string]>((resolve, reject) => {
    const asked = request(gateway.url + path, { agent, headers: { 'x-api-key': apiKey } }, (response) => {
      text(response).then((body) => resolve([response.statusCode ?? 0, body]), reject)
    })
    asked.on('error', reject)
    asked.end(() => sent.resolve())
  })
  return { sent: sent.promise, answer }
}

/** Calls to suppliers whose answers have been read, by the gateway's own metrics. */
function answersRead(metrics: string): number {
  return [...metrics.matchAll(/^gateway_supplier_call_seconds_count\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

describe('an organization whose searches all have their prices refreshed', () => {
  it('has its suppliers’ answers read a few at a time, and what takes no turn is answered in between', async () => {
    const [agent, quietAgent] = [await connected(SEARCHES), await connected(1)]
    gate.shut()
    const searches = Array.from({ length: SEARCHES }, (_, turn) =>
      send(agent, busy, { path: '/hotels/search', body: () => ({ ...SEARCH, ...stay(60 + turn), limit: 100 }) }, turn),
    )
    for (const { answer } of searches) expect(await answer).toMatchObject({ status: 200 })
    // Each asks several suppliers; how many at once is bounded for each of them.
    const held = await until('answers of suppliers', () => gate.held() >= SEARCHES && gate.held())
    const before = answersRead((await read(quietAgent, '/metrics').answer)[1])
    process.kill(gateway.pid, 'SIGSTOP')
    await gate.open()
    const asked = read(quietAgent, '/metrics')
    await asked.sent
    process.kill(gateway.pid, 'SIGCONT')
    const readBefore = answersRead((await asked.answer)[1]) - before
    // It came last, and all of them were there before it.
    expect(readBefore).toBeLessThan(held / 2)
    await until('the rest', async () => answersRead((await read(quietAgent, '/metrics').answer)[1]) - before >= held)
  })
})

describe('an organization whose statements Postgres is slow with', () => {
  it('leaves connections for others, and for the status of its own bookings', async () => {
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE webhook_endpoints IN ACCESS EXCLUSIVE MODE')
    const [agent, otherAgent] = [await connected(LISTS), await connected(1)]
    let done = 0
    const lists = Array.from({ length: LISTS }, async () => {
      const [status] = await read(agent, '/webhooks/endpoints', busy).answer
      done += 1
      return status
    })
    await until('lists that wait for the table', async () => {
      const [waiting] = await database.query('SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted')
      return waiting.n >= 2
    })
    for (const apiKey of [quiet, busy])
      expect((await read(otherAgent, '/hotels/book/bkg_of_nobody', apiKey).answer)[0]).toBe(404)
    expect(done).toBe(0)
    await holder.query('ROLLBACK')
    await holder.end()
    for (const list of lists) expect(await list).toBe(200)
  })
})
