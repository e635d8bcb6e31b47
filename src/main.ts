import { startApp } from './app.ts'
import { type Config, readProcessConfig } from './config.ts'
import { createLogger } from './platform/logger.ts'
import { welcome } from './welcome.ts'

const config = readProcessConfig()
if (!('port' in config)) {
  for (const { setting, message } of config) console.error(`${setting}: ${message} (see .env.example)`)
  process.exit(1)
}

/** One line that says what to do, instead of a stack that does not. */
const adviceFor = (error: unknown, { host, port }: Config): string => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `port ${port} on ${host} is taken: stop what listens there, or set PORT to another one`
  if (code === 'EACCES') return `port ${port} may not be opened: set PORT to one above 1023`
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine: set HOST to one that is, e.g. 127.0.0.1`
  return message || String(error)
}

const log = createLogger(config.logLevel)
try {
  const startedAt = performance.now()
  const app = await startApp(config, log)
  log.info({ url: app.url, roles: config.roles, ms: Math.round(performance.now() - startedAt) }, 'ready')
  if (app.keys && app.url) console.log(welcome(app.url, app.keys))
  shutDownOnSignals(app.stop, config)
} catch (error) {
  log.debug({ err: error }, 'start failed')
  console.error(adviceFor(error, config))
  process.exit(1)
}

/** The first signal drains; a second one, or the time limit, ends it at once. */
function shutDownOnSignals(stop: () => Promise<void>, { shutdownTimeoutMs }: Config): void {
  let stopping = false
  const shutDown = (signal: string): void => {
    if (stopping) process.exit(130)
    stopping = true
    log.info({ signal }, 'shutting down')
    setTimeout(() => {
      log.error('shutdown took too long')
      process.exit(1)
    }, shutdownTimeoutMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', shutDown)
  process.on('SIGINT', shutDown)
}
