import type { ListingOf } from '../../content/read-line.ts'
import { readTime } from '../../content/read-time.ts'
import { inLanguage, told, toldList, toldNumber, toldSize, toldText } from '../../content/told.ts'
import type { ContentLanguage } from '../../content-source.ts'
import { members } from '../../wire-values.ts'
import { type ImageReading, readImages } from './images.ts'
import { readRooms } from './rooms.ts'
import { STATISTICS, TYPE_BY_CATEGORY, TYPE_BY_NAME } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

export type PropertyReading = ImageReading & { readonly language: ContentLanguage }

/** Reads a property of Rapid's content in the words of a listing line. */
export function readProperty(reading: PropertyReading): ListingOf {
  const { language } = reading
  return (row) => ({
    names: inLanguage(language, row['name']),
    ...placeOf(row),
    phones: phonesOf(row),
    ...starsOf(members(members(row['ratings'])['property'])),
    property_type: typeOf(members(row['category'])),
    category_code: told(members(row['category'])['id']),
    chain: namedOf(row['chain']),
    brand: namedOf(row['brand']),
    facilities: facilitiesOf(row),
    images: readImages(row['images'], reading),
    descriptions: textsOf(members(row['descriptions']), language),
    ...arrivalOf(row),
    fees_text: feesOf(members(row['fees'])),
    policies: [...textsOf(members(row['policies']), language), ...rulesOf(row, language)],
    rooms: readRooms(row['rooms'], reading),
    external_ids: registryOf(row),
    status: statusOf(row['business_model']),
    supplier_updated_at: told(members(row['dates'])['updated']),
    airport_iata: told(members(members(row['airports'])['preferred'])['iata_airport_code']),
    rooms_count: statisticOf(row, STATISTICS.roomsCount),
    year_built: statisticOf(row, STATISTICS.yearBuilt),
    ...paymentsOf(members(row['onsite_payments'])),
  })
}

/** Where an address must stay hidden until it is booked, Rapid gives a point nearby. */
function placeOf(row: Row): Row {
  const address = members(row['address'])
  const location = members(row['location'])
  const isHidden = address['obfuscation_required'] === true || location['obfuscation_required'] === true
  const rough = members(location['obfuscated_coordinates'])
  const isRough = isHidden && toldNumber(rough['latitude']) !== null
  const point = isRough ? rough : members(location['coordinates'])
  return {
    address_lines: [told(address['line_1']), told(address['line_2'])].filter((line) => line !== null),
    city: told(address['city']),
    postcode: told(address['postal_code']),
    state_code: told(address['state_province_code']),
    state_name: told(address['state_province_name']),
    country_code: told(address['country_code']),
    address_hidden: isHidden,
    latitude: toldNumber(point['latitude']),
    longitude: toldNumber(point['longitude']),
    point_quality: isHidden && toldNumber(point['latitude']) !== null ? 'APPROXIMATE' : null,
  }
}

function phonesOf(row: Row): readonly object[] {
  const all = [
    { number: told(row['phone']), kind: 'HOTEL' },
    { number: told(row['fax']), kind: 'FAX' },
  ]
  return all.filter(({ number }) => number !== null)
}

/** `Star` is the rating of the country's own authority, `Alternate` is Expedia's. */
function starsOf(rating: Row): Row {
  const stars = toldSize(rating['rating'])
  return { stars, stars_source: stars === null ? null : rating['type'] === 'Star' ? 'OFFICIAL' : 'SUPPLIER' }
}

function typeOf({ id, name }: Row): unknown {
  return TYPE_BY_CATEGORY[toldText(id) ?? ''] ?? TYPE_BY_NAME[toldText(name)?.trim().toLowerCase() ?? ''] ?? told(name)
}

function namedOf(value: unknown): Row | null {
  const { id, name } = members(value)
  const named = { code: told(id), name: told(name) }
  return named.code === null && named.name === null ? null : named
}

/** Rapid's numbers for what a property has are one series over all of its lists. A value stands in the name too. */
function facilitiesOf(row: Row): readonly object[] | null {
  const attributes = members(row['attributes'])
  const lists = [row['amenities'], attributes['general'], attributes['pets'], row['themes']].map(toldList)
  if (lists.every((list) => list === null)) return null
  return lists
    .flatMap((list) => list ?? [])
    .map((one) => {
      const { id, name, value } = members(one)
      return { raw_code: told(id), raw_name: told(name), facility_id: null, is_free: null, value: told(value) }
    })
}

function textsOf(texts: Row, language: string): readonly object[] {
  return Object.entries(texts).flatMap(([kind, html]) => (told(html) === null ? [] : [{ kind, language, html }]))
}

/** The rules and the service fee of a vacation rental, and what an all-inclusive rate includes. */
function rulesOf(row: Row, language: string): readonly object[] {
  const rental = members(row['vacation_rental_details'])
  const rules = (toldList(rental['house_rules']) ?? []).flatMap((rule) => toldText(rule) ?? [])
  const enhanced = (toldList(rental['enhanced_house_rules']) ?? []).flatMap((one) => {
    const { rule, additional_information: more } = members(one)
    return [rule, ...(toldList(more) ?? [])].flatMap((text) => toldText(text) ?? [])
  })
  const all = [...new Set([...rules, ...enhanced])]
  const list = all.length === 0 ? null : `<ul>${all.map((rule) => `<li>${rule}</li>`).join('')}</ul>`
  return [
    ...textsOf({ house_rules: list }, language),
    ...textsOf({ fees: members(row['fees'])['traveler_service'] }, language),
    ...textsOf({ all_inclusive: members(row['all_inclusive'])['details'] }, language),
  ]
}

function arrivalOf(row: Row): Row {
  const checkIn = members(row['checkin'])
  const from = readTime(checkIn['begin_time'])
  const out = readTime(members(row['checkout'])['time'])
  return {
    check_in: {
      from: from === 'ANYTIME' ? null : from,
      until: withoutAnytime(readTime(checkIn['end_time'])),
      // It is there as a text, or not at all.
      is_all_day: from === 'ANYTIME' || told(checkIn['24_hour']) !== null,
      min_age: toldNumber(checkIn['min_age']),
      instructions: told(checkIn['instructions']),
      special: told(checkIn['special_instructions']),
    },
    check_out_until: withoutAnytime(out),
  }
}

function withoutAnytime(time: unknown): unknown {
  return time === 'ANYTIME' ? null : time
}

function feesOf({ mandatory, optional }: Row): Row {
  return { mandatory: told(mandatory), optional: told(optional) }
}

function registryOf(row: Row): Row {
  const rental = members(row['vacation_rental_details'])
  return { registry: told(row['registry_number']) ?? told(rental['registry_number']) }
}

/** What only the desk takes money for cannot be sold by us. */
function statusOf(model: unknown): string {
  return told(model) !== null && members(model)['expedia_collect'] !== true ? 'NOT_ON_SALE' : 'ACTIVE'
}

function statisticOf(row: Row, id: string): unknown {
  return toldSize(members(members(row['statistics'])[id])['value'])
}

function paymentsOf({ currency, types }: Row): Row {
  return {
    currency: told(currency),
    payment_methods: toldList(types)?.map((one) => told(members(one)['name'])) ?? null,
  }
}
