import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cache, NoPriceQuestion } from '../../src/cache/cache.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { NO_PRICE_RULES } from '../../src/domain/no-price.ts'
import { supplierSetOf } from '../../src/operations/access/tenants.ts'
import { noPriceScope } from '../../src/operations/prices/no-price.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { ownRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']
const LONDON = 1842
/** More than are sent in the answer to a search: a process has to read them in the background. */
const CROWD = Array.from({ length: 3_000 }, (_, index) => 5_000_000 + index)

describe.runIf(REDIS_URL)('two gateways with one no-price memory, and a third process that records', () => {
  let database: TestDatabase
  let redisUrl: string
  let gateways: StartedGateway[]
  let clients: HttpClient[]
  let cache: Cache
  let memory: (question: string, checkInDate: string) => NoPriceQuestion

  beforeAll(async () => {
    redisUrl = await ownRedis()
    database = await createSandboxDatabase()
    function start(): Promise<StartedGateway> {
      return startGateway({ databaseUrl: database.url, env: { REDIS_URL: redisUrl, ROLES: 'api' } })
    }
    gateways = [await start(), await start()]
    clients = gateways.map((gateway) => httpClient(gateway))
    cache = createRedisCache({ url: redisUrl, clock: createClock(), log: createLogger('silent') })
    await until('Redis', cache.healthy)
    const suppliers = await database.query(
      "SELECT supplier_code FROM organization_suppliers WHERE organization_id = 'org_sandbox' AND enabled",
    )
    const codes = suppliers.map(({ supplier_code }: Json) => supplier_code)
    const scope = noPriceScope({ organizationId: 'org_sandbox', environment: 'sandbox' }, supplierSetOf(codes))
    memory = (question, checkInDate) => ({ scope, question, checkInDate, now: Date.now })
  })

  afterAll(async () => {
    await cache?.close()
    for (const gateway of gateways ?? []) await gateway.stop()
    await database?.drop()
  })

  async function search(client: HttpClient | undefined, more: Json = {}): Promise<Json> {
    const input = { destination: { type: 'place', id: LONDON }, ...stay(70), ...party, limit: 20, ...more }
    const answer = await client?.post('/hotels/search', input)
    expect(answer).toMatchObject({ status: 200 })
    return answer?.body.data
  }
  function idsOf({ hotels }: Json): number[] {
    return hotels.map(({ hotel_id }: Json) => Number(hotel_id))
  }
  async function makeChronic(hotelIds: readonly number[]): Promise<void> {
    for (const date of ['2027-03-10', '2027-03-11', '2027-03-12'])
      await cache.noPrice.record(memory(`made ${date}`, date), hotelIds, NO_PRICE_RULES)
  }
  async function walk(client: HttpClient | undefined): Promise<Json[]> {
    const pages = [await search(client, { limit: 60 })]
    for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor)
      pages.push(await search(client, { limit: 60, cursor }))
    return pages
  }

  it('[C-044] [C-116] [C-121] hides what another process found at once, counts exactly, and shows again what has a price', {
    timeout: 180_000,
  }, async () => {
    const before = await search(clients[0])
    expect(before.total_is_estimate).toBe(false)
    const gone = idsOf(before).slice(0, 3)
    await makeChronic(gone)
    for (const client of clients) {
      const pages = await walk(client)
      const shown = pages.flatMap(idsOf)
      expect(shown.filter((hotelId) => gone.includes(hotelId))).toEqual([])
      expect(new Set(pages.map((page) => page.total_results))).toEqual(new Set([before.total_results - 3]))
      expect(new Set(shown).size, 'no hotel twice, none skipped').toBe(before.total_results - 3)
    }
    await cache.noPrice.clear(memory('any', '2027-03-10'), gone)
    for (const client of clients)
      expect(await search(client)).toMatchObject({ total_results: before.total_results, total_is_estimate: false })
  })

  it('[C-044] [C-121] leaves out what it has not read yet by asking about the page, and says that the total is an estimate', {
    timeout: 180_000,
  }, async () => {
    const [one, two] = clients
    const before = await search(one)
    const first = await search(one, { limit: 60 })
    // The log of changes is lost, and so much recorded that the processes must read it again.
    const gone = idsOf(first).slice(0, 45)
    await makeChronic([...gone, ...CROWD])
    await loseLogs()
    expect(await search(two), 'before anything was read').toMatchObject({ total_is_estimate: true })
    await loseLogs()
    for (const mode of ['instant', 'live']) {
      const page = await search(two, { pricing_mode: mode, max_wait_ms: 8_000 })
      expect(
        idsOf(page).filter((hotelId) => gone.includes(hotelId)),
        'on the very first page',
      ).toEqual([])
    }
    const exact = await until('the copy', async () => {
      const page = await search(two)
      return page.total_is_estimate ? null : page
    })
    expect(exact.total_results).toBe(before.total_results - 45)
  })

  async function loseLogs(): Promise<void> {
    const redis = new Redis(redisUrl)
    await redis.del('nothing', ...(await redis.keys('*:changes')))
    redis.disconnect()
  }
})
