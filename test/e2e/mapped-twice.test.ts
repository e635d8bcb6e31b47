import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { pollToEnd } from '../support/lists.ts'

/** Hotels that Hotelbeds sells, two and two: the second's listing becomes another one of the first. */
type Pair = {
  readonly hotelId: number
  readonly others: readonly [string, string]
  readonly amounts: readonly number[]
}

type Priced = { readonly hotelId: number; readonly listing: string; readonly amount: number }

const PAIRS = 6
const STAY = stay(75)

let database: TestDatabase
let gateway: StartedGateway
let pairs: readonly Pair[]

beforeAll(async () => {
  database = await createTestDatabase()
  const first = await startGateway({ databaseUrl: database.url })
  pairs = await findPairs(first)
  for (const { hotelId, others } of pairs)
    await database.query(
      `UPDATE supplier_hotels SET hotel_id = $1 WHERE supplier_code = 'hotelbeds' AND supplier_hotel_id = $2`,
      [hotelId, others[1]],
    )
  await first.stop()
  // One that knows no price and no mapping of before.
  gateway = await startGateway({ databaseUrl: database.url })
})

afterAll(async () => {
  await gateway?.stop()
  await database?.drop()
})

/** Of as many hotels as it takes until half of the pairs have the cheaper listing first, and half the dearer, whatever today's prices are. */
async function findPairs(by: StartedGateway): Promise<Pair[]> {
  const rows = await database.query(
    `SELECT hotel_id, supplier_hotel_id FROM supplier_hotels
     WHERE supplier_code = 'hotelbeds' AND hotel_id < 900000 ORDER BY hotel_id`,
  )
  const rising: Pair[] = []
  const falling: Pair[] = []
  let open: Priced | null = null
  for (const { hotel_id: hotelId, supplier_hotel_id: listing } of rows) {
    const amount = await priceOf(by, hotelId, { pricing_mode: 'live' })
    if (amount === null) continue
    const priced: Priced = { hotelId, listing, amount }
    if (open === null) {
      open = priced
      continue
    }
    const wanted = open.amount < amount ? rising : falling
    if (open.amount !== amount && wanted.length < PAIRS / 2) {
      wanted.push({ hotelId: open.hotelId, others: [open.listing, listing], amounts: [open.amount, amount] })
      if (rising.length + falling.length === PAIRS) return [...rising, ...falling]
    }
    open = null
  }
  throw new Error('the sandbox has too few hotels that Hotelbeds has a price for')
}

/** What Hotelbeds asks for a hotel; null when it has no price. */
async function priceOf(by: StartedGateway, hotelId: number, changes: Json): Promise<number | null> {
  const search = { destination: { type: 'hotel', id: hotelId }, ...STAY, ...party, limit: 1, ...changes }
  const { body } = await httpClient(by).post('/hotels/search', search)
  return amountIn(body.data.hotels, hotelId)
}

function amountIn(hotels: readonly Json[], hotelId: number): number | null {
  const hotel = hotels.find(({ hotel_id: id }) => Number(id) === hotelId)
  const price = hotel?.supplier_prices.find(({ supplier_code: code }: Json) => code === 'hotelbeds')
  return price?.amount ?? null
}

describe('a hotel that one supplier lists twice', () => {
  it('has the cheaper of the two prices, whichever of the listings comes last', async () => {
    expect(pairs.some(({ amounts: [one = 0, other = 0] }) => one < other)).toBe(true)
    expect(pairs.some(({ amounts: [one = 0, other = 0] }) => one > other)).toBe(true)
    for (const { hotelId, amounts } of pairs) {
      const cheaper = Math.min(...amounts)
      expect({ hotelId, live: await priceOf(gateway, hotelId, { pricing_mode: 'live' }) }).toEqual({
        hotelId,
        live: cheaper,
      })
      expect({ hotelId, cached: await priceOf(gateway, hotelId, {}) }).toEqual({ hotelId, cached: cheaper })
    }
  })

  it('has it when prices are fetched in the background, too', async () => {
    const [pair] = pairs
    if (!pair) throw new Error('there are no pairs')
    const search = { destination: { type: 'hotel', id: pair.hotelId }, ...STAY, ...party, nationality: 'NZ', limit: 1 }
    const { body } = await httpClient(gateway).post('/hotels/search', search)
    const polled = await pollToEnd(httpClient(gateway), body.data.search_id)
    expect(amountIn(polled.hotels, pair.hotelId)).toBe(Math.min(...pair.amounts))
  })

  it('is one hotel for whoever asks how many were asked about', async () => {
    const [pair] = pairs
    if (!pair) throw new Error('there are no pairs')
    const destination = { type: 'hotel', id: pair.hotelId }
    const search = { destination, ...STAY, ...party, nationality: 'FR', limit: 1, pricing_mode: 'live' }
    const { body } = await httpClient(gateway).post('/hotels/search', search)
    const hotelbeds = body.data.providers.find(({ supplier_code: code }: Json) => code === 'hotelbeds')
    expect(hotelbeds).toMatchObject({ hotels_requested: 1, hotels_priced: 1 })
  })
})
