import type { FastifyInstance } from 'fastify'
import { mountConsole } from '../console/mount.ts'
import { CONSOLE_BASE, PORTAL_BASE } from '../console/session.ts'
import type { Core } from '../core.ts'
import { mountGraphql } from '../graphql/mount.ts'
import { healthReport } from '../health.ts'
import { createHttpServer, type HttpServer } from '../http/server.ts'
import { createShownKey } from '../http/shown-key.ts'
import { createAuthenticate } from '../operations/access/authenticate.ts'
import { createConsumeRate } from '../operations/access/rate-limits.ts'
import { createReceiveNotification } from '../operations/bookings/follow-up/receive-supplier-notification.ts'
import { createSandboxControls, type SandboxControls } from '../operations/operator/sandbox-controls.ts'
import { createFairShare } from '../platform/fair-share.ts'
import { failureCode } from '../platform/outage.ts'
import { sendSandboxMessage } from '../sandbox/announced.ts'
import { createSandboxClockStore } from '../store/sandbox-clock.ts'
import { createSandboxFaultStore } from '../store/sandbox-faults.ts'

export type ServeOptions = {
  /** Aborted when the process is about to close its port. */
  readonly leaving: AbortSignal
  /** The sandbox's key that pages may show; null in production. */
  readonly apiKey: string | null
}

type Serving = { readonly server: HttpServer; readonly url: string }

/** The role `api`: both facades on one port. It listens once the catalogue is in memory. */
export async function serve(core: Core, { leaving, apiKey }: ServeOptions): Promise<Serving> {
  const { config, deps, gateway, log, metrics, tracing } = core
  const { environment } = config
  const authenticate = createAuthenticate(deps, environment)
  const consumeRate = createConsumeRate(deps)
  const fairShare = createFairShare()
  const shownKey = createShownKey(config.showSandboxKey ? apiKey : null)
  const sandbox = config.sandboxClock ? sandboxControls(core) : null
  await deps.rankings.current()
  const shared = { gateway, environment, shownKey, log, authenticate, consumeRate, fairShare }
  const server = await createHttpServer({
    ...shared,
    deps,
    limits: config,
    publicMetrics: config.publicMetrics,
    securityContact: config.securityContact,
    health: { report: () => healthReport(core, core, leaving) },
    leaving,
    metrics,
    tracing,
    receiveNotification: createReceiveNotification(deps),
    failureCode,
    sandbox,
    mount: async (app, streams) => {
      await mountGraphql({ ...shared, engine: config.graphqlEngine, metrics })(app, streams)
      mountScreens(app, core, sandbox)
    },
  })
  const url = await server.app.listen({ host: config.host, port: config.port })
  return { server, url }
}

/** The portal; and the console, which is on the operators' port alone in production. */
function mountScreens(app: FastifyInstance, core: Core, sandbox: SandboxControls | null): void {
  const { config, log } = core
  const shared = { core: async () => core, log, sandbox, config }
  mountConsole(app, { ...shared, base: PORTAL_BASE })
  if (config.environment === 'sandbox') mountConsole(app, { ...shared, base: CONSOLE_BASE })
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
