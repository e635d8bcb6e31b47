/**
 * One server of the facade bench: `bare` (node:http and JSON.stringify), `bare-flat` (the same, of the same data with every text
 * in one piece, which is written in half the time), or `gateway` (both facades). The operation behind the
 * facades answers a ready view, so that what is measured is the facades. Prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryCache } from '../src/cache/memory.ts'
import { readConfig } from '../src/config.ts'
import { toWire } from '../src/domain/wire.ts'
import { createHttpServer } from '../src/http/server.ts'
import { mountGraphql } from '../src/mount-graphql.ts'
import type { Authenticate, AuthenticatedKey } from '../src/operations/access/authenticate.ts'
import { createConsumeRate } from '../src/operations/access/rate-limits.ts'
import { SCOPES } from '../src/operations/caller.ts'
import type { Gateway } from '../src/operations/gateway.ts'
import { parseInput } from '../src/operations/inputs/input.ts'
import { searchInput } from '../src/operations/inputs/search.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { pooledRandomBytes } from '../src/platform/random-bytes.ts'
import type { Store } from '../src/store/store.ts'
import { facadeAnswer, withOwnPrices } from './facade-answer.ts'

const view = facadeAnswer()

const bare = async (isFlat: boolean): Promise<number> => {
  const made = { contract_version: '1', success: true, message: 'hotels found', data: toWire(view) }
  const body: unknown = isFlat ? structuredClone(made) : made
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const gateway = async (): Promise<number> => {
  const clock = createClock()
  const log = createLogger('error')
  const metrics = createMetrics()
  const key: AuthenticatedKey = { keyId: 'k', organizationId: 'org', environment: 'sandbox', scopes: SCOPES }
  const organization = {
    organizationId: 'org',
    name: 'bench',
    listCurrency: null,
    rateLimitFactor: 1_000_000,
    rateLimits: {},
  }
  const consumeRate = createConsumeRate({
    cache: createMemoryCache({ clock }),
    tenants: { of: async () => ({ organization, suppliers: [] }) },
    clock,
    // Asked for replays of writes only.
    store: {} as Store,
  })
  // The input is validated as in the real operation; only searches are asked for here.
  const operations = {
    searchHotels: async (_caller: unknown, raw: unknown) => {
      const input = parseInput(searchInput, raw)
      return input.ok ? { ok: true, value: withOwnPrices(view) } : input
    },
  } as unknown as Gateway
  const authenticate: Authenticate = async () => ({ ok: true, value: key })
  const limits = readConfig({})
  if (!('port' in limits)) throw new Error('the defaults are no settings')
  const server = await createHttpServer({
    gateway: operations,
    deps: { clock, randomBytes: pooledRandomBytes() },
    environment: 'sandbox',
    authenticate,
    consumeRate,
    log,
    limits,
    health: { report: async () => ({ ready: true, faults: {}, suppliers: [] }) },
    metrics,
    receiveNotification: async () => ({ ok: true, value: null }),
    isOutage: () => false,
    sandbox: null,
    mount: mountGraphql({ gateway: operations, sandbox: true, log, metrics, authenticate, consumeRate }),
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return (server.app.server.address() as AddressInfo).port
}

const kind = process.argv[2]
console.log(await (kind === 'gateway' ? gateway() : bare(kind === 'bare-flat')))

// Lets a profiler write its file.
process.once('SIGTERM', () => process.exit(0))
