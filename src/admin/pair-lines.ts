import { POINT_QUALITIES } from '../domain/listing.ts'
import type { HotelFacts } from '../mapping/hotel-facts.ts'

/** A pair of listings as `mapping judge` reads it; `id` is whatever the line has. */
export type HotelPair = { readonly id: unknown; readonly a: HotelFacts; readonly b: HotelFacts }

type Fields = Readonly<Record<string, unknown>>

/** Reads a line of pairs, or tells all that is wrong with it. Unknown fields are ignored; only `name` must be there. */
export function readPair(line: unknown): HotelPair | readonly string[] {
  if (!isFields(line)) return ['is no object with a and b']
  const faults: string[] = []
  const a = readListing(line['a'], new Reader('a', faults))
  const b = readListing(line['b'], new Reader('b', faults))
  return a === null || b === null || faults.length > 0 ? faults : { id: line['id'], a, b }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readListing(value: unknown, read: Reader): HotelFacts | null {
  if (!isFields(value)) {
    read.fault('', 'must be an object')
    return null
  }
  const name = read.text(value, 'name')
  if ((value['name'] ?? '') === '' || name?.trim() === '') read.fault('name', 'must be told')
  const phone = read.text(value, 'phone')
  const quality = read.text(value, 'point_quality')
  return {
    name: name ?? '',
    alternativeNames: read.texts(value, 'alternative_names'),
    formerNames: read.texts(value, 'former_names'),
    addressLines: read.texts(value, 'address_lines'),
    postcode: read.text(value, 'postcode'),
    city: read.text(value, 'city'),
    countryCode: read.text(value, 'country_code'),
    latitude: read.number(value, 'latitude'),
    longitude: read.number(value, 'longitude'),
    pointQuality: POINT_QUALITIES.find((one) => one === quality) ?? null,
    phones: phone === null ? read.texts(value, 'phones') : [phone, ...(read.texts(value, 'phones') ?? [])],
    stars: read.number(value, 'stars'),
    chain: read.text(value, 'chain'),
    propertyType: read.text(value, 'property_type'),
    supplierCode: read.text(value, 'supplier_code'),
  }
}

/** Reads fields of one side and keeps what is wrong with them. */
class Reader {
  private readonly side: string
  private readonly faults: string[]

  constructor(side: string, faults: string[]) {
    this.side = side
    this.faults = faults
  }

  text(fields: Fields, name: string): string | null {
    const value = fields[name] ?? null
    if (value === null || typeof value === 'string') return value
    this.fault(name, 'must be a text')
    return null
  }

  number(fields: Fields, name: string): number | null {
    const value = fields[name] ?? null
    if (value === null || typeof value === 'number') return value
    this.fault(name, 'must be a number')
    return null
  }

  texts(fields: Fields, name: string): readonly string[] | null {
    const value = fields[name] ?? null
    if (value === null) return null
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
    this.fault(name, 'must be a list of texts')
    return null
  }

  fault(name: string, what: string): void {
    this.faults.push(`${this.side}${name === '' ? '' : '.'}${name} ${what}`)
  }
}
