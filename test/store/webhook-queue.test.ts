import { beforeEach, describe, expect, it } from 'vitest'
import { deliveryRows } from '../support/delivery-rows.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

function claim(limit = 20, leaseId = 'lease_1') {
  return world.queue.claim({ leaseId, leaseMs: 60_000, limit })
}

async function claimedIds(limit?: number): Promise<string[]> {
  return (await claim(limit)).map(({ deliveryId }) => deliveryId)
}

const { deliver, row, endpoint } = deliveryRows(() => world)

beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }))

describe('a claim of deliveries', () => {
  it('leases what is due, with everything that is needed to send it', async () => {
    const secrets = [{ sealed: 'c2VhbGVk', publicKey: null, expiresAt: null }]
    await endpoint({ secrets: JSON.stringify(secrets) })
    const at = await deliver('whd_1', { attempt_count: 3, trigger: 'MANUAL', due_at: inSeconds(-30) })
    await deliver('whd_2', { due_at: inSeconds(30) })
    const claimed = await claim()
    expect(claimed).toEqual([
      {
        deliveryId: 'whd_1',
        endpointId: 'end_1',
        organizationId: 'org_1',
        eventId: `evt_${at}`,
        attemptCount: 3,
        trigger: 'MANUAL',
        url: 'https://end_1.example/',
        secrets,
        body: `{"position":${at}}`,
        requestId: 'req_whd_1',
        traceparent: 'trace_whd_1',
        isTroubled: false,
        waitedMs: expect.any(Number),
      },
    ])
    expect(Math.round((claimed[0]?.waitedMs ?? 0) / 10_000)).toBe(3)
    const leased = await row('whd_1')
    expect(leased).toMatchObject({ lease_id: 'lease_1', status: 'PENDING' })
    expect(Math.round(leased?.leased_for / 10)).toBe(6)
    expect(await row('whd_2')).toMatchObject({ lease_id: null })
    expect(await claim(20, 'lease_2')).toEqual([])
  })

  it.each(['DELIVERED', 'FAILED', 'SKIPPED', 'DISCARDED'])('takes none that is %s', async (status) => {
    await deliver('whd_1', { status })
    expect(await claim()).toEqual([])
  })

  it('takes again what was tried before, and what a lost worker has leased', async () => {
    await deliver('whd_1', { status: 'RETRYING' })
    await deliver('whd_2', { lease_id: 'lost', leased_until: inSeconds(-1) })
    await deliver('whd_3', { lease_id: 'alive', leased_until: inSeconds(10) })
    expect((await claimedIds()).toSorted()).toEqual(['whd_1', 'whd_2'])
  })

  it('gives the oldest first, and no more than was asked for', async () => {
    await deliver('whd_1', { due_at: inSeconds(-10) })
    await deliver('whd_2', { due_at: inSeconds(-30) })
    await deliver('whd_3', { due_at: inSeconds(-20) })
    expect(await claimedIds(2)).toEqual(['whd_2', 'whd_3'])
  })

  it('gives equally old ones in the order of their events', async () => {
    const together = { due_at: inSeconds(-10) }
    for (const id of ['whd_3', 'whd_1', 'whd_2']) await deliver(id, together)
    expect(await claimedIds()).toEqual(['whd_3', 'whd_1', 'whd_2'])
  })

  it('gives the oldest of an endpoint that has room for few', async () => {
    await endpoint({ max_concurrency: 1 })
    await deliver('whd_1', { due_at: inSeconds(-10) })
    await deliver('whd_2', { due_at: inSeconds(-30) })
    expect(await claimedIds()).toEqual(['whd_2'])
  })

  it.each([
    ['is disabled', { enabled: false }, 0],
    ['was deleted', { deleted_at: () => inSeconds(-1) }, 0],
    ['is paused', { paused_until: () => inSeconds(10) }, 0],
    ['was paused', { paused_until: () => inSeconds(-1) }, 1],
  ])('of an endpoint that %s', async (_name, changes, count) => {
    await endpoint(changes)
    await deliver('whd_1')
    expect(await claim()).toHaveLength(count)
  })

  it.each([
    [{ failing_since: () => inSeconds(-60) }, true],
    [{ paused_until: () => inSeconds(-1) }, true],
    [{}, false],
  ])('tells of an endpoint with %j that it is in trouble: %s', async (changes, isTroubled) => {
    if (Object.keys(changes).length > 0) await endpoint(changes)
    await deliver('whd_1')
    expect(await claim()).toMatchObject([{ isTroubled }])
  })

  it('keeps the order of a booking at an endpoint: a younger one waits for each older one that is unfinished', async () => {
    await world.put('webhook_endpoints', { id: 'end_2' })
    const booking = { booking_id: 'ubk_same' }
    await deliver('whd_1', { ...booking, due_at: inSeconds(60) })
    await deliver('whd_2', booking)
    await deliver('whd_3', { ...booking, endpoint_id: 'end_2' })
    await deliver('whd_4')
    expect((await claimedIds()).toSorted()).toEqual(['whd_3', 'whd_4'])
    await world.query(`UPDATE webhook_deliveries SET status = 'RETRYING' WHERE id = 'whd_1'`)
    expect(await claim()).toEqual([])
    await world.query(`UPDATE webhook_deliveries SET status = 'FAILED' WHERE id = 'whd_1'`)
    expect(await claimedIds()).toEqual(['whd_2'])
  })

  it('counts what is under way, and no lease that has ended, against what an endpoint may have at once', async () => {
    await world.put('webhook_endpoints', { id: 'end_2' })
    await endpoint({ max_concurrency: 3 })
    const busy = { leased_until: inSeconds(10), lease_id: 'other' }
    await deliver('whd_1', busy)
    await deliver('whd_2', { ...busy, lease_id: 'lost', leased_until: inSeconds(-1), due_at: inSeconds(60) })
    await deliver('whd_3', { ...busy, endpoint_id: 'end_2' })
    await deliver('whd_9', { ...busy, lease_id: null })
    for (const id of ['whd_4', 'whd_5', 'whd_6']) await deliver(id)
    expect(await claim()).toHaveLength(2)
  })

  it('gives an endpoint that only fails one at a time', async () => {
    await endpoint({ failing_since: inSeconds(-60) })
    for (const id of ['whd_1', 'whd_2']) await deliver(id)
    expect(await claimedIds()).toHaveLength(1)
    expect(await claim()).toEqual([])
  })

  it('never gives an endpoint less than nothing because it has too much already', async () => {
    await endpoint({ max_concurrency: 1 })
    await deliver('whd_1', { lease_id: 'other', leased_until: inSeconds(10) })
    await deliver('whd_2', { lease_id: 'other', leased_until: inSeconds(10) })
    await deliver('whd_3')
    expect(await claim()).toEqual([])
  })

  it('keeps to a rate per second, and notes what was used of it', async () => {
    await world.put('webhook_endpoints', { id: 'end_2', max_per_second: 5, next_slot_at: inSeconds(-100) })
    await endpoint({ max_per_second: 3 })
    for (const id of ['whd_1', 'whd_2', 'whd_3', 'whd_4']) await deliver(id)
    expect(await claimedIds()).toHaveLength(3)
    expect(await claim()).toEqual([])
    const [slots] = await world.query(
      `SELECT extract(epoch FROM next_slot_at - gateway_now())::float8 AS ahead FROM webhook_endpoints WHERE id = 'end_1'`,
    )
    expect(slots.ahead).toBeGreaterThan(0.5)
    expect(slots.ahead).toBeLessThanOrEqual(1)
    const [other] = await world.query(
      `SELECT next_slot_at < gateway_now() - interval '50 s' AS untouched FROM webhook_endpoints WHERE id = 'end_2'`,
    )
    expect(other.untouched).toBe(true)
  })

  it('saves up no rate while nothing is sent, and has part of it back after part of a second', async () => {
    await endpoint({ max_per_second: 2, next_slot_at: inSeconds(-100) })
    for (const id of ['whd_1', 'whd_2', 'whd_3', 'whd_4']) await deliver(id)
    expect(await claimedIds()).toHaveLength(2)
    await world.query(
      `UPDATE webhook_endpoints SET next_slot_at = gateway_now() + interval '450 ms' WHERE id = 'end_1'`,
    )
    expect(await claimedIds()).toHaveLength(1)
  })

  it('notes no rate of an endpoint that has none', async () => {
    await deliver('whd_1')
    await claim()
    expect((await world.query('SELECT next_slot_at FROM webhook_endpoints'))[0]).toEqual({ next_slot_at: null })
  })

  it.each([
    ['endpoint', `SELECT 1 FROM webhook_endpoints WHERE id = 'end_1' FOR UPDATE`],
    ['delivery', `SELECT 1 FROM webhook_deliveries WHERE id = 'whd_1' FOR UPDATE`],
  ])('does not wait for an %s that somebody is writing', async (_name, lock) => {
    await world.put('webhook_endpoints', { id: 'end_2' })
    await deliver('whd_1')
    await deliver('whd_2', { endpoint_id: 'end_2' })
    await world.inSession(async (other) => {
      await other.query('BEGIN')
      await other.query(lock)
      expect(await claimedIds()).toEqual(['whd_2'])
    })
  })
})
