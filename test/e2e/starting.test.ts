import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../support/admin.ts'
import { askOnce, outageFault } from '../support/ask-everything.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, londonSearch, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const ROOT = join(import.meta.dirname, '../..')

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  closers.push(database.drop)
  return database
}

/** A role that may do everything but have more connections than it is given. */
async function limitedRole(database: TestDatabase, connections: number) {
  const name = `limited_${randomBytes(4).toString('hex')}`
  const { username, password } = new URL(database.url)
  await database.query(
    `CREATE ROLE ${name} LOGIN PASSWORD '${password}' IN ROLE ${username} CONNECTION LIMIT ${connections}`,
  )
  closers.push(() => database.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`))
  const url = new URL(database.url)
  url.username = name
  return {
    url: url.href,
    limit: (to: number) => database.query(`ALTER ROLE ${name} CONNECTION LIMIT ${to}`),
    used: async (): Promise<number> =>
      (await database.query('SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1', [name]))[0].count,
  }
}

function whenItWaits(act: () => void) {
  return (line: string) => {
    if (line.includes('waiting for Postgres')) act()
  }
}

function waited({ log }: GatewayProcess): string[] {
  return log.filter((line) => line.includes('waiting for Postgres'))
}

describe('a start', () => {
  it('waits for a Postgres that is not there yet, and says so', async () => {
    const target = new URL((await newDatabase()).url)
    const proxy = await startTcpProxy(target.hostname, Number(target.port))
    closers.push(proxy.close)
    target.host = `127.0.0.1:${proxy.port}`
    proxy.cut()
    const gateway = await startGatewayProcess({ databaseUrl: target.href, onLine: whenItWaits(proxy.mend) })
    closers.push(gateway.stop)
    expect(waited(gateway)[0]).toContain(`127.0.0.1:${proxy.port}`)
    expect((await httpClient(gateway).get('/health/ready')).status).toBe(200)
  })

  it('waits for a Postgres that has no connection left, and leaves none behind when it tries again', {
    timeout: 180_000,
  }, async () => {
    const database = await newDatabase()
    const role = await limitedRole(database, 3)
    const gateway = await startGatewayProcess({ databaseUrl: role.url, onLine: whenItWaits(() => void role.limit(60)) })
    closers.push(gateway.stop)
    expect(waited(gateway)[0]).toContain('too many connections')
    expect(await role.used()).toBeLessThan(30)
  })
})

describe('an admin command', () => {
  it('says in one line that Postgres does not answer', async () => {
    const target = new URL((await newDatabase()).url)
    const proxy = await startTcpProxy(target.hostname, Number(target.port))
    closers.push(proxy.close)
    target.host = `127.0.0.1:${proxy.port}`
    proxy.swallow()
    const database = { url: target.href, query: async () => [], drop: async () => undefined }
    const { code, stderr } = await runAdmin(database, ['organization', 'list'])
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^the database could not be opened: /)])
  })
})

describe('a Postgres without a connection to spare', () => {
  it('[C-144] keeps nobody waiting until there is one', async () => {
    const database = await newDatabase()
    const role = await limitedRole(database, 60)
    const gateway = await startGatewayProcess({ databaseUrl: role.url })
    closers.push(gateway.stop)
    await database.query('UPDATE organizations SET rate_limit_factor = 1000')
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'confirm'))
    // Foreigners have the rest: the gateway keeps the one connection that its pool cannot lose, and gets no other.
    await role.limit(1)
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = $1 AND application_name IN ('hotel-gateway', 'hotel-gateway-health')`,
      [new URL(role.url).username],
    )
    const key = randomUUID()
    const book = { what: 'book', method: 'POST', path: '/hotels/book', body: bookingInput(offer, 'INSTANT') }
    const search: Json = { what: 'search', method: 'POST', path: '/hotels/search', body: londonSearch({ limit: 5 }) }
    const list = { what: 'list', method: 'GET', path: '/hotels/bookings' }
    const asked = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        askOnce(
          gateway,
          index === 0 ? { ...book, headers: { 'idempotency-key': key } } : index % 2 === 0 ? search : list,
        ),
      ),
    )
    expect(asked.flatMap((one) => outageFault(one) ?? [])).toEqual([])
    await role.limit(60)
    await until('the booking', async () => {
      const { status } = await askOnce(gateway, { ...book, headers: { 'idempotency-key': key } })
      return status === 200
    })
    const [row] = await database.query('SELECT count(*)::int AS count FROM bookings')
    expect(row.count).toBe(1)
  })
})

describe('`npm start` before `npm ci` has ended', () => {
  async function start(env: Readonly<Record<string, string>>, cwd: string) {
    const child = spawn('npm', ['start'], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
    let told = ''
    child.stderr.on('data', (bytes: Buffer) => {
      told += String(bytes)
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    // npm says some things of its own.
    return { code, told: told.split('\n').filter((line) => line !== '' && !line.startsWith('npm ')) }
  }

  it('says so in a sentence', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'uninstalled-'))
    closers.push(() => rm(copy, { recursive: true, force: true }))
    for (const file of ['package.json', 'scripts', 'src/main.ts'])
      await cp(join(ROOT, file), join(copy, file), { recursive: true })
    const { code, told } = await start({}, copy)
    expect(code).toBe(1)
    expect(told).toEqual([expect.stringMatching(/^The packages are not installed yet: run `npm ci`/)])
  })
})
