import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { deleteExpired } from '../../src/operations/operator/delete-expired.ts'
import type { TestDatabase } from '../support/database.ts'
import { query } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

const TERMS = { offers: 30, quotes: 30, calls: 730, events: 1_095, audit: 3_650 }
const NEVER = { offers: null, quotes: null, calls: null, events: null, audit: null }

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let core: Core

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

beforeAll(async () => {
  core = await openCore(database)
})

afterAll(async () => {
  await core?.close()
})

async function count(table: string, where: string, values: unknown[] = []): Promise<number> {
  const [row] = await database.query(`SELECT count(*)::int AS count FROM ${table} WHERE ${where}`, values)
  return row.count
}

/** Books and cancels a room, with a second quote that nobody accepted. */
async function bookAndCancel(): Promise<Json> {
  const journey = httpJourney(gateway)
  const booking = await bookScenario(gateway, journey, 'cancel-free', 'INSTANT')
  const unused = await journey.quote(booking.booking_id)
  const used = await journey.quote(booking.booking_id)
  const key = randomUUID()
  const cancelled = await journey.cancel(booking.booking_id, used.quote_id, key)
  expect(cancelled.status).toBe('CANCELLED')
  return {
    id: booking.booking_id,
    offerId: booking.accepted_offer_id,
    unused: unused.quote_id,
    used: used.quote_id,
    key,
  }
}

/** Everything of a booking happened so many days earlier. */
async function age(bookingId: string, days: number): Promise<void> {
  const earlier = `- make_interval(days => ${days})`
  await database.query(
    `UPDATE bookings SET created_at = created_at ${earlier}, updated_at = updated_at ${earlier},
      check_in_date = to_char(check_in_date::date - ${days}, 'YYYY-MM-DD'),
      check_out_date = to_char(check_out_date::date - ${days}, 'YYYY-MM-DD') WHERE id = $1`,
    [bookingId],
  )
  for (const [table, column] of [
    ['booking_events', 'created_at'],
    ['booking_attempts', 'started_at'],
    ['cancellation_quotes', 'expires_at'],
    ['idempotency_keys', 'expires_at'],
  ])
    await database.query(`UPDATE ${table} SET ${column} = ${column} ${earlier} WHERE booking_id = $1`, [bookingId])
  // Ids have their time: an old event has an old one.
  await database.query(
    `WITH aged AS (
       SELECT id, gateway_first_id('evt_', created_at) || substr(id, 15) AS old_id FROM booking_events WHERE booking_id = $1
     ), delivered AS (UPDATE webhook_deliveries SET event_id = old_id FROM aged WHERE event_id = aged.id)
     UPDATE booking_events e SET id = old_id FROM aged WHERE e.id = aged.id`,
    [bookingId],
  )
}

/** Makes copies of an offer that expired so many days ago. */
function copyOffer(offerId: string, copies: number, daysAgo: number): Promise<unknown> {
  return database.query(
    `INSERT INTO offers SELECT (jsonb_populate_record(o, jsonb_build_object('id', 'off_copy_' || $3 || '_' || n,
       'expires_at', gateway_now() - make_interval(days => $3::int)))).*
     FROM offers o, generate_series(1, $2::int) AS n WHERE id = $1`,
    [offerId, copies, daysAgo],
  )
}

describe('the terms of rows', () => {
  it('[C6] of offers, quotes and keys: what nobody needs goes in batches, what a booking lives on stays', {
    timeout: 180_000,
  }, async () => {
    const journey = httpJourney(gateway)
    const fresh = await prebookRoom(journey, await scenarioHotel(gateway, 'confirm'))
    await copyOffer(fresh.offer.offer_id, 4_500, 31)
    await copyOffer(fresh.offer.offer_id, 10, 29)
    const { id, unused, used } = await bookAndCancel()
    const living = await bookScenario(gateway, journey, 'hold', 'HOLD')
    await age(id, 62)
    await database.query("UPDATE offers SET expires_at = gateway_now() - interval '31 days' WHERE id = $1", [
      living.accepted_offer_id,
    ])
    expect(await deleteExpired(core.deps, NEVER)).toMatchObject({ offers: 0, quotes: 0, keys: 1 })
    expect(await deleteExpired(core.deps, TERMS)).toMatchObject({
      offers: 4_501,
      quotes: 1,
      keys: 0,
      calls: 0,
      events: 0,
    })
    expect(await count('offers', "id LIKE 'off_copy_%'")).toBe(10)
    expect(await count('offers', 'id = $1', [fresh.offer.offer_id])).toBe(1)
    expect(await count('cancellation_quotes', 'id = $1', [unused])).toBe(0)
    expect(await count('cancellation_quotes', 'id = $1', [used])).toBe(1)
    expect(await count('idempotency_keys', "booking_id = $1 AND operation = 'CREATE'", [id])).toBe(1)
    // A hold without its offer is confirmed by the terms that it has itself.
    const confirmed = await journey.confirmHold(living.booking_id, living.accepted_offer_id)
    expect(['PROCESSING', 'CONFIRMED']).toContain(confirmed.status)
    expect((await journey.booking(id)).status).toBe('CANCELLED')
  })

  it('[C6] of supplier calls and events: only of bookings that are over, and not before their deliveries', {
    timeout: 180_000,
  }, async () => {
    const journey = httpJourney(gateway)
    const { id: over } = await bookAndCancel()
    const { id: young } = await bookAndCancel()
    const open = await bookScenario(gateway, journey, 'hold-short', 'HOLD')
    const waiting = await bookScenario(gateway, journey, 'refused', 'INSTANT')
    const watched = await bookScenario(gateway, journey, 'refused', 'INSTANT')
    await age(over, 1_130)
    await age(watched.booking_id, 1_130)
    await database.query("UPDATE bookings SET look_at = gateway_now() + interval '1 day' WHERE id = $1", [
      watched.booking_id,
    ])
    await age(young, 731)
    await age(open.booking_id, 1_130)
    await age(waiting.booking_id, 1_130)
    await database.query('UPDATE bookings SET needs_operator = true WHERE id = $1', [waiting.booking_id])
    const deleted = await deleteExpired(core.deps, TERMS)
    expect(deleted).toMatchObject({ calls: 4, events: 4 })
    expect(await count('booking_events', 'booking_id = $1', [over])).toBe(0)
    for (const id of [young, open.booking_id, waiting.booking_id, watched.booking_id])
      expect(await count('booking_events', 'booking_id = $1', [id])).toBeGreaterThan(0)
    expect(await count('booking_attempts', 'booking_id = ANY($1)', [[over, young]])).toBe(0)
    for (const id of [waiting.booking_id, watched.booking_id])
      expect(await count('booking_attempts', 'booking_id = $1', [id])).toBe(1)
    const { body } = await http.get(`/hotels/book/${over}/details`)
    expect(body.data).toMatchObject({ booking_id: over, status: 'CANCELLED', history: [] })
    // [21] Whoever comes back from longer ago is told that there is a gap.
    const log = await http.get('/events?after=0&limit=100')
    const since = Date.parse(log.body.data.complete_since)
    expect(since).toBeLessThanOrEqual(Date.now() - 1_095 * 86_400_000)
    expect(since).toBeGreaterThan(Date.now() - 1_127 * 86_400_000)
  })

  it('[C6] of test events: with their deliveries, and no other event that belongs to no booking', async () => {
    const { body } = await http.post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/' })
    for (const path of ['test', 'test']) await http.post(`/webhooks/endpoints/${body.data.endpoint_id}/${path}`)
    await database.query(
      "UPDATE booking_events SET created_at = created_at - interval '31 days' WHERE type = 'webhook.test'",
    )
    expect(await deleteExpired(core.deps, TERMS)).toMatchObject({ testEvents: 0 })
    await database.query(
      "DELETE FROM webhook_attempts; DELETE FROM webhook_deliveries WHERE event_type = 'webhook.test'",
    )
    expect(await deleteExpired(core.deps, TERMS)).toMatchObject({ testEvents: 2, events: 0 })
  })

  it('[C6] of the audit log: by its trigger’s own exception, with an entry that says so, and not by a role that may not', async () => {
    await database.query(
      `INSERT INTO audit_log (actor, action, subject, created_at)
       SELECT 'operator:ada', 'rate.set', 'EUR', gateway_now() - make_interval(days => 3639 + n, hours => 12) FROM generate_series(1, 20) AS n`,
    )
    await database.query(
      `CREATE ROLE row_terms LOGIN PASSWORD '${new URL(database.url).password}'; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO row_terms;
       GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO row_terms; REVOKE DELETE ON audit_log FROM row_terms`,
    )
    try {
      const url = new URL(database.url)
      url.username = 'row_terms'
      const small = await openCore({ url: url.href })
      expect(await deleteExpired(small.deps, TERMS)).toMatchObject({ audit: 0 })
      await small.close()
    } finally {
      await database.query('DROP OWNED BY row_terms; DROP ROLE row_terms')
    }
    expect(await deleteExpired(core.deps, { ...TERMS, audit: null })).toMatchObject({ audit: 0 })
    expect(await deleteExpired(core.deps, TERMS)).toMatchObject({ audit: 10 })
    expect(await count('audit_log', "subject = 'EUR'")).toBe(10)
    const [entry] = await database.query("SELECT actor, details FROM audit_log WHERE action = 'retention.delete'")
    expect(entry).toEqual({ actor: 'system', details: { entries: 10, olderThanDays: 3_650 } })
    await expect(query(database.url, 'DELETE FROM audit_log')).rejects.toThrow(/only added to/)
  })
})
