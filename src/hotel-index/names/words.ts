import { setImmediate as breathe } from 'node:timers/promises'
import { growingColumn } from '../columns.ts'
import { type Postings, type Range, toPostings } from './postings.ts'
import { type Spelling, spell } from './words-alike.ts'

/** Hotels and places with names: `at(rank)` returns the folded names of one of them, one per line. Rank 0 is shown first. */
export type NamedThings = { readonly count: number; readonly at: (rank: number) => string }

export function linesOf({ at }: NamedThings, rank: number): string[] {
  return at(rank).split('\n')
}

export type Words = {
  readonly spelling: Spelling
  /** Those that have the word anywhere in a name, and those with a name that begins with it. */
  readonly anywhere: Postings
  readonly first: Postings
  /** Those that have the word as a whole name. */
  readonly whole: Postings
}

/** How many of them are indexed before yielding to the event loop. */
const SLICE = 5_000
/** A name in a script without spaces is found from any of its characters, up to this many. */
const MAX_SUFFIXES = 16
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

/** Reads every name once, and yields to other work in between. */
export async function gatherWords({ count, at }: NamedThings): Promise<Words> {
  const numbers = new Map<string, number>()
  function numberOf(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, numbers.size)
    return numbers.size - 1
  }
  const anywhere = { words: column(), ranks: column() }
  const first = { words: column(), ranks: column() }
  const whole = { words: column(), ranks: column() }
  for (let rank = 0; rank < count; rank++) {
    const seen = new Set<number>()
    for (const name of at(rank).split('\n')) {
      const parts = name.split(' ')
      for (const word of parts) for (const part of suffixes(word)) seen.add(numberOf(part))
      for (const where of parts.length === 1 ? [first, whole] : [first]) {
        where.words.push(numberOf(parts[0] ?? ''))
        where.ranks.push(rank)
      }
    }
    for (const number of seen) {
      anywhere.words.push(number)
      anywhere.ranks.push(rank)
    }
    if (rank % SLICE === SLICE - 1) await breathe()
  }
  const sorted = [...numbers.keys()].sort()
  const places = new Uint32Array(sorted.length)
  sorted.forEach((word, place) => {
    places[numbers.get(word) ?? 0] = place
  })
  await breathe()
  function post({ words, ranks }: typeof anywhere): Postings {
    return toPostings(words.finish(), ranks.finish(), places)
  }
  return {
    spelling: spell(sorted),
    anywhere: post(anywhere),
    first: post(first),
    whole: post(whole),
  }
}

function column() {
  return growingColumn((length) => new Uint32Array(length))
}

function suffixes(word: string): string[] {
  if (!UNSPACED.test(word)) return [word]
  const characters = Array.from(word)
  return characters.slice(0, MAX_SUFFIXES).map((_, index) => characters.slice(index).join(''))
}

/** The range of words with this beginning. */
export function beginningWith({ spelling }: Words, wanted: string): Range {
  return {
    from: firstAtLeast(spelling, wanted),
    to: firstAtLeast(spelling, `${wanted}\uffff`),
  }
}

/** Whether the word at an index is spelt like this; false beyond the last one. */
export function isSpelt({ spelling }: Words, index: number, wanted: string): boolean {
  return index < spelling.starts.length - 1 && compareWord(spelling, index, wanted) === 0
}

function firstAtLeast(spelling: Spelling, wanted: string): number {
  let low = 0
  let high = spelling.starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareWord(spelling, middle, wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Below 0 when the word at an index comes before `wanted`, 0 when they are the same; as `<` compares texts. */
function compareWord({ starts, letters }: Spelling, index: number, wanted: string): number {
  const start = starts[index] ?? 0
  const length = (starts[index + 1] ?? 0) - start
  const common = Math.min(length, wanted.length)
  for (let at = 0; at < common; at++) {
    const difference = (letters[start + at] ?? 0) - wanted.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return length - wanted.length
}
