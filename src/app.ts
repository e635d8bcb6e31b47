import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import type { Core, JobsCore } from './core.ts'
import { type Foundation, layFoundation } from './foundation.ts'
import { healthReport } from './health.ts'
import { openDatabase } from './open-database.ts'
import { oldestPeopleSeconds } from './operations/operator/erasing/oldest-people.ts'
import type { Logger } from './platform/logger.ts'
import { announceGateway } from './sandbox/announced.ts'
import type { SeededKeys } from './sandbox/seed.ts'
import type { SignInPaths } from './sandbox/seed-people.ts'
import type { SandboxServer } from './sandbox/suppliers/server.ts'
import { rememberOversight } from './store/oversight.ts'
import { rememberDepth } from './store/webhook-depth.ts'

export type App = {
  /** Null in a process without the role `api`. */
  readonly core: Core | null
  /** The URL of the facades; null for a process without the role `api`. */
  readonly url: string | null
  /** The URL of the operators' port; null for a process without one. */
  readonly operatorUrl: string | null
  /** The API keys of the sandbox; null in production, and in a process that neither serves nor sells. */
  readonly keys: SeededKeys | null
  /** Paths that sign the sandbox's people in, once each; null where there are no keys. */
  readonly signIn: SignInPaths | null
  /** Makes the readiness check fail, keeps serving for `lameDuckMs`, then stops all parts in order. */
  readonly stop: () => Promise<void>
}

/** What a part needs to start, and where it leaves what stops it. */
type Starting = {
  readonly foundation: Foundation
  readonly databaseUrl: string
  /** Leads to the server itself, where `databaseUrl` may lead to a pooler. */
  readonly directUrl: string
  readonly closers: (() => Promise<unknown>)[]
  readonly leaving: AbortSignal
}

/**
 * Starts all parts that the process' roles require. The code of a role is loaded here, when it is to start: a relay is a third of a
 * process that serves. When a part cannot start, closes the others and throws.
 */
export async function startApp(config: Config, log: Logger): Promise<App> {
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
    const { url: databaseUrl, directUrl } = opened
    const foundation = await layFoundation({ config, log, databaseUrl })
    const parts = await startParts({ foundation, databaseUrl, directUrl, closers, leaving: leaving.signal })
    async function stop(): Promise<void> {
      leaving.abort()
      if (parts.isAsked) await sleep(config.lameDuckMs)
      await closeAll()
    }
    const { core, url, operatorUrl, keys, signIn } = parts
    return { core, url, operatorUrl, keys, signIn, stop }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function startParts(starting: Starting) {
  const { foundation } = starting
  const { config, store, clock, database, metrics } = foundation
  let sandboxServer: SandboxServer | null = null
  const { core, jobs } = await buildParts(starting, () => sandboxServer?.baseUrls ?? null)
  const sandbox = await startSandbox(starting)
  sandboxServer = sandbox.server
  const apiKey = sandbox.keys?.apiKey ?? null
  await startWorkAndRelay(starting, jobs)
  metrics.showQueue(rememberDepth(database))
  metrics.showOversight(rememberOversight(database))
  metrics.showOldestPeople(() => oldestPeopleSeconds({ store, clock }))
  const url = core && (await startServing(starting, core, apiKey))
  if (url !== null && config.environment === 'sandbox') await announceGateway(database, url)
  const { operatorPort } = config
  const operatorUrl = operatorPort === null ? null : await serveOperators(starting, { core, jobs, port: operatorPort })
  const isAsked = url !== null || operatorUrl !== null
  return { core, url, operatorUrl, keys: sandbox.keys, signIn: sandbox.signIn, isAsked }
}

const NO_SANDBOX = { keys: null, signIn: null, server: null }

/** Seeds the sandbox for whoever serves or sells, and starts its suppliers. */
async function startSandbox({ foundation, closers }: Starting) {
  const { roles, environment } = foundation.config
  const isSelling = roles.includes('suppliers')
  if (environment !== 'sandbox' || !(isSelling || roles.includes('api'))) return NO_SANDBOX
  const { seed, signInPaths, startSuppliers } = (await import('./roles/sandbox.ts')).sandboxParts(foundation)
  const keys = await seed()
  const signIn = roles.includes('api') ? await signInPaths() : null
  const server = isSelling ? await startSuppliers() : null
  if (server) closers.push(server.close)
  return { keys, signIn, server }
}

async function startWorkAndRelay({ foundation, directUrl, closers }: Starting, jobs: JobsCore | null): Promise<void> {
  const { roles } = foundation.config
  if (roles.includes('worker') && jobs) await (await import('./roles/work.ts')).startWork(jobs, { directUrl, closers })
  if (roles.includes('relay')) closers.push((await import('./roles/relay.ts')).startRelayRole(foundation).stop)
  const { eventExportUrl } = foundation.config
  if (roles.includes('export') && eventExportUrl !== null)
    closers.push((await import('./roles/export.ts')).startExportRole(foundation, eventExportUrl).stop)
}

type Built = { readonly core: Core | null; readonly jobs: JobsCore | null }

/** Builds no more than the process' roles need. */
async function buildParts(
  { foundation, closers }: Starting,
  ownSandboxUrls: () => Readonly<Record<string, string>> | null,
): Promise<Built> {
  const { config } = foundation
  const isServing = config.roles.includes('api')
  let { close } = foundation
  closers.push(() => close())
  if (!isServing && !config.roles.includes('worker')) return { core: null, jobs: null }
  const { buildCore, buildJobsCore } = await import('./core.ts')
  const core = isServing ? await buildCore(foundation, { ownSandboxUrls }) : null
  const jobs = core ?? (await buildJobsCore(foundation, { ownSandboxUrls }))
  close = jobs.close
  return { core, jobs }
}

async function startServing({ leaving, closers }: Starting, core: Core, apiKey: string | null): Promise<string> {
  const { serve } = await import('./roles/serve.ts')
  const { server, url } = await serve(core, { leaving, apiKey })
  closers.push(server.close)
  return url
}

async function serveOperators(
  { foundation, databaseUrl, leaving, closers }: Starting,
  { core, jobs, port }: Built & { readonly port: number },
): Promise<string> {
  const [{ startOperatorServer }, { operatorConsole }] = await Promise.all([
    import('./http/operator-server.ts'),
    import('./roles/operator-console.ts'),
  ])
  const { metrics, config, clock, randomBytes } = foundation
  const { mount, close } = operatorConsole({ core, foundation, databaseUrl })
  const options = {
    health: { report: () => healthReport(foundation, jobs, leaving) },
    metrics,
    environment: config.environment,
    deps: { clock, randomBytes },
    limits: config,
    mount,
  }
  const server = await startOperatorServer(options, { host: config.host, port })
  closers.push(async () => {
    await server.close()
    await close()
  })
  return server.url
}
