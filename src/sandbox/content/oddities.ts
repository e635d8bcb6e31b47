import { hash32 } from '../catalogue/hash.ts'
import type { SandboxSupplierCode } from '../catalogue/types.ts'
import type { TrueHotel } from './true-hotel.ts'

/**
 * In which ways a supplier's row is awkward. Every listing has one value of each kind, drawn by hash in the shares of the table in
 * section 7 of `shared/suppliers/content.md`; the first value of a kind is the ordinary one.
 */
export type Oddities = {
  readonly name:
    | 'AS_IS'
    | 'OLD_NAME'
    | 'WITHOUT_CITY'
    | 'CITY_FIRST'
    | 'NOUN_FIRST'
    | 'WITHOUT_CHAIN'
    | 'BY_CHAIN'
    | 'WITH_EX'
    | 'SCRIPT_ONLY'
    | 'SCRIPT_AND_BRACKETS'
    | 'ROMANIZED'
  readonly capitals: 'NO' | 'CAPITALS'
  readonly address: 'AS_IS' | 'ABBREVIATED' | 'NUMBER_LAST' | 'POSTCODE_INSIDE' | 'TWO_LANGUAGES' | 'EMPTY'
  readonly postcode: 'AS_IS' | 'MISSING' | 'SPACED' | 'PREFIXED'
  readonly country: 'AS_IS' | 'OF_ITS_STATE' | 'LOWER_CASE'
  readonly point: 'EXACT' | 'ABSENT' | 'NULL' | 'ZERO' | 'SWAPPED' | 'MOVED' | 'CITY_CENTRE' | 'ABROAD' | 'ROUGH'
  readonly phone: 'INTERNATIONAL' | 'NATIONAL' | 'EXTENSION' | 'CALL_CENTRE' | 'OLDER'
  readonly stars: 'AS_IS' | 'HALF' | 'ZERO' | 'NONE' | 'OWN'
  readonly chain: 'AS_IS' | 'WRONG' | 'NOT_AVAILABLE'
  readonly images: 'SOME' | 'FORTY' | 'ONE' | 'NONE' | 'REPEATED'
  readonly checkIn: 'AS_IS' | 'NOON' | 'ANYTIME' | 'PAST_MIDNIGHT' | 'EMPTY'
  readonly rooms: 'SOME' | 'NONE' | 'SIXTY'
  /** LEFT_OUT: what is not the room's class and view is not told: Hotelbeds has no beds, RateHawk's name neither sizes nor extras. */
  readonly beds: 'TOLD' | 'IN_NAME_ONLY' | 'LEFT_OUT'
  readonly roomNames: 'AS_ASKED' | 'OTHER_LANGUAGE'
  readonly text: 'PLAIN' | 'HTML' | 'ENTITIES' | 'LINE_BREAKS' | 'LONG' | 'EMOJI' | 'RTL_MARKS' | 'CONTROL'
  readonly form: 'AS_IS' | 'UNKNOWN_ENUM' | 'UNKNOWN_FIELD' | 'NUMBER_AS_TEXT' | 'TEXT_AS_NUMBER' | 'NULL_LIST'
}

/** Nothing about it is odd: the rows of scenario hotels. */
export const ORDINARY: Oddities = {
  name: 'AS_IS',
  capitals: 'NO',
  address: 'AS_IS',
  postcode: 'AS_IS',
  country: 'AS_IS',
  point: 'EXACT',
  phone: 'INTERNATIONAL',
  stars: 'AS_IS',
  chain: 'AS_IS',
  images: 'SOME',
  checkIn: 'AS_IS',
  rooms: 'SOME',
  beds: 'TOLD',
  roomNames: 'AS_ASKED',
  text: 'PLAIN',
  form: 'AS_IS',
}

/** How many listings of a thousand have a value; an absent value has none. */
type Shares<Kind extends keyof Oddities> = Readonly<Partial<Record<Oddities[Kind], number>>>
type Subject = {
  readonly supplierCode: SandboxSupplierCode
  readonly truth: TrueHotel
  /** The one supplier that has not heard of the new name of a renamed hotel. */
  readonly hasOldName: boolean
  /** A second listing of the hotel at this supplier. */
  readonly isTwice: boolean
}

/** The local script and its romanizations are only drawn for hotels that have them; these shares make them 3 % and 4 % of all. */
const SCRIPT_PERMILLE = 77
const ROMANIZED_PERMILLE = 290
const ROMANIZED_CITIES: readonly string[] = ['Tokyo', 'Cairo', 'Almaty']
/** Chains have about a third of the hotels. */
const CALL_CENTRE_PERMILLE = 57

/** Where a supplier knows of many hotels only which city they are in; these shares make them 2 % of all. */
const CENTRED: Readonly<Record<SandboxSupplierCode, readonly string[]>> = {
  expedia_rapid: ['London', 'Tokyo'],
  hotelbeds: ['Paris', 'New York'],
  ratehawk: ['London', 'Paris'],
  liteapi: ['New York', 'Tokyo'],
}
const CENTRED_PERMILLE = 120

type Table = { readonly [Kind in keyof Oddities]: (subject: Subject) => Shares<Kind> }

const TABLE: Table = {
  name: nameShares,
  capitals: ({ supplierCode }) => (supplierCode === 'hotelbeds' ? { CAPITALS: 50 } : {}),
  address: ({ truth }) => ({
    ABBREVIATED: 300,
    NUMBER_LAST: 60,
    POSTCODE_INSIDE: 60,
    ...(truth.address.street === truth.address.latinStreet ? {} : { TWO_LANGUAGES: 100 }),
    EMPTY: 10,
  }),
  postcode: ({ supplierCode }) =>
    supplierCode === 'liteapi' || supplierCode === 'ratehawk' ? { MISSING: 50, SPACED: 25, PREFIXED: 25 } : {},
  country: ({ supplierCode, truth }) =>
    supplierCode !== 'liteapi' && supplierCode !== 'hotelbeds'
      ? {}
      : { LOWER_CASE: 1, ...(STATE_OF[truth.hotel.countryCode] ? { OF_ITS_STATE: 500 } : {}) },
  point: pointShares,
  phone: ({ truth, isTwice }) =>
    isTwice
      ? { OLDER: 1_000 }
      : { NATIONAL: 300, EXTENSION: 30, ...(truth.chain ? { CALL_CENTRE: CALL_CENTRE_PERMILLE } : {}) },
  stars: ({ truth }) => (truth.hotel.stars === null ? {} : { HALF: 120, ZERO: 30, NONE: 40, OWN: 50 }),
  chain: ({ supplierCode }) => (supplierCode === 'liteapi' ? { WRONG: 15, NOT_AVAILABLE: 15 } : {}),
  images: () => ({ FORTY: 30, ONE: 50, NONE: 20, REPEATED: 20 }),
  checkIn: ({ supplierCode }) =>
    supplierCode === 'hotelbeds' ? {} : { NOON: 10, ANYTIME: 10, PAST_MIDNIGHT: 10, EMPTY: 10 },
  rooms: () => ({ NONE: 20, SIXTY: 10 }),
  beds: ({ supplierCode }) =>
    supplierCode === 'liteapi' || supplierCode === 'expedia_rapid' ? { IN_NAME_ONLY: 200 } : { LEFT_OUT: 150 },
  roomNames: () => ({ OTHER_LANGUAGE: 30 }),
  text: () => ({ HTML: 20, ENTITIES: 20, LINE_BREAKS: 20, LONG: 20, EMOJI: 20, RTL_MARKS: 20, CONTROL: 20 }),
  form: () => ({ UNKNOWN_ENUM: 5, UNKNOWN_FIELD: 5, NUMBER_AS_TEXT: 5, TEXT_AS_NUMBER: 5, NULL_LIST: 5 }),
}

/** The states that territories belong to. */
export const STATE_OF: Readonly<Record<string, string>> = { HK: 'CN', PR: 'US', GP: 'FR' }

/** True where the hotel's name is written in another script as well. */
function hasScript({ names, localName, city }: TrueHotel): boolean {
  return localName !== null || city.localLanguage === 'ja' || (city.localLanguage === 'ar' && names.ar !== '')
}

function nameShares({ supplierCode, truth, hasOldName, isTwice }: Subject): Shares<'name'> {
  if (hasOldName) return { OLD_NAME: 1_000 }
  if (isTwice) return { NOUN_FIRST: 1_000 }
  if (truth.formerName !== null) return { WITH_EX: 300 }
  const writesScripts = (supplierCode === 'hotelbeds' || supplierCode === 'ratehawk') && hasScript(truth)
  return {
    ...(writesScripts ? { SCRIPT_ONLY: SCRIPT_PERMILLE, SCRIPT_AND_BRACKETS: SCRIPT_PERMILLE } : {}),
    ...(supplierCode === 'liteapi' && ROMANIZED_CITIES.includes(truth.city.names.en)
      ? { ROMANIZED: ROMANIZED_PERMILLE }
      : {}),
    ...(truth.chain ? { WITHOUT_CHAIN: 60, BY_CHAIN: 60 } : {}),
    WITHOUT_CITY: 60,
    CITY_FIRST: 50,
    NOUN_FIRST: 50,
  }
}

function pointShares({ supplierCode, truth }: Subject): Shares<'point'> {
  return {
    ...(supplierCode === 'liteapi' || supplierCode === 'hotelbeds' ? { ABSENT: 10, NULL: 5, ZERO: 5, SWAPPED: 5 } : {}),
    MOVED: 60,
    ABROAD: 2,
    ...(supplierCode === 'liteapi' ? { ROUGH: 20 } : {}),
    ...(CENTRED[supplierCode].includes(truth.city.names.en) ? { CITY_CENTRE: CENTRED_PERMILLE } : {}),
  }
}

/** The oddities of a listing, always the same. `key` is the listing's own number. */
export function odditiesOf(subject: Subject, key: number): Oddities {
  function drawn<Kind extends keyof Oddities>(kind: Kind): Oddities[Kind] {
    let left = hash32('oddity', kind, key) % 10_000
    // The entries of a record of shares are a kind's values and numbers.
    for (const [value, permille] of Object.entries(TABLE[kind](subject)) as [Oddities[Kind], number][]) {
      left -= permille * 10
      if (left < 0) return value
    }
    return ORDINARY[kind]
  }
  return {
    name: drawn('name'),
    capitals: drawn('capitals'),
    address: drawn('address'),
    postcode: drawn('postcode'),
    country: drawn('country'),
    point: drawn('point'),
    phone: drawn('phone'),
    stars: drawn('stars'),
    chain: drawn('chain'),
    images: drawn('images'),
    checkIn: drawn('checkIn'),
    rooms: drawn('rooms'),
    beds: drawn('beds'),
    roomNames: drawn('roomNames'),
    text: drawn('text'),
    form: drawn('form'),
  }
}
