import { describe, expect, it } from 'vitest'
import { listingOf } from '../../../../src/suppliers/liteapi/content/listing.ts'
import { roomsOf } from '../../../../src/suppliers/liteapi/content/rooms.ts'

/** What the specification and published records have, and the sandbox's world has not. */
const WORDS = {
  facilities: { '1': 'Parking (surcharge)', '2': 'Smoke-free property', '3': 'Free breakfast', '4': 'Spa' },
  hotelTypes: { '221': 'Capsule hotels' },
  chains: { '77': 'Some Chain' },
}

function read(listed: Readonly<Record<string, unknown>>, detail: Readonly<Record<string, unknown>> = {}) {
  return listingOf(listed, detail, { words: WORDS, language: 'en' })
}

describe('a hotel of LiteAPI', () => {
  it('has facilities whose names tell what is free, by the list where there is no detail', () => {
    expect(read({ facilityIds: [1, 2, 3, 4, 5] })['facilities']).toMatchObject([
      { raw_code: '1', raw_name: 'Parking (surcharge)', is_free: false },
      { raw_code: '2', is_free: null },
      { raw_code: '3', is_free: true },
      { raw_code: '4', is_free: null },
      { raw_code: '5', raw_name: null, is_free: null },
    ])
  })

  it('has a type that is none of ours by its own name, a chain by its id, and none where LiteAPI writes 0', () => {
    expect(read({ hotelTypeId: 221, chainId: 77 })).toMatchObject({
      property_type: 'Capsule hotels',
      chain: { code: '77', name: 'Some Chain' },
    })
    expect(read({ hotelTypeId: 0, chainId: 0, chain: 'Not Available' })).toMatchObject({
      property_type: null,
      chain: null,
    })
  })

  it('has pictures without a told width under 0, the larger one', () => {
    const hotelImages = [
      { url: 'https://img.example/a.jpg', urlHd: 'https://img.example/a-hd.jpg', defaultImage: true },
    ]
    expect(read({}, { hotelImages })['images']).toMatchObject([
      { urls: { 0: 'https://img.example/a-hd.jpg' }, is_hero: true },
    ])
  })

  it('has the stars of the detail where the list has none, and what it cannot read as it stands', () => {
    expect(read({ stars: 0 }, { starRating: 4 })).toMatchObject({ stars: 4 })
    const checkinCheckoutTimes = { checkin_start: 'after lunch', checkin_end: '12:00 AM', checkout: '24:00' }
    expect(read({ latitude: 'north' }, { checkinCheckoutTimes })).toMatchObject({
      latitude: 'north',
      check_in: { from: 'after lunch', until: '00:00' },
      check_out_until: '00:00',
    })
  })
})

describe('a room of LiteAPI', () => {
  it('has its size in square metres, from square feet too, and beds that are none of ours by their own name', () => {
    const bedTypes = [{ quantity: '2', bedType: 'Hammock', bedSize: '' }]
    expect(
      roomsOf(
        [
          { id: 1, roomName: 'A', roomSizeSquare: 300, roomSizeUnit: 'ft2', bedTypes },
          { id: 2, roomName: 'B', roomSizeSquare: 0, roomSizeUnit: 'm2' },
        ],
        'en',
      ),
    ).toMatchObject([
      { key: '1', rate_key: '1', square_metres: 27.9, bed_choices: [[{ type: 'Hammock', count: 2 }]] },
      { key: '2', square_metres: null, bed_choices: [] },
    ])
  })
})
