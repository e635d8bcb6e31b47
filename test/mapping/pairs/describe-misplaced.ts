import { describe, expect, it } from 'vitest'
import type { LabelledPair } from '../../../bench/mapping-pairs.ts'
import { judgeHotels, prepareHotel } from '../../../src/mapping/judge-hotels.ts'
import { dealt } from '../../support/draw.ts'
import { misplaced } from './misplace.ts'

/** What holds of labelled pairs, by the name of their set, when one side has a wrong point. */
export function describeMisplaced(sets: readonly (readonly [string, readonly LabelledPair[]])[]): void {
  describe.each(sets)('%s with wrong points', (_, pairs) => {
    const judged = misplaced(pairs).map((pair) => {
      const [a, b] = [prepareHotel(pair.a), prepareHotel(pair.b)]
      return { ...pair, verdict: judgeHotels(a, b).verdict, back: judgeHotels(b, a).verdict }
    })

    it('have no two hotels that are called one', () => {
      const wrong = judged.filter(({ label, verdict }) => label === 'DIFFERENT' && verdict === 'SAME')
      expect(wrong.map(({ a, b, fault }) => [fault, a, b])).toEqual([])
    })

    it.each(['postcode', 'phones', 'addressLines', 'city'] as const)(
      'and without %s make no DIFFERENT a SAME',
      (field) => {
        const risen = dealt(judged, 0, 5).filter(({ a, b, verdict }) => {
          if (verdict !== 'DIFFERENT') return false
          const [one, other] = [prepareHotel({ ...a, [field]: null }), prepareHotel({ ...b, [field]: null })]
          return judgeHotels(one, other).verdict === 'SAME'
        })
        expect(risen.map(({ a, b }) => [a.name, b.name])).toEqual([])
      },
    )

    it('are judged alike whichever side comes first', () => {
      expect(judged.filter(({ verdict, back }) => verdict !== back).map(({ a, b }) => [a.name, b.name])).toEqual([])
    })
  })
}
