import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { MINUTE_MS } from '../../src/domain/time.ts'
import type { CatalogueHotel } from '../../src/hotel-index/catalogue.ts'
import { hotelPrices } from '../../src/operations/prices/hotel-prices.ts'
import type { KnownPrice } from '../../src/operations/prices/known-price.ts'
import { createPriceMemory } from '../../src/operations/prices/price-memory.ts'
import { createRecentPrices, pricesKeptIn } from '../../src/operations/prices/recent-prices.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']
const clock = createClock()
const log = createLogger('silent')
const opened: Cache[] = []

afterEach(async () => {
  vi.useRealTimers()
  clock.setSkew(0)
  for (const cache of opened.splice(0)) await cache.close()
})

/** Two processes' views of one cache; in memory there is only one process. */
const opens: Readonly<Record<string, () => readonly [Cache, Cache]>> = {
  memory: () => {
    const cache = createMemoryCache({ clock })
    return [cache, cache]
  },
  ...(REDIS_URL
    ? {
        redis: () => {
          const prefix = `test:${randomUUID()}:`
          // oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
          const open = () => createRedisCache({ url: REDIS_URL, clock, log, prefix })
          return [open(), open()]
        },
      }
    : {}),
}

const SUPPLIERS = ['expedia_rapid', 'hotelbeds']
const tenant = {
  organization: {
    organizationId: 'o',
    name: 'o',
    listCurrency: null,
    rateLimitFactor: 1,
    rateLimits: {},
    supplierOrder: [],
    rateConditions: [],
    closedUserGroup: false,
    sellingPriceRule: 'TELL' as const,
  },
  suppliers: SUPPLIERS.map((supplierCode) => ({ supplierCode, connectionId: `conn_${supplierCode}`, markets: null })),
  supplierSet: SUPPLIERS.toSorted().join(),
}
const question = {
  stay: { checkInDate: '2027-03-10', checkOutDate: '2027-03-12' },
  occupancy: [{ adults: 2, childAges: [] }],
  nationality: 'GB',
  time: clock.of('org_a'),
}

function hotel(hotelId: number): CatalogueHotel {
  return {
    hotelId,
    placeId: 1,
    names: { en: `Hotel ${hotelId}` },
    address: '',
    latitude: 0,
    longitude: 0,
    stars: null,
    chainId: null,
    propertyType: 'hotel',
    facilityIds: [],
    weight: 0,
    timeZone: 'UTC',
    mainImageUrl: null,
    nightlyUsdCents: 0,
    suppliers: SUPPLIERS.map((supplierCode) => ({
      hotelId,
      supplierCode,
      supplierHotelId: `${supplierCode}-${hotelId}`,
      mappingStatus: 'MATCHED',
      verification: 'UNVERIFIED',
    })),
  }
}

function price(amountMinor: number) {
  return {
    fetchedAt: clock.real(),
    quote: {
      supplierHotelId: '',
      total: { amountMinor, currency: 'USD' },
      refundable: true,
      freeCancellationUntilAt: null,
      cheapestRefundable: { total: { amountMinor, currency: 'USD' }, freeCancellationUntilAt: null },
    },
  }
}

/** A process: what it knows by itself, and how many values it has asked the cache for. */
function processOn(cache: Cache) {
  const asked: string[] = []
  const values: Cache['values'] = {
    ...cache.values,
    getMany: (keys) => {
      asked.push(...keys.filter((key) => key.startsWith('price:')))
      return cache.values.getMany(keys)
    },
  }
  const memory = createPriceMemory({ cache: { ...cache, values }, metrics: createMetrics(), randomBytes })
  function learned(supplierCode: string, hotelId: number, amount: number) {
    const prices = new Map([[`${supplierCode}-${hotelId}`, price(amount)]])
    return { connectionId: `conn_${supplierCode}`, question, prices }
  }
  return {
    write: (supplierCode: string, hotelId: number, amount: number) =>
      memory.learn(learned(supplierCode, hotelId, amount), Promise.resolve()),
    /** Learned, and never written to the cache. */
    hear: (supplierCode: string, hotelId: number, amount: number) =>
      void memory.learn(learned(supplierCode, hotelId, amount), new Promise(() => undefined)),
    /** Amounts by hotel, in the order of suppliers; and how many prices were asked for. */
    search: async (hotels: readonly CatalogueHotel[]) => {
      asked.length = 0
      const book = await memory.recall({ tenant, question }, hotels)
      const amounts = hotels.map(({ hotelId }) =>
        book.of(hotelId).suppliers.map(({ quote }) => quote?.total.amountMinor ?? null),
      )
      return { amounts, asked: asked.length }
    },
  }
}

describe.each(Object.entries(opens))('prices that a process has read from the %s cache', (_name, open) => {
  function start() {
    const caches = open()
    opened.push(...new Set(caches))
    return caches.map(processOn) as [ReturnType<typeof processOn>, ReturnType<typeof processOn>]
  }
  const hotels = [hotel(1), hotel(2)]

  it('are not asked for again while nobody has written others', async () => {
    const [one, two] = start()
    await two.write('expedia_rapid', 1, 100)
    await two.write('hotelbeds', 1, 110)
    await two.write('hotelbeds', 2, 210)
    expect(await one.search(hotels)).toEqual({ amounts: [[100, 110], [210]], asked: 4 })
    expect(await one.search(hotels)).toEqual({ amounts: [[100, 110], [210]], asked: 0 })
    expect(await one.search([hotels[1] ?? hotel(2), hotel(3)])).toEqual({ amounts: [[210], []], asked: 2 })
  })

  it('are given up at once when another process writes newer ones', async () => {
    const [one, two] = start()
    await two.write('expedia_rapid', 1, 100)
    expect((await one.search(hotels)).amounts).toEqual([[100], []])
    await two.write('expedia_rapid', 1, 90)
    await two.write('hotelbeds', 2, 200)
    expect((await one.search(hotels)).amounts).toEqual([[90], [200]])
  })

  it('give way to what a supplier has just told, before the cache has it', async () => {
    const [one, two] = start()
    await two.write('expedia_rapid', 1, 100)
    expect((await one.search(hotels)).amounts).toEqual([[100], []])
    one.hear('expedia_rapid', 1, 80)
    one.hear('hotelbeds', 1, 85)
    expect((await one.search(hotels)).amounts).toEqual([[80, 85], []])
  })

  it('are not what was told for longer than it takes the cache to have it, though another process wrote newer ones', {
    timeout: 60_000,
  }, async () => {
    const [one, two] = start()
    one.hear('expedia_rapid', 1, 80)
    await two.write('expedia_rapid', 1, 70)
    expect((await one.search(hotels)).amounts).toEqual([[80], []])
    await until('the newer price', async () => (await one.search(hotels)).amounts[0]?.[0] === 70)
    expect((await one.search(hotels)).amounts).toEqual([[70], []])
  })

  it('a thread with a small heap holds fewer prices: no more than a quarter of it', () => {
    const megabyte = 1024 * 1024
    expect([256, 512, 4_096].map((heap) => pricesKeptIn(heap * megabyte))).toEqual([16_384, 32_768, 40_000])
  })

  it('are not what was told, however late they come to be kept that were read while it held', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const recent = createRecentPrices()
    recent.justAnswered('q', 'c').put('one', price(80))
    vi.advanceTimersByTime(2_999)
    const reading = recent.hotels('q', 'c')
    expect(recent.justAnswered('q', 'c').get('one'), 'is still preferred to the cache').not.toBeNull()
    vi.advanceTimersByTime(1)
    const one = hotel(1)
    reading.put(one, { prices: hotelPrices(1, []), version: 'v' })
    expect(recent.hotels('q', 'c').get(one)).toBeNull()
    // What is read from now on is the cache's own.
    const later = recent.hotels('q', 'c')
    later.put(one, { prices: hotelPrices(1, []), version: 'v' })
    expect(recent.hotels('q', 'c').get(one)).not.toBeNull()
  })

  it('are as old as any: after 15 minutes nobody shows them', async () => {
    const [one, two] = start()
    await two.write('expedia_rapid', 1, 100)
    expect((await one.search(hotels)).amounts).toEqual([[100], []])
    clock.setSkew(15 * MINUTE_MS + 1)
    expect((await one.search(hotels)).amounts).toEqual([[], []])
  })

  it('[C-124] of a search for free cancellation are given up as soon as cancelling costs, also those that are held', async () => {
    const [cache, theirs] = open()
    opened.push(...new Set([cache, theirs]))
    const [one, two] = [cache, theirs].map((of) =>
      createPriceMemory({ cache: of, metrics: createMetrics(), randomBytes }),
    )
    const free = { ...question, freeCancellation: true }
    const freeCancellationUntilAt = clock.real() + 5 * MINUTE_MS
    const known = price(100)
    const ending = { ...known, quote: { ...known.quote, freeCancellationUntilAt } }
    async function shown(asked: typeof question) {
      const book = await one?.recall({ tenant, question: asked }, hotels)
      return hotels.map(({ hotelId }) => book?.of(hotelId).suppliers.map(({ quote }) => quote?.total.amountMinor))
    }
    for (const asked of [question, free]) {
      const prices = new Map<string, KnownPrice>([
        ['expedia_rapid-1', ending],
        ['expedia_rapid-2', price(200)],
      ])
      await two?.learn({ connectionId: 'conn_expedia_rapid', question: asked, prices }, Promise.resolve())
      expect(await shown(asked)).toEqual([[100], [200]])
    }
    clock.setSkew(5 * MINUTE_MS)
    expect(await shown(free)).toEqual([[], [200]])
    // Its price is the same for whoever asks for any rate.
    expect(await shown(question)).toEqual([[100], [200]])
  })

  it('are those of the hotel as it was: with other listings it is read again', async () => {
    const [one, two] = start()
    await two.write('expedia_rapid', 1, 100)
    await two.write('hotelbeds', 1, 110)
    expect((await one.search([hotel(1)])).amounts).toEqual([[100, 110]])
    const { suppliers, ...rest } = hotel(1)
    expect((await one.search([{ ...rest, suppliers: suppliers.slice(1) }])).amounts).toEqual([[110]])
  })

  it('are one a supplier, though it lists the hotel twice', async () => {
    const [one, two] = start()
    const { suppliers, ...rest } = hotel(1)
    const [first] = suppliers
    const twice = { ...rest, suppliers: first ? [first, { ...first, supplierHotelId: 'expedia_rapid-9' }] : [] }
    await two.write('expedia_rapid', 1, 100)
    await two.write('expedia_rapid', 9, 90)
    for (let time = 0; time < 2; time++) expect((await one.search([twice])).amounts).toEqual([[90]])
  })

  it('that were not there are looked for again', async () => {
    const [one, two] = start()
    expect(await one.search(hotels)).toEqual({ amounts: [[], []], asked: 4 })
    await two.write('hotelbeds', 2, 200)
    expect(await one.search(hotels)).toEqual({ amounts: [[], [200]], asked: 4 })
  })
})
