import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelledPair } from '../../../bench/mapping-pairs.ts'
import type { HotelFacts } from '../../../src/mapping/hotel-facts.ts'
import { CALLING_CODES } from './calling-codes.ts'

type Hotel = {
  readonly kind: string
  readonly cities: readonly string[]
  readonly country: string
  readonly area: string
  readonly name: string
  readonly wordings: readonly string[]
  readonly scripts: readonly string[]
  readonly before: readonly string[]
  readonly street: string
  readonly postcode: string | null
  readonly latitude: number
  readonly longitude: number
  readonly stars: number | null
  readonly chain: string | null
  readonly phone: string
}

/** The lists of hotels in other cities than the development pairs. */
export type HotelList = 'hotels.txt' | 'more-hotels.txt' | 'third-hotels.txt' | 'fourth-hotels.txt' | 'fifth-hotels.txt'

/** Pairs of a list's hotels, with the faults of suppliers' lines; the same seed makes the same pairs. */
export function makePairs(seed: number, file: HotelList = 'hotels.txt'): readonly LabelledPair[] {
  const maker = new PairMaker(seed)
  return Map.groupBy(readHotels(file), ({ cities, kind }) => `${cities[0]} ${kind}`)
    .values()
    .flatMap((cluster) => [...cluster.flatMap((hotel) => maker.same(hotel)), ...maker.neighbours(cluster)])
    .toArray()
}

function readHotels(file: HotelList): readonly Hotel[] {
  const hotels: Hotel[] = []
  let place: Pick<Hotel, 'kind' | 'cities' | 'country' | 'area'> = { kind: '', cities: [], country: '', area: '' }
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim())
    const head = line.match(/^\[(\w+)\] ([^|]+)/)
    if (line.startsWith('#') || line === '') continue
    if (head)
      place = { kind: head[1] ?? '', cities: list(head[2] ?? ''), country: cells[1] ?? '', area: cells[2] ?? '' }
    else hotels.push(hotelOf(cells, place, hotels.length))
  }
  return hotels
}

function hotelOf(
  cells: readonly string[],
  place: Pick<Hotel, 'kind' | 'cities' | 'country' | 'area'>,
  index: number,
): Hotel {
  const [
    name = '',
    wordings = '',
    scripts = '',
    before = '',
    street = '',
    postcode = '',
    point = '',
    stars = '',
    chain = '',
  ] = cells
  const [latitude = 0, longitude = 0] = point.split(',').map(Number)
  return {
    ...place,
    name,
    wordings: list(wordings),
    scripts: list(scripts),
    before: list(before),
    street,
    postcode: postcode === '-' ? null : postcode,
    latitude,
    longitude,
    stars: stars === '-' ? null : Number(stars),
    chain: chain === '-' ? null : chain,
    phone: `${place.area.replace(/^0|-/g, '')}${String(5_550_100 + index * 137).slice(0, 7)}`,
  }
}

function list(cell: string): readonly string[] {
  return cell
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item !== '-')
}

class PairMaker {
  private state: number
  private count = 0

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  same(hotel: Hotel): readonly LabelledPair[] {
    const pairs = [this.pair(hotel, { ...hotel, name: this.noisy(hotel) }, 'same-noise')]
    for (const name of hotel.wordings) pairs.push(this.pair(hotel, { ...hotel, name }, 'same-wording'))
    for (const name of hotel.scripts) pairs.push(this.pair(hotel, { ...hotel, name }, 'same-other-script'))
    for (const name of hotel.before) pairs.push(this.pair(hotel, { ...hotel, name }, 'same-renamed'))
    return pairs
  }

  neighbours(cluster: readonly Hotel[]): readonly LabelledPair[] {
    return cluster.flatMap((a, index) =>
      cluster.slice(index + 1).flatMap((b) => {
        const name = this.one([b.name, b.name, ...b.wordings, ...b.scripts])
        const phone = a.street === b.street && this.chance(0.5) ? a.phone : b.phone
        const pair = this.pair(a, { ...b, name, phone }, `neighbour-${a.kind}`, 'DIFFERENT')
        if (!this.chance(0.2)) return [pair]
        const misplaced = { ...b, name, latitude: a.latitude, longitude: a.longitude }
        return [pair, this.pair(a, misplaced, 'neighbour-misplaced', 'DIFFERENT')]
      }),
    )
  }

  private pair(a: Hotel, b: Hotel, kind: string, label: LabelledPair['label'] = 'SAME'): LabelledPair {
    this.count += 1
    return { id: `o-${this.count}`, a: this.told(a), b: this.retold(b), label, kind }
  }

  /** As a careful supplier tells it. */
  private told(hotel: Hotel): HotelFacts {
    return {
      ...NOTHING,
      name: hotel.name,
      addressLines: [hotel.street],
      postcode: this.chance(0.75) ? hotel.postcode : null,
      city: hotel.cities[1] ?? hotel.cities[0] ?? null,
      countryCode: hotel.country,
      latitude: round(hotel.latitude + this.between(-0.0003, 0.0003), 6),
      longitude: round(hotel.longitude + this.between(-0.0003, 0.0003), 6),
      phones: this.chance(0.6) ? [this.spelt(hotel)] : null,
      stars: hotel.stars,
      chain: this.chance(0.5) ? hotel.chain : null,
      propertyType: 'hotel',
    }
  }

  /** As another one does: some hundred metres off, half of it missing, spelt otherwise. */
  private retold(hotel: Hotel): HotelFacts {
    const meters = 20 + 380 * this.next() ** 2
    const angle = this.next() * 2 * Math.PI
    const latitude = hotel.latitude + (meters * Math.cos(angle)) / 111_000
    const longitude =
      hotel.longitude + (meters * Math.sin(angle)) / (111_000 * Math.cos((hotel.latitude * Math.PI) / 180))
    const digits = this.one([3, 4, 5, 5, 6])
    const hasPoint = this.chance(0.97)
    const stars = hotel.stars !== null && this.chance(0.75) ? hotel.stars + this.one([0, 0, 0.5, -1]) : null
    return {
      ...NOTHING,
      name: hotel.name,
      addressLines: this.chance(0.9) ? [this.respelt(hotel)] : null,
      postcode: this.chance(0.7) ? hotel.postcode : null,
      city: this.one([hotel.cities[0] ?? '', ...hotel.cities]),
      countryCode: hotel.country,
      latitude: hasPoint ? round(latitude, digits) : null,
      longitude: hasPoint ? round(longitude, digits) : null,
      phones: this.chance(0.5)
        ? [this.chance(0.05) ? this.spelt({ ...hotel, phone: '5559876543' }) : this.spelt(hotel)]
        : null,
      stars,
      chain: this.chance(0.3) ? hotel.chain : null,
      propertyType: this.one([null, 'HOTEL', 'Hotels', 'H', 'Hotel']),
    }
  }

  private noisy({ name, cities }: Hotel): string {
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
    const city = cities[1] ?? cities[0] ?? ''
    return this.one([
      name.toUpperCase(),
      plain,
      name.replace(/\bHotel\b/, 'Htl'),
      `${name}, ${city}`,
      plain.replace(/[-,.]/g, ''),
      `Hotel ${name}`,
    ])
  }

  private respelt({ street, cities }: Hotel): string {
    const [, number, rest] = street.match(/^([\d/-]+\w?) (.*)$/) ?? []
    const turned = number !== undefined ? `${rest}, ${number}` : street
    return this.one([
      street,
      street.toUpperCase(),
      turned,
      `${street}, ${cities[0]}`,
      street
        .replace(/Street\b/, 'St')
        .replace(/Road\b/, 'Rd.')
        .replace(/Avenue\b/, 'Ave')
        .replace(/straße\b/, 'str.')
        .replace(/Boulevard\b/, 'Blvd'),
      street.normalize('NFD').replace(/\p{M}/gu, ''),
    ])
  }

  private spelt({ country, phone }: Hotel): string {
    const code = CALLING_CODES[country] ?? ''
    return this.one([
      `+${code}${phone}`,
      `00${code}${phone}`,
      `+${code} (0)${phone}`,
      `${code}-${phone.slice(0, 2)}-${phone.slice(2)}`,
      `0${phone}`,
    ])
  }

  private one<T>(choices: readonly [T, ...T[]] | readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T // `choices` is never empty here
  }

  private chance(share: number): boolean {
    return this.next() < share
  }

  private between(least: number, most: number): number {
    return least + (most - least) * this.next()
  }

  /** Mulberry32: small, and the same on every machine. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

export const NOTHING: HotelFacts = {
  name: '',
  alternativeNames: null,
  formerNames: null,
  addressLines: null,
  postcode: null,
  city: null,
  countryCode: null,
  latitude: null,
  longitude: null,
  pointQuality: null,
  phones: null,
  stars: null,
  chain: null,
  propertyType: null,
  supplierCode: null,
}
