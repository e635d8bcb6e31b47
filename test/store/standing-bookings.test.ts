import { describe, expect, it } from 'vitest'
import type { Booking } from '../../src/store/booking.ts'
import { type Booker, useOneBooker } from '../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const CONNECTION = 'con_desk'
const LIMIT = 7

/** So many copies of one booking; their ends and beginnings come in groups, of which pages end in the middle. */
async function copies(count: number): Promise<void> {
  const { bookingId } = await booker.confirmed()
  await booker.query(
    `INSERT INTO bookings SELECT copy.* FROM bookings b, generate_series(1, $2::int) n,
       jsonb_populate_record(b, jsonb_build_object('id', b.id || '-' || n, 'supplier_reference', 'REF' || n,
         'claimed_offer_id', null, 'status', CASE WHEN n % 10 = 0 THEN 'CANCELLED' ELSE 'CONFIRMED' END,
         'terms', jsonb_set(b.terms, '{stay,checkOutDate}', to_jsonb('2031-01-' || lpad((n % 5 + 1)::text, 2, '0'))),
         'check_out_date', '2031-01-' || lpad((n % 5 + 1)::text, 2, '0'),
         'created_at', timestamptz '2031-01-01 00:00Z' + make_interval(hours => n % 4))) AS copy
     WHERE b.id = $1`,
    [bookingId, count],
  )
  await booker.query("UPDATE bookings SET status = 'CANCELLED' WHERE id = $1", [bookingId])
}

async function pagesOf(read: (last: Booking | null) => Promise<readonly Booking[]>): Promise<string[]> {
  const all: string[] = []
  for (let last: Booking | null = null; ; ) {
    const page = await read(last)
    all.push(...page.map(({ bookingId }) => bookingId))
    last = page.at(-1) ?? null
    if (!last) return all
  }
}

async function ids(where: string): Promise<string[]> {
  const rows = await booker.query(
    `SELECT id FROM bookings WHERE status = 'CONFIRMED' AND ${where} ORDER BY id COLLATE "C"`,
  )
  return rows.map(({ id }) => id)
}

describe('[X-07] the bookings of a connection that stand', () => {
  it('are read in pages, each once, by when they were made and by when their stays end', async () => {
    await copies(60)
    const { bookings } = booker.deps.store
    const from = Date.parse('2031-01-01T01:00Z')
    const until = Date.parse('2031-01-01T03:00Z')
    const made = await pagesOf((after) => bookings.standingMade(CONNECTION, { from, until, after, limit: LIMIT }))
    expect(made.length).toBeGreaterThan(3 * LIMIT)
    expect(made.toSorted()).toEqual(await ids(`created_at >= '2031-01-01 01:00Z' AND created_at < '2031-01-01 03:00Z'`))
    const ahead = await pagesOf((last) =>
      bookings.standingUntil(CONNECTION, {
        checkOutFrom: '2031-01-03',
        after: last && { checkOutDate: last.terms.stay.checkOutDate, bookingId: last.bookingId },
        limit: LIMIT,
      }),
    )
    expect(ahead.length).toBeGreaterThan(4 * LIMIT)
    expect(ahead.toSorted()).toEqual(await ids(`check_out_date >= '2031-01-03'`))
  })
})
