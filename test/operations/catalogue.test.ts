import { describe, expect, it } from 'vitest'
import { createCatalogue } from '../../src/hotel-index/catalogue.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { catalogueRows } from '../../src/sandbox/seed-catalogue.ts'
import type { Store } from '../../src/store/store.ts'

const { hotels } = catalogueRows(sandboxCatalogue())

/** The sandbox's hotels, and how often each was read. */
function countingStore() {
  const reads: number[] = []
  async function findMany(ids: readonly number[]) {
    reads.push(...ids)
    return hotels.filter(({ hotelId }) => ids.includes(hotelId)).map((hotel) => ({ ...hotel, suppliers: [] }))
  }
  // Only hotels are asked for here.
  return { reads, store: { hotels: { findMany } } as unknown as Pick<Store, 'hotels'> }
}

const ids = hotels.slice(0, 200).map(({ hotelId }) => hotelId)
const popular = ids.slice(0, 5)

describe('the hotels that a process keeps', () => {
  it('are read once while there is room, in the order that is asked for, without those that do not exist', async () => {
    const { reads, store } = countingStore()
    const catalogue = createCatalogue(store, () => 0, 10)
    for (let time = 0; time < 3; time++) {
      const asked = [...popular.toReversed(), 999_999_999]
      const found = await catalogue.hotels(asked)
      expect(found.map(({ hotelId }) => hotelId)).toEqual(popular.toReversed())
    }
    expect(reads.filter((id) => popular.includes(id))).toHaveLength(popular.length)
  })

  it('stay when they are shown again and again, whatever is asked for once', async () => {
    const { reads, store } = countingStore()
    const catalogue = createCatalogue(store, () => 0, 10)
    for (const once of ids.slice(5)) {
      await catalogue.hotels(popular)
      await catalogue.hotels([once])
    }
    expect(reads.filter((id) => popular.includes(id))).toHaveLength(popular.length)
    await catalogue.hotels([ids[5] ?? 0])
    expect(reads.filter((id) => id === ids[5])).toHaveLength(2)
  })

  it('are read again once they have changed', async () => {
    const { reads, store } = countingStore()
    const catalogue = createCatalogue(store, () => 0, 10)
    await catalogue.hotels(popular)
    catalogue.forget(popular[0] ?? 0)
    await catalogue.hotels(popular)
    expect(reads).toEqual([...popular, popular[0]])
  })
})
