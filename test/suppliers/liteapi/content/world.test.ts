import { describe, expect, it } from 'vitest'
import { listingLine } from '../../../../src/operations/inputs/listing-line.ts'
import { FACILITIES } from '../../../../src/sandbox/catalogue/terms.ts'
import { createContentRows, SOME_DAY } from '../../../support/content-rows.ts'
import type { Json } from '../../../support/http-client.ts'
import { contentReader } from '../../../support/read-content.ts'
import { hasForm, lacksForm, phoneOf, timeOf, useReadWorld } from '../../../support/read-world.ts'
import { useContentSandbox } from '../../../support/use-content-sandbox.ts'

/** Every row of the sandbox's world, over HTTP, against what the world says of it. */
const sandbox = useContentSandbox()
const rows = createContentRows()
const withLists = lacksForm('NULL_LIST')

/** What arrives of a text: NUL is what Postgres does not keep. */
function arrived(text: string): string {
  return text.replaceAll('\0', '')
}

/** LiteAPI tells a pair of single beds as single beds. */
function bedOf({ type, count }: { readonly type: string; readonly count: number }): Json {
  return { type: type === 'TWIN' ? 'SINGLE' : type, count }
}

describe('the whole content', () => {
  const world = useReadWorld('liteapi', sandbox)

  it('has every row once, and each can be imported but for the form of texts and swapped points', () => {
    const { hotels, faulty, error } = world.pass()
    expect([error, faulty]).toEqual([null, []])
    expect(world.cases().length).toBeGreaterThan(2_500)
    expect(world.cases().filter(({ listing }) => listing === undefined)).toEqual([])
    expect(new Set(hotels.map(({ supplierHotelId }) => supplierHotelId)).size).toBe(world.cases().length)
    const refused = hotels.filter(({ supplierHotelId, listing }) => {
      const ids = { type: 'listing', supplier_code: 'liteapi', supplier_hotel_id: supplierHotelId }
      return !listingLine.safeParse({ ...ids, ...listing }).success
    })
    const oddities = new Map(world.cases().map(({ row, told }) => [row.id, told.oddities]))
    const unexpected = refused.filter(({ supplierHotelId }) => {
      const odd = oddities.get(supplierHotelId)
      return odd?.text !== 'HTML' && odd?.point !== 'SWAPPED'
    })
    expect(unexpected).toEqual([])
  })

  it('ends the hotels that the list shows as deleted, and asks nothing more about them', () => {
    const deleted = rows.supply.closed('liteapi', SOME_DAY).filter(({ life }) => (life.closedDay ?? 0) > SOME_DAY - 10)
    const { ended } = world.pass()
    expect([...ended].sort()).toEqual(deleted.map(({ listed }) => listed.supplierHotelId).sort())
    expect(ended.length).toBeGreaterThan(3)
  })

  it('tells names as they are written, and both answers as the raw row', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.names,
        ({ told }) => ({ en: arrived(told.name('en')) }),
      ),
    ).toEqual([])
    const raw = new Map(world.pass().hotels.map((hotel) => [hotel.supplierHotelId, JSON.parse(hotel.raw)]))
    expect(
      world.cases().filter(({ row }) => raw.get(row.id).list.id !== row.id || raw.get(row.id).detail.id !== row.id),
    ).toEqual([])
  })

  it('tells the address, with the postcode that only the list has, and the country in capitals', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.address_lines,
        ({ told }) => (told.address.lines.length === 0 || told.roughPoint ? [] : [told.address.lines.join(', ')]),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => [listing.city, listing.postcode, listing.country_code],
        ({ told: { address, oddities, cityName } }) => [
          cityName,
          oddities.form === 'TEXT_AS_NUMBER' ? '10115' : address.postcode,
          address.countryCode.toUpperCase(),
        ],
      ),
    ).toEqual([])
  })

  it('tells the point as a number wherever it is one: zero and swapped as they are, none as null', () => {
    expect(
      world.wrong(
        ({ listing }) => [listing.latitude, listing.longitude],
        ({ told: { point } }) => (point.kind === 'TOLD' ? [point.latitude, point.longitude] : [null, null]),
      ),
    ).toEqual([])
    for (const point of ['ABSENT', 'NULL', 'ZERO', 'SWAPPED', 'ROUGH'] as const)
      expect([point, world.cases().some(({ told }) => told.oddities.point === point)]).toEqual([point, true])
  })

  it('tells the phone, also one that came as a number, and the stars of the list, which has halves', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.phones,
        (one) => (phoneOf(one) === null ? [] : [{ number: phoneOf(one), kind: 'HOTEL' }]),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => [listing.emails, listing.stars],
        ({ told }) => [told.email === null ? [] : [told.email], told.stars || null],
      ),
    ).toEqual([])
    expect(world.cases().filter(hasForm('NUMBER_AS_TEXT', 'TEXT_AS_NUMBER')).length).toBeGreaterThan(6)
  })

  it('tells the type of house in our word, one that it does not know by its own, and no chain for Not Available', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.property_type,
        ({ told }) => (told.oddities.form === 'UNKNOWN_ENUM' ? 'Sky lodge' : told.propertyType),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.chain?.name ?? null,
        ({ told: { chain } }) => (chain.kind === 'TOLD' ? chain.name : null),
      ),
    ).toEqual([])
    expect(world.cases().some(({ told }) => told.chain.kind === 'NOT_AVAILABLE')).toBe(true)
  })

  it('tells facilities by the names of the dictionary, and which are free', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.facilities.map((one: Json) => one.raw_name),
        ({ told }) => told.facilityIds.map((id) => FACILITIES.find((one) => one.id === id)?.names.en),
        withLists,
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.facilities.filter((one: Json) => one.is_free).map((one: Json) => one.raw_name),
        ({ told }) => (told.facilityIds.includes(1) ? ['Free Wi-Fi'] : []),
        withLists,
      ),
    ).toEqual([])
    const nothingTold = world.cases().filter(hasForm('NULL_LIST'))
    expect(nothingTold.filter(({ listing }) => listing.facilities !== null)).toEqual([])
    expect(nothingTold.length).toBeGreaterThan(3)
  })

  it('tells pictures in their sequence, both sizes by width, with captions; the main one where the list is null', () => {
    expect(
      world.wrong(
        ({ listing }) =>
          listing.images.map((image: Json) => [image.order, image.is_hero, image.captions.en ?? '', image.urls]),
        ({ told }) =>
          told.images.map((image, index) => {
            const [small, large] = ['max500', 'max1280'].map(
              (size) => `https://static.sandbox.invalid/hotel/${size}/${image.hash}.jpg`,
            )
            return [index, image.isHero, index % 4 === 3 ? '' : image.caption('en'), { 500: small, 1280: large }]
          }),
        withLists,
      ),
    ).toEqual([])
    const withoutList = world.cases().filter(hasForm('NULL_LIST'))
    expect(
      withoutList.filter(({ listing, told }) => (listing.images?.length ?? 0) !== Math.min(1, told.images.length)),
    ).toEqual([])
  })

  it('tells times in 24 hours: noon, anytime, the midnight at which the day ends, two in the morning', () => {
    expect(
      world.wrong(
        ({ listing: { check_in: arrival, check_out_until: out } }) => [arrival.from, arrival.until, out],
        ({ told: { times, oddities } }) => [
          timeOf(times.from),
          times.until ?? (times.isAllDay && oddities.checkIn !== 'ANYTIME' ? '00:00' : null),
          times.out,
        ],
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => [listing.check_in.is_all_day, listing.check_in.special, listing.check_in.instructions],
        ({ told: { times, oddities } }) => [oddities.checkIn === 'ANYTIME', times.special, times.instructions.trim()],
      ),
    ).toEqual([])
    for (const odd of ['NOON', 'ANYTIME', 'PAST_MIDNIGHT', 'EMPTY'] as const)
      expect([odd, world.cases().some(({ told }) => told.oddities.checkIn === odd)]).toEqual([odd, true])
  })

  it('tells rooms by the id to which prices map, with people, beds, size and what stands in amenities', () => {
    expect(
      world.wrong(
        ({ listing }) =>
          listing.rooms.map((room: Json) => [
            room.key,
            room.rate_key,
            room.names.en,
            room.max_occupancy,
            room.max_adults,
          ]),
        ({ told }) =>
          told.rooms.map((room) => [
            room.contentRoomId,
            room.contentRoomId,
            room.name('en'),
            room.maxOccupancy,
            room.maxAdults,
          ]),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) =>
          listing.rooms.map((room: Json) => [
            room.bed_choices,
            room.square_metres,
            room.view,
            room.is_smoking,
            room.is_accessible,
          ]),
        ({ told }) =>
          told.rooms.map((room) => [
            room.beds.length === 0 ? [] : [room.beds.map(bedOf)],
            room.squareMetres,
            room.hasCityView ? 'City view' : null,
            room.isSmoking,
            room.isAccessible || null,
          ]),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.rooms.map((room: Json) => room.images.length),
        ({ told }) => told.rooms.map((_, index) => told.images.filter(({ room }) => room === index).length),
      ),
    ).toEqual([])
    for (const count of [0, 60]) expect(world.cases().some(({ listing }) => listing.rooms.length === count)).toBe(true)
  })

  it('tells texts as they were sent, and policies by what they are about', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.descriptions,
        ({ told }) => {
          const { headline, location, rooms: ofRooms, general } = told.texts('en')
          const html = `<p><strong>${headline}</strong><br>${location}</p><p>${ofRooms}</p><p>${general}</p>`
          return [{ kind: 'general', language: 'en', html: arrived(html) }]
        },
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.policies.map((policy: Json) => policy.kind),
        () => ['know_before_you_go', 'children', 'pets'],
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.policies[0].html,
        ({ row }) => row.detail.hotelImportantInformation,
      ),
    ).toEqual([])
  })

  it('counts fields that are new by their path, in the list and in the detail', () => {
    const count = world.cases().filter(hasForm('UNKNOWN_FIELD')).length
    expect(world.unknown.get('sustainability')).toBe(count)
    expect(world.unknown.get('detail.sustainability')).toBe(count)
    // Only the sandbox's odd rows name a type in the list.
    expect([...world.unknown.keys()].sort()).toEqual(['detail.sustainability', 'hotelType', 'sustainability'])
  })
})

describe('another language', () => {
  it.each(['fr', 'de', 'ja', 'ar'] as const)('has names, texts and captions in %s', async (language) => {
    sandbox.setTime(sandbox.NOON)
    const reader = contentReader({ code: 'liteapi', baseUrl: sandbox.baseOf('liteapi'), nowAt: sandbox.NOON })
    const { hotels, error } = await reader.read({ language }, 100)
    await reader.close()
    expect([error, hotels.length]).toEqual([null, 100])
    for (const { supplierHotelId, listing } of hotels) {
      const row = rows.supply.row('liteapi', supplierHotelId, SOME_DAY)
      if (!row) throw new Error(`no ${supplierHotelId}`)
      const told = rows.supply.describe(row, SOME_DAY)
      const read: Json = listing
      expect(read.names).toEqual({ [language]: arrived(told.name(language)) })
      expect(read.descriptions[0]).toMatchObject({ language })
      expect(read.descriptions[0].html).toContain(arrived(told.texts(language).location))
      expect(read.rooms.map((room: Json) => room.names[language])).toEqual(
        told.rooms.map((room) => room.name(language)),
      )
    }
  })
})
