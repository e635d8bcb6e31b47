import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestDatabase } from './database.ts'
import { TEST_MASTER_KEY } from './gateway.ts'
import type { Json } from './http-client.ts'

const ROOT = join(import.meta.dirname, '../..')
const FLAGS = ['--disable-warning=ExperimentalWarning', '--disable-warning=DeprecationWarning']

export type AdminRun = { readonly code: number; readonly stdout: string; readonly stderr: string }

type Typed = {
  /** What is typed into it. */
  readonly stdin?: string
  /** Called with each line that it says of itself while it works. */
  readonly onErrorLine?: (line: string) => void
}

/** Runs `npm run admin -- …` on a test's database, whatever comes of it: its exit code, or -1 when a signal has ended it. */
export function runAdmin(
  { url }: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  typed: Typed | string = {},
): Promise<AdminRun> {
  const { stdin = '', onErrorLine } = typeof typed === 'string' ? { stdin: typed } : typed
  return new Promise((resolve) => {
    const settings = { DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, REDIS_URL: '', ...env }
    const child = execFile(
      process.execPath,
      [...FLAGS, 'src/admin/main.ts', ...args],
      { cwd: ROOT, env: { ...process.env, ...settings } },
      (error, stdout, stderr) =>
        resolve({ code: error ? (error.signal ? -1 : Number(error.code ?? 1)) : 0, stdout, stderr }),
    )
    if (child.stderr && onErrorLine) createInterface({ input: child.stderr }).on('line', onErrorLine)
    child.stdin?.end(stdin)
  })
}

/** As `runAdmin` with `--json`; answers the rows that it prints, and throws what it says when it fails. */
export function admin(database: TestDatabase, ...args: readonly string[]): Promise<Json[]> {
  return adminIn({}, database, ...args)
}

/** As `admin`, with more settings. */
export async function adminIn(
  env: Readonly<Record<string, string>>,
  database: TestDatabase,
  ...args: readonly string[]
): Promise<Json[]> {
  const { code, stdout, stderr } = await runAdmin(database, [...args, '--json'], env)
  if (code !== 0) throw Object.assign(new Error(`the admin command failed: ${stderr}`), { code, stderr })
  return JSON.parse(stdout)
}

/** As `admin`, of a command that prints a line for each row. */
export async function adminLines(database: TestDatabase, ...args: readonly string[]): Promise<Json[]> {
  const { code, stdout, stderr } = await runAdmin(database, [...args, '--json'])
  if (code !== 0) throw new Error(stderr)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Json => JSON.parse(line))
}
