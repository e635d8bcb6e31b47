import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { useConsoleBookings } from '../support/use-console-bookings.ts'

let database: TestDatabase
let http: HttpClient
let operator: ConsoleClient
let viewer: ConsoleClient
let reviewId: string
let bookingId: string

useConsoleBookings(({ gateway, ...made }) => {
  ;({ database, operator, viewer, reviewId, bookingId } = made)
  http = httpClient(gateway)
})

async function openCases(): Promise<void> {
  await database.query(
    `INSERT INTO cases (id, kind, subject, organization_id, due_at, detail, opened_at, seen_at)
     SELECT 'case_home' || n, kind, 'ubk_home', 'org_sandbox', now() + dueIn, '{}', now(), now()
     FROM unnest(ARRAY['REVIEW', 'DISCREPANCY', 'LOOK_FAILS'], ARRAY['-5 seconds', '-1 minute', '1 hour']::interval[])
       WITH ORDINALITY AS made(kind, dueIn, n)`,
  )
}

async function listOf(args: string): Promise<Json[]> {
  return (await operator.ask(`{ cases(first: 200${args}) { items { id dueAt } } }`)).cases.items
}

const HOME = `{ home { reviews { count } reviewsOverdue { count } reviewsDueAt cases { count } casesOverdue { count } casesDueAt
  deadJobs { count } doubtfulMappings { count } endpoints { health count } proposals { count }
  oldestProcessing { id since ageMs } oldestCancellation { id } oldestDelivery { id since } rates { currency oldestAt missing } } }`

describe('[22] each figure of Home', () => {
  it('equals the rows of the list that it leads to', async () => {
    await until('the queue', async () => (await operator.ask('{ system { jobs { queue } } }')).system.jobs?.length > 0)
    await database.query(
      `INSERT INTO pgboss.job (name, state, completed_on, output) SELECT 'forget-people', 'failed', now(), '{"message": "full"}'
       FROM generate_series(1, 3)`,
    )
    for (const state of ['enabled = false', 'failing_since = now()', "paused_until = now() + interval '1 hour'"]) {
      const { body } = await http.post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/', event_types: ['*'] })
      await database.query(`UPDATE webhook_endpoints SET ${state} WHERE id = $1`, [body.data.endpoint_id])
    }
    await database.query(
      `WITH made AS (
         INSERT INTO listings (supplier_code, supplier_hotel_id, content, content_hash, facts, facts_hash, keys, status)
         VALUES ('liteapi', 'home-1', '{}', '', '{"name": "Home Inn"}', '', '{}', 'ACTIVE') RETURNING id
       ) INSERT INTO mapping_proposals (listing_id, outcome, why, candidates) SELECT id, 'REVIEW', 'UNSURE', '[]' FROM made`,
    )
    await openCases()
    await operator.ask(
      'mutation { eraseOrganization(id: "org_sandbox_default", confirm: "org_sandbox_default", reason: "to have a proposal") { proposal { id } } }',
    )
    // Approved, and not known to be done: somebody has to look.
    await database.query(
      `INSERT INTO console_proposals (id, action, subject, arguments, reason, proposed_by, created_at, expires_at, decided_by, decided_at, decision)
       VALUES ('prop_home', 'booking redact', 'ubk_home', '{}', '', 'operator:ada', now(), now() + interval '1 day', 'operator:grace', now(), 'APPROVED')`,
    )
    const { home } = await viewer.ask(HOME)
    const reviews = await listOf(', queue: "REVIEWS"')
    const cases = await listOf(', queue: "CASES"')
    const lists =
      await operator.ask(`{ proposals { id } mappingQueue { items { listing } } system { failedJobGroups { count } }
      ${['DISABLED', 'FAILING', 'PAUSED'].map((one) => `${one}: webhookEndpoints(health: "${one}") { items { id } }`).join(' ')} }`)
    expect(home).toMatchObject({
      reviews: { count: reviews.length },
      reviewsOverdue: { count: (await listOf(', queue: "REVIEWS", overdue: true')).length },
      reviewsDueAt: reviews[0]?.['dueAt'],
      cases: { count: cases.length },
      casesOverdue: { count: (await listOf(', queue: "CASES", overdue: true')).length },
      casesDueAt: cases[0]?.['dueAt'],
      deadJobs: { count: lists.system.failedJobGroups.reduce((sum: number, group: Json) => sum + group.count, 0) },
      doubtfulMappings: { count: lists.mappingQueue.items.length },
      endpoints: ['DISABLED', 'FAILING', 'PAUSED'].map((health) => ({ health, count: lists[health].items.length })),
      proposals: { count: lists.proposals.length },
    })
    const figures = [home.reviews, home.reviewsOverdue, home.cases, home.casesOverdue, home.deadJobs, home.proposals]
    expect([...figures, home.doubtfulMappings, ...home.endpoints].filter((figure) => figure.count === 0)).toEqual([])
  })

  it('names what has waited longest, which is what the database says', async () => {
    await database.query(
      `UPDATE bookings SET status = 'PROCESSING', pending_operation = 'CREATE', pending_since = now() - interval '1 hour' WHERE id = $1`,
      [reviewId],
    )
    const { home } = await viewer.ask(HOME)
    expect(home.oldestProcessing).toMatchObject({ id: reviewId })
    expect(home.oldestProcessing.ageMs).toBeGreaterThanOrEqual(3_600_000)
    expect(home.oldestCancellation).toBeNull()
    const [rate] = await database.query(
      'SELECT quote, updated_at AS at FROM exchange_rates WHERE active ORDER BY updated_at, quote LIMIT 1',
    )
    expect(home.rates).toEqual({ currency: rate?.['quote'], oldestAt: rate?.['at'].toISOString(), missing: [] })
    await database.query(
      "UPDATE bookings SET status = 'FAILED', pending_operation = NULL, pending_since = NULL WHERE id = $1",
      [reviewId],
    )
  })

  it('of bookings equals the list of the same hour, now and a week before', async () => {
    await database.query("UPDATE bookings SET created_at = date_trunc('minute', now()) - interval '3 minutes'")
    const before = Date.now() - 7 * DAY_MS - 10 * MINUTE_MS
    await database.query(
      `INSERT INTO bookings SELECT (jsonb_populate_record(b, jsonb_build_object('id', $2::text, 'created_at', to_timestamp($3::float8),
         'supplier_reference', $4::text, 'claimed_offer_id', NULL))).* FROM bookings b WHERE id = $1`,
      [bookingId, newId('booking', before, randomBytes), before / 1_000, randomBytes(10).toString('hex')],
    )
    for (const days of [0, 7]) {
      const { bookingTraffic: hour } = await viewer.ask(
        `{ bookingTraffic(daysBefore: ${days}) { from until countedFrom minutes { at status count } } }`,
      )
      expect(Date.parse(hour.until) - Date.parse(hour.from)).toBe(60 * MINUTE_MS)
      expect(hour.countedFrom).toBeNull()
      expect(hour.minutes.length).toBeGreaterThan(0)
      for (const status of ['CONFIRMED', 'FAILED', 'ON_HOLD', 'AWAITING_REVIEW', 'PROCESSING', 'CANCELLED']) {
        const { bookings } = await viewer.ask(
          `{ bookings(status: ["${status}"], createdFrom: "${hour.from}", createdUntil: "${hour.until}") { items { id } } }`,
        )
        const sum = hour.minutes.reduce((all: number, one: Json) => all + (one.status === status ? one.count : 0), 0)
        expect({ days, status, sum }).toEqual({ days, status, sum: bookings.items.length })
      }
    }
  })

  it('of bookings is refused for more days before than are asked for by anybody', async () => {
    for (const days of [-1, 32])
      expect(await viewer.refusal(`{ bookingTraffic(daysBefore: ${days}) { until } }`)).toBe('BAD_INPUT')
  })

  it('of the first steps is what was done, and a test counts when it found no fault', async () => {
    async function steps(): Promise<Json> {
      const { firstSteps } = await viewer.ask('{ firstSteps { step isDone subject } }')
      return Object.fromEntries(firstSteps.map(({ step, ...rest }: Json) => [step, rest]))
    }
    expect(await steps()).toMatchObject({
      CONNECT: { isDone: true },
      TEST: { isDone: false, subject: null },
      IMPORT: { isDone: true },
      MATCH: { isDone: true },
      KEY: { isDone: true },
      SALE: { isDone: true },
    })
    await database.query(
      `INSERT INTO audit_log (actor, action, subject, details, created_at)
       VALUES ('operator:x', 'supplier.test', 'conn_bad', '{"after": {"credentials": "FAULT"}}', now()),
         ('operator:x', 'supplier.test', 'conn_good', '{"after": {"credentials": "OK", "clock": "UNKNOWN"}}', now())`,
    )
    expect((await steps())['TEST']).toEqual({ isDone: true, subject: 'conn_good' })
  })
})

describe('[22] jobs that failed for good', () => {
  it('are tried again together, those of one queue and error, by whoever may', async () => {
    const RETRY =
      'mutation ($queue: String, $error: String, $id: String) { retryJob(queue: $queue, error: $error, id: $id, reason: "there is room again") { rows } }'
    await database.query(
      `INSERT INTO pgboss.job (name, state, completed_on, output) SELECT 'forget-people', 'failed', now(), '{"message": "other"}'`,
    )
    expect(await viewer.refusal(RETRY, { queue: 'forget-people' })).toBe('FORBIDDEN')
    for (const given of [{}, { queue: 'forget-people', id: 'x' }, { id: 'x', error: 'full' }, { queue: 'no-queue' }])
      expect(await operator.refusal(RETRY, given)).toBe('BAD_INPUT')
    const { retryJob } = await operator.ask(RETRY, { queue: 'forget-people', error: 'full' })
    expect(retryJob.rows).toEqual([{ queue: 'forget-people', state: 'retry', count: 3 }])
    const { system } = await viewer.ask('{ system { failedJobGroups { queue error count firstAt lastAt } } }')
    expect(system.failedJobGroups).toEqual([
      { queue: 'forget-people', error: 'other', count: 1, firstAt: expect.any(String), lastAt: expect.any(String) },
    ])
    const told = await database.query("SELECT details -> 'after' AS after FROM audit_log WHERE action = 'job.retry'")
    expect(told).toEqual([{ after: { state: 'retry', count: 3, error: 'full' } }])
  })
})
