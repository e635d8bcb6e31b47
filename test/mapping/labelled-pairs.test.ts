import { describe, expect, it } from 'vitest'
import { keysOf } from '../../src/mapping/blocking.ts'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import { areCompatibleCountries } from '../../src/mapping/places/territories.ts'
import { labelledPairs } from './pairs/labelled-pairs.ts'

const JUDGED = labelledPairs().map((pair) => ({
  ...pair,
  verdict: judgeHotels(prepareHotel(pair.a), prepareHotel(pair.b)).verdict,
}))

function namesOf(pairs: typeof JUDGED): readonly (readonly string[])[] {
  return pairs.map(({ a, b }) => [a.name, b.name])
}

describe('labelled pairs of many countries', () => {
  it('have no two hotels that are called one', () => {
    expect(namesOf(JUDGED.filter(({ label, verdict }) => label === 'DIFFERENT' && verdict === 'SAME'))).toEqual([])
  })

  it('lose no hotel', () => {
    expect(namesOf(JUDGED.filter(({ label, verdict }) => label === 'SAME' && verdict === 'DIFFERENT'))).toEqual([])
  })
})

describe('a territory that one side lists under its state', () => {
  const pairs = JUDGED.filter(({ kind }) => kind === 'same-territory')

  it('is the same country', () => {
    expect(pairs.map(({ verdict }) => verdict)).toEqual(['SAME', 'SAME', 'SAME'])
  })

  it('keeps its hotels among the candidates', () => {
    for (const { a, b } of pairs) {
      const keys = new Set(keysOf({ ...a, phones: null }))
      expect(keysOf({ ...b, phones: null }).some((key) => keys.has(key))).toBe(true)
    }
  })

  it('is no other territory of it', () => {
    expect(areCompatibleCountries('HK', 'MO')).toBe(false)
    expect(areCompatibleCountries('CN', 'MO')).toBe(true)
  })
})

it('romanized Japanese divides as the Japanese word does', () => {
  const romanized = JUDGED.filter(({ kind }) => kind === 'express-romanized')
  expect(romanized.map(({ verdict }) => verdict)).not.toContain('SAME')
})

it.each(["Via dell'Indipendenza 8", 'Via dell’Indipendenza, 8', 'Via dellIndipendenza 8', 'Via dell Indipendenza 8'])(
  '%s is the street without its article',
  (street) => {
    const facts = JUDGED.find(({ a }) => a.name.startsWith('Grand Hotel Majestic'))?.a
    if (facts === undefined) throw new Error('The list has no such hotel.')
    const a = prepareHotel({ ...facts, addressLines: [street] })
    const b = prepareHotel({ ...facts, addressLines: ['Via Indipendenza 8'] })
    expect(judgeHotels(a, b).evidence).toContainEqual(expect.objectContaining({ kind: 'ADDRESS', effect: 2.5 }))
  },
)
