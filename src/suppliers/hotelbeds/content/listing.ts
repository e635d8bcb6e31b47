import { codeOf, listOfOne, numberOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { inLanguage, told, toldNumber } from '../../content/told.ts'
import { members } from '../../wire-values.ts'
import type { Dictionaries } from './dictionaries.ts'
import { facilityFields } from './facilities.ts'
import { imagesOf } from './images.ts'
import { roomsOf } from './rooms.ts'
import { PHONE_KINDS, PROPERTY_TYPES } from './words.ts'

type Reading = {
  readonly words: Dictionaries
  /** Ours. */
  readonly language: string
  /** Where pictures are. */
  readonly photos: string
}

/** A hotel of `GET /hotels?fields=all` in the words of a listing line. */
export function listingOf(hotel: Row, { words, language, photos }: Reading): Row {
  const description = told(contentOf(hotel['description']))
  return {
    names: inLanguage(language, contentOf(hotel['name'])),
    ...placeOf(hotel, words),
    phones: phonesOf(hotel['phones']),
    emails: listOfOne(hotel['email']),
    website: told(hotel['web']),
    ...starsOf(hotel, words),
    property_type: propertyTypeOf(hotel, words),
    chain: chainOf(hotel, words),
    ...facilityFields(hotel['facilities'], words),
    images: imagesOf(hotel, words, { photos, language }),
    descriptions: description === null ? [] : [{ kind: 'general', language, html: description }],
    policies: issuesOf(hotel['issues'], words, language),
    rooms: roomsOf(hotel, words, language),
    external_ids: { giata: told(hotel['giataCode']), license: told(hotel['license']) },
    status: 'ACTIVE',
    supplier_updated_at: told(hotel['lastUpdate']),
    region_ids: regionsOf(hotel),
    airport_iata: airportOf(hotel['terminals']),
  }
}

function contentOf(value: unknown): unknown {
  return typeof value === 'string' ? value : members(value)['content']
}

/** Countries have a state of this code, which is named UNKNOWN. */
const NO_STATE = '00'

function placeOf(hotel: Row, { countries }: Dictionaries): Row {
  const { latitude, longitude } = members(hotel['coordinates'])
  const [countryCode, stateCode] = [codeOf(hotel['countryCode']), codeOf(hotel['stateCode'])]
  const country = countries[countryCode.toUpperCase()]
  return {
    address_lines: addressLinesOf(members(hotel['address'])),
    city: told(contentOf(hotel['city'])),
    postcode: told(hotel['postalCode']),
    state_code: stateCode === '' || stateCode === NO_STATE ? null : stateCode,
    state_name: country?.states[stateCode.toUpperCase()] ?? null,
    country_code: country?.isoCode || told(hotel['countryCode']),
    latitude: toldNumber(latitude),
    longitude: toldNumber(longitude),
  }
}

function addressLinesOf(address: Row): readonly unknown[] {
  const street = codeOf(address['street'])
  const number = codeOf(address['number'])
  return street === '' ? listOfOne(address['content']) : [`${street} ${number}`.trim()]
}

/** The house itself before those who take reservations. */
const KIND_ORDER: readonly string[] = ['HOTEL', 'MANAGEMENT', 'BOOKING', 'UNKNOWN', 'FAX']

function phonesOf(value: unknown): readonly Row[] {
  return rowsOf(value)
    .map((phone) => ({
      number: told(phone['phoneNumber']),
      kind: PHONE_KINDS[codeOf(phone['phoneType']).toUpperCase()] ?? 'UNKNOWN',
    }))
    .filter(({ number }) => number !== null)
    .sort((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind))
}

/** `4*`, `3.5*`, `3K` (keys). */
const SHORT_STARS = /^([0-5](?:\.5)?)\s*[*K]/i

/** By the dictionary of categories; a category that it does not have is told in short as well. Whether it is official nobody says. */
function starsOf(hotel: Row, { categories }: Dictionaries): Row {
  const code = codeOf(hotel['categoryCode'])
  const [, short] = SHORT_STARS.exec(codeOf(hotel['S2C'])) ?? []
  return {
    // 0 is what has no class.
    stars: (categories[code.toUpperCase()]?.stars ?? Number(short ?? 0)) || null,
    category_code: code || null,
  }
}

/** One client spells the field with one m. */
function propertyTypeOf(hotel: Row, { accommodations }: Dictionaries): string | null {
  const code = codeOf(hotel['accommodationTypeCode']) || codeOf(hotel['accomodationTypeCode'])
  return PROPERTY_TYPES[code.toUpperCase()] ?? (accommodations[code.toUpperCase()] || code || null)
}

function chainOf(hotel: Row, { chains }: Dictionaries): Row | null {
  const code = codeOf(hotel['chainCode'])
  return code === '' ? null : { code, name: chains[code.toUpperCase()] || null }
}

/** Later than this an issue has no end. */
const FOREVER = '2049'

/** What guests should know before they go: what is going on at the hotel, and when. */
function issuesOf(value: unknown, { issues }: Dictionaries, language: string): readonly Row[] {
  return rowsOf(value).map((issue) => {
    const code = codeOf(issue['issueCode'])
    const [from, to] = [codeOf(issue['dateFrom']), codeOf(issue['dateTo'])]
    const days = to === '' || to >= FOREVER ? [from] : [from, to]
    const what = issues[code.toUpperCase()] || codeOf(contentOf(issue['description'])) || code
    return {
      kind: 'know_before_you_go',
      language,
      html: from === '' ? what : `${what} (${days.join(' – ')})`,
    }
  })
}

/** A destination, and a zone of it: zones have numbers that are unique inside their destination only. */
function regionsOf(hotel: Row): readonly string[] {
  const [destination, zone] = [codeOf(hotel['destinationCode']), codeOf(hotel['zoneCode'])]
  if (destination === '') return []
  return zone === '' ? [destination] : [destination, `${destination}-${zone}`]
}

/** The nearest of the terminals that have a code as airports have; stations and ports have others. */
function airportOf(value: unknown): string | null {
  const [nearest] = rowsOf(value)
    .filter((terminal) => /^[A-Z]{3}$/.test(codeOf(terminal['terminalCode'])))
    .sort((a, b) => (numberOf(a['distance']) ?? Infinity) - (numberOf(b['distance']) ?? Infinity))
  return nearest ? codeOf(nearest['terminalCode']) : null
}
