import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isNationality, NATIONALITY_CODES } from '../../src/domain/nationalities.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { SCENARIO_PLACE_ID } from '../../src/sandbox/catalogue/cities.ts'
import { type LocalizedNames, SANDBOX_LANGUAGES, SANDBOX_SUPPLIERS } from '../../src/sandbox/catalogue/types.ts'
import { behaviourOf, SCENARIOS } from '../../src/sandbox/scenarios.ts'

const startedMs = performance.now()
const catalogue = sandboxCatalogue()
console.info(`sandbox catalogue built in ${Math.round(performance.now() - startedMs)} ms`)

const { places, hotels, supplierHotels } = catalogue
const cities = places.filter(({ type }) => type === 'city')
const scenarioIds = new Set(SCENARIOS.map(({ hotelId }) => hotelId))
function listingsOf(hotelId: number) {
  return supplierHotels.filter((listing) => listing.hotelId === hotelId)
}
const allRooms = supplierHotels.map((listing) => ({
  listing,
  rooms: catalogue.supplierRooms(listing.supplierCode, listing.supplierHotelId),
}))

function expectUnique(values: readonly (string | number)[]): void {
  return expect(new Set(values).size).toBe(values.length)
}
function isComplete(names: LocalizedNames): boolean {
  return SANDBOX_LANGUAGES.every((language) => names[language].trim() !== '')
}

/** Every slug of the design's table of scenarios. */
const SLUGS =
  `confirm async hold hold-short hold-refused hold-timeout hold-lapses price-changed sold-out refused book-timeout
  book-lost slow no-price supplier-error cancel-free cancel-penalty cancel-unknown cancel-boundary cancel-timeout
  cancel-unsupported unmapped-room ambiguous-room conflict-room mapping-pending mapping-unverified jpy kwd
  refundable-late refundable-late-hotelbeds refundable-late-ratehawk refundable-late-liteapi non-refundable
  charged-more cancelled-by-hotel min-stay-3 substitute checkin-special test-hotel
  form-duplicate async-late crashed-after-finish orphan moved-dates`.split(/\s+/)

describe('places', () => {
  it('are at least 14 cities in 7 countries, each city in its own country', () => {
    const countries = places.filter(({ type }) => type === 'country')
    expect(cities.length).toBeGreaterThanOrEqual(14)
    expect(countries.length).toBeGreaterThanOrEqual(7)
    expectUnique(places.map(({ placeId }) => placeId))
    for (const city of cities)
      expect(countries.find(({ placeId }) => placeId === city.parentId)?.countryCode).toBe(city.countryCode)
  })

  it('have names in every language and local names in at least four scripts', () => {
    const scripts = ['Latin', 'Arabic', 'Han', 'Greek', 'Thai', 'Cyrillic', 'Hangul']
    const used = scripts.filter((script) =>
      cities.some(({ localName }) => new RegExp(`\\p{Script=${script}}`, 'u').test(localName)),
    )
    expect(places.filter(({ names }) => !isComplete(names))).toEqual([])
    expect(used.length).toBeGreaterThanOrEqual(4)
    for (const { names } of places) {
      expect(names.ja).toMatch(/[\p{Script=Han}\p{Script=Katakana}]/u)
      expect(names.ar).toMatch(/\p{Script=Arabic}/u)
    }
  })

  it('lie on both sides of the date line, in zones that exist, far apart in date', () => {
    expect(cities.some(({ longitude }) => longitude > 170)).toBe(true)
    expect(cities.some(({ longitude }) => longitude < -150)).toBe(true)
    const late = Temporal.Instant.from('2027-01-15T11:30:00Z')
    const dates = cities.map(({ timeZone }) =>
      late
        .toZonedDateTimeISO(timeZone ?? 'none')
        .toPlainDate()
        .toString(),
    )
    expect(new Set(dates).size).toBe(2)
  })
})

describe('hotels', () => {
  it('are some 3,000, with unique ids, in cities of the catalogue', () => {
    const cityIds = new Set(cities.map(({ placeId }) => placeId))
    expect(hotels.length).toBeGreaterThanOrEqual(2_900)
    expect(hotels.length).toBeLessThanOrEqual(3_100)
    expectUnique(hotels.map(({ hotelId }) => hotelId))
    expect(hotels.filter(({ placeId }) => !cityIds.has(placeId))).toEqual([])
  })

  it('have a name in every language that no other hotel of their city has', () => {
    expect(hotels.filter(({ names }) => !isComplete(names))).toEqual([])
    for (const language of SANDBOX_LANGUAGES)
      expectUnique(hotels.map(({ placeId, names }) => `${placeId} ${names[language]}`))
  })

  it('name only chains, facilities and property types of the lists, which have names in every language', () => {
    const chains = new Set(catalogue.chains.map(({ id }) => id))
    const facilities = new Set(catalogue.facilities.map(({ id }) => id))
    const types = new Set(catalogue.propertyTypes.map(({ id }) => id))
    const terms = [...catalogue.chains, ...catalogue.facilities, ...catalogue.propertyTypes]
    expect(terms.filter(({ names }) => !isComplete(names))).toEqual([])
    expect(chains.size).toBe(12)
    expect(
      hotels.filter(
        ({ chainId, facilityIds, propertyType }) =>
          (chainId !== null && !chains.has(chainId)) ||
          facilityIds.some((id, index) => !facilities.has(id) || id <= (facilityIds[index - 1] ?? 0)) ||
          !types.has(propertyType),
      ),
    ).toEqual([])
    expect(new Set(hotels.map(({ chainId }) => chainId)).size).toBe(13)
    expect(new Set(hotels.map(({ propertyType }) => propertyType))).toEqual(types)
  })

  it('have stars of 1 to 5 or none, a whole positive base price and a position within 15 km of their centre', () => {
    const centres = new Map(cities.map((city) => [city.placeId, city]))
    for (const hotel of hotels) {
      const centre = centres.get(hotel.placeId)
      expect([null, 1, 2, 3, 4, 5]).toContain(hotel.stars)
      expect(Number.isSafeInteger(hotel.nightlyUsdCents) && hotel.nightlyUsdCents > 0).toBe(true)
      expect(Math.abs(hotel.latitude - (centre?.latitude ?? 0)) * 111).toBeLessThan(15)
      expect(hotel.timeZone).toBe(centre?.timeZone)
    }
    expect(hotels.some(({ stars }) => stars === null)).toBe(true)
  })

  it('are the same at every build', () => {
    const again = sandboxCatalogue()
    expect(again.hotels).toEqual(hotels)
    expect(again.supplierHotels).toEqual(supplierHotels)
    const [first] = allRooms
    expect(again.supplierRooms(first?.listing.supplierCode ?? '', first?.listing.supplierHotelId ?? '')).toEqual(
      first?.rooms,
    )
  })
})

describe('mappings', () => {
  it('sell every hotel through one to four suppliers, about three quarters through Rapid', () => {
    const sellers = Map.groupBy(supplierHotels, ({ hotelId }) => hotelId)
    const rapid = supplierHotels.filter(({ supplierCode }) => supplierCode === 'expedia_rapid')
    expect(sellers.size).toBe(hotels.length)
    expect(new Set([...sellers.values()].map((rows) => rows.length))).toEqual(new Set([1, 2, 3, 4]))
    expect(rapid.length / hotels.length).toBeGreaterThan(0.7)
    expect(rapid.length / hotels.length).toBeLessThan(0.8)
  })

  it('give each hotel another id at each supplier, in that supplier’s style, and find it by that id', () => {
    expectUnique(supplierHotels.map(({ supplierCode, supplierHotelId }) => `${supplierCode} ${supplierHotelId}`))
    expectUnique(supplierHotels.map(({ supplierCode, hotelId }) => `${supplierCode} ${hotelId}`))
    for (const listing of supplierHotels) {
      expect(listing.supplierHotelId).toMatch(listing.supplierCode === 'liteapi' ? /^lp[0-9a-f]+$/ : /^[1-9]\d+$/)
      expect(catalogue.findSupplierHotel(listing.supplierCode, listing.supplierHotelId)).toBe(listing)
    }
    expect(catalogue.findSupplierHotel('expedia_rapid', '1')).toBeNull()
    expect(catalogue.findHotel(1)).toBeNull()
  })

  it('sell two to five rooms a hotel with unique codes; only MATCHED ones have a service room, and it is the hotel’s own', () => {
    for (const { listing, rooms } of allRooms) {
      const service = catalogue.serviceRooms(listing.hotelId).map(({ roomId }) => roomId)
      expect(rooms.length >= 2 && rooms.length <= 5).toBe(true)
      expectUnique(rooms.map(({ roomCode }) => roomCode))
      for (const { mappingStatus, roomId, ratePlans } of rooms) {
        expect(mappingStatus === 'MATCHED' ? service.includes(roomId ?? '') : roomId === null).toBe(true)
        expect(ratePlans.length).toBeGreaterThan(0)
      }
    }
    const statuses = new Set(allRooms.flatMap(({ rooms }) => rooms.map(({ mappingStatus }) => mappingStatus)))
    expect(statuses).toEqual(new Set(['MATCHED', 'AMBIGUOUS', 'UNMAPPED', 'CONFLICT']))
  })

  it('give service rooms ids that are unique over the catalogue, and names in every language', () => {
    const rooms = hotels.flatMap(({ hotelId }) => catalogue.serviceRooms(hotelId))
    expectUnique(rooms.map(({ roomId }) => roomId))
    expect(rooms.filter(({ names }) => !isComplete(names))).toEqual([])
    expect(catalogue.serviceRooms(1)).toEqual([])
    expect(catalogue.supplierRooms('expedia_rapid', '1')).toEqual([])
  })
})

describe('scenarios', () => {
  it('are all there once, each a hotel of its own name, sold by its one supplier', () => {
    expect(SCENARIOS.map(({ slug }) => slug)).toEqual(SLUGS)
    for (const { slug, hotelId, supplierCode, supplierHotelId, verification, currency } of SCENARIOS) {
      expect(catalogue.findHotel(hotelId)?.names.ja).toBe(`Scenario: ${slug}`)
      expect(listingsOf(hotelId)).toEqual([{ supplierCode, supplierHotelId, hotelId, verification, currency }])
    }
  })

  it('are alone in their city, so that no other search meets them', () => {
    expect(
      hotels.filter(({ placeId }) => placeId === SCENARIO_PLACE_ID).every(({ hotelId }) => scenarioIds.has(hotelId)),
    ).toBe(true)
    expect(
      hotels.filter(({ hotelId }) => scenarioIds.has(hotelId)).every(({ placeId }) => placeId === SCENARIO_PLACE_ID),
    ).toBe(true)
  })

  it('can take a party of five in one room, and offer a hold on every rate where the scenario is about holds', () => {
    for (const { slug, supplierCode, supplierHotelId, roomMapping } of SCENARIOS) {
      const rooms = catalogue.supplierRooms(supplierCode, supplierHotelId)
      const plans = rooms.flatMap(({ ratePlans }) => ratePlans)
      expect(Math.max(...rooms.map(({ maxOccupancy }) => maxOccupancy))).toBe(5)
      expect(rooms.every(({ mappingStatus }) => mappingStatus === roomMapping)).toBe(true)
      if (/^(hold|mapping)/.test(slug)) expect(plans.every(({ holdWindowMs }) => holdWindowMs !== null)).toBe(true)
    }
  })

  it('leave ordinary hotels to a supplier that behaves, of which only Rapid holds', () => {
    for (const supplierCode of SANDBOX_SUPPLIERS) {
      const behaviour = behaviourOf(supplierCode, '12345')
      expect(behaviour).toMatchObject({ shop: 'NORMAL', priceCheck: 'NORMAL', book: 'NORMAL', cancel: 'NORMAL' })
      expect(behaviour.holdWindowMs !== null).toBe(supplierCode === 'expedia_rapid')
    }
  })

  it('are documented in docs/guides/sandbox.md with the ids and words that the sandbox goes by', async () => {
    const docs = await readFile(new URL('../../docs/guides/sandbox.md', import.meta.url), 'utf8')
    for (const { slug, hotelId, supplierCode, happens } of SCENARIOS)
      expect(docs).toContain(`| \`${slug}\` | ${hotelId} | \`${supplierCode}\` | ${happens} |`)
    for (const { placeId, names } of cities) expect(docs).toContain(`| ${placeId} | ${names.en} |`)
  })
})

describe('nationalities', () => {
  it('are the 249 codes of ISO 3166-1, each known to CLDR by name', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
    expect(NATIONALITY_CODES).toHaveLength(249)
    expect(NATIONALITY_CODES).toEqual([...new Set(NATIONALITY_CODES)].sort())
    expect(NATIONALITY_CODES.filter((code) => names.of(code) === undefined)).toEqual([])
    expect(['GB', 'JP', 'WS'].every(isNationality)).toBe(true)
    expect(['gb', 'UK', 'EU', 'XX', '', 'GBR'].some(isNationality)).toBe(false)
  })
})
