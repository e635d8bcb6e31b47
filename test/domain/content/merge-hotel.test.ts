import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MergedHotel, mergeHotel } from '../../../src/domain/content/merge-hotel.ts'
import type { TrustOrders } from '../../../src/domain/content/trust.ts'
import type { Listing } from '../../../src/domain/listing.ts'
import { listedImage, listing } from '../../support/listing.ts'

const TRUST: TrustOrders = {
  name: ['a', 'b', 'c'],
  place: ['a', 'b', 'c'],
  images: ['b', 'a'],
  descriptions: ['a', 'b'],
  rooms: ['c', 'a'],
}

function merged(...listings: readonly Listing[]): MergedHotel {
  const hotel = mergeHotel(listings, TRUST)
  if (!hotel) throw new Error('a hotel with open listings is merged')
  return hotel
}

describe('a hotel of several listings', () => {
  it('has the name that most suppliers agree on, spelt by the most trusted of them', () => {
    const { facts, content } = merged(
      listing({ supplierCode: 'a', names: { en: 'Old Brand Inn' } }),
      listing({ supplierCode: 'c', names: { en: 'GRAND PALACE', 'ja-JP': 'グランドパレス' } }),
      listing({ supplierCode: 'b', names: { en: 'Grand  Palace' } }),
    )
    expect(facts.names).toEqual({ en: 'Grand Palace', ja: 'グランドパレス' })
    expect(content.sources).toContainEqual({ field: 'name', language: null, supplierCode: 'b' })
  })

  it('counts a supplier once that lists the hotel twice', () => {
    const { facts } = merged(
      listing({ supplierCode: 'b', supplierHotelId: '1', names: { en: 'Twice' } }),
      listing({ supplierCode: 'b', supplierHotelId: '2', names: { en: 'Twice' } }),
      listing({ supplierCode: 'a', names: { en: 'Once' } }),
    )
    expect(facts.names['en']).toBe('Once')
  })

  it('lies where most suppliers say, with the address of one of those; a city’s centre and (0, 0) are no place', () => {
    const { facts, content } = merged(
      listing({ supplierCode: 'a', latitude: 51, longitude: 0, addressLines: ['Far Road 1'] }),
      listing({
        supplierCode: 'b',
        latitude: 48.1,
        longitude: 2,
        addressLines: [' 2  Near <b>Road</b>', ''],
        postcode: 'AB1',
      }),
      listing({ supplierCode: 'c', latitude: 48.1005, longitude: 2, addressLines: ['Near Rd.'] }),
      listing({ supplierCode: 'd', latitude: 0, longitude: 0 }),
      listing({ supplierCode: 'e', latitude: 51, longitude: 0, pointQuality: 'CITY' }),
    )
    expect(facts.point).toEqual({ latitude: 48.1, longitude: 2 })
    expect(content).toMatchObject({ addressLines: ['2 Near Road'], postcode: 'AB1' })
  })

  it('is hidden when one of its suppliers hides it', () => {
    const open = listing({ supplierCode: 'a', latitude: 1, longitude: 1 })
    expect(merged(open).facts.placeHidden).toBe(false)
    expect(merged(open, listing({ supplierCode: 'b', addressHidden: true })).facts.placeHidden).toBe(true)
  })

  it('has official stars before any other, in halves', () => {
    expect(
      merged(
        listing({ supplierCode: 'a', stars: 5, starsSource: 'SUPPLIER' }),
        listing({ supplierCode: 'z', stars: 3.5, starsSource: 'OFFICIAL' }),
      ).facts.stars,
    ).toBe(3.5)
  })

  it('shows the pictures of one supplier, each once, and of sets that are too small the largest', () => {
    const many = ['w', 'x', 'y', 'z'].map((name, order) => listedImage(name, { order }))
    const few = [listedImage('one'), listedImage('one'), listedImage('two', { isHero: true })]
    const { content, facts } = merged(
      listing({ supplierCode: 'b', images: few }),
      listing({ supplierCode: 'a', images: [...many, listedImage('bed', { roomKey: 'r1' })] }),
    )
    expect(content.images.map(({ captions }) => captions['en'])).toEqual(['w', 'x', 'y', 'z'])
    expect(content.images[0]).toMatchObject({
      isMain: true,
      sizes: [
        { width: 1000, url: 'https://img.example/w-1000.jpg' },
        { width: 350, url: 'https://img.example/w-350.jpg' },
      ],
    })
    expect(facts.mainImageUrl).toBe('https://img.example/w-1000.jpg')
    expect(content.sources).toContainEqual({ field: 'images', language: null, supplierCode: 'a' })
    expect(
      merged(listing({ supplierCode: 'a', images: few })).content.images.map(({ captions }) => captions['en']),
    ).toEqual(['two', 'one'])
  })

  it('leaves out pictures and sizes that are not on the web, and one address under two sizes', () => {
    const image = {
      ...listedImage('x'),
      urls: { 0: 'javascript:alert(1)', 100: 'http://i.example/1', 900: 'https://i.example/1' },
    }
    const { content } = merged(listing({ supplierCode: 'a', images: [image, { ...image, urls: { 0: 'no URL' } }] }))
    expect(content.images.map(({ sizes }) => sizes)).toEqual([[{ width: 900, url: 'https://i.example/1' }]])
  })

  it('is described in each language by the most trusted supplier that speaks it, never in two voices', () => {
    const { content } = merged(
      listing({ supplierCode: 'a', descriptions: [{ kind: 'general', language: 'en-US', html: '<p>From A</p>' }] }),
      listing({
        supplierCode: 'b',
        descriptions: [
          { kind: 'location', language: 'en', html: 'From B' },
          { kind: 'surprise', language: 'fr-FR', html: 'De B<script>1</script>' },
          { kind: 'general', language: 'xx', html: 'Nobody reads it' },
        ],
      }),
    )
    expect(content.descriptions).toEqual({
      en: [{ kind: 'general', text: 'From A' }],
      fr: [{ kind: 'other', text: 'De B' }],
    })
    expect(content.sources.filter(({ field }) => field === 'descriptions')).toEqual([
      { field: 'descriptions', language: 'en', supplierCode: 'a' },
      { field: 'descriptions', language: 'fr', supplierCode: 'b' },
    ])
  })

  it('keeps the terms of each supplier apart', () => {
    const { content, instructions } = merged(
      listing({
        supplierCode: 'a',
        policies: [{ kind: 'pet', language: 'en', html: 'No pets' }],
        checkIn: {
          from: '15:00',
          until: null,
          isAllDay: false,
          minAge: 18,
          instructions: '<p>Ring</p>',
          special: null,
        },
        fees: [
          {
            kind: 'resort_fee',
            amount: '12.50',
            currency: 'USD',
            unit: 'per_room_per_night',
            isMandatory: true,
            text: null,
          },
        ],
      }),
      listing({
        supplierCode: 'b',
        policies: [{ kind: 'pets', language: 'en', html: 'Pets: USD 20' }],
        checkOutUntil: '10:00',
        feesText: { mandatory: null, optional: 'Parking: <b>5</b>' },
      }),
    )
    expect(content.policies).toEqual([
      { supplierCode: 'a', texts: { en: [{ kind: 'pets', text: 'No pets' }] } },
      { supplierCode: 'b', texts: { en: [{ kind: 'pets', text: 'Pets: USD 20' }] } },
    ])
    expect(instructions).toMatchObject({
      a: { checkInFrom: '15:00', text: ['Ring'], mandatoryFeesText: 'Resort fee: USD 12.50 per room per night' },
      b: { checkOutUntil: '10:00', optionalFeesText: 'Parking: 5', text: [] },
    })
    expect(content).toMatchObject({ checkInAllDay: false, checkInMinAge: 18 })
  })

  it('has the rooms of one supplier, with their pictures among those of the hotel', () => {
    const room = {
      key: 'r1',
      rateKey: 'rate-1',
      names: { en: 'Twin <i>Room</i>' },
      bedChoices: [[{ type: 'TWIN', count: 2 }]],
      maxOccupancy: 2,
      maxAdults: 2,
      maxChildren: null,
      view: 'City',
      squareMetres: 20,
      isSmoking: false,
      isAccessible: null,
      amenities: ['Kettle', 'Kettle', ''],
      images: [],
      description: '<p>Quiet</p>',
    }
    const { content } = merged(
      listing({ supplierCode: 'a', rooms: [{ ...room, names: { en: 'Of A' } }] }),
      listing({ supplierCode: 'c', rooms: [room], images: [listedImage('bed', { roomKey: 'r1' })] }),
    )
    expect(content.rooms).toEqual([
      expect.objectContaining({
        roomId: null,
        source: { supplierCode: 'c', supplierHotelId: '1', roomCode: 'rate-1' },
        names: { en: 'Twin Room' },
        descriptions: { en: 'Quiet' },
        amenities: ['Kettle'],
      }),
    ])
    expect(content.rooms[0]?.images).toHaveLength(1)
  })

  it('takes the telephone of the house before that of a reservation desk, and never a fax', () => {
    const { content } = merged(
      listing({
        supplierCode: 'a',
        phones: [
          { number: '020 7946 9999', kind: 'FAX' },
          { number: '020 7946 0001', kind: 'BOOKING' },
        ],
      }),
      listing({ supplierCode: 'b', phones: [{ number: '020 7946 0002', kind: 'HOTEL' }] }),
    )
    expect(content.phone).toBe('+442079460002')
  })

  it('is told nothing by closed and vanished listings, and is none when it has no other', () => {
    const closed = listing({ supplierCode: 'a', names: { en: 'Closed' }, status: 'CLOSED' })
    expect(mergeHotel([closed, listing({ supplierCode: 'b', status: 'GONE' })], TRUST)).toBeNull()
    expect(merged(closed, listing({ supplierCode: 'b', names: { en: 'Open' } })).facts.names['en']).toBe('Open')
  })

  it('is the same in whatever order its listings come', () => {
    const hotels = ['a', 'b', 'c', 'd'].flatMap((supplierCode, index) =>
      ['1', '2'].map((supplierHotelId) =>
        listing({
          supplierCode,
          supplierHotelId,
          names: { en: `Name ${index % 2}` },
          latitude: index % 3,
          longitude: 1,
          images: [listedImage(`${supplierCode}${supplierHotelId}`)],
          descriptions: [{ kind: 'general', language: 'en', html: supplierCode + supplierHotelId }],
          policies: [{ kind: 'pets', language: 'en', html: supplierHotelId }],
        }),
      ),
    )
    const once = mergeHotel(hotels, TRUST)
    fc.assert(
      fc.property(fc.shuffledSubarray(hotels, { minLength: hotels.length }), (shuffled) => {
        expect(mergeHotel(shuffled, TRUST)).toEqual(once)
      }),
    )
  })

  it('stays within bounds, whatever a listing sends', () => {
    const flood = listing({
      supplierCode: 'a',
      names: { en: 'x'.repeat(10_000) },
      images: Array.from({ length: 500 }, (_, index) => listedImage(String(index), { order: index })),
      descriptions: Array.from({ length: 500 }, (_, index) => ({
        kind: 'general',
        language: 'en',
        html: `${index} ${'<p>word</p>'.repeat(5_000)}`,
      })),
      facilities: Array.from({ length: 2_000 }, (_, index) => ({
        rawCode: String(index),
        rawName: `f${index}`,
        facilityId: null,
        isFree: null,
        value: null,
        note: null,
      })),
    })
    const { content, facts } = merged(flood)
    expect(facts.names['en']?.length).toBeLessThanOrEqual(300)
    expect(content.images).toHaveLength(100)
    expect(content.facilities).toHaveLength(200)
    expect(JSON.stringify(content).length).toBeLessThan(100_000)
  })
})
