import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type RootDatabase } from '../../src/store/database.ts'
import { createSandboxClockStore } from '../../src/store/sandbox-clock.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { createWebhookQueue } from '../../src/store/webhook-queue.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { databaseTime, databaseTimeDuring, expectWithin } from '../support/database-time.ts'

/** Statements over the rows of organizations that live at different times. */
const DAY_MS = 86_400_000
const MAX_MS = 3_650 * DAY_MS
const [HOME, AHEAD, FARTHER] = ['org_home', 'org_ahead', 'org_farther'] as const

let testDatabase: TestDatabase
let database: RootDatabase
let store: Store
let clocks: ReturnType<typeof createSandboxClockStore>

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = createDatabase({ url: testDatabase.url, poolSize: 2, statementTimeoutMs: 10_000 })
  store = createStore(database)
  clocks = createSandboxClockStore(database)
  for (const organizationId of [HOME, AHEAD, FARTHER])
    await testDatabase.query('INSERT INTO organizations (id, name) VALUES ($1, $1)', [organizationId])
})

afterAll(async () => {
  await database?.$disconnect()
  await testDatabase?.drop()
})

beforeEach(async () => {
  await testDatabase.query(
    'TRUNCATE sandbox_clocks, bookings, booking_attempts, booking_events, webhook_deliveries, webhook_endpoints, offers CASCADE',
  )
  await clocks.advance(AHEAD, 400 * DAY_MS, MAX_MS)
  await clocks.advance(FARTHER, 800 * DAY_MS, MAX_MS)
})

/** Bookings that are looked at so many seconds from now by the clock of their organization. */
async function bookingsOf(
  organizationId: string,
  lookInSeconds: readonly number[],
  connectionId = 'conn_one',
): Promise<void> {
  await testDatabase.query(
    `INSERT INTO bookings (id, organization_id, environment, version, sequence, status, mode, accepted_offer_id, hotel_id,
       supplier_code, connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at,
       updated_at, look_at, look_kind)
     SELECT $1 || '_' || seconds, $1, 'sandbox', 1, 1, 'CONFIRMED', 'INSTANT', 'off_none', 1, 'expedia_rapid', $3,
       $1 || seconds, '{}', '2027-01-01', '2027-01-02', '{}', gateway_now($1), gateway_now($1),
       gateway_now($1) + make_interval(secs => seconds), 'STANDING'
     FROM unnest($2::int[]) AS seconds`,
    [organizationId, lookInSeconds, connectionId],
  )
}

function claim(limit: number) {
  return store.looks.claim({
    leaseId: `lease_${Math.random()}`,
    leaseMs: 180_000,
    limit,
    perConnection: limit,
    underWay: new Map(),
  })
}

describe('the clocks', () => {
  it('are each an organization’s own, and everybody else’s is real', async () => {
    const [row] = await testDatabase.query(
      `SELECT ${[HOME, AHEAD, FARTHER].map((id, index) => `extract(epoch FROM gateway_now('${id}') - now())::float8 / 86400 AS days_${index}`).join()},
         extract(epoch FROM gateway_now() - now())::float8 AS real, extract(epoch FROM gateway_now(NULL) - now())::float8 AS nobody`,
    )
    expect(row).toEqual({ days_0: 0, days_1: 400, days_2: 800, real: 0, nobody: 0 })
  })

  it('move forward together however many requests move one, and never beyond ten years', async () => {
    await Promise.all(Array.from({ length: 20 }, () => clocks.advance(HOME, DAY_MS, MAX_MS)))
    const ofHome = (await clocks.list()).find(({ organizationId }) => organizationId === HOME)
    expect(ofHome).toEqual({ organizationId: HOME, offsetMs: 20 * DAY_MS, resets: 0 })
    expect(await clocks.advance(HOME, 3_631 * DAY_MS, MAX_MS)).toBeNull()
  })
})

describe('a claim of bookings', () => {
  it('finds what is due by the clock of its organization, and nothing else, in every world', async () => {
    let claimed: Awaited<ReturnType<typeof claim>> = []
    const { from, to } = await databaseTimeDuring(testDatabase.query, async () => {
      for (const organizationId of [HOME, AHEAD, FARTHER]) await bookingsOf(organizationId, [-60, -1, 3_600, 86_400])
      claimed = await claim(50)
    })
    expect(claimed.map(({ bookingId }) => bookingId).sort()).toEqual(
      [HOME, AHEAD, FARTHER].flatMap((id) => [`${id}_-1`, `${id}_-60`]).sort(),
    )
    for (const { bookingId, waitedMs } of claimed) {
      const dueForMs = bookingId.endsWith('_-60') ? 60_000 : 1_000
      expectWithin(waitedMs, { from: dueForMs - 1, to: dueForMs + to - from })
    }
    expect(await claim(50), 'what is leased is not claimed again').toEqual([])
    const leases = await testDatabase.query(
      `SELECT DISTINCT round(extract(epoch FROM look_at - gateway_now(organization_id)) / 10)::int AS tens
       FROM bookings WHERE lease_id IS NOT NULL`,
    )
    expect(leases.every(({ tens }) => tens >= 16 && tens <= 18)).toBe(true)
  })

  it('takes turns between worlds: one that is far ahead waits no longer, and another’s backlog is not first', async () => {
    await bookingsOf(
      HOME,
      Array.from({ length: 300 }, (_, index) => -1_000 - index),
    )
    await bookingsOf(FARTHER, [-5])
    const claimed = await claim(4)
    expect(claimed).toHaveLength(4)
    expect(claimed.map(({ bookingId }) => bookingId)).toContain(`${FARTHER}_-5`)
  })

  it('takes no more of a connection than its share, so that one supplier’s backlog leaves room for the others', async () => {
    await bookingsOf(
      HOME,
      Array.from({ length: 300 }, (_, index) => -1_000 - index),
    )
    await bookingsOf(AHEAD, [-5, -6], 'conn_two')
    function claimShares(underWay: Readonly<Record<string, number>>) {
      const busy = new Map(Object.entries(underWay))
      return store.looks.claim({ leaseId: 'one', leaseMs: 180_000, limit: 32, perConnection: 8, underWay: busy })
    }
    const first = await claimShares({ conn_one: 5 })
    expect(first.filter(({ connectionId }) => connectionId === 'conn_one')).toHaveLength(3)
    const second = await claimShares({ conn_one: 8 })
    expect([...first, ...second].filter(({ connectionId }) => connectionId === 'conn_two')).toHaveLength(2)
    expect(await claimShares({ conn_one: 8 })).toEqual([])
  })

  it.each([HOME, AHEAD])(
    'in the time of %s is not hidden by the backlog of a connection that has its share',
    async (id) => {
      await bookingsOf(
        id,
        Array.from({ length: 300 }, (_, index) => -1_000 - index),
      )
      await bookingsOf(id, [-5], 'conn_two')
      const rules = { leaseId: 'one', leaseMs: 180_000, limit: 32, perConnection: 8 }
      const claimed = await store.looks.claim({ ...rules, underWay: new Map([['conn_one', 8]]) })
      expect(claimed.map(({ bookingId }) => bookingId)).toEqual([`${id}_-5`])
      // What has waited longest shares a claim; the rest waits for the next one.
      const later = await store.looks.claim({ ...rules, leaseId: 'two', underWay: new Map([['conn_two', 8]]) })
      expect(later.map(({ bookingId }) => bookingId).sort()).toEqual(
        Array.from({ length: 8 }, (_, index) => `${id}_-${1_299 - index}`).sort(),
      )
    },
  )

  it('shares among the 256 of a world that have waited longest', async () => {
    await bookingsOf(
      AHEAD,
      Array.from({ length: 256 }, (_, index) => -1_000 - index),
    )
    await bookingsOf(AHEAD, [-5], 'conn_two')
    expect((await claim(2)).map(({ connectionId }) => connectionId)).toEqual(['conn_one', 'conn_one'])
  })

  it('counts what is due once, also in a world that was put back', async () => {
    await clocks.reset(AHEAD)
    await bookingsOf(AHEAD, [-5, -6])
    await bookingsOf(HOME, [-7])
    expect(await claim(3)).toHaveLength(3)
  })

  it('makes everything due that waited for the time that a reset leaves, and leaves other worlds alone', async () => {
    for (const organizationId of [HOME, AHEAD, FARTHER]) await bookingsOf(organizationId, [3_600])
    expect(await clocks.reset(AHEAD)).toEqual({ organizationId: AHEAD, offsetMs: 0, resets: 1 })
    expect((await claim(50)).map(({ bookingId }) => bookingId)).toEqual([`${AHEAD}_3600`])
  })
})

describe('a claim of deliveries', () => {
  async function deliver(organizationId: string, dueInSeconds: number): Promise<void> {
    const id = `${organizationId}_${dueInSeconds}`
    await testDatabase.query(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, created_at, updated_at)
         VALUES ($1, $2, 'sandbox', 'http://127.0.0.1:1/', '{*}', '[]', now(), now()) RETURNING id
       ), logged AS (
         INSERT INTO booking_events (id, organization_id, environment, type, body, created_at)
         VALUES ('evt_' || $1, $2, 'sandbox', 'booking.updated', '{}', now()) RETURNING id, position
       )
       INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, event_position, status, due_at,
         created_at, updated_at)
       SELECT 'whd_' || $1, $2, endpoint.id, logged.id, 'booking.updated', position, 'PENDING',
         gateway_now($2) + make_interval(secs => $3::int), now(), now() FROM endpoint, logged`,
      [id, organizationId, dueInSeconds],
    )
  }

  it('finds what is due by the clock of its organization, and knows when the next one is', async () => {
    const queue = createWebhookQueue(database)
    const from = await databaseTime(testDatabase.query)
    for (const organizationId of [HOME, AHEAD, FARTHER]) {
      await deliver(organizationId, -30)
      await deliver(organizationId, 36_000)
    }
    await deliver(AHEAD, 3_600)
    const claimed = await queue.claim({ leaseId: 'one', leaseMs: 30_000, limit: 50 })
    expect(claimed.map(({ deliveryId }) => deliveryId).sort()).toEqual(
      [HOME, AHEAD, FARTHER].map((id) => `whd_${id}_-30`).sort(),
    )
    const claimedMs = (await databaseTime(testDatabase.query)) + 1 - from
    for (const { waitedMs } of claimed) expectWithin(waitedMs, { from: 29_999, to: 30_000 + claimedMs })
    await queue.release(['one'])
    await testDatabase.query("UPDATE webhook_deliveries SET status = 'DISCARDED' WHERE id LIKE '%-30'")
    const dueInMs = (await queue.msUntilDue()) ?? 0
    const passedMs = (await databaseTime(testDatabase.query)) + 1 - from
    expectWithin(dueInMs, { from: 3_600_000 - passedMs, to: 3_600_001 })
    await clocks.reset(FARTHER)
    expect(await queue.claim({ leaseId: 'two', leaseMs: 30_000, limit: 50 })).toMatchObject([
      { deliveryId: `whd_${FARTHER}_36000` },
    ])
  })
})

describe('a reset', () => {
  it('makes attempts a moment old and keeps their order, so that the last one is still known', async () => {
    await bookingsOf(AHEAD, [60])
    const bookingId = `${AHEAD}_60`
    for (const attemptId of ['z_first', 'm_second', 'a_third']) {
      const trace = { requestId: null, traceparent: null }
      await store.attempts.begin({ attemptId, bookingId, operation: 'CREATE', ...trace })
      // Begun within the same millisecond, nothing would tell which was later.
      await testDatabase.query(
        `UPDATE booking_attempts SET started_at = started_at - interval '10 ms' WHERE booking_id = $1`,
        [bookingId],
      )
    }
    expect((await store.attempts.of(bookingId, ['CREATE']))[0]?.startedMsAgo).toBeGreaterThanOrEqual(0)
    const from = await databaseTime(testDatabase.query)
    await clocks.reset(AHEAD)
    const [last] = await store.attempts.of(bookingId, ['CREATE'])
    expect(last?.attemptId).toBe('a_third')
    expectWithin(last?.startedMsAgo, { from: 0, to: (await databaseTime(testDatabase.query)) + 1 - from })
    const listed = await store.attempts.list(bookingId)
    expect(listed.map(({ id }) => id)).toEqual(['z_first', 'm_second', 'a_third'])
  })
})

describe('terms', () => {
  it('age rows by the time of their organization', async () => {
    for (const organizationId of [HOME, AHEAD])
      await testDatabase.query(
        `INSERT INTO offers (id, organization_id, environment, hotel_id, supplier_code, connection_id, terms, supplier_payload,
           created_at, expires_at)
         SELECT $1 || '_' || days, $1, 'sandbox', 1, 'expedia_rapid', 'conn_one', '{}', '{}', now(),
           gateway_now($1) - make_interval(days => days) FROM unnest('{29,31}'::int[]) AS days`,
        [organizationId],
      )
    expect(await store.retention.offers(30, 100)).toBe(2)
    const left = await testDatabase.query('SELECT id FROM offers ORDER BY id')
    expect(left.map(({ id }) => id)).toEqual([`${AHEAD}_29`, `${HOME}_29`])
  })
})
