import { describe, expect, it } from 'vitest'
import { type StoreWorld, useStore } from '../support/use-store.ts'

/**
 * Many rows that change together. What follows them is tried in a session that has first seen one row change, and then all of them at once. Each statement has the
 * time that the gateway gives one; compared with each other, so many rows take a multiple of it.
 */
let world: StoreWorld
useStore((started) => {
  world = started
})

const HOTELS = 4_000
const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi']
const ROWS = HOTELS * SUPPLIERS.length
const STATEMENT_WITHIN = '10s'

const FILL = `
  SET session_replication_role = replica;
  TRUNCATE hotels, listings, supplier_hotels, supplier_rooms, content_due CASCADE;
  INSERT INTO hotels (id, place_id, names, address, latitude, longitude, property_type, facility_ids, nightly_usd_cents)
  SELECT n, 1, '{}', '', 1, 1, 'hotel', '{}', 1 FROM generate_series(1, ${HOTELS}) n;
  INSERT INTO listings (supplier_code, supplier_hotel_id, content, content_hash, facts, facts_hash, keys, status, due)
  SELECT code, n::text, '{}', '', '{}', '', '{}', 'ACTIVE', false
  FROM generate_series(1, ${HOTELS}) n, unnest('{${SUPPLIERS.join()}}'::text[]) code;
  INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id)
  SELECT supplier_code, supplier_hotel_id, supplier_hotel_id::int FROM listings;
  INSERT INTO supplier_rooms (supplier_code, supplier_hotel_id, supplier_room_id, mapping_status, image_urls, decided_by)
  SELECT supplier_code, supplier_hotel_id, '1', 'MAPPED', '{}', 'LISTING' FROM supplier_hotels;
  SET session_replication_role = DEFAULT`

describe('what follows rows that change', () => {
  it.each([
    ['listings that are only to be judged again', 'UPDATE listings SET due = true', 0],
    ['listings whose content changes', `UPDATE listings SET content_hash = 'new'`, HOTELS],
    ['mappings that move', 'UPDATE supplier_hotels SET hotel_id = hotel_id % 4000 + 1', HOTELS],
    ['mappings that are doubted', `UPDATE supplier_hotels SET verification = 'DISPUTED'`, HOTELS],
    ['mappings that are taken away', 'DELETE FROM supplier_hotels', HOTELS],
    ['listings that are taken away', 'DELETE FROM listings', HOTELS],
  ])('%s', async (_what, change, due) => {
    await world.inSession(async (session) => {
      await session.query(FILL)
      await session.query(`SET statement_timeout = '${STATEMENT_WITHIN}'`)
      await session.query(`${change} WHERE (supplier_code, supplier_hotel_id) = ('liteapi', '1')`)
      await session.query('DELETE FROM content_due')
      const changed = await session.query(change)
      const { rows } = await session.query('SELECT count(DISTINCT hotel_id)::int AS due FROM content_due')
      expect({ changed: changed.rowCount, ...rows[0] }).toEqual({
        changed: change.startsWith('DELETE') ? ROWS - 1 : ROWS,
        due,
      })
    })
  })
})

describe('listings that are to be judged again', () => {
  it('are marked so many at a time, each once', async () => {
    await world.inSession(async (session) => void (await session.query(FILL)))
    const judged = { engine: 'new', all: false }
    await world.query(`UPDATE listings SET judged_engine = 'new' WHERE supplier_code <> 'liteapi'`)
    const { proposals } = world.store
    const first = await proposals.markDue(judged, 0, 3_000)
    const second = await proposals.markDue(judged, first?.lastId ?? 0, 3_000)
    expect([first?.count, second?.count]).toEqual([3_000, HOTELS - 3_000])
    expect(await proposals.markDue(judged, second?.lastId ?? 0, 3_000)).toBeNull()
    expect(await world.query('SELECT supplier_code AS code, count(*)::int FROM listings WHERE due GROUP BY 1')).toEqual(
      [{ code: 'liteapi', count: HOTELS }],
    )
    const all = await proposals.markDue({ ...judged, all: true }, 0, ROWS)
    expect(all?.count).toBe(ROWS - HOTELS)
  })
})
