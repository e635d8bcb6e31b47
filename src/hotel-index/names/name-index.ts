import { findAlike } from './find-alike.ts'
import { hasAll, size, smallest } from './postings.ts'
import { beginningWith, gatherWords, isSpelt, linesOf, type NamedThings, type Words } from './words.ts'

/** Returns the ranks of the matches, best first. */
export type NameIndex = { readonly search: (wanted: string, limit: number) => readonly number[] }

/** The most hotels and places with one of the wanted words that are checked. */
const MAX_CANDIDATES = 2_000
/** After this many candidates, a full page of good matches is accepted. */
const ENOUGH_CANDIDATES = 300

/** Reads every name once, and yields to other work in between. A million names take some seconds and 100 MB. */
export async function createNameIndex(things: NamedThings): Promise<NameIndex> {
  return nameIndexOf(things, await gatherWords(things))
}

/** The index of things whose words are known. */
export function nameIndexOf(things: NamedThings, words: Words): NameIndex {
  return { search: (wanted, limit) => search(things, words, { wanted, limit }) }
}

function search(
  things: NamedThings,
  words: Words,
  { wanted, limit }: { readonly wanted: string; readonly limit: number },
): readonly number[] {
  if (wanted === '') return []
  const parts = wanted.split(' ')
  const found = parts.length === 1 ? findWord(words, wanted, limit) : findWords(things, words, { parts, limit })
  if (found.length >= limit || wanted.length < 4) return found.slice(0, limit)
  const alike = findAlike(things, words, { parts, limit: limit + found.length })
  return [...new Set([...found, ...alike])].slice(0, limit)
}

/** Finds a single word: as the whole name, then at the beginning of a name, then at the beginning of any word. */
function findWord(words: Words, wanted: string, limit: number): number[] {
  const range = beginningWith(words, wanted)
  const isWord = isSpelt(words, range.from, wanted)
  const whole = isWord ? smallest(words.whole, [{ from: range.from, to: range.from + 1 }], limit) : []
  const beginning = smallest(words.first, [range], limit)
  const anywhere = smallest(words.anywhere, [range], limit * 2)
  return [...new Set([...whole, ...beginning, ...anywhere])]
}

/** Finds several words: as the whole name, then at the beginning of a name, then anywhere in it, then in any order. */
function findWords(
  things: NamedThings,
  words: Words,
  { parts, limit }: { readonly parts: readonly string[]; readonly limit: number },
): number[] {
  const ranges = parts.map((part) => beginningWith(words, part))
  const rarest = ranges.reduce((best, range) =>
    size(words.anywhere, range) < size(words.anywhere, best) ? range : best,
  )
  const hasOthers = hasAll(
    words.anywhere,
    ranges.filter((range) => range !== rarest).map((range) => [range]),
  )
  const phrase = parts.join(' ')
  const found: { readonly rank: number; readonly score: number }[] = []
  let good = 0
  for (const [seen, rank] of smallest(words.anywhere, [rarest], MAX_CANDIDATES).entries()) {
    if (!hasOthers(rank)) continue
    const score = Math.max(...linesOf(things, rank).map((name) => phraseScore(name, phrase, parts)))
    if (score > 0) found.push({ rank, score })
    if (score >= BEGINS_WITH) good += 1
    // The page is full of names that begin with the phrase. Candidates come by rank, so the remaining ones are less important.
    if (good >= limit && seen >= ENOUGH_CANDIDATES) break
  }
  return found
    .sort((a, b) => b.score - a.score || a.rank - b.rank)
    .slice(0, limit)
    .map(({ rank }) => rank)
}

const WHOLE = 4
const BEGINS_WITH = 3

function phraseScore(name: string, phrase: string, parts: readonly string[]): number {
  if (name === phrase) return WHOLE
  if (name.startsWith(phrase)) return BEGINS_WITH
  if (name.includes(` ${phrase}`)) return 2
  return parts.every((part) => name.startsWith(part) || name.includes(` ${part}`)) ? 1 : 0
}
