import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { TestDatabase } from './database.ts'
import { TEST_MASTER_KEY } from './gateway.ts'
import type { Json } from './http-client.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The hundredth command need not compile what the first has compiled. */
const NODE_COMPILE_CACHE = join(ROOT, '.data/compile-cache')
const FLAGS = ['--disable-warning=ExperimentalWarning', '--disable-warning=DeprecationWarning']

export type AdminRun = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs `npm run admin -- …` on a test's database, whatever comes of it; `stdin` is what is typed into it. */
export function runAdmin(
  { url }: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<AdminRun> {
  return new Promise((resolve) => {
    const settings = { NODE_COMPILE_CACHE, DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, REDIS_URL: '', ...env }
    const child = execFile(
      process.execPath,
      [...FLAGS, 'src/admin/main.ts', ...args],
      { cwd: ROOT, env: { ...process.env, ...settings } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
    child.stdin?.end(stdin)
  })
}

/** As `runAdmin` with `--json`; answers the rows that it prints, and throws what it says when it fails. */
export async function admin(database: TestDatabase, ...args: readonly string[]): Promise<Json[]> {
  const { code, stdout, stderr } = await runAdmin(database, [...args, '--json'])
  if (code !== 0) throw Object.assign(new Error(`the admin command failed: ${stderr}`), { code, stderr })
  return JSON.parse(stdout)
}
