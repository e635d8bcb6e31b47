import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, type Role } from './config.ts'
import { type Core, createCore } from './core.ts'
import { mountGraphql } from './graphql/mount.ts'
import { recomputeRanking } from './hotel-index/recompute-ranking.ts'
import type { HealthReport } from './http/context.ts'
import { startOperatorServer } from './http/operator-server.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import { createShownKey } from './http/shown-key.ts'
import { FORGET_QUEUE, type Jobs, RANKING_QUEUE, RETENTION_QUEUE, startJobs } from './jobs/boss.ts'
import { type LookWorker, startLookWorker } from './jobs/look-worker.ts'
import { startSweep } from './jobs/sweep.ts'
import { startWorkerSweeps } from './jobs/worker-sweeps.ts'
import { openDatabase } from './open-database.ts'
import { createAuthenticate } from './operations/access/authenticate.ts'
import { createConsumeRate } from './operations/access/rate-limits.ts'
import { lookAtBooking, planAfterFailure } from './operations/bookings/follow-up/look-at-booking.ts'
import { createReceiveNotification } from './operations/bookings/follow-up/receive-supplier-notification.ts'
import { deleteExpired } from './operations/operator/delete-expired.ts'
import { forgetExpired, oldestPeopleSeconds } from './operations/operator/erasing/forget-expired.ts'
import { createSandboxControls, type SandboxControls } from './operations/operator/sandbox-controls.ts'
import { jobContext } from './operations/supplier-calls.ts'
import { deleteOldDeliveries } from './operations/webhooks/delete-old-deliveries.ts'
import { createFairShare } from './platform/fair-share.ts'
import type { Logger } from './platform/logger.ts'
import { isOutage } from './platform/outage.ts'
import { createWebhookSender } from './relay/deliver.ts'
import { type Relay, startRelay } from './relay/relay.ts'
import { type SandboxCatalogue, sandboxCatalogue } from './sandbox/catalogue/catalogue.ts'
import { type SeededKeys, seedSandbox } from './sandbox/seed.ts'
import { announceGateway, sendSandboxMessage, startStoredSandboxSuppliers } from './sandbox/start-suppliers.ts'
import type { SandboxServer } from './sandbox/suppliers/server.ts'
import { rememberOversight } from './store/oversight.ts'
import { createSandboxClockStore } from './store/sandbox-clock.ts'
import { createSandboxFaultStore } from './store/sandbox-faults.ts'
import { createWebhookQueue } from './store/webhook-queue.ts'

export type App = {
  readonly core: Core
  /** The URL of the facades; null for a process without the role `api`. */
  readonly url: string | null
  /** The API keys of the sandbox; null in production. */
  readonly keys: SeededKeys | null
  /** Makes the readiness check fail, keeps serving for `lameDuckMs`, then stops all parts in order. */
  readonly stop: () => Promise<void>
}

/** Starts all parts that the process' roles require. When a part cannot start, closes the others and throws. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  function has(role: Role): boolean {
    return config.roles.includes(role)
  }
  const closers: (() => Promise<unknown>)[] = []
  /** Closes all parts in the reverse order of their start, even if one of them fails to close. */
  async function closeAll(): Promise<void> {
    for (const close of closers.reverse())
      await close().catch((error: unknown) => log.error({ err: error }, 'a part could not be closed'))
    closers.length = 0
  }
  const leaving = new AbortController()
  try {
    const opened = await openDatabase(config)
    closers.push(opened.close)
    let sandboxServer: SandboxServer | null = null
    const core = await createCore({
      config,
      log,
      databaseUrl: opened.url,
      ownSandboxUrls: () => sandboxServer?.baseUrls ?? null,
    })
    closers.push(core.close)
    const catalogue = once(sandboxCatalogue)
    const keys = config.environment === 'sandbox' ? await seed(core, catalogue) : null
    if (config.environment === 'sandbox' && has('suppliers')) {
      sandboxServer = await startSuppliers(core, catalogue())
      closers.push(sandboxServer.close)
    }
    if (has('worker')) {
      const jobs = await startPeriodicJobs(core, opened.url)
      closers.push(() => jobs.stop(5_000))
      closers.push(lookWorkerOf(core).stop)
      closers.push(startWorkerSweeps(core).stop)
    }
    if (has('relay')) {
      const relay = relayOf(core)
      closers.push(relay.stop)
      const { settleDeadDeliveries } = core.store.cases
      closers.push(startSweep('dead-deliveries', { everyMs: DEAD_EVERY_MS, work: settleDeadDeliveries, log }).stop)
    }
    core.metrics.showQueue(createWebhookQueue(core.database).depth)
    core.metrics.showOversight(rememberOversight(core.database))
    core.metrics.showOldestPeople(() => oldestPeopleSeconds(core.deps))
    const http = has('api') ? await serve(core, { leaving: leaving.signal, keys }) : null
    if (http) closers.push(http.server.close)
    if (config.operatorPort !== null) {
      const options = { health: { report: () => healthReport(core, leaving.signal) }, metrics: core.metrics }
      const operator = await startOperatorServer(options, { host: config.host, port: config.operatorPort })
      closers.push(operator.close)
    }
    const isAsked = http !== null || config.operatorPort !== null
    async function stop(): Promise<void> {
      leaving.abort()
      if (isAsked) await sleep(config.lameDuckMs)
      await closeAll()
    }
    return { core, url: http?.url ?? null, keys, stop }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function seed(core: Core, catalogue: () => SandboxCatalogue): Promise<SeededKeys> {
  return seedSandbox({
    store: core.store,
    catalogue,
    credentialSeal: core.seals.credentials,
    seedMac: core.seedMac,
    now: core.clock.real,
    apiKey: core.config.sandboxApiKey,
  })
}

function startSuppliers(core: Core, catalogue: SandboxCatalogue): Promise<SandboxServer> {
  return startStoredSandboxSuppliers({
    database: core.database,
    clock: core.clock,
    log: core.log,
    catalogue,
    stock: core.config.sandboxStock,
    port: core.config.sandboxSuppliersPort,
  })
}

/** How often relays look whether the cases of dead deliveries have been settled. */
const DEAD_EVERY_MS = 5_000

function startPeriodicJobs({ config, log, metrics, tracing, deps }: Core, url: string): Promise<Jobs> {
  const options = { url, log, metrics, tracing }
  return startJobs(options, {
    [RANKING_QUEUE]: () => recomputeRanking(deps),
    [RETENTION_QUEUE]: async () => {
      await deleteOldDeliveries(deps)
      await deleteExpired(deps, config.rowTerms)
    },
    [FORGET_QUEUE]: () => forgetExpired(deps, config.retention),
  })
}

function lookWorkerOf({ deps, store, listener, clock, log, metrics, tracing }: Core): LookWorker {
  return startLookWorker({
    looks: store.looks,
    lookAt: ({ bookingId, leaseId }) =>
      lookAtBooking(deps, { bookingId, look: { leaseId }, context: jobContext(bookingId) }),
    onFailure: (claimed) => planAfterFailure(deps, claimed),
    listener,
    clock,
    log,
    metrics,
    tracing,
  })
}

function relayOf(core: Core): Relay {
  return startRelay({
    queue: createWebhookQueue(core.database),
    batches: core.store.webhookBatches,
    randomBytes: core.deps.randomBytes,
    courier: createWebhookSender(core.guard),
    seal: core.seals.webhooks,
    clock: core.clock,
    listener: core.listener,
    log: core.log,
    metrics: core.metrics,
    tracing: core.tracing,
    killPoint: core.deps.killPoint,
  })
}

async function serve(
  core: Core,
  { leaving, keys }: { readonly leaving: AbortSignal; readonly keys: SeededKeys | null },
): Promise<{ readonly server: HttpServer; readonly url: string }> {
  const { config, deps, gateway, log, metrics, tracing } = core
  const authenticate = createAuthenticate(deps, config.environment)
  const consumeRate = createConsumeRate(deps)
  const fairShare = createFairShare()
  const { environment } = config
  const shownKey = createShownKey(keys && config.showSandboxKey ? keys.apiKey : null)
  await deps.rankings.current()
  const server = await createHttpServer({
    gateway,
    deps,
    environment,
    shownKey,
    authenticate,
    consumeRate,
    fairShare,
    log,
    limits: config,
    publicMetrics: config.publicMetrics,
    securityContact: config.securityContact,
    health: { report: () => healthReport(core, leaving) },
    leaving,
    metrics,
    tracing,
    receiveNotification: createReceiveNotification(deps),
    isOutage,
    sandbox: config.sandboxClock ? sandboxControls(core) : null,
    mount: mountGraphql({
      engine: config.graphqlEngine,
      gateway,
      environment,
      shownKey,
      log,
      metrics,
      authenticate,
      consumeRate,
      fairShare,
    }),
  })
  const url = await server.app.listen({ host: config.host, port: config.port })
  if (config.environment === 'sandbox') await announceGateway(core.database, url)
  return { server, url }
}

function sandboxControls({ clock, database, store, suppliers }: Core): SandboxControls {
  return createSandboxControls({
    clock,
    clocks: createSandboxClockStore(database),
    faults: createSandboxFaultStore(database),
    bookings: store.bookings,
    notify: (notice) => sendSandboxMessage(database, notice),
    hasSupplier: (supplierCode) => suppliers.find(supplierCode) !== null,
  })
}

const POSTGRES_FAULTS = { writable: null, 'read-only': 'takes no writes', away: 'cannot be reached' } as const

/**
 * The health of this process. An unreachable Redis or supplier is only reported; the process is unready when Postgres is
 * unreachable or read-only, or when it is shutting down.
 */
async function healthReport(
  { probe, cache, suppliers, environments, deps }: Core,
  leaving: AbortSignal,
): Promise<HealthReport> {
  if (leaving.aborted) return { ready: false, faults: { process: 'shutting down' }, suppliers: suppliers.lines() }
  const [postgres, isCached] = await Promise.all([probe.ask(), cache.healthy()])
  const faults: Record<string, string> = {}
  const fault = POSTGRES_FAULTS[postgres]
  if (fault !== null) faults['postgres'] = fault
  if (!isCached) faults['cache'] = 'cannot be reached: searches go on uncached'
  const refused = [...new Set(deps.credentials.refused().map(({ supplierCode }) => supplierCode))]
  if (refused.length > 0) faults['credentials'] = `refused by ${refused.sort().join(', ')}`
  const wrong = [...new Set(environments.wrong().map(({ supplierCode }) => supplierCode))]
  if (wrong.length > 0) faults['environment'] = `production is answered by the sandbox of ${wrong.sort().join(', ')}`
  return { ready: fault === null, faults, suppliers: suppliers.lines() }
}
