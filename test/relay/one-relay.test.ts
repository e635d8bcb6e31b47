import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { finishWebhookBatches } from '../../src/operations/webhooks/webhook-batches.ts'
import { createWebhookSender } from '../../src/relay/deliver.ts'
import { type Relay, startRelay } from '../../src/relay/relay.ts'
import { openCore } from '../support/open-core.ts'
import { until } from '../support/until.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

/** One relay in this process: its own Postgres, and receivers over HTTP. */
let world: StoreWorld
let core: Core
let relay: Relay | null = null
const servers: Server[] = []

useStore(async (started) => {
  world = started
  core = await openCore({ url: started.url }, { ENVIRONMENT: 'sandbox' })
})

afterEach(async () => {
  await relay?.stop()
  relay = null
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

afterAll(async () => {
  await core?.close()
})

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OLD_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

type Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}
type Seen = { readonly headers: IncomingHttpHeaders; readonly body: string }

function start(): void {
  relay = startRelay({
    queue: world.queue,
    batches: world.store.webhookBatches,
    randomBytes: core.deps.randomBytes,
    courier: createWebhookSender(core.guard),
    seal: core.seals.webhooks,
    clock: core.clock,
    listener: core.listener,
    log: core.log,
    metrics: core.metrics,
    tracing: null,
    killPoint: () => undefined,
  })
}

async function receive(answer: (count: number) => Answer): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      const { status, headers = {}, body: told = '' } = answer(seen.length)
      response.writeHead(status, headers).end(told)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, seen }
}

function sealed(secret: string, expiresAt: number | null = null, endpointId = 'end_1'): object {
  const keys = JSON.stringify({ secret, asymmetric: null })
  return { sealed: core.seals.webhooks.seal(keys, endpointId).toString('base64'), publicKey: null, expiresAt }
}

async function endpoint(url: string, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await world.put('webhook_endpoints', { id: 'end_1', url, secrets: JSON.stringify([sealed(SECRET)]), ...changes })
}

let position = 0

async function deliver(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  position += 1
  const id = `whd_${position}`
  await world.put('booking_events', { position, request_id: 'req_7' })
  await world.put('webhook_deliveries', { id, booking_id: id, event_position: position, ...changes })
  return id
}

async function delivery(id: string) {
  const [row] = await world.query(
    `SELECT d.status, d.attempt_count, extract(epoch FROM d.due_at - gateway_now())::float8 AS due_in, d.lease_id,
      a.error, a.response_status, a.response_body_excerpt AS excerpt, a.connect_ms, a.first_byte_ms, a.dns_ms, a.attempt,
      a.trigger, a.duration_ms
     FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.delivery_id = d.id WHERE d.id = $1 ORDER BY a.attempt DESC`,
    [id],
  )
  return row
}

/** The delivery once its first attempt is settled. */
function settled(id: string) {
  return until('a settled attempt', async () => {
    const row = await delivery(id)
    return row?.attempt ? row : null
  })
}

async function health() {
  const [row] = await world.query(
    `SELECT enabled, disabled_reason, failures_counted AS failures, failing_since IS NOT NULL AS failing,
      extract(epoch FROM paused_until - gateway_now())::float8 AS paused FROM webhook_endpoints WHERE id = 'end_1'`,
  )
  return row
}

describe('a delivery', () => {
  it('[C-106] is posted once, signed, with what its receiver may want to know', async () => {
    const { url, seen } = await receive(() => ({ status: 204 }))
    await endpoint(url)
    const id = await deliver({ trigger: 'MANUAL' })
    start()
    expect(await settled(id)).toMatchObject({
      status: 'DELIVERED',
      attempt_count: 1,
      due_in: null,
      lease_id: null,
      error: null,
      response_status: 204,
      excerpt: null,
      attempt: 1,
      trigger: 'MANUAL',
      dns_ms: null,
      connect_ms: expect.any(Number),
      first_byte_ms: expect.any(Number),
    })
    expect(seen).toHaveLength(1)
    const [{ headers, body }] = seen as [Seen]
    expect(body).toBe(`{"position":${position}}`)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `evt_${position}`,
      'webhook-attempt': '1',
      'x-request-id': 'req_7',
    })
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    }
    expect(new Webhook(SECRET).verify(body, signed)).toEqual({ position })
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(20)
    const retryIn = Date.parse(String(headers['webhook-will-retry-at'])) - Date.now()
    expect(Math.round(retryIn / 20_000)).toBe(0)
    expect(headers['traceparent']).toBeUndefined()
  })

  it.each([
    [200, 'DELIVERED'],
    [299, 'DELIVERED'],
    [300, 'RETRYING'],
    [404, 'RETRYING'],
    [500, 'RETRYING'],
  ])('[C-107] that is answered with %i is %s', async (status, expected) => {
    const { url } = await receive(() => ({ status }))
    await endpoint(url)
    const id = await deliver()
    start()
    expect(await settled(id)).toMatchObject({ status: expected, response_status: status })
    const failing = expected === 'RETRYING'
    await until('the endpoint to be told', async () => ((await health()).failing === failing ? true : null))
    expect(await health()).toMatchObject({ failures: failing ? 1 : 0, paused: null, enabled: true })
  })

  it('[C-107] waits for its step of the schedule, about five seconds after the first attempt', async () => {
    const { url } = await receive(() => ({ status: 500 }))
    await endpoint(url)
    const id = await deliver()
    const from = performance.now()
    start()
    const { due_in: dueIn } = await settled(id)
    const passed = (performance.now() - from) / 1_000
    expect(dueIn).toBeGreaterThan(4 - passed)
    expect(dueIn).toBeLessThanOrEqual(6)
  })

  it.each([
    [429, '120', 12],
    [503, '120', 12],
    [503, '999999', 8_640],
    [500, '120', null],
    [429, undefined, null],
  ])(
    '[C-107] that is answered with %i and Retry-After %s pauses its endpoint for %s tens of seconds',
    async (...row) => {
      const [status, after, tens] = row
      const { url } = await receive(() => ({ status, headers: after ? { 'retry-after': after } : {} }))
      await endpoint(url)
      const id = await deliver()
      start()
      const { due_in: dueIn } = await settled(id)
      await until('the endpoint to be told', async () => ((await health()).failing ? true : null))
      const { paused } = await health()
      expect(paused === null ? null : Math.round(paused / 10)).toBe(tens)
      if (tens !== null) expect(Math.round(dueIn / 10)).toBe(tens)
      else expect(dueIn).toBeLessThanOrEqual(6)
    },
  )

  it('[C-107] is given up after the tenth attempt, and its receiver is told of no other', async () => {
    const { url, seen } = await receive(() => ({ status: 500 }))
    await endpoint(url)
    const id = await deliver({ attempt_count: 9 })
    start()
    expect(await settled(id)).toMatchObject({ status: 'FAILED', attempt_count: 10, attempt: 10, due_in: null })
    expect(seen[0]?.headers['webhook-attempt']).toBe('10')
    expect(seen[0]?.headers['webhook-will-retry-at']).toBeUndefined()
  })

  it('[C-107] is dropped when its receiver wants it no more', async () => {
    const { url } = await receive(() => ({ status: 400, headers: { 'webhook-delivery': 'abort-message' } }))
    await endpoint(url)
    const id = await deliver()
    start()
    expect(await settled(id)).toMatchObject({ status: 'DISCARDED', due_in: null })
    expect(await health()).toMatchObject({ enabled: true })
  })

  it('keeps the beginning of an answer, without what Postgres cannot store', async () => {
    const { url } = await receive(() => ({ status: 200, body: `a\0b${'x'.repeat(70_000)}` }))
    await endpoint(url)
    const id = await deliver()
    start()
    const { excerpt } = await settled(id)
    expect(excerpt).toBe(`ab${'x'.repeat(1_021)}`)
  })

  it('to nobody fails with what the network says', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    await endpoint(url)
    const id = await deliver()
    start()
    expect(await settled(id)).toMatchObject({ status: 'RETRYING', response_status: null, error: 'ECONNREFUSED' })
  })

  it('[C-110] to where none may go is not sent', async () => {
    await endpoint('http://169.254.169.254/')
    const id = await deliver()
    start()
    const { error, status } = await settled(id)
    expect({ error, status }).toEqual({ error: 'refused: 169.254.169.254 is a metadata address', status: 'RETRYING' })
  })
})

describe('the secrets of an endpoint', () => {
  it('[C-103] sign while they are valid, the current one first', async () => {
    const { url, seen } = await receive(() => ({ status: 204 }))
    const secrets = [sealed(SECRET), sealed(OLD_SECRET, Date.now() + 60_000), sealed(OLD_SECRET, Date.now() - 1)]
    await endpoint(url, { secrets: JSON.stringify(secrets) })
    const id = await deliver()
    start()
    await settled(id)
    const [{ headers, body }] = seen as [Seen]
    const signatures = String(headers['webhook-signature']).split(' ')
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const eventId = String(headers['webhook-id'])
    expect(signatures).toEqual([SECRET, OLD_SECRET].map((secret) => new Webhook(secret).sign(eventId, at, body)))
  })

  it('that were sealed for another endpoint are an attempt that failed', async () => {
    const { url, seen } = await receive(() => ({ status: 204 }))
    await endpoint(url, { secrets: JSON.stringify([sealed(SECRET, null, 'end_2')]) })
    const id = await deliver()
    start()
    const { error, status } = await settled(id)
    expect(error).toMatch(/^refused: cannot be sent: /)
    expect(status).toBe('RETRYING')
    expect(seen).toEqual([])
  })
})

describe('an endpoint', () => {
  it.each([
    [410, {}],
    [500, { 'webhook-delivery': 'disable' }],
  ])('[C-107] that answers %i with %j is disabled, and what waits for it is skipped', async (status, headers) => {
    const { url } = await receive(() => ({ status, headers }))
    await endpoint(url, { max_concurrency: 1 })
    await deliver({ due_at: inSeconds(-20) })
    const waiting = await deliver()
    start()
    await until('the end of it', async () => {
      // As a worker does: the relay leaves to it what was under way.
      await finishWebhookBatches(core.deps)
      return (await delivery(waiting))?.status === 'SKIPPED' ? true : null
    })
    expect(await health()).toMatchObject({ enabled: false, disabled_reason: 'GONE' })
    const [event] = await world.query(
      `SELECT body::jsonb #>> '{data,reason}' AS reason, type FROM booking_events WHERE booking_id IS NULL AND type = 'webhook_endpoint.disabled'`,
    )
    expect(event).toMatchObject({ reason: 'GONE' })
  })

  it.each([
    ['5 days', 5, false],
    ['4 days 23 hours', 9, true],
    ['5 days 1 hour', 4, true],
    ['5 days 1 hour', 5, false],
  ])(
    '[C-107] that has failed for %s on %i occasions before is still enabled: %s',
    async (since, occasions, enabled) => {
      const { url } = await receive(() => ({ status: 500 }))
      await endpoint(url)
      await world.query(
        `UPDATE webhook_endpoints SET failing_since = gateway_now() - $1::interval, failures_counted = $2,
        failure_counted_at = gateway_now() - interval '12 hours 1 second'`,
        [since, occasions],
      )
      const id = await deliver()
      start()
      await settled(id)
      await until('the verdict', async () => ((await health()).failures > occasions ? true : null))
      await relay?.stop()
      relay = null
      expect(await health()).toMatchObject({ enabled, disabled_reason: enabled ? null : 'FAILING' })
    },
  )

  it('[C-107] starts afresh with a success', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url, { failing_since: inSeconds(-60), failures_counted: 3, paused_until: inSeconds(-1) })
    const id = await deliver()
    start()
    await settled(id)
    await until('the endpoint to be told', async () => ((await health()).failing ? null : true))
    expect(await health()).toMatchObject({ failures: 0, paused: null })
  })
})

describe('a relay', () => {
  it('wakes for what is due in a moment, without being told', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver({ due_at: inSeconds(1) })
    start()
    const from = performance.now()
    expect(await settled(id)).toMatchObject({ status: 'DELIVERED' })
    expect(performance.now() - from).toBeLessThan(4_000)
  })

  it('is told of what is due at once', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    start()
    await until('a relay that listens', async () => (core.listener ? true : null))
    const id = await deliver({ due_at: inSeconds(-1) })
    const from = performance.now()
    await world.query(`SELECT pg_notify('webhook_deliveries', '')`)
    expect(await settled(id)).toMatchObject({ status: 'DELIVERED' })
    expect(performance.now() - from).toBeLessThan(4_000)
  })

  it('goes on claiming until nothing is due', async () => {
    const { url, seen } = await receive(() => ({ status: 200 }))
    await endpoint(url, { max_concurrency: 2 })
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push(await deliver())
    start()
    await until('all of them', async () => {
      const rows = await world.query(`SELECT 1 FROM webhook_deliveries WHERE status = 'DELIVERED'`)
      return rows.length === ids.length ? true : null
    })
    expect(seen).toHaveLength(12)
  })

  it('that stops finishes what is under way, and sends nothing more', async () => {
    let answered = false
    const { url, seen } = await receive(() => {
      answered = true
      return { status: 200 }
    })
    await endpoint(url)
    const id = await deliver()
    start()
    await until('the request', () => (answered ? true : null))
    await relay?.stop()
    relay = null
    expect(await delivery(id)).toMatchObject({ status: 'DELIVERED', lease_id: null })
    await deliver()
    await world.query(`SELECT pg_notify('webhook_deliveries', '')`)
    expect(seen).toHaveLength(1)
  })
})

beforeEach(() => {
  position = position + 1
})
