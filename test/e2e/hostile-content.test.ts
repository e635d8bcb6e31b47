import { afterAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { trustOrders } from '../../src/operations/operator/content-trust.ts'
import { writeMergedContent } from '../../src/operations/operator/merge-content.ts'
import type { TestDatabase } from '../support/database.ts'
import type { Json } from '../support/http-client.ts'
import { importInto } from '../support/import-into.ts'
import { listing } from '../support/listing.ts'
import { openCore } from '../support/open-core.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

let database: TestDatabase
let core: Core

const { get, query } = useBothFacades((started) => {
  ;({ database } = started)
})

afterAll(async () => {
  await core?.close()
})

const CITY = {
  type: 'place',
  id: 80_002,
  place_type: 'city',
  country_code: 'PT',
  time_zone: 'Europe/Lisbon',
  latitude: 38.72,
  longitude: -9.14,
}
const HOTEL = {
  type: 'hotel',
  time_zone: 'Europe/Lisbon',
  latitude: 38.721,
  longitude: -9.141,
  stars: 4.5,
  suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: 'T-80150' }],
}
/** What opens or closes a tag, a NUL, and the sign that turns the direction of writing. */
const MARKUP = new RegExp(String.raw`[<>\u0000\u202E]`)

describe('hostile content', () => {
  it('brings no mark-up into any text of the page, whoever wrote it, on both facades', async () => {
    core = await openCore(database)
    const attack =
      'a<script>alert(1)</script><img src=x onerror=alert(1)>&lt;svg/onload=alert(1)&gt;&amp;lt;b&amp;gt;\u202Ez'
    const url = 'https://img.example/"><script>alert(1)</script>.jpg'
    const hotelId = 80_150
    const faults = await importInto(core, [
      { ...CITY, names: { en: attack } },
      { type: 'chain', id: 80_003, names: { en: attack } },
      { type: 'facility', id: 80_004, names: { en: attack } },
      { type: 'property_type', id: 'attacked', names: { en: attack } },
      {
        ...HOTEL,
        id: hotelId,
        place_id: 80_002,
        chain_id: 80_003,
        facility_ids: [80_004],
        property_type: 'attacked',
        names: { en: attack, ja: attack },
        address: attack,
        address_lines: [attack],
        phone: `1234567${attack}`.slice(0, 40),
        postcode: attack.slice(0, 20),
        main_image_url: url,
        instructions: { text: [attack], special: [attack], mandatory_fees_text: attack, know_before_you_go: attack },
        descriptions: [{ kind: 'general', texts: { en: attack } }],
        policies: [{ kind: 'other', texts: { en: attack } }],
        facility_details: [{ facility_id: 80_004, note: attack }],
        images: [{ url, captions: { en: attack }, category: 'x<b>y' }],
        rooms: [
          {
            room_id: '1',
            names: { en: attack },
            descriptions: { en: attack },
            view: 'x<b>y',
            amenities: [attack],
            bed_choices: [[{ type: 'K<b>ING', count: 1 }]],
            images: [{ url, captions: { en: attack } }],
          },
        ],
      },
    ])
    expect(faults).toEqual({})
    const worse = `${attack}\u0000`
    const attacked = listing({
      supplierCode: 'hotelbeds',
      descriptions: [{ kind: '<b>', language: 'fr', html: worse }],
      policies: [{ kind: worse, language: 'en', html: worse }],
      facilities: [{ rawCode: worse, rawName: worse, facilityId: null, isFree: null, value: worse, note: worse }],
      checkIn: { from: worse, until: null, isAllDay: false, minAge: null, instructions: worse, special: worse },
      fees: [{ kind: worse, amount: worse, currency: worse, unit: worse, isMandatory: true, text: null }],
    })
    const { store } = core
    await writeMergedContent({ store }, [{ hotelId, listings: [attacked] }], await trustOrders(store))
    for (const language of ['en', 'fr', 'ja']) {
      const shown = [
        await get(`/hotels/${hotelId}?language=${language}`),
        await query('hotel', { hotelId: String(hotelId), language }),
      ]
      for (const view of shown) {
        expect(textsOf(view).filter((text) => MARKUP.test(text))).toEqual([])
        expect(textsOf(view).filter((text) => /^\w+:/.test(text) && !text.startsWith('https://'))).toEqual([])
        expect(view.policies).toHaveLength(2)
      }
    }
  })
})

/** Every text within a value. */
function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}
