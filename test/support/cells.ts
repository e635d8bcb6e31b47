import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type AdminRun, admin, runAdmin } from './admin.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { changed, runHaproxy } from './haproxy-process.ts'
import { emptyRedis } from './redis.ts'
import { until } from './until.ts'

const SHIPPED = join(import.meta.dirname, '../../deploy/haproxy-cells.cfg')
const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const START_WITHIN_MS = 180_000

export type Cell = { readonly database: TestDatabase; readonly gateway: GatewayProcess }

export type Cells = {
  /** Where partners go: HAProxy's, by deploy/haproxy-cells.cfg. */
  readonly url: string
  readonly from: Cell
  readonly to: Cell
  /** An organization of the first cell, without bookings, and its key. */
  readonly organizationId: string
  readonly apiKey: string
  /** `admin organization move` in the first cell; `onStep` hears each step that it tells. */
  readonly move: (args: readonly string[], onStep?: (step: string) => void) => Promise<AdminRun>
  /** Lets HAProxy know that the second cell has the organization's keys now. */
  readonly direct: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The other cell has another master key, and so has to get what is sealed sealed again. */
const TARGET_MASTER_KEY = Buffer.from('canarymasterkey?0123456789ABCDEF').toString('hex')

/**
 * Two cells on one machine, each with a Postgres database, a Redis database and a process with all roles, behind one HAProxy. The sandbox
 * suppliers are those of the first: to a supplier both cells are one customer.
 */
export async function startCells(): Promise<Cells> {
  const closers: (() => Promise<unknown>)[] = []
  async function stop(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    return { ...(await build(closers)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function build(closers: (() => Promise<unknown>)[]): Promise<Omit<Cells, 'stop'>> {
  async function startCell(redis: number, env: Readonly<Record<string, string>>): Promise<Cell> {
    const database = await createTestDatabase()
    closers.push(database.drop)
    const redisUrl = await emptyRedis(REDIS_URL, redis)
    const gateway = await startGatewayProcess({
      databaseUrl: database.url,
      env: { REDIS_URL: redisUrl, TRUSTED_PROXIES: '127.0.0.1', ...env },
      startWithinMs: START_WITHIN_MS,
    })
    closers.push(gateway.stop)
    return { database, gateway }
  }
  const from = await startCell(2, { ROLES: 'api,relay,worker,suppliers' })
  const to = await startCell(3, { ROLES: 'api,relay,worker', MASTER_KEY: TARGET_MASTER_KEY })
  await shareSuppliers(from.database, to.database)
  const [first] = await admin(from.database, 'cell', 'init', '--number', '0')
  await initSecond(to.database, first.first)
  const made = await makeOrganization(from.database)
  const edge = await startEdge({ cell0: from.gateway, cell1: to.gateway })
  closers.push(edge.stop)
  await edge.setMap(await linesOf(from.database, 'cell_0'))
  const { organizationId } = made
  // At hand before the move, so that the edge is not what its partner waits for.
  const lines = await linesOf(from.database, 'cell_1', organizationId)
  return {
    url: edge.url,
    from,
    to,
    ...made,
    direct: () => edge.setMap(lines),
    move: (args, onStep) =>
      runAdmin(
        from.database,
        ['organization', 'move', '--id', organizationId, ...args],
        { TARGET_DATABASE_URL: to.database.url, TARGET_MASTER_KEY },
        { onErrorLine: (line) => onStep?.(line.split(' ').at(-1) ?? '') },
      ),
  }
}

async function initSecond(database: TestDatabase, above: string): Promise<void> {
  const args = ['cell', 'init', '--number', '1', '--above', above]
  const { code, stderr } = await runAdmin(database, args, { MASTER_KEY: TARGET_MASTER_KEY })
  if (code !== 0) throw new Error(stderr)
}

/** The second cell finds the suppliers where the first one's are. */
async function shareSuppliers(from: TestDatabase, to: TestDatabase): Promise<void> {
  const [found] = await from.query("SELECT body FROM sandbox_records WHERE key = 'sandbox-suppliers'")
  await to.query(
    `INSERT INTO sandbox_records (supplier_code, kind, key, body) VALUES ($1, $1, $1, $2)
     ON CONFLICT (supplier_code, kind, key) DO UPDATE SET body = excluded.body`,
    ['sandbox-suppliers', JSON.stringify(found.body)],
  )
}

async function makeOrganization(database: TestDatabase): Promise<{ organizationId: string; apiKey: string }> {
  const organizationId = `org_${randomBytes(4).toString('hex')}`
  await admin(
    database,
    'organization',
    'create',
    '--id',
    organizationId,
    '--name',
    'Moving Travel',
    '--rate-limit-factor',
    '100000',
  )
  await database.query(
    `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id, enabled)
     SELECT $1, supplier_code, connection_id, enabled FROM organization_suppliers WHERE organization_id = 'org_sandbox'`,
    [organizationId],
  )
  const [key] = await admin(database, 'key', 'create', '--organization', organizationId)
  return { organizationId, apiKey: key.apiKey }
}

async function linesOf(database: TestDatabase, backend: string, organizationId?: string): Promise<string[]> {
  const only = organizationId === undefined ? [] : ['--organization', organizationId]
  const { code, stdout, stderr } = await runAdmin(database, ['cell', 'directory', '--backend', backend, ...only])
  if (code !== 0) throw new Error(stderr)
  return stdout.split('\n').filter((line) => line.includes(` ${backend}`))
}

type Edge = {
  readonly url: string
  /** Changes the map of a running HAProxy, line by line, as docs/cells.md does it. */
  readonly setMap: (lines: readonly string[]) => Promise<void>
  readonly stop: () => Promise<void>
}

async function startEdge({
  cell0,
  cell1,
}: {
  readonly cell0: GatewayProcess
  readonly cell1: GatewayProcess
}): Promise<Edge> {
  const [port, operatorsPort] = [await freePort(), await freePort()]
  let socket = ''
  let map = ''
  const { stop, statistics } = await runHaproxy(operatorsPort, async (folder) => {
    socket = join(folder, 'cells.sock')
    map = join(folder, 'cells.map')
    await writeFile(map, '')
    const shipped = await readFile(SHIPPED, 'utf8')
    return changed(shipped.replaceAll('/etc/haproxy/cells.map', map), {
      'maxconn 20000': 'maxconn 2000',
      '/run/haproxy/cells.sock': socket,
      'bind :8080': `bind 127.0.0.1:${port}`,
      'bind 127.0.0.1:8404': `bind 127.0.0.1:${operatorsPort}`,
      'server cell0-api1 cell0-api1:4000': `server cell0-api1 127.0.0.1:${new URL(cell0.url).port}`,
      'server cell1-api1 cell1-api1:4000': `server cell1-api1 127.0.0.1:${new URL(cell1.url).port}`,
    })
  })
  await until('HAProxy to find both cells', async () => {
    const rows = await statistics()
    return rows.filter(([, name, ...columns]) => name?.endsWith('api1') && columns.includes('UP')).length === 2
  })
  const set = new Set<string>()
  return {
    url: `http://127.0.0.1:${port}`,
    setMap: async (lines) => {
      for (const line of lines) {
        const [key = ''] = line.split(' ')
        await tell(socket, `${set.has(key) ? 'set' : 'add'} map ${map} ${line}`)
        set.add(key)
      }
    },
    stop,
  }
}

/** One command on HAProxy's own socket, which says nothing when it has done it. */
async function tell(path: string, command: string): Promise<void> {
  const socket = connect(path)
  socket.end(`${command}\n`)
  const said = (await text(socket)).trim()
  if (said !== '') throw new Error(`HAProxy to ${command}: ${said}`)
}
