import { readConfig } from '../../src/config.ts'
import { type Core, createCore } from '../../src/core.ts'
import { createLogger } from '../../src/platform/logger.ts'
import type { TestDatabase } from './database.ts'
import { paceOf, TEST_MASTER_KEY } from './gateway.ts'

/** What the admin command works with, in this process: a process for each command would be most of a test's time. */
export async function openCore(
  { url }: Pick<TestDatabase, 'url'>,
  env: Readonly<Record<string, string>> = {},
): Promise<Core> {
  const config = readConfig({ DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, ...paceOf(env), ...env })
  if (!('port' in config)) throw new Error(JSON.stringify(config))
  return createCore({ config, log: createLogger('silent'), databaseUrl: url, ownSandboxUrls: () => null })
}
