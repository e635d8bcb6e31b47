import type { AddressInfo } from 'node:net'
import { createMemoryCache } from '../src/cache/memory.ts'
import { readConfig } from '../src/config.ts'
import type { EngineName } from '../src/graphql/engine.ts'
import { mountGraphql } from '../src/graphql/mount.ts'
import { createHttpServer } from '../src/http/server.ts'
import type { Authenticate } from '../src/operations/access/authenticate.ts'
import { createConsumeRate } from '../src/operations/access/rate-limits.ts'
import { SCOPES } from '../src/operations/caller.ts'
import type { Deps } from '../src/operations/deps.ts'
import type { UncheckedGateway } from '../src/operations/gateway.ts'
import { createBackground } from '../src/platform/background.ts'
import { createClock } from '../src/platform/clock.ts'
import { createFairShare } from '../src/platform/fair-share.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { pooledRandomBytes } from '../src/platform/random-bytes.ts'

const KEY = { keyId: 'k', organizationId: 'org', environment: 'sandbox', scopes: SCOPES } as const
const ORGANIZATION = {
  organizationId: KEY.organizationId,
  name: 'bench',
  listCurrency: null,
  rateLimitFactor: 1_000_000,
  rateLimits: {},
  supplierOrder: [],
  rateConditions: [],
  closedUserGroup: false,
  sellingPriceRule: 'TELL' as const,
}

/** What there is without a database. */
export type OpenDeps = Pick<Deps, 'cache' | 'clock' | 'metrics' | 'background' | 'randomBytes'>

/**
 * Both facades before the operations that are given, without a database: keys, limits, metrics are looked at as always, and
 * everybody is let in.
 */
export async function startOpenGateway(
  operationsOf: (deps: OpenDeps) => Partial<UncheckedGateway>,
  {
    settings = {},
    engine = 'compiled',
  }: { readonly settings?: Readonly<Record<string, string>>; readonly engine?: EngineName } = {},
): Promise<{ readonly port: number; readonly deps: OpenDeps }> {
  const clock = createClock()
  const log = createLogger('error')
  const metrics = createMetrics()
  const cache = createMemoryCache({ clock })
  const deps = { cache, clock, metrics, background: createBackground(log), randomBytes: pooledRandomBytes() }
  const gateway = gatewayOf(operationsOf(deps))
  const tenants = { of: async () => ({ organization: ORGANIZATION, connections: [] }) }
  const store = { idempotencyKeys: { find: async () => null } }
  const fairShare = createFairShare()
  const consumeRate = createConsumeRate({ cache, clock, tenants, store })
  const authenticate: Authenticate = async () => ({ ok: true, value: KEY })
  const limits = readConfig(settings)
  if (!('port' in limits)) throw new Error('these are no settings')
  const { app } = await createHttpServer({
    gateway,
    deps,
    environment: KEY.environment,
    shownKey: () => null,
    authenticate,
    consumeRate,
    fairShare,
    log,
    limits,
    health: { report: async () => ({ ready: true, faults: {}, suppliers: [] }) },
    publicMetrics: true,
    securityContact: null,
    metrics,
    receiveNotification: async () => ({ ok: true, value: null }),
    failureCode: () => 'INTERNAL_ERROR',
    sandbox: null,
    mount: mountGraphql({
      engine,
      gateway,
      environment: 'sandbox',
      shownKey: () => null,
      log,
      metrics,
      authenticate,
      consumeRate,
      fairShare,
    }),
  })
  await app.listen({ host: '127.0.0.1', port: 0, backlog: 2_048 })
  return { port: (app.server.address() as AddressInfo).port, deps }
}

/** An operation that the bench does not serve says so when it is asked for: a facade reads no others. */
function gatewayOf(operations: Partial<UncheckedGateway>): UncheckedGateway {
  function refuse(name: string): never {
    throw new Error(`the bench serves no ${name}`)
  }
  // The proxy has every operation: those that are given, and for all others the refusal.
  return new Proxy(operations, {
    get: (served, name) => Reflect.get(served, name) ?? (() => refuse(String(name))),
  }) as UncheckedGateway
}
