import { describe, expect, it } from 'vitest'
import type { Occupancy } from '../../../src/domain/occupancy.ts'
import { COUPLE } from '../../support/suppliers/sandbox.ts'
import { useRateHawk } from '../../support/suppliers/use-ratehawk.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

const { sandbox, soldBy } = useRateHawk()

const FAMILY: Occupancy = [{ adults: 2, childAges: [7] }]
const SINGLE: Occupancy = [{ adults: 1, childAges: [] }]

const WHOLE: Readonly<Record<string, string>> = {
  nomeal: 'RO',
  breakfast: 'BB',
  'breakfast-buffet': 'BB',
  'continental-breakfast': 'BB',
  'american-breakfast': 'BB',
  'english-breakfast': 'BB',
  'irish-breakfast': 'BB',
  'scottish-breakfast': 'BB',
  'scandinavian-breakfast': 'BB',
  'asian-breakfast': 'BB',
  'chinese-breakfast': 'BB',
  'japanese-breakfast': 'BB',
  'israeli-breakfast': 'BB',
  'half-board': 'HB',
  'half-board-dinner': 'HB',
  'half-board-lunch': 'HB',
  'full-board': 'FB',
  'all-inclusive': 'AI',
  'super-all-inclusive': 'AI',
  'ultra-all-inclusive': 'AI',
}

type Eaters = { readonly guests: number; readonly hasChild: boolean }

/** What may be said of a meal, by RateHawk's own words and by who stays. */
function allowed(value: string, noChildMeal: boolean, { guests, hasChild }: Eaters) {
  const covered = Number(/^breakfast-for-(\d)$/.exec(value)?.[1] ?? 9)
  if (covered < guests)
    return { code: null, covers: covered, name: covered === 1 ? /^Breakfast for 1 guest$/ : /^Breakfast for 2 guests$/ }
  if (hasChild && noChildMeal && value !== 'nomeal') return { code: null, covers: null, name: / for adults only$/ }
  return { code: covered === 9 ? (WHOLE[value] ?? null) : 'BB', covers: null, name: /./ }
}

describe('the board of a rate', () => {
  it.each([
    ['a couple', COUPLE, { guests: 2, hasChild: false }],
    ['a family', FAMILY, { guests: 3, hasChild: true }],
    ['one guest', SINGLE, { guests: 1, hasChild: false }],
  ] as const)(
    '[E-04] for %s is never better than `meal_data` says',
    { timeout: 180_000 },
    async (_who, party, eaters) => {
      const seen = new Set<string>()
      for (const { raw, rate } of await soldBy(party)) {
        const { value, no_child_meal: noChildMeal } = raw.meal_data
        seen.add(value)
        const { code, covers, name } = allowed(value, noChildMeal, eaters)
        expect([value, noChildMeal, rate.board.code, rate.board.coversGuests ?? null]).toEqual([
          value,
          noChildMeal,
          code,
          covers,
        ])
        expect(rate.board.name).toMatch(name)
        if (eaters.hasChild && value !== 'nomeal') expect(rate.board.childrenIncluded).toBe(!noChildMeal)
      }
      const further = ['breakfast-for-1', 'breakfast-for-2', 'soft-all-inclusive', 'lunch', 'some-meal']
      expect([...seen]).toEqual(expect.arrayContaining([...Object.keys(WHOLE), ...further]))
    },
  )
})

describe('over all of the above', () => {
  it('has no fault on the wire', () => {
    expect(wireFaults(sandbox())).toEqual([])
  })
})
