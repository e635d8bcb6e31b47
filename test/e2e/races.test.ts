import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { graphqlJourney } from '../support/graphql-journey.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import {
  bookingInput,
  bookScenario,
  httpJourney,
  type Journey,
  prebookRoom,
  scenarioHotel,
} from '../support/journey.ts'
import { supplierCalls } from '../support/metrics.ts'
import { raiseLimits } from '../support/raise-limits.ts'
import { openSupplierRecords, type SupplierRecords } from '../support/supplier-records.ts'
import { until } from '../support/until.ts'

/** Two processes on one Postgres; whoever asks, and through which facade, only one of them may act. */
let database: TestDatabase
let gateways: StartedGateway[]
let records: SupplierRecords
let journey: Journey

beforeAll(async () => {
  database = await createSandboxDatabase()
  const first = await startGateway({ databaseUrl: database.url })
  gateways = [first, await startGateway({ databaseUrl: database.url, env: { ROLES: 'api' } })]
  journey = httpJourney(first)
  records = await openSupplierRecords(database)
  await raiseLimits(database, gateways, 1_000)
})

afterAll(async () => {
  await records?.close()
  for (const gateway of gateways ?? []) await gateway.stop()
  await database?.drop()
})

/** In turns: HTTP and GraphQL of the one, HTTP and GraphQL of the other. */
function contestant(index: number): Journey {
  const gateway = gateways[(index >> 1) % gateways.length] ?? gateways[0]
  if (!gateway) throw new Error('no gateway')
  return index % 2 === 0 ? httpJourney(gateway) : graphqlJourney(gateway)
}

function contestants(count: number): Journey[] {
  return Array.from({ length: count }, (_, index) => contestant(index))
}

function calls(operation: string): Promise<number> {
  return supplierCalls(gateways, 'expedia_rapid', operation)
}

function settled(bookingId: string, statuses: readonly string[]): Promise<Json> {
  return until(`${bookingId} to be ${statuses.join(' or ')}`, async () => {
    const booking = await journey.booking(bookingId)
    return statuses.includes(booking.status) ? booking : null
  })
}

async function supplierStatus(bookingId: string): Promise<string[]> {
  const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [bookingId])
  const found = await records.find('expedia_rapid', row.supplier_reference)
  return found.map(({ status }) => status)
}

async function historyOf(bookingId: string): Promise<string[]> {
  const rows = await database.query(
    "SELECT body::jsonb->'data'->>'status' AS status FROM booking_events WHERE booking_id = $1 ORDER BY sequence",
    [bookingId],
  )
  return rows.map(({ status }) => status)
}

/** Each begins a moment after the one before, whatever has become of that: some begin while the first is being decided. */
function overlapping<From, Answer>(
  senders: readonly From[],
  send: (from: From) => Promise<Answer>,
): Promise<readonly Answer[]> {
  return Promise.all(
    senders.map(async (from, index) => {
      await sleep(index * APART_MS)
      return send(from)
    }),
  )
}

/** Less than a request takes. */
const APART_MS = 2

describe('two processes', () => {
  it('[C-065] 50 creates with one key, half of them through GraphQL: one booking, one supplier call', async () => {
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateways[0] as StartedGateway, 'hold'))
    const input = bookingInput(offer, 'INSTANT')
    const key = randomUUID()
    const before = await calls('book')
    const answers = await Promise.all(contestants(50).map((one) => one.book(input, key)))
    const ids = new Set(answers.map(({ booking_id: id }) => id))
    expect(ids.size).toBe(1)
    expect(answers.every(({ status }) => status === 'PROCESSING' || status === 'CONFIRMED')).toBe(true)
    expect((await calls('book')) - before).toBe(1)
    const [bookingId] = [...ids]
    await settled(bookingId, ['CONFIRMED'])
    expect(await supplierStatus(bookingId)).toEqual(['CONFIRMED'])
    const rows = await database.query('SELECT id FROM booking_attempts WHERE booking_id = $1', [bookingId])
    expect(rows).toHaveLength(1)
  })

  it('[C-080] 20 confirmations of one hold at once: one resume', async () => {
    const held = await bookScenario(gateways[0] as StartedGateway, journey, 'hold', 'HOLD')
    expect(held.status).toBe('ON_HOLD')
    const before = await calls('confirm_hold')
    const answers = await Promise.all(
      contestants(20).map((one) => one.confirmHold(held.booking_id, held.accepted_offer_id)),
    )
    for (const { status, code } of answers) expect(status ?? code).toMatch(/^(PROCESSING|CONFIRMED)$/)
    await settled(held.booking_id, ['CONFIRMED'])
    expect((await calls('confirm_hold')) - before).toBe(1)
    expect(await historyOf(held.booking_id)).toEqual(['PROCESSING', 'ON_HOLD', 'PROCESSING', 'CONFIRMED'])
  })

  it('[C-098] two cancellations with two quotes: one cancellation, the other is told why', async () => {
    for (let round = 0; round < 5; round++) {
      const booked = await bookScenario(gateways[0] as StartedGateway, journey, 'cancel-free', 'INSTANT')
      const quotes = [await journey.quote(booked.booking_id), await journey.quote(booked.booking_id)]
      const before = await calls('cancel')
      // One through each process.
      const answers = await Promise.all([
        contestant(0).cancel(booked.booking_id, quotes[0].quote_id, randomUUID()),
        contestant(3).cancel(booked.booking_id, quotes[1].quote_id, randomUUID()),
      ])
      expect((await calls('cancel')) - before).toBe(1)
      await settled(booked.booking_id, ['CANCELLED'])
      const refused = answers.filter(({ code }) => code)
      expect(refused).toHaveLength(1)
      expect(refused[0].code).toBe('VALIDATION_ERROR')
      expect(await historyOf(booked.booking_id)).toEqual([
        'PROCESSING',
        'CONFIRMED',
        'CANCELLATION_PENDING',
        'CANCELLED',
      ])
      const rows = await database.query('SELECT outcome FROM cancellations WHERE booking_id = $1', [booked.booking_id])
      expect(rows).toEqual([{ outcome: 'CANCELLED' }])
    }
  })

  it('[C-096] a cancellation sent again and again under one key: each answer is that of the first', async () => {
    for (let round = 0; round < 4; round++) {
      const booked = await bookScenario(gateways[0] as StartedGateway, journey, 'cancel-free', 'INSTANT')
      const { quote_id: quoteId } = await journey.quote(booked.booking_id)
      const key = randomUUID()
      const before = await calls('cancel')
      const answers = await overlapping(contestants(24), (one) => one.cancel(booked.booking_id, quoteId, key))
      for (const { status, code } of answers) expect(status ?? code).toMatch(/^(CANCELLATION_PENDING|CANCELLED)$/)
      await settled(booked.booking_id, ['CANCELLED'])
      expect((await calls('cancel')) - before).toBe(1)
      const rows = await database.query('SELECT outcome FROM cancellations WHERE booking_id = $1', [booked.booking_id])
      expect(rows).toEqual([{ outcome: 'CANCELLED' }])
    }
  })

  it('[C-075] an approval sent again and again under one key: each answer is that of the first', async () => {
    const clients = gateways.map((gateway) => httpClient(gateway))
    for (let round = 0; round < 4; round++) {
      const held = await bookScenario(gateways[0] as StartedGateway, journey, 'hold-short', 'HOLD')
      const key = { 'idempotency-key': randomUUID() }
      const path = `/hotels/book/${held.booking_id}/review`
      const senders = Array.from({ length: 12 }, () => clients).flat()
      const answers = await overlapping(senders, ({ post }) => post(path, { decision: 'APPROVE' }, key))
      for (const { body } of answers) expect(body.data?.status ?? body.code).toMatch(/^(PROCESSING|ON_HOLD)$/)
      await settled(held.booking_id, ['ON_HOLD'])
      expect(await historyOf(held.booking_id)).toEqual(['AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD'])
    }
  })

  it('[C-080] [C-100] a cancellation against a confirmation: one winner, the other is told why', async () => {
    for (let round = 0; round < 8; round++) {
      const held = await bookScenario(gateways[0] as StartedGateway, journey, 'hold', 'HOLD')
      const { quote_id: quoteId } = await journey.quote(held.booking_id)
      function confirm(by: Journey): Promise<Json> {
        return by.confirmHold(held.booking_id, held.accepted_offer_id)
      }
      function cancel(by: Journey): Promise<Json> {
        return by.cancel(held.booking_id, quoteId, randomUUID())
      }
      // Who is sent first changes by round.
      const [confirmed, cancelled] =
        round % 2 === 0
          ? await Promise.all([confirm(contestant(0)), cancel(contestant(2))])
          : await Promise.all([cancel(contestant(0)), confirm(contestant(2))]).then(([a, b]) => [b, a])
      const { status } = await settled(held.booking_id, ['CONFIRMED', 'CANCELLED'])
      expect(await supplierStatus(held.booking_id)).toEqual([status])
      const statuses = await historyOf(held.booking_id)
      if (status === 'CONFIRMED') {
        expect(cancelled).toMatchObject({ code: 'VALIDATION_ERROR' })
        expect(statuses).toEqual(['PROCESSING', 'ON_HOLD', 'PROCESSING', 'CONFIRMED'])
      } else {
        expect(confirmed).toMatchObject({ code: 'HOLD_NOT_ALLOWED' })
        expect(statuses).toEqual(['PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING', 'CANCELLED'])
      }
    }
  })
})
