import { beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { idsOf, pollToEnd, walk, walkHotels } from '../support/lists.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let http: HttpClient
useGateway((started) => {
  ;({ database, http } = started)
})

const AUCKLAND = { destination: { type: 'place', id: 1859 }, ...party }
/** Days ahead, on the weekday that prices were observed for. */
const SAME_WEEKDAY = 150 + 10 * 7
const LIVE = { pricing_mode: 'live', limit: 100 }

function amountOf({ price }: Json): number {
  return price.amount
}
function isEstimated({ price }: Json): boolean {
  return price.rate_type === 'estimated'
}

/** What prices there were depends on when one asked: for a week at one time, and some weeks later at another. */
async function observePrices(): Promise<void> {
  async function observed(): Promise<number> {
    return (await database.query('SELECT coalesce(sum(cardinality(days)), 0)::int AS count FROM price_observations'))[0]
      ?.count
  }
  async function ask(daysAhead: number, filter: Json = {}): Promise<void> {
    const before = await observed()
    const hotels = await walkHotels(http, { ...AUCKLAND, ...stay(daysAhead), ...LIVE, ...filter })
    await until('the observations', async () => (await observed()) >= before + hotels.length)
  }
  // Some hotels are asked for too seldom: nobody knows what they typically cost.
  const [first] = await walk(http, { ...AUCKLAND, ...stay(150), limit: 30 })
  const often = { hotel_ids: idsOf(first.hotels).map(Number) }
  // Always one weekday: of its class enough is seen to know what it typically costs, and it is not what it has cost recently.
  for (const weeks of [0, 1, 2, 3, 4]) await ask(150 + weeks * 7, often)
  // Observations are everybody's, in real time: these become three weeks old.
  await database.query('UPDATE price_observations SET days = ARRAY(SELECT day - 20 FROM unnest(days) AS day)')
  for (const weeks of [7, 8]) await ask(150 + weeks * 7)
  await admin(database, 'catalogue', 'rank')
  await until('the new ranking', async () => {
    const [page] = await walk(http, { ...AUCKLAND, ...stay(210), ...LIVE, limit: 5, sort: 'value' })
    return page.hotels.some(({ value_pct: value }: Json) => value !== null)
  })
}

describe('once prices have been observed', () => {
  beforeAll(observePrices, 90_000)

  function expectBestFirst(hotels: readonly Json[]): void {
    const values: (number | null)[] = hotels.map(({ value_pct: value }) => value)
    const known = values.filter((value) => value !== null)
    expect(known.length).toBeGreaterThan(10)
    expect(new Set(known).size).toBeGreaterThan(5)
    expect(known.length).toBeLessThan(values.length)
    // Best first, and unknown last.
    expect(values).toEqual([...known.toSorted((a, b) => b - a), ...values.slice(known.length)])
    expect(values.slice(known.length).every((value) => value === null)).toBe(true)
    for (const { value_pct: value, vs_typical_pct: versus } of hotels)
      expect(versus).toBe(value === null ? null : -value || 0)
  }

  it.each([
    ['a weekday', stay(210, 2), party.rooms],
    ['a weekend', stay(213, 2), party.rooms],
    ['another party', stay(210, 2), [{ adults: 3 }]],
  ])('[C-122] sort value shows best first what it is sorted by, unknown last: %s', async (_what, dates, rooms) => {
    const input = { ...AUCKLAND, ...dates, rooms, sort: 'value' }
    const pages = await walk(http, { ...input, limit: 10 })
    expectBestFirst(pages.flatMap(({ hotels }) => hotels))
    const live = await walkHotels(http, { ...input, ...LIVE, limit: 20 })
    expectBestFirst(live)
    // What is known by now changes the prices that are shown, not the order, nor the value that tells it.
    const cached = await walkHotels(http, { ...input, limit: 10 })
    expect(cached.some((hotel) => !isEstimated(hotel))).toBe(true)
    expectBestFirst(cached)
  })

  it('[C-122] polling tells the value that the list is sorted by', async () => {
    const input = { ...AUCKLAND, ...stay(SAME_WEEKDAY), nationality: 'NZ', sort: 'value', limit: 10 }
    const [page] = await walk(http, input)
    const polled = await pollToEnd(http, page.search_id)
    const shown = new Map(page.hotels.map((hotel: Json) => [hotel.hotel_id, hotel.value_pct]))
    expect(polled.hotels.length).toBeGreaterThan(5)
    for (const { hotel_id: id, value_pct: value, vs_typical_pct: versus } of polled.hotels)
      expect([value, versus]).toEqual([shown.get(id), value === null ? null : -value || 0])
    // In any other order the price is compared.
    const [other] = await walk(http, { ...input, sort: 'stars' })
    const compared = other.hotels.filter(({ vs_typical_pct: versus }: Json) => versus !== null)
    expect(compared.length).toBeGreaterThan(5)
    for (const { lowest_price: lowest, typical_price_usd_cents: typical, vs_typical_pct: versus } of compared)
      expect(versus).toBeCloseTo(((lowest.amount - typical) / typical) * 100, 0)
  })

  it.each([
    ['price_low_to_high', 1, 'FJ'],
    ['price_high_to_low', -1, 'WS'],
  ])('[C-122] %s shows no estimate out of order, on any page', async (sort, direction, nationality) => {
    for (const rooms of [party.rooms, [{ adults: 3 }, { adults: 1 }]]) {
      // For this nationality nobody has asked.
      const input = { ...AUCKLAND, ...stay(SAME_WEEKDAY), rooms, nationality }
      const hotels = await walkHotels(http, { ...input, sort, limit: 10 })
      const amounts = hotels.filter(isEstimated).map(amountOf)
      expect(amounts.length).toBeGreaterThan(30)
      expect(amounts).toEqual(amounts.toSorted((a, b) => direction * (a - b)))
    }
    // For two there is something that could be out of order: what a stay typically costs is not what the list is sorted by.
    const inOrder = await walkHotels(http, { ...AUCKLAND, ...stay(SAME_WEEKDAY), nationality, sort, limit: 10 })
    const typicals = inOrder.flatMap(({ typical_price_usd_cents: typical }) => typical ?? [])
    expect(typicals.length).toBeGreaterThan(10)
    expect(typicals).not.toEqual(typicals.toSorted((a, b) => direction * (a - b)))
  })

  it('[C-122] a walk that began in an older ranking goes on in it', async () => {
    const input = { ...AUCKLAND, ...stay(210, 2), sort: 'value', limit: 10 }
    const expected = await walkHotels(http, input)
    const [page] = await walk(http, input)
    await admin(database, 'catalogue', 'rank')
    const rest = await http.post('/hotels/search', { ...input, cursor: page.next_cursor, limit: 100 })
    expect(rest.body.data.warnings).toEqual([])
    const values = [...page.hotels, ...rest.body.data.hotels].map(({ value_pct: value }: Json) => value)
    expect(values).toEqual(expected.map(({ value_pct: value }) => value))
  })
})

describe('an organization’s order of suppliers', () => {
  function live(): Promise<Json[]> {
    return walkHotels(http, { ...AUCKLAND, ...stay(240), ...LIVE })
  }
  function codesOf({ supplier_prices: prices }: Json): string[] {
    return prices.map(({ supplier_code: code }: Json) => code)
  }

  it('[C-123] says whose price stands for a hotel; the lowest stands beside it', async () => {
    const connected = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi']
    function inOrder(codes: readonly string[], order: readonly string[]): boolean {
      return codes.every((code, index) => index === 0 || order.indexOf(codes[index - 1] ?? '') < order.indexOf(code))
    }
    const before = await live()
    expect(before.every((hotel) => inOrder(codesOf(hotel), connected))).toBe(true)

    await admin(database, 'organization', 'set', '--id', 'org_sandbox', '--supplier-order', 'liteapi,hotelbeds')
    const ordered = ['liteapi', 'hotelbeds', 'expedia_rapid', 'ratehawk']
    const hotels = await until('the new order', async () => {
      const found = await live()
      // On all pages: it is heard of between two of them, too.
      const isNew = found.every((hotel) => inOrder(codesOf(hotel), ordered))
      return isNew && found.some((hotel) => !inOrder(codesOf(hotel), connected)) && found
    })
    const several = hotels.filter((hotel) => codesOf(hotel).length > 1)
    expect(several.length).toBeGreaterThan(10)
    expect(several.some(({ price, lowest_price: lowest }) => price.amount > lowest.amount)).toBe(true)
    for (const hotel of hotels) {
      const { price, lowest_price: lowest, supplier_prices: prices } = hotel
      expect(price.amount).toBe(prices[0].amount)
      expect(lowest).toMatchObject({ amount: Math.min(...prices.map(({ amount }: Json) => amount)), currency: 'USD' })
    }
    expect(new Map(hotels.map(({ hotel_id: id, lowest_price: { amount } }) => [id, amount]))).toEqual(
      new Map(before.map(({ hotel_id: id, lowest_price: { amount } }) => [id, amount])),
    )

    // Polling and neighbours follow it too.
    const one = { ...AUCKLAND, ...stay(240), destination: { type: 'hotel', id: Number(hotels[0]?.hotel_id) } }
    const [page] = await walk(http, one)
    const polled = await pollToEnd(http, page.search_id)
    expect(page.similar_hotels.length).toBeGreaterThan(0)
    for (const hotel of [...polled.hotels, ...page.similar_hotels.filter((near: Json) => !isEstimated(near))]) {
      expect(inOrder(codesOf(hotel), ordered)).toBe(true)
      expect(hotel.lowest_price.amount).toBe(Math.min(...hotel.supplier_prices.map(({ amount }: Json) => amount)))
    }
  })

  it('[C-123] is of suppliers that there are', async () => {
    await expect(
      admin(database, 'organization', 'set', '--id', 'org_sandbox', '--supplier-order', 'liteapi,nobody'),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('--supplier-order is as-connected, or some of') })
  })
})
