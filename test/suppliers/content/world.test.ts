import { describe, expect, it } from 'vitest'
import { listingLine } from '../../../src/operations/inputs/listing-line.ts'
import { createContentRows, SOME_DAY } from '../../support/content-rows.ts'
import type { Json } from '../../support/http-client.ts'
import { contentReader } from '../../support/read-content.ts'
import { type Case, hasForm, isOther, lacksForm, phoneOf, timeOf, useReadWorld } from '../../support/read-world.ts'
import { useContentSandbox } from '../../support/use-content-sandbox.ts'

/** Every row of the sandbox's world, over HTTP, against what the world says of it. */
const sandbox = useContentSandbox()
const rows = createContentRows()

describe.each(['expedia_rapid', 'ratehawk'] as const)('[E-07] the whole content of %s', (code) => {
  const world = useReadWorld(code, sandbox)
  const isRapid = code === 'expedia_rapid'

  it('has every row once, and each can be imported but for those whose texts a browser would run', () => {
    const { hotels, faulty, error } = world.pass()
    expect([error, faulty]).toEqual([null, []])
    expect(world.cases().length).toBeGreaterThan(2_500)
    expect(world.cases().filter(({ listing }) => listing === undefined)).toEqual([])
    expect(new Set(hotels.map(({ supplierHotelId }) => supplierHotelId)).size).toBe(hotels.length)
    const refused = hotels.flatMap(({ supplierHotelId, listing }) => {
      const parsed = listingLine.safeParse({
        type: 'listing',
        supplier_code: code,
        supplier_hotel_id: supplierHotelId,
        ...listing,
      })
      return parsed.success ? [] : [{ supplierHotelId, issues: parsed.error.issues }]
    })
    const texts = new Map(world.cases().map(({ row, told }) => [row.id, told.oddities.text]))
    expect(refused.filter(({ supplierHotelId }) => texts.get(supplierHotelId) !== 'HTML')).toEqual([])
  })

  it('tells names, and what stays hidden, as the world has them', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.names,
        ({ told }) => ({ en: told.name('en') }),
        (one) => !isOther(one),
      ),
    ).toEqual([])
    if (isRapid)
      expect(
        world.wrong(
          ({ listing }) => listing.address_hidden,
          ({ told }) => told.roughPoint !== null,
          (one) => !isOther(one),
        ),
      ).toEqual([])
  })

  it('tells the address', () => {
    function hasAddress({ told }: Case): boolean {
      return !(isRapid && told.roughPoint)
    }
    expect(
      world.wrong(
        ({ listing }) => listing.address_lines,
        ({ told }) => told.address.lines,
        hasAddress,
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.postcode,
        ({ told }) => (hasForm('TEXT_AS_NUMBER')({ told } as Case) && !isRapid ? '10115' : told.address.postcode),
        hasAddress,
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.city,
        ({ told }) => told.address.city,
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.country_code,
        ({ told }) => told.address.countryCode,
      ),
    ).toEqual([])
  })

  it('tells the point, as a number wherever it is one, and the rough one of a hidden house', () => {
    expect(
      world.wrong(
        ({ listing }) => [listing.latitude, listing.longitude, listing.point_quality ?? null],
        ({ told: { point, roughPoint } }) =>
          isRapid && roughPoint
            ? [roughPoint.latitude, roughPoint.longitude, 'APPROXIMATE']
            : point.kind === 'TOLD'
              ? [point.latitude, point.longitude, null]
              : [null, null, null],
        (one) => !isOther(one),
      ),
    ).toEqual([])
  })

  it('tells the phone, also one that came as a number', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.phones.map((phone: Json) => phone.number),
        (one) => (phoneOf(one) === null ? [] : [phoneOf(one)]),
      ),
    ).toEqual([])
    expect(world.cases().filter(hasForm('TEXT_AS_NUMBER')).length).toBeGreaterThan(3)
  })

  it('tells stars in halves, none for 0, and who gave them where the form says it', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.stars,
        ({ told }) => told.stars || null,
      ),
    ).toEqual([])
    expect(world.cases().filter(({ told }) => told.stars === 0).length).toBeGreaterThan(20)
    if (isRapid)
      expect(
        world.wrong(
          ({ listing }) => listing.stars_source,
          ({ told }) => (told.stars ? (told.isOfficial ? 'OFFICIAL' : 'SUPPLIER') : null),
        ),
      ).toEqual([])
  })

  it('tells the type of house in our word, and one that it does not know by its own', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.property_type,
        ({ told }) =>
          told.oddities.form === 'UNKNOWN_ENUM' ? (isRapid ? 'Sky lodge' : 'Sky_lodge') : told.propertyType,
      ),
    ).toEqual([])
  })

  it('tells the chain', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.chain?.name ?? null,
        ({ told: { chain } }) => (chain.kind === 'TOLD' ? chain.name : null),
      ),
    ).toEqual([])
  })

  it('tells every picture in its order, with its first one, and null where a list is null', () => {
    const lists = isRapid ? lacksForm('NULL_LIST') : () => true
    expect(
      world.wrong(
        ({ listing }) => listing.images?.length,
        ({ told }) => told.images.length,
        lists,
      ),
    ).toEqual([])
    if (isRapid) {
      expect(
        world
          .cases()
          .filter(hasForm('NULL_LIST'))
          .map(({ listing }) => listing.images),
      ).not.toContain([])
      expect(
        world.wrong(
          ({ listing }) => listing.images.map((image: Json) => [image.captions.en, image.is_hero]),
          ({ told }) => told.images.map((image) => [image.caption('en'), image.isHero]),
          lists,
        ),
      ).toEqual([])
    }
  })

  it('tells times in 24 hours, words for them too, and what is not told as null', () => {
    expect(
      world.wrong(
        ({ listing: { check_in: arrival, check_out_until: out } }) => [arrival.from, arrival.until, out],
        ({ told: { times } }) => [timeOf(times.from), times.until, times.out],
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.check_in.is_all_day,
        ({ told }) => told.times.isAllDay,
      ),
    ).toEqual([])
  })

  it('tells rooms by the key that prices have, with people, size, views and what they are for', () => {
    expect(
      world.wrong(
        ({ listing }) =>
          listing.rooms.map((room: Json) => [room.key, room.rate_key, room.names.en, room.max_occupancy]),
        ({ told }) =>
          told.rooms.map((room) => {
            const key = room.contentRoomId
            return [key, key, room.name('en'), isRapid ? room.maxOccupancy : room.rgExt?.capacity || null]
          }),
      ),
    ).toEqual([])
    expect(
      world.wrong(
        ({ listing }) => listing.rooms.map((room: Json) => [room.is_smoking === true, room.is_accessible === true]),
        ({ told }) => told.rooms.map((room) => [room.isSmoking, room.isAccessible]),
      ),
    ).toEqual([])
    if (isRapid)
      expect(
        world.wrong(
          ({ listing }) =>
            listing.rooms.map((room: Json) => [room.square_metres, room.view, room.bed_choices[0]?.[0]?.count ?? null]),
          ({ told }) =>
            told.rooms.map((room) => [
              room.squareMetres,
              room.hasCityView ? 'City view' : null,
              room.beds[0]?.count ?? null,
            ]),
        ),
      ).toEqual([])
  })

  it('tells texts as they were sent, with every character but NUL, which Postgres does not keep', () => {
    expect(
      world.wrong(
        ({ listing }) => listing.descriptions.map((text: Json) => text.html).sort(),
        ({ told }) => {
          const { general, location, rooms: ofRooms, dining, headline } = told.texts('en')
          return [general, location, ofRooms, ...(isRapid ? [dining, headline] : [])]
            .map((text) => text.replaceAll('\0', ''))
            .sort()
        },
      ),
    ).toEqual([])
  })

  it('tells how large and how old the house is', () => {
    expect(
      world.wrong(
        ({ listing }) => [listing.rooms_count, listing.year_built],
        ({ told }) => [told.roomsCount, told.yearBuilt],
      ),
    ).toEqual([])
  })

  it('counts fields that are new by their path, and those only', () => {
    const path = isRapid ? 'sustainability' : 'eco_score'
    expect(Object.fromEntries(world.unknown)).toEqual({
      [path]: world.cases().filter(hasForm('UNKNOWN_FIELD')).length,
    })
  })

  it('sells nothing that is paid at the desk only, and shows what has closed as closed', () => {
    const statuses = new Set(world.pass().hotels.map(({ listing }) => listing['status']))
    expect([...statuses].map(String).sort()).toEqual(isRapid ? ['ACTIVE', 'NOT_ON_SALE'] : ['ACTIVE', 'CLOSED'])
    if (isRapid)
      expect(
        world.wrong(
          ({ listing }) => listing.status === 'NOT_ON_SALE',
          ({ row }) => row.raw.business_model.expedia_collect !== true,
        ),
      ).toEqual([])
  })
})

describe.each(['expedia_rapid', 'ratehawk'] as const)('another language of %s', (code) => {
  it('has names and texts in that language', async () => {
    const reader = contentReader({ code, baseUrl: sandbox.baseOf(code), nowAt: sandbox.NOON })
    const { hotels } = await reader.read({ language: 'ja' }, 300)
    await reader.close()
    for (const { supplierHotelId, listing } of hotels) {
      const row = rows.supply.row(code, supplierHotelId, SOME_DAY)
      if (!row) throw new Error(`no ${supplierHotelId}`)
      const told = rows.supply.describe(row, SOME_DAY)
      const read: Json = listing
      expect(read.names).toEqual({ ja: told.name('ja') })
      expect(read.descriptions.every((text: Json) => text.language === 'ja')).toBe(true)
      expect(read.check_in.from).toBe(timeOf(told.times.from))
    }
  })
})
