import { afterAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import {
  type HostileReceiver,
  MISBEHAVIOURS,
  type Misbehaviour,
  startHostileReceiver,
} from '../support/hostile-receivers.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What a receiver may take is the subject. */
const HURRIED = { env: { PATIENCE: '1' } }

/** One gateway, a receiver for each way to misbehave, a good one, and one booking for all of them. */
let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let good: Receiver
/** Where a redirect leads: nobody may come. */
let trap: Receiver
const hostile = new Map<string, { readonly receiver: HostileReceiver; readonly endpointId: string }>()

async function register(url: string): Promise<string> {
  return (await http.post('/webhooks/endpoints', { url, event_types: ['booking.confirmed'] })).body.data.endpoint_id
}

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  good = await startReceiver()
  for (const [name, misbehave] of Object.entries<Misbehaviour>(MISBEHAVIOURS)) {
    const receiver = await startHostileReceiver(misbehave)
    hostile.set(name, { receiver, endpointId: await register(receiver.url) })
  }
  trap = await startReceiver()
  const tempting = await startHostileReceiver((socket) =>
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${trap.url}\r\ncontent-length: 0\r\n\r\n`),
  )
  hostile.set('leads into a trap', { receiver: tempting, endpointId: await register(tempting.url) })
  const plain = await startHostileReceiver((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  hostile.set('speaks no TLS', {
    receiver: plain,
    endpointId: await register(plain.url.replace('http:', 'https:')),
  })
  hostile.set('is not there', { receiver: plain, endpointId: await register('http://127.0.0.1:9/hooks') })
  await register(good.url)
  await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
  await seeAll()
}, HURRIED)

afterAll(async () => {
  for (const { receiver } of hostile.values()) await receiver.close()
  await good?.close()
  await trap?.close()
})

async function deliveryTo(endpointId: string): Promise<Json> {
  return (await http.get(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.data.deliveries[0]
}

/** Every delivery as it was seen first with an attempt. */
const seen = new Map<string, Json>()

function seeAll(): Promise<boolean> {
  return until('an attempt at each', async () => {
    for (const [name, { endpointId }] of hostile) {
      const delivery = seen.has(name) ? null : await deliveryTo(endpointId)
      if (delivery?.attempt_count >= 1) seen.set(name, delivery)
    }
    return seen.size === hostile.size
  })
}

/** What is written down of the attempt, by how the receiver misbehaves; the rest of them give no status at all. */
const STATUSES: Readonly<Record<string, number>> = {
  'drips its body': 200,
  'sends a body without an end': 200,
  'sends a gzip bomb': 200,
  'leads to a private address': 302,
  'leads somewhere else for good': 308,
  'leads into a trap': 307,
  'is too busy for a week': 429,
  'fails with a long story': 500,
}

const TIMED_OUT = new Set(['never answers', 'drips its headers'])
const NAMES = [...Object.keys(MISBEHAVIOURS), 'leads into a trap', 'speaks no TLS', 'is not there']
const DAY_MS = 86_400_000

describe('[C-107] a receiver that', () => {
  it.each(NAMES)('%s: the attempt ends in time and is recorded, and the schedule holds', (name) => {
    const { status, attempts, next_attempt_at: nextAt } = seen.get(name)
    const [attempt] = attempts
    expect(attempts).toHaveLength(1)
    const wanted = STATUSES[name] ?? null
    expect(attempt.response_status).toBe(wanted)
    expect(attempt.error === null).toBe(wanted !== null)
    if (TIMED_OUT.has(name)) expect(attempt).toMatchObject({ error: 'no answer within 15000 ms' })
    expect((attempt.response_body_excerpt ?? '').length).toBeLessThanOrEqual(1_024)
    if (wanted === 200) return expect(status).toBe('DELIVERED')
    expect(status).toBe('RETRYING')
    const waitMs = Date.parse(nextAt) - Date.parse(attempt.started_at) - attempt.duration_ms
    // `attempt.test.ts` has the exact delays; here the time until the result was stored comes on top.
    expect(waitMs).toBeGreaterThan(name === 'is too busy for a week' ? DAY_MS - 2_000 : 3_900)
    expect(waitMs).toBeLessThan(name === 'is too busy for a week' ? 2 * DAY_MS : DAY_MS / 2)
  })

  it('[C-109] does all that keeps no other waiting', async () => {
    await good.waitFor(() => true)
    const silent = hostile.get('never answers')
    const [delivery] = await database.query(
      `SELECT good.started_at < bad.started_at + make_interval(secs => bad.duration_ms / 1000.0) AS "isMeanwhile"
       FROM webhook_attempts good JOIN webhook_deliveries d ON d.id = good.delivery_id JOIN webhook_endpoints e ON e.id = d.endpoint_id,
         webhook_attempts bad JOIN webhook_deliveries o ON o.id = bad.delivery_id
       WHERE e.url = $1 AND o.endpoint_id = $2`,
      [good.url, silent?.endpointId],
    )
    expect(delivery).toEqual({ isMeanwhile: true })
  })

  it('[C-110] leads elsewhere is not followed', () => {
    expect(hostile.get('leads into a trap')?.receiver.count()).toBeGreaterThanOrEqual(1)
    expect(trap.received).toEqual([])
  })

  it('[C-107] tells where the time of an attempt went', () => {
    const { attempts } = seen.get('fails with a long story')
    expect(attempts[0]).toMatchObject({ dns_ms: null, connect_ms: expect.any(Number), tls_ms: null })
    expect(attempts[0].first_byte_ms).toBeLessThanOrEqual(attempts[0].duration_ms)
    expect(attempts[0].response_body_excerpt).toMatch(/^story story/)
  })
})
