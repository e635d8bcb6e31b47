import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../src/store/database.ts'
import { createWebhookQueue, type WebhookQueue } from '../../src/store/webhook-queue.ts'
import { deliveryRows } from '../support/delivery-rows.ts'
import { joinedInVain, statementsOf, tableReads } from '../support/read-plans.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const { deliver, endpoint } = deliveryRows(() => world)

beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }))

async function claimedIds(limit = 20): Promise<string[]> {
  const claimed = await world.queue.claim({ leaseId: 'lease_1', leaseMs: 60_000, limit })
  return claimed.map(({ deliveryId }) => deliveryId)
}

/** So many deliveries to an endpoint, each of a booking of its own, that have been due since long ago. */
async function backlog(endpointId: string, count: number): Promise<void> {
  await world.put('booking_events', { position: 1_000_000 })
  await world.query(
    `INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status, due_at,
       created_at, updated_at)
     SELECT 'whd_old_' || n, 'org_1', $1, 'evt_1000000', 'booking.updated', 'ubk_' || n, 1000000 + n, 'PENDING',
       now() - interval '1 day' + n * interval '1 ms', now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [endpointId, count],
  )
}

/** What a claim, and what asks for the time until the next one, say to Postgres; nothing stays claimed. */
async function statementsFor(ask: (queue: WebhookQueue) => Promise<unknown>) {
  const statements = await statementsOf(async () => {
    const db = createDatabase({ url: world.url, poolSize: 1, statementTimeoutMs: 10_000 })
    await ask(createWebhookQueue(db))
    await db.$disconnect()
  })
  await world.query('UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL WHERE lease_id IS NOT NULL')
  return statements
}

function claim(queue: WebhookQueue): Promise<unknown> {
  return queue.claim({ leaseId: 'lease_1', leaseMs: 1, limit: 256 })
}

/** More than a claim looks through before it asks for each endpoint. */
const MANY = 2_000

describe('beside a dead endpoint with a long backlog, a claim', () => {
  beforeEach(async () => {
    await world.put('webhook_endpoints', { id: 'end_dead', failing_since: inSeconds(-60) })
    await backlog('end_dead', MANY)
  })

  it('[21] takes what is due elsewhere, and one of the backlog', async () => {
    await deliver('whd_1')
    expect(await claimedIds()).toEqual(['whd_old_1', 'whd_1'])
    expect(await claimedIds()).toEqual([])
  })

  it('[21] takes what is due elsewhere when it may take few', async () => {
    await deliver('whd_1')
    expect(await claimedIds(1)).toEqual(['whd_old_1'])
    expect(await claimedIds(1)).toEqual(['whd_1'])
  })

  it('[21] takes what is due in the time of an organization that is ahead', async () => {
    await world.query(`INSERT INTO sandbox_clocks (organization_id, offset_ms) VALUES ('org_ahead', 3600000)`)
    await world.put('webhook_endpoints', { id: 'end_ahead', organization_id: 'org_ahead' })
    const theirs = { endpoint_id: 'end_ahead', organization_id: 'org_ahead' }
    await deliver('whd_due', { ...theirs, due_at: inSeconds(3_500) })
    await deliver('whd_later', { ...theirs, due_at: inSeconds(3_660) })
    await deliver('whd_1', { due_at: inSeconds(3_500) })
    expect(await claimedIds()).toEqual(['whd_old_1', 'whd_due'])
    expect(Math.round(((await world.queue.msUntilDue()) ?? 0) / 10_000)).toBe(6)
    await world.query('DELETE FROM sandbox_clocks')
  })

  it('[21] knows until when an endpoint is paused that is not among the first', async () => {
    await endpoint({ paused_until: inSeconds(40) })
    await deliver('whd_1')
    expect(Math.round(((await world.queue.msUntilDue()) ?? 0) / 10_000)).toBe(4)
  })
})

it('[21] a claim serves as many endpoints as it may take deliveries, whatever is under way at others', async () => {
  for (let index = 0; index < 30; index++) {
    await world.put('webhook_endpoints', { id: `end_busy_${index}` })
    const busy = { endpoint_id: `end_busy_${index}`, due_at: inSeconds(-600) }
    await deliver(`whd_busy_${index}`, { ...busy, lease_id: 'other', leased_until: inSeconds(60) })
  }
  await deliver('whd_1')
  expect(await claimedIds(5)).toEqual(['whd_1'])
})

describe('beside many endpoints that nothing waits for', () => {
  beforeEach(async () => {
    await world.put('booking_events', { position: 1 })
    await world.query(
      `INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, created_at, updated_at)
       SELECT 'end_idle_' || n, 'org_' || n, 'sandbox', 'http://127.0.0.1:9/', '{*}', '[]', now(), now()
       FROM generate_series(1, 5000) AS n`,
    )
    await world.query(
      `INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
         created_at, updated_at)
       SELECT 'whd_idle_' || n, 'org_' || n, 'end_idle_' || n, 'evt_1', 'booking.updated', 'ubk_' || n, 1, 'DELIVERED', now(), now()
       FROM generate_series(1, 5000) AS n`,
    )
    for (const id of ['whd_1', 'whd_2', 'whd_3']) await deliver(id)
    await world.query('ANALYZE')
  })

  const CASES: readonly (readonly [string, (queue: WebhookQueue) => Promise<unknown>])[] = [
    ['a claim', claim],
    ['the time until something is due', (queue) => queue.msUntilDue()],
  ]

  it.each(
    CASES.flatMap(([name, ask]) =>
      (['these values', 'any values'] as const).map((plannedFor) => ({ name, ask, plannedFor })),
    ),
  )('[21] $name, planned for $plannedFor, reads what waits', async ({ ask, plannedFor }) => {
    const statements = await statementsFor(ask)
    await world.inSession(async (client: pg.Client) => {
      for (const statement of statements) {
        const reads = await tableReads(client, statement, plannedFor)
        expect(reads.filter(({ rows }) => rows >= 100)).toEqual([])
      }
    })
  })

  it.each(['these values', 'any values'] as const)(
    '[21] a claim of what is due at hundreds of them, planned for %s, compares each with no other',
    async (plannedFor) => {
      await world.query(
        `UPDATE webhook_deliveries SET status = 'PENDING', due_at = now() - interval '1 day'
         WHERE endpoint_id IN (SELECT 'end_idle_' || n FROM generate_series(1, 600) AS n)`,
      )
      const [statement] = await statementsFor(claim)
      await world.inSession(async (client: pg.Client) => {
        const compared = statement && (await joinedInVain(client, statement, plannedFor))
        expect(compared).toBeLessThan(10_000)
      })
    },
  )
})

it('[21] a claim planned while little waited reads no more than it takes when much waits', async () => {
  await world.put('booking_events', { position: 1_000_000 })
  async function rows(prefix: string, status: string): Promise<void> {
    // What was put off has an older event than what is due before it.
    await world.query(
      `INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status, due_at,
         created_at, updated_at)
       SELECT $1 || n, 'org_1', 'end_1', 'evt_1000000', 'booking.updated', 'ubk_' || $1 || n, 1000000 - n, $2,
         now() - interval '1 day' + n * interval '1 ms', now(), now()
       FROM generate_series(1, 3000) AS n`,
      [prefix, status],
    )
  }
  await rows('whd_ended_', 'DELIVERED')
  await deliver('whd_1')
  await world.query('VACUUM ANALYZE webhook_deliveries')
  await rows('whd_old_', 'PENDING')
  const [statement] = await statementsFor(claim)
  await world.inSession(async (client: pg.Client) => {
    const reads = statement ? await tableReads(client, statement, 'any values') : []
    expect(reads).not.toEqual([])
    expect(reads.filter(({ rows: read }) => read > 600)).toEqual([])
  })
})
