import { afterEach, describe, expect, it } from 'vitest'
import { createLogger, type Logger } from '../../src/platform/logger.ts'
import type { Tracing } from '../../src/platform/request-trace.ts'
import { createTracing } from '../../src/platform/tracing.ts'
import { type Collector, startCollector } from '../support/collector.ts'
import { until } from '../support/until.ts'
import {
  deliver,
  endpoint,
  health,
  hold,
  receive,
  settled,
  start,
  stop,
  useOneRelay,
} from '../support/use-one-relay.ts'
import { inSeconds, type StoreWorld } from '../support/use-store.ts'

let world: StoreWorld
useOneRelay((parts) => {
  ;({ world } = parts)
})

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'

async function traced(): Promise<{ readonly tracing: Tracing; readonly spans: Collector['spans'] }> {
  const { url, spans, close } = await startCollector()
  closers.push(close)
  return { tracing: createTracing({ url: `${url}/v1/traces`, serviceName: 'relay' }), spans }
}

/** Sends one delivery and stops; what it told of it has been told then. */
async function sendOne(parts: Parameters<typeof start>[0]): Promise<string> {
  const id = await deliver()
  await world.query(`UPDATE booking_events SET traceparent = '00-${TRACE}-b7ad6b7169203331-01'`)
  start(parts)
  await settled(id)
  await stop()
  return id
}

/** The lines of a log, as they are written. */
function logged(): { readonly log: Logger; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }) }
}

describe('the span of an attempt', () => {
  it.each([
    [204, { 'http.response.status_code': 204 }, false],
    [500, { 'http.response.status_code': 500, 'error.type': '500' }, true],
  ])('that is answered with %i says so', async (status, told, isError) => {
    const { url, seen } = await receive(() => ({ status }))
    await endpoint(url)
    const { tracing, spans } = await traced()
    const id = await sendOne({ tracing })
    await tracing.close()
    const [span, ...others] = spans
    expect(others).toEqual([])
    expect(span).toMatchObject({
      name: 'POST webhook',
      kind: 3,
      traceId: TRACE,
      parentSpanId: 'b7ad6b7169203331',
      isError,
    })
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'webhook.endpoint.id': 'end_1',
      'webhook.delivery.id': id,
      'webhook.event.id': `evt_${id.slice('whd_'.length)}`,
      ...told,
    })
    expect(seen[0]?.headers['traceparent']).toBe(`00-${TRACE}-${span?.spanId}-01`)
  })

  it('that was not answered has failed without a status', async () => {
    await endpoint('http://127.0.0.1:1/')
    const { tracing, spans } = await traced()
    await sendOne({ tracing })
    await tracing.close()
    expect(spans[0]).toMatchObject({ isError: true, attributes: { 'error.type': 'NO_ANSWER' } })
    expect(Object.keys(spans[0]?.attributes ?? {})).not.toContain('http.response.status_code')
  })
})

describe('the log', () => {
  it.each([
    [204, 'webhook delivered', {}],
    [500, 'webhook not delivered', { becomes: 'RETRYING', error: null }],
  ])('has one line of an attempt that is answered with %i: %s', async (status, msg, more) => {
    const { url } = await receive(() => ({ status }))
    await endpoint(url)
    const { log, lines } = logged()
    const id = await sendOne({ log })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ msg, deliveryId: id, endpointId: 'end_1', attempt: 1, status, requestId: 'req_7' })
    expect(lines[0]).toMatchObject({ ms: expect.any(Number), ...more })
  })

  it('[C-107] of an endpoint that several attempts find gone at once has nothing but them', async () => {
    const { url } = await receive(() => ({ status: 410 }))
    await endpoint(url)
    for (let count = 0; count < 5; count++) await deliver()
    const { log, lines } = logged()
    start({ log })
    await until('the verdict', async () => (await health())?.enabled === false)
    await stop()
    expect(lines.map(({ msg }) => msg)).toEqual(lines.map(() => 'webhook not delivered'))
    expect(lines.length).toBeGreaterThan(1)
  })
})

describe('an endpoint', () => {
  it.each([
    [{}, 0],
    [{ failing_since: inSeconds(-60) }, 1],
    [{ paused_until: inSeconds(-1) }, 1],
  ])('with %j before is told of a success %i times', async (troubles, times) => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url, troubles)
    const told: string[] = []
    async function succeeded(endpointId: string): Promise<void> {
      told.push(endpointId)
      await world.queue.succeeded(endpointId)
    }
    await sendOne({ queue: { ...world.queue, succeeded } })
    expect(told).toHaveLength(times)
    expect(await health()).toMatchObject({ failing: false, paused: null })
  })

  it('that never answers is an attempt that ended after 15 seconds', async () => {
    const { url, answer } = await hold()
    await endpoint(url)
    const outcomes: string[] = []
    const took: number[] = []
    const id = await deliver()
    start({
      metrics: {
        observeDelivery: (outcome, seconds) => {
          outcomes.push(outcome)
          took.push(seconds)
        },
        observeDeliveryLag: () => undefined,
      },
    })
    const attempt = await until('its end', async () => {
      const [row] = await world.query(`SELECT * FROM webhook_attempts WHERE delivery_id = $1`, [id])
      return row
    })
    expect(attempt).toMatchObject({
      error: 'no answer within 15000 ms',
      response_status: null,
      response_body_excerpt: null,
      dns_ms: null,
      connect_ms: null,
      tls_ms: null,
      first_byte_ms: null,
    })
    expect(attempt.duration_ms).toBeGreaterThanOrEqual(14_990)
    expect(outcomes).toEqual(['timeout'])
    expect(Math.floor(took[0] ?? 0)).toBeGreaterThanOrEqual(14)
    answer()
  })
})
