import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { parseSse } from '../support/sse.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']
const running: StartedGateway[] = []
const databases: TestDatabase[] = []
const proxies: TcpProxy[] = []

afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop()
  for (const proxy of proxies.splice(0)) await proxy.close()
  for (const database of databases.splice(0)) await database.drop()
})

async function newDatabase(): Promise<string> {
  const made = await createSandboxDatabase()
  databases.push(made)
  return made.url
}

async function start(databaseUrl: string, env: Record<string, string> = {}): Promise<StartedGateway> {
  const gateway = await startGateway({ databaseUrl, env })
  running.push(gateway)
  return gateway
}

async function through(url: string): Promise<{ proxy: TcpProxy; url: string }> {
  const target = new URL(url)
  const proxy = await startTcpProxy(target.hostname, Number(target.port))
  proxies.push(proxy)
  target.hostname = '127.0.0.1'
  target.port = String(proxy.port)
  return { proxy, url: target.href }
}

describe('Postgres away', () => {
  it('[C-115] is a 503 with Retry-After, leaves nothing half-done, and is over when it is back', {
    timeout: 180_000,
  }, async () => {
    const { proxy, url } = await through(await newDatabase())
    const gateway = await start(url)
    const http = httpClient(gateway)
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    const key = randomUUID()
    proxy.cut()
    const refused = await http.post('/hotels/book', bookingInput(offer, 'INSTANT'), { 'idempotency-key': key })
    expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', retryable: true } })
    expect(refused.headers.get('retry-after')).toBeTruthy()
    expect((await http.get('/health/ready')).status).toBe(503)
    expect((await http.get('/health/live')).status).toBe(200)
    proxy.mend()
    await until('ready again', async () => (await http.get('/health/ready')).status === 200)
    const booked = await until('the booking', async () => {
      const answer = await http.post('/hotels/book', bookingInput(offer, 'INSTANT'), { 'idempotency-key': key })
      return answer.status === 200 ? answer.body.data : null
    })
    await until('CONFIRMED', async () => (await httpJourney(gateway).booking(booked.booking_id)).status === 'CONFIRMED')
    const { body } = await http.get('/hotels/bookings')
    expect(body.data.bookings).toHaveLength(1)
  })
})

describe.runIf(REDIS_URL)('Redis away', () => {
  it('[C-115] leaves searching and booking at work', async () => {
    const { proxy, url } = await through(REDIS_URL ?? '')
    const gateway = await start(await newDatabase(), { REDIS_URL: url })
    proxy.cut()
    const live = await httpJourney(gateway).search({
      destination: { type: 'place', id: 1842 },
      ...stay(),
      ...party,
      limit: 2,
      pricing_mode: 'live',
    })
    expect(live.hotels).toHaveLength(2)
    const rooms = await httpClient(gateway).post(`/hotels/${await scenarioHotel(gateway, 'hold')}/rooms`, {
      ...stay(),
      ...party,
      max_wait_ms: 10_000,
    })
    const token = rooms.body.data.options.find(({ available_booking_modes: modes }: Json) =>
      modes.includes('HOLD'),
    ).booking_token
    const { offer } = await httpJourney(gateway).prebook(token)
    const booked = await httpJourney(gateway).book(bookingInput(offer, 'INSTANT'), randomUUID())
    expect(booked.status).toBe('CONFIRMED')
    const ready = await httpClient(gateway).get('/health/ready')
    expect(ready.body.faults).toHaveProperty('cache')
    const london = { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 2 }
    async function codes(): Promise<string[]> {
      return (await httpJourney(gateway).search(london)).warnings.map(({ code }: Json) => code)
    }
    expect(await codes(), 'an instant search says that it is degraded').toContain('CACHE_UNAVAILABLE')
    proxy.mend()
    await until('the cache', async () => !(await codes()).includes('CACHE_UNAVAILABLE'))
    const again = await httpJourney(gateway).search(london)
    const polled = await until('a refresh', async () => {
      const { status, body } = await httpClient(gateway).get(`/hotels/search/${again.search_id}/prices`)
      return status === 200 && body.data.refresh_status === 'COMPLETE' ? body.data : null
    })
    expect(polled.hotels.length + polled.no_price_hotel_ids.length).toBeGreaterThan(0)
  })

  it.each(['cut', 'swallow'] as const)(
    '[C-115] %s: a room stream that cannot be looked up is a 503 for both facades, and is read once Redis is back',
    { timeout: 180_000 },
    async (fault) => {
      const { proxy, url } = await through(REDIS_URL ?? '')
      const gateway = await start(await newDatabase(), { REDIS_URL: url })
      const http = httpClient(gateway)
      const hotelId = await scenarioHotel(gateway, 'hold')
      const made = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party })
      const { sse_stream_url: path, stream_id: streamId } = made.body.data
      async function overGraphql(): Promise<Json> {
        const query = `subscription { roomOptions(streamId: "${streamId}") { eventType } }`
        const { body } = await http.post('/graphql/stream', { query }, { accept: 'text/event-stream' })
        return parseSse(body)[0]?.data
      }
      proxy[fault]()
      const refused = await http.get(path)
      expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', retryable: true } })
      expect(refused.headers.get('retry-after')).toBeTruthy()
      expect((await overGraphql()).errors).toMatchObject([
        { extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true } },
      ])
      proxy.mend()
      await until('the cache', async () => (await http.get('/health/ready')).body.faults?.cache === undefined)
      expect((await http.get('/hotels/900003/rooms/stream/str_of_nobody')).status).toBe(404)
      const events = await until('the stream', async () => {
        const answered = await http.get(path)
        return answered.status === 200 ? parseSse(answered.body) : null
      })
      expect(events.at(-1)?.data).toMatchObject({ event_type: 'done' })
    },
  )
})

describe.runIf(REDIS_URL)('several processes', () => {
  it('[C-055] a stream that one created is read, and resumed, through another', async () => {
    const url = await newDatabase()
    const env = { REDIS_URL: REDIS_URL ?? '' }
    const [one, two] = [await start(url, env), await start(url, { ...env, ROLES: 'api' })]
    const rooms = await httpClient(one).post(`/hotels/${await scenarioHotel(one, 'hold')}/rooms`, {
      ...stay(),
      ...party,
    })
    const path = rooms.body.data.sse_stream_url
    const whole = parseSse((await httpClient(two).get(path)).body)
    expect(whole.map(({ event }) => event)).toEqual([
      'stream_ready',
      'provider_skipped',
      'provider_skipped',
      'provider_skipped',
      'provider_options',
      'done',
    ])
    expect(parseSse((await httpClient(one).get(path, { 'last-event-id': '2' })).body)).toEqual(whole.slice(2))
  })

  it('[C-113] share their duties: an api alone books, a worker and a relay do the rest', {
    timeout: 180_000,
  }, async () => {
    const url = await newDatabase()
    const worker = await start(url, { ROLES: 'worker,relay,suppliers' })
    expect(worker.url).toBe('')
    const api = await start(url, { ROLES: 'api' })
    const held = await bookScenario(api, httpJourney(api), 'hold', 'HOLD')
    await httpJourney(api).confirmHold(held.booking_id, held.accepted_offer_id)
    await until('CONFIRMED', async () => (await httpJourney(api).booking(held.booking_id)).status === 'CONFIRMED')
  })
})
