import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

const KEPT_MS = 30 * DAY_MS
const OVER = 31 * DAY_MS

let world: StoreWorld
useStore((started) => {
  world = started
})
beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }))

/** A delivery of an event of so long ago. */
async function deliver(id: string, agoMs: number, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const at = Date.now() - agoMs
  const made = { created_at: new Date(at), updated_at: new Date(at) }
  const event = { event_id: newId('event', at, randomBytes), event_position: 1, booking_id: `ubk_${id}` }
  await world.put('webhook_deliveries', { id, ...event, status: 'DELIVERED', due_at: null, ...made, ...changes })
}

async function ids(): Promise<unknown[]> {
  return (await world.query('SELECT id FROM webhook_deliveries ORDER BY id')).map(({ id }) => id)
}

it('[C6] of finished deliveries those of thirty days go with their attempts, the oldest first, and no others', async () => {
  await deliver('whd_old', OVER)
  await deliver('whd_old_failed', OVER + DAY_MS, { status: 'FAILED' })
  await deliver('whd_waits', OVER, { status: 'RETRYING', due_at: new Date() })
  await deliver('whd_young', KEPT_MS - DAY_MS)
  // Sent on to an endpoint later on.
  await deliver('whd_again', OVER, { created_at: new Date() })
  await world.query(
    `INSERT INTO webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms)
     SELECT unnest(ARRAY['whd_old', 'whd_young']), 1, 'SCHEDULED', now(), 1`,
  )
  const { webhookDeliveries } = world.store
  expect(await webhookDeliveries.deleteEnded(KEPT_MS, 1)).toBe(1)
  expect(await ids()).toEqual(['whd_again', 'whd_old', 'whd_waits', 'whd_young'])
  expect(await webhookDeliveries.deleteEnded(KEPT_MS, 10)).toBe(1)
  expect(await ids()).toEqual(['whd_again', 'whd_waits', 'whd_young'])
  expect(await world.query('SELECT delivery_id FROM webhook_attempts')).toEqual([{ delivery_id: 'whd_young' }])
})
