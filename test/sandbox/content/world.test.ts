import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { distanceKm } from '../../../src/domain/geo.ts'
import { SANDBOX_SUPPLIERS } from '../../../src/sandbox/catalogue/types.ts'
import { summaryOf } from '../../../src/sandbox/content/summary.ts'
import { truthLines } from '../../../src/sandbox/content/truth.ts'
import { createWorld, type Listed } from '../../../src/sandbox/content/world.ts'
import { createContentRows, SOME_DAY } from '../../support/content-rows.ts'
import type { Json } from '../../support/http-client.ts'

/** Which hotels there are, who lists them, and that the truth says so. */
const { catalogue, world, supply, rowsOf } = createContentRows()
const summary = summaryOf(world, SOME_DAY)
const everyListing = SANDBOX_SUPPLIERS.flatMap((code) => world.listings(code))

function listedOn(code: (typeof SANDBOX_SUPPLIERS)[number]): readonly Listed[] {
  return supply.listed(code, SOME_DAY).map(({ listed }) => listed)
}

describe('the catalogue behind the world', () => {
  it('has not moved: hotels and listings are those that partners know from before there was a world', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify([catalogue.hotels, catalogue.supplierHotels]))
      .digest('hex')
    expect(digest).toBe('e2d2ab39911c0c4a90cd14be08c5b72d6a44a2388444e4a42f615df41e441ae2')
  })

  it('is all in the world, and its mapped listings are listed on every day', () => {
    for (const code of SANDBOX_SUPPLIERS) {
      const listed = new Set(listedOn(code).map(({ supplierHotelId }) => supplierHotelId))
      const mapped = catalogue.supplierHotels.filter(({ supplierCode }) => supplierCode === code)
      expect(mapped.filter(({ supplierHotelId }) => !listed.has(supplierHotelId))).toEqual([])
    }
  })

  it('sells every listing of the world, rooms and all, under the id that the content has', () => {
    const ids = new Set(everyListing.map(({ supplierCode, supplierHotelId }) => `${supplierCode} ${supplierHotelId}`))
    expect(ids.size).toBe(everyListing.length)
    for (const { supplierCode, supplierHotelId, hotelId } of everyListing) {
      expect(catalogue.findSupplierHotel(supplierCode, supplierHotelId)).toMatchObject({ hotelId })
      expect(catalogue.findHotel(hotelId)).not.toBeNull()
      expect(catalogue.supplierRooms(supplierCode, supplierHotelId).length).toBeGreaterThan(0)
    }
  })
})

describe('a supplier', () => {
  it.each(SANDBOX_SUPPLIERS)('%s: lacks about 15 % of the hotels', (code) => {
    const invented = catalogue.hotels.filter(({ hotelId }) => hotelId < 900_000)
    const has = new Set(listedOn(code).map(({ hotelId }) => hotelId))
    const share = invented.filter(({ hotelId }) => !has.has(hotelId)).length / invented.length
    expect(share).toBeGreaterThan(0.13)
    expect(share).toBeLessThan(0.17)
  })

  it.each(SANDBOX_SUPPLIERS)('%s: is alone with about 6 % of its hotels', (code) => {
    const share = summary.alone[code] / summary.listed[code]
    expect(share).toBeGreaterThan(0.05)
    expect(share).toBeLessThan(0.085)
  })

  it.each(['hotelbeds', 'liteapi'] as const)(
    '%s: has about 1.5 % of its hotels twice, in other words and with an old telephone',
    (code) => {
      const rows = rowsOf(code, SOME_DAY)
      const seconds = rows.filter(({ listed }) => listed.standing === 'TWICE')
      expect(seconds.length).toBe(summary.twice[code])
      expect(seconds.length / rows.length).toBeGreaterThan(0.01)
      expect(seconds.length / rows.length).toBeLessThan(0.02)
      for (const second of seconds) {
        const first = rows.find(({ listed, id }) => listed.hotelId === second.listed.hotelId && id !== second.id)
        // The first listing may be closed on the day.
        if (first) expect(second.raw.name).not.toEqual(first.raw.name)
      }
    },
  )

  it.each(['expedia_rapid', 'hotelbeds', 'ratehawk'] as const)(
    '%s: has ids that do not tell the order of the hotels',
    (code) => {
      const inOrder = [...world.listings(code)].sort((a, b) => a.hotelId - b.hotelId)
      const rising = inOrder.filter(
        (one, index) => Number(one.supplierHotelId) > Number(inOrder[index - 1]?.supplierHotelId),
      )
      expect(rising.length / inOrder.length).toBeGreaterThan(0.3)
      expect(rising.length / inOrder.length).toBeLessThan(0.97)
    },
  )
})

describe('hotels that are not to be taken for one another', () => {
  function pairs(kind: 'NEIGHBOUR' | 'UNIT') {
    return world.hotelIds.flatMap((hotelId) => {
      const one = world.hotel(hotelId)
      const other = one?.beside?.kind === kind ? world.hotel(one.beside.hotelId) : null
      return one && other ? [{ one, other, metres: distanceKm(one.hotel, other.hotel) * 1_000 }] : []
    })
  }

  it('are 60 pairs of one chain within 300 metres, some behind the same door', () => {
    const found = pairs('NEIGHBOUR')
    expect(found).toHaveLength(60)
    for (const { one, other, metres } of found) {
      expect(metres).toBeLessThan(300)
      expect(one.chain).toEqual(other.chain)
      expect(one.names.en).not.toBe(other.names.en)
    }
    const behindOneDoor = found.filter(({ one, other }) => one.hotel.address === other.hotel.address)
    expect(behindOneDoor.length).toBe(30)
    expect(behindOneDoor.every(({ one, other }) => one.phone === other.phone)).toBe(true)
    expect(new Set(found.map(({ one }) => / (Express|North Tower|South|Annex) /.exec(one.names.en)?.[1]))).toEqual(
      new Set(['Express', 'North Tower', 'South', 'Annex']),
    )
  })

  it('are 40 apartments and the buildings that they are in, at Rapid’s VRBO and at LiteAPI', () => {
    const found = pairs('UNIT')
    expect(found).toHaveLength(40)
    expect(Math.max(...found.map(({ metres }) => metres))).toBeLessThan(30)
    const listings = everyListing.filter(({ hotelId }) => world.isUnit(hotelId))
    expect(listings.map(({ supplierCode }) => supplierCode).sort()).toEqual([
      ...Array.from({ length: 40 }, () => 'expedia_rapid'),
      ...Array.from({ length: 40 }, () => 'liteapi'),
    ])
    const rapid = rowsOf('expedia_rapid', SOME_DAY).filter(({ raw }) => raw.supply_source === 'vrbo')
    expect(rapid.map(({ listed }) => listed.hotelId).every(world.isUnit)).toBe(true)
    expect(rapid).toHaveLength(40)
  })

  it('have new names, of which one supplier has not heard', () => {
    const old = Map.groupBy(
      everyListing.filter((listed) => world.oddities(listed).name === 'OLD_NAME'),
      ({ hotelId }) => hotelId,
    )
    expect(old.size).toBeGreaterThan(40)
    for (const [hotelId, listings] of old) {
      expect(listings).toHaveLength(1)
      expect(world.hotel(hotelId)?.formerName).not.toBeNull()
    }
  })
})

describe('the world', () => {
  it('is the same from the same seed, and another from another', () => {
    const [again, other] = [createWorld(catalogue), createWorld(catalogue, 'another')]
    const listings = world.listings('liteapi')
    expect(listings.map((one) => again.oddities(one))).toEqual(listings.map((one) => world.oddities(one)))
    const different = listings.filter(
      (one) => JSON.stringify(other.oddities(one)) !== JSON.stringify(world.oddities(one)),
    )
    expect(different.length / listings.length).toBeGreaterThan(0.5)
  })

  it('has scenario hotels as they are mapped, and nothing awkward about them', () => {
    const scenarios = everyListing.filter(({ standing }) => standing === 'SCENARIO')
    expect(new Set(scenarios.map(({ hotelId }) => hotelId)).size).toBe(scenarios.length)
    for (const listed of scenarios) {
      const { name, oddities } = supply.describe({ listed, life: world.life(listed, SOME_DAY), copy: 0 }, SOME_DAY)
      expect(name('en')).toMatch(/^Scenario: /)
      expect(oddities.point).toBe('EXACT')
    }
  })

  it('holds no prices against its rooms: content rooms are those that prices name', () => {
    for (const { listed, raw, oddities } of rowsOf('hotelbeds', SOME_DAY).slice(0, 500)) {
      if (oddities.rooms !== 'SOME') continue
      const sold = catalogue.supplierRooms('hotelbeds', listed.supplierHotelId).map(({ roomCode }) => roomCode)
      expect(raw.rooms.map((room: Json) => room.roomCode)).toEqual(sold)
    }
  })
})

describe('the truth', () => {
  const lines = [...truthLines(catalogue, world, SOME_DAY)].map((line): Json => JSON.parse(line))
  const listings = lines.filter(({ type }) => type === 'listing')
  const hotels = new Set(lines.filter(({ type }) => type === 'hotel').map(({ hotel }) => hotel))

  it('names the hotel of every row that a supplier sends, and no other row as open', () => {
    for (const code of SANDBOX_SUPPLIERS) {
      const open = listings.filter((one) => one.supplier_code === code && one.is_open)
      expect(new Set(open.map((one) => one.supplier_hotel_id))).toEqual(
        new Set(rowsOf(code, SOME_DAY).map(({ id }) => id)),
      )
    }
    expect(listings.every(({ hotel }) => hotels.has(hotel))).toBe(true)
  })

  it('[20] has one truth about a room at all suppliers, but for the slips that it names, and a duplex as a room of its own', () => {
    const told = new Map<string, Set<string>>()
    const slips: string[] = []
    const duplexes: string[] = []
    for (const code of SANDBOX_SUPPLIERS)
      for (const listed of world.listings(code))
        for (const { kind, slip, name, isSmoking, isAccessible, squareMetres } of world.describe(listed, SOME_DAY)
          .rooms) {
          if (slip !== null) slips.push(slip)
          if (kind.endsWith('floor 2')) duplexes.push(name('en'))
          if (slip !== null || / \d+F$|, \d+F/.test(name('en'))) continue
          const facts = JSON.stringify([isSmoking, isAccessible, squareMetres])
          const key = `${listed.hotelId} ${kind}`
          told.set(key, (told.get(key) ?? new Set()).add(facts))
        }
    expect([...told].filter(([, facts]) => facts.size > 1)).toEqual([])
    expect(told.size).toBeGreaterThan(5_000)
    expect(duplexes.length).toBeGreaterThan(100)
    expect([...new Set(slips)].sort()).toEqual(['BEDS', 'SMOKING'])
    const named = listings.flatMap((one) => Object.keys(one.slips))
    expect(named.length).toBeGreaterThan(100)
  })

  it('names the kind of every room that is sold, by the id that content has for it', () => {
    const byId = new Map(listings.map((one) => [`${one.supplier_code} ${one.supplier_hotel_id}`, one]))
    for (const { listed, detail, oddities } of rowsOf('liteapi', SOME_DAY)) {
      if (oddities.rooms !== 'SOME') continue
      const told = Object.keys(byId.get(`liteapi ${listed.supplierHotelId}`).rooms)
      expect(detail.rooms.map((room: Json) => String(room.id)).sort()).toEqual(told.sort())
    }
  })
})
