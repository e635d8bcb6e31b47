import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { httpJourney, party, stay } from '../support/journey.ts'
import { idsOf, pollToEnd, walk, walkHotels } from '../support/lists.ts'
import { inUsdCents, type StockedHotel, stockOf } from '../support/refundable-stock.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
useGateway((started) => {
  ;({ database, gateway, http } = started)
})

/** Far in the west: a day ahead some rates of a hotel still cancel free and others do not, whatever the hour. */
const HONOLULU = { destination: { type: 'place', id: 1850 }, ...party }
/** The city of the scenario hotels. */
const REYKJAVIK = { destination: { type: 'place', id: 1862 }, ...party }
const LIVE = { pricing_mode: 'live', limit: 100 }
const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi']

/** The cheapest refundable rates of a hotel, in US cents: of each supplier, and of all. */
type Refundable = { readonly bySupplier: Readonly<Record<string, number>>; readonly from: number }

function refundableOf(prices: readonly (readonly [code: string, amount: number])[], from: number): Refundable {
  return {
    bySupplier: Object.fromEntries(prices),
    from,
  }
}

async function overHttp(input: Json): Promise<Record<string, Refundable>> {
  const hotels = await walkHotels(http, { ...input, ...LIVE, refundable_only: true })
  return Object.fromEntries(
    hotels.map(({ hotel_id: id, supplier_prices: prices, refundable_from: from }) => [
      id,
      refundableOf(
        prices.map(({ supplier_code: code, amount }: Json) => [code, amount]),
        from?.amount,
      ),
    ]),
  )
}

const QUERY = `query ($input: SearchInput!) { search(input: $input) { ... on Search { nextCursor
  hotels { hotelId supplierPrices { supplierCode amount } refundableFrom { amount } } } } }`

async function searchOverGraphql(input: Json): Promise<Json> {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY, variables: { input } }),
  })
  const { data }: Json = await answer.json()
  return data.search
}

async function overGraphql(input: Json): Promise<Record<string, Refundable>> {
  const { destination, check_in: checkIn, check_out: checkOut, nationality } = input
  const found: Record<string, Refundable> = {}
  let cursor: string | null = null
  do {
    const { hotels, nextCursor } = await searchOverGraphql({
      destination: { placeId: String(destination.id) },
      checkIn,
      checkOut,
      nationality,
      rooms: [{ adults: 2 }],
      pricingMode: 'LIVE',
      refundableOnly: true,
      limit: 100,
      cursor,
    })
    for (const { hotelId, supplierPrices, refundableFrom } of hotels)
      found[hotelId] = refundableOf(
        supplierPrices.map(({ supplierCode, amount }: Json) => [supplierCode, amount]),
        refundableFrom?.amount,
      )
    cursor = nextCursor
  } while (cursor)
  return found
}

function expectedOf(stock: readonly StockedHotel[]): Record<string, Refundable> {
  return Object.fromEntries(
    stock
      .filter(({ refundable, isClear }) => isClear && Object.keys(refundable).length > 0)
      .map(({ hotelId, refundable }) => [
        hotelId,
        refundableOf(Object.entries(refundable), Math.min(...Object.values(refundable))),
      ]),
  )
}

/** A deadline of the stock may pass between looking at it and asking: then both are done again. */
async function withStock<Found>(
  { destination }: typeof HONOLULU,
  days: number,
  ask: () => Promise<Found>,
): Promise<{ stock: readonly StockedHotel[]; found: Found }> {
  for (;;) {
    const [before, found, after] = [stockOf(destination.id, days), await ask(), stockOf(destination.id, days)]
    if (JSON.stringify(before) === JSON.stringify(after)) return { stock: before, found }
  }
}

/** The hotels of which a supplier has at least three cheaper rates than the cheapest refundable one. */
function lateAt(stock: readonly StockedHotel[], code: string): string[] {
  return stock.filter(({ before }) => (before[code] ?? 0) >= 3).map(({ hotelId }) => hotelId)
}

/** The hotels that have rooms, and nothing refundable. */
function lostIn(stock: readonly StockedHotel[]): string[] {
  return stock
    .filter(({ hasRates, refundable, isClear }) => isClear && hasRates && Object.keys(refundable).length === 0)
    .map(({ hotelId }) => hotelId)
}

function suppliersLateIn(stock: readonly StockedHotel[]): string[] {
  return SUPPLIERS.filter((code) => lateAt(stock, code).length > 0)
}

describe.each([
  ['HTTP', overHttp],
  ['GraphQL', overGraphql],
] as const)('refundable_only over %s', (_facade, list) => {
  it.each([
    // What is late hangs on how far ahead a stay is, and in Honolulu nothing is from the fifth or sixth day on, by the hour.
    [1, HONOLULU],
    [3, HONOLULU],
    [1, REYKJAVIK],
    [5, REYKJAVIK],
    [30, REYKJAVIK],
  ] as const)(
    '[C-120] finds the refundable rates, and nothing else, %i days ahead',
    { timeout: 180_000 },
    async (days, place) => {
      const { stock, found } = await withStock(place, days, () => list({ ...place, ...stay(days, 1) }))
      for (const { hotelId, isClear } of stock) if (!isClear) delete found[hotelId]
      expect(found).toEqual(expectedOf(stock))
      expect(Object.keys(found).length).toBeGreaterThan(0)
      // Rates that few rates of a hotel would not show are there at every supplier, and so are hotels that have none.
      expect(suppliersLateIn(stock)).toEqual(SUPPLIERS)
      if (place === REYKJAVIK) expect(lostIn(stock).length).toBeGreaterThan(0)
    },
  )

  it('[C-120] finds every hotel of an ordinary city a month ahead', async () => {
    const { stock, found } = await withStock(HONOLULU, 30, () => list({ ...HONOLULU, ...stay(30, 1) }))
    expect(found).toEqual(expectedOf(stock))
    expect(Object.keys(found).length).toBeGreaterThan(50)
  })
})

describe('the stock that lists are compared with', () => {
  function refundableOptions(events: readonly Json[]): Record<string, number> {
    const cheapest: Record<string, number> = {}
    for (const { supplier_code: code, options } of events)
      for (const { cancellation, price } of options ?? []) {
        if (!['REFUNDABLE', 'PARTIALLY_REFUNDABLE'].includes(cancellation.refundability)) continue
        const { amount_minor: amountMinor, currency } = price.total
        cheapest[code] = Math.min(cheapest[code] ?? Number.POSITIVE_INFINITY, inUsdCents({ amountMinor, currency }))
      }
    return cheapest
  }

  it('[C-120] is what room streams show: the same cheapest refundable rate of each supplier, or none', {
    timeout: 180_000,
  }, async () => {
    const all = stockOf(HONOLULU.destination.id, 1)
    const late = SUPPLIERS.flatMap((code) => lateAt(all, code).slice(0, 2))
    for (const hotelId of new Set([...late, ...lostIn(all).slice(0, 2)])) {
      const { stock, found: events } = await withStock(HONOLULU, 1, () =>
        httpJourney(gateway).rooms(hotelId, { ...stay(1, 1), ...party }),
      )
      expect(refundableOptions(events)).toEqual(stock.find((one) => one.hotelId === hotelId)?.refundable)
    }
  })
})

describe('the question with refundable_only and the one without', () => {
  const ask = { ...REYKJAVIK, ...stay(30, 1), limit: 100 }
  const stock = stockOf(REYKJAVIK.destination.id, 30)
  function kindsOf(hotels: readonly Json[]): string[] {
    return [...new Set(hotels.map(({ price }) => String(price?.rate_type ?? 'none')))]
  }
  function amountsOf(hotels: readonly Json[]): Json {
    return Object.fromEntries(hotels.map(({ hotel_id: id, lowest_price: lowest }) => [id, lowest.amount]))
  }

  it('[C-120] neither prices the other, nor leaves a hotel out of its list', async () => {
    // Another nationality is another question: nothing is known of it, and the sandbox asks everybody the same.
    const first = { ...ask, nationality: 'CA' }
    const refundable = await walkHotels(http, { ...first, ...LIVE, refundable_only: true })
    expect(refundable.length).toBeGreaterThan(0)
    const plain = await walkHotels(http, first)
    expect(kindsOf(plain)).toEqual(['estimated'])
    expect(idsOf(plain)).toEqual(expect.arrayContaining([...idsOf(refundable), ...lostIn(stock)]))

    const second = { ...ask, nationality: 'AU' }
    const live = await walkHotels(http, { ...second, ...LIVE })
    const late = lateAt(stock, 'expedia_rapid')
    expect(late.length).toBeGreaterThan(0)
    for (const { hotel_id: id, refundable_from: from } of live) if (late.includes(id)) expect(from).toBeNull()
    const unknown = await walkHotels(http, { ...second, refundable_only: true })
    expect(kindsOf(unknown)).toEqual(['estimated'])
    expect(idsOf(unknown)).toEqual(expect.arrayContaining(late))
  })

  it('[C-120] are refreshed by themselves, and live, instant and polling agree', async () => {
    const input = { ...ask, nationality: 'IE' }
    const [first] = await walk(http, { ...input, refundable_only: true })
    const polled = await pollToEnd(http, first.search_id)
    const instant = await walkHotels(http, { ...input, refundable_only: true })
    const live = await walkHotels(http, { ...input, ...LIVE, refundable_only: true })
    expect(kindsOf(instant)).toEqual(['cached'])
    expect(amountsOf(instant)).toEqual(amountsOf(live))
    expect(amountsOf(polled.hotels)).toEqual(amountsOf(live))

    const [plain] = await walk(http, input)
    expect(kindsOf(plain.hotels)).toEqual(['estimated'])
    const whole = await pollToEnd(http, plain.search_id)
    // A hotel of which everything is lost has a price, and no refundable one.
    expect(lostIn(stock).length).toBeGreaterThan(0)
    expect(idsOf(whole.hotels)).toEqual(expect.arrayContaining(lostIn(stock)))
    expect(polled.no_price_hotel_ids).toEqual(expect.arrayContaining(lostIn(stock)))
  })

  it('[C-120] teach rankings the one what hotels cost, the other nothing', async () => {
    const trio = { ...stay(40, 1), nationality: 'GB', rooms: [{ adults: 3, child_ages: [] }], ...LIVE }
    async function observedIn(placeId: number): Promise<number> {
      const [row] = await database.query(
        'SELECT count(*)::int AS count FROM price_observations o JOIN hotels h ON h.id = o.hotel_id WHERE h.place_id = $1 AND o.party = 3',
        [placeId],
      )
      return Number(row?.count)
    }
    const apia = { destination: { type: 'place', id: 1861 }, ...trio }
    const suva = { destination: { type: 'place', id: 1860 }, ...trio }
    expect((await walkHotels(http, { ...apia, refundable_only: true })).length).toBeGreaterThan(0)
    expect((await walkHotels(http, suva)).length).toBeGreaterThan(0)
    // They are written in the order of the searches.
    await until('prices of the later search to be observed', async () => (await observedIn(1860)) > 0)
    expect(await observedIn(1861)).toBe(0)
  })
})
