import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNoPriceSet } from '../../src/cache/no-price-set.ts'
import { SORTS, type Sort } from '../../src/domain/contract/search.ts'
import { distanceKm } from '../../src/domain/geo.ts'
import { fold } from '../../src/domain/text.ts'
import { gatherEdition } from '../../src/hotel-index/make-edition.ts'
import { makeRankingOf } from '../../src/hotel-index/make-ranking.ts'
import { createPlaceIndex } from '../../src/hotel-index/place-index.ts'
import { type Ranking, sortKey } from '../../src/hotel-index/ranking.ts'
import type { Rankings } from '../../src/hotel-index/rankings.ts'
import type { SearchInput } from '../../src/operations/inputs/search.ts'
import { cursorSeal, toCursor } from '../../src/operations/search/cursor.ts'
import type { Destination } from '../../src/operations/search/destination.ts'
import { selectHotels } from '../../src/operations/search/select-hotels.ts'
import { createMac } from '../../src/platform/mac.ts'
import { toMasterKeys } from '../../src/platform/master-key.ts'
import type { SearchRow } from '../../src/store/hotels.ts'
import type { PriceObservations } from '../../src/store/price-observations.ts'
import { catalogue, circle, FACILITIES, filters } from '../support/arbitrary-searches.ts'

const NOW = Date.UTC(2026, 10, 21)
const TODAY = Math.floor(NOW / 86_400_000)
const NIGHTS = 2
const seal = createMac(toMasterKeys(Buffer.alloc(32), null), 'test')

function inputOf(wanted: Partial<SearchInput>): SearchInput {
  return {
    destination: { type: 'place', id: 1 },
    checkIn: '2027-03-10',
    checkOut: '2027-03-12',
    nationality: 'GB',
    rooms: [{ adults: 2, childAges: [] }],
    ...wanted,
  }
}

const CENTRE = { latitude: 51.51, longitude: -0.09 }

function rankingOf(
  rows: readonly SearchRow[],
  observed: readonly PriceObservations[] = [],
  version = 1,
): Promise<Ranking> {
  const gather = gatherEdition(FACILITIES, 1)
  for (const one of rows) gather.add(one)
  const store = { priceObservations: { ofHotels: async () => [...observed] } }
  return makeRankingOf({ store }, { version, createdAt: NOW, edition: gather.finish(1) })
}

/** What a process does with its versions, without loading any. */
function rankingsOf(current: () => Ranking, versions: ReadonlyMap<number, Ranking>): Rankings {
  return {
    current: async () => current(),
    ofVersion: async (version) => versions.get(version) ?? null,
    placeIndex: async (ranking) =>
      createPlaceIndex(ranking, Uint32Array.from(ranking.edition.columns.hotelIds.keys()), CENTRE),
    destinations: () => Promise.reject(new Error('not searched by name')),
    refresh: async () => undefined,
    close: () => undefined,
  }
}

const DESTINATION: Destination = {
  place: {
    placeId: 1,
    type: 'city',
    parentId: null,
    countryCode: 'GB',
    timeZone: null,
    ...CENTRE,
    names: { en: 'X' },
    weight: 1,
  },
  hotel: null,
  centre: CENTRE,
  timeZone: null,
}

async function select(
  rankings: Rankings,
  wanted: Partial<SearchInput>,
  sort: Sort,
  cursor: string | null = null,
  suppressed: ReadonlySet<number> = new Set(),
  supplierCodes: readonly string[] = ['hotelbeds', 'liteapi'],
) {
  const input = inputOf(wanted)
  const leftOut = { sets: [createNoPriceSet()], isWhole: true }
  for (const hotelId of suppressed) leftOut.sets[0]?.put(hotelId, Number.POSITIVE_INFINITY)
  const choice = { input, nights: NIGHTS, supplierCodes, leftOut }
  const sealed = cursorSeal(seal, input, { organizationId: 'org', sort })
  const selected = await selectHotels({ rankings }, DESTINATION, {
    choice,
    sort,
    center: input.center,
    cursor: { text: cursor, seal: sealed },
  })
  if (!selected.ok) throw new Error(JSON.stringify(selected.error))
  // oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
  const next = (last: { key: number; hotelId: number }, returned: number): string =>
    toCursor(sort, sealed, { ...last, version: selected.value.ranking.version, returned })
  return { ...selected.value, next }
}

function passes(one: SearchRow, wanted: Partial<SearchInput>): boolean {
  return (
    one.supplierCodes.some((code) => code !== 'expedia_rapid') &&
    (wanted.starRatings?.includes(Math.floor(one.stars ?? 0)) ?? true) &&
    (wanted.propertyTypes?.includes(one.propertyType) ?? true) &&
    (wanted.chainIds?.includes(one.chainId ?? 0) ?? true) &&
    (wanted.facilityIds?.every((id) => one.facilityIds.includes(id)) ?? true) &&
    (wanted.hotelIds?.includes(one.hotelId) ?? true) &&
    (wanted.center == null || distanceKm(one, wanted.center) <= wanted.center.radiusKm) &&
    (wanted.hotelName == null ||
      Object.values(one.names).some((name) => fold(name).includes(fold(wanted.hotelName ?? '')))) &&
    (wanted.minTotalPriceUsdCents == null || one.nightlyUsdCents * NIGHTS >= wanted.minTotalPriceUsdCents) &&
    (wanted.maxTotalPriceUsdCents == null || one.nightlyUsdCents * NIGHTS <= wanted.maxTotalPriceUsdCents)
  )
}

const sort = fc.constantFrom(...SORTS)

describe('what a search chooses', () => {
  it('[C-019] [C-025] [C-026] [C-116] [C-124] is what a look at every hotel chooses, whatever the filters', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, filters, sort, async (rows, wanted, order) => {
        const ranking = await rankingOf(rows)
        const { total, take } = await select(
          rankingsOf(() => ranking, new Map()),
          wanted,
          order,
        )
        const expected = rows.filter((one) => passes(one, wanted)).map(({ hotelId }) => hotelId)
        expect(
          take(1_000)
            .results.map(({ hotelId }) => hotelId)
            .sort((a, b) => a - b),
        ).toEqual(expected)
        expect(total).toBe(expected.length)
      }),
      { numRuns: 300 },
    )
  })

  it('[C-024] is ordered by the sort key, equal keys by hotel id', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, sort, async (rows, order) => {
        const ranking = await rankingOf(rows)
        const { take } = await select(
          rankingsOf(() => ranking, new Map()),
          {},
          order,
        )
        const { results } = take(1_000)
        for (const [index, one] of results.entries()) {
          const before = results[index - 1]
          if (before) expect(before.key - one.key || before.hotelId - one.hotelId).toBeLessThan(0)
          if (order !== 'distance_from_center') expect(one.key).toBe(sortKey(ranking, order, (one.hotelId - 500) / 3))
        }
      }),
    )
  })
})

describe('a search in a circle', () => {
  it('[C-124] by distance begins at the centre of the circle, and every other order is that of the place', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, circle, sort, async (rows, center, order) => {
        const ranking = await rankingOf(rows)
        const rankings = rankingsOf(() => ranking, new Map())
        const inCircle = (await select(rankings, { center }, order)).take(1_000).results
        const byId = new Map(rows.map((one) => [one.hotelId, one]))
        if (order === 'distance_from_center') {
          const away = inCircle.map(({ hotelId }) => distanceKm(byId.get(hotelId) ?? CENTRE, center))
          expect(inCircle.map(({ key }) => key)).toEqual(away.map((km) => Math.round(km * 1_000)))
          for (const [index, one] of inCircle.entries()) {
            const before = inCircle[index - 1]
            if (before) expect(before.key - one.key || before.hotelId - one.hotelId).toBeLessThan(0)
          }
        } else {
          const whole = (await select(rankings, {}, order)).take(1_000).results
          const ids = new Set(inCircle.map(({ hotelId }) => hotelId))
          expect(inCircle).toEqual(whole.filter(({ hotelId }) => ids.has(hotelId)))
        }
      }),
    )
  })
})

describe('a walk over pages', () => {
  it('[C-021] [C-022] [C-116] [C-124] is the order of its first page’s version, each hotel once, whatever changes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogue,
        filters,
        sort,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.array(
          fc.record({ page: fc.nat(8), hotelId: fc.integer({ min: 0, max: 60 }).map((index) => 500 + index * 3) }),
        ),
        fc.nat(4),
        async (rows, wanted, order, limits, lost, newVersionAt) => {
          const first = await rankingOf(rows)
          // A day later suppliers have asked other prices: every order is another.
          const second = await rankingOf(
            rows,
            rows.map(({ hotelId }, index) => ({
              hotelId,
              party: 2,
              weekdayClass: 'WEEKDAY',
              days: [TODAY],
              nightlyUsdCents: [9_000 - index * 7],
            })),
            2,
          )
          const versions = new Map([first, second].map((ranking) => [ranking.version, ranking]))
          let current = first
          const rankings = rankingsOf(() => current, versions)
          const whole = (await select(rankings, wanted, order)).take(1_000).results.map(({ hotelId }) => hotelId)
          const walked: number[] = []
          const dropped = new Set<number>()
          let cursor: string | null = null
          let page = 0
          let total: number
          do {
            if (page === newVersionAt) current = second
            for (const { hotelId } of lost.filter((one) => one.page === page)) dropped.add(hotelId)
            const selected: Awaited<ReturnType<typeof select>> = await select(rankings, wanted, order, cursor, dropped)
            const { results, more } = selected.take(limits[page % limits.length] ?? 1)
            walked.push(...results.map(({ hotelId }) => hotelId))
            const last = results.at(-1)
            total = selected.total
            cursor = more && last ? selected.next(last, selected.returned + results.length) : null
            page += 1
          } while (cursor)
          if (newVersionAt > 0 || whole.length === 0) {
            // In the order of the first version; only what was lost before its turn is missing.
            expect(walked).toEqual(whole.filter((hotelId) => walked.includes(hotelId)))
            expect(whole.filter((hotelId) => !walked.includes(hotelId) && !dropped.has(hotelId))).toEqual([])
          }
          expect(new Set(walked).size).toBe(walked.length)
          expect(total).toBe(walked.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('[C-022] takes no cursor that was changed in any character', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ hotelId: 500 + index * 3 }))
    const ranking = await rankingOf(
      rows.map(({ hotelId }) => ({
        hotelId,
        placeId: 1,
        stars: 4,
        chainId: null,
        propertyType: 'hotel',
        facilityIds: [],
        nightlyUsdCents: 5_000,
        weight: 1,
        ...CENTRE,
        names: { en: 'Grand' },
        supplierCodes: ['hotelbeds'],
      })),
    )
    const rankings = rankingsOf(() => ranking, new Map([[1, ranking]]))
    const { take, next } = await select(rankings, {}, 'price_low_to_high')
    const [last] = take(1).results
    if (!last) throw new Error('a page has a result')
    const cursor = next(last, 1)
    expect(cursor).toMatch(/^p1\.5000\.1\.[\w-]{10}_500$/)
    for (let index = 0; index < cursor.length; index++)
      for (const other of ['0', '7', 'a', '_', '.']) {
        const changed = cursor.slice(0, index) + other + cursor.slice(index + 1)
        if (changed !== cursor)
          await expect(select(rankings, {}, 'price_low_to_high', changed)).rejects.toThrow(/INVALID_CURSOR/)
      }
  })
})
