import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { attempt } from '../../src/relay/attempt.ts'
import { createWebhookSender } from '../../src/relay/deliver.ts'
import { until } from '../support/until.ts'
import {
  deliver,
  delivery,
  endpoint,
  hangUp,
  health,
  OLD_SECRET,
  receive,
  SECRET,
  type Seen,
  sealed,
  settled,
  start,
  useOneRelay,
} from '../support/use-one-relay.ts'
import type { StoreWorld } from '../support/use-store.ts'

let world: StoreWorld
let core: Core
useOneRelay((parts) => {
  ;({ world, core } = parts)
})

describe('a delivery', () => {
  it('[C-106] is posted once, signed, with what its receiver may want to know', async () => {
    const { url, seen } = await receive(() => ({ status: 204 }))
    await endpoint(url)
    const id = await deliver({ trigger: 'MANUAL' })
    const position = Number(id.slice('whd_'.length))
    const from = Date.now()
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
    const to = Date.now()
    const { first_byte_ms: firstByteMs, duration_ms: durationMs } = await delivery(id)
    expect(firstByteMs).toBeLessThanOrEqual(durationMs)
    expect(durationMs).toBeLessThanOrEqual(to - from + 1)
    expect(seen).toHaveLength(1)
    const [{ headers, body }] = seen as [Seen]
    expect(body).toBe(`{"position":${position}}`)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'hotel-distribution-gateway-webhooks/1',
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
    // In whole seconds of the moment at which it was sent; it would be sent again five seconds later.
    const sentAt = Number(headers['webhook-timestamp'])
    expect(sentAt).toBeGreaterThanOrEqual(Math.floor(from / 1_000))
    expect(sentAt).toBeLessThanOrEqual(to / 1_000)
    const againAt = Date.parse(String(headers['webhook-will-retry-at']))
    expect(againAt).toBeGreaterThanOrEqual(from + 5_000)
    expect(againAt).toBeLessThanOrEqual(to + 5_000)
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
    await hangUp()
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

describe('an attempt', () => {
  it('is signed for the second that has begun, and goes on with the trace', async () => {
    const { url, seen } = await receive(() => ({ status: 204 }))
    await endpoint(url)
    await deliver()
    const [claimed] = await world.queue.claim({ leaseId: 'lease', leaseMs: 1_000, limit: 1 })
    const courier = createWebhookSender(core.guard)
    if (!claimed) throw new Error('nothing was claimed')
    const made = {
      claimed: { ...claimed, requestId: null },
      leaseId: 'lease',
      keys: () => [{ secret: SECRET, asymmetric: null }],
      now: 1_999,
      realNow: 5_999,
      traceparent: '00-trace',
    }
    const { settlement } = await attempt(courier, made)
    await courier.close()
    expect(settlement).toMatchObject({ deliveryId: claimed.deliveryId, leaseId: 'lease', delayMs: null })
    expect(settlement.attempt).toMatchObject({ attempt: 1, startedAt: 1_999, responseStatus: 204, error: null })
    const [{ headers }] = seen as [Seen]
    expect(headers).toMatchObject({ 'webhook-timestamp': '5', traceparent: '00-trace' })
    expect(headers['x-request-id']).toBeUndefined()
    expect(headers['webhook-will-retry-at']).toBe('1970-01-01T00:00:06.999Z')
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
    const { error, status, duration_ms: durationMs } = await settled(id)
    expect(durationMs).toBe(0)
    expect(error).toMatch(/^refused: cannot be sent: /)
    expect(status).toBe('RETRYING')
    expect(seen).toEqual([])
  })
})
