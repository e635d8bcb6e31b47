import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOOKING_MACHINE, BOOKING_STATUSES } from '../../src/domain/booking.ts'
import { SCENARIOS } from '../../src/sandbox/scenarios.ts'
import type { Json } from '../support/http-client.ts'
import { SCENARIO_WALKS } from '../support/scenario-walk.ts'
import { openSupplierRecords } from '../support/supplier-records.ts'
import { until } from '../support/until.ts'
import { type Walked, walkScenarios } from '../support/walk.ts'
import { type Closers, TOPOLOGIES, type World } from '../support/walk-topologies.ts'
import type { End } from '../support/walker.ts'

for (const why of new Set(TOPOLOGIES.map(({ missing }) => missing))) if (why) console.warn(why)

const SETTLES_WITHIN_MS = 120_000

it('[21] every scenario of the sandbox is walked', () => {
  expect(Object.keys(SCENARIO_WALKS).toSorted()).toEqual(SCENARIOS.map(({ slug }) => slug).toSorted())
})

describe.each(TOPOLOGIES)('[21] all scenarios and races at two gateways on $name', (topology) => {
  const closers: Closers = []
  let world: World
  let walked: Walked
  let bookings: Json[]

  beforeAll(async () => {
    if (topology.missing) return
    world = await topology.build(closers)
    walked = await walkScenarios({
      doors: world.gateways,
      theirDoor: world.theirDoor,
      database: world.database,
      troubles: world.troubles,
      // Each scenario over the one facade here, and over the other one there.
      begins: TOPOLOGIES.indexOf(topology) % 2 === 0 ? 'HTTP' : 'GraphQL',
    })
    closers.push(walked.stop)
    bookings = await world.database.query(
      'SELECT id, status, sequence, supplier_code, supplier_reference FROM bookings ORDER BY created_at',
    )
  }, 600_000)

  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })

  function endOf(bookingId: string): End {
    const end = walked.ledger.ends.get(bookingId)
    if (!end) throw new Error(`nobody says how ${bookingId} ends`)
    return end
  }

  async function storedEvents(): Promise<Json[]> {
    const rows = await world.database.query(
      'SELECT id, booking_id, sequence FROM booking_events ORDER BY booking_id, sequence',
    )
    return rows.map(({ id, booking_id: bookingId, sequence }) => ({ id, bookingId, sequence: Number(sequence) }))
  }

  it.skipIf(topology.missing)('had bookings before each trouble, and others after it', () => {
    expect(walked.struck).toHaveLength(world.troubles.length)
    for (const { before, after, name } of walked.struck) {
      expect(before, `before ${name}`).toBeGreaterThan(0)
      expect(walked.ledger.accepted.size, `after ${name}`).toBeGreaterThan(after)
    }
  })

  it.skipIf(topology.missing)('told nobody of a failure of ours: 503 at most, never 500', () => {
    const { told } = walked
    const failures = told.filter(({ status, code }) => status >= 500 || code === 'INTERNAL_ERROR')
    expect(
      failures.filter(({ status, code }) => status !== 503 && code !== 'PROVIDER_OPERATION_NOT_SUPPORTED'),
    ).toEqual([])
    const repeated = told.filter(({ status, code }) => status === 0 || status === 503 || code === 'SERVICE_UNAVAILABLE')
    if (topology.isNoticed) expect(repeated.length).toBeGreaterThan(0)
    expect(new Set(told.map(({ what }) => what)).size).toBeGreaterThan(100)
  })

  it.skipIf(topology.missing)('has every booking that was accepted, in the state of its scenario', () => {
    const ids = bookings.map(({ id }) => id)
    expect([...walked.ledger.accepted].filter((id) => !ids.includes(id))).toEqual([])
    expect(new Set(ids)).toEqual(walked.ledger.accepted)
    const wrong = bookings.filter(({ id, status }) => status !== endOf(id).status)
    expect(wrong.map(({ id, status }) => ({ ...endOf(id), found: status }))).toEqual([])
    // A process that had no time to call a supplier says so; most have.
    expect(walked.ledger.madeAnew.length).toBeLessThan(ids.length / 4)
  })

  it.skipIf(topology.missing)('has each of them once at its supplier, as it is here', async () => {
    const records = await openSupplierRecords(world.database)
    try {
      for (const { id, status, supplier_code: code, supplier_reference: reference } of bookings) {
        const found = (await records.find(code, reference)).map((record) => record.status)
        expect({ ...endOf(id), found }).toEqual({ ...endOf(id), found: endOf(id).isAtSupplier ? [status] : [] })
      }
    } finally {
      await records.close()
    }
    const rows = await world.books.query("SELECT 1 FROM sandbox_records WHERE kind IN ('itinerary', 'booking')")
    // One was made past us.
    const expected = bookings.filter(({ id }) => endOf(id).isAtSupplier).length + 1
    expect(rows).toHaveLength(expected)
  })

  it.skipIf(topology.missing)('has every event once in the log, in order for each booking', async () => {
    const events = await until(
      'the follower to be at the end',
      async () => {
        const stored = await storedEvents()
        return walked.followed.length >= stored.length && (await storedEvents()).length === stored.length && stored
      },
      SETTLES_WITHIN_MS,
    )
    const followed: string[] = walked.followed.map(({ data }) => data.event_id)
    const stored: string[] = events.map(({ id }) => id)
    expect(followed.toSorted()).toEqual(stored.toSorted())
    for (const [bookingId, told] of Map.groupBy(walked.followed, ({ data }) => String(data.booking_id))) {
      expect({ bookingId, sequences: told.map(({ data }) => data.sequence) }).toEqual({
        bookingId,
        sequences: told.map((_, index) => index + 1),
      })
      expectPath(
        endOf(bookingId),
        told.map(({ data }) => data),
      )
    }
  })

  it.skipIf(topology.missing)('has told every event to the webhook', async () => {
    await until(
      'every event at the receiver',
      async () => {
        const told = new Set(walked.receiver.received.map(({ event }) => event.data.event_id))
        return (await storedEvents()).every(({ id }) => told.has(id))
      },
      SETTLES_WITHIN_MS,
    )
  })
})

/** Each move is one of the machine's, and the whole is what the scenario is documented to go through. */
function expectPath(end: End, events: readonly Json[]): void {
  const statuses = events.map(({ status }) => status)
  expect(events.map(({ previous_status: from }) => from)).toEqual([null, ...statuses.slice(0, -1)])
  for (const { previous_status: from, status } of events)
    if (from !== null && from !== status) expect(followers(from), `${end.slug}: ${from} → ${status}`).toContain(status)
  expect({ slug: end.slug, status: statuses.at(-1) }).toMatchObject({ slug: end.slug, status: end.status })
  const left = [...(end.through ?? [])]
  for (const status of statuses) if (status === left[0]) left.shift()
  expect({ slug: end.slug, statuses, left }).toEqual({ slug: end.slug, statuses, left: [] })
  expect({ slug: end.slug, seen: statuses.filter((status) => end.never?.includes(status)) }).toEqual({
    slug: end.slug,
    seen: [],
  })
}

/** Where the machine leads from a status; back to where it was, too. */
function followers(status: string): readonly string[] {
  const known = BOOKING_STATUSES.find((one) => one === status)
  if (!known) throw new Error(`no status ${status}`)
  const moves = Object.values(BOOKING_MACHINE[known]).flat()
  return moves.flatMap(({ to }) => (to === 'BEFORE_CANCEL' ? ['CONFIRMED', 'ON_HOLD'] : [to]))
}
