import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../src/domain/text.ts'
import { createNameIndex } from '../../src/hotel-index/names/name-index.ts'
import { hasAll, smallest, toPostings } from '../../src/hotel-index/names/postings.ts'
import { rememberAnswers } from '../../src/hotel-index/names/remember-answers.ts'
import { slipsAllowed, slipsAtBeginning } from '../../src/hotel-index/names/slips.ts'
import { spell, wordsAlike } from '../../src/hotel-index/names/words-alike.ts'

function indexOf(names: readonly string[]) {
  return createNameIndex({ count: names.length, at: (rank) => (names[rank] ?? '').split('|').map(fold).join('\n') })
}

const NAMES = [
  'Paris',
  'Barcelona',
  'Paris Hotel',
  'Hotel Paris',
  'Grand Hotel Barcelona',
  'München|Munich|ミュンヘン',
  '東京ホテル|Tokyo Hotel',
  'Parish House',
]

async function find(wanted: string, limit = 10): Promise<string[]> {
  return (await indexOf(NAMES)).search(fold(wanted), limit).map((rank) => NAMES[rank] ?? '')
}

describe('names', () => {
  it('[C-047] are found whole, then by their beginning, then by a word’s, by rank among equals', async () => {
    expect(await find('paris')).toEqual(['Paris', 'Paris Hotel', 'Parish House', 'Hotel Paris'])
    expect(await find('hotel')).toEqual([
      'Hotel Paris',
      'Paris Hotel',
      'Grand Hotel Barcelona',
      '東京ホテル|Tokyo Hotel',
    ])
  })

  it('[C-047] are found by several words, as a phrase first, else in any order', async () => {
    expect(await find('hotel par')).toEqual(['Hotel Paris', 'Paris Hotel'])
    expect(await find('barcelona grand')).toEqual(['Grand Hotel Barcelona'])
  })

  it('[C-047] are found without accents, in any language, and from the middle where scripts have no spaces', async () => {
    for (const wanted of ['munchen', 'MÜNCHEN', 'munich', 'ミュン'])
      expect(await find(wanted)).toEqual(['München|Munich|ミュンヘン'])
    expect(await find('ホテル')).toEqual(['東京ホテル|Tokyo Hotel'])
  })

  it('[C-047] are found with a letter too many, too few, wrong or swapped', async () => {
    for (const wanted of ['barcellona', 'barclona', 'bartelona', 'barcelnoa', 'abrcelona'])
      expect({ wanted, found: (await find(wanted))[0] }).toEqual({ wanted, found: 'Barcelona' })
    expect(await find('hotel gradn barclona')).toEqual(['Grand Hotel Barcelona'])
    expect(await find('xyzzyplugh')).toEqual([])
    expect(await find('')).toEqual([])
  })

  it('are each found by their own beginning, whatever they are', async () => {
    const name = fc
      .array(fc.stringMatching(/^[a-zé]{1,8}$/), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 30, selector: fold }),
        fc.nat(),
        async (names, pick) => {
          const index = await indexOf(names)
          const wanted = fold(names[pick % names.length] ?? '')
          expect(index.search(wanted, 10).map((rank) => fold(names[rank] ?? ''))[0]).toBe(wanted)
          const beginning = wanted.slice(0, 1 + (pick % wanted.length)).trim()
          expect(index.search(beginning, 30).some((rank) => fold(names[rank] ?? '') === wanted)).toBe(true)
        },
      ),
    )
  })
})

describe('matches', () => {
  const word = fc.stringMatching(/^[ab]{1,3}$/)
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const named = fc.array(fc.array(name, { minLength: 1, maxLength: 2 }), { maxLength: 40 })
  function at(names: readonly string[][]) {
    return {
      count: names.length,
      at: (rank: number) => (names[rank] ?? []).join('\n'),
    }
  }

  /** 4 for the whole name, 3 for its beginning, 2 for a beginning in it, 1 for all words in any order. */
  function score(own: string, wanted: string): number {
    if (own === wanted) return 4
    if (` ${own}`.startsWith(` ${wanted}`)) return 3
    if (` ${own}`.includes(` ${wanted}`)) return 2
    return wanted.split(' ').every((part) => own.split(' ').some((one) => one.startsWith(part))) ? 1 : 0
  }

  it('[C-047] are those of a naive look at every name, in its order', async () => {
    // Shorter than any text whose slips are forgiven.
    const wanted = fc.stringMatching(/^([ab]{1,3}|[ab] [ab])$/)
    await fc.assert(
      fc.asyncProperty(named, wanted, async (names, text) => {
        const index = await createNameIndex(at(names))
        const naive = names
          .map((own, rank) => ({ rank, score: Math.max(...own.map((one) => score(one, text))) }))
          .filter((found) => found.score > 0)
          .toSorted((a, b) => b.score - a.score || a.rank - b.rank)
        expect(index.search(text, 100)).toEqual(naive.map(({ rank }) => rank))
        expect(index.search(text, 3)).toEqual(naive.slice(0, 3).map(({ rank }) => rank))
      }),
      { numRuns: 500 },
    )
  })

  it('[C-047] of a misspelt word come the fewer slips the better', async () => {
    const wanted = fc.stringMatching(/^[ab]{4,6}$/)
    const long = fc
      .array(fc.stringMatching(/^[ab]{2,7}$/), { minLength: 1, maxLength: 2 })
      .map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(fc.array(long, { maxLength: 20 }), wanted, async (names, text) => {
        const index = await createNameIndex(at(names.map((one) => [one])))
        function slips(rank: number): number {
          return Math.min(
            ...(names[rank] ?? '').split(' ').map((own) => slipsAtBeginning(text, own, slipsAllowed(text))),
          )
        }
        const found = index.search(text, 100)
        const alike = names.flatMap((_, rank) => (slips(rank) <= slipsAllowed(text) ? [rank] : []))
        expect(found.toSorted((a, b) => a - b)).toEqual(alike)
        const misspelt = found.filter((rank) => slips(rank) > 0)
        expect(misspelt).toEqual(misspelt.toSorted((a, b) => slips(a) - slips(b) || a - b))
        expect(found.slice(found.length - misspelt.length)).toEqual(misspelt)
      }),
      { numRuns: 500 },
    )
  })
})

describe('remembered answers', () => {
  it('are those of the index, for every text and limit, whatever was asked before', async () => {
    const index = await indexOf(NAMES)
    const texts = fc.constantFrom('p', 'pa', 'hot', 'hotel', 'barcelona', 'nothing', 'tokyo', 'munchen')
    const asked = fc.array(fc.tuple(texts, fc.integer({ min: 1, max: 4 })), { maxLength: 40 })
    fc.assert(
      fc.property(asked, (questions) => {
        const remembering = rememberAnswers(index, 3)
        for (const [text, limit] of questions)
          expect(remembering.search(text, limit)).toEqual(index.search(text, limit))
      }),
    )
  })

  it('give back the one that was asked for longest ago', () => {
    const asked: string[] = []
    function search(wanted: string): readonly number[] {
      asked.push(wanted)
      return []
    }
    const remembering = rememberAnswers({ search }, 2)
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) remembering.search(text, 10)
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })
})

describe('postings', () => {
  const entry = fc.record({ word: fc.integer({ min: 0, max: 5 }), rank: fc.integer({ min: 0, max: 40 }) })
  const range = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })).map(([a, b]) => ({
    from: Math.min(a, b),
    to: Math.max(a, b),
  }))
  function post(entries: readonly { readonly word: number; readonly rank: number }[]) {
    const ascending = entries.toSorted((a, b) => a.rank - b.rank)
    function column(pick: (one: { readonly word: number; readonly rank: number }) => number) {
      return Uint32Array.from(ascending, pick)
    }
    return toPostings(
      column(({ word }) => word),
      column(({ rank }) => rank),
      Uint32Array.from([0, 1, 2, 3, 4, 5]),
    )
  }

  it('answer the smallest ranks of some words, and which things have a word of each group', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 80 }),
        fc.array(range, { maxLength: 3 }),
        fc.nat(12),
        (all, ranges, limit) => {
          const postings = post(all)
          function within(word: number, { from, to }: { from: number; to: number }) {
            return word >= from && word < to
          }
          const naive = new Set(
            all.filter(({ word }) => ranges.some((one) => within(word, one))).map(({ rank }) => rank),
          )
          const ascending = [...naive].toSorted((a, b) => a - b)
          expect(smallest(postings, ranges, limit)).toEqual(ascending.slice(0, limit))
          const every = Array.from({ length: 41 }, (_, rank) => rank)
          const having = every.filter((rank) =>
            ranges.every((one) => all.some((entered) => entered.rank === rank && within(entered.word, one))),
          )
          expect(
            every.filter(
              hasAll(
                postings,
                ranges.map((one) => [one]),
              ),
            ),
          ).toEqual(having)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('words alike', () => {
  it('are those whose beginning is near enough, each with its slips, in the list’s order', () => {
    const word = fc.stringMatching(/^[abc]{1,7}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 60 }),
        word,
        fc.integer({ min: 1, max: 2 }),
        (all, wanted, allowed) => {
          const words = all.toSorted()
          const found = wordsAlike(spell(words), wanted, allowed).flatMap(({ from, to, slips }) =>
            words.slice(from, to).map((text) => ({ text, slips })),
          )
          const near = words
            .map((text) => ({ text, slips: slipsAtBeginning(wanted, text, allowed) }))
            .filter(({ slips }) => slips <= allowed)
          expect(found).toEqual(near)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('are none of a text that is longer than any word', () => {
    expect(wordsAlike(spell(['a'.repeat(65)]), 'a'.repeat(65), 2)).toEqual([])
  })
})
