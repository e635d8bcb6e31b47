import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveOrganization } from '../../../src/operations/operator/moving/move-organization.ts'
import { findMove } from '../../../src/store/moves/move-record.ts'
import type { CellSession } from '../../../src/store/moves/moving-rows.ts'
import { putOrganization } from '../../store/moves/fixture.ts'
import { moveOptions, openTwoCells, type TwoCells } from '../../support/two-cells.ts'

/** The first number that a cell's mapping gives to a hotel of which no file has told. */
const MADE = 1_000_000_000

let cells: TwoCells
beforeEach(async () => {
  cells = await openTwoCells()
  await putOrganization(cells.source, cells.organizationId)
})
afterEach(() => cells.close())

async function putHotel(session: CellSession, hotelId: number, listing: string): Promise<void> {
  await session.query(
    `INSERT INTO places (id, type, country_code, latitude, longitude, names) VALUES (7, 'city', 'DE', 48, 11, '{"en": "Munich"}')`,
  )
  await session.query(
    `INSERT INTO hotels (id, place_id, names, address, latitude, longitude, property_type, facility_ids, nightly_usd_cents)
     VALUES ($1, 7, '{"en": "A hotel"}', 'Am Bach 1', 48.1, 11.5, 'hotel', '{}', 10000)`,
    [hotelId],
  )
  await session.query(
    `INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id) VALUES ('hotelbeds', $2, $1)`,
    [hotelId, listing],
  )
}

async function books(hotelId: number): Promise<void> {
  await cells.source.query('UPDATE bookings SET hotel_id = $1 WHERE organization_id = $2', [
    hotelId,
    cells.organizationId,
  ])
}

function moves() {
  return moveOrganization(cells, moveOptions())
}

describe('a booked hotel that the cell’s own mapping has made', () => {
  beforeEach(async () => {
    await putHotel(cells.source, MADE, 'theirs-1')
    await books(MADE)
  })

  it('[21] keeps an organization from a cell where the same number is another hotel: its guests would be told that one', async () => {
    await putHotel(cells.target, MADE, 'theirs-2')
    expect(await moves()).toEqual({
      ok: false,
      error: expect.stringContaining(`the hotel ${MADE} is another one in the target`),
    })
    expect(await findMove(cells.target, cells.organizationId)).toBeNull()
  })

  it.each([
    ['has lost its listings to another one', 'UPDATE supplier_hotels SET hotel_id = 8'],
    ['is gone', 'DELETE FROM hotels WHERE id = 1000000000'],
  ])('[21] keeps it, too, when the hotel %s: nothing says that the number is the same one there', async (_, since) => {
    await putHotel(cells.target, MADE, 'theirs-2')
    await cells.source.query(`INSERT INTO hotels (id, place_id, names, address, latitude, longitude, property_type, facility_ids, nightly_usd_cents)
      SELECT 8, place_id, names, address, latitude, longitude, property_type, facility_ids, nightly_usd_cents FROM hotels`)
    await cells.source.query('UPDATE supplier_hotels SET hotel_id = 8')
    await cells.source.query(since)
    expect(await moves()).toEqual({
      ok: false,
      error: expect.stringContaining(`the hotel ${MADE} is another one in the target`),
    })
  })

  it('[21] lets it go where neither cell has it any more', async () => {
    await cells.source.query('DELETE FROM supplier_hotels')
    await cells.source.query('DELETE FROM hotels')
    expect(await moves()).toMatchObject({ ok: true })
  })

  it('[21] lets it go where the same listing is that hotel', async () => {
    await putHotel(cells.target, MADE, 'theirs-1')
    expect(await moves()).toMatchObject({ ok: true })
  })
})

it('[21] a booked hotel of a catalogue file is the same in each cell, whichever suppliers each asks for it', async () => {
  await putHotel(cells.source, 42, 'theirs-1')
  await putHotel(cells.target, 42, 'theirs-2')
  await books(42)
  expect(await moves()).toMatchObject({ ok: true })
})
