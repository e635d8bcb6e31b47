import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../src/domain/text.ts'
import { createNameIndex } from '../../src/operations/destinations/name-index.ts'
import { rememberAnswers } from '../../src/operations/destinations/remember-answers.ts'

const indexOf = (names: readonly string[]) =>
  createNameIndex({ count: names.length, at: (rank) => (names[rank] ?? '').split('|').map(fold).join('\n') })

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

const find = async (wanted: string, limit = 10): Promise<string[]> =>
  (await indexOf(NAMES)).search(fold(wanted), limit).map((rank) => NAMES[rank] ?? '')

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
    const search = (wanted: string): readonly number[] => {
      asked.push(wanted)
      return []
    }
    const remembering = rememberAnswers({ search }, 2)
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) remembering.search(text, 10)
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })
})
