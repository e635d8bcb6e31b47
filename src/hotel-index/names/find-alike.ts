import { hasAll, type Range, size, smallest } from './postings.ts'
import { slipsAllowed, slipsAtBeginning } from './slips.ts'
import { beginningWith, linesOf, type NamedThings, type Words } from './words.ts'
import { type AlikeWords, wordsAlike } from './words-alike.ts'

/** The most candidates for a misspelt word that are scanned, and the most whose names are read. */
const MAX_CANDIDATES = 600
const MAX_READ = 200
/** The most dictionary words that are considered as the correct spelling of a misspelt word. */
const MAX_ALIKE = 40

/**
 * Finds hotels and places with names in which every wanted word nearly matches the beginning of some word; those with the fewest
 * typing errors come first.
 */
export function findAlike(
  things: NamedThings,
  words: Words,
  { parts, limit }: { readonly parts: readonly string[]; readonly limit: number },
): readonly number[] {
  const alike = parts.map((part) => meant(words, part))
  if (alike[0] && alike.length === 1) return nearestFirst(words, alike[0], limit)
  const rarest = alike.reduce((best, one) => (total(words, one) < total(words, best) ? one : best))
  const slipsIn = slipsCounter(parts)
  const hasOthers = hasAll(
    words.anywhere,
    alike.filter((one) => one !== rarest),
  )
  return smallest(words.anywhere, rarest, MAX_CANDIDATES)
    .filter(hasOthers)
    .slice(0, MAX_READ)
    .map((rank) => ({ rank, slips: Math.min(...linesOf(things, rank).map(slipsIn)) }))
    .filter(({ slips }) => slips < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.slips - b.slips || a.rank - b.rank)
    .slice(0, limit)
    .map(({ rank }) => rank)
}

/** For a single word, the number of typing errors is known before any name is read. */
function nearestFirst({ anywhere }: Words, alike: readonly AlikeWords[], limit: number): readonly number[] {
  const found = new Set<number>()
  for (const ranges of Map.groupBy(alike, ({ slips }) => slips).values()) {
    if (found.size >= limit) break
    for (const rank of smallest(anywhere, ranges, limit)) found.add(rank)
  }
  return [...found].slice(0, limit)
}

function total(words: Words, ranges: readonly Range[]): number {
  return ranges.reduce((sum, range) => sum + size(words.anywhere, range), 0)
}

/**
 * The words that a misspelt word may mean: those with the fewest typing errors, and for a short word those that begin like it.
 */
function meant(words: Words, wanted: string): readonly AlikeWords[] {
  const allowed = slipsAllowed(wanted)
  if (allowed === 0) return [{ ...beginningWith(words, wanted), slips: 0 }]
  const ranges: AlikeWords[] = []
  let left = MAX_ALIKE
  for (const { from, to, slips } of wordsAlike(words.spelling, wanted, allowed).toSorted((a, b) => a.slips - b.slips)) {
    if (left === 0) break
    const taken = Math.min(to - from, left)
    ranges.push({ from, to: from + taken, slips })
    left -= taken
  }
  return ranges
}

/**
 * Counts the typing errors between a name and all wanted words; infinite when a wanted word does not match. Names share words, so
 * the result for each word is cached.
 */
function slipsCounter(parts: readonly string[]): (name: string) => number {
  const known = parts.map((part) => ({ part, allowed: slipsAllowed(part), slips: new Map<string, number>() }))
  return (name) => {
    const own = name.split(' ')
    let sum = 0
    for (const { part, allowed, slips } of known) {
      let least = allowed + 1
      for (const word of own) {
        let here = slips.get(word)
        if (here === undefined) slips.set(word, (here = slipsAtBeginning(part, word, allowed)))
        if (here < least) least = here
      }
      if (least > allowed) return Number.POSITIVE_INFINITY
      sum += least
    }
    return sum
  }
}
