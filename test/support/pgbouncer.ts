import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unprivilegedUser } from '../../src/platform/postgres-home.ts'
import { startOnReservedPort } from './reserved-port.ts'
import { outputOf, untilStarted } from './started-server.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const SHIPPED = join(import.meta.dirname, '../../deploy/pgbouncer.ini')

/** Why tests of PgBouncer cannot run here; null where they can, and in CI, where a missing one is a fault. */
export const NO_PGBOUNCER: string | null =
  existsSync(PGBOUNCER) || process.env['CI']
    ? null
    : 'no PgBouncer on this machine: apt-get install pgbouncer to run its tests'

export type PgBouncer = {
  /** The same database, by the same user, through the pooler. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The shipped file with other values for what a user changes as well. A key that the file does not have is a fault. */
function changed(ini: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [key, value]) => {
    const line = new RegExp(`^${key} = .*$`, 'm')
    if (!line.test(text)) throw new Error(`deploy/pgbouncer.ini does not say ${key}`)
    return text.replace(line, () => `${key} = ${value}`)
  }, ini)
}

type Options = {
  readonly databaseUrl: string
  /** Connections to Postgres: few, so that gateways have to share them. */
  readonly poolSize?: number
  /** Without what bounds statements, as a pooler that nobody has told. */
  readonly withoutDeadline?: boolean
}

/** Starts PgBouncer with deploy/pgbouncer.ini. */
export function startPgBouncer(options: Options): Promise<PgBouncer> {
  return startOnReservedPort((port) => startPgBouncerOn(port, options))
}

async function startPgBouncerOn(port: number, { databaseUrl, poolSize, withoutDeadline }: Options): Promise<PgBouncer> {
  const target = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'))
  await chmod(folder, 0o755)
  const shipped = await readFile(SHIPPED, 'utf8')
  const database = /^gateway = .*$/m.exec(shipped)?.[0] ?? ''
  const to = database
    .replace('gateway = ', '')
    .replace('host=127.0.0.1', `host=${target.hostname}`)
    .replace('port=5432', `port=${target.port || '5432'}`)
    .replace('dbname=gateway', `dbname=${target.pathname.slice(1)}`)
    .replace(/ connect_query='.*'$/, (query) => (withoutDeadline ? '' : query))
  const users = join(folder, 'userlist.txt')
  await writeFile(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    changed(shipped, {
      gateway: to,
      listen_port: String(port),
      auth_file: users,
      ...(poolSize === undefined ? {} : { default_pool_size: String(poolSize), reserve_pool_size: '0' }),
    }),
  )
  const asOther = process.getuid?.() === 0 ? await unprivilegedUser() : {}
  const child = spawn(PGBOUNCER, [file], { ...asOther, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const output = outputOf(child)
  await untilStarted('PgBouncer', { child, output, isUp: async () => output.join('').includes('process up') })
  target.host = `127.0.0.1:${port}`
  target.pathname = '/gateway'
  return {
    url: target.href,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
