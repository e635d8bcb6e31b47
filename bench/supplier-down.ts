import { randomBytes } from 'node:crypto'
import { addDays } from '../src/domain/time.ts'
import { sandboxSuppliersPort } from '../test/support/sandbox-suppliers.ts'
import { startTcpProxy } from '../test/support/tcp-proxy.ts'
import { ADMIN_URL, API_KEY, query, type Started, startScript, stop, urlOf } from './process.ts'
import { sized } from './size.ts'

const DATABASE = 'hdg_bench_supplier_down'
const EVERY_MS = sized(5_000, 500)
const AROUND_MS = sized(60_000, 2_000)

type Progress = (line: string) => void
type Phase = 'before' | 'down' | 'after'
type Row = { readonly phase: Phase; readonly ms: number; readonly liteapi: string; readonly others: string }

async function start(said: string[]): Promise<Started> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  const started = await startScript('src/main.ts', {
    ready: /http:\/\/[\d.]+:(\d+)/,
    env: {
      ...process.env,
      DATABASE_URL: urlOf(DATABASE),
      REDIS_URL: '',
      MASTER_KEY: randomBytes(32).toString('hex'),
      SANDBOX_API_KEY: API_KEY,
      LOG_LEVEL: 'info',
      PORT: '0',
    },
  })
  started.child.stdout?.on('data', (chunk: Buffer) => said.push(...chunk.toString().split('\n').filter(Boolean)))
  return started
}

let day = 30

/** A live search for a stay that nobody has asked about: every supplier has to be asked. */
async function search(port: string, phase: Phase): Promise<Row> {
  day = day > 330 ? 30 : day + 1
  const checkIn = addDays(new Date().toISOString().slice(0, 10), day)
  const since = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/hotels/search`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({
      destination: { type: 'place', id: 1842 },
      check_in: checkIn,
      check_out: addDays(checkIn, 2),
      nationality: 'GB',
      rooms: [{ adults: 2 }],
      limit: 5,
      pricing_mode: 'live',
    }),
  })
  const { data } = (await answer.json()) as { data: { providers: { supplier_code: string; outcome: string }[] } }
  function of(isLiteapi: boolean): string {
    return data.providers
      .filter(({ supplier_code: code }) => (code === 'liteapi') === isLiteapi)
      .map(({ outcome }) => outcome)
      .join(' ')
  }
  return { phase, ms: performance.now() - since, liteapi: of(true), others: of(false) }
}

async function searchFor(
  port: string,
  { phase, ms }: { readonly phase: Phase; readonly ms: number },
  progress: Progress,
): Promise<Row[]> {
  const rows: Row[] = []
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt) {
    progress(`${phase}: ${Math.ceil((endsAt - performance.now()) / 1_000)} s left`)
    rows.push(await search(port, phase))
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return rows
}

function counted(values: readonly string[]): string {
  return [...new Set(values)].map((value) => `${values.filter((one) => one === value).length} × ${value}`).join(', ')
}

function rowOf(phase: Phase, rows: readonly Row[], lines: readonly string[]) {
  const times = rows.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    phase,
    searches: rows.length,
    p50Ms: Math.round(times[times.length >> 1] ?? 0),
    maxMs: Math.round(times.at(-1) ?? 0),
    liteapi: counted(rows.map(({ liteapi }) => liteapi)),
    others: counted(rows.map(({ others }) => others)),
    logLines: lines.length,
  }
}

/**
 * `npm run bench supplier-down` (not among those that run when none is named): one of four suppliers cannot be reached for
 * `DOWN_MINUTES` (60). What the others' searches take, what is told of it, and how much is logged.
 */
export async function benchSupplierDown(progress: Progress): Promise<readonly object[]> {
  const downMs = Number(process.env['DOWN_MINUTES'] ?? sized(60, 0.05)) * 60_000
  const said: string[] = []
  const gateway = await start(said)
  const sandboxPort = await sandboxSuppliersPort({ query: (sql) => query(urlOf(DATABASE), sql) })
  const wire = await startTcpProxy('127.0.0.1', sandboxPort)
  try {
    await query(
      urlOf(DATABASE),
      `UPDATE supplier_connections SET base_url = 'http://127.0.0.1:${wire.port}/liteapi' WHERE supplier_code = 'liteapi'`,
    )
    await query(urlOf(DATABASE), 'UPDATE organizations SET rate_limit_factor = 1000')
    const rows: object[] = []
    for (const [phase, ms] of [
      ['before', AROUND_MS],
      ['down', downMs],
      ['after', AROUND_MS],
    ] as const) {
      const from = said.length
      if (phase === 'down') wire.cut()
      if (phase === 'after') wire.mend()
      const searched = await searchFor(gateway.said, { phase, ms }, progress)
      rows.push(rowOf(phase, searched, said.slice(from)))
    }
    for (const line of said.filter((one) => one.includes('supplier is'))) rows.push({ phase: 'log', logLines: line })
    return rows
  } finally {
    await stop(gateway)
    await wire.close()
  }
}
