import type { CityRow } from '../catalogue/city-row.ts'
import { hash32 } from '../catalogue/hash.ts'

/** Streets of the catalogue that are not in Latin letters. */
const LATIN: Readonly<Record<string, string>> = {
  本町: 'Honcho',
  栄町: 'Sakaecho',
  緑町: 'Midoricho',
  新町: 'Shinmachi',
  幸町: 'Saiwaicho',
  桜町: 'Sakuracho',
  旭町: 'Asahicho',
  川口町: 'Kawaguchicho',
  松町: 'Matsucho',
  중앙로: 'Jungang-ro',
  시장길: 'Sijang-gil',
  공원로: 'Gongwon-ro',
  강변로: 'Gangbyeon-ro',
  'улица Садовая': 'Sadovaya Street',
  'улица Горная': 'Gornaya Street',
  'проспект Мира': 'Mira Avenue',
  'улица Яблочная': 'Yablochnaya Street',
  'Οδός Αγοράς': 'Agoras Street',
  'Οδός Σταθμού': 'Stathmou Street',
  'Οδός Ελιάς': 'Elias Street',
  'Λεωφόρος Κήπων': 'Kipon Avenue',
  'Οδός Μουσείου': 'Mouseiou Street',
}

export function latinStreet(street: string): string {
  return LATIN[street] ?? street
}

type Spot = { readonly latitude: number; readonly longitude: number }

/** Houses within about 400 metres have the same postcode. */
const CELLS_PER_DEGREE = 250

/** How a country's postcodes are made of a number below 10,000; countries that are missing here have none. */
const FORMS: Readonly<Record<string, (cell: number) => string>> = {
  GB: (cell) => `${pickOf('EC NW SE SW W N E', cell)}${1 + (cell % 9)} ${1 + (cell % 8)}${lettersOf(cell)}`,
  FR: (cell) => `750${String(1 + (cell % 20)).padStart(2, '0')}`,
  DE: (cell) => `1${String(cell % 10_000).padStart(4, '0')}`,
  IT: (cell) => `00${String(118 + (cell % 80)).padStart(3, '0')}`,
  ES: (cell) => `080${String(1 + (cell % 42)).padStart(2, '0')}`,
  GR: (cell) => `1${String(cell % 90).padStart(2, '0')} ${String(11 + (cell % 80))}`,
  US: (cell) => `10${String(1 + (cell % 280)).padStart(3, '0')}`,
  JP: (cell) => `1${String(cell % 60).padStart(2, '0')}-${String(cell % 10_000).padStart(4, '0')}`,
  TH: (cell) => `10${String(100 + 10 * (cell % 40))}`,
  EG: (cell) => `11${String(511 + (cell % 300))}`,
  KW: (cell) => `1${String(3_000 + (cell % 900))}`,
  KZ: (cell) => `0500${String(cell % 60).padStart(2, '0')}`,
  KR: (cell) => `04${String(500 + (cell % 400))}`,
  NZ: (cell) => `10${String(10 + (cell % 60))}`,
  IS: (cell) => `1${String(1 + (cell % 13)).padStart(2, '0')}`,
  PR: (cell) => `009${String(1 + (cell % 40)).padStart(2, '0')}`,
  GP: (cell) => `971${String(10 + (cell % 50)).padStart(2, '0')}`,
}

function pickOf(words: string, cell: number): string {
  const all = words.split(' ')
  return all[cell % all.length] ?? ''
}

function lettersOf(cell: number): string {
  const letters = 'ABDEFGHJLNPQRSTUWXYZ'
  return `${letters[cell % 20] ?? 'A'}${letters[Math.floor(cell / 20) % 20] ?? 'A'}`
}

/** Cities of which the country's form above is not true. */
const CITY_FORMS: Readonly<Record<string, (cell: number) => string>> = {
  Honolulu: (cell) => `968${String(1 + (cell % 50)).padStart(2, '0')}`,
  Munich: (cell) => `8${String(300 + (cell % 1_600)).padStart(4, '0')}`,
  Osaka: (cell) => `5${String(30 + (cell % 29))}-${String(cell % 10_000).padStart(4, '0')}`,
}

export function postcodeOf({ countryCode, placeId, names }: CityRow, { latitude, longitude }: Spot): string | null {
  const cell = hash32(
    'cell',
    placeId,
    Math.floor(latitude * CELLS_PER_DEGREE),
    Math.floor(longitude * CELLS_PER_DEGREE),
  )
  const form = CITY_FORMS[names.en] ?? FORMS[countryCode]
  return form?.(cell % 10_000) ?? null
}

const STATES: Readonly<Record<string, readonly [code: string, name: string]>> = {
  'New York': ['NY', 'New York'],
  Honolulu: ['HI', 'Hawaii'],
}

export function stateOf({ names }: CityRow): { readonly stateCode: string | null; readonly stateName: string | null } {
  const [stateCode, stateName] = STATES[names.en] ?? [null, null]
  return { stateCode, stateName }
}
