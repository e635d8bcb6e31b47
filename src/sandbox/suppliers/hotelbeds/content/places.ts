import { AIRPORTS } from '../../../catalogue/airports.ts'
import { CITIES } from '../../../catalogue/cities.ts'
import type { CityRow } from '../../../catalogue/city-row.ts'
import { hash32 } from '../../../catalogue/hash.ts'
import { TERRITORY_CITIES } from '../../../catalogue/territories.ts'
import { languageOf } from '../../../content/distort/name.ts'
import { STATE_OF } from '../../../content/oddities.ts'

/** Hotelbeds' destinations have codes of three letters of its own. */
const DESTINATIONS: Readonly<Record<number, string>> = {
  1842: 'LON',
  1843: 'PAR',
  1844: 'BER',
  1845: 'MUC',
  1846: 'ROE',
  1847: 'BCN',
  1848: 'ATH',
  1849: 'NYC',
  1850: 'HNL',
  1851: 'TYO',
  1852: 'OSA',
  1853: 'BKK',
  1854: 'DXB',
  1855: 'CAI',
  1856: 'KWI',
  1857: 'ALM',
  1858: 'SEL',
  1859: 'AKL',
  1860: 'SUV',
  1861: 'APW',
  1862: 'REK',
  1863: 'HKG',
  1864: 'SJU',
  1865: 'PTP',
}

const ALL_CITIES: readonly CityRow[] = [...CITIES, ...TERRITORY_CITIES]

export function destinationOf(placeId: number): string {
  return DESTINATIONS[placeId] ?? ''
}

/** Countries have codes of Hotelbeds' own, of which one differs from ISO's. */
const OWN_CODES: Readonly<Record<string, string>> = { GB: 'UK' }

/** A country code as Hotelbeds writes it; in lower case where the listing has it so. */
export function countryCodeOf(isoCode: string): string {
  const upper = isoCode.toUpperCase()
  const own = OWN_CODES[upper] ?? upper
  return isoCode === upper ? own : own.toLowerCase()
}

/** Zones have numbers that are unique within their destination only. */
const ZONES: readonly (readonly [code: number, name: string])[] = [
  [10, 'Centre'],
  [20, 'North'],
  [30, 'South'],
]

export function zoneOf(key: number): number {
  return ZONES[hash32('zone', key) % ZONES.length]?.[0] ?? 10
}

export function terminalOf(placeId: number): string {
  return AIRPORTS[placeId] ?? ''
}

const STATES: Readonly<Record<string, readonly { readonly code: string; readonly name: string }[]>> = {
  US: [
    { code: 'NY', name: 'NEW YORK' },
    { code: 'HI', name: 'HAWAII' },
  ],
}

function nameOfCountry(isoCode: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(isoCode) ?? isoCode
}

export function countryRows(language: string): readonly object[] {
  const codes = [...new Set([...ALL_CITIES.map(({ countryCode }) => countryCode), ...Object.values(STATE_OF)])].sort()
  return codes.map((isoCode) => ({
    code: countryCodeOf(isoCode),
    isoCode,
    description: { content: nameOfCountry(isoCode, language) },
    states: STATES[isoCode] ?? [{ code: '00', name: 'UNKNOWN' }],
  }))
}

export function destinationRows(language: string): readonly object[] {
  return ALL_CITIES.map(({ placeId, names, countryCode }) => ({
    code: destinationOf(placeId),
    name: { content: names[languageOf(language)] },
    countryCode: countryCodeOf(countryCode),
    isoCode: countryCode,
    zones: ZONES.map(([zoneCode, name]) => ({ zoneCode, name, description: { content: `${names.en} ${name}` } })),
    groupZones: [],
  }))
}

export function terminalRows(): readonly object[] {
  return ALL_CITIES.flatMap(({ placeId, names, countryCode }) =>
    AIRPORTS[placeId] === undefined
      ? []
      : [
          {
            code: AIRPORTS[placeId],
            type: 'A',
            country: countryCodeOf(countryCode),
            name: { content: `${names.en} airport` },
            description: { content: `${names.en} airport` },
          },
        ],
  )
}
