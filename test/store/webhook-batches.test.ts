import { beforeEach, describe, expect, it } from 'vitest'
import { closeDeliveries, recoverDeliveries } from '../../src/operations/webhooks/webhook-batches.ts'
import type { StoredEvent } from '../../src/store/events.ts'
import { endpointRows } from '../support/endpoint-rows.ts'
import { until } from '../support/until.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const { deliver, set, statuses, endpoint } = endpointRows(() => world)

beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }, { id: 'end_2' }))

describe('what is unfinished', () => {
  it('are endpoints that close or recover, the longest untouched first, and no deleted one that would recover', async () => {
    await world.put('webhook_endpoints', { id: 'end_3' }, { id: 'end_4' })
    await set(`closing = true, updated_at = now() - interval '1 h'`)
    await set(`recovering_until = now(), updated_at = now() - interval '2 h'`, 'end_2')
    await set('recovering_until = now(), deleted_at = now()', 'end_3')
    expect(await world.store.webhookBatches.unfinished()).toEqual([
      { endpointId: 'end_2', isClosing: false },
      { endpointId: 'end_1', isClosing: true },
    ])
    await set('closing = true, deleted_at = now()')
    expect(await world.store.webhookBatches.unfinished()).toHaveLength(2)
  })

  it('is told of a hundred endpoints at a time', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ id: `end_x${index}`, closing: true }))
    await world.put('webhook_endpoints', ...many)
    expect(await world.store.webhookBatches.unfinished()).toHaveLength(100)
  })
})

describe('an endpoint that is disabled', () => {
  const event: StoredEvent = {
    id: 'evt_d',
    organizationId: 'org_1',
    environment: 'sandbox',
    bookingId: null,
    sequence: null,
    type: 'webhook_endpoint.disabled',
    body: '{}',
    createdAt: Date.now(),
    requestId: null,
    traceparent: null,
  }

  it('is closed, recovers no more, and is told to the other endpoints alone', async () => {
    await set(`recovering_until = now()`)
    expect(await world.store.webhookBatches.disable('end_1', 'GONE', event)).toBe(true)
    expect(await endpoint()).toMatchObject({
      enabled: false,
      disabled_reason: 'GONE',
      closing: true,
      recovering_until: null,
      touched: true,
    })
    expect(await endpoint('end_2')).toMatchObject({ enabled: true, closing: false, touched: false })
    const told = await world.query('SELECT endpoint_id, event_id, status FROM webhook_deliveries')
    expect(told).toEqual([{ endpoint_id: 'end_2', event_id: 'evt_d', status: 'PENDING' }])
  })

  it.each(['enabled = false', 'deleted_at = now()'])('is not disabled again: %s', async (before) => {
    await set(before)
    expect(await world.store.webhookBatches.disable('end_1', 'GONE', event)).toBe(false)
    expect(await endpoint()).toMatchObject({ disabled_reason: null, closing: false })
    expect(await world.query('SELECT id FROM booking_events')).toEqual([])
  })

  it('is found only while it is enabled', async () => {
    await set(`failing_since = '2030-01-01T00:00:00Z'`)
    expect(await world.store.webhookBatches.findEnabled('end_1')).toEqual({
      organizationId: 'org_1',
      environment: 'sandbox',
      url: 'https://end_1.example/',
      failingSince: Date.parse('2030-01-01'),
    })
    await set('deleted_at = now()')
    expect(await world.store.webhookBatches.findEnabled('end_1')).toBeNull()
    await set('enabled = false', 'end_2')
    expect(await world.store.webhookBatches.findEnabled('end_2')).toBeNull()
  })
})

describe('closing', () => {
  async function deliverAll(): Promise<void> {
    const all = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED', 'SKIPPED', 'DISCARDED']
    for (const [index, status] of all.entries()) await deliver(index + 1, { status })
    await deliver(7, { lease_id: 'lease', leased_until: inSeconds(60) })
    await deliver(8, { endpoint_id: 'end_2' })
  }
  const rest = { 3: 'DELIVERED', 4: 'FAILED', 6: 'DISCARDED', 8: 'PENDING' }

  it('of a disabled endpoint skips what waits, and leaves what is under way', async () => {
    await deliverAll()
    await set('closing = true, enabled = false')
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(2)
    expect(await statuses()).toEqual({ ...rest, 1: 'SKIPPED', 2: 'SKIPPED', 5: 'SKIPPED', 7: 'PENDING' })
  })

  it('of a disabled endpoint ends only with what was under way, which is skipped if it would be tried again', async () => {
    await deliver(1, { lease_id: 'lease', leased_until: inSeconds(60) })
    await set('closing = true, enabled = false')
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(0)
    expect(await endpoint()).toMatchObject({ closing: true })
    await world.query(`UPDATE webhook_deliveries SET status = 'RETRYING', lease_id = NULL, leased_until = NULL`)
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(1)
    expect(await statuses()).toEqual({ 1: 'SKIPPED' })
    expect(await endpoint()).toMatchObject({ closing: false })
  })

  it('of a disabled endpoint skips what a lost relay had', async () => {
    await deliver(1, { lease_id: 'lost', leased_until: inSeconds(-1) })
    await set('closing = true, enabled = false')
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(1)
    expect(await statuses()).toEqual({ 1: 'SKIPPED' })
    expect(await endpoint()).toMatchObject({ closing: false })
  })

  it('of a deleted endpoint discards everything that could still be sent, and its leases', async () => {
    await deliverAll()
    await set('closing = true, enabled = false, deleted_at = now()')
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(4)
    const ended = { 1: 'DISCARDED', 2: 'DISCARDED', 5: 'DISCARDED', 7: 'DISCARDED' }
    expect(await statuses()).toEqual({ ...rest, ...ended })
    const [row] = await world.query(
      `SELECT due_at, lease_id, leased_until, updated_at > gateway_now() - interval '30 s' AS touched
       FROM webhook_deliveries WHERE id = 'whd_7'`,
    )
    expect(row).toEqual({ due_at: null, lease_id: null, leased_until: null, touched: true })
  })

  it('goes on until nothing is left', async () => {
    await set('closing = true, enabled = false')
    await set('closing = true, enabled = false', 'end_2')
    for (const position of [1, 2, 3]) await deliver(position)
    expect(await world.store.webhookBatches.closeBatch('end_1', 2)).toBe(2)
    expect(await endpoint()).toMatchObject({ closing: true })
    expect(await world.store.webhookBatches.closeBatch('end_1', 2)).toBe(1)
    expect(await endpoint()).toMatchObject({ closing: false })
    expect(await endpoint('end_2')).toMatchObject({ closing: true })
    expect(await world.store.webhookBatches.closeBatch('end_1', 2)).toBe(0)
  })

  it.each([
    ['disabled', '', 'updated_at'],
    ['deleted', ', deleted_at = now()', 'deleted_at'],
  ])('of a %s endpoint goes on while somebody may still be writing to it', async (_, ended, since) => {
    await set(`closing = true, enabled = false, updated_at = now()${ended}`)
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(0)
    expect(await endpoint()).toMatchObject({ closing: true })
    await deliver(1)
    await set(`${since} = now() - interval '14 s'`)
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(1)
    expect(await endpoint()).toMatchObject({ closing: true })
    await set(`${since} = now() - interval '16 s'`)
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(0)
    expect(await endpoint()).toMatchObject({ closing: false })
  })

  it('does nothing to an endpoint that does not close', async () => {
    await deliver(1)
    expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(0)
    expect(await statuses()).toEqual({ 1: 'PENDING' })
  })

  it('leaves what a relay is writing to the next batch', async () => {
    await set('closing = true, enabled = false')
    await deliver(1)
    await deliver(2)
    await world.inSession(async (relay) => {
      await relay.query(`BEGIN; SELECT 1 FROM webhook_deliveries WHERE id = 'whd_1' FOR UPDATE`)
      expect(await world.store.webhookBatches.closeBatch('end_1', 10)).toBe(1)
    })
    expect(await endpoint()).toMatchObject({ closing: true })
    expect(await statuses()).toEqual({ 1: 'PENDING', 2: 'SKIPPED' })
  })
})

describe('a request that ends or recovers thousands of deliveries', () => {
  const FOR_MS = 20

  it.each([
    ['closing = true', closeDeliveries],
    [
      `recovering_since = '2020-01-01', recovering_until = now() + interval '1 day', recovering_from = now()`,
      recoverDeliveries,
    ],
  ])('answers after the batch in which its time is over: %s', async (begun, carryOut) => {
    await world.query(
      `INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_position, event_type, status, due_at, created_at, updated_at)
      SELECT 'whd_' || n, 'org_1', 'end_1', 'evt_' || n, n, 'booking.updated', CASE WHEN $1 THEN 'PENDING' ELSE 'SKIPPED' END, now(), now(), now()
      FROM generate_series(1, 4500) AS n`,
      [begun.startsWith('closing')],
    )
    await set(begun)
    const { webhookBatches } = world.store
    const done: number[] = []
    const beganAt = performance.now()
    /** A batch as it is, which ends when the time of the request is over. */
    function lasting(batch: (endpointId: string, limit: number) => Promise<number>): typeof batch {
      return async (endpointId, limit) => {
        done.push(await batch(endpointId, limit))
        await until('the time to be over', async () => performance.now() > beganAt + FOR_MS)
        return limit
      }
    }
    const { closeBatch, recoverBatch } = webhookBatches
    const slow = { ...webhookBatches, closeBatch: lasting(closeBatch), recoverBatch: lasting(recoverBatch) }
    await carryOut(slow, 'end_1', FOR_MS)
    expect(done).toEqual([2_000])
  })
})
