import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeBooking } from '../../src/operations/bookings/machinery/move-booking.ts'
import type { StoreParts } from '../../src/store/store.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { optionOf } from '../support/option.ts'
import { raiseLimits } from '../support/raise-limits.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let gateways: GatewayProcess[]
let http: HttpClient

beforeAll(async () => {
  database = await createSandboxDatabase()
  const first = await startGatewayProcess({ databaseUrl: database.url })
  gateways = [first, await startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'api' } })]
  http = httpClient(first)
  await raiseLimits(database, gateways, 1_000)
})

afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.stop()
  await database?.drop()
})

/** Follows the log as a partner would, from the beginning, until it has given all events of a log that is complete. */
async function follow(isComplete: () => boolean): Promise<Json[]> {
  const seen: Json[] = []
  let after = '0'
  for (;;) {
    const total = isComplete()
      ? Number((await database.query('SELECT count(*) FROM booking_events'))[0].count)
      : Infinity
    const { body } = await http.get(`/events?after=${after}&limit=100`)
    seen.push(...body.data.events)
    if (body.data.events.length === 0 && seen.length >= total) return seen
    after = body.data.next_after ?? after
  }
}

async function eventsAfter(after: string | undefined): Promise<Json[]> {
  return (await http.get(`/events?after=${after ?? '0'}&limit=100`)).body.data.events
}

async function idsAfter(after: string): Promise<string[]> {
  return (await eventsAfter(after)).map(({ data }) => data.booking_id)
}

/** The cursor at which a reader that has read everything stands. */
async function endOfLog(): Promise<string> {
  return (await follow(() => true)).at(-1)?.position ?? '0'
}

/** A process that is in the middle of its transaction: what it wrote nobody can see yet. */
async function openWriter() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT pg_current_xact_id()')
  return {
    write: (bookingId: string, eventId: string) =>
      client.query(
        `INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
         SELECT $2, organization_id, environment, booking_id, -(random() * 1e9)::int, type, body, created_at
         FROM booking_events WHERE booking_id = $1 AND sequence = 1`,
        [bookingId, eventId],
      ),
    commit: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}

async function sessions(condition: string): Promise<boolean> {
  const rows = await database.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hotel-gateway' AND ${condition}`,
  )
  return rows.length > 0
}

describe('the log of events', () => {
  it('[C-105] is read without a gap while two processes write to it', async () => {
    const journeys = gateways.map((gateway) => httpJourney(gateway))
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
    const rows = await database.query('SELECT id FROM booking_events ORDER BY xid, position')
    expect(events.map(({ data }) => data.event_id)).toEqual(rows.map(({ id }) => id))
    expect(events).toHaveLength(120)
  })

  it('[C-105, C1] waits for a writer that has taken its place, and never steps over it', {
    timeout: 180_000,
  }, async () => {
    const gateway = gateways[0] as GatewayProcess
    const { booking_id: early } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    const after = await endOfLog()
    const frozen = await openWriter()
    await frozen.write(early, 'evt_frozen')
    const { booking_id: late, status } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    expect(status).toBe('CONFIRMED')
    expect(await idsAfter(after)).toEqual([])
    await frozen.commit()
    const events = await until('the rest of the log', async () => {
      const found = await eventsAfter(after)
      return found.length === 3 && found
    })
    expect(events.map(({ data }) => data.booking_id)).toEqual([early, late, late])
  })

  it('[C-105, C1] shows an event whose transaction began later and took a lower position', async () => {
    const gateway = gateways[0] as GatewayProcess
    const { booking_id: booked } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    const after = await endOfLog()
    const [older, younger] = [await openWriter(), await openWriter()]
    await younger.write(booked, 'evt_younger')
    await older.write(booked, 'evt_older')
    await older.commit()
    const shown = await until('the older event', async () => {
      const found = await eventsAfter(after)
      return found.length > 0 && found
    })
    await younger.commit()
    const rest = await until('the younger event', async () => {
      const found = await eventsAfter(shown.at(-1)?.position)
      return found.length > 0 && found
    })
    const rows = await database.query(
      "SELECT position, id FROM booking_events WHERE id ~ 'younger|older' ORDER BY position",
    )
    expect(rows.map(({ id }) => id)).toEqual(['evt_younger', 'evt_older'])
    expect([...shown, ...rest].map(({ position }) => position)).toEqual([rows[1].position, rows[0].position])
  })

  it("[C1] tells a booking's events in their order, whichever transaction began first", async () => {
    const gateway = gateways[0] as GatewayProcess
    const { booking_id: booked } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    const after = await endOfLog()
    const core = await openCore(database)
    const { store, deps } = core
    async function change(tx: StoreParts, cause: string): Promise<void> {
      const read = await tx.bookings.findAnywhere(booked)
      if (!read || !(await changeBooking(deps, tx, { read, cause, changes: {} }))) throw new Error('not written')
    }
    await store.transaction(async (tx) => {
      // The transaction has its number before the other one, and writes the booking after it.
      await tx.audit.append(
        { organizationId: null, actor: 'system', action: 'test', subject: booked, details: {} },
        deps.clock.real(),
      )
      await change(store, 'FIRST')
      await change(tx, 'SECOND')
    })
    await core.close()
    const events = await until('both events', async () => {
      const found = await eventsAfter(after)
      return found.length === 2 && found
    })
    expect(events.map(({ data }) => data.change.cause)).toEqual(['FIRST', 'SECOND'])
  })

  it('[C-105, C1] is not held up for ever by a process that froze before its COMMIT, nor are bookings at all', {
    timeout: 180_000,
  }, async () => {
    const [gateway, freezing] = gateways as [GatewayProcess, GatewayProcess]
    const journey = httpJourney(gateway)
    const { offer: other } = await prebookRoom(journey, await scenarioHotel(gateway, 'confirm'))
    const { booking_id: frozen } = await bookScenario(gateway, journey, 'cancel-free', 'INSTANT')
    const quote = await journey.quote(frozen)
    const after = await endOfLog()
    // The event's statement takes half a second, in which its process is stopped. A cancellation's is one of several in a transaction.
    await database.query(`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_sleep(0.5);
        RETURN NULL;
      END $$;
      CREATE TRIGGER dawdle AFTER INSERT ON booking_events FOR EACH ROW
        WHEN (NEW.booking_id = '${frozen}' AND NEW.type = 'booking.cancelled') EXECUTE FUNCTION dawdle()`)
    const cancellation = httpJourney(freezing).cancel(frozen, quote.quote_id, randomUUID())
    await until('the statement', () => sessions("wait_event = 'PgSleep'"))
    process.kill(freezing.pid, 'SIGSTOP')
    try {
      const isOpen = "state = 'idle in transaction' AND backend_xid IS NOT NULL"
      await until('the open transaction', () => sessions(isOpen))
      const polls = Promise.all(Array.from({ length: 6 }, () => eventsAfter(after)))
      const { booking_id: late, status } = await journey.book(bookingInput(other, 'INSTANT'), randomUUID())
      const during = (await polls).flat()
      expect(status).toBe('CONFIRMED')
      expect(await sessions(isOpen), 'the transaction is still open').toBe(true)
      expect(during.map(({ data }) => data.booking_id)).not.toContain(late)
      await until('the end of the log', async () => (await idsAfter(after)).includes(late))
    } finally {
      process.kill(freezing.pid, 'SIGCONT')
    }
    // The write that was frozen is lost with its transaction; the booking is settled by asking the supplier.
    expect(await cancellation).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true })
    await until('the frozen booking', async () => (await journey.booking(frozen)).status === 'CANCELLED')
    const rows = await database.query('SELECT id FROM booking_events WHERE position > $1', [after])
    await until('all events', async () => (await idsAfter(after)).length === rows.length)
    const ids = (await eventsAfter(after)).map(({ data }) => data.event_id)
    expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)))
    expect(ids).toHaveLength(rows.length)
  })

  it('[C-105] alone is enough to rebuild every booking, as the API tells it', async () => {
    const gateway = gateways[0] as GatewayProcess
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
