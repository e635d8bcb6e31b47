import { describe, expect, it } from 'vitest'
import { acceptMapping, removeMapping } from '../../../src/operations/mapping/decide.ts'
import { followListings } from '../../../src/operations/mapping/follow-listings.ts'
import { pinRoom, type RoomWord } from '../../../src/operations/mapping/pin-room.ts'
import type { Json } from '../../support/http-client.ts'
import {
  type CatalogueWorld,
  ELM,
  hotelLine,
  listingLine,
  PLACES,
  QUAY,
  useCatalogue,
} from '../../support/use-catalogue.ts'

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const HOTELS = [...PLACES, hotelLine(101, ELM), hotelLine(102, QUAY)]

function room(key: string, name: string, more: object = {}): object {
  return { key, names: { en: name }, ...more }
}

const RAPID = listingLine('expedia_rapid/1', ELM, {
  descriptions: [{ kind: 'general', language: 'en', html: '<b>By Rapid</b>' }],
  check_in: { from: '15:00', instructions: 'Ring the bell.' },
  rooms: [
    {
      ...room('501', 'Deluxe Room, 1 King Bed, Sea View'),
      images: [{ urls: { 1000: 'https://img.example/king.jpg' } }],
    },
    room('502', 'Standard Room, 2 Twin Beds'),
  ],
})
const BEDS = listingLine('hotelbeds/2', ELM, {
  descriptions: [{ kind: 'general', language: 'fr', html: 'Par Hotelbeds' }],
  rooms: [room('DBL.DX', 'DELUXE KING SEA VIEW'), room('TWN.ST', 'TWIN STANDARD')],
})

const ADA = { actor: 'operator:ada', note: null }

function follow() {
  return followListings(world.core.deps)
}

async function content(hotelId = 101): Promise<Json> {
  const [row] = await world.query(`SELECT merged, instructions FROM hotel_contents WHERE hotel_id = ${hotelId}`)
  return row ?? null
}

/** SUPPLIER/HOTEL/ROOM to its status, the room's name and whose word it is. */
async function rooms(): Promise<Record<string, string>> {
  const rows = await world.query('SELECT * FROM supplier_rooms ORDER BY 1, 2, 3')
  return Object.fromEntries(
    rows.map((row) => [
      `${row.supplier_code}/${row.supplier_hotel_id}/${row.supplier_room_id}`,
      `${row.mapping_status} ${row.names?.en ?? '–'} (${row.decided_by})`,
    ]),
  )
}

async function roomId(code: string): Promise<string> {
  const [supplier, listing, key] = code.split('/')
  const [row] = await world.query(
    `SELECT room_id FROM supplier_rooms WHERE (supplier_code, supplier_hotel_id, supplier_room_id) = ('${supplier}', '${listing}', '${key}')`,
  )
  return row?.room_id
}

async function say(code: string, word: RoomWord['room']): Promise<string> {
  const [supplierCode = '', supplierHotelId = '', supplierRoomId = ''] = code.split('/')
  const said = await world.core.store.transaction((tx) =>
    pinRoom(tx, { supplierCode, supplierHotelId, supplierRoomId, room: word, ...ADA }),
  )
  await follow()
  return said.ok ? 'kept' : said.error
}

async function bringAll(): Promise<void> {
  await world.bring([...HOTELS, RAPID, BEDS])
  await world.propose()
  await follow()
}

describe('the content and rooms of a hotel', () => {
  it('follow from the listings that are certain to be it, and nothing is due afterwards', async () => {
    await bringAll()
    const { merged, instructions } = await content()
    expect(merged.descriptions).toEqual({
      en: [{ kind: 'general', text: 'By Rapid' }],
      fr: [{ kind: 'general', text: 'Par Hotelbeds' }],
    })
    expect(merged.sources).toContainEqual({ field: 'descriptions', language: 'fr', supplierCode: 'hotelbeds' })
    expect(instructions.expedia_rapid).toMatchObject({ checkInFrom: '15:00', text: ['Ring the bell.'] })
    expect(await rooms()).toEqual({
      'expedia_rapid/1/501': 'MATCHED Deluxe Room, 1 King Bed, Sea View (ENGINE)',
      'expedia_rapid/1/502': 'MATCHED Standard Room, 2 Twin Beds (ENGINE)',
      'hotelbeds/2/DBL.DX': 'MATCHED Deluxe Room, 1 King Bed, Sea View (ENGINE)',
      'hotelbeds/2/TWN.ST': 'MATCHED Standard Room, 2 Twin Beds (ENGINE)',
    })
    const [king] = await world.query(`SELECT image_urls FROM supplier_rooms WHERE supplier_room_id = 'DBL.DX'`)
    expect(king.image_urls).toEqual(['https://img.example/king.jpg'])
    expect(await world.query('SELECT * FROM content_due')).toEqual([])
    expect(await follow()).toEqual({ hotels: 0, changed: 0 })
  })

  it('change when a listing changes, moves, is closed or is taken off', async () => {
    await bringAll()
    const before = await roomId('expedia_rapid/1/501')
    await world.bring([{ ...BEDS, status: 'CLOSED' }])
    await follow()
    expect((await content()).merged.descriptions.fr).toBeUndefined()
    expect(Object.keys(await rooms())).toEqual(['expedia_rapid/1/501', 'expedia_rapid/1/502'])
    await world.bring([BEDS])
    await follow()
    expect(await roomId('hotelbeds/2/DBL.DX')).toBe(before)
    const listing = { supplierCode: 'hotelbeds', supplierHotelId: '2', ...ADA }
    await world.core.store.transaction((tx) => acceptMapping(tx, { ...listing, hotelId: 102 }))
    expect(await rooms(), 'at once').not.toHaveProperty('hotelbeds/2/DBL.DX')
    await follow()
    expect((await content(102)).merged.descriptions).toHaveProperty('fr')
    expect((await content(101)).merged.descriptions).not.toHaveProperty('fr')
    expect(await roomId('hotelbeds/2/DBL.DX')).not.toBe(before)
    await world.core.store.transaction((tx) => removeMapping(tx, listing))
    await follow()
    expect((await content(102)).merged).toBeNull()
  })

  it('have the same rooms under the same ids and names when the members change, and when one comes back', async () => {
    await bringAll()
    const [king, twin] = [await roomId('expedia_rapid/1/501'), await roomId('expedia_rapid/1/502')]
    await world.bring([{ ...RAPID, rooms: [room('777', 'Deluxe King Room with Sea View')] }])
    await follow()
    expect([await roomId('expedia_rapid/1/777'), await roomId('hotelbeds/2/TWN.ST')]).toEqual([king, twin])
    expect((await rooms())['expedia_rapid/1/777']).toBe('MATCHED Deluxe Room, 1 King Bed, Sea View (ENGINE)')
    await world.bring([
      { ...RAPID, rooms: [] },
      { ...BEDS, rooms: [] },
    ])
    await follow()
    expect(await rooms()).toEqual({})
    await world.bring([BEDS])
    await follow()
    expect([await roomId('hotelbeds/2/DBL.DX'), await roomId('hotelbeds/2/TWN.ST')]).toEqual([king, twin])
  })

  it('are merged once by two at a time, and what changes meanwhile is merged again', async () => {
    await world.bring([...HOTELS, RAPID, BEDS])
    await world.propose()
    const { contentDue } = world.core.store
    const due = await contentDue.next(0, 10)
    await world.bring([{ ...BEDS, descriptions: [{ kind: 'general', language: 'fr', html: 'Nouveau' }] }])
    await Promise.all([follow(), follow()])
    expect((await content()).merged.descriptions.fr).toEqual([{ kind: 'general', text: 'Nouveau' }])
    // Who had read it before has lost it, and takes nothing that is still due.
    await world.bring([BEDS])
    expect(await world.core.store.transaction((tx) => tx.contentDue.take(due))).toEqual(new Set())
    await follow()
    expect((await content()).merged.descriptions.fr).toEqual([{ kind: 'general', text: 'Par Hotelbeds' }])
  })
})

describe('words about rooms', () => {
  it('of a catalogue file win over the engine, which places the others around them', async () => {
    await bringAll()
    const imported = {
      type: 'supplier_room',
      supplier_code: 'expedia_rapid',
      supplier_hotel_id: '1',
      image_urls: ['https://img.example/own.jpg'],
    }
    await world.bring([
      { ...imported, supplier_room_id: '501', mapping_status: 'MATCHED', room_id: 'R-1', names: { en: 'Our King' } },
      { ...imported, supplier_room_id: '502', mapping_status: 'CONFLICT' },
    ])
    await follow()
    expect(await rooms()).toEqual({
      'expedia_rapid/1/501': 'MATCHED Our King (IMPORT)',
      'expedia_rapid/1/502': 'CONFLICT – (IMPORT)',
      'hotelbeds/2/DBL.DX': 'MATCHED Our King (ENGINE)',
      'hotelbeds/2/TWN.ST': 'MATCHED Standard Room, 2 Twin Beds (ENGINE)',
    })
    expect(await roomId('hotelbeds/2/DBL.DX')).toBe('R-1')
  })

  it('of a person stand against the engine and any file, until they are taken back', async () => {
    await bringAll()
    const [king, twin] = [await roomId('expedia_rapid/1/501'), await roomId('hotelbeds/2/TWN.ST')]
    expect(await say('hotelbeds/2/DBL.DX', { roomId: twin })).toBe('kept')
    expect((await rooms())['hotelbeds/2/DBL.DX']).toBe('MATCHED Standard Room, 2 Twin Beds (PERSON)')
    const line = {
      type: 'supplier_room',
      supplier_code: 'hotelbeds',
      supplier_hotel_id: '2',
      supplier_room_id: 'DBL.DX',
      mapping_status: 'MATCHED',
      room_id: 'R-9',
      names: { en: 'Another' },
    }
    expect((await world.bring([line])).told).toEqual([
      `line 1: the mapping stays as it is: operator:ada has said that it is room ${twin}`,
    ])
    await world.bring([{ ...BEDS, stars: 4 }])
    await follow()
    expect(await roomId('hotelbeds/2/DBL.DX')).toBe(twin)
    expect(await say('hotelbeds/2/DBL.DX', 'APART')).toBe('kept')
    const apart = await roomId('hotelbeds/2/DBL.DX')
    expect([king, twin]).not.toContain(apart)
    expect(await say('hotelbeds/2/DBL.DX', null)).toBe('kept')
    expect(await roomId('hotelbeds/2/DBL.DX')).toBe(king)
  })

  it('are about what there is, all faults at once', async () => {
    await bringAll()
    expect(await say('hotelbeds/2/NONE', { roomId: 'R-0' })).toMatch(
      /^no room NONE in hotelbeds\/2; it has DBL\.DX, TWN\.ST; hotel 101 has no room R-0; it has room_/,
    )
    expect(await say('hotelbeds/3/DBL.DX', 'APART')).toMatch(/^hotelbeds\/3 is mapped to no hotel/)
    expect(await say('hotelbeds/2/DBL.DX', null)).toMatch(/^nobody has said/)
  })
})
