import { afterAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { trustOrders } from '../../src/operations/operator/content-trust.ts'
import { writeMergedContent } from '../../src/operations/operator/merge-content.ts'
import type { TestDatabase } from '../support/database.ts'
import type { Json } from '../support/http-client.ts'
import { importInto } from '../support/import-into.ts'
import { listedImage, listing } from '../support/listing.ts'
import { openCore } from '../support/open-core.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

let database: TestDatabase
let core: Core

const { get } = useBothFacades((started) => {
  ;({ database } = started)
})

afterAll(async () => {
  await core?.close()
})

const CITY = {
  type: 'place',
  id: 80_001,
  place_type: 'city',
  country_code: 'PT',
  time_zone: 'Europe/Lisbon',
  latitude: 38.72,
  longitude: -9.14,
  names: { en: 'Testport' },
}
const HOTEL = {
  type: 'hotel',
  id: 80_101,
  place_id: 80_001,
  names: { en: 'Import Palace', ja: '輸入宮殿ホテル' },
  address: '1 Quay',
  time_zone: 'Europe/Lisbon',
  latitude: 38.721,
  longitude: -9.141,
  stars: 4.5,
  property_type: 'hotel',
  facility_ids: [1, 9],
  suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: 'T-80101' }],
}
const CONTENT = {
  postcode: '1000-001',
  phone: '+351 21 000 0000',
  descriptions: [
    { kind: 'headline', texts: { en: 'On the quay', fr: 'Sur le quai' } },
    { kind: 'dining', texts: { en: '<p>Fish &amp; chips</p><ul><li>daily</li></ul>' } },
  ],
  images: [
    {
      sizes: { 350: 'https://img.example/a-350.jpg', 1000: 'https://img.example/a-1000.jpg' },
      captions: { en: 'The quay', ja: '埠頭' },
      category: 'exterior',
    },
    { url: 'https://img.example/b.jpg' },
    { url: 'https://img.example/b.jpg', captions: { en: 'The same again' } },
  ],
  policies: [{ kind: 'pets', texts: { en: 'No pets' } }],
  facility_details: [{ facility_id: 9, is_free: false, note: 'EUR 10 a day' }],
  check_in: { from: '15:00', until: '23:00', all_day: false, min_age: 18 },
  check_out_until: '11:00',
  rooms: [
    {
      room_id: 'R-1',
      names: { en: 'Twin', de: 'Zweibettzimmer' },
      descriptions: { en: 'Two beds' },
      bed_choices: [[{ type: 'TWIN', count: 2 }], [{ type: 'KING', count: 1 }]],
      max_occupancy: 3,
      square_metres: 22.5,
      accessible: true,
      amenities: ['Kettle'],
      images: [{ url: 'https://img.example/r.jpg' }],
    },
  ],
}

async function importLines(...lines: readonly object[]): Promise<Readonly<Record<number, string>>> {
  core ??= await openCore(database)
  return importInto(core, lines)
}

describe('a line of the catalogue', () => {
  it('[C-140] brings all that a page shows, and half stars', async () => {
    expect(await importLines(CITY, { ...HOTEL, ...CONTENT })).toEqual({})
    const hotel = await get(`/hotels/${HOTEL.id}`)
    expect(hotel).toMatchObject({
      stars: 4.5,
      address_lines: ['1 Quay'],
      postcode: '1000-001',
      phone: '+351 21 000 0000',
      time_zone: 'Europe/Lisbon',
      descriptions: [
        { kind: 'headline', text: 'On the quay', language: 'en' },
        { kind: 'dining', text: 'Fish & chips\n\n• daily', language: 'en' },
      ],
      policies: [{ kind: 'pets', text: 'No pets', supplier_code: null }],
      instructions: { check_in_from: '15:00', check_in_until: '23:00', check_out_until: '11:00' },
      check_in_all_day: false,
      check_in_min_age: 18,
      facility_details: [
        { facility_id: 1, is_free: null, note: null },
        { facility_id: 9, is_free: false, note: 'EUR 10 a day' },
      ],
      sources: [],
    })
    expect(hotel.images).toEqual([
      {
        url: 'https://img.example/a-1000.jpg',
        caption: { text: 'The quay', language: 'en' },
        category: 'exterior',
        is_main: true,
        sizes: [
          { width: 1000, url: 'https://img.example/a-1000.jpg' },
          { width: 350, url: 'https://img.example/a-350.jpg' },
        ],
      },
      {
        url: 'https://img.example/b.jpg',
        caption: null,
        category: null,
        is_main: false,
        sizes: [{ width: null, url: 'https://img.example/b.jpg' }],
      },
    ])
    expect(hotel.rooms).toMatchObject([
      { room_id: 'R-1', square_metres: 22.5, bed_choices: [{ beds: [{ count: 2 }] }, { beds: [{ type: 'KING' }] }] },
    ])
    const inFrench = await get(`/hotels/${HOTEL.id}?language=fr`)
    expect(inFrench.descriptions).toEqual([{ kind: 'headline', text: 'Sur le quai', language: 'fr' }])
  })

  it('changes nothing the second time, and takes content back that a later line leaves out', async () => {
    async function version(): Promise<Json> {
      return (await database.query(`SELECT updated_at::text FROM hotels WHERE id = ${HOTEL.id}`))[0]?.['updated_at']
    }
    await importLines(CITY, { ...HOTEL, ...CONTENT })
    const before = await version()
    await importLines(CITY, { ...HOTEL, ...CONTENT })
    expect(await version()).toBe(before)
    await importLines({ ...HOTEL, policies: CONTENT.policies })
    expect(await version()).not.toBe(before)
    expect(await get(`/hotels/${HOTEL.id}`)).toMatchObject({
      descriptions: [],
      images: [],
      rooms: [],
      postcode: null,
      policies: [{ text: 'No pets' }],
    })
    await importLines(HOTEL)
    expect((await get(`/hotels/${HOTEL.id}`)).policies).toEqual([])
  })

  it('comes before what suppliers tell, part by part, and is not touched by it', async () => {
    await importLines(CITY, { ...HOTEL, descriptions: CONTENT.descriptions, check_in: CONTENT.check_in })
    const { store } = core
    const listings = [
      listing({
        supplierCode: 'hotelbeds',
        postcode: 'theirs',
        descriptions: [
          { kind: 'general', language: 'en', html: 'Theirs' },
          { kind: 'general', language: 'de', html: 'Ihres' },
        ],
        images: [listedImage('theirs')],
        policies: [{ kind: 'pets', language: 'en', html: 'Their pets' }],
        checkIn: { from: '09:00', until: null, isAllDay: true, minAge: 30, instructions: 'Ring', special: null },
      }),
    ]
    await writeMergedContent({ store }, [{ hotelId: HOTEL.id, listings }], await trustOrders(store))
    const english = await get(`/hotels/${HOTEL.id}`)
    expect(english).toMatchObject({
      postcode: 'theirs',
      descriptions: [{ text: 'On the quay' }, {}],
      images: [{ caption: { text: 'theirs' } }],
      policies: [{ text: 'Their pets', supplier_code: 'hotelbeds' }],
      check_in_all_day: false,
      check_in_min_age: 18,
      instructions: { check_in_from: '15:00', text: ['Ring'] },
    })
    const parts = english.sources.map(({ field, language }: Json) => [field, language])
    expect(parts).toContainEqual(['images', null])
    expect(parts).toContainEqual(['descriptions', 'de'])
    expect(parts).not.toContainEqual(['descriptions', 'en'])
    expect(parts).not.toContainEqual(['check_in', null])
    expect((await get(`/hotels/${HOTEL.id}?language=de`)).descriptions).toMatchObject([
      { text: 'Ihres', language: 'de' },
    ])
    await importLines(HOTEL)
    expect((await get(`/hotels/${HOTEL.id}`)).descriptions).toMatchObject([{ text: 'Theirs' }])
  })

  it('[C-140] [C-135] names as sources only what is theirs, and a voucher has the telephone of the page', async () => {
    await importLines(CITY, { ...HOTEL, phone: null })
    const { store } = core
    const theirs = listing({
      supplierCode: 'hotelbeds',
      names: { en: 'Another name' },
      stars: 2,
      latitude: 1,
      longitude: 1,
      chain: { code: 'X', name: 'Some chain' },
      propertyType: 'villa',
      phones: [{ kind: 'HOTEL', number: '+351 21 111 1111' }],
    })
    const trust = await trustOrders(store)
    await writeMergedContent({ store }, [{ hotelId: HOTEL.id, listings: [theirs] }], trust)
    const page = await get(`/hotels/${HOTEL.id}`)
    expect(page).toMatchObject({ hotel_name: HOTEL.names.en, stars: 4.5, chain: null, phone: '+351211111111' })
    expect(page.sources).toEqual([{ field: 'phone', language: null, supplier_code: 'hotelbeds' }])
    const details = await store.hotels.details(HOTEL.id, { supplierCode: 'hotelbeds', supplierHotelId: '1' })
    expect(details?.phone).toBe(page.phone)
  })

  it('is told all that is wrong with it, and is left out', async () => {
    const bad = {
      ...HOTEL,
      id: 80_199,
      names: { en: 'x'.repeat(10_000) },
      stars: 3.3,
      postcode: '<b></b>',
      descriptions: [
        { kind: 'poem', texts: { en: 'x' } },
        { kind: 'general', texts: {} },
        { kind: 'general', texts: { en: '<p>'.repeat(5_000) } },
        { kind: 'general', texts: { en: '<div><script>alert(1)</script></div>' } },
        { kind: 'general', texts: { english: 'x' } },
      ],
      images: [
        { url: 'no URL' },
        { url: 'javascript:alert(1)' },
        { captions: { en: 'no address' } },
        { sizes: { wide: 'https://img.example/1.jpg' } },
        { url: 'ftp://img.example/1.jpg', colour: 'red' },
      ],
      policies: [{ kind: 'weather', texts: { en: 'x' } }],
      facility_details: [{ facility_id: 9, is_free: 'yes' }],
      check_in: { from: '3 PM', min_age: 0 },
      rooms: [
        { room_id: '1', names: { fr: 'x' }, max_occupancy: 0, square_metres: -1 },
        { room_id: '1', names: { en: 'x' }, bed_choices: [[{ type: 'KING', count: 1.5 }]] },
      ],
      main_image_url: 'data:text/html,x',
    }
    const faults = await importLines(
      CITY,
      bad,
      { ...HOTEL, id: 80_198, facility_ids: [1], facility_details: [{ facility_id: 9 }] },
      { ...HOTEL, id: 80_197, rooms: [1, 1].map(() => ({ room_id: '1', names: { en: 'x' } })) },
      {
        ...HOTEL,
        id: 80_196,
        images: Array.from({ length: 101 }, (_, index) => ({ url: `https://img.example/${index}` })),
      },
      { ...HOTEL, id: 80_195, stars: 0 },
      { ...HOTEL, id: 80_194, stars: '4' },
    )
    const told = faults[2] ?? ''
    for (const fault of [
      /names\.en must have at most 500/,
      /stars must be in halves/,
      /postcode must have something to show/,
      /descriptions\[0\]\.kind must be one of headline, general/,
      /descriptions\[1\]\.texts must have a text/,
      /descriptions\[2\]\.texts\.en must have at most 8,?000/,
      /descriptions\[3\]\.texts\.en must have something to show/,
      /descriptions\[4\]\.texts\.english must be a language/,
      /images\[0\]\.url must be an address on the web/,
      /images\[1\]\.url must be an address on the web/,
      /images\[2\] must have a url or sizes/,
      /images\[3\]\.sizes\.wide must be a width/,
      /images\[4\]\.url must be an address on the web/,
      /images\[4\]\.colour is not known/,
      /policies\[0\]\.kind must be one of/,
      /facility_details\[0\]\.is_free must be/,
      /check_in\.from must be a time/,
      /check_in\.min_age must be at least 1/,
      /rooms\[0\]\.names must have a name in en/,
      /rooms\[0\]\.max_occupancy must be at least 1/,
      /rooms\[0\]\.square_metres must be/,
      /rooms\[1\]\.bed_choices\[0\]\[0\]\.count must be/,
      /main_image_url must be an address on the web/,
    ])
      expect.soft(told).toMatch(fault)
    expect(faults[3]).toMatch(/facility_details\[0\]\.facility_id: 9 is not in facility_ids/)
    expect(faults[4]).toMatch(/rooms\[1\]\.room_id is there twice/)
    expect(faults[5]).toMatch(/images must have at most 100/)
    expect(faults[6]).toMatch(/stars must be at least 0.5/)
    expect(faults[7]).toMatch(/stars must be a number/)
    expect(await database.query('SELECT 1 FROM hotels WHERE id BETWEEN 80194 AND 80199')).toEqual([])
  })
})
