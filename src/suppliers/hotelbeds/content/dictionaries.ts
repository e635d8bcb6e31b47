import { codeOf, numberOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { type ContentCall, ContentError } from '../../content-source.ts'
import { members } from '../../wire-values.ts'
import type { AskContent } from './send-content.ts'

export type Named = Readonly<Record<string, string>>

/** Which fields of a facility's rows mean something, by its typology's flags. */
export type FacilityFlags = {
  readonly number: boolean
  readonly distance: boolean
  readonly age: boolean
  readonly time: boolean
}
export type FacilityKind = { readonly name: string; readonly group: number; readonly flags: FacilityFlags | null }
export type Category = { readonly stars: number | null; readonly description: string }
export type Country = { readonly isoCode: string; readonly states: Named }

/** What codes mean. Names are English but for those that guests read, which are in the pass's language. */
export type Dictionaries = {
  /** By Hotelbeds' own code, upper case. */
  readonly countries: Readonly<Record<string, Country>>
  readonly categories: Readonly<Record<string, Category>>
  readonly accommodations: Named
  readonly chains: Named
  /** By `group/code`. */
  readonly facilities: Readonly<Record<string, FacilityKind>>
  /** Codes of the groups that tell which cards are taken. */
  readonly paymentGroups: readonly number[]
  readonly rooms: Named
  readonly imageTypes: Named
  readonly issues: Named
}

/** Rows that one call for a dictionary answers, and the most calls: the longest has some thousands of rows. */
const PAGE = 1_000
const MAX_PAGES = 200

/** Loads what is not kept. `language` is Hotelbeds' own code. */
export async function loadDictionaries(
  call: Pick<ContentCall, 'dictionary'>,
  ask: AskContent,
  language: string,
): Promise<Dictionaries> {
  function table<T>(path: string, read: (rows: readonly Row[]) => T, inLanguage = 'ENG'): Promise<T> {
    return call.dictionary(`${path}.${inLanguage}`, async () => read(await allRows(ask, path, inLanguage)))
  }
  const typologies = await table('types/facilitytypologies', flagsByCode)
  const kinds = await table('types/facilities', (rows) => rows.map(facilityRow))
  return {
    countries: await table('locations/countries', (rows) => byCode(rows, countryOf)),
    categories: await table('types/categories', (rows) => byCode(rows, categoryOf)),
    accommodations: await table('types/accommodations', (rows) => byCode(rows, nameOf)),
    chains: await table('types/chains', (rows) => byCode(rows, nameOf)),
    facilities: Object.fromEntries(
      kinds.map(({ key, name, group, typology }) => [key, { name, group, flags: typologies[typology] ?? null }]),
    ),
    paymentGroups: await table('types/facilitygroups', (rows) =>
      rows.filter((row) => /payment|credit card/i.test(nameOf(row))).map((row) => Number(codeOf(row['code']))),
    ),
    rooms: await table('types/rooms', (rows) => byCode(rows, nameOf), language),
    imageTypes: await table('types/imagetypes', (rows) => byCode(rows, nameOf), language),
    issues: await table('types/issues', (rows) => byCode(rows, nameOf), language),
  }
}

/**
 * Hotelbeds' own code of a language by its list, `types/languages`, where it is named in English; the code that the reader knows where
 * the list has no such name. Throws `ContentError` where the list does not have it at all.
 */
export async function languageByList(
  call: Pick<ContentCall, 'dictionary'>,
  ask: AskContent,
  { name, code }: { readonly name: string; readonly code: string },
): Promise<string> {
  const list = await call.dictionary('types/languages.ENG', async () =>
    (await allRows(ask, 'types/languages', 'ENG')).map((row) => ({ code: codeOf(row['code']), name: nameOf(row) })),
  )
  const found =
    list.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? list.find((one) => one.code === code)
  if (!found) throw new ContentError('REFUSED', `types/languages has neither ${name} nor ${code}`)
  return found.code
}

/** All rows of a dictionary. An answer that has none is no dictionary: it would be kept for a week. */
async function allRows(ask: AskContent, path: string, language: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const from = rows.length + 1
    const answer = await ask(`/${path}`, {
      fields: 'all',
      language,
      useSecondaryLanguage: 'true',
      from: String(from),
      to: String(from + PAGE - 1),
    })
    if ('failure' in answer) throw answer.error()
    const found = Object.values(answer.body).find((value) => Array.isArray(value))
    if (found === undefined) throw new ContentError('FAILED', `GET /${path}: the answer has no list`)
    const more = rowsOf(found)
    rows.push(...more)
    if (more.length === 0 || rows.length >= (numberOf(answer.body['total']) ?? 0)) return rows
  }
  throw new ContentError('FAILED', `GET /${path}: more than ${MAX_PAGES * PAGE} rows`)
}

function byCode<T>(rows: readonly Row[], read: (row: Row) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(rows.map((row) => [codeOf(row['code']).toUpperCase(), read(row)]))
}

/** The name of a dictionary's row, which stands under several names, as a text or in an object. */
function nameOf(row: Row): string {
  for (const field of ['typeMultiDescription', 'description', 'name', 'typeDescription']) {
    const value = row[field]
    const text = typeof value === 'string' ? value : members(value)['content']
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  return ''
}

function countryOf(row: Row): Country {
  const states = rowsOf(row['states']).flatMap((state): [string, string][] => {
    const name = nameOf(state)
    return name === '' || /^unknown$/i.test(name) ? [] : [[codeOf(state['code']).toUpperCase(), name]]
  })
  return { isoCode: codeOf(row['isoCode']).toUpperCase(), states: Object.fromEntries(states) }
}

/** In words, or by codes such as `H3_5`. */
const HALF = /\bhalf\b|½|\b1\/2\b|[.,]5\b/i
const HALF_CODE = /_5$/

/** Stars, or keys, of a category in halves; 0: not classified. */
function categoryOf(row: Row): Category {
  const whole = numberOf(row['simpleCode'])
  const description = nameOf(row)
  const isHalf = HALF.test(description) || HALF_CODE.test(codeOf(row['code']))
  return { stars: whole === null ? null : whole + (isHalf && whole < 5 ? 0.5 : 0), description }
}

type FacilityRow = { readonly key: string; readonly name: string; readonly group: number; readonly typology: string }

function facilityRow(row: Row): FacilityRow {
  const group = codeOf(row['facilityGroupCode'])
  return {
    key: `${group}/${codeOf(row['code'])}`,
    name: nameOf(row),
    group: Number(group),
    typology: codeOf(row['facilityTypologyCode']),
  }
}

function flagsByCode(rows: readonly Row[]): Readonly<Record<string, FacilityFlags>> {
  return byCode(rows, (row) => ({
    number: row['numberFlag'] === true,
    distance: row['distanceFlag'] === true,
    age: row['ageFromFlag'] === true || row['ageToFlag'] === true,
    time: row['timeFromFlag'] === true || row['timeToFlag'] === true,
  }))
}
