import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceM, distanceText, offsetM, roundLengthM } from '../../web/src/kit/distance.ts'
import { jsonDifferences } from '../../web/src/kit/json-diff.ts'
import { holdRows } from '../../web/src/kit/live-rows.ts'
import { markWords } from '../../web/src/kit/mark-words.ts'
import { fillSteps, scaleOf } from '../../web/src/kit/step-chart-shape.ts'

function marked(text: string, other: string): readonly string[] {
  return markWords(text, other).flatMap(({ text: word, isMarked }) => (isMarked ? [word] : []))
}

describe('the words that tell two names apart', () => {
  it('are those that the other name lacks', () => {
    expect(marked('ibis budget Paris', 'Ibis Paris')).toEqual(['budget'])
    expect(marked('Hôtel de l’Est', 'HOTEL de l’Est')).toEqual([])
    expect(marked('Waterloo', 'County Hall')).toEqual(['Waterloo'])
  })

  it('leave the text as it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        expect(
          markWords(text, other)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('a price over time', () => {
  it('covers the whole time once, and knows nothing where no step is', () => {
    const steps = [
      { from: 20, to: 40, amountMinor: 100 },
      { from: -5, to: 10, amountMinor: 0 },
    ]
    expect(fillSteps(steps, 0, 50)).toEqual([
      { from: 0, to: 10, amountMinor: 0 },
      { from: 10, to: 20, amountMinor: null },
      { from: 20, to: 40, amountMinor: 100 },
      { from: 40, to: 50, amountMinor: null },
    ])
  })
})

describe('the scale of a price over time', () => {
  const stretches = fillSteps(
    [
      { from: 0, to: 990, amountMinor: 0 },
      { from: 990, to: 1_000, amountMinor: 50 },
    ],
    0,
    1_000,
  )
  const scale = scaleOf(stretches, { width: 100, height: 10, most: 50 })

  it('fills the width and the height, and never goes back', () => {
    expect([scale.x(-5), scale.x(0), scale.x(1_000), scale.x(2_000)].map(Math.round)).toEqual([0, 0, 100, 100])
    expect([scale.y(0), scale.y(50)]).toEqual([10, 0])
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), (one, other) => {
        expect(scale.x(Math.min(one, other))).toBeLessThanOrEqual(scale.x(Math.max(one, other)))
      }),
    )
  })

  it('leaves a short stretch wide enough to be seen', () => {
    expect(scale.x(1_000) - scale.x(990)).toBeGreaterThan(20)
  })
})

describe('a distance', () => {
  it('is that over ground', () => {
    const paris = { latitude: 48.8566, longitude: 2.3522 }
    const london = { latitude: 51.5074, longitude: -0.1278 }
    expect(distanceText(distanceM(paris, london))).toBe('344 km')
    expect(distanceText(distanceM(paris, { ...paris, latitude: 48.8593 }))).toBe('300 m')
    expect(offsetM(paris, { ...paris, latitude: 48.8593 }).north).toBeCloseTo(300, -1)
  })

  it('has a ruler of a round length that fits', () => {
    expect([730, 99, 1_000, 0.3].map(roundLengthM)).toEqual([500, 50, 1_000, 0.2])
  })
})

describe('the difference of two JSON values', () => {
  it('is a line for each place', () => {
    const before = { rate: '1.08', nested: { a: 1, list: [1, 2] }, gone: true }
    const after = { rate: '1.09', nested: { a: 1, list: [1, 3] }, come: null }
    expect(jsonDifferences(before, after)).toEqual([
      { path: 'rate', before: '1.08', after: '1.09' },
      { path: 'nested.list[1]', before: 2, after: 3 },
      { path: 'gone', before: true, after: undefined },
      { path: 'come', before: undefined, after: null },
    ])
  })
})

describe('a live list', () => {
  function idOf({ id }: { readonly id: number }): string {
    return String(id)
  }

  it('shows a row that changed in its place, and counts what is new', () => {
    const shown = [
      { id: 3, is: 'old' },
      { id: 2, is: 'old' },
    ]
    const latest = [
      { id: 5, is: 'new' },
      { id: 4, is: 'new' },
      { id: 3, is: 'new' },
      { id: 2, is: 'old' },
    ]
    expect(holdRows(shown, latest, idOf)).toEqual({
      rows: [
        { id: 3, is: 'new' },
        { id: 2, is: 'old' },
      ],
      fresh: 2,
      gone: new Set(),
    })
  })

  it('marks a row that is no longer there, and does not take the next page for new', () => {
    expect(holdRows([{ id: 3 }, { id: 2 }], [{ id: 2 }, { id: 1 }], idOf)).toEqual({
      rows: [{ id: 3 }, { id: 2 }],
      fresh: 0,
      gone: new Set(['3']),
    })
  })

  it('does not take a row for gone that new ones have pushed to the next page', () => {
    expect(holdRows([{ id: 3 }, { id: 2 }, { id: 1 }], [{ id: 4 }, { id: 3 }, { id: 2 }], idOf)).toMatchObject({
      fresh: 1,
      gone: new Set(),
    })
  })

  it('that nothing is left of counts all as gone', () => {
    expect(holdRows([{ id: 1 }], [], idOf)).toMatchObject({ fresh: 0, gone: new Set(['1']) })
  })
})
