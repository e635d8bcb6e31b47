import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { readConfig } from '../src/config.ts'
import { createCore } from '../src/core.ts'
import { MIGRATIONS } from '../src/open-database.ts'
import { createLogger } from '../src/platform/logger.ts'
import { migrate } from '../src/platform/migrate.ts'
import { SANDBOX_CREDENTIALS } from '../src/sandbox/suppliers/credentials.ts'
import { ADMIN_URL, MASTER_KEY, query, startScript, stop, urlOf } from './process.ts'
import { isTiny, sized } from './size.ts'
import { watch } from './watch.ts'

const DATABASE = 'hdg_bench_pull'
const DATABASE_URL = urlOf(DATABASE)

/** `PULL_COPIES`: so many times the world in the scaled case; 365 are a million rows a supplier. */
const COPIES = Number(process.env['PULL_COPIES'] ?? sized(20, 1))
const SUPPLIERS = isTiny ? (['ratehawk'] as const) : (['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'] as const)
type Code = 'expedia_rapid' | 'hotelbeds' | 'ratehawk' | 'liteapi'
/** Those who hand out one file: how fast pages and single hotels come is the supplier's own limit. */
const SCALED: readonly Code[] = isTiny ? [] : ['expedia_rapid', 'ratehawk']

type Progress = (line: string) => void
type Row = Readonly<Record<string, unknown>>

/** `content pull` as an operator runs it, over the suppliers' own protocols: rows a second, memory, and what a second pull costs. */
export async function benchPull(progress: Progress): Promise<readonly object[]> {
  const rows = await pullWorld(1, SUPPLIERS, progress)
  const first = rows.filter(({ again }) => again === false)
  const total = first.reduce((sum, { seconds }) => sum + Number(seconds), 0)
  const read = first.reduce((sum, row) => sum + Number(row['rows']), 0)
  const whole = { case: 'the world, all of them', rows: read, seconds: Number(total.toFixed(1)) }
  return [...rows, whole, ...(SCALED.length > 0 ? await pullWorld(COPIES, SCALED, progress) : [])]
}

async function pullWorld(copies: number, codes: readonly Code[], progress: Progress): Promise<Row[]> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  await migrate(DATABASE_URL, MIGRATIONS)
  const sandbox = await startScript('scripts/sandbox/main.ts', {
    args: ['serve', '--port', '0', '--copies', String(copies)],
    env: process.env,
    ready: /(\{[^}]*\})/,
  })
  try {
    await connect(JSON.parse(sandbox.said) as Readonly<Record<string, string>>, codes)
    const rows: Row[] = []
    for (const code of codes)
      for (const again of [false, true]) rows.push(await pull({ code, copies, again }, progress))
    return rows
  } finally {
    await stop(sandbox)
    await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  }
}

async function connect(baseUrls: Readonly<Record<string, string>>, codes: readonly Code[]): Promise<void> {
  const config = readConfig({ DATABASE_URL, MASTER_KEY })
  if (!('port' in config)) throw new Error('these are no settings')
  const log = createLogger('silent')
  const core = await createCore({ config, log, databaseUrl: DATABASE_URL, ownSandboxUrls: () => null })
  for (const code of codes) {
    const connectionId = `conn_${code}`
    await core.store.connections.upsert(
      {
        connectionId,
        supplierCode: code,
        environment: 'sandbox',
        name: code,
        baseUrl: baseUrls[code] ?? '',
        credentials: core.seals.credentials.seal(JSON.stringify(SANDBOX_CREDENTIALS[code]), connectionId),
        settings: {},
      },
      core.clock.real(),
    )
  }
  await core.close()
}

type Case = { readonly code: Code; readonly copies: number; readonly again: boolean }
type Told = Readonly<Record<'rows' | 'added' | 'changed' | 'bad', number>>

/** The command in a process of its own; `again`: everything once more, of which nothing has changed. */
async function pull({ code, copies, again }: Case, progress: Progress): Promise<Row> {
  const name = `${code}${copies > 1 ? ` × ${copies}` : ''}${again ? ', again' : ''}`
  progress(`pull: ${name}`)
  // The same dump again would be no news.
  await query(DATABASE_URL, `UPDATE content_passes SET memory = '{}'`)
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=DeprecationWarning',
      '--max-semi-space-size=8',
      '--max-old-space-size=256',
      'src/admin/main.ts',
      'content',
      'pull',
      `conn_${code}`,
      '--languages',
      'en',
      '--whole',
      '--json',
    ],
    { env: { ...process.env, DATABASE_URL, MASTER_KEY, REDIS_URL: '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const { peakMb, cpuSeconds } = await watch(child.pid ?? 0, ended)
  const [stdout, stderr] = await said
  if ((await ended) !== 0) throw new Error(`content pull of ${name} failed: ${stderr.slice(-2_000)}`)
  const seconds = (performance.now() - startedAt) / 1_000
  const [told] = JSON.parse(stdout) as readonly Told[]
  const { rows, added, changed, bad } = told ?? { rows: 0, added: 0, changed: 0, bad: 0 }
  const figures = { seconds: Number(seconds.toFixed(1)), rowsPerSecond: Math.round(rows / seconds), cpuSeconds, peakMb }
  return { case: name, again, rows, ...figures, added, changed, bad }
}
