import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Balancer, startBalancer } from '../support/balancer.ts'
import { createSandboxDatabase } from '../support/database.ts'
import { drawnCount } from '../support/draw.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { raiseLimits } from '../support/raise-limits.ts'
import { until } from '../support/until.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const ROOT = join(import.meta.dirname, '../..')
const LAME_DUCK_MS = Number(process.env['LAME_DUCK_MS'] ?? 1_500)
/** Enough that the gateway leaves in the middle of them. */
const REQUESTS = Math.max(1_500, drawnCount(5_000))
const AT_ONCE = 24
const BOOKINGS = 30

/** Two gateways that share a database, behind a balancer. */
async function startPair() {
  const database = await createSandboxDatabase()
  closers.push(database.drop)
  const env = { LAME_DUCK_MS: String(LAME_DUCK_MS) }
  async function start(): Promise<GatewayProcess> {
    const gateway = await startGatewayProcess({ databaseUrl: database.url, env })
    closers.push(gateway.stop)
    return gateway
  }
  const [leaving, staying] = [await start(), await start()]
  await raiseLimits(database, [leaving, staying], 10_000)
  const balancer = await startBalancer([leaving.url, staying.url])
  closers.push(balancer.close)
  return { database, leaving, staying, balancer }
}

/** Offers to book, and a booking to read and to have quoted. */
async function prepare(gateway: GatewayProcess): Promise<{ offers: Json[]; bookingId: string }> {
  const journey = httpJourney(gateway)
  const { body } = await httpClient(gateway).post(`/hotels/${await scenarioHotel(gateway, 'confirm')}/rooms`, {
    ...stay(),
    ...party,
    max_wait_ms: 10_000,
  })
  const offers: Json[] = []
  while (offers.length <= BOOKINGS) offers.push((await journey.prebook(body.data.options[0].booking_token)).offer)
  const { booking_id: bookingId } = await journey.book(bookingInput(offers.pop(), 'INSTANT'), randomUUID())
  await until('CONFIRMED', async () => (await journey.booking(bookingId)).status === 'CONFIRMED')
  return { offers, bookingId }
}

type Sent = { readonly what: string; readonly status: number }

/** Sends everything, so many at once, over connections that are kept; a connection that breaks is status 0. */
async function drive(
  { url, apiKey }: Pick<GatewayProcess, 'url' | 'apiKey'>,
  { offers, bookingId }: { readonly offers: readonly Json[]; readonly bookingId: string },
  onSent: (count: number) => void,
): Promise<Sent[]> {
  const { call } = httpClient({ url, apiKey })
  const bookEvery = Math.floor(REQUESTS / offers.length)
  async function send(index: number): Promise<Sent> {
    const offer = index % bookEvery === 0 ? offers[index / bookEvery] : undefined
    const [method, path] = offer
      ? ['POST', '/hotels/book']
      : index % 10 === 1
        ? ['POST', `/hotels/book/${bookingId}/cancellation-quote`]
        : ['GET', index % 2 === 0 ? `/hotels/book/${bookingId}` : '/hotels/bookings?limit=2']
    const what = `${index} ${method} ${path}`
    try {
      const body = offer && bookingInput(offer, 'INSTANT')
      const answer = await call(method ?? '', path ?? '', body, { 'idempotency-key': randomUUID() })
      const isOurs = answer.status < 400
      return { what: isOurs ? what : `${what}: ${JSON.stringify(answer.body)}`, status: answer.status }
    } catch (error) {
      return { what: `${what}: ${String(error)}`, status: 0 }
    }
  }
  const sent: Sent[] = []
  let next = 0
  async function client(): Promise<void> {
    while (next < REQUESTS) {
      const index = next
      next += 1
      sent.push(await send(index))
      onSent(sent.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return sent
}

function givenTo({ given }: Balancer, { url }: GatewayProcess): number {
  return given.get(url) ?? 0
}

describe('a gateway that is told to end', () => {
  it('[C-115] behind a balancer that asks its readiness costs none of thousands of requests, writes among them', {
    timeout: 180_000,
  }, async () => {
    const { database, leaving, balancer } = await startPair()
    const prepared = await prepare(leaving)
    let givenBefore = 0
    const ending: Promise<number | string>[] = []
    const sent = await drive({ url: balancer.url, apiKey: leaving.apiKey }, prepared, (count) => {
      if (count < REQUESTS / 4 || ending.length > 0) return
      givenBefore = givenTo(balancer, leaving)
      ending.push(leaving.kill('SIGTERM'))
    })
    expect(sent.filter(({ status }) => status < 200 || status > 299)).toEqual([])
    expect(sent).toHaveLength(REQUESTS)
    expect(await Promise.all(ending)).toEqual([0])
    // It was under load when it was told, and others had the rest.
    expect(givenBefore).toBeGreaterThan(REQUESTS / 20)
    expect(givenTo(balancer, leaving)).toBeLessThan(REQUESTS / 2)
    const [row] = await database.query('SELECT count(*)::int AS count FROM bookings')
    expect(row.count).toBe(BOOKINGS + 1)
  })

  it('says so to whoever asks its readiness, serves on for LAME_DUCK_MS, and has kept connections closed', {
    timeout: 180_000,
  }, async () => {
    const database = await createSandboxDatabase()
    closers.push(database.drop)
    const gateway = await startGatewayProcess({ databaseUrl: database.url, env: { LAME_DUCK_MS: '2000' } })
    closers.push(gateway.stop)
    const http = httpClient(gateway)
    const before = await http.get('/hotels/bookings')
    expect(before.headers.get('connection')).not.toBe('close')
    const toldAt = performance.now()
    const ended = gateway.kill('SIGTERM')
    const ready = await until('not ready', async () => {
      const answer = await http.get('/health/ready')
      return answer.status === 503 ? answer : null
    })
    expect(ready.body).toMatchObject({ status: 'unavailable', faults: { process: 'shutting down' } })
    const served = await http.get('/hotels/bookings')
    expect(served.status).toBe(200)
    expect(served.headers.get('connection')).toBe('close')
    expect(await ended).toBe(0)
    expect(performance.now() - toldAt).toBeGreaterThan(2_000)
    // An ordinary end is nothing to be warned of: neither by us nor, on a line of its own, by Node.
    expect(gateway.log.filter((line) => /"level":[456]0|Warning/.test(line))).toEqual([])
  })

  it('ends after SHUTDOWN_TIMEOUT_MS whatever still waits, and says that it had to', async () => {
    const database = await createSandboxDatabase()
    closers.push(database.drop)
    const gateway = await startGatewayProcess({ databaseUrl: database.url, env: { SHUTDOWN_TIMEOUT_MS: '1000' } })
    closers.push(gateway.stop)
    const http = httpClient(gateway)
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    // The booking is answered after nine seconds, and its call waited for beyond that: whoever lets it end leaves with 0.
    const silence = { supplier_code: 'expedia_rapid', operation: 'book', fault: 'timeout', count: 1 }
    await http.post('/sandbox/faults', silence)
    const booking = http
      .post('/hotels/book', bookingInput(offer, 'INSTANT'), { 'idempotency-key': randomUUID() })
      .catch(() => 'cut off')
    await until('the call', async () => (await database.query('SELECT 1 FROM booking_attempts')).length > 0)
    expect(await gateway.kill('SIGTERM')).toBe(1)
    expect(await booking).toBe('cut off')
    expect(gateway.log.some((line) => line.includes('shutdown took too long'))).toBe(true)
  })

  it('takes a signal that comes twice at once for one, and ends at once at a later one', {
    timeout: 180_000,
  }, async () => {
    const database = await createSandboxDatabase()
    closers.push(database.drop)
    function start(): Promise<GatewayProcess> {
      return startGatewayProcess({ databaseUrl: database.url, env: { LAME_DUCK_MS: '20000' } })
    }
    const patient = await start()
    closers.push(patient.stop)
    const toldAt = performance.now()
    let ended: number | string | null = null
    void patient.kill('SIGTERM').then((how) => {
      ended = how
    })
    await until('the first signal to be heeded', () => patient.log.some((line) => line.includes('shutting down')))
    void patient.kill('SIGTERM')
    await until('not ready', async () => (await httpClient(patient).get('/health/ready')).status === 503)
    expect((await httpClient(patient).get('/health/live')).status).toBe(200)
    // Signals within two seconds of the first are one with it; the first one after that ends the process.
    await until('its end', () => {
      void patient.kill('SIGTERM')
      return ended !== null
    })
    expect(ended).toBe(130)
    expect(performance.now() - toldAt).toBeGreaterThan(2_000)
  })

  it.each([
    ['when it is ready', (_folder: string, said: string) => said.includes('"msg":"ready"')],
    ['while it still starts', async (folder: string) => (await processesIn(folder, '/postgres\0-D')).length > 0],
  ])(
    'leaves no Postgres behind when its whole process group is told %s',
    { timeout: 180_000 },
    async (_when, isTime) => {
      const folder = await mkdtemp(join(tmpdir(), 'group-'))
      await chmod(folder, 0o755)
      closers.push(() => rm(folder, { recursive: true, force: true }))
      const child = spawn('npm', ['start'], {
        cwd: ROOT,
        detached: true,
        env: { ...process.env, PORT: '0', DATABASE_URL: '', REDIS_URL: '', DATA_DIR: folder, LOG_LEVEL: 'info' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const { pid } = child
      if (pid === undefined) throw new Error('npm did not start')
      let output = ''
      child.stdout.on('data', (bytes: Buffer) => {
        output += String(bytes)
      })
      await until('the time to tell it', () => isTime(folder, output), 120_000)
      expect(await processesIn(folder)).not.toEqual([])
      process.kill(-pid, 'SIGTERM')
      await until('an end', () => child.exitCode !== null || child.signalCode !== null)
      await until('no process of it', async () => (await processesIn(folder)).length === 0)
    },
  )
})

/** Processes whose command line names a folder, and a program. */
async function processesIn(folder: string, program = ''): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(folder) && line.includes(program))
}
