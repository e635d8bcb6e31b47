import { join } from 'node:path'
import type { Cache } from './cache/cache.ts'
import { createMemoryCache } from './cache/memory.ts'
import { createRedisCache } from './cache/redis.ts'
import type { Config } from './config.ts'
import { type Jobs, startJobs } from './jobs/boss.ts'
import { createBackground } from './operations/background.ts'
import { createCatalogue } from './operations/catalogue.ts'
import { createGateway } from './operations/create-gateway.ts'
import type { Deps } from './operations/deps.ts'
import { createExchangeRates } from './operations/exchange-rates.ts'
import type { Gateway } from './operations/gateway.ts'
import { KILL_POINTS } from './operations/kill-points.ts'
import { createRankings } from './operations/ranking/rankings.ts'
import { createNearPrices } from './operations/search/near-prices.ts'
import { createPriceObserver } from './operations/search/observe-prices.ts'
import { createSingleFlight } from './operations/single-flight.ts'
import { createTenants } from './operations/tenants.ts'
import { type Clock, createClock } from './platform/clock.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createListener, type Listener } from './platform/listener.ts'
import type { Logger } from './platform/logger.ts'
import { loadMasterKey } from './platform/master-key.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { migrate } from './platform/migrate.ts'
import { pooledRandomBytes } from './platform/random-bytes.ts'
import { createSeal, type Seal } from './platform/seal.ts'
import type { Tracing } from './platform/trail.ts'
import { createUrlCheck } from './relay/guard.ts'
import { createDatabase, type RootDatabase } from './store/database.ts'
import { announcedSandboxUrl } from './sandbox-suppliers.ts'
import { RANKING_CHANNEL } from './store/rankings.ts'
import { createSandboxClockStore } from './store/sandbox-clock.ts'
import { createStore, type Store } from './store/store.ts'
import { createSupplierDirectory } from './suppliers/directory.ts'
import { createLine, type LineEvents } from './suppliers/line.ts'
import { SUPPLIERS } from './suppliers/registry.ts'
import type { Supplier, SupplierDirectory } from './suppliers/supplier.ts'

export const MIGRATIONS = join(import.meta.dirname, '../prisma/migrations')

/** Postgres, ready for this code. `close` ends the embedded server when nobody else uses it. */
export type OpenedDatabase = { readonly url: string; readonly close: () => Promise<void> }

/** The database that is configured, else the embedded one; migrated. Throws with one line that says what to do. */
export const openDatabase = async (config: Config): Promise<OpenedDatabase> => {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(join(config.dataDir))
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    await migrate(url, MIGRATIONS)
  } catch (error) {
    await embedded?.stop().catch(() => undefined)
    throw new Error(`the database could not be opened: ${reasonOf(error)}`, { cause: error })
  }
  return { url, close: async () => embedded?.stop() }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

export type Seals = {
  readonly guests: Seal
  readonly tokens: Seal
  readonly credentials: Seal
  readonly webhooks: Seal
}

/** Everything that the facades, the relay and the jobs share; made once for a process. */
export type Core = {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly metrics: Metrics
  /** Null: nobody collects traces. */
  readonly tracing: Tracing | null
  readonly database: RootDatabase
  readonly listener: Listener
  readonly store: Store
  readonly cache: Cache
  readonly jobs: Jobs
  readonly seals: Seals
  readonly suppliers: SupplierDirectory
  readonly deps: Deps
  readonly gateway: Gateway
  /** Waits for what outlives its request, then closes every connection. */
  readonly close: () => Promise<void>
}

export type CoreOptions = {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  /** Where the sandbox suppliers of this very process listen, by code; null when it runs none. */
  readonly ownSandboxUrls: () => Readonly<Record<string, string>> | null
}

/** A query that takes longer than this is given up, ms. */
const STATEMENT_TIMEOUT_MS = 10_000

export const createCore = async ({ config, log, databaseUrl, ownSandboxUrls }: CoreOptions): Promise<Core> => {
  const clock = createClock()
  const metrics = createMetrics()
  const tracing = await openTracing(config)
  const database = createDatabase({
    url: databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  const listener = createListener(databaseUrl, log)
  if (config.environment === 'sandbox') await followSandboxClock(database, listener, clock, log)
  const masterKey = await loadMasterKey(config.masterKey, config.dataDir)
  const seals: Seals = {
    guests: createSeal(masterKey, 'guests'),
    tokens: createSeal(masterKey, 'booking-tokens'),
    credentials: createSeal(masterKey, 'supplier-credentials'),
    webhooks: createSeal(masterKey, 'webhook-secrets'),
  }
  const jobs = await startJobs({ url: databaseUrl, log, moveable: config.environment === 'sandbox', metrics, tracing })
  const store = createStore(database, jobs.enqueue)
  const cache = config.redisUrl ? createRedisCache({ url: config.redisUrl, clock, log }) : createMemoryCache({ clock })
  const killPoint = killAt(config.killPoint)
  const suppliers = createSupplierDirectory({
    registry: SUPPLIERS,
    now: () => clock.now(),
    loadConnection: (connectionId) => loadConnection(store, seals.credentials, connectionId),
    baseUrlOf: (supplier) => baseUrlOf(config, database, supplier, ownSandboxUrls()),
    createLine: (supplier, connectionId) =>
      createLine(supplier, () => clock.now(), lineEvents({ metrics, log, killPoint }, supplier.code, connectionId)),
  })
  metrics.showBreakers(() => suppliers.lines())
  const background = createBackground(log)
  const catalogue = createCatalogue(store, () => clock.now())
  const rankings = createRankings({ store, catalogue, clock, log })
  listener.listen(RANKING_CHANNEL, () => background.follow('refresh-ranking', rankings.refresh()))
  const observer = createPriceObserver({ store, log })
  const deps: Deps = {
    store,
    cache,
    suppliers,
    catalogue,
    rankings,
    observer,
    nearPrices: createNearPrices(),
    tenants: createTenants(store),
    exchangeRates: createExchangeRates(store),
    clock,
    log,
    metrics,
    flights: createSingleFlight(),
    randomBytes: pooledRandomBytes(),
    guestSeal: seals.guests,
    tokenSeal: seals.tokens,
    background,
    killPoint,
    webhooks: {
      allowPrivateNetworks: config.webhookAllowPrivateNetworks,
      seal: seals.webhooks,
      checkUrl: createUrlCheck({ allowPrivateNetworks: config.webhookAllowPrivateNetworks }),
    },
  }
  return {
    config,
    log,
    clock,
    metrics,
    tracing,
    database,
    listener,
    store,
    cache,
    jobs,
    seals,
    suppliers,
    deps,
    gateway: createGateway(deps),
    close: async () => {
      await background.idle()
      rankings.close()
      await observer.close()
      await jobs.stop(5_000)
      await Promise.all([suppliers.close(), cache.close(), listener.close()])
      await database.$disconnect()
      await tracing?.close()
    },
  }
}

/** OpenTelemetry is loaded only for those who collect what it makes. */
const openTracing = async ({ tracing }: Config): Promise<Tracing | null> =>
  tracing && (await import('./platform/tracing.ts')).createTracing(tracing)

/** Kills the process where the environment says so, for tests. Throws for a point that the code does not have. */
const killAt = (wanted: string | null): Deps['killPoint'] => {
  if (wanted !== null && !KILL_POINTS.some((point) => point === wanted))
    throw new Error(`no kill point ${wanted}; there are: ${KILL_POINTS.join(', ')}`)
  return (point) => {
    if (point === wanted) process.kill(process.pid, 'SIGKILL')
  }
}

/** The stored offset is the truth for every process; a notification tells of a change, a reconnect reads it again. */
const followSandboxClock = async (
  database: RootDatabase,
  listener: Listener,
  clock: Clock,
  log: Logger,
): Promise<void> => {
  const stored = createSandboxClockStore(database)
  const read = async (): Promise<void> => clock.setOffset(await stored.offsetMs())
  await read()
  listener.listen('sandbox_clock', (payload) => {
    if (payload !== null) return clock.setOffset(Number(payload))
    read().catch((error: unknown) => log.warn({ err: error }, 'the sandbox clock could not be read'))
  })
}

/** One line in the log when a supplier goes down, one when it is back; what every call did is in the metrics. */
const lineEvents = (
  { metrics, log, killPoint }: { metrics: Metrics; log: Logger; killPoint: Deps['killPoint'] },
  supplierCode: string,
  connectionId: string,
): LineEvents => ({
  onExchange: (operation, outcome, seconds) => {
    killPoint(`exchange:${operation}`)
    metrics.observeSupplierCall(supplierCode, operation, outcome, seconds)
  },
  onRefusal: (operation, kind) => metrics.countUnsentCall(supplierCode, operation, kind),
  onBreaker: (state) =>
    state === 'OPEN'
      ? log.warn({ supplierCode, connectionId }, 'supplier is down: it is asked no more until it answers a probe')
      : log.info({ supplierCode, connectionId }, 'supplier is back'),
})

const loadConnection = async (store: Store, seal: Seal, connectionId: string) => {
  const stored = await store.connections.find(connectionId)
  // Sealed by the seed or by the admin command, as JSON of strings.
  return stored && { ...stored, credentials: JSON.parse(seal.open(stored.credentials)) as Record<string, string> }
}

/** In the sandbox: this process's own sandbox suppliers, else the configured ones, else those that were started last. */
const baseUrlOf = async (
  config: Config,
  database: RootDatabase,
  supplier: Supplier,
  own: Readonly<Record<string, string>> | null,
): Promise<string> => {
  if (config.environment === 'production') return supplier.baseUrls.production
  if (own?.[supplier.code]) return own[supplier.code] ?? ''
  if (config.sandboxSuppliersUrl) return `${config.sandboxSuppliersUrl}/${supplier.code.replace('_', '-')}`
  return (await announcedSandboxUrl(database, supplier.code)) ?? supplier.baseUrls.sandbox
}
