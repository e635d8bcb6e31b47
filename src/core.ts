import { getHeapStatistics } from 'node:v8'
import type { Cache } from './cache/cache.ts'
import { createMemoryCache } from './cache/memory.ts'
import { type Foundation, type FoundationOptions, layFoundation } from './foundation.ts'
import { createCatalogue } from './hotel-index/catalogue.ts'
import { createHotelPages } from './hotel-index/hotel-pages.ts'
import type { Rankings } from './hotel-index/rankings.ts'
import { createTenants } from './operations/access/tenants.ts'
import { createBookingNews } from './operations/bookings/booking-news.ts'
import type { Deps } from './operations/deps.ts'
import type { UncheckedGateway } from './operations/gateway.ts'
import { type CallCounter, createCallCounter } from './operations/operator/call-counter.ts'
import { createEnvironmentWatch, type EnvironmentWatch } from './operations/operator/environment-watch.ts'
import { createCredentialsWatch } from './operations/prices/credentials-watch.ts'
import { createExchangeRates } from './operations/prices/exchange-rates.ts'
import { createPriceMemory } from './operations/prices/price-memory.ts'
import { createPriceObserver } from './operations/prices/price-observer.ts'
import { createUnseenRooms } from './operations/rooms/unseen-rooms.ts'
import { createTrafficRecorder } from './operations/traffic/record-traffic.ts'
import { createMac } from './platform/mac.ts'
import { createLookup } from './platform/names/lookup.ts'
import type { Seal } from './platform/seal.ts'
import { createSingleFlight } from './platform/single-flight.ts'
import { createTokenSeal } from './platform/token-seal.ts'
import { createUrlCheck } from './relay/guard.ts'
import { RANKING_CHANNEL } from './store/rankings.ts'
import type { Store } from './store/store.ts'
import { placeOf } from './supplier-place.ts'
import { proxyOf } from './suppliers/connection-settings.ts'
import { createOpenFile } from './suppliers/content/download.ts'
import { createSupplierDirectory } from './suppliers/directory.ts'
import { SUPPLIERS } from './suppliers/registry.ts'
import type { SupplierDirectory } from './suppliers/supplier.ts'
import { createSupplierClient, type SupplierClientEvents } from './suppliers/supplier-client.ts'

/** What jobs need: the suppliers and the operations' dependencies, but no rankings. */
export type JobsCore = Foundation & {
  readonly cache: Cache
  readonly suppliers: SupplierDirectory
  readonly environments: Pick<EnvironmentWatch, 'wrong'>
  readonly deps: Deps
}

/** Everything that the facades and commands need as well. */
export type Core = JobsCore & { readonly gateway: UncheckedGateway }

export type PartOptions = {
  /** The URLs of the sandbox suppliers in this process, by code; null when it runs none. */
  readonly ownSandboxUrls: () => Readonly<Record<string, string>> | null
}

/** Lays the foundation and builds on it. When Postgres refuses it, closes every connection and throws. */
export async function createCore(options: FoundationOptions & PartOptions): Promise<Core> {
  return buildCore(await layFoundation(options), options)
}

/** Search and the facades' operations are loaded here, by nobody who has no use for them: they are most of a process' memory. */
export async function buildCore(foundation: Foundation, { ownSandboxUrls }: PartOptions): Promise<Core> {
  const [{ createRankings }, { createGateway }] = await Promise.all([
    import('./hotel-index/rankings.ts'),
    import('./operations/create-gateway.ts'),
  ])
  const { store, clock, log, listener, background } = foundation
  const core = await buildWith(foundation, {
    ownSandboxUrls,
    rankingsOf: (catalogue) => {
      const rankings = createRankings({
        store,
        catalogue,
        clock,
        log,
        readsNamesAhead: foundation.config.environment === 'production',
      })
      listener.listen(RANKING_CHANNEL, () => background.follow('refresh-ranking', rankings.refresh()))
      return rankings
    },
  })
  return { ...core, gateway: createGateway(core.deps) }
}

/** For a process that works and does not serve. */
export function buildJobsCore(foundation: Foundation, { ownSandboxUrls }: PartOptions): Promise<JobsCore> {
  return buildWith(foundation, { ownSandboxUrls, rankingsOf: () => NO_RANKINGS })
}

async function refuse(): Promise<never> {
  throw new Error('this process holds no rankings: it does not have the role api')
}

const NO_RANKINGS: Rankings = {
  current: refuse,
  ofVersion: refuse,
  placeIndex: refuse,
  destinations: refuse,
  refresh: refuse,
  close: () => undefined,
}

type WithOptions = PartOptions & {
  readonly rankingsOf: (catalogue: Deps['catalogue']) => Rankings
}

async function buildWith(foundation: Foundation, { ownSandboxUrls, rankingsOf }: WithOptions): Promise<JobsCore> {
  const { config, log, clock, metrics, database, listener, store, masterKeys, seals, names, guard } = foundation
  const { background, randomBytes, killPoint } = foundation
  const cache = config.redisUrl ? await openRedisCache(config.redisUrl, foundation) : createMemoryCache({ clock })
  const callCounter = createCallCounter({ store, log })
  const environments = createEnvironmentWatch({ store, background, log })
  const traffic =
    config.traffic &&
    createTrafficRecorder({
      config: config.traffic,
      store,
      clock,
      randomBytes,
      background,
      log,
      metrics: metrics.traffic,
    })
  const suppliers = createSupplierDirectory({
    tap: traffic?.tap ?? null,
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
  const rankings = rankingsOf(catalogue)
  const observer = createPriceObserver({ store, log })
  const bookingNews = createBookingNews({ store, listener, log })
  const deps: Deps = {
    store,
    cache,
    suppliers,
    openFiles: async (connectionId) => {
      const connection = await loadConnection(store, seals.credentials, connectionId)
      const lookup = createLookup(names, `files of ${connectionId}`)
      return createOpenFile({ lookup, proxy: connection && proxyOf(connection) })
    },
    catalogue,
    hotelPages: createHotelPages({ store, now: clock.real }),
    unseenRooms: createUnseenRooms({ store, now: clock.real }),
    rankings,
    observer,
    bookingNews,
    priceMemory: createPriceMemory({ cache, metrics, randomBytes }, getHeapStatistics().heap_size_limit),
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
    ...foundation,
    cache,
    suppliers,
    environments,
    deps,
    close: async () => {
      await background.idle()
      rankings.close()
      bookingNews.close()
      await observer.close()
      await callCounter.close()
      await traffic?.close()
      await Promise.all([suppliers.close(), cache.close()])
      await foundation.close()
    },
  }
}

/** Throws an error that says in one line what REDIS_URL should be, when it leads to another kind of server than it says. */
async function openRedisCache(url: string, { clock, log, metrics }: Foundation): Promise<Cache> {
  const [{ refuseUnfitRedis }, { createRedisCache }] = await Promise.all([
    import('./cache/redis-fitness.ts'),
    import('./cache/redis.ts'),
  ])
  await refuseUnfitRedis(url)
  const cache = createRedisCache({ url, clock, log, onFailure: metrics.countCacheFailure })
  metrics.showCache(cache.isAway)
  return cache
}

/** Writes one log line when a supplier goes down and one when it has recovered; single calls are only counted in the metrics. */
function lineEvents(
  {
    metrics,
    log,
    killPoint,
    callCounter,
  }: Pick<Foundation, 'metrics' | 'log' | 'killPoint'> & { callCounter: CallCounter },
  supplierCode: string,
  connectionId: string,
): SupplierClientEvents {
  return {
    onExchange: (operation, outcome, seconds) => {
      killPoint(`exchange:${operation}`)
      callCounter.count({ connectionId, operation, outcome, seconds })
      metrics.observeSupplierCall({ supplierCode, operation, outcome, seconds })
    },
    onRefusal: (operation, kind) => {
      callCounter.countUnsent({ connectionId, operation, kind })
      metrics.countUnsentCall(supplierCode, operation, kind)
    },
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
