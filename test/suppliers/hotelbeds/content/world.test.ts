import { describe, expect, it } from 'vitest'
import { listingLine } from '../../../../src/operations/inputs/listing-line.ts'
import { ROOM_KINDS } from '../../../../src/sandbox/catalogue/room-kinds.ts'
import { dateOf } from '../../../../src/sandbox/content/life.ts'
import { chainCodeOf, imageTypeOf } from '../../../../src/sandbox/suppliers/hotelbeds/content/vocabulary.ts'
import type { Json } from '../../../support/http-client.ts'
import { type Case, hasForm, lacksForm, useReadWorld } from '../../../support/read-world.ts'
import { useContentSandbox } from '../../../support/use-content-sandbox.ts'

/** Every row of the sandbox's world, over HTTP, against what the world says of it. */
const sandbox = useContentSandbox()
const withFacilities = lacksForm('NULL_LIST')

/** What arrives of a text: NUL is what Postgres does not keep. */
function arrived(text: string): string {
  return text.replaceAll('\0', '')
}

function roomNameOf({ row }: Case, code: string, own: string): string {
  const isOwn = row.raw.wildcards.some((one: Json) => one.roomCode === code)
  const kind = ROOM_KINDS.find(({ hotelbedsCode }) => hotelbedsCode === code.replace(/-\d+$/, ''))
  return isOwn ? own : (kind?.supplierNames.hotelbeds ?? '')
}

/** Hotelbeds has no code for a bed of a pair. */
function bedOf({ type, count }: { readonly type: string; readonly count: number }): Json {
  return { type: type === 'TWIN' ? 'SINGLE' : type, count }
}

describe('the whole content', () => {
  const world = useReadWorld('hotelbeds', sandbox)

  it('has every row once, and each can be imported but for the form of texts and swapped points', () => {
    const { hotels, faulty, error, marks } = world.pass()
    expect([error, faulty]).toEqual([null, []])
    expect(world.cases().length).toBeGreaterThan(2_500)
    expect(world.cases().filter(({ listing }) => listing === undefined)).toEqual([])
    expect(new Set(hotels.map(({ supplierHotelId }) => supplierHotelId)).size).toBe(world.cases().length)
    expect(hotels.map(({ line }) => line)).toEqual(hotels.map((_, index) => index + 1))
    expect(marks.at(-1)).toMatchObject({ done: hotels.length, total: hotels.length })
    const refused = hotels.filter(({ supplierHotelId, listing }) => {
      const ids = { type: 'listing', supplier_code: 'hotelbeds', supplier_hotel_id: supplierHotelId }
      return !listingLine.safeParse({ ...ids, ...listing }).success
    })
    const oddities = new Map(world.cases().map(({ row, told }) => [row.id, told.oddities]))
    const unexpected = refused.filter(({ supplierHotelId }) => {
      const odd = oddities.get(supplierHotelId)
      return odd?.text !== 'HTML' && odd?.point !== 'SWAPPED'
    })
    expect(unexpected).toEqual([])
    expect(refused.length).toBeGreaterThan(20)
  })

  it('tells names as they are written, and the raw row', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.names,
        ({ told }) => ({ en: arrived(told.name('en')) }),
      ),
    ).toEqual([])
    const raw = new Map(world.pass().hotels.map((hotel) => [hotel.supplierHotelId, hotel.raw]))
    expect(world.cases().filter(({ row }) => JSON.parse(raw.get(row.id) ?? '{}').code !== Number(row.id))).toEqual([])
  })

  it('tells the address by street and number, the country and state by their lists', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.address_lines,
        ({ told: { address, roughPoint } }) =>
          address.lines.length === 0 || roughPoint ? [] : [`${address.street} ${address.number}`],
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => [listing.country_code, listing.state_code],
        ({ told: { address } }) => [address.countryCode.toUpperCase(), address.stateCode],
      ),
    ).toEqual([])
    expect(world.cases().some(({ listing }) => listing.state_name === 'NEW YORK')).toBe(true)
    expect(
      world.wrong(
        ({ listing }) => [listing.city, listing.postcode],
        ({ told }) => [
          told.cityName.toUpperCase(),
          told.oddities.form === 'TEXT_AS_NUMBER' ? '10115' : told.address.postcode,
        ],
      ),
    ).toEqual([])
    // GB is UK at Hotelbeds.
    expect(world.cases().filter(({ row }) => row.raw.countryCode === 'UK').length).toBeGreaterThan(50)
  })

  it('tells the point as it was sent: zero and swapped as they are, none as null', () => {
    expect(
      world.wrong(
        ({ listing }) => [listing.latitude, listing.longitude],
        ({ told: { point }, row }) =>
          point.kind === 'TOLD' ? [row.raw.coordinates.latitude, row.raw.coordinates.longitude] : [null, null],
      ),
    ).toEqual([])
    for (const point of ['ABSENT', 'NULL', 'ZERO', 'SWAPPED'] as const)
      expect([point, world.cases().some(({ told }) => told.oddities.point === point)]).toEqual([point, true])
    const near = world.wrong(
      ({ listing }) => listing.latitude?.toFixed(6),
      ({ told: { point } }) => (point.kind === 'TOLD' ? point.latitude.toFixed(6) : undefined),
    )
    expect(near).toEqual([])
  })

  it('tells phones, that of the house before that of the reservation desk', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.phones.map((phone: Json) => [phone.kind, phone.number.replaceAll(' ', '')]),
        ({ told: { phone } }) =>
          phone === null ? [] : ['HOTEL', 'BOOKING'].map((kind) => [kind, phone.replaceAll(' ', '')]),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => [listing.emails, listing.website],
        ({ told }) => [told.email === null ? [] : [told.email], told.website],
      ),
    ).toEqual([])
  })

  it('tells stars in halves and keys by the dictionary, none for what is not classified', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.stars,
        ({ told }) => told.stars || null,
      ),
    ).toEqual([])
    const codes = new Set(world.cases().map(({ listing }) => listing.category_code))
    for (const code of ['4EST', 'H3_5', '3LL', 'SC', 'XX9', null]) expect(codes).toContain(code)
  })

  it('tells the type of house in our word, one that it does not know by its own, and the chain by its code', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.property_type,
        ({ told }) => (told.oddities.form === 'UNKNOWN_ENUM' ? 'ZZ' : told.propertyType),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.chain,
        ({ told: { chain } }) =>
          chain.kind === 'TOLD' ? { code: chainCodeOf(chain.name), name: chain.name.toUpperCase() } : null,
      ),
    ).toEqual([])
  })

  it('tells what the hotel has, not what it has not; what it costs, and which cards it takes', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.facilities.map((one: Json) => one.raw_code).includes('73/306'),
        ({ told }) => told.facilityIds.includes(3),
        withFacilities,
      ),
    ).toEqual([])
    // The number of floors is one of them; a resort fee too.
    expect(
      world.wrong(
        ({ listing }) => listing.facilities.length,
        ({ told }) => told.facilityIds.length + 1 + Number(told.fees.resort !== null),
        withFacilities,
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.fees.map((fee: Json) => [fee.kind, fee.amount, fee.currency, fee.is_mandatory]),
        ({ told: { fees, facilityIds } }) => [
          ...(fees.resort === null ? [] : [['resort_fee', String(fees.resort), fees.currency, true]]),
          ...(facilityIds.includes(9) ? [['parking', String(fees.parking), fees.currency, false]] : []),
        ],
        withFacilities,
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.facilities.find((one: Json) => one.raw_code === '70/320')?.is_free ?? null,
        ({ told }) => (told.facilityIds.includes(9) ? false : null),
        withFacilities,
      ),
    ).toEqual([])
    expect(world.cases().filter((one) => withFacilities(one) && !one.listing.payment_methods.includes('Visa'))).toEqual(
      [],
    )
    const nothingTold = world.cases().filter(hasForm('NULL_LIST'))
    expect(nothingTold.filter(({ listing }) => listing.facilities !== undefined || listing.images !== null)).toEqual([])
    expect(nothingTold.length).toBeGreaterThan(3)
  })

  it('tells times in 24 hours, how large and how old the house is', () => {
    expect(
      world.wrong(
        ({ listing }) => [listing.check_in.from, listing.check_in.until, listing.check_out_until],
        ({ told: { times } }) => [times.from, times.until, times.out],
        withFacilities,
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => [listing.rooms_count, listing.year_built],
        ({ told }) => [told.roomsCount, told.yearBuilt],
        withFacilities,
      ),
    ).toEqual([])
  })

  it('tells pictures in their order, with their rooms, and the first general view as the one that stands for the hotel', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.images.map((image: Json) => [image.is_hero, image.room_key, image.captions.en]),
        ({ told, row }) =>
          told.images.map(({ isHero, room, kind }) => {
            const [code] = imageTypeOf(kind)
            const name = { GEN: 'General view', COM: 'Lobby', HAB: 'Room', RES: 'Restaurant', PIS: 'Pool' }[code]
            return [isHero, room === null ? null : row.raw.rooms[room].roomCode, name]
          }),
        withFacilities,
      ),
    ).toEqual([])
    for (const count of [0, 1, 40])
      expect(world.cases().some(({ listing }) => listing.images?.length === count)).toBe(true)
  })

  it('leads to no picture that is not there', async () => {
    const pictures: Json[] = world.cases().flatMap(({ listing }) => listing.images ?? [])
    const urls = pictures.slice(0, 20).flatMap(({ urls: bySize }) => Object.values<string>(bySize))
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(Object.keys(pictures[0].urls)).toEqual(['74', '320', '800'])
  })

  it('tells rooms by the code that prices have, with the hotel’s own name or that of the code', () => {
    expect(
      world.wrong(
        ({ listing }) =>
          listing.rooms.map((room: Json) => [room.key, room.rate_key, room.max_occupancy, room.max_adults]),
        ({ told }) =>
          told.rooms.map((room) => [room.contentRoomId, room.contentRoomId, room.maxOccupancy, room.maxAdults]),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.rooms.map((room: Json) => room.names.en),
        (one) => one.told.rooms.map((room) => roomNameOf(one, room.contentRoomId, room.name('en'))),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.rooms.map((room: Json) => [room.bed_choices, room.square_metres, room.is_smoking]),
        ({ told }) =>
          told.rooms.map((room) => [
            room.beds.length === 0 ? [] : [room.beds.map(bedOf)],
            room.squareMetres,
            room.isSmoking,
          ]),
      ),
    ).toEqual([])
    for (const count of [0, 60]) expect(world.cases().some(({ listing }) => listing.rooms.length === count)).toBe(true)
  })

  it('tells texts as they were sent, and what is going on at the hotel', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.descriptions,
        ({ told }) => {
          const { location, general, rooms, dining } = told.texts('en')
          return [{ kind: 'general', language: 'en', html: arrived([location, general, rooms, dining].join(' ')) }]
        },
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.policies.map((policy: Json) => policy.html),
        ({ told }) => (told.times.special === null ? [] : [`Reception (${dateOf(told.life.addedDay)})`]),
      ),
    ).toEqual([])
  })

  it('tells ids, regions and the day of the last change, and counts fields that are new', () => {
    expect(
      world.wrong(
        ({ listing }) => [listing.external_ids.giata, listing.supplier_updated_at, listing.status],
        ({ told }) => [told.giata, dateOf(told.life.updatedDay), 'ACTIVE'],
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.region_ids,
        ({ row }) => [row.raw.destinationCode, `${row.raw.destinationCode}-${row.raw.zoneCode}`],
      ),
    ).toEqual([])
    expect(Object.fromEntries(world.unknown)).toEqual({
      sustainability: world.cases().filter(hasForm('UNKNOWN_FIELD')).length,
    })
  })
})
