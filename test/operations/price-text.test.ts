import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import type { HotelQuote } from '../../src/domain/rate.ts'
import { type KnownPrice, questionKey } from '../../src/operations/prices/known-price.ts'
import { readPrices, writePrices } from '../../src/operations/prices/price-cache.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createMetrics } from '../../src/platform/metrics.ts'

const clock = createClock()
const cache = createMemoryCache({ clock })
afterAll(() => cache.close())

const deps = { cache, metrics: createMetrics(), randomBytes }
const question = {
  stay: { checkInDate: '2027-03-10', checkOutDate: '2027-03-12' },
  occupancy: [{ adults: 2, childAges: [] }],
  nationality: 'GB',
  time: clock.of('org_a'),
}
const listing = { connectionId: 'conn_1', supplierHotelId: '7' }
const key = `price:conn_1:${questionKey(question)}:7`
const fetchedAt = clock.real()
const freeAt = Date.parse('2027-03-08T18:00:00Z')

function quote(more: Partial<HotelQuote>): KnownPrice {
  return {
    fetchedAt,
    quote: {
      supplierHotelId: '7',
      total: { amountMinor: 40_000, currency: 'EUR' },
      refundable: false,
      freeCancellationUntilAt: null,
      cheapestRefundable: null,
      ...more,
    },
  }
}
const refundable = { total: { amountMinor: 45_000, currency: 'EUR' }, freeCancellationUntilAt: freeAt }

async function written(price: KnownPrice): Promise<string> {
  await writePrices(deps, { connectionId: 'conn_1', question, prices: new Map([['7', price]]) })
  return (await cache.values.get(key)) ?? ''
}
async function read(text: string): Promise<KnownPrice | null> {
  await cache.values.set(key, text, 60_000)
  return (await readPrices(deps, question, [listing]))[0] ?? null
}

describe('a price in the cache', () => {
  it.each([
    ['refundable', quote({ ...refundable, refundable: true, cheapestRefundable: refundable })],
    ['with a dearer refundable one', quote({ cheapestRefundable: refundable })],
    [
      'with one that is refundable without limit',
      quote({ cheapestRefundable: { ...refundable, freeCancellationUntilAt: null } }),
    ],
    ['without a refundable one', quote({})],
    ['that there is not', { fetchedAt, quote: null }],
  ])('[C-120] %s, is read as it was written, and an earlier release reads the cheapest rate', async (_what, price) => {
    const text = await written(price)
    expect(await read(text)).toEqual(price)
    // What processes of the earlier release took from it.
    const [at, amount, currency, isRefundable, freeUntil] = text.split('|')
    expect(Number(at)).toBe(fetchedAt)
    if (price.quote)
      expect([Number(amount), currency, isRefundable, freeUntil]).toEqual([
        price.quote.total.amountMinor,
        'EUR',
        price.quote.refundable ? '1' : '0',
        String(price.quote.freeCancellationUntilAt ?? ''),
      ])
  })

  it('[C-120] of an earlier release counts when it says what is refundable, and is asked for again when it does not', async () => {
    expect(await read(`${fetchedAt}|45000|EUR|1|${freeAt}`)).toEqual(
      quote({ ...refundable, refundable: true, cheapestRefundable: refundable }),
    )
    expect(await read(String(fetchedAt))).toEqual({ fetchedAt, quote: null })
    expect(await read(`${fetchedAt}|40000|EUR|0|`)).toBeNull()
  })
})
