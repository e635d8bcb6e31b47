import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestDatabase } from './database.ts'
import { TEST_MASTER_KEY } from './gateway.ts'
import type { Json } from './http-client.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** Runs `npm run admin -- … --json` on a test's database; answers the rows that it prints. */
export const admin = async ({ url }: TestDatabase, ...args: readonly string[]): Promise<Json[]> => {
  const { stdout } = await run(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=DeprecationWarning',
      'src/admin/main.ts',
      ...args,
      '--json',
    ],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, REDIS_URL: '' } },
  )
  return JSON.parse(stdout)
}
