import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type DnsAnswer, type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { londonSearch } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

/**
 * One gateway with a name server of its own, which never answers for `*.dead.example`. "Usual time" is measured in the same
 * run, before anything is silent; without isolation each wait took from 10 s to more than a minute.
 */
let database: TestDatabase
let gateway: GatewayProcess
let dns: DnsServer
let http: HttpClient
let stranger: HttpClient
let receiver: Receiver
/** Names that were alive when they were registered. */
const died = new Set<string>()

const WITHIN_MS = 2_000

function zone(name: string): DnsAnswer {
  if (name.endsWith('dead.example') || died.has(name)) return 'silence'
  return name.endsWith('.alive.example') ? { addresses: ['127.0.0.1'], ttl: 1 } : 'NXDOMAIN'
}

beforeAll(async () => {
  dns = await startDnsServer(zone)
  database = await createSandboxDatabase()
  gateway = await startGatewayProcess({ databaseUrl: database.url, env: { DNS_SERVERS: dns.address } })
  const strangerKey = await until(
    'the second key',
    () => /with default limits: +(\S+)/.exec(gateway.log.join('\n'))?.[1],
  )
  http = httpClient(gateway)
  stranger = httpClient({ url: gateway.url, apiKey: strangerKey })
  receiver = await startReceiver()
})

afterAll(async () => {
  await gateway?.kill('SIGKILL')
  await receiver?.close()
  await dns?.close()
  await database?.drop()
})

function urlAt(host: string): string {
  return receiver.url.replace('127.0.0.1', host)
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const since = performance.now()
  return { value: await work(), ms: performance.now() - since }
}

async function register(client: HttpClient, host: string): Promise<string> {
  const { status, body } = await client.post('/webhooks/endpoints', { url: urlAt(host) })
  expect(status).toBe(201)
  return body.data.endpoint_id
}

/** A test delivery, from the request until it has arrived. */
async function testDelivery(client: HttpClient, endpointId: string): Promise<void> {
  const { body } = await client.post(`/webhooks/endpoints/${endpointId}/test`)
  await receiver.waitFor(({ event }) => event.data.event_id === body.data.event_id)
}

async function attemptsOf(client: HttpClient, endpointId: string): Promise<Json[]> {
  return (await client.get(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.data.deliveries.flatMap(
    ({ attempts }: Json) => attempts,
  )
}

describe('[C-144] a zone whose name server is silent', () => {
  it('takes nothing from another partner while 16 endpoints on it are created at once', {
    timeout: 180_000,
  }, async () => {
    const endpointId = await register(stranger, 'hooks.alive.example')
    const before = await timed(() => testDelivery(stranger, endpointId))
    const creations = Array.from({ length: 16 }, (_, index) =>
      timed(() => http.post('/webhooks/endpoints', { url: `http://a${index}.dead.example/x` })),
    )
    await until('the first question', () => dns.asked.some((name) => name.endsWith('.dead.example')))
    const created = await timed(() => register(stranger, 'other.alive.example'))
    const during = await timed(() => testDelivery(stranger, endpointId))
    console.log(`test delivery: ${Math.round(before.ms)} ms before, ${Math.round(during.ms)} ms during`)
    expect(created.ms).toBeLessThan(WITHIN_MS)
    expect(during.ms).toBeLessThan(WITHIN_MS)
    const answers = await Promise.all(creations)
    for (const { value } of answers) {
      expect(value.status).toBe(400)
      expect(value.body.details.issues[0]).toMatchObject({ path: 'url', code: 'ADDRESS_REFUSED' })
      expect(value.body.details.issues[0].message).toMatch(/cannot be resolved/)
    }
    // All of them are told within the deadline of one look-up, with time to spare for a busy machine.
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(9_000)
  })

  it('holds up only its own deliveries when it dies later, and the attempt says why', async () => {
    const healthy = await register(stranger, 'hooks.alive.example')
    const dying: string[] = []
    for (let index = 0; index < 4; index += 1) {
      const host = `shop${index}.alive.example`
      dying.push(await register(http, host))
      died.add(host)
    }
    // What is known of the names is forgotten when their second is over.
    const attempt = await until('an attempt that failed', async () => {
      for (const endpointId of dying) await http.post(`/webhooks/endpoints/${endpointId}/test`)
      const { ms } = await timed(() => testDelivery(stranger, healthy))
      expect(ms).toBeLessThan(WITHIN_MS)
      const attempts = await Promise.all(dying.map((endpointId) => attemptsOf(http, endpointId)))
      return attempts.flat().find(({ error }) => error !== null)
    })
    expect(attempt.error).toMatch(/^refused: shop\d\.alive\.example cannot be resolved in time$/)
    expect(attempt.dns_ms).toBeLessThan(6_000)
  })

  it('takes only its own calls from two suppliers: searches answer in time, and its breaker opens', {
    timeout: 180_000,
  }, async () => {
    const healthy = await register(stranger, 'hooks.alive.example')
    await database.query(
      `UPDATE supplier_connections SET base_url = 'http://api.dead.example:8080' WHERE supplier_code IN ('hotelbeds', 'liteapi')`,
    )
    // Opened connections are read again after a minute.
    await http.post('/sandbox/clock', { advance_seconds: 61 })
    async function breaker(): Promise<string> {
      return (await http.get('/health/ready')).body.suppliers?.find((line: Json) => line.supplier_code === 'hotelbeds')
        ?.breaker
    }
    await until('the breaker of the silent supplier to open', async () => {
      const searched = await timed(() => http.post('/hotels/search', londonSearch({ pricing_mode: 'live', limit: 3 })))
      expect(searched.value.status).toBe(200)
      expect(searched.ms).toBeLessThan(16_000)
      // Nothing of the silent ones' names is left in the way of webhooks.
      const { ms } = await timed(() => testDelivery(stranger, healthy))
      expect(ms).toBeLessThan(WITHIN_MS)
      expect(outcomeOf(searched.value.body, 'ratehawk')).not.toMatch(/TIMEOUT|ERROR/)
      return (await breaker()) === 'OPEN'
    })
  })
})

function outcomeOf(body: Json, code: string): string {
  return body.data.providers.find((provider: Json) => provider.supplier_code === code)?.outcome
}
