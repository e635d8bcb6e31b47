import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { finishWebhookBatches } from '../../src/operations/webhooks/webhook-batches.ts'
import { createWebhookQueue, type WebhookQueue } from '../../src/store/webhook-queue.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openCore } from '../support/open-core.ts'
import { addEvents } from '../support/relay-load.ts'

/** What is still under way, or not yet committed, when an endpoint ends. No worker runs: each round is made here. */
let database: TestDatabase
let core: Core

beforeAll(async () => {
  database = await createTestDatabase()
  core = await openCore(database)
})

afterAll(async () => {
  await core?.close()
  await database?.drop()
})

/** An endpoint with so many due deliveries. */
async function endpointWith(id: string, deliveries: number): Promise<string> {
  await database.query(
    `INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, max_concurrency, created_at, updated_at)
     VALUES ($1, 'org_acme', 'sandbox', 'http://127.0.0.1:9/' || $1, '{*}', '[]', 10, gateway_now(), gateway_now())`,
    [id],
  )
  await addEvents(database, id, { bookings: deliveries })
  return id
}

function disable(endpointId: string): Promise<unknown> {
  return database.query(
    "UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'GONE', closing = true, updated_at = gateway_now() WHERE id = $1",
    [endpointId],
  )
}

function remove(endpointId: string): Promise<unknown> {
  return core.store.webhookEndpoints.delete('org_acme', endpointId, core.clock.real())
}

function queue(): WebhookQueue {
  return createWebhookQueue(core.database)
}

function claim(): Promise<{ deliveryId: string }[]> {
  return queue().claim({ leaseId: 'lease', leaseMs: 30_000, limit: 1 })
}

async function fail(deliveryId: string): Promise<void> {
  const attempt = {
    attempt: 1,
    trigger: 'SCHEDULED',
    startedAt: core.clock.real(),
    durationMs: 1,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
    responseStatus: 500,
    error: null,
    responseBodyExcerpt: null,
  } as const
  const moved = await queue().settle([{ deliveryId, leaseId: 'lease', status: 'RETRYING', delayMs: 60_000, attempt }])
  expect(moved.size).toBe(1)
}

async function statusesOf(endpointId: string): Promise<string[]> {
  const rows = await database.query('SELECT status FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY status', [
    endpointId,
  ])
  return rows.map(({ status }) => status)
}

async function isClosing(endpointId: string): Promise<boolean> {
  const [row] = await database.query('SELECT closing FROM webhook_endpoints WHERE id = $1', [endpointId])
  return row?.closing
}

/** As long later as the longest transaction can be open. */
function later(endpointId: string): Promise<unknown> {
  return database.query(
    `UPDATE webhook_endpoints SET updated_at = updated_at - interval '16 s', deleted_at = deleted_at - interval '16 s' WHERE id = $1`,
    [endpointId],
  )
}

describe('[C5] nothing is left of an endpoint that has ended', () => {
  it('a delivery that was under way and failed is skipped as well', async () => {
    const endpointId = await endpointWith('whe_under_way', 2)
    const [claimed] = await claim()
    await disable(endpointId)
    await later(endpointId)
    await finishWebhookBatches(core.deps)
    expect([await statusesOf(endpointId), await isClosing(endpointId)]).toEqual([['PENDING', 'SKIPPED'], true])
    await fail(claimed?.deliveryId ?? '')
    await finishWebhookBatches(core.deps)
    expect([await statusesOf(endpointId), await isClosing(endpointId)]).toEqual([['SKIPPED', 'SKIPPED'], false])
    expect(await queue().depth()).toMatchObject({ waiting: 0 })
  })

  it('a delivery whose relay died is skipped when its lease is over', async () => {
    const endpointId = await endpointWith('whe_dead_relay', 1)
    await claim()
    await disable(endpointId)
    await later(endpointId)
    await finishWebhookBatches(core.deps)
    expect(await statusesOf(endpointId)).toEqual(['PENDING'])
    await database.query(
      "UPDATE webhook_deliveries SET leased_until = gateway_now() - interval '1 s' WHERE endpoint_id = $1",
      [endpointId],
    )
    await finishWebhookBatches(core.deps)
    expect([await statusesOf(endpointId), await isClosing(endpointId)]).toEqual([['SKIPPED'], false])
  })

  it.each([
    ['disabled', disable, 'SKIPPED'],
    ['deleted', remove, 'DISCARDED'],
  ] as const)(
    'an event of a transaction that was open while it was %s has a delivery that ends too',
    async (how, end, status) => {
      const endpointId = await endpointWith(`whe_late_${how}`, 1)
      await end(endpointId)
      await finishWebhookBatches(core.deps)
      expect([await statusesOf(endpointId), await isClosing(endpointId)]).toEqual([[status], true])
      await addEvents(database, endpointId, { bookings: 1 })
      await later(endpointId)
      await finishWebhookBatches(core.deps)
      expect([await statusesOf(endpointId), await isClosing(endpointId)]).toEqual([[status, status], false])
    },
  )

  it('an endpoint whose deliveries cannot be written does not hold up the others', async () => {
    const [bad, good] = [await endpointWith('whe_bad', 1), await endpointWith('whe_good', 1)]
    await database.query(`CREATE FUNCTION refuse() RETURNS trigger AS 'BEGIN RAISE ''refused''; END' LANGUAGE plpgsql`)
    await database.query(
      `CREATE TRIGGER refused BEFORE UPDATE ON webhook_deliveries FOR EACH ROW WHEN (OLD.endpoint_id = '${bad}') EXECUTE FUNCTION refuse()`,
    )
    for (const endpointId of [bad, good]) await disable(endpointId)
    await finishWebhookBatches(core.deps)
    expect([await statusesOf(bad), await statusesOf(good)]).toEqual([['PENDING'], ['SKIPPED']])
    await database.query('DROP TRIGGER refused ON webhook_deliveries')
    await finishWebhookBatches(core.deps)
    expect(await statusesOf(bad)).toEqual(['SKIPPED'])
  })
})
