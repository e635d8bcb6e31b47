import { describe, expect, it } from 'vitest'
import { type BookingQuery, LOOKED_THROUGH, searchBookings } from '../../src/store/booking-search.ts'
import { createDatabase, type Database } from '../../src/store/database.ts'
import { statementsOf, tableReads } from '../support/read-plans.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const PAGE = 2_001
/** More than a page may pass over. */
const BOOKINGS = LOOKED_THROUGH + 20

const CANCELLED: BookingQuery = {
  organizationId: null,
  environment: 'sandbox',
  view: null,
  statuses: ['CANCELLED'],
  supplierCode: null,
  connectionId: null,
  hotelId: null,
  createdFrom: null,
  createdUntil: null,
  checkInFrom: null,
  checkInUntil: null,
  cancelledFrom: null,
  cancelledUntil: null,
  after: null,
  limit: PAGE,
}

/** Bookings whose ids are in the order of their numbers; `cancelled` of them are CANCELLED. */
async function make(from: number, to: number, cancelled: readonly [number, number] = [0, 0]): Promise<void> {
  await world.query(
    `INSERT INTO bookings (id, organization_id, environment, sequence, status, mode, accepted_offer_id, hotel_id, supplier_code, connection_id,
       supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at, updated_at)
     SELECT 'ubk_' || lpad(n::text, 9, '0'), 'org_' || n % 2, 'sandbox', 1, CASE WHEN n BETWEEN $3::int AND $4::int THEN 'CANCELLED' ELSE 'CONFIRMED' END,
       'INSTANT', 'off_' || n, 1, 'hotelbeds', 'con_1', 'ref_' || n, '{}', '2030-01-01', '2030-01-03', '{"price": {"total": {}}}',
       '2026-01-01'::timestamptz + n * interval '1 s', now()
     FROM generate_series($1::int, $2::int) AS n`,
    [from, to, ...cancelled],
  )
}

/** A database in which `between` happens before its second statement. */
function whileOthersWrite(between: () => Promise<void>): Database {
  let asked = 0
  return new Proxy<Database>(world.db, {
    get(target, name) {
      if (name !== '$queryRaw') return Reflect.get(target, name)
      return async (...statement: Parameters<Database['$queryRaw']>) => {
        asked += 1
        if (asked === 2) await between()
        return target.$queryRaw(...statement)
      }
    },
  })
}

function idsOf({ bookings }: Awaited<ReturnType<typeof searchBookings>>): readonly string[] {
  return bookings.map(({ bookingId }) => bookingId)
}

describe('a search that passes over more bookings than a page may', () => {
  it.each([
    ['made', () => make(BOOKINGS + 1, BOOKINGS + 5), 11],
    ['deleted', async () => void (await world.query(`DELETE FROM bookings WHERE id > 'ubk_000020015'`)), 11],
  ])('finds each once, though others are %s while it looks', async (_, between, expected) => {
    // The page ends amidst those that are looked for.
    await make(1, BOOKINGS, [15, 25])
    const first = await searchBookings(whileOthersWrite(between), CANCELLED)
    expect(idsOf(first)).toHaveLength(5)
    expect(first.lookedUntil?.bookingId).toBe('ubk_000000021')
    const second = await searchBookings(world.db, { ...CANCELLED, after: first.lookedUntil })
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(expected)
    expect([...idsOf(first), ...idsOf(second)]).toHaveLength(expected)
    expect(second.lookedUntil).toBeNull()
  })

  it('says no place where its page is full', async () => {
    await make(1, BOOKINGS)
    const page = await searchBookings(world.db, { ...CANCELLED, statuses: [], limit: 3 })
    expect(idsOf(page)).toEqual(['ubk_000020020', 'ubk_000020019', 'ubk_000020018'])
    expect(page.lookedUntil).toBeNull()
    const ofOne = await searchBookings(world.db, { ...CANCELLED, statuses: [], organizationId: 'org_1', limit: 2 })
    expect(idsOf(ofOne)).toEqual(['ubk_000020019', 'ubk_000020017'])
  })

  it('reads little more than its page where that is full', async () => {
    await make(1, BOOKINGS)
    await world.query('ANALYZE bookings')
    const statements = await statementsOf(async () => {
      const db = createDatabase({ url: world.url, poolSize: 1, statementTimeoutMs: 10_000 })
      await searchBookings(db, { ...CANCELLED, statuses: [], limit: 3 })
      await db.$disconnect()
    })
    await world.inSession(async (client) => {
      for (const plannedFor of ['these values', 'any values'] as const) {
        const [search] = statements
        const reads = search ? await tableReads(client, search, plannedFor) : []
        expect(reads.filter(({ table }) => table === 'bookings').map(({ rows }) => rows)).toEqual([3])
      }
    })
  })
})
