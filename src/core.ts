import type { Cache } from './cache/cache.ts'
import { createMemoryCache } from './cache/memory.ts'
import { createRedisCache } from './cache/redis.ts'
import type { Config } from './config.ts'
import { createCatalogue } from './hotel-index/catalogue.ts'
import { createRankings } from './hotel-index/rankings.ts'
import { killAt } from './kill-at.ts'
import { createTenants } from './operations/access/tenants.ts'
import { createBookingNews } from './operations/bookings/booking-news.ts'
import { createGateway } from './operations/create-gateway.ts'
import type { Deps } from './operations/deps.ts'
import type { UncheckedGateway } from './operations/gateway.ts'
import { type CallCounter, createCallCounter } from './operations/operator/call-counter.ts'
import { createEnvironmentWatch, type EnvironmentWatch } from './operations/operator/environment-watch.ts'
import { admitMasterKeys } from './operations/operator/key-material/admit-master-keys.ts'
import { createSeals, SEALED_PLACES, type Seals } from './operations/operator/key-material/sealed-places.ts'
import { createCredentialsWatch } from './operations/prices/credentials-watch.ts'
import { createExchangeRates } from './operations/prices/exchange-rates.ts'
import { createPriceMemory } from './operations/prices/price-memory.ts'
import { createPriceObserver } from './operations/prices/price-observer.ts'
import { createBackground } from './platform/background.ts'
import { type Clock, createClock } from './platform/clock.ts'
import { createListener, type Listener } from './platform/listener.ts'
import type { Logger } from './platform/logger.ts'
import { createMac, type Mac } from './platform/mac.ts'
import { loadMasterKey, type MasterKeys, toMasterKeys } from './platform/master-key.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createLookup } from './platform/names/lookup.ts'
import { createNames } from './platform/names/names.ts'
import { createPostgresProbe, type PostgresProbe } from './platform/postgres-probe.ts'
import { pooledRandomBytes } from './platform/random-bytes.ts'
import type { Tracing } from './platform/request-trace.ts'
import type { Seal } from './platform/seal.ts'
import { createSingleFlight } from './platform/single-flight.ts'
import { createTokenSeal } from './platform/token-seal.ts'
import { createUrlCheck, type GuardOptions } from './relay/guard.ts'
import { announcedSandboxUrl } from './sandbox/start-suppliers.ts'
import { createDatabase, type RootDatabase } from './store/database.ts'
import { followDatabaseClock } from './store/database-clock.ts'
import { followSandboxClocks } from './store/follow-sandbox-clocks.ts'
import { createKeyMaterialStore } from './store/key-material.ts'
import { RANKING_CHANNEL } from './store/rankings.ts'
import { createStore, type Store } from './store/store.ts'
import { createSupplierDirectory, type SupplierPlace } from './suppliers/directory.ts'
import { SUPPLIERS } from './suppliers/registry.ts'
import type { Supplier, SupplierDirectory } from './suppliers/supplier.ts'
import { createSupplierClient, type SupplierClientEvents } from './suppliers/supplier-client.ts'

/** Everything that the facades, the relay and the jobs share; created once per process. */
export type Core = {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly metrics: Metrics
  /** Null: traces are not collected. */
  readonly tracing: Tracing | null
  readonly database: RootDatabase
  readonly listener: Listener
  /** The state of Postgres, for the readiness check. */
  readonly probe: PostgresProbe
  readonly store: Store
  readonly cache: Cache
  readonly masterKeys: MasterKeys
  readonly seals: Seals
  /** Derives the keys of the seeded organizations, which are the same at every start. */
  readonly seedMac: Mac
  readonly suppliers: SupplierDirectory
  readonly environments: Pick<EnvironmentWatch, 'wrong'>
  /** Where webhooks may be sent. */
  readonly guard: GuardOptions
  readonly deps: Deps
  readonly gateway: UncheckedGateway
  /** Waits for background work, then closes every connection. */
  readonly close: () => Promise<void>
}

type CoreOptions = {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  /** The URLs of the sandbox suppliers in this process, by code; null when it runs none. */
  readonly ownSandboxUrls: () => Readonly<Record<string, string>> | null
}

/** A statement that takes longer than this is cancelled, ms. */
const STATEMENT_TIMEOUT_MS = 10_000

type Closers = (() => Promise<unknown>)[]

/** Creates the core. When Postgres refuses it, closes every connection and throws. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const opened: Closers = []
  try {
    return await openCore(options, opened)
  } catch (error) {
    await Promise.allSettled(opened.map((close) => close()))
    throw error
  }
}

async function openCore(options: CoreOptions, opened: Closers): Promise<Core> {
  const { config, log, databaseUrl, ownSandboxUrls } = options
  const clock = createClock({ worlds: config.environment === 'sandbox' })
  const metrics = createMetrics()
  const tracing = await openTracing(config)
  const database = createDatabase({
    url: databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  opened.push(() => database.$disconnect())
  const masterKeys = await openMasterKeys(config, database)
  const seals = createSeals(masterKeys)
  const listener = createListener(databaseUrl, log)
  const probe = createPostgresProbe(databaseUrl, (error) => log.warn({ err: error }, 'Postgres cannot be reached'))
  opened.push(listener.close, probe.close)
  if (config.environment === 'sandbox') await followSandboxClocks(database, listener, { clock, log })
  const databaseClock = await followDatabaseClock(database, { clock, log })
  opened.push(async () => databaseClock.stop())
  const store = createStore(database)
  const cache = config.redisUrl ? createRedisCache({ url: config.redisUrl, clock, log }) : createMemoryCache({ clock })
  const killPoint = killAt(config.killPoint, config.killPointSignal)
  const names = createNames({ servers: config.dnsServers })
  const guard = {
    names,
    allowPrivateNetworks: config.webhookAllowPrivateNetworks,
    deniedNetworks: config.webhookDeniedNetworks,
    allowedNetworks: config.webhookAllowedNetworks,
    proxyUrl: config.webhookProxyUrl,
  }
  const background = createBackground(log)
  const callCounter = createCallCounter({ store, log })
  const environments = createEnvironmentWatch({ store, background, log })
  const suppliers = createSupplierDirectory({
    onTold: environments.hear,
    registry: SUPPLIERS,
    clock,
    loadConnection: (connectionId) => loadConnection(store, seals.credentials, connectionId),
    placeOf: (supplier, baseUrl) => placeOf(config, database, { supplier, baseUrl, own: ownSandboxUrls() }),
    createLine: (supplier, connectionId, proxy) =>
      createSupplierClient(supplier, clock.real, {
        ...lineEvents({ metrics, log, killPoint, callCounter }, supplier.code, connectionId),
        lookup: createLookup(names, `connection ${connectionId}`),
        connectionId,
        proxy,
        slots: cache.calls,
      }),
  })
  metrics.showBreakers(() => suppliers.lines())
  metrics.showWrongEnvironments(environments.wrong)
  const catalogue = createCatalogue(store, clock.real)
  const rankings = createRankings({ store, catalogue, clock, log })
  listener.listen(RANKING_CHANNEL, () => background.follow('refresh-ranking', rankings.refresh()))
  const observer = createPriceObserver({ store, log })
  const randomBytes = pooledRandomBytes()
  const bookingNews = createBookingNews({ store, listener, log })
  const deps: Deps = {
    store,
    cache,
    suppliers,
    catalogue,
    rankings,
    observer,
    bookingNews,
    priceMemory: createPriceMemory({ cache, metrics, randomBytes }),
    tenants: createTenants(store),
    exchangeRates: createExchangeRates(store),
    credentials: createCredentialsWatch({ store, background, log }),
    clock,
    log,
    metrics,
    flights: createSingleFlight(),
    randomBytes,
    guestSeal: seals.guests,
    tokenSeal: createTokenSeal(masterKeys, 'booking-tokens', clock.real),
    mac: createMac(masterKeys, 'booking-tokens'),
    background,
    killPoint,
    webhooks: {
      allowPrivateNetworks: config.webhookAllowPrivateNetworks,
      seal: seals.webhooks,
      checkUrl: createUrlCheck(guard),
    },
  }
  metrics.showRefusedCredentials(deps.credentials.refused)
  return {
    config,
    log,
    clock,
    metrics,
    tracing,
    database,
    listener,
    probe,
    store,
    cache,
    masterKeys,
    seals,
    seedMac: createMac(masterKeys, SEALED_PLACES.credentials.purpose),
    suppliers,
    environments,
    guard,
    deps,
    gateway: createGateway(deps),
    close: async () => {
      await background.idle()
      rankings.close()
      bookingNews.close()
      await observer.close()
      await callCounter.close()
      databaseClock.stop()
      names.close()
      await Promise.all([suppliers.close(), cache.close(), listener.close(), probe.close()])
      await database.$disconnect()
      await tracing?.close()
    },
  }
}

/**
 * The master keys of this process, after the check that they match the database. Throws an error that says in one line what to
 * do.
 */
async function openMasterKeys(config: Config, database: RootDatabase): Promise<MasterKeys> {
  const given = await loadMasterKey(config.masterKey, config.dataDir)
  const keys = toMasterKeys(given, config.masterKeyOpenOnly)
  const admitted = await admitMasterKeys(createKeyMaterialStore(database), keys)
  if (admitted.ok) return keys
  throw new Error(admitted.error)
}

/** OpenTelemetry is loaded only when traces are collected. */
async function openTracing({ tracing }: Config): Promise<Tracing | null> {
  return tracing && (await import('./platform/tracing.ts')).createTracing(tracing)
}

/** Writes one log line when a supplier goes down and one when it has recovered; single calls are only counted in the metrics. */
function lineEvents(
  {
    metrics,
    log,
    killPoint,
    callCounter,
  }: { metrics: Metrics; log: Logger; killPoint: Deps['killPoint']; callCounter: CallCounter },
  supplierCode: string,
  connectionId: string,
): SupplierClientEvents {
  return {
    onExchange: (operation, outcome, seconds) => {
      killPoint(`exchange:${operation}`)
      callCounter.count(connectionId, operation)
      metrics.observeSupplierCall({ supplierCode, operation, outcome, seconds })
    },
    onRefusal: (operation, kind) => metrics.countUnsentCall(supplierCode, operation, kind),
    onCapWait: (operation, outcome, seconds) =>
      metrics.observeCapWait({ supplierCode, connectionId, operation, outcome, seconds }),
    onBreaker: (state) =>
      state === 'OPEN'
        ? log.warn({ supplierCode, connectionId }, 'supplier is down: no calls are sent until a test call succeeds')
        : log.info({ supplierCode, connectionId }, 'supplier is back'),
  }
}

async function loadConnection(store: Store, seal: Seal, connectionId: string) {
  const stored = await store.connections.find(connectionId)
  // The seed or the admin command sealed it, as JSON of strings.
  return (
    stored && {
      ...stored,
      credentials: JSON.parse(seal.open(stored.credentials, connectionId)) as Record<string, string>,
    }
  )
}

type Connected = {
  readonly supplier: Supplier
  readonly baseUrl: string | null
  readonly own: Readonly<Record<string, string>> | null
}

/**
 * Where a connection leads. Without a URL of its own, a sandbox's is in this process, else where the settings say, else where one was
 * started last. A sandbox's connection to this machine leads to our suppliers as well, through whatever stands before them.
 */
async function placeOf(
  config: Config,
  database: RootDatabase,
  { supplier, baseUrl: named, own }: Connected,
): Promise<SupplierPlace> {
  if (config.environment === 'production') return { baseUrl: named ?? supplier.baseUrls.production, hasWorlds: false }
  if (named !== null)
    return { baseUrl: named, hasWorlds: URL.canParse(named) && new URL(named).hostname === '127.0.0.1' }
  const configured = config.sandboxSuppliersUrl && `${config.sandboxSuppliersUrl}/${supplier.code.replace('_', '-')}`
  const baseUrl = own?.[supplier.code] ?? (configured || (await announcedSandboxUrl(database, supplier.code)))
  return baseUrl === null ? { baseUrl: supplier.baseUrls.sandbox, hasWorlds: false } : { baseUrl, hasWorlds: true }
}
