import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { graphqlJourney } from '../support/graphql-journey.ts'
import { type HttpAnswer, type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { makeKey } from '../support/keys.ts'
import { ownRedis } from '../support/redis.ts'

const REDIS_URL = process.env['REDIS_URL']
const SCOPES = ['search', 'bookings:read', 'bookings:write', 'webhooks']

let database: TestDatabase

beforeAll(async () => {
  database = await createSandboxDatabase()
})

afterAll(async () => {
  await database?.drop()
})

let organizations = 0

/** An organization of its own with the sandbox's suppliers, and a key of it. */
async function newOrganization(rateLimits: Json = {}): Promise<string> {
  organizations += 1
  const organizationId = `org_limits_${organizations}`
  await database.query("INSERT INTO organizations (id, name, rate_limits) VALUES ($1, 'Limited', $2)", [
    organizationId,
    rateLimits,
  ])
  await database.query(
    `INSERT INTO organization_suppliers SELECT $1, supplier_code, connection_id, enabled FROM organization_suppliers
     WHERE organization_id = 'org_sandbox'`,
    [organizationId],
  )
  return (await makeKey(database, SCOPES, { organizationId })).apiKey
}

const search: Json = { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 1 }
function statuses(answers: readonly HttpAnswer[]): Json {
  return Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => String(status))).map(([status, all]) => [
      status,
      all?.length,
    ]),
  )
}

describe.each([
  { where: 'two processes on one Redis', redis: true },
  { where: 'one process on its own memory', redis: false },
])('in $where', ({ redis }) => {
  let gateways: StartedGateway[] = []

  beforeAll(async () => {
    if (redis && !REDIS_URL) return
    // What searches refresh behind their answers is nothing to wait for.
    const env = { SHUTDOWN_TIMEOUT_MS: '1000', REDIS_URL: redis ? await ownRedis() : '' }
    function start(): Promise<StartedGateway> {
      return startGateway({ databaseUrl: database.url, env })
    }
    gateways = redis ? [await start(), await start()] : [await start()]
  })

  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop()
  })

  function clients(apiKey: string): HttpClient[] {
    return gateways.map(({ url }) => httpClient({ url, apiKey }))
  }
  function clientOf(apiKey: string): HttpClient {
    const [client] = clients(apiKey)
    if (!client) throw new Error('no gateway')
    return client
  }
  /** So many requests, spread over the processes and over both facades. */
  function spread(apiKey: string, count: number): Promise<HttpAnswer[]> {
    const all = clients(apiKey)
    return Promise.all(
      Array.from({ length: count }, (_, index) =>
        (all[index % all.length] ?? clientOf(apiKey)).get('/hotels/bookings'),
      ),
    )
  }

  it.skipIf(redis && !REDIS_URL)('[C-014] an organization’s points are counted exactly', async () => {
    const apiKey = await newOrganization({ status: 7 })
    expect(statuses(await spread(apiKey, 20))).toEqual({ 200: 7, 429: 13 })
    const refused = await clientOf(apiKey).get('/hotels/bookings')
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', retryable: true, details: { rate_class: 'status' } },
    })
    expect(refused.headers.get('ratelimit-policy')).toBe('"status";q=7;w=60')
    const seconds = Number(refused.headers.get('retry-after'))
    expect(refused.headers.get('ratelimit')).toBe(`"status";r=0;t=${seconds}`)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    // Another organization has its own.
    expect((await clientOf(await newOrganization()).get('/hotels/bookings')).status).toBe(200)
  })

  it.skipIf(redis && !REDIS_URL)(
    '[C-014] the two facades and all keys of an organization share one bucket',
    async () => {
      const apiKey = await newOrganization({ static: 4 })
      const query = '{ hotelFilters { __typename } nationalities { __typename } }'
      const first = await clientOf(apiKey).post('/graphql', { query })
      expect(first.headers.get('ratelimit')).toMatch(/^"static";r=2;/)
      await clientOf(apiKey).get('/hotels/filters')
      const other = await makeKey(database, SCOPES, { organizationId: `org_limits_${organizations}` })
      expect((await clientOf(other.apiKey).get('/hotels/filters')).headers.get('ratelimit')).toMatch(/^"static";r=0;/)
      const refused = await clientOf(apiKey).post('/graphql', { query })
      expect(refused.body.errors[0].extensions).toMatchObject({
        code: 'RATE_LIMITED',
        rateClass: 'static',
        retryable: true,
      })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await clientOf(apiKey).get('/hotels/filters')).status).toBe(429)
    },
  )

  it.skipIf(redis && !REDIS_URL)(
    '[C-014] status look-ups, replays and webhooks go on when searches and creates have used theirs up',
    { timeout: 180_000 },
    async () => {
      const apiKey = await newOrganization({ search: 2, search_live: 1, rooms: 20, book: 2, cancel: 2 })
      const client = clientOf(apiKey)
      const [gateway] = gateways
      if (!gateway) throw new Error('no gateway')
      const own = { ...gateway, apiKey }
      const journey = httpJourney(own)
      const searches = await Promise.all(Array.from({ length: 6 }, () => client.post('/hotels/search', search)))
      expect(statuses(searches)).toEqual({ 200: 2, 429: 4 })

      const { offer } = await prebookRoom(journey, await scenarioHotel(own, 'cancel-free'))
      const input = bookingInput(offer, 'INSTANT')
      const key = randomUUID()
      const booked = await client.post('/hotels/book', input, { 'idempotency-key': key })
      expect(booked.status).toBe(200)
      function create(): Promise<HttpAnswer> {
        return client.post('/hotels/book', input, { 'idempotency-key': randomUUID() })
      }
      await create()
      const starved = await create()
      expect(starved).toMatchObject({ status: 429, body: { details: { rate_class: 'book' } } })

      const { booking_id: id } = booked.body.data
      const again = await client.post('/hotels/book', input, { 'idempotency-key': key })
      expect(again.status).toBe(200)
      expect(again.body.data.booking_id).toBe(id)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.headers.get('ratelimit-policy')).toMatch(/^"status";/)
      expect((await graphqlJourney(own).book(input, key)).booking_id).toBe(id)
      expect((await client.get(`/hotels/book/${id}`)).status).toBe(200)
      expect((await client.get('/hotels/book/by-idempotency-key', { 'idempotency-key': key })).status).toBe(200)
      expect((await client.get('/webhooks/endpoints')).status).toBe(200)

      const quote = await journey.quote(id)
      const cancelKey = randomUUID()
      function cancel(idempotencyKey: string): Promise<HttpAnswer> {
        return client.post(
          `/hotels/book/${id}/cancel`,
          { cancellation_quote_id: quote.quote_id },
          { 'idempotency-key': idempotencyKey },
        )
      }
      expect((await cancel(cancelKey)).status).toBe(200)
      expect((await cancel(randomUUID())).status).toBe(429)
      expect((await cancel(cancelKey)).body.data.status).toBe('CANCELLED')
    },
  )

  it.skipIf(redis && !REDIS_URL)('[C-014] what cannot be read takes a point too, and says so', async () => {
    const apiKey = await newOrganization({ search: 3, static: 3 })
    const client = clientOf(apiKey)
    const bad = [
      await client.post('/hotels/search', '{"destination":'),
      await client.post('/hotels/search', '<x/>', { 'content-type': 'application/xml' }),
      await client.post('/hotels/search', {}, { 'x-service-contract-version': '9' }),
      await client.post('/hotels/search', '{"destination":'),
    ]
    expect(bad.map(({ status }) => status)).toEqual([400, 415, 406, 429])
    expect(bad.map(({ headers }) => headers.get('ratelimit')?.slice(0, 12))).toEqual([
      '"search";r=2',
      '"search";r=1',
      // Version and scope are told before anything of the body is known; the class is the route's.
      '"search";r=0',
      '"search";r=0',
    ])
    const nonsense = [
      await client.post('/graphql', { query: '{ nonsense }' }),
      await client.post('/graphql', { query: '{ __typename }' }),
      await client.post('/graphql', { query: '{{{' }),
      await client.post('/graphql', { query: '{ __typename }' }),
    ]
    expect(nonsense.map(({ headers }) => headers.get('ratelimit')?.slice(0, 12))).toEqual([
      '"static";r=2',
      '"static";r=1',
      '"static";r=0',
      '"static";r=0',
    ])
    expect(nonsense.at(-1)).toMatchObject({ status: 429, body: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] } })
    expect(nonsense.at(-1)?.headers.get('retry-after')).toBeTruthy()
    // Refused before it is parsed and after: two ways through the engine, and one answer.
    for (const query of ['{ __typename }', '{{{']) {
      const { body, headers } = await client.post('/graphql', { query })
      expect({ query, body, retryAfter: headers.get('retry-after') }).toMatchObject({
        body: {
          errors: [
            {
              extensions: {
                code: 'RATE_LIMITED',
                retryAfterMs: expect.any(Number),
                documentationUrl: '/docs/errors#rate_limited',
              },
            },
          ],
        },
        retryAfter: expect.stringMatching(/^\d+$/),
      })
    }
  })
})
