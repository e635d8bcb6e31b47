import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edition } from '../../src/hotel-index/edition.ts'
import { editionBytes, readEdition } from '../../src/hotel-index/edition.ts'
import { gatherEdition } from '../../src/hotel-index/make-edition.ts'
import { makeRankingOf } from '../../src/hotel-index/make-ranking.ts'
import { rowsNear } from '../../src/hotel-index/map-grid.ts'
import { createDestinationIndex } from '../../src/hotel-index/names/destination-index.ts'
import { makeNameColumns, type NameColumns } from '../../src/hotel-index/names/name-columns.ts'
import { createPlaceIndex } from '../../src/hotel-index/place-index.ts'
import { type Ranking, rankingBytes } from '../../src/hotel-index/ranking.ts'
import { rowsOf } from '../../src/hotel-index/rows.ts'
import {
  createSharedSource,
  type SharedColumns,
  sharedBytes,
  shareEdition,
  shareNames,
  shareRanking,
} from '../../src/hotel-index/shared-columns.ts'
import type { Place } from '../../src/store/hotels.ts'

const SORTS = [
  'recommended',
  'price_low_to_high',
  'price_high_to_low',
  'stars',
  'value',
  'distance_from_center',
] as const
const NAMES = ['Grand Hôtel', 'Grand Hotel du Parc', 'Park Inn', '東京ホテル', 'Old Mill', 'Mill Lodge', 'Hotel Babo']

type House = { readonly placeId: number; readonly stars: number; readonly price: number; readonly name: number }

const houses = fc.array(
  fc.record({
    placeId: fc.integer({ min: 1, max: 4 }),
    stars: fc.integer({ min: 0, max: 10 }),
    price: fc.integer({ min: 2_000, max: 90_000 }),
    name: fc.integer({ min: 0, max: NAMES.length - 1 }),
  }),
  { minLength: 1, maxLength: 60 },
)

/** Places 2 to 4 lie in place 1. */
const PLACES = new Map(
  [1, 2, 3, 4].map((placeId): [number, Place] => [
    placeId,
    {
      placeId,
      type: placeId === 1 ? 'region' : 'city',
      parentId: placeId === 1 ? null : 1,
      countryCode: 'GB',
      timeZone: 'Europe/London',
      latitude: 51,
      longitude: placeId / 10,
      names: { en: `Grand Place ${placeId}`, fr: `Grande-Place ${placeId}` },
      weight: placeId,
    },
  ]),
)

function editionOf(of: readonly House[]): Edition {
  const gather = gatherEdition([1, 2], of.length)
  for (const [index, { placeId, stars, price, name }] of of.entries())
    gather.add({
      hotelId: 100 + index * 3,
      placeId,
      latitude: 51 + index / 500,
      longitude: placeId / 10,
      stars: stars === 0 ? null : stars / 2,
      chainId: index % 3 === 0 ? 7 : null,
      propertyType: index % 2 === 0 ? 'hotel' : 'hostel',
      facilityIds: [1 + (index % 2)],
      nightlyUsdCents: price,
      weight: (index * 7) % 11,
      names: { en: NAMES[name] ?? '' },
      supplierCodes: index % 4 === 0 ? ['hotelbeds', 'liteapi'] : ['hotelbeds'],
    })
  return gather.finish(1)
}

const NO_OBSERVATIONS = { priceObservations: { ofHotels: async () => [] } }

function onShared(bytes: ReadonlyMap<string, Uint8Array>): SharedColumns {
  return new Map(
    [...bytes].map(([name, column]) => {
      const shared = sharedBytes(column.length)
      shared.set(column)
      return [name, shared]
    }),
  )
}

type Had = { readonly ranking: Ranking; readonly names: NameColumns }

/** As another thread has it: through the structured clone that a message is. */
async function adopted(own: Ranking): Promise<Had> {
  const bytes = onShared(editionBytes(own.edition))
  const edition = await shareEdition(bytes, readEdition(1, bytes))
  const version = { version: 1, edition: 1, createdAt: own.createdAt }
  const orders = onShared(rankingBytes(own))
  const source = createSharedSource({
    edition: async () => structuredClone(edition),
    ranking: async () => structuredClone(shareRanking(orders, own)),
    names: async () => structuredClone(shareNames(await makeNameColumns(own.edition, PLACES))),
  })
  const there = await source.edition(1)
  const ranking = there && (await source.ranking(version, there))
  if (!ranking) throw new Error('the ranking did not arrive')
  return { ranking, names: await source.names(there) }
}

async function found({ ranking, names: columns }: Had) {
  const { edition } = ranking
  const region = PLACES.get(1) as Place
  const lists = []
  for (const placeIds of [[1, 2, 3, 4], [2], [3, 4], [9]]) {
    const index = createPlaceIndex(ranking, await rowsOf(edition, region, placeIds), region)
    for (const sort of SORTS) {
      const order = index.order(sort)
      lists.push([...order.members].map((member) => [index.hotelIdOf(member), order.keyOf(member)]))
    }
    lists.push([...index.named('mill')])
  }
  const near = (await rowsNear(edition, { latitude: 51, longitude: 0.2 }, 15))
    .map(({ row }) => row)
    .sort((a, b) => a - b)
  const names = createDestinationIndex(edition, columns, PLACES)
  const searched = ['grand', 'grand h', 'hotle', 'mill', '東', 'park in', 'grand place 2', 'x'].map((wanted) =>
    names.search(wanted, 8),
  )
  return { lists, near, searched }
}

describe('columns that threads share', () => {
  it('[21] answer every list, circle and name as columns of one’s own do', async () => {
    await fc.assert(
      fc.asyncProperty(houses, async (of) => {
        const own = await makeRankingOf(
          { store: NO_OBSERVATIONS },
          { version: 1, createdAt: 0, edition: editionOf(of) },
        )
        const names = await makeNameColumns(own.edition, PLACES)
        expect(await found(await adopted(own))).toEqual(await found({ ranking: own, names }))
      }),
      { numRuns: 40 },
    )
  })

  it('[21] lie once in memory, but for the suppliers, which each thread changes for itself', async () => {
    const own = await makeRankingOf(
      { store: NO_OBSERVATIONS },
      { version: 1, createdAt: 0, edition: editionOf([{ placeId: 1, stars: 6, price: 5_000, name: 0 }]) },
    )
    const { ranking, names } = await adopted(own)
    const { edition, columns } = ranking
    const isShared = Object.entries({ ...edition.columns, ...columns, ...names }).map(([name, { buffer }]) => [
      name,
      buffer instanceof SharedArrayBuffer,
    ])
    expect(Object.fromEntries(isShared)).toEqual(
      Object.fromEntries(isShared.map(([name]) => [name, name !== 'suppliers'])),
    )
  })
})
