import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Cities of a known size, for searches of a known size; all other hotels are in cities of 100 to 900. */
export const SIZED_CITIES = [
  { placeId: 1_001, hotels: 500 },
  { placeId: 1_002, hotels: 5_000 },
  { placeId: 1_003, hotels: 20_000 },
] as const

const FIRST_CITY_ID = 2_001
export const FIRST_HOTEL_ID = 100_000
const COUNTRIES = [
  'GB',
  'FR',
  'DE',
  'IT',
  'ES',
  'GR',
  'PT',
  'NL',
  'AT',
  'CH',
  'US',
  'CA',
  'MX',
  'BR',
  'JP',
  'TH',
] as const
const ZONES = ['Europe/London', 'Europe/Paris', 'Europe/Rome', 'America/New_York', 'Asia/Tokyo'] as const
const TYPES = ['hotel', 'hotel', 'hotel', 'aparthotel', 'hostel', 'guest_house', 'resort'] as const
const KINDS = [
  'Hotel',
  'Hôtel',
  'Grand Hotel',
  'Inn',
  'Suites',
  'Resort',
  'Residence',
  'Palace',
  'Lodge',
  'House',
] as const
const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'liteapi', 'ratehawk'] as const
const FACILITIES = 40
const CHAINS = 200

/** A whole number below `below`, the same for the same arguments everywhere: a mixed Weyl sequence. */
export function roll(index: number, salt: number, below: number): number {
  let x = (Math.imul(index, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)) >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return ((x ^ (x >>> 16)) >>> 0) % below
}

const SYLLABLES =
  'ba be bo ca ce co da de do fa fe fo ga ge la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te to va ve vi vo'.split(
    ' ',
  )

/** One of 75,000 invented words, a few of them much commoner than the others. */
export function word(index: number, salt: number): string {
  const number = roll(index, salt, 10) < 6 ? roll(index, salt + 100, 800) : roll(index, salt + 200, 74_088)
  const parts = [number % 42, Math.floor(number / 42) % 42, Math.floor(number / 1_764) % 42]
  const text = parts.map((part) => SYLLABLES[part]).join('')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type City = { readonly placeId: number; readonly hotels: number; readonly latitude: number; readonly longitude: number }

function at(placeId: number): { latitude: number; longitude: number } {
  return {
    latitude: roll(placeId, 1, 120_000) / 1_000 - 50,
    longitude: roll(placeId, 2, 360_000) / 1_000 - 180,
  }
}

function citiesOf(hotels: number): City[] {
  const cities: City[] = []
  let left = hotels
  for (const { placeId, hotels: size } of SIZED_CITIES)
    if (left >= size) {
      cities.push({ placeId, hotels: size, ...at(placeId) })
      left -= size
    }
  for (let placeId = FIRST_CITY_ID; left > 0; placeId++) {
    const size = Math.min(left, 100 + roll(placeId, 3, 800))
    cities.push({ placeId, hotels: size, ...at(placeId) })
    left -= size
  }
  return cities
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** The lines of a catalogue file of so many hotels; the same every time. */
export function* catalogueLines(hotels: number): Generator<string> {
  for (const id of ['hotel', 'aparthotel', 'hostel', 'guest_house', 'resort'])
    yield line({ type: 'property_type', id, names: { en: id } })
  for (let id = 1; id <= FACILITIES; id++)
    yield line({ type: 'facility', id, names: { en: `Facility ${word(id, 4)}` } })
  for (let id = 1; id <= CHAINS; id++) yield line({ type: 'chain', id, names: { en: `${word(id, 5)} Hotels` } })
  for (const [index, code] of COUNTRIES.entries())
    yield line({
      type: 'place',
      id: index + 1,
      place_type: 'country',
      country_code: code,
      ...at(index + 1),
      names: { en: word(index, 6) },
    })
  const cities = citiesOf(hotels)
  for (const { placeId, latitude, longitude, hotels: size } of cities) {
    const country = placeId % COUNTRIES.length
    yield line({
      type: 'place',
      id: placeId,
      place_type: 'city',
      parent_id: country + 1,
      country_code: COUNTRIES[country],
      time_zone: ZONES[placeId % ZONES.length],
      latitude,
      longitude,
      weight: Math.min(1_000, size),
      names: { en: `${word(placeId, 7)} ${placeId % 3 === 0 ? word(placeId, 8) : ''}`.trim(), fr: word(placeId, 9) },
    })
  }
  let id = FIRST_HOTEL_ID
  for (const city of cities) for (let index = 0; index < city.hotels; index++, id++) yield line(hotel(id, city))
}

function hotel(id: number, city: City): object {
  const stars = 1 + roll(id, 10, 5)
  const kind = KINDS[roll(id, 11, KINDS.length)] ?? 'Hotel'
  const name = `${kind} ${word(id, 12)}${roll(id, 13, 2) === 0 ? ` ${word(id, 14)}` : ''}`
  return {
    type: 'hotel',
    id,
    place_id: city.placeId,
    address: `${roll(id, 15, 300)} ${word(id, 16)} Street`,
    names: roll(id, 17, 5) === 0 ? { en: name, fr: `${kind} ${word(id, 18)}` } : { en: name },
    latitude: Math.round((city.latitude + roll(id, 19, 2_000) / 10_000 - 0.1) * 1e6) / 1e6,
    longitude: Math.round((city.longitude + roll(id, 20, 2_000) / 10_000 - 0.1) * 1e6) / 1e6,
    stars,
    property_type: TYPES[roll(id, 21, TYPES.length)],
    weight: roll(id, 22, 1_000),
    chain_id: roll(id, 23, 3) === 0 ? 1 + roll(id, 24, CHAINS) : null,
    facility_ids: Array.from({ length: FACILITIES }, (_, facility) => facility + 1).filter(
      (facility) => roll(id, 30 + facility, 100) < 45 - facility,
    ),
    main_image_url: `https://images.example/${id}.jpg`,
    nightly_usd_cents: 2_000 + stars * 2_500 + roll(id, 25, 12_000),
    suppliers: SUPPLIERS.filter((_, index) => index < 3 || roll(id, 26, 2) === 0).map((supplier_code) => ({
      supplier_code,
      supplier_hotel_id: `${supplier_code.slice(0, 1).toUpperCase()}${id}`,
    })),
  }
}

/** Writes a catalogue file of so many hotels; the same file every time. */
export async function makeCatalogue(hotels: number, path: string, progress: (line: string) => void): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const out = createWriteStream(path)
  let buffered = ''
  let count = 0
  for (const text of catalogueLines(hotels)) {
    buffered += text
    count += 1
    if (buffered.length < 1_000_000) continue
    if (!out.write(buffered)) await once(out, 'drain')
    buffered = ''
    progress(`${count.toLocaleString('en')} lines`)
  }
  out.end(buffered)
  await once(out, 'finish')
}
