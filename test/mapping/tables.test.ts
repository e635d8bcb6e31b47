import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENGINE_VERSION } from '../../src/mapping/judge-hotels.ts'
import { foldWords } from '../../src/mapping/text/fold.ts'
import { linesOf, readSections } from '../../src/mapping/words/tables.ts'

/** Folded alias → what claims it, where more than one does. */
function claimedTwice(claims: readonly (readonly [alias: string, owner: string])[]): Record<string, string[]> {
  const owners = Map.groupBy(claims, ([alias]) => foldWords(alias).join(' '))
  return Object.fromEntries(
    [...owners].flatMap(([alias, some]) => {
      const all = [...new Set(some.map(([, owner]) => owner))]
      return all.length > 1 ? [[alias, all]] : []
    }),
  )
}

const BRANDS = readSections('brands.txt').flatMap(({ head, lines }) =>
  lines.map((line) => ({ ...line, family: head.join(' ') })),
)

describe('the tables of the judge', () => {
  it('give each name to one brand', () => {
    expect(claimedTwice(BRANDS.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)))).toEqual(
      {},
    )
  })

  it('have each brand once, and names for each', () => {
    expect(claimedTwice(BRANDS.map(({ name, family }) => [name, family]))).toEqual({})
    expect(BRANDS.filter(({ aliases }) => aliases.length === 0)).toEqual([])
  })

  it('tell changes of brands that they have', () => {
    const known = new Set(BRANDS.map(({ name }) => name.toLowerCase()))
    const told = linesOf('brand-changes.txt').flatMap((line) => line.split(' > ').map((name) => name.trim()))
    expect(told.filter((name) => !known.has(name.toLowerCase()))).toEqual([])
  })

  it('give each word one meaning', () => {
    const claims = readSections('words.txt').flatMap(({ lines }) =>
      lines.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
    )
    expect(claimedTwice(claims)).toEqual({})
  })

  it('are those of the engine whose figures docs/mapping.md has', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/mapping.md'), 'utf8')
    expect(page).toContain(`engine ${ENGINE_VERSION}`)
  })

  it('have for each city its country, a point and names', () => {
    const wrong = linesOf('cities.tsv').filter((line) => !/^[A-Z]{2}\t-?\d+\.\d{5}\t-?\d+\.\d{5}\t\S/.test(line))
    expect(wrong).toEqual([])
  })
})
