import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { circlesIn } from '../scripts/measure/circles.ts'
import { commentsIn, sample } from '../scripts/measure/comments.ts'
import { type Measure, measure } from '../scripts/measure/measure.ts'
import { withSources } from '../scripts/measure/source.ts'
import { toMarkdown, toText } from '../scripts/measure/tables.ts'

const FILES = {
  'src/shop/price.ts': `import type { Basket } from './basket.ts'
import { round } from '../round.ts'

/** What a basket costs, in pence. */
export function priceOf(basket: Basket, from: string, to: string, day: number): number {
  return round(basket.items.length * day) + (from as string).length + ('x' as const).length + to.length
}

export const unused = 1 // never imported

// The first of two lines
// which are one comment.
export const tangled = (given: number): number => {
  const text = \`// no comment \${given /* inside a template */}\`
  if (given > 1 && given < 5 && text !== '') {
    for (const one of [1, 2]) if (one === given || one > given) return one
  } else if (given > 9) {
    return given > 10 ? 1 : 2
  } else {
    while (given < 0) given += 1
  }
  return [1, 2].map((one) => (one > 1 ? one : 0)).length
}
`,
  'src/shop/basket.ts': `import { priceOf } from './price.ts'
export type Basket = { readonly items: readonly string[] }
export class Till {
  total(basket: Basket): number {
    return priceOf(basket, 'a', 'b', 1)
  }
  // The last thing in a class.
}
`,
  'src/round.ts': `export { ceiling as round } from './ceiling.ts'\n`,
  'src/ceiling.ts': `import { round } from './round.ts'\nexport const ceiling = (value: number): number => round(value)\n`,
  'src/store/client/made.ts': 'export const made = 1\n',
  'test/shop.test.ts': `import { Till, type Basket } from '../src/shop/basket.ts'\nconst whole = await import('../src/round.ts')\n`,
}

let root: string
let found: Measure

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'measure-test-'))
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  found = measure(root)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('npm run measure', () => {
  it('counts files, lines, functions and casts of each folder, and nothing that is generated', () => {
    const src = found.folders.find(({ folder }) => folder === 'src')
    expect(src).toMatchObject({ files: 4, lines: 34, functions: 4, casts: 1, manyParameters: 1 })
    expect(src?.fileLines).toEqual({ median: 2, high: 23, max: 23 })
    expect(found.folders.map(({ folder }) => folder)).toEqual(['src', 'src/shop', 'test'])
    expect(found.longestFiles[0]).toEqual({ path: 'src/shop/price.ts', lines: 23 })
  })

  it('finds functions by name with their lines and parameters', () => {
    expect(found.longestFunctions.map(({ name, line, lines }) => [name, line, lines])).toEqual([
      ['tangled', 13, 11],
      ['total', 4, 3],
      ['priceOf', 5, 3],
      ['ceiling', 2, 1],
    ])
    expect(found.manyParameters).toMatchObject([{ name: 'priceOf', parameters: 4 }])
  })

  it('adds up cognitive complexity: more for what is nested, one for a row of equal operators', () => {
    // if 1, && 1, for 2, inner if 3, || 1, else if 1, ternary 2, else 1, while 2, ternary in the callback 2.
    expect(found.complex).toMatchObject([{ name: 'tangled', complexity: 16 }])
  })

  it('tells circles by value from those that only types close', () => {
    expect(found.valueCircles).toEqual([['src/ceiling.ts', 'src/round.ts']])
    expect(found.circles).toEqual([
      ['src/ceiling.ts', 'src/round.ts'],
      ['src/shop/basket.ts', 'src/shop/price.ts'],
    ])
  })

  it('finds exports that no other file names, whatever they are renamed to', () => {
    expect(found.exports).toBe(7)
    expect(found.exportsUsedNowhere.map(({ path, line, name }) => `${path}:${line} ${name}`)).toEqual([
      'src/shop/price.ts:9 unused',
      'src/shop/price.ts:13 tangled',
    ])
  })

  it('reads every comment once with the code behind it, and takes no text for one', () => {
    const comments = withSources(root, (sources) => sources.flatMap(commentsIn))
    expect(comments.map(({ path, line, text }) => [`${path}:${line}`, text])).toEqual([
      ['src/shop/basket.ts:7', '// The last thing in a class.'],
      ['src/shop/price.ts:4', '/** What a basket costs, in pence. */'],
      ['src/shop/price.ts:9', '// never imported'],
      ['src/shop/price.ts:11', '// The first of two lines\n// which are one comment.'],
      ['src/shop/price.ts:14', '/* inside a template */'],
    ])
    expect(comments[0]?.code).toEqual(['}', ''])
    expect(comments[1]?.code[0]).toContain('export function priceOf')
  })

  it('prints every list, and writes the figures of two commits side by side', () => {
    expect(toText(found)).toContain('Exports used in no other file: 2 of 7')
    expect(toText(found)).toMatch(/^ {2}23 +src\/shop\/price\.ts$/m)
    const before = { ...found, exports: 9, valueCircles: [] }
    const page = toMarkdown({ commit: 'aaaaaaa', found: before }, { commit: 'bbbbbbb', found })
    expect(page).toContain('|  | aaaaaaa | bbbbbbb |')
    expect(page).toContain('| import circles by value | 0 | 1 |')
    expect(page).toContain('| exports used in no other file | 2 of 9 | 2 of 7 |')
  })
})

describe('a sample of comments', () => {
  it('has each item at most once, is as long as it can be, and is the same for the same seed', () => {
    const items = fc.uniqueArray(fc.integer(), { maxLength: 60 })
    fc.assert(
      fc.property(items, fc.nat(80), fc.nat(), (all, count, seed) => {
        const drawn = sample(all, count, seed)
        expect(drawn).toHaveLength(Math.min(count, all.length))
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(all).toEqual(expect.arrayContaining(drawn))
        expect(sample(all, count, seed)).toEqual(drawn)
      }),
    )
  })

  it('reaches every item, and differs from seed to seed', () => {
    const all = Array.from({ length: 100 }, (_, index) => index)
    const seen = new Set(Array.from({ length: 200 }, (_, seed) => sample(all, 10, seed)).flat())
    expect(seen.size).toBe(100)
    expect(sample(all, 10, 1)).not.toEqual(sample(all, 10, 2))
  })
})

describe('circles of imports', () => {
  function edges(...pairs: string[]) {
    return pairs.map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) }))
  }

  it('are the groups whose files reach each other, the largest first', () => {
    expect(circlesIn(edges('ab', 'bc', 'ca', 'cd', 'de', 'ed', 'ef'))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
    expect(circlesIn(edges('ab', 'bd', 'ac', 'cd'))).toEqual([])
  })

  it('are the same groups that plain reachability gives, for any graph', () => {
    const file = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
    const graph = fc.array(fc.record({ from: file, to: file }))
    fc.assert(
      fc.property(graph, (imports) => {
        function reaches(from: string, to: string, seen = new Set<string>()): boolean {
          return imports.some((one) => {
            if (one.from !== from || seen.has(one.to)) return false
            seen.add(one.to)
            return one.to === to || reaches(one.to, to, seen)
          })
        }
        const circles = circlesIn(imports)
        for (const one of 'abcdefg')
          for (const other of 'abcdefg') {
            if (one === other) continue
            const together = circles.some((circle) => circle.includes(one) && circle.includes(other))
            expect(together).toBe(reaches(one, other) && reaches(other, one))
          }
      }),
    )
  })
})
