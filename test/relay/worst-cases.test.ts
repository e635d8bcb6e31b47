import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { addEvents } from '../support/relay-load.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** relay.md's worst cases, on the real Postgres, with relays as processes of their own. */
let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
const relays: StartedGateway[] = []
const receivers: { readonly close: () => Promise<void> }[] = []

useGateway(
  (started) => {
    ;({ database, gateway, http } = started)
  },
  { env: { ROLES: 'api,worker,suppliers' } },
)

afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.kill('SIGKILL')
  for (const receiver of receivers.splice(0)) await receiver.close()
  await database.query('UPDATE webhook_endpoints SET enabled = false, deleted_at = now()')
  await database.query(
    "UPDATE webhook_deliveries SET status = 'DISCARDED', lease_id = NULL WHERE status IN ('PENDING', 'RETRYING')",
  )
})

async function startRelay(killPoint?: string, databaseUrl = database.url): Promise<StartedGateway> {
  const relay = await startGateway({
    databaseUrl,
    env: { ROLES: 'relay', ...(killPoint ? { KILL_POINT: killPoint } : {}) },
  })
  relays.push(relay)
  return relay
}

async function receive(answer?: (count: number) => number): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

type Held = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly answer: (status: number, headers?: Record<string, string>) => void
}

/** Answers nothing by itself: the test does. */
async function holding(): Promise<{ readonly url: string; readonly held: readonly Held[] }> {
  const held: Held[] = []
  const server = createServer((request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      held.push({
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        answer: (status, headers = {}) => void response.writeHead(status, headers).end(),
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receivers.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, held }
}

async function register(url: string, more: Json = {}): Promise<Json> {
  return (await http.post('/webhooks/endpoints', { url, ...more })).body.data
}
function advance(seconds: number): Promise<unknown> {
  return http.post('/sandbox/clock', { advance_seconds: seconds })
}
function book(): Promise<Json> {
  return bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
}

async function deliveryOf(eventId: string): Promise<Json> {
  return (await database.query('SELECT * FROM webhook_deliveries WHERE event_id = $1', [eventId]))[0]
}
function attemptsOf(eventId: string): Promise<Json[]> {
  return database.query(
    'SELECT a.* FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE event_id = $1 ORDER BY a.id',
    [eventId],
  )
}
async function isDone(eventIds: readonly string[]): Promise<boolean> {
  const [row] = await database.query(
    "SELECT count(*)::int AS done FROM webhook_deliveries WHERE event_id = ANY($1) AND status = 'DELIVERED'",
    [eventIds],
  )
  return row.done === eventIds.length
}
const LEASE_S = 30

/**
 * Whatever a relay would have sent by now, it has sent: it has claimed and delivered an event to another endpoint which was written
 * after all others. It claims the due deliveries of all endpoints together.
 */
async function relayHasLooked(): Promise<void> {
  const other = await receive()
  const { endpoint_id: endpointId } = await register(other.url)
  const later = await addEvents(database, endpointId, { bookings: 1 })
  await until('an event for another endpoint', () => isDone(later))
}

describe('a relay killed', () => {
  it('[C-105] [C-108] in the middle of a request: sent again after the lease, same id, new timestamp and signature', async () => {
    const { url, held } = await holding()
    const { endpoint_id: endpointId, signing_secret: secret } = await register(url)
    const first = await startRelay()
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    await until('the request', () => held.length === 1)
    await first.kill('SIGKILL')
    await startRelay()
    await advance(LEASE_S)
    await until('the second request', () => held.length === 2)
    held[1]?.answer(204)
    await until('DELIVERED', async () => (await deliveryOf(eventId)).status === 'DELIVERED')
    expect(held.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
    const [one, other] = held.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect((other ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(LEASE_S - 1)
    expect(held[0]?.headers['webhook-signature']).not.toBe(held[1]?.headers['webhook-signature'])
    expect(held[0]?.body).toBe(held[1]?.body)
    expect(secret).toMatch(/^whsec_/)
  })

  it('[C-108] after the 2xx and before it wrote that down: one duplicate, same id', async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver.url)
    const doomed = await startRelay('relay:delivered')
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    expect(await doomed.ended).toBe('SIGKILL')
    expect(receiver.received).toHaveLength(1)
    await startRelay()
    await advance(LEASE_S)
    await until('DELIVERED', async () => (await deliveryOf(eventId)).status === 'DELIVERED')
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
  })

  it('[C-105] after it wrote it down: nothing is sent twice', async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver.url)
    const doomed = await startRelay('relay:settled')
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    expect(await doomed.ended).toBe('SIGKILL')
    await startRelay()
    await advance(LEASE_S)
    await relayHasLooked()
    expect((await deliveryOf(eventId)).status).toBe('DELIVERED')
    expect(receiver.received).toHaveLength(1)
  })
})

describe('several relays', () => {
  it('a stale one that wakes settles nothing, and its attempt says so', async () => {
    const { url, held } = await holding()
    const { endpoint_id: endpointId } = await register(url)
    const stale = await startRelay()
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    await until('the request', () => held.length === 1)
    void stale.kill('SIGSTOP')
    await startRelay()
    await advance(LEASE_S)
    await until('the second request', () => held.length === 2)
    held[1]?.answer(204)
    await until('DELIVERED', async () => (await deliveryOf(eventId)).status === 'DELIVERED')
    void stale.kill('SIGCONT')
    held[0]?.answer(500)
    const attempts = await until('both attempts', async () => {
      const found = await attemptsOf(eventId)
      return found.length === 2 ? found : null
    })
    expect(attempts.map(({ error }) => error)).toEqual([null, 'lease-lost'])
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'DELIVERED', attempt_count: 1 })
  })

  it('[C-108] four of them send nothing twice, and a booking’s events in order', { timeout: 60_000 }, async () => {
    const targets = [await receive(), await receive(), await receive()]
    for (let count = 0; count < 4; count++) await startRelay()
    const all: string[] = []
    for (const { url } of targets) {
      const { endpoint_id: endpointId } = await register(url)
      all.push(...(await addEvents(database, endpointId, { bookings: 100, events: 3 })))
    }
    await database.query("SELECT pg_notify('webhook_deliveries', '')")
    await until('everything', () => isDone(all), 30_000)
    for (const { received } of targets) {
      expect(new Set(received.map(({ event }) => event.data.event_id)).size).toBe(300)
      expect(received).toHaveLength(300)
      const bookings = Map.groupBy(received, ({ event }) => event.data.booking_id)
      for (const events of bookings.values()) expect(events.map(({ event }) => event.data.sequence)).toEqual([1, 2, 3])
    }
  })

  it('SIGTERM: nothing is lost, nothing sent twice', { timeout: 60_000 }, async () => {
    let open = 0
    const slow = createServer((request, response) => {
      open += 1
      ids.push(String(request.headers['webhook-id']))
      request.resume()
      setTimeout(() => response.writeHead(204).end(), 400)
    })
    const ids: string[] = []
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    receivers.push({ close: () => new Promise((resolve) => slow.close(() => resolve())) })
    const { endpoint_id: endpointId } = await register(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`)
    const leaving = await startRelay()
    const all = await addEvents(database, endpointId, { bookings: 80 })
    await until('some requests', () => open >= 20)
    expect(await leaving.kill('SIGTERM')).toBe(0)
    const [left] = await database.query(
      'SELECT count(*)::int AS leased FROM webhook_deliveries WHERE event_id = ANY($1) AND lease_id IS NOT NULL',
      [all],
    )
    expect(left.leased).toBe(0)
    await startRelay()
    await until('everything', () => isDone(all), 30_000)
    expect(ids).toHaveLength(80)
    expect(new Set(ids).size).toBe(80)
  })
})

describe('a Postgres that crashes in the middle', () => {
  it('[C-105] everything is delivered once it is back, and the relay hears of new events again', {
    timeout: 120_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'relay-pg-'))
    const server = await startEmbeddedPostgres(folder)
    const { hostname, port } = new URL(server.url)
    const wire = await startTcpProxy(hostname, Number(port))
    const url = server.url.replace(`:${port}/`, `:${wire.port}/`)
    const own = await startGateway({ databaseUrl: url, env: { ROLES: 'api,relay,worker,suppliers' } })
    const receiver = await startReceiver()
    try {
      const client = httpClient(own)
      const created = (await client.post('/webhooks/endpoints', { url: receiver.url })).body.data
      const pg = await import('pg')
      async function query(text: string, values: readonly unknown[] = []): Promise<Json[]> {
        const direct = new pg.default.Client({ connectionString: url })
        await direct.connect()
        try {
          return (await direct.query(text, [...values])).rows
        } finally {
          await direct.end()
        }
      }
      const events = await addEvents({ query } as TestDatabase, created.endpoint_id, { bookings: 400 })
      await until('the first few', () => receiver.received.length > 50)
      const cluster = (await query('SHOW data_directory'))[0].data_directory
      const postmaster = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(postmaster, 'SIGQUIT') // immediate: crash recovery at the next start
      await until('it to be gone', () =>
        readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
          () => false,
          () => true,
        ),
      )
      const again = await startEmbeddedPostgres(folder)
      wire.lead(Number(new URL(again.url).port))
      await until(
        'everything',
        () => new Set(receiver.received.map(({ event }) => event.data.event_id)).size >= events.length,
        60_000,
      )
      const before = receiver.received.length
      const booked = await until('a booking', async () => {
        const one = await bookScenario(own, httpJourney(own), 'confirm', 'INSTANT').catch(() => null)
        return one?.status === 'CONFIRMED' ? one : null
      })
      await receiver.waitFor(
        ({ event }) => event.data.booking_id === booked.booking_id && event.data.status === 'CONFIRMED',
      )
      expect(receiver.received.length).toBeGreaterThan(before)
      await own.stop()
      await again.stop()
    } finally {
      await own.kill('SIGKILL')
      await receiver.close()
      await wire.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('what receivers ask for', () => {
  it('[C-107] Retry-After pauses the endpoint; after it one probe, then the rest', { timeout: 60_000 }, async () => {
    const { url, held } = await holding()
    const { endpoint_id: endpointId } = await register(url, { max_concurrency: 8 })
    const relay = await startRelay()
    const all = await addEvents(database, endpointId, { bookings: 1 })
    await until('the first', () => held.length === 1)
    held[0]?.answer(429, { 'retry-after': '60' })
    await until('RETRYING', async () => (await deliveryOf(all[0] ?? '')).status === 'RETRYING')
    all.push(...(await addEvents(database, endpointId, { bookings: 6 })))
    await relayHasLooked()
    expect(held).toHaveLength(1)
    await advance(61)
    await until('the probe', () => held.length === 2)
    await relayHasLooked()
    expect(held).toHaveLength(2)
    held[1]?.answer(204)
    await until('the rest at once', () => held.length === 8)
    for (const one of held.slice(2)) one.answer(204)
    await until('everything', () => isDone(all))
    expect(relay.log.join('\n')).not.toContain('delivery failed')
  })

  it.each([
    ['410 switches the endpoint off', 410, {}, { enabled: false, disabled_reason: 'GONE' }, 'RETRYING'],
    [
      '`disable` does so too',
      500,
      { 'webhook-delivery': 'disable' },
      { enabled: false, disabled_reason: 'GONE' },
      'RETRYING',
    ],
    [
      '`abort-message` ends this one alone',
      500,
      { 'webhook-delivery': 'abort-message' },
      { enabled: true },
      'DISCARDED',
    ],
  ])('[C-107] %s', async (_name, status, headers, endpoint, delivery) => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(status, headers).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    receivers.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const { endpoint_id: endpointId } = await register(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1, events: 2 })
    await startRelay()
    await until('the attempt', async () => (await attemptsOf(eventId)).length > 0)
    await until('its meaning for the endpoint', async () => {
      const { body } = await http.get(`/webhooks/endpoints/${endpointId}`)
      return Object.entries(endpoint).every(([name, value]) => body.data[name] === value)
    })
    const { status: now } = await deliveryOf(eventId)
    // What waits for an endpoint that is switched off is skipped, and can be recovered.
    expect(endpoint.enabled ? [delivery] : ['SKIPPED']).toContain(now)
  })

  it('[C-107] five days of nothing but failure switch it off; the tenth attempt is the last', async () => {
    const [tired, patient] = [await register('http://127.0.0.1:9/'), await register('http://127.0.0.1:9/x')]
    await database.query(
      "UPDATE webhook_endpoints SET failing_since = gateway_now() - interval '5 days' WHERE id = $1",
      [tired.endpoint_id],
    )
    const late = await addEvents(database, tired.endpoint_id, { bookings: 3 })
    const [last = ''] = await addEvents(database, patient.endpoint_id, { bookings: 1 })
    await database.query('UPDATE webhook_deliveries SET attempt_count = 9 WHERE event_id = $1', [last])
    await startRelay()
    await until('the end of its patience', async () => (await deliveryOf(last)).status === 'FAILED')
    expect(await deliveryOf(last)).toMatchObject({ attempt_count: 10, due_at: null })
    await until('it to be switched off', async () => {
      const { body } = await http.get(`/webhooks/endpoints/${tired.endpoint_id}`)
      return body.data.disabled_reason === 'FAILING'
    })
    for (const id of late) expect((await deliveryOf(id)).status).toBe('SKIPPED')
    expect((await http.get(`/webhooks/endpoints/${patient.endpoint_id}`)).body.data.enabled).toBe(true)
  })

  it('[C-109] an endpoint with max_per_second 10 gets 35 events in no less than 2.3 s', {
    timeout: 60_000,
  }, async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId, max_per_second: rate } = await register(receiver.url, { max_per_second: 10 })
    expect(rate).toBe(10)
    await startRelay()
    const since = performance.now()
    const all = await addEvents(database, endpointId, { bookings: 35 })
    await until('everything', () => isDone(all), 20_000)
    // The first second's worth at once, then ten a second.
    expect(performance.now() - since).toBeGreaterThan(2_300)
    expect(performance.now() - since).toBeLessThan(6_000)
  })

  it('[C-111] a recovery after three days is throttled, and what is fresh comes first', {
    timeout: 60_000,
  }, async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver.url)
    await startRelay()
    const missed = await addEvents(database, endpointId, { bookings: 150, status: 'SKIPPED', ageDays: 3 })
    const since = new Date(Date.now() - 4 * 86_400_000).toISOString()
    const { body } = await http.post(`/webhooks/endpoints/${endpointId}/recover`, { since })
    expect(body.data.recovered).toBe(150)
    const booked = await book()
    await receiver.waitFor(
      ({ event }) => event.data.booking_id === booked.booking_id && event.data.status === 'CONFIRMED',
    )
    expect(receiver.received.length).toBeLessThan(120)
    await until('everything', () => isDone(missed), 20_000)
    expect(new Set(receiver.received.map(({ event }) => event.data.event_id)).size).toBe(receiver.received.length)
    const attempts = await attemptsOf(missed[0] ?? '')
    expect(attempts.map(({ trigger }) => trigger)).toEqual(['RECOVERY'])
  })
})

describe('signing secrets', () => {
  it('[C-103] [C-106] rotated twice inside the overlap all sign; revoked at once, the new one alone', async () => {
    const receiver = await receive()
    const created = await register(receiver.url)
    await startRelay()
    const path = `/webhooks/endpoints/${created.endpoint_id}`
    async function rotate(grace: number): Promise<string> {
      return (await http.post(`${path}/rotate-secret`, { grace_period_seconds: grace })).body.data.signing_secret
    }
    const secrets = [created.signing_secret, await rotate(600), await rotate(600)]
    async function tested(): Promise<Json> {
      const before = receiver.received.length
      await http.post(`${path}/test`)
      return until('the test event', () => receiver.received[before])
    }
    const both = await tested()
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(both.body, both.headers)).toMatchObject({ type: 'webhook.test' })
      expect(() => new SvixWebhook(secret).verify(both.body, both.headers)).not.toThrow()
    }
    const last = await rotate(0)
    const alone = await tested()
    expect(String(alone.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect(() => new SvixWebhook(last).verify(alone.body, alone.headers)).not.toThrow()
    for (const secret of secrets) {
      expect(() => new Webhook(secret).verify(alone.body, alone.headers)).toThrow()
      expect(() => new SvixWebhook(secret).verify(alone.body, alone.headers)).toThrow()
    }
  })
})

describe('rows that cannot be sent', () => {
  it('are rejected, and the queue moves on', { timeout: 60_000 }, async () => {
    const receiver = await receive()
    const [good, sealedBadly, noUrl, deleted] = [
      await register(receiver.url),
      await register(receiver.url),
      await register(receiver.url),
      await register(receiver.url),
    ]
    await database.query(
      'UPDATE webhook_endpoints SET secrets = \'[{"sealed":"bm9wZQ==","publicKey":null,"expiresAt":null}]\' WHERE id = $1',
      [sealedBadly.endpoint_id],
    )
    await database.query("UPDATE webhook_endpoints SET url = 'no url' WHERE id = $1", [noUrl.endpoint_id])
    const poison = [
      ...(await addEvents(database, sealedBadly.endpoint_id, { bookings: 2 })),
      ...(await addEvents(database, noUrl.endpoint_id, { bookings: 2 })),
    ]
    const gone = await addEvents(database, deleted.endpoint_id, { bookings: 2 })
    await http.call('DELETE', `/webhooks/endpoints/${deleted.endpoint_id}`)
    const fine = await addEvents(database, good.endpoint_id, { bookings: 20 })
    await database.query('UPDATE booking_events SET body = \'{"old":"shape"}\' WHERE id = $1', [fine[0]])
    const odd = receiver.received.length
    const relay = await startRelay()
    await until(
      'the good ones',
      async () => (await isDone(fine.slice(1))) && receiver.received.length >= odd + 19,
      20_000,
    )
    for (const id of [poison[0], poison[2]]) {
      const [attempt] = await until('its attempt', async () => {
        const found = await attemptsOf(id ?? '')
        return found.length > 0 ? found : null
      })
      expect(attempt.error).toMatch(/^refused: cannot be sent/)
      expect((await deliveryOf(id ?? '')).status).toBe('RETRYING')
    }
    for (const id of gone) expect((await deliveryOf(id)).status).toBe('DISCARDED')
    expect(relay.log.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('are kept by retention while they wait, whatever their age; what is over goes with its attempts', async () => {
    const { endpoint_id: endpointId } = await register('http://127.0.0.1:9/')
    const old = { bookings: 3, ageDays: 31 } as const
    const [pending, delivered, skipped, fresh] = [
      await addEvents(database, endpointId, old),
      await addEvents(database, endpointId, { ...old, status: 'DELIVERED' }),
      await addEvents(database, endpointId, { ...old, status: 'SKIPPED' }),
      await addEvents(database, endpointId, { bookings: 3, status: 'DELIVERED', ageDays: 29 }),
    ]
    await database.query(
      "INSERT INTO webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms) VALUES ($1, 1, 'SCHEDULED', now(), 1)",
      [`whd_${delivered[0]}`],
    )
    await database.query("INSERT INTO pgboss.job (name, data) VALUES ('delete-old-deliveries', '{}')")
    await until('the old ones to go', async () => !(await deliveryOf(delivered[0] ?? '')), 60_000)
    for (const id of [...pending, ...fresh]) expect(await deliveryOf(id)).toBeTruthy()
    for (const id of [...delivered, ...skipped]) expect(await deliveryOf(id)).toBeUndefined()
    const [log] = await database.query('SELECT count(*)::int AS events FROM booking_events WHERE id = ANY($1)', [
      delivered,
    ])
    expect(log.events).toBe(3)
  }, 90_000)
})
