import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

/** A statement that has chosen its rows and waits for one that somebody else is writing. */
let world: StoreWorld
useStore((started) => {
  world = started
})

beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }))

/** Runs `write` in a transaction, `waiting` until it is in its way, and ends the transaction. */
async function between<T>(write: string, waiting: () => Promise<T>): Promise<T> {
  const gate = Promise.withResolvers<T>()
  await world.inSession(async (other) => {
    await other.query(`BEGIN; ${write}`)
    const work = waiting()
    gate.resolve(work)
    await until('the statement to wait', async () => {
      const rows = await world.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length > 0
    })
    await other.query('COMMIT')
    await work
  })
  return gate.promise
}

async function delivery(changes: Readonly<Record<string, unknown>>): Promise<void> {
  await world.put('booking_events', { position: 900_001 })
  await world.put('webhook_deliveries', { id: 'whd_1', event_position: 900_001, ...changes })
}

describe('a delivery', () => {
  it('that is sent again by hand while its endpoint recovers is not sent again by that', async () => {
    await delivery({ status: 'FAILED', due_at: null, attempt_count: 10 })
    const period = { since: Date.now() - 3_600_000, until: Date.now() }
    await world.store.webhookBatches.beginRecovery('org_1', 'end_1', period)
    await between(
      `UPDATE webhook_deliveries SET status = 'RETRYING', trigger = 'MANUAL', due_at = now() + interval '1 h', attempt_count = 3`,
      () => world.store.webhookBatches.recoverBatch('end_1', 10),
    )
    expect(await world.query('SELECT status, trigger, attempt_count FROM webhook_deliveries')).toEqual([
      { status: 'RETRYING', trigger: 'MANUAL', attempt_count: 3 },
    ])
  })

  it('whose lease was lost in that moment is not settled by whoever had it', async () => {
    await delivery({ lease_id: 'lease_1', leased_until: inSeconds(-1) })
    const times = { startedAt: Date.now(), durationMs: 1, dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }
    const attempt = {
      attempt: 1,
      trigger: 'SCHEDULED',
      responseStatus: 200,
      error: null,
      responseBodyExcerpt: null,
    } as const
    const moved = await between(`UPDATE webhook_deliveries SET lease_id = 'lease_2'`, () =>
      world.queue.settle([
        {
          deliveryId: 'whd_1',
          leaseId: 'lease_1',
          status: 'DELIVERED',
          delayMs: null,
          attempt: { ...attempt, ...times },
        },
      ]),
    )
    expect(moved.size).toBe(0)
    expect(await world.query('SELECT status, lease_id FROM webhook_deliveries')).toEqual([
      { status: 'PENDING', lease_id: 'lease_2' },
    ])
    expect(await world.query('SELECT error FROM webhook_attempts')).toEqual([{ error: 'lease-lost' }])
  })
})

describe('an attempt', () => {
  it('that is ended while it waits for the fence is not sent', async () => {
    await world.put('bookings', { id: 'ubk_1' })
    await world.put('booking_attempts', { id: 'att_1', booking_id: 'ubk_1' })
    const isSent = await between(`UPDATE booking_attempts SET outcome = 'NOT_SENT'`, () =>
      world.store.attempts.send('att_1', { freshMs: 5_000, until: null }),
    )
    expect(isSent).toBe(false)
    expect(await world.query('SELECT outcome, sent_at FROM booking_attempts')).toEqual([
      { outcome: 'NOT_SENT', sent_at: null },
    ])
  })

  it('that is sent in that moment is not given up as never sent', async () => {
    await world.put('bookings', { id: 'ubk_1' })
    await world.put('booking_attempts', { id: 'att_1', booking_id: 'ubk_1', started_at: inSeconds(-60) })
    const isGivenUp = await between('UPDATE booking_attempts SET sent_at = now()', () =>
      world.store.attempts.abandonUnsent('att_1', 6_000),
    )
    expect(isGivenUp).toBe(false)
    expect(await world.query('SELECT outcome FROM booking_attempts')).toEqual([{ outcome: null }])
  })
})

describe('an endpoint', () => {
  it('that is disabled by somebody else in that moment is not disabled again', async () => {
    const event = {
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
    } as const
    const isDisabled = await between(`UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'FAILING'`, () =>
      world.store.webhookBatches.disable('end_1', 'GONE', event),
    )
    expect(isDisabled).toBe(false)
    expect(await world.query('SELECT disabled_reason FROM webhook_endpoints')).toEqual([{ disabled_reason: 'FAILING' }])
    expect(await world.query('SELECT id FROM booking_events')).toEqual([])
  })
})
