import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { ownRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'
import { watchGrants } from '../support/watch-grants.ts'

const REDIS_URL = process.env['REDIS_URL']
const SUPPLIER = 'hotelbeds'
const CONNECTION = `conn_sandbox_${SUPPLIER}`
const AGREED = 6

let database: TestDatabase
let redisUrl: string
let suppliers: StartedGateway
const gateways: StartedGateway[] = []

beforeAll(async () => {
  if (!REDIS_URL) return
  database = await createSandboxDatabase()
  redisUrl = await ownRedis()
  const env = { REDIS_URL: redisUrl }
  suppliers = await startGateway({
    databaseUrl: database.url,
    env: { ...env, ROLES: 'suppliers', LOG_LEVEL: 'debug' },
  })
  for (const _ of [1, 2])
    gateways.push(await startGateway({ databaseUrl: database.url, env: { ...env, ROLES: 'api,worker' } }))
  // Each start stores the sandbox's own settings again.
  await database.query(`UPDATE supplier_connections SET settings = settings || $1 WHERE id = $2`, [
    // Two processes that counted by themselves would send twice as many as were agreed. Those that are sent apart may arrive together.
    { maxRequestsPerSecond: AGREED, sandbox: { rateLimit: 2 * AGREED - 1 } },
    CONNECTION,
  ])
  // Whoever had to ask another supplier would not wait for this one.
  await database.query(`UPDATE organization_suppliers SET enabled = false WHERE supplier_code <> $1`, [SUPPLIER])
})

afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await suppliers?.stop()
  await database?.drop()
})

type Arrival = { readonly operation?: string; readonly msg: string }

/** What the sandbox supplier has written down of the calls that reached it, in order. */
function arrivals(): Arrival[] {
  return suppliers.log
    .filter((line) => line.includes('sandbox supplier ') && line.includes(`"${SUPPLIER}"`))
    .map((line) => JSON.parse(line))
    .map(({ operation, msg }) => ({ operation, msg }))
}

function mostInASecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length))
}

describe.runIf(REDIS_URL)('[X-04] a connection whose contract agrees on calls a second', () => {
  it('sends no more from two processes together, and books while guests search', async () => {
    const [one, two] = gateways
    if (!one || !two) throw new Error('two gateways')
    const hotelId = await scenarioHotel(one, 'confirm')
    // Searches that were under way when it began may have taken the calls of this second.
    const { offer } = await until('a room', () => prebookRoom(httpJourney(one), hotelId).catch(() => null))
    const before = arrivals().length
    const grants = await watchGrants(redisUrl, CONNECTION)
    // Each asks for other nights, so that no answer serves two of them.
    const asked = Array.from({ length: 40 }, (_, index) => {
      const { post } = httpClient(index % 2 === 0 ? one : two)
      return post(`/hotels/${hotelId}/rooms`, { ...stay(40 + index, 1), ...party, max_wait_ms: 10_000 })
    })
    const booked = httpJourney(two).book(bookingInput(offer, 'INSTANT'), randomUUID())
    expect((await booked).status).toBe('CONFIRMED')
    const outcomes = (await Promise.all(asked)).map(({ body }) => body.data.providers[0].outcome)
    grants.close()
    const arrived = arrivals().slice(before)
    const shopping = arrived.filter(({ operation }) => /^(search|rooms|price_check)$/.test(operation ?? ''))
    // Nothing is sent that was not allowed, and no more is allowed than was agreed.
    expect(shopping.length).toBeGreaterThan(AGREED)
    expect(grants.times.length).toBeGreaterThanOrEqual(shopping.length)
    expect(mostInASecond(grants.times)).toBeLessThanOrEqual(AGREED)
    expect(arrived.filter(({ msg }) => msg.includes('refuses'))).toEqual([])
    expect(arrived.map(({ operation }) => operation)).toContain('book')
    // Some waited and were answered; who would have waited too long is told so.
    expect(new Set(outcomes)).toEqual(new Set(['PRICED', 'BUDGET_SPENT']))
    expect(outcomes.filter((outcome) => outcome === 'PRICED').length).toBeGreaterThan(AGREED)
  })

  it('tells who was not asked for it when to come back, and the operator how long calls waited', async () => {
    const [one] = gateways
    if (!one) throw new Error('a gateway')
    const hotelId = await scenarioHotel(one, 'confirm')
    const { post, get } = httpClient(one)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        post(`/hotels/${hotelId}/rooms`, { ...stay(200 + index, 1), ...party, max_wait_ms: 10_000 }),
      ),
    )
    const [refused] = answers.flatMap(({ body }) => (body.data.providers[0].outcome === 'BUDGET_SPENT' ? [body] : []))
    expect(refused?.data.providers[0].retry_after_ms).toBeGreaterThanOrEqual(1_000)
    expect(refused?.data.warnings.map(({ code }: Json) => code)).toContain('SUPPLIER_BUDGET_SPENT')
    const { body: metrics } = await get('/metrics')
    const labels = `supplier="${SUPPLIER}",connection="${CONNECTION}",operation="rooms"`
    expect(metrics).toContain(`gateway_supplier_cap_wait_seconds_count{${labels},outcome="sent"}`)
    expect(metrics).toContain(`gateway_supplier_cap_wait_seconds_count{${labels},outcome="refused"}`)
  })
})
