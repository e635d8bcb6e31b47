import { expect, it } from 'vitest'
import { followListings } from '../../../src/operations/mapping/follow-listings.ts'
import { unseenKey } from '../../../src/operations/rooms/unseen-rooms.ts'
import { admin, runAdmin } from '../../support/admin.ts'
import { type CatalogueWorld, ELM, hotelLine, listingLine, PLACES, useCatalogue } from '../../support/use-catalogue.ts'

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

async function bring(): Promise<void> {
  await world.bring([
    ...PLACES,
    hotelLine(101, ELM),
    listingLine('expedia_rapid/1', ELM, {
      rooms: [
        { key: '501', names: { en: 'Deluxe Room, 1 King Bed, Sea View' } },
        { key: '502', names: { en: 'Standard Room, 2 Twin Beds' } },
      ],
    }),
    listingLine('liteapi/lp1', ELM, { rooms: [] }),
  ])
  await world.propose()
  await followListings(world.core.deps)
}

/** What rooms of a supplier are that no content has, by their names: status and the room's own name. */
async function found(
  names: readonly string[],
  { supplierCode = 'liteapi', verification = 'VERIFIED' as const, code = 'RT1' } = {},
): Promise<Record<string, string>> {
  const { unseenRooms } = world.core.deps
  const rooms = names.map((name) => ({ code, name, beds: [] }))
  const listing = { supplierCode, supplierHotelId: 'lp1', hotelId: 101, verification }
  const rows = await unseenRooms.find(listing, rooms, new Map())
  return Object.fromEntries(
    rooms.flatMap((room) => {
      const row = rows.get(unseenKey(room))
      return row ? [[room.name, `${row.mappingStatus} ${row.names?.['en'] ?? '–'}`]] : []
    }),
  )
}

it('reads rooms that only prices name, and says which of the hotel’s they are', async () => {
  await bring()
  expect(await found(['Deluxe King Room with Sea View', 'TWIN STANDARD', 'Family Suite', 'Deluxe King Room'])).toEqual({
    'Deluxe King Room with Sea View': 'MATCHED Deluxe Room, 1 King Bed, Sea View',
    'TWIN STANDARD': 'MATCHED Standard Room, 2 Twin Beds',
    'Family Suite': 'UNMAPPED –',
    'Deluxe King Room': 'UNMAPPED –',
  })
  expect(await world.query('SELECT * FROM service_rooms')).toHaveLength(2)
})

it('[E-06] never compares by name what RateHawk tells by twelve numbers, and nothing of a listing that is doubted', async () => {
  await bring()
  const name = 'Deluxe King Room with Sea View'
  expect(await found([name], { supplierCode: 'ratehawk', code: '3-6-0-2-3-0-2-0-0-0-31-0' })).toEqual({})
  expect(await found([name], { verification: 'PENDING' as never })).toEqual({})
})

it('hears an operator’s word from the command, which is kept in the audit log', async () => {
  await bring()
  const row = await admin(
    world.database,
    'mapping',
    'pin-room',
    'expedia_rapid/1/501',
    '--apart',
    '--reason',
    'no twin',
  )
  expect(row).toMatchObject({ hotelId: 101, supplierRoomId: '501', apart: true })
  expect(await world.query(`SELECT decided_by FROM supplier_rooms WHERE supplier_room_id = '501'`)).toEqual([
    { decided_by: 'PERSON' },
  ])
  expect(await world.query(`SELECT subject FROM audit_log WHERE action = 'mapping.pin-room'`)).toEqual([
    { subject: 'expedia_rapid/1/501' },
  ])
  const both = await runAdmin(world.database, ['mapping', 'pin-room', 'expedia_rapid/1/501', '--apart', '--release'])
  expect(both).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('one of --room ROOM_ID, --apart and --release'),
  })
})
