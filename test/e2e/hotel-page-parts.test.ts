import { afterAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { trustOrders } from '../../src/operations/operator/content-trust.ts'
import { writeMergedContent } from '../../src/operations/operator/merge-content.ts'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { listedImage, listing } from '../support/listing.ts'
import { openCore } from '../support/open-core.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

/** Hotels of London: one for each test that changes its hotel. */
const HOTELS = { mapped: 555, arriving: 559 }

let database: TestDatabase
let http: HttpClient
let core: Core

const { query, get } = useBothFacades((started) => {
  ;({ database, http } = started)
})

afterAll(async () => {
  await core?.close()
})

/** As a second process on the same database does. */
async function merge(hotelId: number, ...listings: Parameters<typeof listing>[0][]): Promise<void> {
  core ??= await openCore(database, { NODE_ENV: 'development' })
  const { store } = core
  await writeMergedContent({ store }, [{ hotelId, listings: listings.map(listing) }], await trustOrders(store))
}

describe('a hotel whose place is hidden until it is booked', () => {
  it('[C-140] shows no address, telephone or sentence, nor where it is on the map, whoever wrote it', async () => {
    const secret = 'Secret Street 12'
    const [hidden] = await database.query(
      `SELECT id, exact_place, latitude FROM hotels WHERE place_hidden AND id IN
         (SELECT hotel_id FROM supplier_hotels WHERE supplier_code = 'expedia_rapid') ORDER BY id LIMIT 1`,
    )
    const hotelId: number = hidden?.['id']
    const html = `It stands at ${secret}.`
    const image = { ...listedImage('x'), captions: { en: html }, category: secret }
    await merge(hotelId, {
      supplierCode: 'expedia_rapid',
      addressLines: [secret],
      postcode: secret,
      phones: [{ number: '+44 20 7946 0999', kind: 'HOTEL' }],
      addressHidden: true,
      latitude: 51.123456,
      longitude: -0.123456,
      images: [image],
      descriptions: [{ kind: 'headline', language: 'en', html }],
      policies: [{ kind: 'parking', language: 'en', html }],
      facilities: [{ rawCode: '1', rawName: 'Wi-Fi', facilityId: null, isFree: true, value: null, note: html }],
      checkIn: { from: '15:00', until: null, isAllDay: false, minAge: 21, instructions: html, special: html },
      rooms: [
        {
          key: '1',
          rateKey: null,
          names: { en: 'Suite' },
          bedChoices: [],
          maxOccupancy: 2,
          maxAdults: null,
          maxChildren: null,
          view: html,
          squareMetres: null,
          isSmoking: null,
          isAccessible: null,
          amenities: [],
          images: [{ ...image, urls: { 0: 'https://img.example/room.jpg' } }],
          description: html,
        },
      ],
    })
    await database.query(
      `UPDATE hotels SET address = $2, address_lines = ARRAY[$2], phone = $2, instructions = $3 WHERE id = $1`,
      [hotelId, '', { ...INSTRUCTIONS, text: [html], special: [html], knowBeforeYouGo: html }],
    )
    const viaHttp = await get(`/hotels/${hotelId}`)
    const viaGraphql = await query('hotel', { hotelId: String(hotelId) })
    for (const told of [viaHttp, viaGraphql].map((view) => JSON.stringify(view))) {
      expect(told).not.toContain('Secret')
      expect(told).not.toContain('7946')
      expect(told).not.toContain(String(hidden?.['exact_place'].latitude))
      expect(told).not.toContain('51.123456')
    }
    expect(viaHttp).toMatchObject({
      place_hidden: true,
      address: '',
      address_lines: [],
      postcode: null,
      phone: null,
      latitude: hidden?.['latitude'],
      descriptions: [],
      policies: [],
      check_in_min_age: 21,
      instructions: { check_in_from: '14:00', text: [], special: [], know_before_you_go: null },
      images: [{ caption: null, category: null }],
      rooms: [{ name: { text: 'Suite' }, description: null }],
    })
  })
})

const INSTRUCTIONS = {
  checkInFrom: '14:00',
  checkInUntil: null,
  checkOutUntil: null,
  text: [],
  special: [],
  mandatoryFeesText: null,
  optionalFeesText: null,
  knowBeforeYouGo: null,
}

describe('the instructions of a supplier’s content', () => {
  it('[C-131] stand at the rates of that supplier, behind those of the catalogue’s file', async () => {
    const listings = await database.query(
      `SELECT supplier_code, supplier_hotel_id FROM supplier_hotels WHERE hotel_id = ${HOTELS.arriving}`,
    )
    const codes: string[] = listings.map((row) => row['supplier_code'])
    await database.query(`UPDATE supplier_hotels SET instructions = NULL WHERE hotel_id = ${HOTELS.arriving}`)
    await database.query(`UPDATE hotels SET instructions = NULL WHERE id = ${HOTELS.arriving}`)
    await merge(
      HOTELS.arriving,
      ...codes.map((supplierCode) => ({
        supplierCode,
        policies: [{ kind: 'know_before_you_go', language: 'en', html: `<p>Told by ${supplierCode}</p>` }],
      })),
    )
    const rooms = { ...stay(), ...party, max_wait_ms: 10_000 }
    async function told(): Promise<Json> {
      const { body } = await http.post(`/hotels/${HOTELS.arriving}/rooms`, rooms)
      return new Map(
        body.data.options.map((option: Json) => [option.supplier_code, option.instructions?.know_before_you_go]),
      )
    }
    const pulled = await told()
    expect(pulled.size).toBeGreaterThan(0)
    for (const [code, text] of pulled) expect(text).toBe(`Told by ${code}`)
    await database.query('UPDATE supplier_hotels SET instructions = $2 WHERE hotel_id = $1', [
      HOTELS.arriving,
      { ...INSTRUCTIONS, knowBeforeYouGo: 'Of the file' },
    ])
    expect(new Set((await told()).values())).toEqual(new Set(['Of the file']))
  })
})

describe('the rooms of a hotel', () => {
  it('are known by the id that options name, through the mapping of the supplier’s room', async () => {
    const [sold] = await database.query(
      `SELECT r.* FROM supplier_rooms r JOIN supplier_hotels s USING (supplier_code, supplier_hotel_id)
       WHERE s.hotel_id = ${HOTELS.mapped} AND r.mapping_status = 'MATCHED' LIMIT 1`,
    )
    const room = {
      bedChoices: [[{ type: 'KING', count: 1 }]],
      maxOccupancy: 2,
      maxAdults: 2,
      maxChildren: 0,
      view: null,
      squareMetres: 30.5,
      isSmoking: false,
      isAccessible: true,
      amenities: ['Kettle'],
      images: [],
      description: null,
    }
    await merge(HOTELS.mapped, {
      supplierCode: sold?.['supplier_code'],
      supplierHotelId: sold?.['supplier_hotel_id'],
      rooms: [
        { ...room, key: 'content-1', rateKey: sold?.['supplier_room_id'], names: { en: 'As content has it' } },
        { ...room, key: 'content-2', rateKey: 'nobody maps it', names: { en: 'Another' } },
      ],
    })
    const { rooms } = await get(`/hotels/${HOTELS.mapped}`)
    expect(rooms).toMatchObject([
      {
        room_id: sold?.['room_id'],
        name: { text: 'As content has it' },
        bed_choices: [{ beds: [{ type: 'KING', count: 1 }] }],
      },
      { room_id: null, name: { text: 'Another' }, accessible: true, square_metres: 30.5 },
    ])
    await merge(HOTELS.mapped, { supplierCode: 'expedia_rapid' })
    const fallback = (await get(`/hotels/${HOTELS.mapped}`)).rooms
    expect(fallback, 'without any the catalogue’s own').toContainEqual(
      expect.objectContaining({ room_id: sold?.['room_id'], name: { text: sold?.['names'].en, language: 'en' } }),
    )
  })
})
