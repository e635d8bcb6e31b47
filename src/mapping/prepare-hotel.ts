import type { HotelFacts } from './hotel-facts.ts'
import type { Surroundings } from './names/compare-names.ts'
import { readFormerNames } from './names/former-names.ts'
import { type HouseType, houseTypeOf } from './names/house-types.ts'
import { type NameReading, readName } from './names/read-name.ts'
import { type Phone, readPhone } from './places/phones.ts'
import { type Place, readPoint } from './places/points.ts'
import { type Postcode, readPostcode } from './places/postcodes.ts'
import { type AddressReading, readAddress } from './places/read-address.ts'
import { foldWords } from './text/fold.ts'
import { inLatin } from './text/latin.ts'
import { remembered } from './text/remembered.ts'
import { type Scripts, scriptsOf } from './text/scripts.ts'
import { nearCities } from './words/cities.ts'
import { regionWords } from './words/regions.ts'

/** A name, and in which scripts it is written. */
export type WrittenName = NameReading & { readonly scripts: Scripts }

/** A listing whose texts are folded and parsed once, however often it is judged. */
export type PreparedHotel = {
  readonly facts: HotelFacts
  /** The name, then the same name in other languages. */
  readonly names: readonly WrittenName[]
  readonly formerNames: readonly WrittenName[]
  readonly around: Surroundings
  readonly countryCode: string | null
  readonly cityWords: readonly string[]
  /** Of the table of cities; null for a city that it has not. */
  readonly cityId: string | null
  readonly address: AddressReading | null
  readonly postcode: Postcode | null
  readonly phones: readonly Phone[]
  readonly place: Place | null
  readonly houseType: HouseType | null
  /** Orders two listings in one way, whichever is given first. */
  readonly order: string
}

export function prepareHotel(facts: HotelFacts): PreparedHotel {
  const countryCode = facts.countryCode === null ? null : facts.countryCode.trim().toUpperCase()
  const place = readPoint(facts)
  const cities = nearCities(countryCode, { city: facts.city, point: place?.point ?? null })
  const { current, former } = readFormerNames(facts)
  const names = current.map((name) => ({ ...readName(name, cities), scripts: scriptsOf(name) }))
  const cityWords = latinWords(facts.city ?? '')
  const postcode = readPostcode(facts.postcode, countryCode)
  const ignored = new Set([...cityWords, ...latinWords(facts.postcode ?? '')])
  const address = readAddress(facts.addressLines ?? [], { countryCode, ignored })
  return {
    facts,
    names,
    formerNames: former.map((name) => ({ ...readName(name, cities), scripts: scriptsOf(name) })),
    around: surroundingsOf({ cityWords, countryCode, address, chain: facts.chain }),
    countryCode,
    cityWords,
    cityId: facts.city === null ? null : cities.idOf(foldWords(facts.city).join(' ')),
    address,
    postcode,
    phones: (facts.phones ?? []).flatMap((phone) => readPhone(phone, countryCode) ?? []),
    place:
      place && cities.isMiddle ? { ...place, precisionMeters: Math.max(place.precisionMeters, CITY_METERS) } : place,
    houseType: houseTypeOf(facts.propertyType),
    order: [
      names[0]?.folded,
      address?.folded,
      facts.latitude,
      facts.longitude,
      facts.phones?.join(),
      postcode?.text,
    ].join('\n'),
  }
}

/** How far from a hotel its city's middle may be. */
const CITY_METERS = 3_000

function surroundingsOf(told: {
  readonly cityWords: readonly string[]
  readonly countryCode: string | null
  readonly address: AddressReading | null
  readonly chain: string | null
}): Surroundings {
  return {
    cityWords: new Set(told.cityWords),
    regionWords: regionWords(told.countryCode),
    addressWords: told.address?.names ?? new Set(),
    chainWords: new Set(told.chain === null ? [] : latinWords(told.chain)),
    houseNumbers: new Set((told.address?.numbers ?? []).map(({ from }) => String(from))),
  }
}

const latinWords = remembered(10_000, (text): readonly string[] =>
  foldWords(text).map((word) => (/^[a-z0-9]+$/.test(word) ? word : inLatin(word))),
)
