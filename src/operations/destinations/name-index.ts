import { slipsAllowed, slipsAtBeginning } from './slips.ts'
import { gatherWords, lettersOf, type NamedThings, type Postings, type Words } from './words.ts'

/** Which ranks match, best first. */
export type NameIndex = { readonly search: (wanted: string, limit: number) => readonly number[] }

/** Of the things that have one of several wanted words, so many are looked at. */
const MAX_CANDIDATES = 2_000
/** After so many, a page that is full of good ones is good enough. */
const ENOUGH_CANDIDATES = 300
/** The same when words are misspelt: each takes longer. */
const MAX_ALIKE_CANDIDATES = 200
/** Words of the dictionary that a misspelt one may have been. */
const MAX_ALIKE = 40

/** Reads every name once; other work goes on meanwhile. A million names take some seconds and 100 MB. */
export const createNameIndex = async (things: NamedThings): Promise<NameIndex> => {
  const words = await gatherWords(things)
  return { search: (wanted, limit) => search(things, words, wanted, limit) }
}

/** Words from `from` up to, not including, `to`. */
type Range = { readonly from: number; readonly to: number }

const firstAtLeast = (words: readonly string[], wanted: string): number => {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}

const beginningWith = ({ words }: Words, wanted: string): Range => ({
  from: firstAtLeast(words, wanted),
  to: firstAtLeast(words, `${wanted}\uffff`),
})

const size = ({ starts }: Postings, { from, to }: Range): number => (starts[to] ?? 0) - (starts[from] ?? 0)

/** The smallest ranks of all words of the ranges, ascending: at most `limit`. */
const smallest = ({ starts, ranks }: Postings, ranges: readonly Range[], limit: number): number[] => {
  const best: number[] = []
  let worst = Number.POSITIVE_INFINITY
  for (const { from, to } of ranges)
    for (let word = from; word < to; word++) {
      const end = starts[word + 1] ?? 0
      for (let at = starts[word] ?? 0; at < end; at++) {
        const rank = ranks[at] ?? 0
        if (rank >= worst) break
        insert(best, rank, limit)
        if (best.length === limit) worst = best[limit - 1] ?? worst
      }
    }
  return best
}

/** Keeps the list ascending, without doubles, and no longer than `limit`. */
const insert = (list: number[], value: number, limit: number): void => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  if (list[low] === value) return
  list.splice(low, 0, value)
  if (list.length > limit) list.pop()
}

const search = (things: NamedThings, words: Words, wanted: string, limit: number): readonly number[] => {
  if (wanted === '') return []
  const parts = wanted.split(' ')
  const found = parts.length === 1 ? findWord(things, words, wanted, limit) : findWords(things, words, parts, limit)
  if (found.length >= limit || wanted.length < 4) return found.slice(0, limit)
  const alike = findAlike(things, words, parts, limit + found.length)
  return [...new Set([...found, ...alike])].slice(0, limit)
}

/** The whole name, then the beginning of a name, then of any word in it. */
const findWord = (things: NamedThings, words: Words, wanted: string, limit: number): number[] => {
  const range = beginningWith(words, wanted)
  const exact = words.words[range.from] === wanted ? { from: range.from, to: range.from + 1 } : null
  const whole = exact
    ? smallest(words.first, [exact], ENOUGH_CANDIDATES).filter((rank) => linesOf(things, rank).includes(wanted))
    : []
  const beginning = smallest(words.first, [range], limit)
  const anywhere = smallest(words.anywhere, [range], limit * 2)
  return [...new Set([...whole, ...beginning, ...anywhere])]
}

const linesOf = ({ at }: NamedThings, rank: number): string[] => at(rank).split('\n')

/** The whole phrase, then the phrase at the beginning of a name, then anywhere in it, then its words in any order. */
const findWords = (things: NamedThings, words: Words, parts: readonly string[], limit: number): number[] => {
  const ranges = parts.map((part) => beginningWith(words, part))
  const rarest = ranges.reduce((best, range) =>
    size(words.anywhere, range) < size(words.anywhere, best) ? range : best,
  )
  const phrase = parts.join(' ')
  const found: { readonly rank: number; readonly score: number }[] = []
  let good = 0
  for (const [seen, rank] of smallest(words.anywhere, [rarest], MAX_CANDIDATES).entries()) {
    const score = Math.max(...linesOf(things, rank).map((name) => phraseScore(name, phrase, parts)))
    if (score > 0) found.push({ rank, score })
    if (score >= BEGINS_WITH) good += 1
    // A page full of names that begin like this, and none of weight among the next hundreds.
    if (good >= limit && seen >= ENOUGH_CANDIDATES) break
  }
  return found
    .sort((a, b) => b.score - a.score || a.rank - b.rank)
    .slice(0, limit)
    .map(({ rank }) => rank)
}

const WHOLE = 4
const BEGINS_WITH = 3

const phraseScore = (name: string, phrase: string, parts: readonly string[]): number => {
  if (name === phrase) return WHOLE
  if (name.startsWith(phrase)) return BEGINS_WITH
  if (name.includes(` ${phrase}`)) return 2
  const own = name.split(' ')
  return parts.every((part) => own.some((word) => word.startsWith(part))) ? 1 : 0
}

/** Things in which every wanted word is near the beginning of some word, the fewer slips the better. */
const findAlike = (things: NamedThings, words: Words, parts: readonly string[], limit: number): number[] => {
  const alike = parts.map((part) => wordsAlike(words, part))
  const ranges = alike.reduce((best, one) => (total(words, one) < total(words, best) ? one : best))
  return smallest(words.anywhere, ranges, MAX_ALIKE_CANDIDATES)
    .map((rank) => ({ rank, slips: Math.min(...linesOf(things, rank).map((name) => slipsIn(name.split(' '), parts))) }))
    .filter(({ slips }) => slips < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.slips - b.slips || a.rank - b.rank)
    .slice(0, limit)
    .map(({ rank }) => rank)
}

const total = (words: Words, ranges: readonly Range[]): number =>
  ranges.reduce((sum, range) => sum + size(words.anywhere, range), 0)

const wordsAlike = (words: Words, wanted: string): Range[] => {
  const allowed = slipsAllowed(wanted)
  if (allowed === 0) return [beginningWith(words, wanted)]
  const letters = lettersOf(wanted)
  const found: { word: number; slips: number }[] = []
  for (let word = 0; word < words.letters.length; word++) {
    // Most words have letters that the wanted one has not, or the other way round.
    if (moreBitsThan((words.heads[word] ?? 0) & ~letters, allowed)) continue
    if (moreBitsThan(letters & ~(words.letters[word] ?? 0), allowed)) continue
    const slips = slipsAtBeginning(wanted, words.words[word] ?? '', allowed)
    if (slips <= allowed) found.push({ word, slips })
  }
  return found
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MAX_ALIKE)
    .map(({ word }) => ({ from: word, to: word + 1 }))
}

const moreBitsThan = (bits: number, most: number): boolean => {
  let rest = bits
  for (let count = 0; count <= most; count++) {
    if (rest === 0) return false
    rest &= rest - 1
  }
  return true
}

const slipsIn = (own: readonly string[], wanted: readonly string[]): number => {
  let slips = 0
  for (const part of wanted) {
    const allowed = slipsAllowed(part)
    let least = allowed + 1
    for (const word of own) least = Math.min(least, slipsAtBeginning(part, word, allowed))
    if (least > allowed) return Number.POSITIVE_INFINITY
    slips += least
  }
  return slips
}
