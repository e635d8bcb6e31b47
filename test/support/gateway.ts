import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { startPatiently } from '../../src/start-patiently.ts'
import { welcome } from '../../src/welcome.ts'
import { keepOutput } from './canaries.ts'
import { STOCK_SHIFT_DAYS } from './day-from-now.ts'

export type StartedGateway = {
  readonly url: string
  /** The operators' port; null without one. */
  readonly operatorUrl: string | null
  readonly apiKey: string
  /** Everything that it has logged so far, one JSON line an entry. */
  readonly log: readonly string[]
  /** Stops it in order, and removes its folder. */
  readonly stop: () => Promise<void>
}

export type GatewayOptions = {
  readonly databaseUrl: string
  readonly dataDir?: string
  /** Settings by variable; an empty one counts as absent. */
  readonly env?: Readonly<Record<string, string>>
}

/** Every gateway of a test has it, so that one that is started again opens what the first has sealed. */
export const TEST_MASTER_KEY = Buffer.from('canarymasterkey!0123456789ABCDEF').toString('hex')
export const TEST_API_KEY = `hdg_test_${randomBytes(24).toString('base64url')}`

/** The settings that every gateway of a test has. */
export function settingsOf(databaseUrl: string, dataDir: string): Readonly<Record<string, string>> {
  return {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    DATA_DIR: dataDir,
    MASTER_KEY: TEST_MASTER_KEY,
    SANDBOX_API_KEY: TEST_API_KEY,
    LOG_LEVEL: 'info',
  }
}

/** No deadline is met because the machine is busy, and periodic work comes round at once. Tests of a deadline set `PATIENCE` to 1. */
const UNHURRIED = { PATIENCE: '20', SWEEP_MS: '1500' }

/** The sandbox's stock of the same day in every run. */
export function stockOf({ ENVIRONMENT }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return ENVIRONMENT === 'production' ? {} : { SANDBOX_STOCK_SHIFT_DAYS: String(STOCK_SHIFT_DAYS) }
}

/** A gateway in production refuses the settings of tests, and is as hurried as there. */
export function paceOf({ ENVIRONMENT }: Readonly<Record<string, string>>) {
  return ENVIRONMENT === 'production' ? {} : UNHURRIED
}

/**
 * Starts a gateway in this process: the code of `npm start`, over HTTP on a port of its own, without a process to start and modules to
 * load. What only a process can show (signals, kill points, the watchdog, memory) takes `startGatewayProcess`.
 */
export async function startGateway({ databaseUrl, dataDir, env = {} }: GatewayOptions): Promise<StartedGateway> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'gateway-')))
  const { log, write } = createLog()
  const config = readConfig({ ...settingsOf(databaseUrl, folder), ...paceOf(env), ...stockOf(env), ...env })
  if (!('port' in config)) throw new Error(JSON.stringify(config))
  if (config.killPoint !== null) throw new Error('a kill point would end the tests: take startGatewayProcess')
  const logger = createLogger(config.logLevel, { write })
  let app: Awaited<ReturnType<typeof startPatiently>> | null = await startPatiently(config, logger)
  const { url, operatorUrl, keys, signIn } = app
  logger.info({ url, operatorUrl, roles: config.roles }, 'ready')
  if (url && keys) write(welcome({ url, keys, signIn, hasCatalogue: config.sandboxCatalogue }))
  let stopped: Promise<void> | null = null
  return {
    url: url ?? '',
    operatorUrl,
    apiKey: TEST_API_KEY,
    log,
    stop: async () => {
      stopped ??= app?.stop() ?? null
      await stopped
      // The variable of a test file lives as long as its worker: what it holds must not be a whole gateway.
      app = null
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a gateway writes to its standard output elsewhere. It is searched for secrets at the end of the run. */
function createLog() {
  const log: string[] = []
  function write(text: string): void {
    for (const line of text.split('\n')) {
      if (line === '') continue
      log.push(line)
      keepOutput(process.pid, line)
    }
  }
  return { log, write }
}
