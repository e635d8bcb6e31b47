import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { readConfig } from '../../src/config.ts'
import { problem } from '../../src/domain/errors.ts'
import { err, ok } from '../../src/domain/result.ts'
import type { Route } from '../../src/http/routes/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { createHttpServer, type HttpServer } from '../../src/http/server.ts'
import { type AuthenticatedKey } from '../../src/operations/access/authenticate.ts'
import { createConsumeRate } from '../../src/operations/access/rate-limits.ts'
import { SCOPES } from '../../src/operations/caller.ts'
import type { UncheckedGateway } from '../../src/operations/gateway.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createFairShare } from '../../src/platform/fair-share.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import type { Store } from '../../src/store/store.ts'
import { type HttpClient, httpClient } from '../support/http-client.ts'
import { printedSchema } from '../support/printed-schema.ts'

/** The contract's table, with one route on its way out. */
const table: readonly Route[] = ROUTES.map((route) =>
  route.operation === 'listNationalities'
    ? { ...route, deprecated: { since: '2027-01-01', sunset: '2027-07-01', successor: '/v2/nationalities' } }
    : route,
)

let server: HttpServer
let http: HttpClient
let stranger: HttpClient

beforeAll(async () => {
  const clock = createClock()
  const config = readConfig({})
  if (!('port' in config)) throw new Error('the defaults are no settings')
  const key: AuthenticatedKey = { keyId: 'k', organizationId: 'org', environment: 'sandbox', scopes: SCOPES }
  const organization = {
    organizationId: 'org',
    name: 'o',
    listCurrency: null,
    rateLimitFactor: 1,
    rateLimits: {},
    supplierOrder: [],
    rateConditions: [],
    closedUserGroup: false,
    sellingPriceRule: 'TELL' as const,
  }
  const operations = {
    listNationalities: async () => ({ ok: true, value: [{ isoCode: 'GB', name: 'United Kingdom' }] }),
    listHotelFilters: async () => ({ ok: true, value: { propertyTypes: [], chains: [], facilities: [] } }),
  } as unknown as UncheckedGateway
  server = await createHttpServer(
    {
      gateway: operations,
      deps: { clock, randomBytes: (size) => randomBytes(size) },
      environment: 'sandbox',
      shownKey: () => null,
      authenticate: async (given) => (given === 'good' ? ok(key) : err(problem('UNAUTHENTICATED'))),
      consumeRate: createConsumeRate({
        cache: createMemoryCache({ clock }),
        tenants: { of: async () => ({ organization, connections: [] }) },
        clock,
        // Asked for replays of writes only.
        store: {} as Store,
      }),
      fairShare: createFairShare(),
      log: createLogger('silent'),
      limits: config,
      health: { report: async () => ({ ready: true, faults: {}, suppliers: [] }) },
      publicMetrics: true,
      securityContact: null,
      metrics: createMetrics(),
      receiveNotification: async () => ({ ok: true, value: null }),
      failureCode: () => 'INTERNAL_ERROR',
      sandbox: null,
    },
    table,
  )
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  http = httpClient({ url, apiKey: 'good' })
  stranger = httpClient({ url, apiKey: 'bad' })
})

afterAll(() => server?.close())

function ends(headers: Headers): (string | null)[] {
  return ['deprecation', 'sunset', 'link'].map((name) => headers.get(name))
}

const TOLD = [
  `@${Date.parse('2027-01-01T00:00:00Z') / 1_000}`,
  'Thu, 01 Jul 2027 00:00:00 GMT',
  '</v2/nationalities>; rel="successor-version", </docs/versions>; rel="deprecation"; type="text/html"',
]

describe('a deprecated route', () => {
  it('says since when, until when and what comes instead, with every answer', async () => {
    const answer = await http.get('/master-data/nationalities')
    expect(answer.status).toBe(200)
    expect(ends(answer.headers)).toEqual(TOLD)
    const refused = await http.get('/master-data/nationalities?surprise=1')
    const unknown = await stranger.get('/master-data/nationalities')
    expect([unknown.status, ends(unknown.headers)]).toEqual([401, TOLD])
    expect(ends(refused.headers)).toEqual(TOLD)
  })

  it('is deprecated in the document, and its answers are still what is printed', async () => {
    const { body: document } = await http.get('/openapi.json')
    const operation = document.paths['/master-data/nationalities'].get
    expect(operation.deprecated).toBe(true)
    expect(Object.keys(operation.responses['200'].headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    )
    const answer = await http.get('/master-data/nationalities')
    const judged = printedSchema(document).answerFaults({ path: '/master-data/nationalities', method: 'get' }, answer)
    expect(judged).toBeNull()
  })

  it('leaves the others as they are', async () => {
    const answer = await http.get('/hotels/filters')
    expect([answer.status, ...ends(answer.headers)]).toEqual([200, null, null, null])
    const { body: document } = await http.get('/openapi.json')
    expect(document.paths['/hotels/filters'].get.deprecated).toBeUndefined()
  })
})
