import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type DnsAnswer, type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { londonSearch } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

/**
 * One gateway with a name server of its own, which never answers for `*.dead.example`. What has nothing to do with that zone is
 * answered while the silent names are still waited for.
 */
let database: TestDatabase
let gateway: GatewayProcess
let dns: DnsServer
let http: HttpClient
let stranger: HttpClient
let receiver: Receiver
/** Names that were alive when they were registered. */
const died = new Set<string>()

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

async function deliveriesTo(client: HttpClient, endpointId: string): Promise<Json[]> {
  return (await client.get(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.data.deliveries
}

describe('[C-144] a zone whose name server is silent', () => {
  it('takes nothing from another partner while 16 endpoints on it are created at once', {
    timeout: 180_000,
  }, async () => {
    const endpointId = await register(stranger, 'hooks.alive.example')
    await testDelivery(stranger, endpointId)
    const creations = Array.from({ length: 16 }, (_, index) =>
      http.post('/webhooks/endpoints', { url: `http://a${index}.dead.example/x` }),
    )
    await until('the first question', () => dns.asked.some((name) => name.endsWith('.dead.example')))
    const others = Promise.all([register(stranger, 'other.alive.example'), testDelivery(stranger, endpointId)])
    const first = await Promise.race([others.then(() => 'the other partner'), ...creations])
    expect(first).toBe('the other partner')
    for (const { status, body } of await Promise.all(creations)) {
      expect(status).toBe(400)
      expect(body.details.issues[0]).toMatchObject({ path: 'url', code: 'ADDRESS_REFUSED' })
      expect(body.details.issues[0].message).toMatch(/cannot be resolved/)
    }
  })

  it('holds up only its own deliveries when it dies later, and the attempt says why', async () => {
    const healthy = await register(stranger, 'hooks.alive.example')
    const dying: string[] = []
    for (let index = 0; index < 4; index += 1) {
      const host = `shop${index}.alive.example`
      dying.push(await register(http, host))
      died.add(host)
    }
    async function toDying(): Promise<Json[]> {
      return (await Promise.all(dying.map((endpointId) => deliveriesTo(http, endpointId)))).flat()
    }
    // Those that were still waited for when the healthy one's had arrived.
    const overtaken = new Set<string>()
    // What is known of the names is forgotten when their second is over.
    const attempt = await until('an attempt that failed, and was overtaken', async () => {
      for (const endpointId of dying) await http.post(`/webhooks/endpoints/${endpointId}/test`)
      await testDelivery(stranger, healthy)
      const deliveries = await toDying()
      for (const { delivery_id: id, attempts } of deliveries) if (attempts.length === 0) overtaken.add(id)
      return deliveries
        .filter(({ delivery_id: id }) => overtaken.has(id))
        .flatMap(({ attempts }) => attempts)
        .find(({ error }) => error !== null)
    })
    expect(attempt.error).toMatch(/^refused: shop\d\.alive\.example cannot be resolved in time$/)
    expect(attempt.dns_ms).toEqual(expect.any(Number))
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
      const searched = await http.post('/hotels/search', londonSearch({ pricing_mode: 'live', limit: 3 }))
      expect(searched.status).toBe(200)
      // Nothing of the silent ones' names is left in the way of webhooks.
      await testDelivery(stranger, healthy)
      expect(outcomeOf(searched.body, 'ratehawk')).not.toMatch(/TIMEOUT|ERROR/)
      return (await breaker()) === 'OPEN'
    })
  })
})

function outcomeOf(body: Json, code: string): string {
  return body.data.providers.find((provider: Json) => provider.supplier_code === code)?.outcome
}
