import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { excessOf, MAX_DEPTH, MAX_ENTRIES, MAX_VALUES } from '../../src/operations/inputs/excess.ts'

/** Every `maxItems` in a document. */
function maxItemsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => (name === 'maxItems' ? [Number(child)] : maxItemsIn(child)))
}

describe('what no input may have more of', () => {
  it('is what the longest list of the contract takes, and less than it never is', async () => {
    const contract: unknown = JSON.parse(await readFile('openapi.json', 'utf8'))
    expect(Math.max(...maxItemsIn(contract))).toBe(MAX_ENTRIES)
  })

  it('is told by its place, and full lists are taken', () => {
    function list(length: number) {
      return Array.from({ length }, (_, at) => at)
    }
    expect(excessOf({ i: { hotelIds: list(1_000) }, j: { hotelIds: list(1_000) }, k: null, l: 'text' })).toBeNull()
    expect(excessOf({ i: { rooms: [{ adults: 1 }, { childAges: list(1_001) }] } })).toEqual({
      path: ['i', 'rooms', 1, 'childAges'],
      message: 'has 1001 entries, and no list takes more than 1000',
    })
  })

  it('is found however the values are spread over lists and objects', () => {
    const inner = Array.from({ length: 1_000 }, () => ({}))
    const told = { path: [], message: `has more than ${MAX_VALUES} values in it` }
    expect(excessOf(Array.from({ length: 100 }, () => inner))).toEqual(told)
    expect(excessOf(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x${at}`, 1])))).toEqual(told)
  })

  it('is depth, too, which variables in an address may have without end', () => {
    let nested: object = {}
    for (let level = 0; level < 8_000; level++) nested = level % 2 === 0 ? [nested] : { input: nested }
    expect(excessOf({ input: nested })).toEqual({ path: [], message: `is nested deeper than ${MAX_DEPTH} levels` })
  })
})
