import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney } from '../support/journey.ts'
import { optionOf } from '../support/option.ts'
import { raiseLimits } from '../support/raise-limits.ts'

let database: TestDatabase
let gateways: StartedGateway[]
let http: HttpClient

beforeAll(async () => {
  database = await createTestDatabase()
  const first = await startGateway({ databaseUrl: database.url })
  gateways = [first, await startGateway({ databaseUrl: database.url, env: { ROLES: 'api' } })]
  http = httpClient(first)
  await raiseLimits(database, gateways, 1_000)
})

afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.stop()
  await database?.drop()
})

/** Follows the log as a partner would, from where it last stood, until `over` and nothing new. */
async function follow(over: () => boolean): Promise<Json[]> {
  const seen: Json[] = []
  let after = '0'
  for (;;) {
    const wasOver = over()
    const { body } = await http.get(`/events?after=${after}&limit=100`)
    seen.push(...body.data.events)
    if (body.data.events.length === 0 && wasOver) return seen
    after = body.data.next_after ?? after
  }
}

describe('the log of events', () => {
  it('[C-105] is read without a gap while two processes write to it', { timeout: 60_000 }, async () => {
    const journeys = gateways.map(httpJourney)
    const [journey] = journeys
    if (!journey) throw new Error('no gateway')
    const option = await optionOf(journey, database, 'hotelbeds')
    const offers = await Promise.all(Array.from({ length: 60 }, () => journey.prebook(option.booking_token)))
    let isOver = false
    const followed = follow(() => isOver)
    await Promise.all(
      offers.map(({ offer }, index) =>
        (journeys[index % 2] ?? journey).book(bookingInput(offer, 'INSTANT'), randomUUID()),
      ),
    )
    isOver = true
    const events = await followed
    const rows = await database.query('SELECT id FROM booking_events ORDER BY position')
    expect(events.map(({ data }) => data.event_id)).toEqual(rows.map(({ id }) => id))
    expect(events).toHaveLength(120)
  })

  it('[C-105] waits for a writer that has taken its place, and never steps over it', { timeout: 60_000 }, async () => {
    const gateway = gateways[0] as StartedGateway
    const journey = httpJourney(gateway)
    const { booking_id: early } = await bookScenario(gateway, journey, 'confirm', 'INSTANT')
    async function idsOf(): Promise<string[]> {
      const { body } = await http.get('/events?after=0&limit=100')
      const last = await http.get(`/events?after=${body.data.next_after}&limit=100`)
      return [...body.data.events, ...last.body.data.events].map(({ data }: Json) => data.booking_id)
    }
    // A process that froze in the middle of its transaction: its event has a position, and nobody can see it.
    const frozen = new pg.Client({ connectionString: database.url })
    await frozen.connect()
    const [{ organization_id: organizationId }] = await database.query(
      'SELECT organization_id FROM bookings WHERE id = $1',
      [early],
    )
    await frozen.query('BEGIN')
    await frozen.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 20261120))', [organizationId])
    await frozen.query(
      `INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
       SELECT 'evt_frozen', organization_id, environment, booking_id, 99, type, body, created_at
       FROM booking_events WHERE booking_id = $1 AND sequence = 1`,
      [early],
    )
    const { booking_id: late, status } = await bookScenario(gateway, journey, 'confirm', 'INSTANT')
    expect(status).toBe('CONFIRMED')
    // The late one has a higher position: while the frozen one is open, telling it would step over that.
    const during = await idsOf()
    expect(during).not.toContain(late)
    await frozen.query('ROLLBACK')
    await frozen.end()
    expect(await idsOf()).toContain(late)
  })

  it('[C-105] alone is enough to rebuild every booking, as the API tells it', { timeout: 60_000 }, async () => {
    const gateway = gateways[0] as StartedGateway
    const journey = httpJourney(gateway)
    const ids: string[] = []
    for (const [slug, mode] of [
      ['confirm', 'INSTANT'],
      ['refused', 'INSTANT'],
      ['hold', 'HOLD'],
      ['hold-short', 'HOLD'],
      ['cancel-free', 'INSTANT'],
      ['cancel-penalty', 'INSTANT'],
    ] as const)
      ids.push((await bookScenario(gateway, journey, slug, mode)).booking_id)
    const quote = await journey.quote(ids[4] ?? '')
    await journey.cancel(ids[4] ?? '', quote.quote_id, randomUUID())
    await database.query('DELETE FROM webhook_attempts')
    await database.query('DELETE FROM webhook_deliveries')
    const rebuilt = new Map<string, Json>()
    for (const { data } of await follow(() => true)) rebuilt.set(data.booking_id, data)
    for (const id of ids) {
      const { data } = (await http.get(`/hotels/book/${id}`)).body
      const { sequence, booking } = rebuilt.get(id)
      expect(timeless(booking)).toEqual(timeless(data))
      const details = (await http.get(`/hotels/book/${id}/details`)).body.data
      expect(details.history.at(-1).sequence).toBe(sequence)
    }
    expect(new Set(ids.map((id) => rebuilt.get(id).status))).toEqual(
      new Set(['CONFIRMED', 'FAILED', 'ON_HOLD', 'AWAITING_REVIEW', 'CANCELLED']),
    )
  })
})

/** How long to wait depends on when one asks. */
function timeless({ next_poll_after_ms: _wait, ...booking }: Json): Json {
  return booking
}
