import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { SandboxSupplierHotel } from '../../src/sandbox/catalogue/types.ts'
import { isAvailable } from '../../src/sandbox/pricing.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, TEST_MASTER_KEY } from '../support/gateway.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { party, scenarioHotel, stay } from '../support/journey.ts'
import { ownRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const MINUTE = 60
const DAY = 86_400

const caches: Readonly<Record<string, string>> = {
  memory: '',
  ...(process.env['REDIS_URL'] ? { redis: process.env['REDIS_URL'] } : {}),
}

describe.each(Object.entries(caches))('what searches remember, in %s', (_name, redisUrl) => {
  let database: TestDatabase
  let gateway: StartedGateway
  let http: HttpClient
  let other: HttpClient
  let silent: string
  let broken: string

  useGateway(
    async (started) => {
      ;({ database, gateway, http } = started)
      other = await strangerTo(gateway)
      silent = await scenarioHotel(gateway, 'no-price')
      broken = await scenarioHotel(gateway, 'supplier-error')
    },
    { env: async () => ({ REDIS_URL: redisUrl && (await ownRedis()) }) },
  )

  /** The stays of a test are its own: memory is kept from one to the next. */
  async function search(client: HttpClient, ids: readonly string[], daysAhead: number, more: Json = {}): Promise<Json> {
    const destination = { type: 'place', id: await placeOf(ids[0] ?? '') }
    const input = { destination, ...stay(daysAhead), ...party, hotel_ids: ids.map(Number), ...more }
    const answer = await client.post('/hotels/search', input)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body.data
  }
  async function placeOf(hotelId: string): Promise<number> {
    const [row] = await database.query('SELECT place_id FROM hotels WHERE id = $1', [Number(hotelId)])
    return row?.place_id
  }
  const live = { pricing_mode: 'live', max_wait_ms: 8_000 }
  function advance(seconds: number) {
    return http.post('/sandbox/clock', { advance_seconds: seconds })
  }
  async function isLeftOut(client: HttpClient, daysAhead: number): Promise<boolean> {
    return (await search(client, [silent], daysAhead)).total_results === 0
  }

  it('[C-042] [C-043] [C-045] a hotel without a price stays in its search, and is left out of the same for 30 minutes', {
    timeout: 180_000,
  }, async () => {
    const first = await search(http, [silent], 40)
    expect(first).toMatchObject({ total_results: 1, returned_results: 1, refresh_status: 'PENDING' })
    const polled = await until('the refresh', async () => {
      const { body } = await http.get(`/hotels/search/${first.search_id}/prices`)
      return body.data?.refresh_status === 'COMPLETE' ? body.data : null
    })
    expect(polled.no_price_hotel_ids).toEqual([silent])
    await until('the memory', () => isLeftOut(http, 40))
    const { providers, hotels } = await search(http, [silent], 40, live)
    expect(hotels).toEqual([])
    expect(providers.map(({ outcome }: Json) => outcome)).toContain('SUPPRESSED_NO_PRICE')
    const none = await search(http, [silent], 40, {
      ...live,
      center: { latitude: 51.6, longitude: 0, radius_km: 0.01 },
    })
    expect(none.providers.map(({ outcome }: Json) => outcome)).not.toContain('SUPPRESSED_NO_PRICE')
    expect(none.warnings, 'no hotel of the circle has lately had no price').toEqual([])
    expect(await isLeftOut(http, 41), 'another stay is another question').toBe(false)
    expect(await isLeftOut(other, 40), 'another organization has a memory of its own').toBe(false)
    await advance(29 * MINUTE)
    expect(await isLeftOut(http, 40)).toBe(true)
    await advance(2 * MINUTE)
    expect(await isLeftOut(http, 40)).toBe(false)
  })

  it('[C-046] an error or a timeout is not held against a hotel', async () => {
    for (const daysAhead of [50, 51, 52, 53]) await search(http, [broken], daysAhead, live)
    const shown = await search(http, [broken], 50)
    expect(shown.total_results).toBe(1)
    // Its refresh asks suppliers too: it would take the fault.
    await until('the refresh', async () => {
      const { body } = await http.get(`/hotels/search/${shown.search_id}/prices`)
      return body.data?.refresh_status === 'COMPLETE'
    })
    const [only] = await database.query(
      "SELECT min(hotel_id)::text AS hotel_id FROM (SELECT hotel_id FROM supplier_hotels GROUP BY hotel_id HAVING array_agg(supplier_code) = '{hotelbeds}') AS one",
    )
    await http.post('/sandbox/faults', { supplier_code: 'hotelbeds', operation: 'search', fault: 'timeout', count: 1 })
    const { providers } = await search(http, [only?.hotel_id], 50, { ...live, max_wait_ms: 1_000 })
    expect(providers).toContainEqual(expect.objectContaining({ supplier_code: 'hotelbeds', outcome: 'TIMEOUT' }))
    expect((await search(http, [only?.hotel_id], 50)).total_results).toBe(1)
  })

  it('[C-044] [C-045] a hotel without a price on 3 check-in dates is left out of every search, until 14 days are over or it has one', {
    timeout: 180_000,
  }, async () => {
    // Two more dates: the first test has left some behind.
    let day = 60
    await until('the memory', async () => {
      // A supplier that is late leaves nothing behind.
      for (const last = day + 3; day < last; day++) await search(http, [silent], day, live)
      return isLeftOut(http, 90)
    })
    expect(await isLeftOut(other, 90)).toBe(false)
    await database.query(
      "UPDATE organization_suppliers SET enabled = false WHERE organization_id = 'org_sandbox' AND supplier_code = 'liteapi'",
    )
    await until('a history of the new set of suppliers, which is none', async () => !(await isLeftOut(http, 90)))
    await database.query("UPDATE organization_suppliers SET enabled = true WHERE organization_id = 'org_sandbox'")
    await until('the history of the old set', () => isLeftOut(http, 90))
    // A search for the very hotel shows it all the same.
    const { body } = await http.post('/hotels/search', {
      destination: { type: 'hotel', id: Number(silent) },
      ...stay(90),
      ...party,
    })
    expect(body.data.total_results).toBe(1)
    await until('its refresh', async () => {
      const polled = await http.get(`/hotels/search/${body.data.search_id}/prices`)
      return polled.body.data?.refresh_status === 'COMPLETE'
    })
    await advance(15 * DAY)
    expect(await isLeftOut(http, 90)).toBe(false)
  })

  it('[C-044] a hotel of whose rooms one has a price is shown again, and one that a prebook has found', {
    timeout: 180_000,
  }, async () => {
    const long = await scenarioHotel(gateway, 'min-stay-3')
    let day = 80
    async function isShown(): Promise<boolean> {
      return (await search(http, [long], 80, stay(80, 4))).total_results === 1
    }
    /** A night is not sold alone. A price that is heard of late, or a supplier that is, makes three more nights necessary. */
    async function leaveOut(): Promise<void> {
      await until('the memory', async () => {
        for (const last = day + 3; day < last; day++) await search(http, [long], day, { ...live, ...stay(day, 1) })
        return !(await isShown())
      })
    }
    // Its price is known from here on: to look whether it is shown asks nobody, and so clears nothing.
    await until('everybody to be in time', async () => {
      const { providers } = await search(http, [long], 80, { ...live, ...stay(80, 4) })
      return providers.every(({ outcome }: Json) => outcome !== 'TIMEOUT')
    })
    await leaveOut()
    const { body } = await http.post(`/hotels/${long}/rooms`, { ...party, ...stay(85, 4), max_wait_ms: 10_000 })
    expect(body.data.options).not.toEqual([])
    await until('the price of its rooms to be heard of', isShown)
    await leaveOut()
    const [{ booking_token }] = body.data.options
    expect((await http.post('/hotels/prebook', { booking_token })).body.data.offer).not.toBeNull()
    await until('the price of the prebook to be heard of', isShown)
  })

  it('[C-035] [C-123] typical prices come from five observations, of the same party and class of weekday, and from no fewer', {
    timeout: 180_000,
  }, async () => {
    // Of those that several suppliers sell: a test above has asked about one of the others.
    const [hotel] = await database.query(
      `SELECT hotel_id::text AS id FROM supplier_hotels JOIN hotels ON hotels.id = hotel_id
       WHERE place_id = 1842 AND hotel_id < 900000 GROUP BY hotel_id
       HAVING count(*) > 1 AND 'hotelbeds' = ANY (array_agg(supplier_code)) ORDER BY hotel_id LIMIT 1`,
    )
    function wednesday(weeks: number): number {
      const today = new Date().getUTCDay()
      return weeks * 7 + ((3 - today + 7) % 7)
    }
    // Every day has another stock: of the coming weeks, those in which the hotel is sold.
    const listings = await database.query(
      'SELECT supplier_code AS "supplierCode", supplier_hotel_id AS "supplierHotelId", hotel_id::int AS "hotelId" FROM supplier_hotels WHERE hotel_id = $1',
      [Number(hotel?.id)],
    )
    function sells(days: number): boolean {
      const { check_in: day } = stay(days)
      return listings.some((listing) => isAvailable(listing as SandboxSupplierHotel, day, 3))
    }
    const sold = Array.from({ length: 20 }, (_, index) => index + 8).filter((weeks) => sells(wednesday(weeks)))
    const [first = 0, ...further] = sold.slice(0, 4)
    const prices: number[] = []
    for (const weeks of [first, ...further]) {
      const { hotels } = await search(http, [hotel?.id], wednesday(weeks), live)
      prices.push(Math.min(...hotels[0].supplier_prices.map(({ amount }: Json) => amount)))
    }
    function rank() {
      return run(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', 'src/admin/main.ts', 'catalogue', 'rank'],
        {
          cwd: ROOT,
          env: { ...process.env, DATABASE_URL: database.url, MASTER_KEY: TEST_MASTER_KEY, REDIS_URL: '' },
        },
      )
    }
    async function observed(): Promise<number> {
      return (
        await database.query(
          'SELECT coalesce(sum(cardinality(days)), 0)::int AS count FROM price_observations WHERE hotel_id = $1',
          [Number(hotel?.id)],
        )
      )[0]?.count
    }
    await until('four observations', async () => (await observed()) === 4)
    await rank()
    const before = await search(http, [hotel?.id], wednesday(first), live)
    expect(before.hotels[0], 'four are too few').toMatchObject({
      typical_price_usd_cents: null,
      vs_typical_pct: null,
      value_pct: null,
    })
    prices.push(Math.min(...before.hotels[0].supplier_prices.map(({ amount }: Json) => amount)))
    await until('five observations', async () => (await observed()) === 5)
    await rank()
    const sorted = prices.map((price) => Math.round(price / 3)).sort((a, b) => a - b)
    const typical = (sorted[2] ?? 0) * 3
    const item = await until('the new ranking', async () => {
      const { hotels } = await search(http, [hotel?.id], wednesday(first), live)
      return hotels[0].typical_price_usd_cents === null ? null : hotels[0]
    })
    expect(Math.abs(item.typical_price_usd_cents - typical)).toBeLessThanOrEqual(3)
    const versus =
      Math.round(((item.lowest_price.amount - item.typical_price_usd_cents) / item.typical_price_usd_cents) * 1_000) /
      10
    expect(item.lowest_price.amount).toBe(Math.min(...item.supplier_prices.map(({ amount }: Json) => amount)))
    expect(item.vs_typical_pct).toBeCloseTo(versus, 1)
    expect(item.value_pct).toBeCloseTo(-versus, 1)
    const alone = await search(http, [hotel?.id], wednesday(first), { ...live, rooms: [{ adults: 1 }] })
    expect(alone.hotels[0].typical_price_usd_cents, 'another party').toBeNull()
    const fridays = sold.map((weeks) => wednesday(weeks) + 2).filter(sells)
    const friday = await search(http, [hotel?.id], fridays[0] ?? 0, live)
    expect(friday.hotels[0].typical_price_usd_cents, 'another class of weekday').toBeNull()
  })
})
