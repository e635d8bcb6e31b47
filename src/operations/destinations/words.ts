import { setImmediate as breathe } from 'node:timers/promises'
import { growingColumn } from '../ranking/columns.ts'

/** Something with names: `at(rank)` are the folded names of the thing of that rank, a line each. Rank 0 is shown first. */
export type NamedThings = { readonly count: number; readonly at: (rank: number) => string }

/** Words in alphabetical order; the ranks of word `i` are `ranks[starts[i]] … ranks[starts[i + 1] − 1]`, ascending. */
export type Postings = { readonly starts: Uint32Array; readonly ranks: Uint32Array }

export type Words = {
  readonly words: readonly string[]
  /** Which letters a word has: what tells most that are not alike apart at a glance. */
  readonly letters: Uint32Array
  /** The same of its first four. */
  readonly heads: Uint32Array
  /** Things that have the word anywhere in a name, and those with a name that begins with it. */
  readonly anywhere: Postings
  readonly first: Postings
}

/** Things whose names are indexed between two breaths. */
const SLICE = 5_000
/** Names in scripts without spaces are found from any of their characters on, up to here. */
const MAX_SUFFIXES = 16
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

/** Reads every name once; other work goes on meanwhile. */
export const gatherWords = async ({ count, at }: NamedThings): Promise<Words> => {
  const numbers = new Map<string, number>()
  const numberOf = (word: string): number => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, numbers.size)
    return numbers.size - 1
  }
  const anywhere = { words: column(), ranks: column() }
  const first = { words: column(), ranks: column() }
  for (let rank = 0; rank < count; rank++) {
    const seen = new Set<number>()
    for (const name of at(rank).split('\n')) {
      const parts = name.split(' ')
      parts.forEach((word, index) => {
        for (const part of suffixes(word)) seen.add(numberOf(part))
        if (index > 0) return
        first.words.push(numberOf(word))
        first.ranks.push(rank)
      })
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
  const post = ({ words, ranks }: typeof anywhere): Postings => toPostings(words.finish(), ranks.finish(), places)
  return {
    words: sorted,
    letters: Uint32Array.from(sorted, lettersOf),
    heads: Uint32Array.from(sorted, (word) => lettersOf(word.slice(0, 4))),
    anywhere: post(anywhere),
    first: post(first),
  }
}

const column = () => growingColumn((length) => new Uint32Array(length))

const suffixes = (word: string): string[] => {
  if (!UNSPACED.test(word)) return [word]
  const characters = Array.from(word)
  return characters.slice(0, MAX_SUFFIXES).map((_, index) => characters.slice(index).join(''))
}

/** Ranks come in ascending order, and stay so within each word. */
const toPostings = (words: Uint32Array, ranks: Uint32Array, places: Uint32Array): Postings => {
  const starts = new Uint32Array(places.length + 1)
  for (const word of words) {
    const next = (places[word] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let place = 1; place < starts.length; place++) starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
  const filled = starts.slice()
  const sorted = new Uint32Array(ranks.length)
  words.forEach((word, index) => {
    const place = places[word] ?? 0
    sorted[filled[place] ?? 0] = ranks[index] ?? 0
    filled[place] = (filled[place] ?? 0) + 1
  })
  return { starts, ranks: sorted }
}

/** One bit a letter, more or less. */
export const lettersOf = (word: string): number => {
  let letters = 0
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters >>> 0
}
