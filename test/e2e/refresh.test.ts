import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { ownRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']
const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'liteapi', 'ratehawk']
const LONDON = { destination: { type: 'place', id: 1842 }, ...party, limit: 20 }

describe.runIf(REDIS_URL)('the refresh behind an instant search', () => {
  let database: TestDatabase
  let gateways: GatewayProcess[]
  let one: HttpClient
  let two: HttpClient

  beforeAll(async () => {
    database = await createSandboxDatabase()
    const env = { REDIS_URL: await ownRedis() }
    const first = await startGatewayProcess({ databaseUrl: database.url, env })
    gateways = [first, await startGatewayProcess({ databaseUrl: database.url, env: { ...env, ROLES: 'api' } })]
    ;[one, two] = gateways.map((gateway) => httpClient(gateway)) as [HttpClient, HttpClient]
  })

  afterAll(async () => {
    for (const gateway of gateways ?? []) await gateway.stop()
    await database?.drop()
  })

  async function search(client: HttpClient, daysAhead: number, more: Json = {}): Promise<Json> {
    const { body } = await client.post('/hotels/search', { ...LONDON, ...stay(daysAhead), ...more })
    return body.data
  }
  async function poll(client: HttpClient, searchId: string, query = ''): Promise<Json> {
    const { status, body } = await client.get(`/hotels/search/${searchId}/prices${query}`)
    return status === 200 ? body.data : null
  }
  function completed(client: HttpClient, searchId: string): Promise<Json> {
    return until('the refresh', async () => {
      const polled = await poll(client, searchId)
      return polled?.refresh_status === 'COMPLETE' ? polled : null
    })
  }
  function fault(supplier_code: string, kind: string, count = 1) {
    return one.post('/sandbox/faults', { supplier_code, operation: 'search', fault: kind, count })
  }
  async function searchCalls(client: HttpClient): Promise<number> {
    const { body } = await client.get('/metrics')
    const counts = String(body).matchAll(/gateway_supplier_call_seconds_count\{[^}]*operation="search"[^}]*\} (\d+)/g)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }

  it('[C-032] [C-040] asks each supplier once, though two processes are asked the same', {
    timeout: 180_000,
  }, async () => {
    for (const supplier of SUPPLIERS) await fault(supplier, 'slow')
    const before = (await searchCalls(one)) + (await searchCalls(two))
    const [first, second] = await Promise.all([search(one, 100), search(two, 100)])
    expect([first.refresh_status, second.refresh_status]).toEqual(['PENDING', 'PENDING'])
    // Each may be polled at the other.
    const polled = await Promise.all([completed(two, first.search_id), completed(one, second.search_id)])
    expect((await searchCalls(one)) + (await searchCalls(two)) - before).toBe(SUPPLIERS.length)
    const [mine, theirs] = polled.map(({ hotels }) => hotels.map(({ hotel_id }: Json) => hotel_id).sort())
    expect(mine.length).toBeGreaterThan(0)
    expect(theirs).toEqual(mine)
    expect(polled.map(({ no_price_hotel_ids }) => no_price_hotel_ids.length)[0]).toBe(
      polled[1]?.no_price_hotel_ids.length,
    )
    const again = await search(two, 100)
    const shown = again.hotels.filter(({ hotel_id }: Json) => mine.includes(hotel_id))
    expect(shown.length).toBeGreaterThan(0)
    for (const { price } of shown) expect(price.rate_type).toBe('cached')
    // What it still asked must not meet the next test's faults.
    await completed(two, again.search_id)
  })

  it('[C-040] tells what changed after a revision, the visible hotels first', async () => {
    await fault('hotelbeds', 'slow')
    const { search_id: id, hotels } = await search(one, 110)
    const early = await until('a supplier', async () => {
      const polled = await poll(one, id)
      return polled && polled.hotels.length > 0 ? polled : null
    })
    expect(early.refresh_status).toBe('PENDING')
    const wanted = hotels.at(-1).hotel_id
    const visible = await until('a poll', () => poll(one, id, `?refresh_ids=${wanted}`))
    if (visible.hotels.some(({ hotel_id }: Json) => hotel_id === wanted))
      expect(visible.hotels[0].hotel_id).toBe(wanted)
    const whole = await completed(one, id)
    const rest = await until('a poll', () => poll(one, id, `?since=${early.revision}`))
    expect(rest.hotels.every(({ revision }: Json) => revision > early.revision)).toBe(true)
    expect(rest.hotels.length).toBeLessThanOrEqual(whole.hotels.length)
    expect(rest.revision).toBe(whole.revision)
  })

  it('[C-041] [C-118] is EXPIRED when its process is killed, and stays so', async () => {
    for (const supplier of SUPPLIERS) await fault(supplier, 'timeout')
    const { search_id: id } = await search(two, 120)
    expect((await until('a poll', () => poll(one, id))).refresh_status).toBe('PENDING')
    await gateways[1]?.kill('SIGKILL')
    await one.post('/sandbox/clock', { advance_seconds: 61 })
    const expired = await until('its end', async () => {
      const polled = await poll(one, id)
      return polled?.refresh_status === 'EXPIRED' ? polled : null
    })
    expect(expired.next_poll_after_ms).toBeNull()
    expect((await until('a poll', () => poll(one, id))).refresh_status).toBe('EXPIRED')
  })
})
