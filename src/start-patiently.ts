import { setTimeout as sleep } from 'node:timers/promises'
import { type App, startApp } from './app.ts'
import type { Config } from './config.ts'
import type { Logger } from './platform/logger.ts'
import { isOutage } from './platform/outage.ts'

const TRY_EVERY_MS = 1_000

/**
 * Starts, and waits for a Postgres that is not there yet, still starts, or has no connection left: processes that are started
 * together come up in any order. Everything that was opened is closed before it tries again. Gives up after `databaseWaitMs`.
 */
export async function startPatiently(config: Config, log: Logger): Promise<App> {
  const giveUpAt = performance.now() + config.databaseWaitMs
  for (;;) {
    try {
      return await startApp(config, log)
    } catch (error) {
      const secondsLeft = Math.round((giveUpAt - performance.now()) / 1_000)
      if (!isOutage(error) || secondsLeft <= 0) throw error
      log.warn({ reason: reasonOf(error), postgres: addressOf(config), secondsLeft }, 'waiting for Postgres')
      await sleep(TRY_EVERY_MS)
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Without the password. */
function addressOf({ databaseUrl }: Config): string {
  return databaseUrl === null ? 'embedded' : new URL(databaseUrl).host
}
