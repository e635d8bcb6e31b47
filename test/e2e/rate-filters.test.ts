import { describe, expect, it } from 'vitest'
import { asSearchInput, faultsOverGraphql } from '../support/as-search-input.ts'
import { alike } from '../support/facade-shapes.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { faultyPaths, type HttpClient, type Json } from '../support/http-client.ts'
import { party, scenarioHotel, stay } from '../support/journey.ts'
import { idsOf, pollToEnd, walk, walkHotels } from '../support/lists.ts'
import { inUsdCents } from '../support/refundable-stock.ts'
import { until } from '../support/until.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

let gateway: StartedGateway
let http: HttpClient
const { query, post, settledPrices } = useBothFacades((started) => {
  ;({ gateway, http } = started)
})

/** The city of the scenario hotels. */
const REYKJAVIK = { destination: { type: 'place', id: 1862 }, ...party }
const AUCKLAND = { destination: { type: 'place', id: 1859 }, ...party }
const LIVE = { pricing_mode: 'live', limit: 100 }

function scenarios(...slugs: readonly string[]): Promise<string[]> {
  return Promise.all(slugs.map((slug) => scenarioHotel(gateway, slug)))
}

/** Another nationality is another question: nothing is known of it, and the sandbox asks everybody the same. */
function askedBy(nationality: string, search: Json): Json {
  return { ...search, nationality }
}

/** The cheapest matching option of each supplier, in US cents, as the room search has them. */
async function optionsOf(hotelId: string, search: Json, matches: (option: Json) => boolean): Promise<Json> {
  const { check_in, check_out, nationality, rooms } = search
  const found = await post(`/hotels/${hotelId}/rooms`, { check_in, check_out, nationality, rooms, max_wait_ms: 12_000 })
  const cheapest: Record<string, number> = {}
  for (const option of found.options.filter(matches)) {
    const { amount_minor: amountMinor, currency } = option.price.total
    const cents = inUsdCents({ amountMinor, currency })
    cheapest[option.supplier_code] = Math.min(cheapest[option.supplier_code] ?? Number.POSITIVE_INFINITY, cents)
  }
  return cheapest
}

function pricesOf({ supplier_prices: prices }: Json): Json {
  return Object.fromEntries(prices.map(({ supplier_code: code, amount }: Json) => [code, amount]))
}

describe('free_cancellation', () => {
  it('[C-124] is what costs nothing to cancel now, where refundable_only is what pays something back', {
    timeout: 180_000,
  }, async () => {
    const hotelIds = await scenarios('cancel-free', 'cancel-penalty', 'refundable-late', 'non-refundable')
    const [free, penalty, late] = hotelIds
    const search = { hotel_ids: hotelIds, ...stay(60), ...party, pricing_mode: 'live' }
    const refundable = await post('/hotels/search', { ...search, refundable_only: true })
    expect(idsOf(refundable.hotels)).toEqual([free, penalty, late])
    const cancellable = await post('/hotels/search', { ...search, free_cancellation: true })
    expect(idsOf(cancellable.hotels)).toEqual([free, late])
    for (const { price, lowest_price, refundable_from, supplier_prices } of cancellable.hotels)
      for (const one of [price, lowest_price, refundable_from, ...supplier_prices])
        expect(Date.parse(one.free_cancellation_until)).toBeGreaterThan(Date.now())
    // What is free to cancel pays something back.
    const both = await post('/hotels/search', { ...search, free_cancellation: true, refundable_only: true })
    expect(both.hotels.map(pricesOf)).toEqual(cancellable.hotels.map(pricesOf))
    const off = await post('/hotels/search', { ...search, free_cancellation: false, board_codes: null })
    expect(idsOf(off.hotels)).toEqual(hotelIds)
  })

  it('[C-124] shows an estimate until every supplier has answered; live, instant and polling agree', {
    timeout: 180_000,
  }, async () => {
    const search = askedBy('NZ', { ...REYKJAVIK, ...stay(3, 1), free_cancellation: true })
    const [first] = await walk(http, { ...search, limit: 100 })
    expect(first.hotels.every(({ price }: Json) => price.rate_type === 'estimated')).toBe(true)
    const polled = await pollToEnd(http, first.search_id)
    const live = await walkHotels(http, { ...search, ...LIVE })
    expect(live.length).toBeGreaterThan(3)
    expect(live.length).toBeLessThan(first.hotels.length)
    expect(idsOf(polled.hotels).toSorted()).toEqual(idsOf(live).toSorted())
    expect(polled.no_price_hotel_ids.toSorted()).toEqual(
      idsOf(first.hotels)
        .filter((id) => !idsOf(live).includes(id))
        .toSorted(),
    )
    const pages = await walk(http, { ...search, limit: 4 })
    expect(idsOf(pages.flatMap(({ hotels }) => hotels)).toSorted()).toEqual(idsOf(live).toSorted())
    expect(pages[0].total_is_estimate).toBe(true)
    expect(pages.at(-1)).toMatchObject({ total_is_estimate: false, total_results: live.length })
    // A hotel of which nothing is free has a price: nobody remembers it as one without.
    const plain = await walkHotels(http, { ...search, ...LIVE, free_cancellation: false })
    expect(plain.length).toBeGreaterThan(live.length)
  })

  it('[C-124] does not show a remembered price when its free time is over', async () => {
    const [boundary = ''] = await scenarios('cancel-boundary')
    const search = askedBy('CA', { hotel_ids: [boundary], ...stay(62), ...party, free_cancellation: true })
    const live = await post('/hotels/search', { ...search, pricing_mode: 'live' })
    expect(idsOf(live.hotels)).toEqual([boundary])
    const known = await until('the price in the cache', async () => {
      const { hotels } = await post('/hotels/search', search)
      return hotels[0]?.price.rate_type === 'cached' ? hotels[0] : null
    })
    const freeUntil = Date.parse(known.price.free_cancellation_until)
    await http.post('/sandbox/clock', { advance_seconds: 150 })
    const [later] = (await post('/hotels/search', search)).hotels
    // The supplier is asked again: its rates are free for two minutes after each answer.
    expect(later.price.rate_type).toBe('estimated')
    const again = await until('another answer', async () => {
      const { hotels } = await post('/hotels/search', search)
      return hotels[0]?.price.rate_type === 'cached' ? hotels[0] : null
    })
    expect(Date.parse(again.price.free_cancellation_until)).toBeGreaterThan(freeUntil)
  })
})

describe('board_codes', () => {
  it.each([[['BB']], [['RO']], [['HB', 'FB', 'AI']]])(
    '[C-124] shows the cheapest rate with %j of each supplier, as the room search has it',
    { timeout: 180_000 },
    async (boards) => {
      const search = { ...AUCKLAND, ...stay(71) }
      const found = await post('/hotels/search', { ...search, pricing_mode: 'live', board_codes: boards, limit: 100 })
      const sample = (await post('/hotels/search', { ...search, limit: 12 })).hotels
      let compared = 0
      for (const { hotel_id: id } of sample) {
        const expected = await optionsOf(id, search, ({ board }) => boards.includes(board.code))
        const hotel = found.hotels.find(({ hotel_id: other }: Json) => other === id)
        const shown = hotel ? pricesOf(hotel) : {}
        compared += Object.keys(shown).length
        // RateHawk returns some rates of a hotel for a list: what it shows is true, and may be missing or not the cheapest.
        const { ratehawk: best, ...others } = expected
        const { ratehawk: seen, ...rest } = shown
        expect([id, rest]).toEqual([id, others])
        if (seen !== undefined) expect(seen).toBeGreaterThanOrEqual(best)
      }
      if (boards.includes('BB') || boards.includes('RO')) expect(compared).toBeGreaterThan(10)
    },
  )

  it('[C-124] is a question of its own, in any order of the codes', async () => {
    const search = askedBy('AU', { ...AUCKLAND, ...stay(73), limit: 20 })
    const first = await post('/hotels/search', { ...search, board_codes: ['BB', 'HB'] })
    expect(first.hotels.every(({ price }: Json) => price.rate_type === 'estimated')).toBe(true)
    await pollToEnd(http, first.search_id)
    const same = await post('/hotels/search', { ...search, board_codes: ['HB', 'BB', 'BB'] })
    expect(same.hotels.map(({ price }: Json) => price.rate_type)).toContain('cached')
    for (const other of [{}, { board_codes: ['BB'] }, { board_codes: ['BB', 'HB'], free_cancellation: true }]) {
      const { hotels } = await post('/hotels/search', { ...search, ...other })
      expect(hotels.every(({ price }: Json) => price.rate_type === 'estimated')).toBe(true)
    }
  })

  it('[C-124] names the suppliers of which a search cannot find every such hotel', async () => {
    function missing({ warnings }: Json): string[] {
      return warnings
        .filter(({ code }: Json) => code === 'FILTER_MAY_MISS_HOTELS')
        .map(({ path, supplier_code: supplier }: Json) => `${path} ${supplier}`)
        .toSorted()
    }
    const search = { ...AUCKLAND, ...stay(75), limit: 5 }
    const all = await post('/hotels/search', { ...search, board_codes: ['BB'], free_cancellation: true })
    expect(missing(all)).toEqual(['board_codes expedia_rapid', 'board_codes ratehawk', 'free_cancellation ratehawk'])
    expect(missing(await post('/hotels/search', search))).toEqual([])
    expect(missing(await post('/hotels/search', { ...search, refundable_only: true }))).toEqual([])
  })
})

describe('filters on rates', () => {
  it('[C-124] are the same over GraphQL', async () => {
    const search = { ...AUCKLAND, ...stay(77), free_cancellation: true, board_codes: ['RO', 'BB'], limit: 3 }
    await settledPrices((await post('/hotels/search', search)).search_id)
    alike(await post('/hotels/search', search), await query('search', { input: asSearchInput(search) }))
  })

  it.each([
    [{ board_codes: [] }, ['board_codes']],
    [
      { board_codes: ['BB', 'XX', 'bb', null, 5] },
      ['board_codes[1]', 'board_codes[2]', 'board_codes[3]', 'board_codes[4]'],
    ],
    [{ board_codes: 'BB' }, ['board_codes']],
    [{ board_codes: ['RO', 'BB', 'HB', 'FB', 'AI', 'RO'] }, ['board_codes']],
    [{ free_cancellation: 'yes', board_codes: {} }, ['board_codes', 'free_cancellation']],
  ])('[C-124] refuse %j, each fault by its path and with all others', async (wrong, paths) => {
    const answer = await http.post('/hotels/search', { ...AUCKLAND, ...stay(), ...wrong, limit: 0 })
    expect(answer.status).toBe(400)
    expect(faultyPaths(answer).toSorted()).toEqual([...paths, 'limit'])
  })

  it('[C-124] are refused over GraphQL by its own names', async () => {
    expect(await faultsOverGraphql(http, { ...AUCKLAND, ...stay(), board_codes: [] })).toEqual([
      'boardCodes OUT_OF_RANGE',
    ])
  })
})
