import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HotelClaim, type HotelMember, settleHotel } from '../../src/mapping/settle-hotel.ts'

function claim(listingId: number, supplierCode: string, weight = 6, isOpen = true): HotelClaim {
  return { listingId, supplierCode, weight, isOpen }
}

function ascending(a: number, b: number): number {
  return a - b
}

type Pair = readonly [number, number]

function settle(
  claims: readonly HotelClaim[],
  members: readonly HotelMember[] = [],
  contradicting: readonly Pair[] = [],
  doubted: readonly HotelMember[] = [],
) {
  const settled = settleHotel({
    claims,
    members,
    doubted,
    suppliers: new Set([...members, ...doubted].map(({ supplierCode }) => supplierCode)),
    contradict: (one, other) =>
      contradicting.some(([a, b]) => (a === one && b === other) || (a === other && b === one)),
  })
  return {
    mapped: settled.mapped.toSorted(ascending),
    restored: settled.restored.toSorted(ascending),
    oneToOne: settled.oneToOne.toSorted(ascending),
    transitive: settled.transitive.toSorted(ascending),
  }
}

const NOBODY = { mapped: [], restored: [], oneToOne: [], transitive: [] }

describe('all claims to one hotel', () => {
  it('are mapped, one of each supplier', () => {
    expect(settle([claim(1, 'a'), claim(2, 'b'), claim(3, 'c')])).toEqual({ ...NOBODY, mapped: [1, 2, 3] })
  })

  it('of one supplier are mapped only where one leads clearly', () => {
    expect(settle([claim(1, 'a', 9), claim(2, 'a', 6)])).toEqual({ ...NOBODY, mapped: [1], oneToOne: [2] })
    expect(settle([claim(1, 'a', 7), claim(2, 'a', 6)])).toEqual({ ...NOBODY, oneToOne: [1, 2] })
  })

  it('of a supplier that sells the hotel already are for a person', () => {
    expect(settle([claim(1, 'a')], [{ listingId: 9, supplierCode: 'a' }])).toEqual({ ...NOBODY, oneToOne: [1] })
  })

  it('count one that waits for a person, and do not decide about it', () => {
    expect(settle([claim(1, 'a', 7), claim(2, 'a', 6, false)])).toEqual({ ...NOBODY, oneToOne: [1] })
    expect(settle([claim(1, 'a', 6), claim(2, 'a', 9, false)])).toEqual({ ...NOBODY, oneToOne: [1] })
  })

  it('are not mapped where two of them are two houses, or one is another house than a member', () => {
    expect(settle([claim(1, 'a'), claim(2, 'b'), claim(3, 'c')], [], [[1, 2]])).toEqual({
      ...NOBODY,
      mapped: [3],
      transitive: [1, 2],
    })
    expect(settle([claim(1, 'a')], [{ listingId: 9, supplierCode: 'b' }], [[1, 9]])).toEqual({
      ...NOBODY,
      transitive: [1, 9],
    })
  })

  it('are no others than those of listings that are there and in doubt, while these contradict them', () => {
    const doubted = { listingId: 9, supplierCode: 'b' }
    expect(settle([claim(1, 'a'), claim(2, 'c')], [], [[1, 9]], [doubted])).toEqual({
      ...NOBODY,
      mapped: [2],
      transitive: [1, 9],
    })
    expect(settle([claim(1, 'a')], [], [], [doubted])).toEqual({ ...NOBODY, mapped: [1], restored: [9] })
    const member = { listingId: 8, supplierCode: 'd' }
    expect(settle([], [member], [[8, 9]], [doubted])).toEqual({ ...NOBODY, transitive: [8, 9] })
    expect(settle([], [member], [], [doubted])).toEqual({ ...NOBODY, restored: [9] })
  })

  it('are decided about alike in any order', () => {
    const anyClaim = fc.record({
      supplierCode: fc.constantFrom('a', 'b', 'c'),
      weight: fc.constantFrom(4, 5, 6, 7, 8, 9),
      isOpen: fc.boolean(),
    })
    const anyPairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(anyClaim, { maxLength: 8 }), anyPairs, fc.infiniteStream(fc.nat()), (some, pairs, order) => {
        const claims = some.map((one, listingId) => ({ ...one, listingId }))
        const shuffled = claims
          .map((one) => ({ one, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const members = [{ listingId: 100, supplierCode: 'd' }]
        expect(settle(shuffled, members, pairs)).toEqual(settle(claims, members, pairs))
      }),
    )
  })
})
