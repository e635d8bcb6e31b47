import { type Config, readProcessConfig } from './config.ts'
import { createLogger } from './platform/logger.ts'
import { startWatchdog } from './platform/watchdog.ts'
import { startPatiently } from './start-patiently.ts'
import { welcome } from './welcome.ts'

const config = readProcessConfig()
if (!('port' in config)) {
  for (const { setting, message } of config) console.error(`${setting}: ${message} (see .env.example)`)
  process.exit(1)
}

/** One line of advice instead of a stack trace. An error of `listen` has the port, which may be the operators'. */
function adviceFor(error: unknown, { host, port: publicPort, operatorPort }: Config): string {
  const { code, message, port = publicPort } = error as NodeJS.ErrnoException & { readonly port?: number }
  const setting = port === operatorPort ? 'OPERATOR_PORT' : 'PORT'
  if (code === 'EADDRINUSE')
    return `port ${port} on ${host} is taken: stop what listens there, or set ${setting} to another one`
  if (code === 'EACCES') return `port ${port} may not be opened: set ${setting} to one above 1023`
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine: set HOST to one that is, e.g. 127.0.0.1`
  return message || String(error)
}

/**
 * Signals within this time count as one: npm forwards a signal that the whole process group has already received, and on a busy
 * machine this may take a while.
 */
const SAME_WITHIN_MS = 2_000

const log = createLogger(config.logLevel)
try {
  const startedAt = performance.now()
  const starting = startPatiently(config, log)
  async function stop(): Promise<void> {
    return (await starting).stop()
  }
  // A process that starts its own Postgres must also stop it, so it handles signals during its start already; otherwise a signal
  // may simply end it.
  if (config.databaseUrl === null) shutDownOnSignals(stop, config)
  const app = await starting
  if (config.databaseUrl !== null) shutDownOnSignals(stop, config)
  const { url, operatorUrl, keys, signIn } = app
  log.info({ url, operatorUrl, roles: config.roles, ms: Math.round(performance.now() - startedAt) }, 'ready')
  if (url && keys) console.log(welcome({ url, keys, signIn, hasCatalogue: config.sandboxCatalogue }))
  startWatchdog(config.watchdogMs, log)
} catch (error) {
  log.debug({ err: error }, 'start failed')
  console.error(adviceFor(error, config))
  process.exit(1)
}

function isSame(firstAt: number): boolean {
  return performance.now() - firstAt < SAME_WITHIN_MS
}

/** The first signal starts a graceful shutdown; a second one, or the time limit, ends the process immediately. */
function shutDownOnSignals(stop: () => Promise<void>, { lameDuckMs, shutdownTimeoutMs }: Config): void {
  let firstAt: number | null = null
  function shutDown(signal: string): void {
    if (firstAt !== null) return isSame(firstAt) ? undefined : process.exit(130)
    firstAt = performance.now()
    log.info({ signal, lameDuckMs }, 'shutting down')
    setTimeout(() => {
      log.error('shutdown took too long')
      process.exit(1)
    }, lameDuckMs + shutdownTimeoutMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', shutDown)
  process.on('SIGINT', shutDown)
}
