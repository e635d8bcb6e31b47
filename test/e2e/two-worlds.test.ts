import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { drawnCount } from '../support/draw.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { scenarioHotel } from '../support/journey.ts'
import { raiseLimits } from '../support/raise-limits.ts'
import { randomOf } from '../support/random.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { ownRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'
import { strangersKey } from '../support/use-gateway.ts'
import { untilLogWhole } from '../support/whole-log.ts'
import { createInhabitant, HOTELS, type Inhabitant, type Span } from '../support/world-inhabitant.ts'

/**
 * Two organizations of one sandbox, in two processes: one stays in real time, the other lives 400 days ahead, moves its clock on and
 * back, and breaks its suppliers. Neither may notice the other.
 */
const STEPS_EACH = drawnCount(500)
const DAY_MS = 86_400_000
const SEED = Number(process.env['WORLDS_SEED'] ?? 20_261_123)
/** By how much times may differ that two processes and a database tell of one moment. */
const NEAR_MS = 5_000

let database: TestDatabase
const gateways: StartedGateway[] = []
const receivers: Receiver[] = []
let home: Inhabitant
let ahead: Inhabitant

beforeAll(async () => {
  database = await createSandboxDatabase()
  const env = { REDIS_URL: await ownRedis(), RETAIN_OFFERS_DAYS: '0' }
  const first = await startGateway({ databaseUrl: database.url, env })
  gateways.push(first, await startGateway({ databaseUrl: database.url, env: { ...env, ROLES: 'api,relay,worker' } }))
  const apiKey = await strangersKey(first)
  const hotels = new Map<string, string>()
  for (const slug of HOTELS) hotels.set(slug, await scenarioHotel(first, slug))
  await raiseLimits(database, gateways, 100_000)
  const own = gateways.map((gateway) => httpClient(gateway))
  const others = gateways.map(({ url }) => httpClient({ url, apiKey }))
  for (const [index, clients] of [own, others].entries()) {
    const receiver = await startReceiver()
    receivers.push(receiver)
    await clients[0]?.post('/webhooks/endpoints', { url: receiver.url })
    const inhabitant = createInhabitant({ clients, hotels, random: randomOf(SEED + index), movesTime: index === 1 })
    if (index === 0) home = inhabitant
    else ahead = inhabitant
  }
  await ahead.advance(400 * 86_400)
})

afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  for (const gateway of gateways) await gateway.stop()
  await database?.drop()
})

async function live(inhabitant: Inhabitant): Promise<void> {
  for (let step = 0; step < STEPS_EACH; step++) await inhabitant.step()
}

/** Whether an instant was a moment of one of these times: real time when the test ran, plus what the clock was ahead then. */
function isWithin(at: number, spans: readonly Span[]): boolean {
  return spans.some(
    ({ offsetMs, from, to }) => at >= from + offsetMs - NEAR_MS && at <= (to ?? Date.now()) + offsetMs + NEAR_MS,
  )
}

async function instantsOf(organizationId: string): Promise<{ what: string; at: number }[]> {
  return database.query(
    `SELECT what, (extract(epoch FROM at) * 1000)::float8 AS at FROM (
       SELECT 'offer ' || id AS what, created_at AS at FROM offers WHERE organization_id = $1
       UNION ALL SELECT 'booking ' || id, created_at FROM bookings WHERE organization_id = $1
       UNION ALL SELECT 'last change of ' || id, updated_at FROM bookings WHERE organization_id = $1
       UNION ALL SELECT 'event ' || type || ' of ' || coalesce(booking_id, ''), created_at FROM booking_events WHERE organization_id = $1
       UNION ALL SELECT 'attempt ' || a.operation || ' of ' || b.id, started_at FROM booking_attempts a
         JOIN bookings b ON b.id = a.booking_id WHERE b.organization_id = $1
       UNION ALL SELECT 'quote ' || id, issued_at FROM cancellation_quotes WHERE organization_id = $1
       UNION ALL SELECT 'key ' || operation, created_at FROM idempotency_keys WHERE organization_id = $1
       UNION ALL SELECT 'delivery ' || id, created_at FROM webhook_deliveries WHERE organization_id = $1
       UNION ALL SELECT 'delivered ' || id, updated_at FROM webhook_deliveries WHERE organization_id = $1
       UNION ALL SELECT 'case ' || kind, opened_at FROM cases WHERE organization_id = $1
     ) AS all_times`,
    [organizationId],
  )
}

async function logOf(inhabitant: Inhabitant): Promise<Json[]> {
  await untilLogWhole(database)
  const events: Json[] = []
  for (let after = '0'; ; ) {
    const answer: Json = (await inhabitant.get(`/events?limit=100&after=${after}`)).body.data
    if (answer.events.length === 0) return events
    events.push(...answer.events)
    after = answer.next_after
  }
}

describe('two organizations of one sandbox, at +0 and +400 days', () => {
  it('[C-010] take steps between each other’s, and neither moves, reprices, breaks or tells what is the other’s', {
    timeout: 600_000,
  }, async () => {
    console.log(`WORLDS_SEED=${SEED}`)
    await Promise.all([live(home), live(ahead)])
    expect(home.steps() + ahead.steps()).toBe(2 * STEPS_EACH)
    console.log('steps', JSON.stringify({ home: home.tally(), ahead: ahead.tally() }))

    // Whatever is still under way is settled in its own time.
    for (const inhabitant of [home, ahead]) await inhabitant.expectAllAsKnown()

    const organizations: string[] = (
      await database.query('SELECT DISTINCT organization_id AS id FROM bookings ORDER BY 1')
    ).map(({ id }: Json) => id)
    expect(organizations).toHaveLength(2)
    for (const inhabitant of [home, ahead]) {
      const [owner] = await database.query('SELECT organization_id AS id FROM bookings WHERE id = ANY($1) LIMIT 1', [
        inhabitant.bookingIds(),
      ])
      const strange = (await instantsOf(owner.id)).filter(({ at }) => !isWithin(at, inhabitant.spans()))
      expect(strange).toEqual([])
    }
  })

  it('[C-010] have a log and webhooks of their own bookings alone, dated in their own time', {
    timeout: 180_000,
  }, async () => {
    for (const [index, inhabitant] of [home, ahead].entries()) {
      const own = new Set(inhabitant.bookingIds())
      const events = await logOf(inhabitant)
      expect(events.length).toBeGreaterThan(drawnCount(100))
      expect(events.filter(({ data }) => !own.has(data.booking_id))).toEqual([])
      expect(events.filter(({ timestamp }) => !isWithin(Date.parse(timestamp), inhabitant.spans()))).toEqual([])
      const ids = new Set(events.map(({ data }) => data.event_id))
      const received = receivers[index]?.received ?? []
      await until(
        'every event to be delivered',
        () => new Set(received.map(({ event }) => event.data.event_id)).size >= ids.size,
      )
      // The hotel's confirmation may come meanwhile: what else was told is of their own bookings as well.
      expect(received.filter(({ event }) => !own.has(event.data.booking_id))).toEqual([])
    }
  })

  it('[C-010] play only the faults that they ask for', async () => {
    const hotelId = home.hotel('confirm')
    const fault = { supplier_code: 'hotelbeds', operation: 'rooms', fault: '500', count: 3 }
    expect((await ahead.post('/sandbox/faults', fault)).status).toBe(200)
    for (let turn = 0; turn < 4; turn++) expect((await home.rooms(hotelId)).length).toBeGreaterThan(0)
    const waiting = 'SELECT coalesce(sum(remaining), 0)::int AS count FROM sandbox_faults'
    expect((await database.query(waiting))[0].count).toBe(3)
    expect(await ahead.rooms(hotelId)).toEqual([])
    expect((await database.query(waiting))[0].count).toBe(2)
    expect((await home.post('/sandbox/faults', { reset: true })).body.data).toEqual({ cleared: 0 })
    expect((await ahead.post('/sandbox/faults', { reset: true })).body.data).toEqual({ cleared: 1 })
  })

  it('[C-083] lose holds by their own clock: what lapses in one world is on hold in the other', {
    timeout: 180_000,
  }, async () => {
    const [theirs, ours] = [await ahead.book('hold', 'HOLD'), await home.book('hold', 'HOLD')]
    await ahead.advance(11 * 86_400)
    await until('the hold ahead to lapse', async () => (await ahead.booking(theirs)).status === 'CANCELLED')
    expect((await home.booking(ours)).status).toBe('ON_HOLD')
    const { hold_deadline_at: deadline } = await home.booking(ours)
    expect(Math.abs(Date.parse(deadline) - Date.now() - 10 * DAY_MS)).toBeLessThan(DAY_MS)
    expect((await home.cancel(ours)).status).toBe(200)
  })

  it('go back to real time by a reset, and nothing that waited waits for the future', async () => {
    const slow = await startReceiver((count) => (count <= 1 ? 500 : 204))
    receivers.push(slow)
    await ahead.post('/webhooks/endpoints', { url: slow.url })
    const made = await ahead.book('confirm', 'INSTANT')
    await until('an attempt that fails', () => slow.received.length > 0)
    await ahead.reset()
    const from = Date.now()
    const now = await ahead.now()
    expect(now).toBeGreaterThanOrEqual(from - 1)
    expect(now).toBeLessThanOrEqual(Date.now() + 1)
    await slow.waitFor(({ event }) => event.data.booking_id === made && slow.received.length > 1)
    const [row] = await database.query(
      `SELECT count(*) FILTER (WHERE d.due_at > now() + interval '1 day')::int AS late FROM webhook_deliveries d`,
    )
    expect(row.late).toBe(0)
    expect((await ahead.cancel(made)).status).toBe(200)
    await ahead.book('hold', 'HOLD')
  })
})
