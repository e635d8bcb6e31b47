import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cells, startCells } from '../support/cells.ts'
import { NO_HAPROXY } from '../support/haproxy.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { type MovingPartner, startMovingPartner } from '../support/moving-partner.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

if (NO_HAPROXY) console.warn(NO_HAPROXY)

const WITHIN_MS = 120_000
/** Twice the two seconds for which the cell that was left may go on answering reads, as docs/cells.md says. */
const KEYS_KEPT_MS = 4000
const BEFORE = 8
const AFTER = 8
const EXPECTED = ['ORGANIZATION_MOVING', 'ORGANIZATION_ELSEWHERE', 'BOOKING_TOKEN_EXPIRED']

let cells: Cells
let receiver: Receiver
let secret: string
let partner: MovingPartner
/** What the command has told, and the steps that it has come to. */
let told: Json
const steps: string[] = []

beforeAll(async () => {
  if (NO_HAPROXY) return
  cells = await startCells()
  receiver = await startReceiver()
  const made = await httpClient(cells).post('/webhooks/endpoints', { url: receiver.url })
  secret = made.body.data.signing_secret
  partner = await startMovingPartner(cells)
  await until('bookings before the move', () => partner.lives().length >= BEFORE, WITHIN_MS)
  let directed: Promise<void> = Promise.resolve()
  const run = await cells.move(['--to', 'env:TARGET_DATABASE_URL', '--json'], (step) => {
    steps.push(step)
    if (step === 'opened') directed = cells.direct()
  })
  if (run.code !== 0) throw new Error(run.stderr)
  ;[told] = JSON.parse(run.stdout)
  await directed
  const before = partner.lives().length
  await until('bookings after the move', () => partner.lives().length >= before + AFTER, WITHIN_MS)
  await partner.stop(async () => (await eventsInTarget()).length)
}, 400_000)

afterAll(async () => {
  await receiver?.close()
  await cells?.stop()
})

function bookingsIn(cell: 'from' | 'to'): Promise<Json[]> {
  return cells[cell].database.query(
    'SELECT id, status, supplier_reference AS reference FROM bookings WHERE organization_id = $1 ORDER BY id',
    [cells.organizationId],
  )
}

async function eventsInTarget(): Promise<string[]> {
  const rows = await cells.to.database.query(
    "SELECT id FROM booking_events WHERE organization_id = $1 AND type LIKE 'booking.%' ORDER BY xid, position",
    [cells.organizationId],
  )
  return rows.map(({ id }) => id)
}

function ascends(sequences: readonly number[]): boolean {
  return sequences.every((sequence, place) => place === 0 || sequence > (sequences[place - 1] ?? 0))
}

describe.skipIf(NO_HAPROXY)('[21] an organization that is moved between two cells while its partner books', () => {
  it('has every booking once, by its id and by its reference at the supplier, as it became', async () => {
    const bookings = await bookingsIn('to')
    expect(new Map(bookings.map(({ id, status }) => [id, status]))).toEqual(
      new Map(partner.lives().map(({ bookingId, becomes }) => [bookingId, becomes])),
    )
    expect(partner.lives().length).toBeGreaterThanOrEqual(BEFORE + AFTER)
    // The suppliers' own records, of both cells.
    const records = await cells.from.database.query(
      "SELECT body::text AS body FROM sandbox_records WHERE kind IN ('itinerary', 'booking')",
    )
    expect(records).toHaveLength(bookings.length)
    for (const { reference } of bookings) expect(records.filter(({ body }) => body.includes(reference))).toHaveLength(1)
  })

  it('answers a key of before the move with the booking of before', async () => {
    const [first] = partner.lives()
    const found = await httpClient(cells).get('/hotels/book/by-idempotency-key', {
      'idempotency-key': first?.key ?? '',
    })
    expect(found.body.data).toMatchObject({ booking_id: first?.bookingId, status: first?.becomes })
  })

  it('refuses nothing but for the pause, with a code that says so, and tells how long that was', async () => {
    const refused = partner.sent.filter(({ status }) => status >= 300)
    expect(refused.length).toBeGreaterThan(0)
    const codes = new Set(refused.map(({ code }) => code))
    expect(codes).toContain('ORGANIZATION_MOVING')
    // Tokens are sealed, and the other cell has another key.
    expect([...codes].filter((code) => !EXPECTED.includes(code ?? ''))).toEqual([])
    expect(told).toMatchObject({ cutOff: { deliveries: 0, looks: 0, calls: 0 } })
    expect(told.pausedMs).toBeGreaterThan(0)
    const times = refused.filter(({ status }) => status === 503).map(({ atMs }) => atMs)
    console.info(
      `paused ${told.pausedMs} ms as told, ${Math.round(Math.max(...times) - Math.min(...times))} ms between the first and the last of`,
      `${times.length} refusals; ${partner.lives().length} bookings, ${partner.walked.length} events`,
    )
    const [trail] = await cells.from.database.query(
      "SELECT details FROM audit_log WHERE action = 'organization.move.end' AND subject = $1",
      [cells.organizationId],
    )
    expect(trail.details.after[0]).toMatchObject({ pausedMs: told.pausedMs })
    const arrived = await cells.to.database.query(
      "SELECT details ->> 'moveId' AS move FROM audit_log WHERE action = 'organization.arrive' AND subject = $1",
      [cells.organizationId],
    )
    expect(arrived).toEqual([{ move: told.moveId }])
    expect(steps).toEqual(expect.arrayContaining(['COPYING', 'DRAINING', 'FENCED', 'SWITCHED', 'opened', 'ARRIVED']))
  })

  it('has every event once in the log that a reader walked across the move, each booking’s in order', async () => {
    const ids: string[] = partner.walked.map(({ data }) => data.event_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual((await eventsInTarget()).toSorted())
    const byBooking = Map.groupBy(partner.walked, ({ data }) => data.booking_id)
    for (const events of byBooking.values()) expect(ascends(events.map(({ data }) => data.sequence))).toBe(true)
  })

  it('has every webhook delivered once, signed with the secret of before, each booking’s in order', async () => {
    const events = await eventsInTarget()
    const byId = await until(
      'every webhook',
      () => {
        const found = Map.groupBy(receiver.received, ({ event }) => event.data.event_id)
        return events.every((id) => found.has(id)) ? found : null
      },
      WITHIN_MS,
    )
    expect([...byId.values()].filter(({ length }) => length > 1)).toEqual([])
    expect(byId.size).toBe(events.length)
    for (const { body, headers } of receiver.received)
      new Webhook(secret).verify(body, headers as Record<string, string>)
    const byBooking = Map.groupBy(receiver.received, ({ event }) => event.data.booking_id)
    for (const webhooks of byBooking.values())
      expect(ascends(webhooks.map(({ event }) => event.data.sequence))).toBe(true)
  })

  it('is answered by the cell that it has left with 503 and Retry-After, through both facades', async () => {
    const there = httpClient({ url: cells.from.gateway.url, apiKey: cells.apiKey })
    await until(
      'the source to look its keys up again',
      async () => (await there.get('/hotels/bookings')).status === 503,
      KEYS_KEPT_MS,
    )
    const asked = [await there.get('/hotels/bookings'), await there.post('/graphql', { query: '{ __typename }' })]
    for (const { status, headers, body } of asked) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('2')
      expect(body.code ?? body.errors[0].extensions.code).toBe('ORGANIZATION_ELSEWHERE')
    }
  })

  it('leaves nothing behind once the move is finished, and is served as before', async () => {
    const finished = await cells.move(['--finish'])
    expect(finished.stderr).toMatch(/deleted|^$/)
    expect(finished.code).toBe(0)
    expect(await bookingsIn('from')).toEqual([])
    const list = await httpClient(cells).get('/hotels/bookings?limit=1')
    expect(list.body.data.bookings).toHaveLength(1)
  })
})
