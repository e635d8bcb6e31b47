import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdPort } from '../../src/threads/hold-port.ts'
import { admin } from '../support/admin.ts'
import { type ConnectionClient, connectionClient } from '../support/connection-client.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, londonSearch, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { emptyRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']
const START_WITHIN_MS = 150_000

/** What the process answers at `/metrics`: the values of a series, by the value of its only label. */
async function series(gateway: GatewayProcess, name: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{\\w+="([^"]*)"\\})? (\\S+)$`, 'gm'))
  return new Map([...lines].map(([, label = '', value]) => [label, Number(value)]))
}

function answeredBy(gateway: GatewayProcess): Promise<ReadonlyMap<string, number>> {
  return series(gateway, 'gateway_thread_requests_total')
}

/** The thread that has answered more since `before`; nothing else may be asked meanwhile. */
function busier(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const found = [...after].find(([thread, count]) => count > (before.get(thread) ?? 0))
  if (!found) throw new Error('no thread has answered')
  return found[0]
}

/** Connections that are kept, and whose they are. */
async function connectionsOf(
  gateway: GatewayProcess,
): Promise<readonly { thread: string; client: ConnectionClient }[]> {
  const found: { thread: string; client: ConnectionClient }[] = []
  while (new Set(found.map(({ thread }) => thread)).size < 2 || found.length < 6) {
    const client = connectionClient(gateway)
    const before = await answeredBy(gateway)
    await client.call('GET', '/hotels/bookings')
    found.push({ thread: busier(before, await answeredBy(gateway)), client })
  }
  return found
}

describe.runIf(REDIS_URL)('[21] a gateway of two threads', () => {
  let database: TestDatabase
  let redisUrl: string
  let gateway: GatewayProcess
  let fresh: ConnectionClient

  async function start(env: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
    const settings = { WORKERS: '2', ROLES: 'api', REDIS_URL: redisUrl, DATABASE_POOL_SIZE: '8', ...env }
    return startGatewayProcess({ databaseUrl: database.url, env: settings, startWithinMs: START_WITHIN_MS })
  }

  beforeAll(async () => {
    redisUrl = await emptyRedis(REDIS_URL ?? '', 15)
    database = await createSandboxDatabase()
    gateway = await start()
    fresh = connectionClient(gateway, { isFresh: true })
  }, START_WITHIN_MS + 30_000)

  afterAll(async () => {
    await gateway?.stop()
    await database?.drop()
  })

  it('answers by both, and tells the metrics of both at either', async () => {
    const before = await answeredBy(gateway)
    for (let turn = 0; turn < 24; turn++)
      expect(await fresh.call('GET', '/hotels/bookings')).toMatchObject({ status: 200 })
    const counts = [...(await answeredBy(gateway))].map(([thread, count]) => count - (before.get(thread) ?? 0))
    expect(counts).toHaveLength(2)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24)
    expect(await series(gateway, 'gateway_threads_serving')).toEqual(new Map([['', 2]]))
  })

  it('walks a list whose pages are of either thread: no hotel twice, none left out', async () => {
    const whole = (await fresh.call('POST', '/hotels/search', londonSearch({ limit: 100 }))).body.data
    const before = await answeredBy(gateway)
    const hotels: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 20; page++) {
      const answer: Json = await fresh.call('POST', '/hotels/search', londonSearch({ limit: 5, cursor }))
      expect(answer).toMatchObject({ status: 200 })
      hotels.push(...answer.body.data.hotels.map(({ hotel_id: id }: Json) => id))
      cursor = answer.body.data.next_cursor
      if (cursor === null) break
    }
    const after = await answeredBy(gateway)
    expect([...after].filter(([thread, count]) => count > (before.get(thread) ?? 0))).toHaveLength(2)
    expect(hotels).toEqual(whole.hotels.slice(0, hotels.length).map(({ hotel_id: id }: Json) => id))
    expect(new Set(hotels).size).toBe(hotels.length)
  })

  it('finds names by both', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const { body } = await fresh.call('GET', '/destinations/autocomplete?q=Lond&limit=3')
      expect(body.data.destinations[0]).toMatchObject({ type: 'place', name: 'London' })
    }
  })

  it('searches by a new ranking in both, within seconds of it', async () => {
    await admin(database, 'catalogue', 'rank')
    const threads = await until('both threads to have it', () => {
      const swaps = gateway.log.filter((line) => line.includes('searches use a new ranking'))
      const numbers = new Set(swaps.map((line): Json => JSON.parse(line).thread))
      return numbers.size === 2 && [...numbers].sort((a, b) => a - b)
    })
    expect(threads).toEqual([1, 2])
  })

  it('takes the points of a limit once, whichever thread is asked', async () => {
    await database.query(`UPDATE organizations SET rate_limits = '{"keys": 20}' WHERE id = 'org_sandbox'`)
    await pause(2_500) // an organization's limits are remembered for two seconds
    const answers = await Promise.all(Array.from({ length: 60 }, () => fresh.call('GET', '/keys')))
    const statuses = Map.groupBy(answers, ({ status }) => status)
    expect([statuses.get(200)?.length, statuses.get(429)?.length]).toEqual([20, 40])
  })
})

describe.runIf(REDIS_URL)('[21] a thread that dies', () => {
  let database: TestDatabase
  let gateway: GatewayProcess

  beforeAll(async () => {
    const redisUrl = await emptyRedis(REDIS_URL ?? '', 15)
    database = await createSandboxDatabase()
    const settings = { WORKERS: '2', ROLES: 'api,suppliers', REDIS_URL: redisUrl, DATABASE_POOL_SIZE: '8' }
    const points = { KILL_POINT: 'create:before-supplier', KILL_POINT_SIGNAL: 'EXIT' }
    const env = { ...settings, ...points, LAME_DUCK_MS: '3000' }
    gateway = await startGatewayProcess({ databaseUrl: database.url, env, startWithinMs: START_WITHIN_MS })
  }, START_WITHIN_MS + 30_000)

  afterAll(async () => {
    await gateway?.stop()
    await database?.drop()
  })

  it('takes nothing with it but the requests that it had, and another one takes its place', async () => {
    const journey = httpJourney(gateway)
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'hold'))
    const connections = await connectionsOf(gateway)
    const [doomed] = connections
    const others = connections.filter(({ thread }) => thread !== doomed?.thread)
    expect(others.length).toBeGreaterThan(0)
    let isOver = false
    async function keepAsking({ client }: { readonly client: ConnectionClient }): Promise<number[]> {
      const statuses: number[] = []
      while (!isOver) {
        statuses.push((await client.call('GET', '/hotels/bookings')).status)
        await pause(20)
      }
      return statuses
    }
    const asking = others.map(keepAsking)
    const key = randomUUID()
    const input = bookingInput(offer, 'HOLD')
    const cut = await doomed?.client.call('POST', '/hotels/book', input, { 'idempotency-key': key }).then(
      () => 'ANSWERED',
      () => 'CUT',
    )
    expect(cut).toBe('CUT')
    const bothServe = until(
      'both to serve',
      async () => {
        const died = await series(gateway, 'gateway_threads_died')
        return died.get('') === 1 && (await series(gateway, 'gateway_threads_serving')).get('') === 2
      },
      120_000,
    )
    await bothServe.finally(() => {
      isOver = true
    })
    const statuses = (await Promise.all(asking)).flat()
    expect(statuses.length).toBeGreaterThan(10)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(gateway.log.filter((line) => line.includes('a thread has died'))).toHaveLength(1)
    // What it had begun is not lost either: the booking is known, and is not made a second time.
    const again = await journey.book(input, key)
    expect(again.booking_id).toEqual(expect.any(String))
    const [{ count }] = await database.query('SELECT count(*)::int AS count FROM bookings')
    expect(count).toBe(1)
    for (const { client } of connections) client.close()
  })

  it('is followed by an end that both threads share: 503 to balancers, answers to everybody, then nothing', async () => {
    const fresh = connectionClient(gateway, { isFresh: true })
    const ended = gateway.kill('SIGTERM')
    const statuses: number[] = []
    await until('both to be unready', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => fresh.call('GET', '/health/ready')))
      return answers.every(({ status }) => status === 503)
    })
    for (let turn = 0; turn < 20; turn++) statuses.push((await fresh.call('GET', '/hotels/bookings')).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await ended).toBe(0)
  })
})

describe.runIf(REDIS_URL)('[21] two gateways of threads on one port', { timeout: START_WITHIN_MS + 60_000 }, () => {
  it('started at the same moment: one serves, the other says that the port is taken', async () => {
    const redisUrl = await emptyRedis(REDIS_URL ?? '', 15)
    const database = await createSandboxDatabase()
    const free = await holdPort({ host: '127.0.0.1', port: 0 })
    await free.release()
    const env = { WORKERS: '2', ROLES: 'api', REDIS_URL: redisUrl, DATABASE_POOL_SIZE: '8', PORT: String(free.port) }
    const options = { databaseUrl: database.url, env, startWithinMs: START_WITHIN_MS }
    const started = await Promise.allSettled([startGatewayProcess(options), startGatewayProcess(options)])
    const serving = started.filter((one) => one.status === 'fulfilled')
    const refused = started.filter((one) => one.status === 'rejected')
    for (const { value } of serving) await value.stop()
    await database.drop()
    expect(serving).toHaveLength(1)
    expect(String(refused[0]?.reason)).toContain(`port ${free.port} on 127.0.0.1 is taken`)
  })
})
