import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import type { TestDatabase } from './database.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import type { HttpClient, Json } from './http-client.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { addEvents } from './relay-load.ts'
import { until } from './until.ts'
import { type Started, useGateway } from './use-gateway.ts'

/** How long a relay may hold a delivery that it has claimed. */
export const LEASE_S = 30

type HeldRequest = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly answer: (status: number, headers?: Record<string, string>) => void
}

export type Relays = Readonly<{
  /** A relay in a process of its own. With a kill point, it kills itself there. */
  startRelay: (killPoint?: string) => Promise<GatewayProcess>
  /** A receiver that answers by itself: 204, or the status that `answer` gives for the n-th request. */
  receive: (answer?: (count: number) => number) => Promise<Receiver>
  /** A receiver that never answers by itself: the test answers each request. */
  receiveAndHold: () => Promise<{ readonly url: string; readonly held: readonly HeldRequest[] }>
  /** A receiver with a handler of the test; returns its address. */
  serve: (handler: RequestListener) => Promise<string>
  register: (url: string, more?: Json) => Promise<Json>
  /** Moves the sandbox's clock forward. */
  advance: (seconds: number) => Promise<unknown>
  deliveryOf: (eventId: string) => Promise<Json>
  attemptsOf: (eventId: string) => Promise<Json[]>
  areDelivered: (eventIds: readonly string[]) => Promise<boolean>
  /**
   * Returns once a relay has sent everything that was due when it was called: the relay has then delivered an event to another endpoint
   * that was written after all others. A relay claims the due deliveries of all endpoints together.
   */
  relayHasLooked: () => Promise<void>
}>

/**
 * A gateway whose webhooks are delivered by relays in processes of their own, which the tests start and kill. After each test its
 * relays and receivers are gone, and its deliveries are discarded.
 */
export function useRelays(use: (started: Started) => void): Relays {
  let database: TestDatabase
  let http: HttpClient
  const relays: GatewayProcess[] = []
  const receivers: { readonly close: () => Promise<void> }[] = []

  useGateway(
    (started) => {
      ;({ database, http } = started)
      use(started)
    },
    // Relays die here: a move of the clock must not wait for them as long as a patient gateway does.
    { env: { ROLES: 'api,worker,suppliers', PATIENCE: '1' } },
  )

  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.kill('SIGKILL')
    for (const receiver of receivers.splice(0)) await receiver.close()
    await database.query('UPDATE webhook_endpoints SET enabled = false, deleted_at = now()')
    await database.query(
      "UPDATE webhook_deliveries SET status = 'DISCARDED', lease_id = NULL WHERE status IN ('PENDING', 'RETRYING')",
    )
  })

  async function startRelay(killPoint?: string): Promise<GatewayProcess> {
    const relay = await startGatewayProcess({
      databaseUrl: database.url,
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

  async function serve(handler: RequestListener): Promise<string> {
    const server = createServer(handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    receivers.push({
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  async function receiveAndHold() {
    const held: HeldRequest[] = []
    const url = await serve((request, response: ServerResponse) => {
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
    return { url, held }
  }

  async function register(url: string, more: Json = {}): Promise<Json> {
    return (await http.post('/webhooks/endpoints', { url, ...more })).body.data
  }

  async function areDelivered(eventIds: readonly string[]): Promise<boolean> {
    const [row] = await database.query(
      "SELECT count(*)::int AS done FROM webhook_deliveries WHERE event_id = ANY($1) AND status = 'DELIVERED'",
      [eventIds],
    )
    return row.done === eventIds.length
  }

  return {
    startRelay,
    receive,
    receiveAndHold,
    serve,
    register,
    areDelivered,
    advance: (seconds) => http.post('/sandbox/clock', { advance_seconds: seconds }),
    deliveryOf: async (eventId) =>
      (await database.query('SELECT * FROM webhook_deliveries WHERE event_id = $1', [eventId]))[0],
    attemptsOf: (eventId) =>
      database.query(
        'SELECT a.* FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE event_id = $1 ORDER BY a.id',
        [eventId],
      ),
    async relayHasLooked() {
      const other = await receive()
      const { endpoint_id: endpointId } = await register(other.url)
      const later = await addEvents(database, endpointId, { bookings: 1 })
      await until('an event for another endpoint', () => areDelivered(later))
    },
  }
}
