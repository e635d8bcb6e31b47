import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach } from 'vitest'
import type { Core } from '../../src/core.ts'
import { createWebhookSender } from '../../src/relay/deliver.ts'
import { type Relay, startRelay } from '../../src/relay/relay.ts'
import { openCore } from './open-core.ts'
import { until } from './until.ts'
import { type StoreWorld, useStore } from './use-store.ts'

/** What a test file has that uses one relay in its own process: its Postgres, and receivers over HTTP. */
let world: StoreWorld
let core: Core
let relay: Relay | null = null
const servers: Server[] = []

/** A relay of this file, which `start` starts; after each test it is stopped, and its receivers are gone. */
export function useOneRelay(use: (parts: { readonly world: StoreWorld; readonly core: Core }) => void): void {
  useStore(async (started) => {
    world = started
    core = await openCore({ url: started.url }, { ENVIRONMENT: 'sandbox' })
    use({ world, core })
  })

  afterEach(async () => {
    await stop()
    await hangUp()
  })

  afterAll(async () => {
    await core?.close()
  })
}

export async function stop(): Promise<void> {
  await relay?.stop()
  relay = null
}

/** Ends all receivers. */
export async function hangUp(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const OLD_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

type Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}
export type Seen = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** Starts the relay; `parts` are watched, or fail, in the test's own way. */
export function start(parts: Partial<Parameters<typeof startRelay>[0]> = {}): void {
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
    ...parts,
  })
}

type Receiver = {
  readonly url: string
  readonly seen: Seen[]
  /** How many connections to it are open. */
  readonly connections: () => Promise<number>
}

export async function receive(answer: (count: number) => Answer): Promise<Receiver> {
  const seen: Seen[] = []
  // A connection that ends sooner was ended by the relay.
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
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
  return { url: await listen(server), seen, connections: () => promisify(server.getConnections.bind(server))() }
}

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

/** A receiver that answers nobody until it is told to: so many of those that wait, or all that ever ask. */
export async function hold() {
  const waiting: ServerResponse[] = []
  let isOpen = false
  const server = createServer((request, response) => {
    request.resume()
    if (isOpen) response.end()
    else waiting.push(response)
  })
  return {
    url: await listen(server),
    count: () => waiting.length,
    answer: (count?: number): void => {
      isOpen ||= count === undefined
      for (const response of waiting.splice(0, count ?? waiting.length)) response.end()
    },
  }
}

export function sealed(secret: string, expiresAt: number | null = null, endpointId = 'end_1'): object {
  const keys = JSON.stringify({ secret, asymmetric: null })
  return { sealed: core.seals.webhooks.seal(keys, endpointId).toString('base64'), publicKey: null, expiresAt }
}

export async function endpoint(url: string, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await world.put('webhook_endpoints', { id: 'end_1', url, secrets: JSON.stringify([sealed(SECRET)]), ...changes })
}

/** Beyond those that the gateway takes for its own events. */
let position = 1_000_000

export async function deliver(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  position += 1
  const id = `whd_${position}`
  await world.put('booking_events', { position, request_id: 'req_7' })
  await world.put('webhook_deliveries', { id, booking_id: id, event_position: position, ...changes })
  return id
}

export async function delivery(id: string) {
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
export function settled(id: string) {
  return until('a settled attempt', async () => {
    const row = await delivery(id)
    return row?.attempt ? row : null
  })
}

export async function health() {
  const [row] = await world.query(
    `SELECT enabled, disabled_reason, failures_counted AS failures, failing_since IS NOT NULL AS failing,
      extract(epoch FROM paused_until - gateway_now())::float8 AS paused FROM webhook_endpoints WHERE id = 'end_1'`,
  )
  return row
}
