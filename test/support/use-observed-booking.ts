import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { type Collector, startCollector } from './collector.ts'
import { createSandboxDatabase, type TestDatabase } from './database.ts'
import { type Eavesdropper, startEavesdropper } from './eavesdropper.ts'
import { type StartedGateway, startGateway } from './gateway.ts'
import { type HttpAnswer, type HttpClient, httpClient, type Json } from './http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from './journey.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { sandboxSuppliersPort } from './sandbox-suppliers.ts'
import { until } from './until.ts'

/** What was done for one booking, and everything that saw it being done. */
export type ObservedBooking = {
  readonly requestId: string
  readonly traceId: string
  /** The span of the client, in which the request to book was sent. */
  readonly clientSpan: string
  readonly api: StartedGateway
  readonly worker: StartedGateway
  readonly relay: StartedGateway
  readonly http: HttpClient
  readonly collector: Collector
  /** Between the gateway and the suppliers. */
  readonly wire: Eavesdropper
  readonly receiver: Receiver
  /** The answer to the request to book. */
  readonly created: HttpAnswer
  /** Confirmed. */
  readonly booking: Json
}

/** One booking over three processes, an API, a worker and a relay, whose client sent a request id and a trace. */
export function useObservedBooking(use: (observed: ObservedBooking) => void): void {
  let database: TestDatabase
  let collector: Collector
  let wire: Eavesdropper
  let receiver: Receiver
  let api: StartedGateway
  let worker: StartedGateway
  let relay: StartedGateway
  let http: HttpClient
  const requestId = `journey-${randomUUID()}`
  const traceId = randomBytes(16).toString('hex')
  const clientSpan = randomBytes(8).toString('hex')

  async function startProcesses(): Promise<void> {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      LOG_LEVEL: 'info',
    }
    api = await startGateway({
      databaseUrl: database.url,
      env: { ...env, ROLES: 'api,suppliers', OTEL_SERVICE_NAME: 'api' },
    })
    function other(role: string): Promise<StartedGateway> {
      return startGateway({
        databaseUrl: database.url,
        env: { ...env, ROLES: role, OTEL_SERVICE_NAME: role, OPERATOR_PORT: '0' },
      })
    }
    worker = await other('worker')
    relay = await other('relay')
    wire = await startEavesdropper(await sandboxSuppliersPort(database))
    await database.query(
      "UPDATE supplier_connections SET base_url = 'http://127.0.0.1:' || $1 || '/' || replace(supplier_code, '_', '-')",
      [wire.port],
    )
    http = httpClient(api)
    await http.post('/webhooks/endpoints', { url: receiver.url })
  }

  /** The supplier books, but half of its answer is lost: a job has to find out. */
  async function book(): Promise<HttpAnswer> {
    const { offer } = await prebookRoom(httpJourney(api), await scenarioHotel(api, 'cancel-free'))
    await http.post('/sandbox/faults', {
      supplier_code: 'expedia_rapid',
      operation: 'book',
      fault: 'truncated',
      count: 1,
    })
    const input = bookingInput(offer, 'INSTANT')
    return http.post('/hotels/book', input, {
      'idempotency-key': randomUUID(),
      'x-request-id': requestId,
      traceparent: `00-${traceId}-${clientSpan}-01`,
    })
  }

  beforeAll(async () => {
    database = await createSandboxDatabase()
    collector = await startCollector()
    receiver = await startReceiver()
    await startProcesses()
    const created = await book()
    const booking = await until('the confirmed booking', async () => {
      const { data } = (await http.get(`/hotels/book/${created.body.data.booking_id}`)).body
      return data.status === 'CONFIRMED' && data
    })
    await receiver.waitFor(({ event }) => event.type === 'booking.confirmed')
    use({
      requestId,
      traceId,
      clientSpan,
      api,
      worker,
      relay,
      http,
      collector,
      wire,
      receiver,
      created,
      booking,
    })
  })

  afterAll(async () => {
    for (const gateway of [api, worker, relay]) await gateway?.stop()
    await wire?.close()
    await receiver?.close()
    await collector?.close()
    await database?.drop()
  })
}
