import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const ROOT = join(import.meta.dirname, '..')
export const ADMIN_URL = process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
/** What the gateways of benches take for the key of the seeded organization. */
export const API_KEY = 'hdg_sandbox_bench_key_of_no_consequence'

/** The master key of every bench: of no consequence, but it has to look random. */
export const MASTER_KEY = createHash('sha256').update('bench').digest('hex')

/** Where another database of the same server is. */
export function urlOf(database: string): string {
  const url = new URL(ADMIN_URL)
  url.pathname = `/${database}`
  return url.href
}

/** One statement on a connection of its own. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Every server of every bench runs as `npm start` runs the gateway. */
export const NODE_FLAGS: readonly string[] = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=DeprecationWarning',
]

export type Started = { readonly child: ChildProcess; readonly said: string; readonly readyMs: number }

/** A gateway over a million hotels takes one minute on a quiet machine. */
const START_WITHIN_MS = 300_000
/** Longer than a gateway takes to stop, by its own time limit. */
const STOP_WITHIN_MS = 60_000

/**
 * Runs a script by this very Node, behind `before` (taskset); answers with what the first group of `ready` matched. Rejects when the
 * script ends before, and ends it when it is not ready in time.
 */
export function startScript(
  script: string,
  {
    args = [],
    before = [],
    flags = [],
    root = ROOT,
    env,
    ready,
  }: {
    readonly args?: readonly string[]
    readonly before?: readonly string[]
    readonly flags?: readonly string[]
    /** The tree whose script it is. */
    readonly root?: string
    readonly env: NodeJS.ProcessEnv
    readonly ready: RegExp
  },
): Promise<Started> {
  return new Promise((resolve, reject) => {
    const since = performance.now()
    const [command = '', ...rest] = [...before, process.execPath, ...NODE_FLAGS, ...flags, join(root, script), ...args]
    const child = spawn(command, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let heard = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${script} was not ready within ${START_WITHIN_MS} ms: ${heard}`))
    }, START_WITHIN_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${script} ended with ${code}: ${heard}`))
    })
    child.stdout.on('data', (chunk: Buffer) => {
      heard = (heard + chunk.toString()).slice(-20_000)
      const match = ready.exec(heard)
      if (!match) return
      clearTimeout(timer)
      resolve({ child, said: match[1] ?? '', readyMs: performance.now() - since })
    })
  })
}

/** A clock tick of Linux. */
const TICK_MS = 10

/** What a process has used of processors so far, ms. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** What the first thread of a process has used of processors so far, ms, to the microsecond: all of a process of Postgres. */
export function threadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Resolves when the process has ended, also when it had before; one that does not react in time is killed. */
export function stop({ child }: Pick<Started, 'child'>, withinMs: number = STOP_WITHIN_MS): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit')
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
