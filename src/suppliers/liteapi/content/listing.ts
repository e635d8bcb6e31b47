import { codeOf, listOfOne, numberOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { readTime } from '../../content/read-time.ts'
import { inLanguage, told, toldNumber, toldSize } from '../../content/told.ts'
import { members } from '../../wire-values.ts'
import type { Dictionaries } from './dictionaries.ts'
import { imagesOf } from './images.ts'
import { roomsOf } from './rooms.ts'
import { AT_A_CHARGE, FREE, FREE_OF, NOT_TOLD, POLICY_KINDS, PROPERTY_TYPES } from './words.ts'

type Reading = { readonly words: Omit<Dictionaries, 'countries' | 'languages'>; readonly language: string }

/**
 * A hotel in the words of a listing line: its row of the list, and the detail, which has more. `detail` is empty where LiteAPI has
 * none.
 */
export function listingOf(listed: Row, detail: Row, { words, language }: Reading): Row {
  const description = told(detail['hotelDescription']) ?? told(listed['hotelDescription'])
  return {
    names: inLanguage(language, told(detail['name']) ?? listed['name']),
    ...placeOf(listed, detail),
    phones: [
      ...listOfOne(detail['phone']).map((number) => ({ number, kind: 'HOTEL' })),
      ...listOfOne(detail['fax']).map((number) => ({ number, kind: 'FAX' })),
    ],
    emails: listOfOne(detail['email']),
    // The list has halves, the detail whole stars.
    stars: toldSize(listed['stars']) ?? toldSize(detail['starRating']),
    property_type: propertyTypeOf(listed, detail, words),
    chain: chainOf(listed, detail, words),
    facilities: facilitiesOf(listed, detail, words),
    images: imagesOf(listed, detail, language),
    descriptions: description === null ? [] : [{ kind: 'general', language, html: description }],
    ...timesOf(members(detail['checkinCheckoutTimes'])),
    policies: policiesOf(detail, language),
    rooms: roomsOf(detail['rooms'], language),
    status: 'ACTIVE',
    airport_iata: told(detail['airportCode']),
    currency: told(listed['currency']),
  }
}

function placeOf(listed: Row, detail: Row): Row {
  const location = members(detail['location'])
  const country = told(listed['country']) ?? told(detail['country'])
  return {
    address_lines: listOfOne(told(detail['address']) ?? listed['address']),
    city: told(detail['city']) ?? told(listed['city']),
    postcode: told(listed['zip']) ?? told(detail['zip']),
    country_code: typeof country === 'string' ? country.toUpperCase() : country,
    latitude: toldNumber(location['latitude']) ?? toldNumber(listed['latitude']),
    longitude: toldNumber(location['longitude']) ?? toldNumber(listed['longitude']),
  }
}

function named(...values: readonly unknown[]): string | null {
  return values.map(codeOf).find((text) => text !== '' && text !== '0' && !NOT_TOLD.test(text)) ?? null
}

function propertyTypeOf(listed: Row, detail: Row, { hotelTypes }: Reading['words']): string | null {
  const id = named(detail['hotelTypeId'], listed['hotelTypeId']) ?? ''
  const name = named(hotelTypes[id], detail['hotelType']) ?? (id || null)
  return name === null ? null : (PROPERTY_TYPES[name.toLowerCase()] ?? name)
}

/** The id 0 and "Not Available" stand for none. */
function chainOf(listed: Row, detail: Row, { chains }: Reading['words']): Row | null {
  const code = named(detail['chainId'], listed['chainId'])
  const name = named(detail['chain'], listed['chain'], chains[code ?? ''])
  return code === null && name === null ? null : { code, name }
}

/** By the detail's own list, else by the ids of the list's row; null where neither is told. */
function facilitiesOf(listed: Row, detail: Row, { facilities }: Reading['words']): unknown {
  const detailed = Array.isArray(detail['facilities'])
    ? rowsOf(detail['facilities']).map((row) => [codeOf(row['facilityId']), codeOf(row['name'])] as const)
    : null
  const ids = listed['facilityIds']
  const all = detailed ?? (Array.isArray(ids) ? ids.map((id) => [codeOf(id), ''] as const) : null)
  return (
    all?.map(([code, name]) => {
      const english = facilities[code] || name || null
      // Ids of facilities are the operator's own numbers: there is nothing of ours to map to.
      return {
        raw_code: code,
        raw_name: english,
        facility_id: null,
        is_free: isFree(english ?? ''),
        value: null,
        note: null,
      }
    }) ?? null
  )
}

/** A facility's price is told in its name, if at all. */
function isFree(name: string): boolean | null {
  if (AT_A_CHARGE.test(name)) return false
  return FREE.test(name) && !FREE_OF.test(name) ? true : null
}

function timesOf(times: Row): Row {
  const from = readTime(times['checkin_start'] ?? times['checkinStart'] ?? times['checkin'])
  const until = readTime(times['checkin_end'] ?? times['checkinEnd'])
  const isAllDay = from === 'ANYTIME' || until === 'ANYTIME'
  return {
    check_in: {
      from: isAllDay ? null : from,
      // `12:00 AM` is the midnight at which the day ends.
      until: isAllDay ? null : until,
      is_all_day: isAllDay,
      instructions: joined(times['instructions']),
      special: told(times['special_instructions']),
    },
    check_out_until: readTime(times['checkout']),
  }
}

function joined(value: unknown): unknown {
  if (!Array.isArray(value)) return told(value)
  const texts = value.map(codeOf).filter((text) => text !== '')
  return texts.length === 0 ? null : texts.join('\n')
}

function policiesOf(detail: Row, language: string): readonly Row[] {
  const important = told(detail['hotelImportantInformation'])
  const policies = rowsOf(detail['policies']).flatMap((policy) => {
    const type = codeOf(policy['policy_type'])
    const html = told(policy['description'])
    const kind = POLICY_KINDS[type] ?? (type.replace(/^POLICY_/, '').toLowerCase() || 'other')
    return html === null ? [] : [{ kind, language, html }]
  })
  return important === null ? policies : [{ kind: 'know_before_you_go', language, html: important }, ...policies]
}

/** When a hotel was taken out of the list; null while it is in it. */
export function deletedAt(listed: Row, detail: Row): string | null {
  return named(listed['deletedAt'], detail['deletedAt'])
}

/** Where a mark's number is read. */
export function countIn(mark: Row | null, name: string, otherwise: number): number {
  return Math.max(otherwise, numberOf(mark?.[name]) ?? otherwise)
}
