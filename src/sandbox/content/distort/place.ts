import { movedBy } from '../../catalogue/further-hotels.ts'
import { between, hash32 } from '../../catalogue/hash.ts'
import type { DistortedAddress, DistortedPoint } from '../distorted-listing.ts'
import type { Edits } from '../life.ts'
import { type Oddities, STATE_OF } from '../oddities.ts'
import type { TrueHotel } from '../true-hotel.ts'

type Placed = { readonly truth: TrueHotel; readonly oddities: Oddities; readonly edits: Edits; readonly key: number }

/** Points in another country than the hotel, by the hotel's: just across a border or a strait. */
const ABROAD: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  GB: [50.9513, 1.8587],
  FR: [49.6117, 6.1319],
  DE: [50.0755, 14.4378],
  IT: [46.0051, 8.9526],
  ES: [42.5063, 1.5218],
  GR: [40.8533, 19.5687],
  US: [45.5019, -73.5674],
  JP: [35.1796, 129.0756],
  TH: [17.9757, 102.6331],
  AE: [26.1811, 56.2477],
  EG: [31.2518, 34.4668],
  KW: [30.5085, 47.7804],
  KZ: [42.8746, 74.5698],
  KR: [34.2051, 129.287],
}

export function distortedPoint({ truth, oddities, edits, key }: Placed): DistortedPoint {
  const { latitude, longitude, countryCode } = truth.hotel
  const moved = movedBy({ latitude, longitude }, between(hash32('moved', key), 200, 900), key)
  const base = edits.isMoved
    ? movedBy({ latitude, longitude }, between(hash32('later', key), 350, 1_600), key >>> 4)
    : null
  const here = base ?? { latitude, longitude }
  switch (oddities.point) {
    case 'ABSENT':
    case 'NULL':
      return { kind: oddities.point }
    case 'ZERO':
      return { kind: 'TOLD', latitude: 0, longitude: 0 }
    case 'SWAPPED':
      return { kind: 'TOLD', latitude: here.longitude, longitude: here.latitude }
    case 'MOVED':
      return { kind: 'TOLD', ...(base ?? moved) }
    case 'CITY_CENTRE':
      return { kind: 'TOLD', latitude: truth.city.latitude, longitude: truth.city.longitude }
    case 'ABROAD': {
      const [there, east] = ABROAD[countryCode] ?? [latitude + 6, longitude + 6]
      return { kind: 'TOLD', latitude: there, longitude: east }
    }
    case 'ROUGH':
      return { kind: 'TOLD', latitude: Number(here.latitude.toFixed(2)), longitude: Number(here.longitude.toFixed(2)) }
    case 'EXACT':
      return { kind: 'TOLD', ...nearby(here, key) }
  }
}

/** Two suppliers' points of one hotel are some metres apart. */
function nearby(point: { readonly latitude: number; readonly longitude: number }, key: number): typeof point {
  return movedBy(point, key % 35, key >>> 6)
}

/** How streets are abbreviated, in the languages of the sandbox's addresses. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bStreet\b/, 'St.'],
  [/\bRoad\b/, 'Rd'],
  [/\bAvenue\b/, 'Ave'],
  [/\bLane\b/, 'Ln'],
  [/\bPlace\b/, 'Pl'],
  [/\bBoulevard\b/, 'Blvd'],
  [/\bDrive\b/, 'Dr'],
  [/^avenue /, 'av. '],
  [/^boulevard /, 'bd '],
  [/^place /, 'pl. '],
  [/straße/, 'str.'],
  [/platz/, 'pl.'],
  [/^Via /, 'V. '],
  [/^Piazza /, 'P.za '],
  [/^Carrer /, 'C/ '],
  [/^Avinguda /, 'Av. '],
  [/^Plaça /, 'Pl. '],
  [/^Calle /, 'C/ '],
  [/^Avenida /, 'Av. '],
]

/** Countries whose addresses have the number before the street. */
const NUMBER_FIRST: ReadonlySet<string> = new Set([
  'GB',
  'FR',
  'US',
  'TH',
  'AE',
  'EG',
  'KW',
  'NZ',
  'FJ',
  'WS',
  'HK',
  'GP',
  'JP',
])

export function distortedAddress({ truth, oddities }: Pick<Placed, 'truth' | 'oddities'>): DistortedAddress {
  const { number, street, latinStreet, postcode, stateCode, stateName } = truth.address
  const { countryCode } = truth.hotel
  const written = oddities.address === 'ABBREVIATED' ? abbreviated(latinStreet) : latinStreet
  const isNumberFirst = NUMBER_FIRST.has(countryCode) !== (oddities.address === 'NUMBER_LAST')
  const line = isNumberFirst ? `${number} ${written}` : `${written} ${number}`
  const city = truth.city.names.en
  return {
    lines: linesOf(oddities.address, { line, local: `${street} ${number}`, postcode, city }),
    street: oddities.address === 'EMPTY' ? '' : written,
    number: oddities.address === 'EMPTY' ? '' : number,
    city,
    postcode: distortedPostcode(postcode, oddities.postcode, countryCode),
    stateCode,
    stateName,
    countryCode: distortedCountry(countryCode, oddities.country),
  }
}

function abbreviated(street: string): string {
  const found = ABBREVIATIONS.find(([word]) => word.test(street))
  return found ? street.replace(found[0], found[1]) : street
}

type Lines = { readonly line: string; readonly local: string; readonly postcode: string | null; readonly city: string }

function linesOf(form: Oddities['address'], { line, local, postcode, city }: Lines): readonly string[] {
  if (form === 'EMPTY') return []
  if (form === 'TWO_LANGUAGES') return [`${line} / ${local}`]
  if (form === 'POSTCODE_INSIDE' && postcode !== null) return [`${line}, ${postcode} ${city}`]
  return [line]
}

function distortedPostcode(postcode: string | null, form: Oddities['postcode'], countryCode: string): string | null {
  if (postcode === null || form === 'MISSING') return null
  if (form === 'SPACED')
    return postcode.includes(' ') ? postcode.replaceAll(' ', '') : `${postcode.slice(0, 3)} ${postcode.slice(3)}`
  return form === 'PREFIXED' ? `${countryCode}-${postcode}` : postcode
}

function distortedCountry(countryCode: string, form: Oddities['country']): string {
  if (form === 'OF_ITS_STATE') return STATE_OF[countryCode] ?? countryCode
  return form === 'LOWER_CASE' ? countryCode.toLowerCase() : countryCode
}
