import { CITIES } from './cities.ts'
import type { CityRow } from './city-row.ts'
import { countryRow } from './countries.ts'
import { between, chance, hash32, pick, shuffled } from './hash.ts'
import { isHidden } from './hotel-details.ts'
import { NOUNS, THEMES } from './name-parts.ts'
import { CHAINS, FACILITIES } from './terms.ts'
import type { LocalizedNames, SandboxHotel, SandboxNumberedTerm } from './types.ts'

/** Hotel ids start here and count up, city by city. */
const FIRST_HOTEL_ID = 501

/** A hotel before it has a name. Names must be unique within a city, so they are assigned last. */
type Draft = Omit<SandboxHotel, 'names'>

/** All invented hotels except the scenario hotels, ordered by id. */
export function inventedHotels(): readonly SandboxHotel[] {
  return hotelsOf(CITIES)
}

/**
 * The invented hotels of the cities, city by city. `furtherIds` adds hotels to a city, which get names that its own hotels have
 * left; they follow the city's own hotels, and change nothing about them.
 */
export function hotelsOf(
  cities: readonly CityRow[],
  furtherIds: (city: CityRow) => readonly number[] = () => [],
): readonly SandboxHotel[] {
  let nextId = FIRST_HOTEL_ID
  return cities.flatMap((city) => {
    const ids = [...Array.from({ length: city.hotelCount }, () => nextId++), ...furtherIds(city)]
    return nameAll(
      ids.map((hotelId) => draftHotel(hotelId, city)),
      city,
    )
  })
}

function draftHotel(hotelId: number, city: CityRow): Draft {
  function roll(what: string): number {
    return hash32('hotel', hotelId, what)
  }
  const propertyType = propertyTypeOf(roll('type'))
  const stars = starsOf(propertyType, roll('stars'))
  const chained = stars !== null && stars >= 3 && ['hotel', 'aparthotel', 'resort'].includes(propertyType)
  return {
    hotelId,
    placeId: city.placeId,
    countryCode: city.countryCode,
    address: addressOf(city, roll('street'), roll('number')),
    ...positionOf(city, roll('angle'), roll('distance')),
    stars,
    chainId: chained && chance(roll('chained'), 420) ? pick(roll('chain'), CHAINS).id : null,
    propertyType,
    facilityIds: facilitiesOf(hotelId, stars, propertyType),
    mainImageUrl: chance(roll('imageless'), 30) ? null : imageUrl('hotels', roll('image')),
    currency: countryRow(city.countryCode).currency,
    timeZone: city.timeZone,
    nightlyUsdCents: nightlyOf(city, stars, { propertyType, hash: roll('price') }),
    weight: between(roll('weight'), 1, 500) + (stars ?? 2) * 80,
    ...(isHidden(hotelId, propertyType) ? { placeHidden: true } : {}),
  }
}

/** The domain `.invalid` is reserved (RFC 6761), so these addresses never resolve. */
export function imageUrl(kind: 'hotels' | 'rooms', hash: number): string {
  return `https://images.sandbox.invalid/${kind}/${hash.toString(36)}.jpg`
}

function propertyTypeOf(hash: number): string {
  const permille = hash % 1000
  if (permille < 640) return 'hotel'
  if (permille < 760) return 'aparthotel'
  if (permille < 840) return 'hostel'
  if (permille < 930) return 'guest_house'
  return permille < 975 ? 'resort' : 'villa'
}

const STAR_CHOICES: Readonly<Record<string, readonly (number | null)[]>> = {
  hotel: [1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5],
  aparthotel: [2, 3, 3, 4, 4, 4, 5],
  hostel: [null, 1, 1, 2],
  guest_house: [null, 2, 3, 3],
  resort: [4, 4, 5, 5],
  villa: [null, 4, 5],
}
function starsOf(propertyType: string, hash: number): number | null {
  return pick(hash, STAR_CHOICES[propertyType] ?? [3])
}

/** The price of a standard double room in an average city by stars, in US cents. */
const BASE_CENTS: Readonly<Record<number, number>> = { 1: 4_800, 2: 7_000, 3: 10_800, 4: 17_500, 5: 36_000 }
const UNRATED_CENTS = 7_600
const TYPE_PERMILLE: Readonly<Record<string, number>> = {
  hostel: 650,
  guest_house: 850,
  aparthotel: 1_050,
  resort: 1_200,
  villa: 1_600,
}

function nightlyOf(
  city: CityRow,
  stars: number | null,
  { propertyType, hash }: { readonly propertyType: string; readonly hash: number },
): number {
  const base = stars === null ? UNRATED_CENTS : (BASE_CENTS[stars] ?? UNRATED_CENTS)
  const permille = city.pricePermille * (TYPE_PERMILLE[propertyType] ?? 1_000) * between(hash, 740, 1_420)
  return Math.round((base * permille) / 1_000_000_000)
}

const KM_PER_DEGREE = 111.2

/** Positions are spread over a disc, denser towards the centre. Five decimals are about one metre. */
function positionOf(city: CityRow, angleHash: number, distanceHash: number): { latitude: number; longitude: number } {
  const angle = (angleHash / 2 ** 32) * 2 * Math.PI
  const distanceKm = city.radiusKm * (distanceHash / 2 ** 32) ** 0.8
  const latitude = city.latitude + (distanceKm * Math.cos(angle)) / KM_PER_DEGREE
  const stretch = KM_PER_DEGREE * Math.cos((city.latitude * Math.PI) / 180)
  const longitude = city.longitude + (distanceKm * Math.sin(angle)) / stretch
  return { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) }
}

export function addressOf(city: CityRow, streetHash: number, numberHash: number): string {
  const number = city.countryCode === 'JP' ? japaneseNumber(numberHash) : String(between(numberHash, 1, 189))
  return city.addressPattern.replace('{n}', number).replace('{s}', pick(streetHash, city.streets))
}

/** District, block and house number, the format of Japanese addresses. */
function japaneseNumber(hash: number): string {
  return `${between(hash, 1, 6)}-${between(hash >>> 8, 1, 24)}-${between(hash >>> 16, 1, 18)}`
}

const KITCHENETTE = 22
const WIFI = 1

function facilitiesOf(hotelId: number, stars: number | null, propertyType: string): readonly number[] {
  const permille = 180 + (stars ?? 1) * 125
  return FACILITIES.map(({ id }) => id).filter((id) => {
    if (id === KITCHENETTE) return propertyType === 'aparthotel' || propertyType === 'villa'
    return chance(hash32('facility', hotelId, id), id === WIFI ? 960 : permille)
  })
}

/** Gives each hotel a name of theme and noun for its property type, so that no two hotels in a city have the same name. */
function nameAll(drafts: readonly Draft[], city: CityRow): SandboxHotel[] {
  const stacks = new Map<string, LocalizedNames[]>()
  return drafts.map((draft) => {
    const chain = CHAINS.find(({ id }) => id === draft.chainId) ?? null
    const key = chain === null ? draft.propertyType : `chain-${chain.id}`
    const stack =
      stacks.get(key) ??
      shuffled(`${city.placeId}-${key}`, chain ? chainNames(chain, city) : ownNames(draft.propertyType, city))
    stacks.set(key, stack)
    const names = stack.pop()
    if (!names) throw new RangeError(`out of names for ${key} in ${city.names.en}: add themes`)
    return { ...draft, names }
  })
}

function ownNames(propertyType: string, { names: city }: CityRow): LocalizedNames[] {
  return (NOUNS[propertyType] ?? []).flatMap((noun) =>
    THEMES.map((theme) => ({
      en: `${theme.en} ${noun.en} ${city.en}`,
      fr: `${noun.fr} ${theme.fr} ${city.fr}`,
      de: `${noun.de} ${theme.de} ${city.de}`,
      ja: `${noun.ja} ${theme.ja} ${city.ja}`,
      ar: `${noun.ar} ${theme.ar} ${city.ar}`,
    })),
  )
}

/** In languages of the Latin script, a chain has its English name. */
function chainNames({ names: chain }: SandboxNumberedTerm, { names: city }: CityRow): LocalizedNames[] {
  return THEMES.map((theme) => ({
    en: `${chain.en} ${theme.en} ${city.en}`,
    fr: `${chain.fr} ${theme.en} ${city.fr}`,
    de: `${chain.de} ${theme.en} ${city.de}`,
    ja: `${chain.ja} ${theme.ja} ${city.ja}`,
    ar: `${chain.ar} ${theme.ar} ${city.ar}`,
  }))
}
