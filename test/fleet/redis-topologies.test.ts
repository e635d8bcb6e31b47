import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { londonSearch, party, stay } from '../support/journey.ts'
import { makeKey } from '../support/keys.ts'
import {
  hasRedisServer,
  type RedisCluster,
  type RedisSentinels,
  type RedisServer,
  startRedisCluster,
  startRedisSentinels,
} from '../support/redis-servers.ts'
import { parseSse, type SseEvent } from '../support/sse.ts'
import { until } from '../support/until.ts'

const HAS_SERVER = hasRedisServer()
const SCOPES = ['search', 'bookings:read', 'bookings:write', 'webhooks']

type Fleet = {
  readonly database: TestDatabase
  readonly gateways: readonly [GatewayProcess, GatewayProcess]
  readonly stop: () => Promise<void>
}

/** Two gateways on one database and one Redis, of whatever topology. */
async function startFleet(redisUrl: string): Promise<Fleet> {
  const database = await createSandboxDatabase()
  const env = { REDIS_URL: redisUrl, SHUTDOWN_TIMEOUT_MS: '1000' }
  const first = await startGatewayProcess({ databaseUrl: database.url, env: { ...env, ROLES: 'api,suppliers' } })
  const second = await startGatewayProcess({ databaseUrl: database.url, env: { ...env, ROLES: 'api' } })
  return {
    database,
    gateways: [first, second],
    stop: async () => {
      await Promise.all([first.stop(), second.stop()])
      await database.drop()
    },
  }
}

async function health({ url }: GatewayProcess): Promise<Json> {
  return (await fetch(`${url}/health/ready`)).json()
}

async function isAway({ url }: GatewayProcess): Promise<boolean> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return /^gateway_cache_away 1$/m.test(text)
}

let organizations = 0

/** An organization with the sandbox's suppliers that may ask for static data seven times a minute; clients at both gateways. */
async function limitedClients({ database, gateways }: Fleet): Promise<readonly HttpClient[]> {
  organizations += 1
  const organizationId = `org_fleet_${organizations}`
  const values = [organizationId, { static: 7 }]
  await database.query("INSERT INTO organizations (id, name, rate_limits) VALUES ($1, 'Limited', $2)", values)
  const { apiKey } = await makeKey(database, SCOPES, { organizationId })
  return gateways.map(({ url }) => httpClient({ url, apiKey }))
}

/** How many of 30 requests, spread over both gateways, are answered 200. */
async function answeredOf(clients: readonly HttpClient[]): Promise<number> {
  const asked = Array.from({ length: 15 }, () => clients.map((client) => client.get('/hotels/filters')))
  const statuses = (await Promise.all(asked.flat())).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  return statuses.filter((status) => status === 200).length
}

const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'liteapi', 'ratehawk']

async function searchCalls({ url }: GatewayProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = text.matchAll(/gateway_supplier_call_seconds_count\{[^}]*operation="search"[^}]*\} (\d+)/g)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

/**
 * Searches for the same at both gateways at once. Each supplier is asked once; each search is polled at the other gateway until it
 * is complete, and the prices are there for the next one.
 */
async function expectSharedSearch({ gateways }: Fleet, daysAhead: number): Promise<void> {
  const clients = gateways.map((gateway) => httpClient(gateway))
  const input = londonSearch({ ...stay(daysAhead), limit: 20 })
  // A claim is seen by the other one only while it is held.
  for (const supplier of SUPPLIERS)
    await clients[0]?.post('/sandbox/faults', { supplier_code: supplier, operation: 'search', fault: 'slow', count: 1 })
  const [before, beforeToo] = await Promise.all(gateways.map(searchCalls))
  const searches = await Promise.all(clients.map((client) => client.post('/hotels/search', input)))
  for (const [index, answer] of searches.entries()) {
    expect(answer).toMatchObject({ status: 200, body: { data: { refresh_status: 'PENDING', warnings: [] } } })
    await until('the refresh, as the other gateway tells it', async () => {
      const polled = await clients[1 - index]?.get(`/hotels/search/${answer.body.data.search_id}/prices`)
      return polled?.status === 200 && polled.body.data.refresh_status === 'COMPLETE'
    })
  }
  const [after, afterToo] = await Promise.all(gateways.map(searchCalls))
  expect((after ?? 0) + (afterToo ?? 0) - (before ?? 0) - (beforeToo ?? 0)).toBe(SUPPLIERS.length)
  const again = await clients[1]?.post('/hotels/search', input)
  const priced = again?.body.data.hotels.filter(({ price }: Json) => price?.rate_type === 'cached')
  expect(priced.length).toBeGreaterThan(0)
}

/** Reads the first event at one gateway, and the rest at the other by its id. */
async function readInTwoParts({ gateways }: Fleet, hotelId: string, daysAhead: number): Promise<SseEvent[]> {
  const [first, second] = gateways
  const created = await httpClient(first).post(`/hotels/${hotelId}/rooms`, { ...stay(daysAhead), ...party })
  expect(created.status).toBe(200)
  const path = created.body.data.sse_stream_url
  const leaving = new AbortController()
  const begun = await fetch(first.url + path, { headers: { 'x-api-key': first.apiKey }, signal: leaving.signal })
  expect(begun.status).toBe(200)
  let text = ''
  for await (const bytes of begun.body ?? []) {
    text += Buffer.from(bytes as Uint8Array).toString()
    if (parseSse(text.slice(0, text.lastIndexOf('\n\n') + 2)).length > 0) break
  }
  leaving.abort()
  const head = parseSse(text.slice(0, text.lastIndexOf('\n\n') + 2))
  const rest = await httpClient(second).get(path, { 'last-event-id': head.at(-1)?.id ?? '' })
  expect(rest.status).toBe(200)
  return [...head, ...parseSse(rest.body)]
}

function expectWhole(events: readonly SseEvent[]): void {
  expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)?.event).toBe('done')
  expect(events.filter(({ event }) => event === 'provider_options').length).toBeGreaterThan(0)
}

async function soldHotel({ database }: Fleet): Promise<string> {
  const [sold] = await database.query(
    'SELECT hotel_id FROM supplier_hotels WHERE hotel_id < 900000 GROUP BY hotel_id HAVING count(*) = 4 LIMIT 1',
  )
  return String(sold.hotel_id)
}

describe.runIf(HAS_SERVER)('[21] two gateways on a Redis Cluster of three masters and three replicas', () => {
  let cluster: RedisCluster
  let fleet: Fleet
  let hotelId: string

  beforeAll(async () => {
    cluster = await startRedisCluster()
    fleet = await startFleet(cluster.url)
    hotelId = await soldHotel(fleet)
  })

  afterAll(async () => {
    await fleet?.stop()
    await cluster?.stop()
  })

  it('share searches with prices, room streams and limits, to the point', async () => {
    for (const gateway of fleet.gateways) {
      expect(await health(gateway)).toMatchObject({ status: 'ok', faults: {} })
      expect(await isAway(gateway)).toBe(false)
    }
    await expectSharedSearch(fleet, 61)
    expectWhole(await readInTwoParts(fleet, hotelId, 62))
    expect(await answeredOf(await limitedClients(fleet))).toBe(7)
  })

  it('go on when a master is killed: degraded at once, whole seconds after the promotion', {
    timeout: 180_000,
  }, async () => {
    const [master] = cluster.masters
    const [replica] = cluster.replicas
    if (!master || !replica) throw new Error('no nodes')
    master.kill('SIGKILL')
    for (const gateway of fleet.gateways)
      await until('to be told', async () => (await health(gateway)).status === 'degraded')
    const [first] = fleet.gateways
    expect((await health(first)).faults.cache).toMatch(/^a part of it cannot be reached/)
    expect(await isAway(first)).toBe(true)
    const searched = await httpClient(first).post('/hotels/search', londonSearch({ limit: 5 }))
    expect(searched).toMatchObject({ status: 200, body: { data: { warnings: [{ code: 'CACHE_UNAVAILABLE' }] } } })
    await until('the promotion', async () => (await replica.ask<[string]>('ROLE'))[0] === 'master')
    for (const gateway of fleet.gateways) await until('to be told', async () => (await health(gateway)).status === 'ok')
    expect(await answeredOf(await limitedClients(fleet))).toBe(7)
    expectWhole(await readInTwoParts(fleet, hotelId, 63))
    await expectSharedSearch(fleet, 64)
  })

  it('do not start on one of its nodes as if it were a single server', async () => {
    const [, node] = cluster.masters
    const started = startGatewayProcess({
      databaseUrl: fleet.database.url,
      env: { REDIS_URL: `redis://127.0.0.1:${node?.port}`, ROLES: 'api' },
    })
    await expect(started).rejects.toThrow(
      /the gateway ended \(1\).*REDIS_URL leads to a node of a Redis Cluster: write redis\+cluster:\/\//s,
    )
  })
})

describe.runIf(HAS_SERVER)('[21] two gateways on Sentinels', () => {
  let sentinels: RedisSentinels
  let fleet: Fleet
  let hotelId: string

  beforeAll(async () => {
    sentinels = await startRedisSentinels()
    fleet = await startFleet(sentinels.url)
    hotelId = await soldHotel(fleet)
  })

  afterAll(async () => {
    await fleet?.stop()
    await sentinels?.stop()
  })

  async function expectAll(daysAhead: number): Promise<void> {
    expect(await answeredOf(await limitedClients(fleet))).toBe(7)
    expectWhole(await readInTwoParts(fleet, hotelId, daysAhead))
    await expectSharedSearch(fleet, daysAhead)
  }

  it('share everything, and do so again after a failover', async () => {
    await expectAll(61)
    const [master, replica]: readonly RedisServer[] = sentinels.servers
    master?.kill('SIGKILL')
    const [first] = fleet.gateways
    await until('to be told', async () => (await health(first)).status === 'degraded')
    expect((await health(first)).faults.cache).toMatch(/^cannot be reached/)
    await until('the promotion', async () => (await sentinels.master()) === replica)
    for (const gateway of fleet.gateways) await until('to be told', async () => (await health(gateway)).status === 'ok')
    await expectAll(63)
  })
})
