import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { ownRedis } from '../support/redis.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']

/** Two gateways over one Redis, reached through a proxy that a test may take away. Addresses of senders are forwarded ones. */
let database: TestDatabase
let redis: TcpProxy | undefined
let gateway: GatewayProcess
let second: GatewayProcess
/** Of RateHawk's connection. */
let path: string

beforeAll(async () => {
  database = await createSandboxDatabase()
  const env = { REDIS_URL: await throughProxy(), TRUSTED_PROXIES: '127.0.0.1' }
  gateway = await startGatewayProcess({ databaseUrl: database.url, env })
  second = await startGatewayProcess({ databaseUrl: database.url, env: { ...env, ROLES: 'api,worker' } })
  path = await pathOf('conn_sandbox_ratehawk')
})

afterAll(async () => {
  await second?.kill('SIGKILL')
  await gateway?.kill('SIGKILL')
  await redis?.close()
  await database?.drop()
})

/** The Redis of the tests behind a wire that can be cut; empty where there is none: then the cache is in process. */
async function throughProxy(): Promise<string> {
  if (REDIS_URL === undefined) return ''
  const url = new URL(await ownRedis())
  redis = await startTcpProxy(url.hostname, Number(url.port))
  url.port = String(redis.port)
  return url.href
}

async function pathOf(connectionId: string): Promise<string> {
  const rows = await database.query('SELECT notification_token FROM supplier_connections WHERE id = $1', [connectionId])
  return rows[0].notification_token
}

/** As RateHawk signs: over a timestamp and a token, not over the order. */
function signed(
  reference: string,
  token: string = randomUUID(),
  key: string = SANDBOX_CREDENTIALS.ratehawk.apiKey,
): Json {
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
  return { data: { partner_order_id: reference, status: 'completed' }, signature: { signature, timestamp, token } }
}

type Sent = { readonly status: number; readonly body: Json }

async function send(to: string, body: Json, { from = '192.0.2.1', by = gateway } = {}): Promise<Sent> {
  const answer = await fetch(`${by.url}/supplier-notifications/${to}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  const { request_id: _, ...told }: Json = await answer.json()
  return { status: answer.status, body: told }
}

describe('the path of a connection', () => {
  it('is 122 random bits, another one for each connection, and its id leads nowhere', async () => {
    expect(path).toMatch(/^[0-9a-f]{32}$/)
    expect(await pathOf('conn_sandbox_liteapi')).not.toBe(path)
    expect((await send('conn_sandbox_ratehawk', signed('NOBODYS'))).status).toBe(404)
    expect((await send(path, signed('NOBODYS'))).status).toBe(200)
  })

  it.each(['%00', '%2e%2e%2f', '%ff', '%zz', 'x'.repeat(90), '%F0%9F%98%80', `${'0'.repeat(32)}%00`])(
    '%s is 404, and nothing looks for it',
    async (garbage) => {
      expect((await send(garbage, {}, { from: '192.0.2.2' })).status).toBe(404)
    },
  )

  it('is told like one that nobody has, when the message is not signed, is not JSON of ours, or is for another', async () => {
    const unknown = await send('0'.repeat(32), signed('NOBODYS'), { from: '192.0.2.3' })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await send(path, signed('NOBODYS', 'token', 'forged'), { from: '192.0.2.3' })).toEqual(unknown)
    expect(await send(path, {}, { from: '192.0.2.3' })).toEqual(unknown)
    expect(await send(await pathOf('conn_sandbox_liteapi'), signed('NOBODYS'), { from: '192.0.2.3' })).toEqual(unknown)
  })
})

describe.runIf(REDIS_URL)('a message that is sent again', () => {
  type Booked = { readonly bookingId: string; readonly reference: string }

  function looksAt({ bookingId }: Booked): number {
    return [...gateway.log, ...second.log].filter(
      (line) => line.includes('supplier notification taken') && line.includes(bookingId),
    ).length
  }

  /** With the message that the sandbox supplier sends by itself behind it. */
  async function booked(): Promise<Booked> {
    const { booking_id: bookingId } = await bookScenario(gateway, httpJourney(gateway), 'async', 'INSTANT')
    const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [bookingId])
    const made = { bookingId, reference: row.supplier_reference }
    await until('the supplier’s own message', () => looksAt(made) === 1)
    return made
  }

  it('is taken, and starts nothing, at any process, whatever order its unsigned body names', async () => {
    const [one, other] = [await booked(), await booked()]
    const captured = signed(one.reference)
    expect((await send(path, captured, { from: '192.0.2.6' })).status).toBe(200)
    await until('the look', () => looksAt(one) === 2)
    const turned = { ...captured, data: { ...captured.data, partner_order_id: other.reference } }
    for (const by of [gateway, second, second])
      for (const message of [captured, turned])
        expect((await send(path, message, { from: '192.0.2.7', by })).status).toBe(200)
    expect((await send(path, signed(other.reference), { from: '192.0.2.7', by: second })).status).toBe(200)
    await until('the look at the other', () => looksAt(other) === 2)
    expect(looksAt(one)).toBe(2)
  })

  it('is known again by its own process while Redis is away', async () => {
    const one = await booked()
    redis?.cut()
    const captured = signed(one.reference)
    for (let times = 0; times < 3; times += 1)
      expect((await send(path, captured, { from: '192.0.2.8' })).status).toBe(200)
    await until('the look', () => looksAt(one) >= 2)
    expect(looksAt(one)).toBe(2)
  })
})

/** Redis is there for both processes, whatever a test before has done to it. */
async function sharedAgain(): Promise<void> {
  redis?.mend()
  for (const { url } of [gateway, second])
    await until('Redis', async () => {
      const ready: Json = await (await fetch(`${url}/health/ready`)).json()
      return ready.status === 'ok'
    })
}

// Last: what it uses up is back only after a minute.

describe('messages without end', () => {
  it('that nobody signed are limited by their sender, and a signed one of another sender is taken all the while', async () => {
    const answers = await Promise.all(Array.from({ length: 90 }, () => send(path, {}, { from: '192.0.2.4' })))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
    expect((await send('1'.repeat(32), {}, { from: '192.0.2.4' })).body).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await send(path, signed('NOBODYS'), { from: '192.0.2.5' })).status).toBe(200)
  })

  it.runIf(REDIS_URL)(
    'that nobody signed are counted over all processes, which may each let one more through',
    async () => {
      await sharedAgain()
      await Promise.all(Array.from({ length: 90 }, () => send(path, {}, { from: '192.0.2.9' })))
      await until(
        'the other process to hear of it',
        async () => (await send(path, {}, { from: '192.0.2.9', by: second })).status === 429,
      )
      const asked = second.log.filter((line) => line.includes('is not signed by its supplier'))
      expect(asked.length).toBeLessThan(10)
    },
  )

  it('that are signed are limited by their connection', async () => {
    const statuses = new Set<number>()
    for (let sent = 0; sent < 700; sent += 50) {
      const some = await Promise.all(Array.from({ length: 50 }, () => send(path, signed('NOBODYS'), { by: second })))
      for (const { status } of some) statuses.add(status)
    }
    expect(statuses).toEqual(new Set([200, 429]))
    if (REDIS_URL === undefined) return
    expect((await send(path, signed('NOBODYS'))).body).toMatchObject({ code: 'RATE_LIMITED' })
  })
})
