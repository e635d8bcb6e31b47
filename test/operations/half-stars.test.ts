import { describe, expect, it } from 'vitest'
import { estimatedNightly } from '../../src/domain/observed-price.ts'
import { type Edition, editionBytes, readEdition, starsOf } from '../../src/hotel-index/edition.ts'
import { chosenMembers } from '../../src/hotel-index/filters.ts'
import { gatherEdition } from '../../src/hotel-index/make-edition.ts'
import { makeRankingOf } from '../../src/hotel-index/make-ranking.ts'
import { createPlaceIndex } from '../../src/hotel-index/place-index.ts'
import { sortKey, storedOrder } from '../../src/hotel-index/ranking.ts'

const STARS = [4, null, 4.5, 5, 0.5, 4.5, 1]
const CENTRE = { latitude: 51.5, longitude: 0 }

function edition(stars: readonly (number | null)[]): Edition {
  const gather = gatherEdition([], 1)
  for (const [index, one] of stars.entries())
    gather.add({
      hotelId: 100 + index,
      placeId: 1,
      ...CENTRE,
      stars: one,
      chainId: null,
      propertyType: 'hotel',
      facilityIds: [],
      nightlyUsdCents: 5_000,
      weight: 1,
      names: { en: 'X' },
      supplierCodes: ['hotelbeds'],
    })
  return gather.finish(1)
}

function rank(of: Edition) {
  return makeRankingOf(
    { store: { priceObservations: { ofHotels: async () => [] } } },
    { version: 1, createdAt: Date.UTC(2026, 10, 21), edition: of },
  )
}

describe('half stars', () => {
  it('sort between whole ones, and raise what is recommended', async () => {
    const ranking = await rank(edition(STARS))
    expect([...storedOrder(ranking, 'stars')].map((row) => STARS[row])).toEqual([5, 4.5, 4.5, 4, 1, 0.5, null])
    expect([...storedOrder(ranking, 'recommended')].map((row) => STARS[row])).toEqual([5, 4.5, 4.5, 4, 1, 0.5, null])
  })

  it('are found with the whole number below them', async () => {
    const ranking = await rank(edition(STARS))
    const index = createPlaceIndex(ranking, Uint32Array.from(STARS.keys()), CENTRE)
    function found(starRatings: readonly number[]): (number | null | undefined)[] {
      const [bits = 0] = chosenMembers(index, {
        input: { rooms: [{}], starRatings },
        nights: 1,
        supplierCodes: ['hotelbeds'],
        leftOut: { sets: [], isWhole: true },
      })
      return STARS.filter((_, row) => (bits & (1 << row)) !== 0)
    }
    expect(found([4])).toEqual([4, 4.5, 4.5])
    expect(found([1, 5])).toEqual([5, 1])
  })

  it('survive being stored, also in a catalogue without hotels', () => {
    const again = readEdition(1, editionBytes(edition(STARS)))
    expect(STARS.map((_, row) => starsOf(again, row) || null)).toEqual(STARS)
    expect(readEdition(1, editionBytes(edition([]))).columns.halfStars).toHaveLength(1)
  })

  it('are missing in an edition of an older version, whose cursors stay valid', async () => {
    const bytes = new Map(editionBytes(edition([4, null, 3])))
    bytes.delete('halfStars')
    const old = await rank(readEdition(1, bytes))
    expect([0, 1, 2].map((row) => sortKey(old, 'stars', row))).toEqual([-4, -0, -3])
    expect([...storedOrder(old, 'stars')]).toEqual([0, 2, 1])
  })

  it('cost between what whole ones cost, where no price is known', () => {
    expect(estimatedNightly(4.5)).toBe(23_500)
    expect(estimatedNightly(0.5)).toBeGreaterThan(0)
  })
})
