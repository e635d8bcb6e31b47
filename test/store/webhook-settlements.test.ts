import { beforeEach, describe, expect, it } from 'vitest'
import type { Settlement } from '../../src/store/webhook-queue.ts'
import { databaseTime, databaseTimeDuring, expectWithin } from '../support/database-time.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

type Changes = Readonly<Record<string, unknown>>

/** Leased deliveries of one booking to one endpoint, in the order of their events. */
async function deliver(position: number, changes: Changes = {}): Promise<void> {
  await world.put('booking_events', { position })
  const leased = { lease_id: `lease_${position}`, leased_until: inSeconds(60) }
  const booking = { booking_id: 'ubk_1', event_position: position }
  await world.put('webhook_deliveries', { id: `whd_${position}`, ...booking, ...leased, ...changes })
}

function settlement(position: number, changes: Partial<Settlement> = {}): Settlement {
  const times = { startedAt: Date.parse('2030-01-01'), durationMs: 9, dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4 }
  return {
    deliveryId: `whd_${position}`,
    leaseId: `lease_${position}`,
    status: 'DELIVERED',
    delayMs: null,
    attempt: { attempt: 1, trigger: 'MANUAL', responseStatus: 200, error: null, responseBodyExcerpt: 'fine', ...times },
    ...changes,
  }
}

async function row(position: number) {
  const [found] = await world.query(
    `SELECT status, attempt_count, trigger, lease_id, leased_until, extract(epoch FROM due_at - gateway_now())::float8 AS due_in,
      updated_at > gateway_now() - interval '30 s' AS touched FROM webhook_deliveries WHERE id = $1`,
    [`whd_${position}`],
  )
  return found
}

async function tens(position: number): Promise<number | null> {
  const dueIn = (await row(position))?.due_in
  return dueIn === null ? null : Math.round(dueIn / 10) + 0
}

beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }, { id: 'end_2' }))

describe('what became of attempts', () => {
  it('moves their deliveries, and ends their leases', async () => {
    await deliver(1, { attempt_count: 2, trigger: 'MANUAL' })
    await deliver(2, { booking_id: 'ubk_2' })
    const retried = settlement(2, { status: 'RETRYING', delayMs: 40_000 })
    expect(await world.queue.settle([settlement(1), retried])).toEqual(new Set(['whd_1', 'whd_2']))
    const ended = { lease_id: null, leased_until: null, trigger: 'SCHEDULED', touched: true }
    expect(await row(1)).toMatchObject({ status: 'DELIVERED', attempt_count: 3, due_in: null, ...ended })
    expect(await row(2)).toMatchObject({ status: 'RETRYING', attempt_count: 1, ...ended })
    expect(await tens(2)).toBe(4)
  })

  it('is kept with each attempt', async () => {
    await deliver(1)
    await world.queue.settle([settlement(1)])
    const [kept] = await world.query('SELECT * FROM webhook_attempts')
    expect(kept).toMatchObject({
      delivery_id: 'whd_1',
      attempt: 1,
      trigger: 'MANUAL',
      started_at: new Date('2030-01-01'),
      duration_ms: 9,
      dns_ms: 1,
      connect_ms: 2,
      tls_ms: 3,
      first_byte_ms: 4,
      response_status: 200,
      error: null,
      response_body_excerpt: 'fine',
    })
  })

  it('moves nothing when the lease is lost, and says so in the attempt', async () => {
    await deliver(1)
    await deliver(2, { booking_id: 'ubk_2' })
    const late = settlement(1, { leaseId: 'lease_9' })
    expect(await world.queue.settle([late, settlement(2)])).toEqual(new Set(['whd_2']))
    expect(await row(1)).toMatchObject({ status: 'PENDING', attempt_count: 0, lease_id: 'lease_1' })
    const kept = await world.query('SELECT delivery_id, error FROM webhook_attempts ORDER BY delivery_id')
    expect(kept).toEqual([
      { delivery_id: 'whd_1', error: 'lease-lost' },
      { delivery_id: 'whd_2', error: null },
    ])
  })

  it('is forgotten with a delivery that is gone', async () => {
    await deliver(2)
    expect(await world.queue.settle([settlement(1), settlement(2)])).toEqual(new Set(['whd_2']))
    expect(await world.query('SELECT delivery_id FROM webhook_attempts')).toEqual([{ delivery_id: 'whd_2' }])
  })
})

describe('what waits behind a delivery', () => {
  const waiting = { lease_id: null, leased_until: null, due_at: () => inSeconds(300) }

  it('is due at once when that has ended', async () => {
    await deliver(1)
    await deliver(2, waiting)
    await deliver(3, { ...waiting, status: 'RETRYING' })
    await world.queue.settle([settlement(1)])
    expect([await tens(2), await tens(3)]).toEqual([0, 0])
  })

  it('is not due later because of it when it was due before', async () => {
    await deliver(1)
    await deliver(2, { ...waiting, due_at: inSeconds(-100) })
    await world.queue.settle([settlement(1)])
    expect(await tens(2)).toBe(-10)
  })

  it('is not due before that is tried again, and never sooner than it was', async () => {
    await deliver(1)
    await deliver(2, { ...waiting, due_at: inSeconds(-10) })
    await deliver(3, waiting)
    await world.queue.settle([settlement(1, { status: 'RETRYING', delayMs: 60_000 })])
    expect([await tens(2), await tens(3)]).toEqual([6, 30])
  })

  it.each<[string, number, Changes]>([
    ['an older one', 1, {}],
    ['one of another booking', 6, { booking_id: 'ubk_2' }],
    ['one to another endpoint', 6, { endpoint_id: 'end_2' }],
    ['one that has ended', 6, { status: 'FAILED' }],
    ['one that is under way', 6, { lease_id: 'lease_6' }],
  ])('is not %s', async (_name, position, changes) => {
    await deliver(5)
    await deliver(position, { ...waiting, ...changes })
    await world.queue.settle([settlement(5)])
    expect(await tens(position)).toBe(30)
  })
})

describe('a delivery that failed for good', () => {
  const dead: Partial<Settlement> = { status: 'FAILED' }

  it('opens a case of its endpoint, which tells of the last one; those that did not fail open none', async () => {
    await deliver(1)
    await deliver(2, { event_type: 'booking.failed' })
    await deliver(3, { endpoint_id: 'end_2' })
    await world.queue.settle([settlement(1, dead), settlement(2, dead), settlement(3)])
    const cases = await world.query(
      `SELECT id, kind, subject, organization_id, seen, detail, opened_at > gateway_now() - interval '30 s' AS is_new FROM cases`,
    )
    expect(cases).toEqual([
      {
        id: expect.stringMatching(/^case_/),
        kind: 'DEAD_DELIVERIES',
        subject: 'end_1',
        organization_id: 'org_1',
        seen: 1,
        detail: { deliveryId: 'whd_2', eventType: 'booking.failed', attempts: 1, responseStatus: 200 },
        is_new: true,
      },
    ])
  })

  it('is seen once more in the open case, and opens a new one when that is closed', async () => {
    for (const position of [1, 2, 3]) await deliver(position)
    for (const position of [1, 2]) await world.queue.settle([settlement(position, dead)])
    expect(await world.query(`SELECT seen, detail->>'deliveryId' AS id FROM cases`)).toEqual([{ seen: 2, id: 'whd_2' }])
    await world.query(`UPDATE cases SET closed_at = gateway_now(), closed_by = 'x'`)
    await world.queue.settle([settlement(3, dead)])
    expect(await world.query('SELECT seen FROM cases WHERE closed_at IS NULL')).toEqual([{ seen: 1 }])
  })
})

describe('an endpoint’s health', () => {
  async function health(id = 'end_1') {
    const [found] = await world.query(
      `SELECT failures_counted AS counted, extract(epoch FROM gateway_now() - failing_since)::float8 AS failing,
        failure_counted_at AS counted_at,
        extract(epoch FROM paused_until - gateway_now())::float8 AS paused FROM webhook_endpoints WHERE id = $1`,
      [id],
    )
    return found
  }
  function set(changes: string): Promise<unknown> {
    return world.query(`UPDATE webhook_endpoints SET ${changes}`)
  }
  const HOUR = { apartMs: 3_600_000 }

  it('is bad from the first failure on', async () => {
    const from = await databaseTime(world.query)
    const { failingMs, occasions } = await world.queue.failed('end_1', { pauseMs: null, ...HOUR })
    expect(occasions).toBe(1)
    // The column has rounded milliseconds.
    expectWithin(failingMs, { from: -1, to: (await databaseTime(world.query)) + 1 - from })
    expect(await health()).toMatchObject({ counted: 1, paused: null })
    expect(await health('end_2')).toEqual({ counted: 0, failing: null, counted_at: null, paused: null })
  })

  it('counts failures close to each other as one occasion', async () => {
    await set(
      `failing_since = now() - interval '5 h', failures_counted = 2, failure_counted_at = now() - interval '50 min'`,
    )
    const before = await health()
    const { failingMs, occasions } = await world.queue.failed('end_1', { pauseMs: null, ...HOUR })
    expect({ occasions, hours: Math.round(failingMs / 3_600_000) }).toEqual({ occasions: 2, hours: 5 })
    expect((await health())?.counted_at).toEqual(before?.counted_at)
    await set(`failure_counted_at = now() - interval '70 min'`)
    const span = await databaseTimeDuring(world.query, async () =>
      expect(await world.queue.failed('end_1', { pauseMs: null, ...HOUR })).toMatchObject({ occasions: 3 }),
    )
    expectWithin((await health())?.counted_at, span)
    expect(await health('end_2')).toMatchObject({ counted: 2 })
  })

  it('has it paused for as long as was asked, and never for less than before', async () => {
    await world.queue.failed('end_1', { pauseMs: 60_000, ...HOUR })
    expect(Math.round((await health())?.paused / 10)).toBe(6)
    await world.queue.failed('end_1', { pauseMs: 20_000, ...HOUR })
    expect(Math.round((await health())?.paused / 10)).toBe(6)
    await world.queue.failed('end_1', { pauseMs: null, ...HOUR })
    expect(Math.round((await health())?.paused / 10)).toBe(6)
  })

  it('is good again after a success, of that endpoint alone', async () => {
    const bad = `failing_since = now(), failures_counted = 3, failure_counted_at = now(), paused_until = now()`
    for (const trouble of [bad, `${bad}, failing_since = NULL`.replace('failing_since = now(), ', '')]) {
      await set(trouble)
      await world.queue.succeeded('end_1')
      expect(await health()).toEqual({ counted: 0, failing: null, counted_at: null, paused: null })
      expect(await health('end_2')).toMatchObject({ counted: 3 })
    }
    await set(bad.replace('paused_until = now()', 'paused_until = NULL'))
    await world.queue.succeeded('end_1')
    expect(await health()).toMatchObject({ counted: 0, failing: null })
  })

  it('is not written where there is nothing to change', async () => {
    await set(`failures_counted = 7, failing_since = NULL, paused_until = NULL`)
    await world.queue.succeeded('end_1')
    expect(await health()).toMatchObject({ counted: 7 })
  })

  it('of an unknown endpoint is nothing', async () => {
    const failed = await world.queue.failed('end_9', { pauseMs: null, ...HOUR })
    expect(failed).toEqual({ failingMs: 0, occasions: 0 })
  })
})
