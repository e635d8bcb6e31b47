import { setTimeout as sleep } from 'node:timers/promises'
import { type App, startApp } from './app.ts'
import type { Config } from './config.ts'
import type { Logger } from './platform/logger.ts'
import { isOutage, isRefused } from './platform/outage.ts'

const TRY_EVERY_MS = 1_000

/**
 * Starts the app, and retries while Postgres is not reachable, is still starting, or has no free connection: processes that start
 * together may come up in any order. Everything is closed before a retry. It gives up after `databaseWaitMs`.
 */
export async function startPatiently(config: Config, log: Logger): Promise<App> {
  const giveUpAt = performance.now() + config.databaseWaitMs
  for (;;) {
    try {
      return await startApp(config, log)
    } catch (error) {
      const secondsLeft = Math.round((giveUpAt - performance.now()) / 1_000)
      if (!isOutage(error) || isRefused(error) || secondsLeft <= 0) throw error
      log.warn({ reason: reasonOf(error), postgres: addressOf(config), secondsLeft }, 'waiting for Postgres')
      await sleep(TRY_EVERY_MS)
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The database's hosts, without the passwords. */
function addressOf({ databaseUrl, database }: Config): string {
  if (databaseUrl === null) return 'embedded'
  const urls = [databaseUrl, database.directUrl ?? databaseUrl]
  return [...new Set(urls.map((url) => new URL(url).host))].join(', ')
}
