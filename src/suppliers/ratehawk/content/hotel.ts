import type { ListingOf } from '../../content/read-line.ts'
import { inLanguage, told, toldList, toldNumber, toldSize, toldText } from '../../content/told.ts'
import type { ContentLanguage } from '../../content-source.ts'
import { members } from '../../wire-values.ts'
import { arrivalOf, paymentOf } from './arrival.ts'
import { type Dictionary, nameOf } from './dictionary.ts'
import { readImages } from './images.ts'
import { readRooms } from './rooms.ts'
import { DESCRIPTION_BY_TITLE, NO_CHAIN, NO_KIND, TYPE_BY_KIND } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

export type HotelReading = { readonly language: ContentLanguage; readonly dictionary: Dictionary }

/** Reads a hotel of RateHawk's dumps in the words of a listing line. */
export function readHotel(reading: HotelReading): ListingOf {
  const { language } = reading
  return (row) => ({
    names: inLanguage(language, row['name']),
    ...placeOf(row),
    phones: told(row['phone']) === null ? [] : [{ number: told(row['phone']), kind: 'HOTEL' }],
    emails: told(row['email']) === null ? [] : [told(row['email'])],
    ...starsOf(row),
    property_type: typeOf(row['kind']),
    chain: chainOf(row['hotel_chain']),
    facilities: facilitiesOf(row, reading),
    images: readImages(row, language),
    descriptions: descriptionsOf(row['description_struct'], language),
    ...arrivalOf(row),
    rooms: readRooms(row['room_groups'], reading),
    external_ids: idsOf(row),
    status: row['is_closed'] === true ? 'CLOSED' : 'ACTIVE',
    rooms_count: toldSize(members(row['facts'])['rooms_number']),
    year_built: toldSize(members(row['facts'])['year_built']),
    gender_required: row['is_gender_specification_required'] === true,
    ...paymentOf(row),
  })
}

/** The address is one line that ends with the city. */
function placeOf(row: Row): Row {
  const region = members(row['region'])
  const address = told(row['address'])
  const named = region['type'] === 'City' ? told(region['name']) : null
  const parts = typeof address === 'string' ? address.split(',').map((part) => part.trim()) : []
  return {
    address_lines: linesOf(address, { parts, named }),
    city: named ?? (parts.length > 1 ? told(parts.at(-1)) : null),
    postcode: told(row['postal_code']),
    country_code: told(region['country_code']),
    latitude: toldNumber(row['latitude']),
    longitude: toldNumber(row['longitude']),
    region_ids: told(region['id']) === null ? [] : [told(region['id'])],
    airport_iata: told(region['iata']),
  }
}

type Parts = { readonly parts: readonly string[]; readonly named: unknown }

/** The address up to the last part that is the city's name. */
function linesOf(address: unknown, { parts, named }: Parts): readonly unknown[] {
  if (address === null) return []
  const city = typeof named === 'string' ? parts.findLastIndex((part) => isSame(part, named)) : -1
  if (city < 0) return [address]
  const street = parts.slice(0, city).join(', ')
  return street === '' ? [] : [street]
}

function isSame(part: string, name: string): boolean {
  return part.toLowerCase() === name.trim().toLowerCase()
}

/** Stars with a certificate are those of the country's own authority. */
function starsOf(row: Row): Row {
  const stars = toldSize(row['star_rating'])
  const isCertified = told(members(row['star_certificate'])['certificate_id']) !== null
  return { stars, stars_source: stars === null ? null : isCertified ? 'OFFICIAL' : 'SUPPLIER' }
}

function typeOf(value: unknown): unknown {
  const kind = told(value)
  if (kind === NO_KIND) return null
  return typeof kind === 'string' && Object.hasOwn(TYPE_BY_KIND, kind) ? TYPE_BY_KIND[kind] : kind
}

function chainOf(value: unknown): Row | null {
  const name = told(value)
  return name === null || name === NO_CHAIN ? null : { code: null, name }
}

/** The most characters of a code; a word that stands for one is cut. */
const MAX_CODE = 64

/**
 * The stable codes of filters, then the words of groups, which have no codes: the word stands for it. What a group calls not free is at a
 * charge; that the others are free nobody says.
 */
function facilitiesOf(row: Row, { dictionary, language }: HotelReading): readonly object[] | null {
  const filters = toldList(row['serp_filters'])
  const groups = toldList(row['amenity_groups'])
  if (filters === null && groups === null) return null
  const coded = (filters ?? []).flatMap((one) => {
    const code = toldText(one)
    return code === null ? [] : [{ code, name: nameOf(dictionary.filters, code, language), isFree: null }]
  })
  const worded = (groups ?? []).flatMap((group) => {
    const { amenities, non_free_amenities: charged } = members(group)
    const atCharge = new Set((toldList(charged) ?? []).map(toldText))
    return [...new Set([...(toldList(amenities) ?? []).map(toldText), ...atCharge])].flatMap((name) =>
      name === null ? [] : [{ code: name.slice(0, MAX_CODE), name, isFree: atCharge.has(name) ? false : null }],
    )
  })
  return [...coded, ...worded].map(({ code, name, isFree }) => ({
    raw_code: code,
    raw_name: name,
    facility_id: null,
    is_free: isFree,
  }))
}

/** A description of a kind that is not ours goes by its own title. */
const MAX_KIND = 60

function descriptionsOf(value: unknown, language: string): readonly object[] {
  return (toldList(value) ?? []).flatMap((one) => {
    const { title, paragraphs } = members(one)
    const texts = (toldList(paragraphs) ?? []).flatMap((text) => toldText(text) ?? [])
    const name = toldText(title)
    const kind = DESCRIPTION_BY_TITLE[name?.trim().toLowerCase() ?? ''] ?? name?.slice(0, MAX_KIND) ?? 'general'
    return texts.length === 0 ? [] : [{ kind, language, html: texts.length === 1 ? texts[0] : inParagraphs(texts) }]
  })
}

function inParagraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('\n')
}

function idsOf(row: Row): Row {
  const register = members(members(row['facts'])['register'])
  return { giata: told(row['giata_code']), registry: told(register['record']) }
}
