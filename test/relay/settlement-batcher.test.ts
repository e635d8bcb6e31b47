import { describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import type { Attempted } from '../../src/relay/attempt.ts'
import { notSent } from '../../src/relay/deliver.ts'
import { createSettlementBatcher } from '../../src/relay/settlement-batcher.ts'
import type { ClaimedDelivery, WebhookQueue } from '../../src/store/webhook-queue.ts'
import { until } from '../support/until.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

/** So many deliveries that are under way, as they were claimed. */
async function claim(count: number): Promise<ClaimedDelivery[]> {
  await world.put('webhook_endpoints', { id: 'end_1', max_concurrency: 1_000 })
  await world.query(
    `INSERT INTO booking_events (position, id, organization_id, environment, type, body, created_at)
     SELECT n, 'evt_' || n, 'org_1', 'sandbox', 'booking.updated', '{}', $2 FROM generate_series(1, $1) n`,
    [count, inSeconds(-60)],
  )
  await world.query(
    `INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
       due_at, created_at, updated_at)
     SELECT 'whd_' || n, 'org_1', 'end_1', 'evt_' || n, 'booking.updated', 'ubk_' || n, n, 'PENDING', $2, $2, $2
     FROM generate_series(1, $1) n`,
    [count, inSeconds(-60)],
  )
  return world.queue.claim({ leaseId: 'lease', leaseMs: 60_000, limit: count })
}

function result(delivery: ClaimedDelivery): Attempted {
  const { deliveryId, trigger } = delivery
  const attempt = { attempt: 1, trigger, startedAt: Date.now(), durationMs: 1, error: null, responseStatus: 200 }
  const times = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, responseBodyExcerpt: null }
  return {
    claimed: delivery,
    delivered: notSent('nothing was'),
    pauseMs: null,
    settlement: { deliveryId, leaseId: 'lease', status: 'DELIVERED', delayMs: null, attempt: { ...attempt, ...times } },
  }
}

/** The queue itself, and how its statements ran: the size of each, and how many at once. */
function watched(gate: Promise<unknown> = Promise.resolve()) {
  const seen = { sizes: [] as number[], atOnce: 0, most: 0 }
  const settle: WebhookQueue['settle'] = async (all) => {
    seen.sizes.push(all.length)
    seen.atOnce += 1
    seen.most = Math.max(seen.most, seen.atOnce)
    await gate
    const moved = await world.queue.settle(all)
    seen.atOnce -= 1
    return moved
  }
  return { seen, settle }
}

async function statuses(): Promise<readonly string[]> {
  const rows = await world.query(`SELECT status FROM webhook_deliveries GROUP BY status ORDER BY status`)
  return rows.map(({ status }) => String(status))
}

describe('what became of attempts', () => {
  it('is stored 250 at a time, and told to their endpoints', async () => {
    const { seen, settle } = watched()
    const told: string[] = []
    async function note({ claimed }: Attempted): Promise<void> {
      told.push(claimed.deliveryId)
    }
    const batcher = createSettlementBatcher({ settle }, note, createLogger('silent'))
    const all = await claim(501)
    await Promise.all(all.map((one) => batcher.settle(result(one))))
    expect(seen).toMatchObject({ sizes: [250, 250, 1], most: 1 })
    expect(told.toSorted()).toEqual(all.map(({ deliveryId }) => deliveryId).toSorted())
    expect(await statuses()).toEqual(['DELIVERED'])
  })

  it('collects while it is written, one statement at a time', async () => {
    const gate = Promise.withResolvers<null>()
    const { seen, settle } = watched(gate.promise)
    const batcher = createSettlementBatcher({ settle }, async () => undefined, createLogger('silent'))
    const [first, second, ...rest] = (await claim(6)) as [ClaimedDelivery, ClaimedDelivery, ...ClaimedDelivery[]]
    const settled = [first, second].map((one) => batcher.settle(result(one)))
    await until('the first statement', () => seen.sizes.length > 0)
    for (const one of rest) {
      settled.push(batcher.settle(result(one)))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(seen.sizes).toEqual([2])
    gate.resolve(null)
    await Promise.all(settled)
    expect(seen).toMatchObject({ sizes: [2, 4], most: 1, atOnce: 0 })
    expect(await statuses()).toEqual(['DELIVERED'])
  })

  it('is stored also after a pause, and is waited for', async () => {
    const { seen, settle } = watched()
    const batcher = createSettlementBatcher({ settle }, async () => undefined, createLogger('silent'))
    for (const one of await claim(3)) await batcher.settle(result(one))
    expect(seen.sizes).toEqual([1, 1, 1])
    expect(await statuses()).toEqual(['DELIVERED'])
  })

  it('is told to no endpoint when it could not be stored, or came too late; nobody waits for ever', async () => {
    const told: string[] = []
    async function note({ claimed }: Attempted): Promise<void> {
      told.push(claimed.deliveryId)
    }
    const [first, second, third] = (await claim(3)) as [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery]
    await world.query(`UPDATE webhook_deliveries SET lease_id = 'another' WHERE id = $1`, [first.deliveryId])
    let failures = 1
    const settle: WebhookQueue['settle'] = (all) =>
      all.some(({ deliveryId }) => deliveryId === third.deliveryId) && failures-- > 0
        ? Promise.reject(new Error('no Postgres'))
        : world.queue.settle(all)
    const batcher = createSettlementBatcher({ settle }, note, createLogger('silent'))
    await Promise.all([first, second].map((one) => batcher.settle(result(one))))
    expect(told).toEqual([second.deliveryId])
    await batcher.settle(result(third))
    expect(told).toEqual([second.deliveryId])
    await batcher.settle(result(third))
    expect(told).toEqual([second.deliveryId, third.deliveryId])
  })
})
