import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GroupEdge, type GroupNode, groupListings } from '../../src/mapping/group-listings.ts'

function node(listingId: number, supplierCode: string, groupKey: string | null = null): GroupNode {
  return { listingId, supplierCode, name: `${supplierCode}/${listingId}`, groupKey }
}
function edge(a: number, b: number, weight = 6, verdict: GroupEdge['verdict'] = 'SAME'): GroupEdge {
  return { a, b, weight, verdict }
}
function grouped(nodes: readonly GroupNode[], edges: readonly GroupEdge[]) {
  return groupListings(nodes, edges).map(({ key, members, nearKey }) => [key, members, nearKey])
}

describe('listings that the catalogue has no hotel for', () => {
  it('are one new hotel across suppliers, and alone where nothing is like them', () => {
    expect(grouped([node(1, 'a'), node(2, 'b'), node(3, 'c')], [edge(1, 2)])).toEqual([
      ['a/1', [1, 2], null],
      ['c/3', [3], null],
    ])
  })

  it('are never two of one supplier in one hotel: the surest pair wins, the other is near it', () => {
    expect(grouped([node(1, 'a'), node(2, 'a'), node(3, 'b')], [edge(1, 3, 5), edge(2, 3, 7)])).toEqual([
      ['a/2', [2, 3], null],
      ['a/1', [1], 'a/2'],
    ])
  })

  it('that may be the same are near the larger hotel', () => {
    const edges = [edge(1, 2), edge(2, 3, 2, 'REVIEW')]
    expect(grouped([node(1, 'a'), node(2, 'b'), node(3, 'c')], edges)).toEqual([
      ['a/1', [1, 2], null],
      ['c/3', [3], 'a/1'],
    ])
  })

  it('stay in the group that they were in when others come', () => {
    expect(grouped([node(1, 'a', 'a/1'), node(2, 'b', 'a/1'), node(3, 'c')], [edge(2, 3)])).toEqual([
      ['a/1', [1, 2, 3], null],
    ])
  })

  it('are grouped alike in any order', () => {
    const anyEdge = fc.record({
      a: fc.nat(7),
      b: fc.nat(7),
      weight: fc.constantFrom(2, 4, 6, 6, 8),
      verdict: fc.constantFrom<GroupEdge['verdict'][]>('SAME', 'SAME', 'REVIEW'),
    })
    const nodes = Array.from({ length: 8 }, (_, id) => node(id, ['a', 'b', 'c'][id % 3] ?? 'a'))
    fc.assert(
      fc.property(fc.array(anyEdge, { maxLength: 12 }), (edges) => {
        const real = edges.filter(({ a, b }) => a !== b)
        expect(grouped([...nodes].reverse(), [...real].reverse())).toEqual(grouped(nodes, real))
      }),
    )
  })
})
