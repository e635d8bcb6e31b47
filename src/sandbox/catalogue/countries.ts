import { type LocalizedNames, SANDBOX_LANGUAGES, type SandboxPlace } from './types.ts'

type CountryRow = {
  readonly placeId: number
  readonly code: string
  readonly localName: string
  readonly localLanguage: string
  /** Null when the country has several time zones. */
  readonly timeZone: string | null
  readonly latitude: number
  readonly longitude: number
  /** The currency, ISO 4217. */
  readonly currency: string
}

function country(
  placeId: number,
  code: string,
  [localLanguage, localName]: readonly [string, string],
  timeZone: string | null,
  [latitude, longitude]: readonly [number, number],
  currency: string,
): CountryRow {
  return { placeId, code, localName, localLanguage, timeZone, latitude, longitude, currency }
}

const COUNTRIES: readonly CountryRow[] = [
  country(101, 'GB', ['en', 'United Kingdom'], 'Europe/London', [54.0, -2.5], 'GBP'),
  country(102, 'FR', ['fr', 'France'], 'Europe/Paris', [46.6, 2.4], 'EUR'),
  country(103, 'DE', ['de', 'Deutschland'], 'Europe/Berlin', [51.2, 10.4], 'EUR'),
  country(104, 'IT', ['it', 'Italia'], 'Europe/Rome', [42.8, 12.8], 'EUR'),
  country(105, 'ES', ['es', 'España'], null, [40.2, -3.6], 'EUR'),
  country(106, 'GR', ['el', 'Ελλάδα'], 'Europe/Athens', [39.1, 22.9], 'EUR'),
  country(107, 'US', ['en', 'United States'], null, [39.8, -98.6], 'USD'),
  country(108, 'JP', ['ja', '日本'], 'Asia/Tokyo', [36.6, 138.0], 'JPY'),
  country(109, 'TH', ['th', 'ไทย'], 'Asia/Bangkok', [15.1, 101.0], 'THB'),
  country(110, 'AE', ['ar', 'الإمارات العربية المتحدة'], 'Asia/Dubai', [23.9, 54.3], 'AED'),
  country(111, 'EG', ['ar', 'مصر'], 'Africa/Cairo', [26.6, 29.8], 'EGP'),
  country(112, 'KW', ['ar', 'الكويت'], 'Asia/Kuwait', [29.3, 47.6], 'KWD'),
  country(113, 'KZ', ['kk', 'Қазақстан'], 'Asia/Almaty', [48.2, 67.3], 'KZT'),
  country(114, 'KR', ['ko', '대한민국'], 'Asia/Seoul', [36.4, 127.8], 'KRW'),
  country(115, 'NZ', ['en', 'New Zealand'], null, [-41.8, 172.8], 'NZD'),
  country(116, 'FJ', ['en', 'Fiji'], 'Pacific/Fiji', [-17.8, 178.0], 'FJD'),
  country(117, 'WS', ['sm', 'Sāmoa'], 'Pacific/Apia', [-13.7, -172.2], 'WST'),
  country(118, 'IS', ['is', 'Ísland'], 'Atlantic/Reykjavik', [64.9, -18.6], 'ISK'),
]

/** Territories with a code of their own, which some suppliers count to another country; the catalogue has no places there. */
const TERRITORIES: readonly CountryRow[] = [
  country(119, 'HK', ['zh', '香港'], 'Asia/Hong_Kong', [22.35, 114.15], 'USD'),
  country(120, 'PR', ['es', 'Puerto Rico'], 'America/Puerto_Rico', [18.23, -66.43], 'USD'),
  country(121, 'GP', ['fr', 'Guadeloupe'], 'America/Guadeloupe', [16.2, -61.5], 'EUR'),
]

/** The names come from the runtime's CLDR data, like those of the nationalities. */
function countryNames(code: string): LocalizedNames {
  function name(language: string): string {
    return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
  }
  const [en, fr, de, ja, ar] = SANDBOX_LANGUAGES
  return { en: name(en), fr: name(fr), de: name(de), ja: name(ja), ar: name(ar) }
}

export function countryPlaces(): readonly SandboxPlace[] {
  return COUNTRIES.map(({ placeId, code, localName, localLanguage, timeZone, latitude, longitude }) => ({
    placeId,
    type: 'country',
    parentId: null,
    countryCode: code,
    timeZone,
    latitude,
    longitude,
    names: countryNames(code),
    localName,
    localLanguage,
    weight: 500,
  }))
}

/** Finds a country's row. Throws when there is none: then a city's row names a wrong country. */
export function countryRow(code: string): CountryRow {
  const row = [...COUNTRIES, ...TERRITORIES].find((candidate) => candidate.code === code)
  if (!row) throw new RangeError(`no sandbox country ${code}`)
  return row
}
