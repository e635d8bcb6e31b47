import { Readable } from 'node:stream'
import { run } from '../../src/admin/run.ts'
import type { TestDatabase } from './database.ts'
import { TEST_MASTER_KEY } from './gateway.ts'
import type { Json } from './http-client.ts'

export type AdminRun = { readonly code: number; readonly stdout: string; readonly stderr: string }

type Typed = {
  /** What is typed into it. */
  readonly stdin?: string
  /** Called with each line that it says of itself while it works. */
  readonly onErrorLine?: (line: string) => void
}

/** Runs an admin command in this process on a test's database; resolves whatever comes of it. */
export async function runAdmin(
  { url }: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  typed: Typed | string = {},
): Promise<AdminRun> {
  const { stdin = '', onErrorLine = () => undefined } = typeof typed === 'string' ? { stdin: typed } : typed
  const written = { out: '', err: '' }
  let unfinished = ''
  const code = await run(args, {
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    out: (text) => {
      written.out += text
      return true
    },
    err: (text) => {
      written.err += text
      const lines = `${unfinished}${text}`.split('\n')
      unfinished = lines.pop() ?? ''
      for (const line of lines) onErrorLine(line)
      return true
    },
    drained: async () => undefined,
    columns: Number.POSITIVE_INFINITY,
    isTerminal: false,
    env: settingsOf(url, env),
    onInterrupt: () => () => undefined,
  })
  return { code, stdout: written.out, stderr: written.err }
}

function settingsOf(url: string, env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, REDIS_URL: '', ...env }
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
