import { cleanLine } from './clean-text.ts'

const MAX_NAME = 300

/** A name to show: plain, in one line, and not in capitals throughout. Empty when nothing of it can be shown. */
export function cleanName(raw: string): string {
  const name = cleanLine(raw, MAX_NAME)
  return isShouted(name) ? titleCase(name) : name
}

/** What a source that has no chain writes in its place. */
const NO_CHAIN: ReadonlySet<string> = new Set([
  'not available',
  'no chain',
  'none',
  'n/a',
  'independent',
  'unknown',
  '-',
])

/** Null where the source says that there is none. */
export function cleanChain(raw: string | null): string | null {
  const name = cleanName((raw ?? '').replace(/\s*[-,(]?\s*not available\s*\)?\s*$/i, ''))
  return name === '' || NO_CHAIN.has(name.toLowerCase()) ? null : name
}

/** A name with fewer letters may be an abbreviation. */
const LEAST_LETTERS = 5

function isShouted(name: string): boolean {
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  return letters >= LEAST_LETTERS && /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name)
}

/** Articles and prepositions of the languages that hotels are named in most, which names write small but at their beginning. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and at by for in of on or the to le la les l du de des d et au aux en sur der die das den dem am an im und zum zur von vom bei auf el los las y e da do dos das di del della dei delle al ai il lo gli'.split(
    ' ',
  ),
)

const ROMAN_NUMERAL = /^(?:X{1,3}|X{0,2}(?:IX|IV|V?I{1,3}|V))$/

function titleCase(name: string): string {
  return name.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word, at: number) => titleWord(word, at, name))
}

function titleWord(word: string, at: number, name: string): string {
  const small = word.toLowerCase()
  // An apostrophe before a single letter is a genitive (“KING’S”), behind one an article (“L’ETOILE”).
  if (small === 's' && /['’]/.test(name[at - 1] ?? '')) return small
  if (isAbbreviation(word)) return word
  if (at > 0 && SMALL_WORDS.has(small)) return small
  return word.slice(0, firstLetter(word)) + small.slice(firstLetter(word))
}

/** “NH”, “B&B” and “XIV” stay as they are, as does what has a digit in it. */
function isAbbreviation(word: string): boolean {
  if (/\p{N}/u.test(word) || ROMAN_NUMERAL.test(word)) return true
  return /^\p{Lu}{1,3}$/u.test(word) && !/[AEIOUYÀ-ÿ]/u.test(word)
}

function firstLetter(word: string): number {
  return word.codePointAt(0) !== undefined && (word.codePointAt(0) ?? 0) > 0xffff ? 2 : 1
}
