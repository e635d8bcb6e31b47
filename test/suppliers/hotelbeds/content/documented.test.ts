import { describe, expect, it } from 'vitest'
import { err } from '../../../../src/domain/result.ts'
import type { Dictionaries } from '../../../../src/suppliers/hotelbeds/content/dictionaries.ts'
import { listingOf } from '../../../../src/suppliers/hotelbeds/content/listing.ts'
import { photosOf } from '../../../../src/suppliers/hotelbeds/content/send-content.ts'
import { content } from '../../../../src/suppliers/hotelbeds/content/source.ts'
import { unsent } from '../../../../src/suppliers/supplier-call.ts'
import { callTo } from '../../../support/suppliers/call.ts'

/** What documentation and published records have, and the sandbox's world has not. */
const WORDS: Dictionaries = {
  countries: { ES: { isoCode: 'ES', states: { '07': 'ILLES BALEARS' } } },
  categories: {},
  accommodations: { C: 'CAMPING' },
  chains: {},
  facilities: {
    '40/10': { name: 'Beach', group: 40, flags: { number: false, distance: true, age: false, time: false } },
    '85/10': { name: 'Age of children', group: 85, flags: { number: false, distance: false, age: true, time: false } },
    '60/270': { name: 'Non-smoking room', group: 60, flags: null },
    '60/280': { name: 'Wheelchair-accessible', group: 60, flags: null },
    '60/220': { name: 'Sea view', group: 60, flags: null },
    '61/300': { name: 'Tatami', group: 61, flags: null },
  },
  paymentGroups: [],
  rooms: { 'DBL.ST': 'DOUBLE STANDARD' },
  imageTypes: {},
  issues: {},
}

function read(hotel: Readonly<Record<string, unknown>>) {
  return listingOf(hotel, { words: WORDS, language: 'en', photos: 'https://photos.example/' })
}

describe('a hotel of Hotelbeds', () => {
  it('has the type of house under either spelling, by its own name where it is none of ours', () => {
    expect(read({ accomodationTypeCode: 'H' })).toMatchObject({ property_type: 'hotel' })
    expect(read({ accommodationTypeCode: 'C' })).toMatchObject({ property_type: 'CAMPING' })
  })

  it.each([
    ['4*', 4],
    ['3.5*', 3.5],
    ['2K', 2],
    ['-', null],
    ['', null],
  ])('of a category that no list has, has the stars of %s', (short, stars) => {
    expect(read({ categoryCode: 'NEW', S2C: short })).toMatchObject({ stars, category_code: 'NEW' })
  })

  it('without street has the address as it is written; a state by its name', () => {
    expect(read({ address: { content: 'Carrer de Mar, 1' }, countryCode: 'ES', stateCode: '07' })).toMatchObject({
      address_lines: ['Carrer de Mar, 1'],
      state_code: '07',
      state_name: 'ILLES BALEARS',
    })
  })

  it('has facilities with a distance, with ages, and unknown ones by their codes', () => {
    const facilities = [
      { facilityGroupCode: 40, facilityCode: 10, distance: 150, number: 0 },
      { facilityGroupCode: 85, facilityCode: 10, ageFrom: 2, ageTo: 12 },
      { facilityGroupCode: 99, facilityCode: 1, number: 3, indFee: false },
    ]
    expect(read({ facilities })['facilities']).toEqual([
      { raw_code: '40/10', raw_name: 'Beach', facility_id: null, is_free: null, value: '150 m', note: null },
      { raw_code: '85/10', raw_name: 'Age of children', facility_id: null, is_free: null, value: '2 – 12', note: null },
      { raw_code: '99/1', raw_name: null, facility_id: null, is_free: true, value: '3', note: null },
    ])
  })

  it('has rooms with what their facilities say by name, and beds that are none of ours by their own', () => {
    const room = {
      roomCode: 'DBL.ST-3',
      roomFacilities: [
        { facilityGroupCode: 60, facilityCode: 270, indLogic: true },
        { facilityGroupCode: 60, facilityCode: 280, indLogic: false },
        { facilityGroupCode: 60, facilityCode: 220, indLogic: true },
      ],
      roomStays: [{ roomStayFacilities: [{ facilityGroupCode: 61, facilityCode: 300, number: 4 }] }],
    }
    expect(read({ rooms: [room] })['rooms']).toMatchObject([
      {
        key: 'DBL.ST-3',
        names: { en: 'DOUBLE STANDARD' },
        bed_choices: [[{ type: 'Tatami', count: 4 }]],
        view: 'Sea view',
        is_smoking: false,
        is_accessible: false,
        amenities: ['Sea view'],
      },
    ])
  })

  it('has as its airport the nearest terminal with a code of airports', () => {
    const terminals = [
      { terminalCode: 'BCN', distance: 90 },
      { terminalCode: 'SANTS', distance: 2 },
      { terminalCode: 'GRO', distance: '12' },
    ]
    expect(read({ terminals })).toMatchObject({ airport_iata: 'GRO' })
  })
})

describe('where Hotelbeds is asked', () => {
  it.each([
    [
      'https://api.test.hotelbeds.com/hotel-api/1.0',
      'https://api.test.hotelbeds.com/hotel-content-api/1.0/types/languages',
    ],
    ['https://api.hotelbeds.com/hotel-api/1.0/', 'https://api.hotelbeds.com/hotel-content-api/1.0/types/languages'],
  ])('is beside the Booking API of %s, and pictures are on their own host', async (baseUrl, wanted) => {
    const asked: string[] = []
    const call = callTo({
      code: 'hotelbeds',
      baseUrl,
      fetch: async ({ url }) => {
        asked.push(url.split('?')[0] ?? '')
        return err(unsent('ABORTED', 'the test has seen enough'))
      },
    })
    const reading = content.read(
      {
        ...call,
        openFile: () => Promise.reject(new Error('Hotelbeds has no files')),
        dictionary: (_name, load) => load(),
        remembered: async () => null,
        remember: () => undefined,
        onUnknownField: () => undefined,
        pause: async () => undefined,
      },
      { kind: 'WHOLE', language: 'en', since: null, resume: null },
    )
    await expect(reading[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'FAILED' })
    expect(asked).toEqual([wanted])
    expect(photosOf(call)).toBe('https://photos.hotelbeds.com/giata/')
  })
})
