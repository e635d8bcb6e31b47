import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CollectedSpan, Collector } from '../support/collector.ts'
import type { Eavesdropper } from '../support/eavesdropper.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { graphqlJourney } from '../support/graphql-journey.ts'
import type { HttpAnswer, HttpClient, Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import type { Receiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useObservedBooking } from '../support/use-observed-booking.ts'

/** One booking over three processes: the id and the trace that its client sent are found wherever anything was done for it. */
let collector: Collector
let wire: Eavesdropper
let receiver: Receiver
let api: StartedGateway
let worker: StartedGateway
let relay: StartedGateway
let http: HttpClient
let requestId: string
let traceId: string
let clientSpan: string
let created: HttpAnswer
let booking: Json

useObservedBooking((observed) => {
  ;({ requestId, traceId, clientSpan, api, worker, relay, http, collector, wire, receiver } = observed)
  ;({ created, booking } = observed)
})

function linesOf({ log }: StartedGateway, message: string): Json[] {
  return log
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message)
}

describe('a request id', () => {
  it('[C-003] that a client sends is in the gateway’s own log, with the trace', async () => {
    expect(created).toMatchObject({ status: 200, body: { data: { status: 'PROCESSING' } } })
    expect(created.headers.get('x-request-id')).toBe(requestId)
    const [line] = await until('the line', () => {
      const lines = linesOf(api, 'answered')
      return lines.length > 0 && lines
    })
    expect(line).toMatchObject({ requestId, traceId, operation: 'createBooking', status: '200' })
  })

  it('[C-134] goes to the supplier by its trace with the call, and with the calls of the job that goes on with it, in one session', () => {
    // Rapid takes no request id; the trace of the request goes to every supplier.
    const calls = wire.heard.filter(({ headers }) => headers['traceparent']?.includes(traceId))
    const shapes = calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(shapes.slice(0, 2)).toEqual(['POST /expedia-rapid/v3/itineraries', 'GET /expedia-rapid/v3/itineraries'])
    const sessions = new Set(calls.map(({ headers }) => headers['customer-session-id']))
    expect([...sessions]).toEqual([expect.stringMatching(/^ses_/)])
  })

  it('goes to every supplier that is asked for rooms', async () => {
    const id = `rooms-${randomUUID()}`
    const trace = randomUUID().replaceAll('-', '')
    const found = await http.post('/hotels/search', {
      destination: { type: 'place', id: 1842 },
      ...stay(91),
      ...party,
      limit: 20,
      pricing_mode: 'live',
    })
    for (const { hotel_id: hotelId } of found.body.data.hotels.slice(0, 6)) {
      const answer = await http.post(
        `/hotels/${hotelId}/rooms`,
        { ...stay(91), ...party, max_wait_ms: 5_000 },
        { 'x-request-id': id, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
      )
      expect(answer.status).toBe(200)
    }
    const asked = wire.heard.filter(
      ({ headers }) => headers['x-request-id'] === id || headers['traceparent']?.includes(trace),
    )
    const suppliers = new Set(asked.map(({ path }) => path.split('/')[1]))
    expect([...suppliers].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'expedia-rapid',
      'hotelbeds',
      'liteapi',
      'ratehawk',
    ])
  })

  it('is in the log of the job that was made for it, in another process', () => {
    const [line] = linesOf(worker, 'booking looked at')
    expect(line).toMatchObject({ requestId, traceId, job: 'look-call', bookingId: booking.booking_id })
  })

  it('is in the log of each delivery of its events, in a third process, and on the webhooks themselves', async () => {
    const delivered = await until('both deliveries', () => {
      const lines = linesOf(relay, 'webhook delivered')
      return lines.length >= 2 && lines
    })
    const sent = receiver.received.filter(({ event }) => event.data.booking_id === booking.booking_id)
    expect(delivered.map(({ eventId }) => eventId)).toEqual(sent.map(({ event }) => event.data.event_id))
    for (const { headers } of sent) {
      expect(headers['x-request-id']).toBe(requestId)
      expect(headers['traceparent']).toMatch(`00-${traceId}-`)
    }
  })
})

/** From a span up to the one that has no parent among those that were collected. */
function wayUp(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [`${span.service}: ${span.name}`, ...(parent ? wayUp(parent) : [])]
}

describe('a trace', () => {
  it('leads from the request over the supplier’s calls and the job to the webhooks, as one tree', async () => {
    function spans(): CollectedSpan[] {
      return collector.spans.filter((span) => span.traceId === traceId)
    }
    await until('every span', () => spans().filter(({ name }) => name === 'POST webhook').length >= 2)
    await until('the root', () => spans().some(({ parentSpanId }) => parentSpanId === clientSpan))
    const ways = spans().map(wayUp)
    const create = ['api: createBooking', 'api: POST /hotels/book']
    expect(ways).toContainEqual(create)
    expect(ways).toContainEqual(['api: POST book', ...create])
    const job = ['worker: process look-call', ...create]
    expect(ways).toContainEqual(job)
    expect(ways).toContainEqual(['worker: GET find', ...job])
    expect(ways).toContainEqual(['relay: POST webhook', ...create])
    expect(ways).toContainEqual(['relay: POST webhook', ...job])
    const roots = spans().filter((span) => wayUp(span).length === 1)
    expect(roots.map(({ name, parentSpanId }) => ({ name, parentSpanId }))).toEqual([
      { name: 'POST /hotels/book', parentSpanId: clientSpan },
    ])
  })

  it('says what happened in OpenTelemetry’s words', () => {
    function named(name: string): CollectedSpan | undefined {
      return collector.spans.find((span) => span.traceId === traceId && span.name === name)
    }
    expect(named('POST /hotels/book')).toMatchObject({
      kind: 2,
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/hotels/book',
        'http.response.status_code': 200,
        'request.id': requestId,
      },
    })
    expect(named('POST book')).toMatchObject({
      kind: 3,
      isError: true,
      attributes: {
        'supplier.code': 'expedia_rapid',
        'supplier.operation': 'book',
        'server.address': '127.0.0.1',
        'server.port': wire.port,
        'error.type': 'NETWORK',
      },
    })
    expect(named('GET find')).toMatchObject({ isError: false, attributes: { 'http.response.status_code': 200 } })
    expect(named('process look-call')).toMatchObject({
      kind: 5,
      attributes: { 'messaging.destination.name': 'look-call', 'booking.id': booking.booking_id },
    })
  })

  it('tells nothing of a person, a credential or a token', () => {
    expect(collector.bodies.length).toBeGreaterThan(0)
    for (const body of collector.bodies)
      expect(body).not.toMatch(/Lovelace|ada(@|%40)example|hdg_|apikey|whsec_|token=|signature/i)
  })

  it('has GraphQL’s root fields as its operations', async () => {
    await graphqlJourney(api).search({
      destination: { type: 'place', id: 1842 },
      ...stay(92),
      ...party,
      limit: 1,
      pricing_mode: 'instant',
    })
    const span = await until('its span', () => collector.spans.find(({ name }) => name === 'search'))
    expect(wayUp(span)).toEqual(['api: search', 'api: POST /graphql'])
    expect(span.attributes['operation.outcome']).toBe('OK')
  })
})

describe('the metrics', () => {
  async function metricsOf(origin: string): Promise<string> {
    return (await fetch(`${origin}/metrics`)).text()
  }
  function texts(): Promise<string[]> {
    return Promise.all([api.url, worker.operatorUrl ?? '', relay.operatorUrl ?? ''].map(metricsOf))
  }
  function count(text: string, series: string): number {
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  }

  it('count and time what was done, by operation and by supplier, each process its own part', async () => {
    const [own = '', workers = '', relays = ''] = await texts()
    const request = 'gateway_request_seconds_count'
    expect(count(own, `${request}{facade="http",operation="createBooking",outcome="200"}`)).toBe(1)
    expect(count(own, `${request}{facade="graphql",operation="search",outcome="200"}`)).toBe(1)
    const call = 'gateway_supplier_call_seconds_count'
    expect(count(own, `${call}{supplier="expedia_rapid",operation="book",outcome="NETWORK"}`)).toBe(1)
    expect(count(workers, `${call}{supplier="expedia_rapid",operation="find",outcome="200"}`)).toBe(1)
    expect(own).toMatch(/gateway_supplier_breaker\{supplier="expedia_rapid",connection="[\w]+"\} 0/)
    expect(count(workers, 'gateway_job_seconds_count{queue="look-call",outcome="completed"}')).toBe(1)
    expect(count(relays, 'gateway_webhook_attempt_seconds_count{outcome="2xx"}')).toBe(2)
    expect(count(relays, 'gateway_webhook_lag_seconds_count')).toBe(2)
    expect(count(relays, 'gateway_webhook_queue_depth')).toBe(0)
    expect(own).toMatch(/gateway_cache_reads_total\{kind="price",outcome="miss"\} [1-9]/)
  })

  it('know how many streams are open, over each facade', async () => {
    async function openStreams(facade: string): Promise<number> {
      return count(await metricsOf(api.url), `gateway_open_streams{facade="${facade}"}`)
    }
    const before = await openStreams('graphql')
    const leave = new AbortController()
    const query = `subscription { bookingUpdated(bookingId: "${booking.booking_id}") { position } }`
    const stream = await fetch(`${api.url}/graphql/stream`, {
      method: 'POST',
      headers: { 'x-api-key': api.apiKey, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
      signal: leave.signal,
    })
    expect(stream.status).toBe(200)
    await until('one more', async () => (await openStreams('graphql')) === before + 1)
    leave.abort()
    await until('it to be gone', async () => (await openStreams('graphql')) === before)
    expect(await openStreams('http')).toBe(0)
  })

  it('have no label that a client can choose, and no id', async () => {
    const labels = (await texts()).flatMap((text) => [...text.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value))
    expect(labels.filter((label) => /req_|journey-|ubk_|stream_|whe_|evt_|org_/.test(label))).toEqual([])
  })

  it('are all told of in docs/operating.md', async () => {
    const text = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
    const names = new Set(
      (await texts()).flatMap((one) => [...one.matchAll(/^# TYPE (gateway_\w+)/gm)].map(([, name = '']) => name)),
    )
    expect(names.size).toBeGreaterThan(10)
    expect([...names].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})
