import { foldWords } from '../text/fold.ts'
import { readSections } from './tables.ts'

const NO_WORDS: ReadonlySet<string> = new Set()
const byCountry = new Map(
  readSections('regions.txt').map(({ head, after }) => [head[0], new Set(after.flatMap((word) => foldWords(word)))]),
)

/** What names of hotels in a country call the country itself, or a part of it. */
export function regionWords(countryCode: string | null): ReadonlySet<string> {
  return (countryCode === null ? undefined : byCountry.get(countryCode)) ?? NO_WORDS
}
