import { CITIES, cityRow } from './cities.ts'
import type { CityRow } from './city-row.ts'
import { between, hash32, pick, shuffled } from './hash.ts'
import { hotelsOf, imageUrl } from './hotels.ts'
import { CHAINS } from './terms.ts'
import { TERRITORY_CITIES } from './territories.ts'
import type { FurtherHotel, LocalizedNames, SandboxHotel, SandboxSupplierCode } from './types.ts'

const FIRST_FURTHER_ID = 600_001
const ALONE: Readonly<Record<SandboxSupplierCode, number>> = {
  expedia_rapid: 20,
  hotelbeds: 60,
  ratehawk: 50,
  liteapi: 90,
}
const IN_EACH_TERRITORY = 8
const NEIGHBOURS = 60
const UNITS = 40

/** All of them, in an order that depends on nothing but the catalogue's hotels. */
export function furtherHotels(hotels: readonly SandboxHotel[]): readonly FurtherHotel[] {
  const alone = Object.entries(ALONE).flatMap(([code, count]) => Array.from({ length: count }, () => code))
  const firstTerritory = FIRST_FURTHER_ID + alone.length
  const named = namedHotels(alone.length)
  const firstNeighbour = firstTerritory + IN_EACH_TERRITORY * TERRITORY_CITIES.length
  return [
    ...named.map((hotel): FurtherHotel => {
      const isAlone = hotel.hotelId < firstTerritory
      return {
        hotel,
        kind: isAlone ? 'ALONE' : 'TERRITORY',
        // The keys of ALONE are suppliers' codes.
        supplierCode: isAlone ? (alone[hotel.hotelId - FIRST_FURTHER_ID] as SandboxSupplierCode) : null,
        besideHotelId: null,
      }
    }),
    ...neighboursOf(hotels, firstNeighbour),
    ...unitsOf(hotels, firstNeighbour + NEIGHBOURS),
  ]
}

/** Hotels with names of their own, by id. */
function namedHotels(aloneCount: number): readonly SandboxHotel[] {
  const streets = CITIES.flatMap((city) => Array.from({ length: city.hotelCount }, () => city))
  const inCity = Map.groupBy(
    Array.from({ length: aloneCount }, (_, index) => FIRST_FURTHER_ID + index),
    (hotelId) => pick(hash32('further-city', hotelId), streets),
  )
  TERRITORY_CITIES.forEach((city, index) => {
    const first = FIRST_FURTHER_ID + aloneCount + index * IN_EACH_TERRITORY
    inCity.set(
      city,
      Array.from({ length: IN_EACH_TERRITORY }, (_, nth) => first + nth),
    )
  })
  return hotelsOf([...CITIES, ...TERRITORY_CITIES], (city: CityRow) => inCity.get(city) ?? [])
    .filter(({ hotelId }) => hotelId >= FIRST_FURTHER_ID)
    .sort((a, b) => a.hotelId - b.hotelId)
}

type Words = readonly [en: string, fr: string, de: string, ja: string, ar: string]

/** What tells a neighbour's name from its hotel's. `inBrand` stands behind the chain, the others behind the name. */
const NEIGHBOUR_KINDS: readonly {
  readonly words: Words
  readonly inBrand: boolean
  /** In the same house or court: it has the same address and telephone. */
  readonly sharesDoor: boolean
}[] = [
  { words: ['Express', 'Express', 'Express', 'エクスプレス', 'إكسبريس'], inBrand: true, sharesDoor: false },
  {
    words: ['North Tower', 'Tour Nord', 'Nordturm', 'ノースタワー', 'البرج الشمالي'],
    inBrand: false,
    sharesDoor: true,
  },
  { words: ['South', 'Sud', 'Süd', 'サウス', 'الجنوبي'], inBrand: false, sharesDoor: false },
  { words: ['Annex', 'Annexe', 'Dependance', 'アネックス', 'الملحق'], inBrand: false, sharesDoor: true },
]

function neighboursOf(hotels: readonly SandboxHotel[], firstId: number): readonly FurtherHotel[] {
  return shuffled(
    'neighbours',
    hotels.filter(({ chainId }) => chainId !== null),
  )
    .slice(0, NEIGHBOURS)
    .map((beside, index) => ({
      hotel: neighbourOf(beside, firstId + index),
      kind: 'NEIGHBOUR',
      supplierCode: null,
      besideHotelId: beside.hotelId,
    }))
}

function neighbourOf(beside: SandboxHotel, hotelId: number): SandboxHotel {
  const { words, inBrand, sharesDoor: isSameDoor } = pick(hotelId, NEIGHBOUR_KINDS)
  const hash = hash32('neighbour', hotelId)
  return {
    ...beside,
    ...movedBy(beside, isSameDoor ? between(hash, 20, 60) : between(hash, 90, 280), hash >>> 8),
    hotelId,
    names: withWords(beside, words, inBrand),
    address: isSameDoor ? beside.address : nextDoor(beside.address),
    stars: beside.stars === null || !inBrand ? beside.stars : Math.max(2, beside.stars - 1),
    mainImageUrl: imageUrl('hotels', hash),
    nightlyUsdCents: Math.round(beside.nightlyUsdCents * (inBrand ? 0.7 : 0.95)),
  }
}

/** True where a neighbour or unit has the telephone of the hotel beside it. */
export function sharesDoor({ hotel, kind }: Pick<FurtherHotel, 'hotel' | 'kind'>): boolean {
  return kind === 'UNIT' || (kind === 'NEIGHBOUR' && pick(hotel.hotelId, NEIGHBOUR_KINDS).sharesDoor)
}

function withWords({ names, placeId, chainId }: SandboxHotel, words: Words, inBrand: boolean): LocalizedNames {
  const city = cityRow(placeId).names
  const chain = CHAINS.find(({ id }) => id === chainId)?.names
  function worded(language: keyof LocalizedNames, word: string): string {
    const name = names[language]
    const brand = chain?.[language] ?? ''
    return inBrand
      ? name.replace(brand, `${brand} ${word}`)
      : `${name.replace(city[language], '').trim()} ${word} ${city[language]}`
  }
  const [en, fr, de, ja, ar] = words
  return {
    en: worded('en', en),
    fr: worded('fr', fr),
    de: worded('de', de),
    ja: worded('ja', ja),
    ar: worded('ar', ar),
  }
}

/** The house two numbers on: the last number of an address is the house's. */
function nextDoor(address: string): string {
  const numbers = [...address.matchAll(/\d+/g)]
  const last = numbers.at(-1)
  if (!last) return address
  return address.slice(0, last.index) + String(Number(last[0]) + 2) + address.slice(last.index + last[0].length)
}

const APARTMENT: Words = ['Apartment', 'Appartement', 'Apartment', 'アパートメント', 'شقة']

function unitsOf(hotels: readonly SandboxHotel[], firstId: number): readonly FurtherHotel[] {
  return shuffled(
    'units',
    hotels.filter(({ propertyType, placeHidden }) => propertyType === 'aparthotel' && !placeHidden),
  )
    .slice(0, UNITS)
    .map((building, index): FurtherHotel => {
      const hotelId = firstId + index
      const hash = hash32('unit', hotelId)
      const number = between(hash, 2, 19) * 100 + between(hash >>> 8, 1, 20)
      const [en, fr, de, ja, ar] = APARTMENT.map((word) => `${word} ${number}`)
      const { names } = building
      return {
        hotel: {
          ...building,
          ...movedBy(building, between(hash, 0, 15), hash >>> 12),
          hotelId,
          names: {
            en: `${en}, ${names.en}`,
            fr: `${fr}, ${names.fr}`,
            de: `${de}, ${names.de}`,
            ja: `${names.ja} ${ja}`,
            ar: `${ar} ${names.ar}`,
          },
          stars: null,
          chainId: null,
          mainImageUrl: imageUrl('hotels', hash),
          nightlyUsdCents: Math.round(building.nightlyUsdCents * 1.1),
        },
        kind: 'UNIT',
        supplierCode: null,
        besideHotelId: building.hotelId,
      }
    })
}

const METRES_PER_DEGREE = 111_200

/** The point so many metres away, in a direction by hash; five decimals are about one metre. */
export function movedBy(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  metres: number,
  hash: number,
): { readonly latitude: number; readonly longitude: number } {
  const angle = ((hash % 360) * Math.PI) / 180
  const stretch = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  return {
    latitude: Number((latitude + (metres * Math.cos(angle)) / METRES_PER_DEGREE).toFixed(5)),
    longitude: Number((longitude + (metres * Math.sin(angle)) / stretch).toFixed(5)),
  }
}
