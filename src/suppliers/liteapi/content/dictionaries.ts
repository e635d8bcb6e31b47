import { codeOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { type ContentCall, ContentError } from '../../content-source.ts'
import type { AskData } from './ask.ts'

export type Named = Readonly<Record<string, string>>

/** What ids mean, in English, and which countries there are. */
export type Dictionaries = {
  /** ISO 3166-1 alpha-2, upper case, in alphabetical order. */
  readonly countries: readonly string[]
  readonly facilities: Named
  readonly hotelTypes: Named
  readonly chains: Named
  /** LiteAPI's own codes of languages. */
  readonly languages: readonly string[]
}

type Asking = Pick<AskData, 'ask'>

export async function loadDictionaries(call: Pick<ContentCall, 'dictionary'>, asking: Asking): Promise<Dictionaries> {
  function table<T>(name: string, read: (rows: readonly Row[]) => T): Promise<T> {
    return call.dictionary(name, async () => read(await allRows(asking, name)))
  }
  return {
    countries: await table('countries', (rows) =>
      [...new Set(rows.map((row) => codeOf(row['code']).toUpperCase()))].filter((code) => code !== '').sort(),
    ),
    facilities: await table('facilities', (rows) => named(rows, 'facility_id', 'facility')),
    hotelTypes: await table('hotelTypes', (rows) => named(rows, 'id', 'name')),
    chains: await table('chains', (rows) => named(rows, 'id', 'name')),
    languages: await table('languages', (rows) => rows.map((row) => codeOf(row['code']).toLowerCase())),
  }
}

/** All rows of a dictionary, which comes in one piece. An empty one is none: it would be kept for a week. */
async function allRows({ ask }: Asking, name: string): Promise<readonly Row[]> {
  const answer = await ask(`/data/${name}`, {})
  if (!answer.ok) throw answer.error.error()
  const rows = rowsOf(answer.value['data'])
  if (rows.length === 0) throw new ContentError('FAILED', `GET /data/${name}: the answer has no rows`)
  return rows
}

function named(rows: readonly Row[], id: string, name: string): Named {
  return Object.fromEntries(rows.map((row) => [codeOf(row[id]), codeOf(row[name])]))
}
