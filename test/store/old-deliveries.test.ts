import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { deleteOldDeliveries } from '../../src/operations/webhooks/delete-old-deliveries.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

const KEPT_MS = 30 * DAY_MS
const OVER = 31 * DAY_MS

let world: StoreWorld
useStore((started) => {
  world = started
})
beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }))

/** A delivery of an event of so long ago. */
async function deliver(id: string, agoMs: number, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const at = Date.now() - agoMs
  const made = { created_at: new Date(at), updated_at: new Date(at) }
  const event = { event_id: newId('event', at, randomBytes), event_position: 1, booking_id: `ubk_${id}` }
  await world.put('webhook_deliveries', { id, ...event, status: 'DELIVERED', due_at: null, ...made, ...changes })
  return event.event_id
}

async function ids(): Promise<unknown[]> {
  return (await world.query('SELECT id FROM webhook_deliveries ORDER BY id')).map(({ id }) => id)
}

it('[C6] of finished deliveries those of thirty days go with their attempts, the oldest first, and no others', async () => {
  const { webhookDeliveries } = world.store
  const event = await deliver('whd_oldest', OVER + DAY_MS, { status: 'FAILED' })
  await deliver('whd_oldest_to_another', OVER + DAY_MS, { event_id: event })
  await deliver('whd_waits', OVER, { status: 'RETRYING', due_at: new Date() })
  await deliver('whd_old', OVER - 1_000)
  await deliver('whd_young', KEPT_MS - DAY_MS)
  await world.query(
    `INSERT INTO webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms)
     SELECT unnest(ARRAY['whd_old', 'whd_young']), 1, 'SCHEDULED', now(), 1`,
  )
  const first = await webhookDeliveries.deleteEnded(KEPT_MS, { after: '', limit: 1 })
  expect(first).toEqual({ deleted: 2, last: event })
  expect(await ids()).toEqual(['whd_old', 'whd_waits', 'whd_young'])
  expect(await deleteOldDeliveries({ store: world.store, log: createLogger('silent') })).toBe(1)
  expect(await ids()).toEqual(['whd_waits', 'whd_young'])
  expect(await world.query('SELECT delivery_id FROM webhook_attempts')).toEqual([{ delivery_id: 'whd_young' }])
})

it('[C6] one that is younger than its event stays', async () => {
  await deliver('whd_again', OVER, { created_at: new Date() })
  expect(await deleteOldDeliveries({ store: world.store, log: createLogger('silent') })).toBe(0)
})

it('[C6] of an organization that is ahead they go by its own time', async () => {
  await world.query(
    "INSERT INTO sandbox_clocks (organization_id, offset_ms) VALUES ('org_1', $1) ON CONFLICT (organization_id) DO UPDATE SET offset_ms = excluded.offset_ms",
    [3 * DAY_MS],
  )
  await deliver('whd_ahead', KEPT_MS - DAY_MS)
  await deliver('whd_other', KEPT_MS - DAY_MS, { organization_id: 'org_2' })
  expect(await deleteOldDeliveries({ store: world.store, log: createLogger('silent') })).toBe(1)
  expect(await ids()).toEqual(['whd_other'])
  await world.query('DELETE FROM sandbox_clocks')
})
