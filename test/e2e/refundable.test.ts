import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { idsOf, pollToEnd, walk, walkHotels } from '../support/lists.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
useGateway((started) => {
  ;({ gateway, http } = started)
})

const AUCKLAND = { destination: { type: 'place', id: 1859 }, ...party }
const REYKJAVIK = { destination: { type: 'place', id: 1862 }, ...party }
const LIVE = { pricing_mode: 'live', limit: 100 }
/** One night, soon: at some hotels cancelling is still free, at the others everything is lost. */
const SOON = stay(3, 1)

function amountsOf(prices: readonly Json[]): number[] {
  return prices.map(({ amount }) => amount)
}

describe('refundable_only', () => {
  it('[C-120] keeps every hotel that has a refundable rate, with that rate, as the room search has it', {
    timeout: 180_000,
  }, async () => {
    const all = await walkHotels(http, { ...AUCKLAND, ...stay(70), ...LIVE })
    const refundable = await walkHotels(http, { ...AUCKLAND, ...stay(70), ...LIVE, refundable_only: true })
    expect(refundable.length).toBeGreaterThan(20)
    expect(idsOf(refundable)).toEqual(idsOf(all.filter(({ refundable_from: from }) => from !== null)))
    for (const { price, supplier_prices: prices, refundable_from: from } of refundable) {
      expect([price, ...prices].every(({ is_refundable: is }) => is)).toBe(true)
      expect(from.amount).toBe(Math.min(...amountsOf(prices)))
    }
    const without = new Map(all.map((hotel) => [hotel.hotel_id, hotel]))
    for (const { hotel_id: id, refundable_from: from } of refundable.slice(0, 4)) {
      const rooms = await http.post(`/hotels/${id}/rooms`, { ...stay(70), ...party, max_wait_ms: 10_000 })
      const kinds = rooms.body.data.options.map(({ cancellation }: Json) => cancellation.refundability)
      expect(kinds).toContain('REFUNDABLE')
      // The filter chooses what is shown of a hotel, not what the hotel has.
      expect(without.get(id)?.refundable_from).toMatchObject({ amount: from.amount, currency: from.currency })
    }
  })

  it('[C-120] live, instant and polling agree on which hotels have something refundable', {
    timeout: 180_000,
  }, async () => {
    // Another nationality is another question: nothing is known of it, and the sandbox asks everybody the same.
    const unknown = { ...REYKJAVIK, ...SOON, nationality: 'NZ', limit: 100, refundable_only: true }
    const [first] = await walk(http, unknown)
    expect(first.hotels.every(({ price }: Json) => price.rate_type === 'estimated')).toBe(true)
    expect(first.hotels.length).toBe(first.total_results)
    const polled = await pollToEnd(http, first.search_id)

    const live = await walkHotels(http, { ...REYKJAVIK, ...SOON, ...LIVE })
    function isRefundable({ refundable_from: from }: Json): boolean {
      return from !== null
    }
    const yes = await walkHotels(http, { ...REYKJAVIK, ...SOON, ...LIVE, refundable_only: true })
    const no = live.filter(({ hotel_id: id }) => !idsOf(yes).includes(id))
    expect(no.length).toBeGreaterThan(0)
    // What the few rates of a plain search show is found, and what they do not show.
    expect(idsOf(yes)).toEqual(expect.arrayContaining(idsOf(live.filter(isRefundable))))
    expect(yes.length).toBeGreaterThan(live.filter(isRefundable).length)

    expect(idsOf(polled.hotels).toSorted()).toEqual(idsOf(yes).toSorted())
    expect(polled.hotels.every(isRefundable)).toBe(true)
    expect(polled.no_price_hotel_ids).toEqual(expect.arrayContaining(idsOf(no)))
    // What is known by now is no estimate any more.
    const known = await walkHotels(http, unknown)
    expect(idsOf(known).toSorted()).toEqual(idsOf(yes).toSorted())
    expect(known.every(({ price }) => price.rate_type === 'cached' && price.is_refundable)).toBe(true)
    // A hotel with nothing refundable has a price: nobody remembers it as one without.
    const others = await walkHotels(http, { ...REYKJAVIK, ...SOON, nationality: 'NZ', limit: 100 })
    expect(idsOf(others)).toEqual(expect.arrayContaining(idsOf(no)))
  })

  it('[C-120] GraphQL tells the same, in its own names', async () => {
    const query = `query ($input: SearchInput!) { search(input: $input) { ... on Search { totalIsEstimate
      hotels { hotelId lowestPrice { amount } refundableFrom { amount currency rateType freeCancellationUntil money { exponent } } } } } }`
    const input = {
      destination: { placeId: '1862' },
      checkIn: SOON.check_in,
      checkOut: SOON.check_out,
      nationality: 'GB',
      rooms: [{ adults: 2 }],
      limit: 100,
    }
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    })
    const { data }: Json = await answer.json()
    const overHttp = await walkHotels(http, { ...REYKJAVIK, ...SOON, limit: 100 })
    const expected = overHttp.map(({ hotel_id: hotelId, refundable_from: from, lowest_price: lowest }) => ({
      hotelId,
      lowestPrice: lowest && { amount: lowest.amount },
      refundableFrom: from && {
        amount: from.amount,
        currency: from.currency,
        rateType: from.rate_type.toUpperCase(),
        freeCancellationUntil: from.free_cancellation_until,
        money: { exponent: 2 },
      },
    }))
    expect(data.search).toEqual({ totalIsEstimate: false, hotels: expected })
  })
})

describe('total_results', () => {
  it('[C-121] of a live walk is an estimate that the last page makes exact', async () => {
    // Some of what is counted at first has nothing refundable, and drops out on the way.
    const pages = await walk(http, { ...REYKJAVIK, ...SOON, pricing_mode: 'live', limit: 3, refundable_only: true })
    const last = pages.at(-1)
    const returned = pages.reduce((sum, { returned_results: count }) => sum + count, 0)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0].total_results).toBeGreaterThan(returned)
    expect(pages.slice(0, -1).every(({ total_is_estimate: is }) => is)).toBe(true)
    expect(last).toMatchObject({ total_is_estimate: false, total_results: returned })
    expect(pages.every(({ total_results: total }) => total >= returned)).toBe(true)
  })

  it('[C-121] of a live walk on one page is exact at once', async () => {
    const [page, ...others] = await walk(http, { ...REYKJAVIK, ...stay(80, 30), ...LIVE })
    expect(others).toEqual([])
    expect(page).toMatchObject({ total_is_estimate: false, total_results: page.returned_results })
  })

  it('[C-121] of an instant walk is what the walk returns, on every page', async () => {
    const pages = await walk(http, { ...AUCKLAND, ...stay(95), limit: 10 })
    const returned = pages.reduce((sum, { hotels }) => sum + hotels.length, 0)
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) expect(page).toMatchObject({ total_results: returned, total_is_estimate: false })
  })
})
