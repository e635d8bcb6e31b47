import { expect, it } from 'vitest'
import { listingLine } from '../../../src/operations/inputs/listing-line.ts'
import { tellUnknown } from '../../../src/suppliers/content/known-fields.ts'
import { KNOWN_PROPERTY } from '../../../src/suppliers/expedia-rapid/content/known.ts'
import { readProperty } from '../../../src/suppliers/expedia-rapid/content/property.ts'
import { property } from '../../fixtures/suppliers/rapid-content.ts'

it('a property of the content becomes a listing', () => {
  const listing = readProperty({ language: 'en', categories: { '3': 'Waterside' } })(property())
  expect(listing).toMatchObject({
    names: { en: 'Harbour Mill' },
    address_lines: ['4 Rope Walk', 'Wharf side'],
    phones: [
      { number: '44-20-7946-0011', kind: 'HOTEL' },
      { number: '44-20-7946-0012', kind: 'FAX' },
    ],
    stars: 4.5,
    stars_source: 'OFFICIAL',
    property_type: 'hotel',
    chain: { code: '-40', name: 'Quayside Stays' },
    check_in: { from: '14:00', until: '22:30', is_all_day: true, min_age: 21 },
    check_out_until: '10:00',
    rooms_count: 64,
    airport_iata: 'LCY',
    images: [{ category: 'Waterside', is_hero: true, urls: { 70: 'https://images.example/quay_t.jpg' } }],
    rooms: [{ key: '810', rate_key: '810', bed_choices: [[{ type: 'KING', count: 1 }]], square_metres: 26 }],
    external_ids: { registry: 'REG-77-X' },
    status: 'ACTIVE',
  })
  const line = { type: 'listing', supplier_code: 'expedia_rapid', supplier_hotel_id: '70411', ...listing }
  expect(listingLine.safeParse(line).error?.issues ?? []).toEqual([])
})

it('every field of it is known, and an unknown one is reported', () => {
  const unknown: string[] = []
  tellUnknown({ ...property(), moat: true }, { known: KNOWN_PROPERTY, tell: (path) => unknown.push(path) })
  expect(unknown).toEqual(['moat'])
})
