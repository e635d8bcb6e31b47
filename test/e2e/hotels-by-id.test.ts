import { beforeAll, describe, expect, it } from 'vitest'
import { distanceKm } from '../../src/domain/geo.ts'
import { asSearchInput, faultsOverGraphql } from '../support/as-search-input.ts'
import type { TestDatabase } from '../support/database.ts'
import { alike } from '../support/facade-shapes.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { faultyPaths, type HttpClient, type Json } from '../support/http-client.ts'
import { party, scenarioHotel, stay } from '../support/journey.ts'
import { idsOf, pollToEnd } from '../support/lists.ts'
import { until } from '../support/until.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

let database: TestDatabase
let http: HttpClient
let gateway: StartedGateway
let silent: string
const { query, post, settledPrices } = useBothFacades((started) => {
  ;({ database, http, gateway } = started)
})

/** Hotels of several cities and countries, in no order of theirs. */
let mixed: number[]
beforeAll(async () => {
  silent = await scenarioHotel(gateway, 'no-price')
  const rows = await database.query(
    `SELECT DISTINCT ON (place_id, half) id FROM (SELECT h.id, h.place_id, h.id % 2 AS half FROM hotels h
     JOIN supplier_hotels s ON s.hotel_id = h.id WHERE h.place_id BETWEEN 1842 AND 1848) AS one ORDER BY place_id, half, id`,
  )
  mixed = rows.map(({ id }: Json) => Number(id)).toSorted((a, b) => ((a * 7_919) % 1_000) - ((b * 7_919) % 1_000))
})

function ascending(a: number, b: number): number {
  return a - b
}

/** The stays of a test are its own: hotels that turn out to have no price are left out of the same search later. */
function byIds(hotelIds: readonly (number | string)[], daysAhead: number, more: Json = {}): Json {
  return { hotel_ids: hotelIds, ...stay(daysAhead), ...party, ...more }
}
function about({ warnings }: Json): Json[] {
  return warnings.filter(({ supplier_code: code }: Json) => code === null)
}

describe('a search for hotels by their ids', () => {
  it('[C-124] has them in the order of the ids, each once, on one page', async () => {
    expect(mixed.length).toBeGreaterThan(10)
    const data = await post('/hotels/search', byIds([...mixed, mixed[3] ?? 0, String(mixed[0])], 61))
    expect(idsOf(data.hotels)).toEqual(mixed.map(String))
    expect(data).toMatchObject({
      total_results: mixed.length,
      total_is_estimate: false,
      requested_results: mixed.length,
      returned_results: mixed.length,
      next_cursor: null,
      similar_hotels: [],
      refresh_status: 'PENDING',
    })
    expect(about(data)).toEqual([])
    const backwards = await post('/hotels/search', byIds(mixed.toReversed(), 61))
    expect(idsOf(backwards.hotels)).toEqual(mixed.toReversed().map(String))
  })

  it('[C-124] says of each how far it is from the centre of its own place', async () => {
    const [first] = mixed
    const { hotels, search_info: info } = await post('/hotels/search', byIds(mixed, 62))
    const centres = await database.query(
      'SELECT h.id::text, p.id AS place_id, p.country_code, p.latitude, p.longitude FROM hotels h JOIN places p ON p.id = h.place_id',
    )
    const byId = new Map(centres.map((row: Json) => [row.id, row]))
    for (const hotel of hotels) {
      const km = distanceKm(hotel, byId.get(hotel.hotel_id))
      expect(Math.abs(hotel.distance_from_center_km - km)).toBeLessThan(0.051)
    }
    const { place_id, country_code } = byId.get(String(first))
    expect(info).toMatchObject({ place_id, country_code, hotel_id: null, hotel: null, price_sort: null })
  })

  it('[C-124] asks live, polls, and remembers prices like any other', async () => {
    const first = await post('/hotels/search', byIds(mixed, 63))
    const polled = await pollToEnd(http, first.search_id)
    expect([...idsOf(polled.hotels), ...polled.no_price_hotel_ids].map(Number).toSorted(ascending)).toEqual(
      mixed.toSorted(ascending),
    )
    const live = await post('/hotels/search', byIds(mixed, 63, { pricing_mode: 'live' }))
    expect(idsOf(live.hotels)).toEqual(mixed.map(String).filter((id) => idsOf(polled.hotels).includes(id)))
    const cached = await post(
      '/hotels/search',
      byIds(
        live.hotels.map(({ hotel_id: id }: Json) => id),
        63,
      ),
    )
    expect(cached.refresh_status).toBe('COMPLETE')
    for (const { price } of cached.hotels) expect(price.rate_type).toBe('cached')
  })

  it('[C-124] passes them through the other filters', async () => {
    const all = await post('/hotels/search', byIds(mixed, 64))
    // Other nights: what the refresh of the first search has learnt meanwhile may leave a hotel out of a second one.
    const some = await post('/hotels/search', byIds(mixed, 69, { star_ratings: [4, 5] }))
    const expected = all.hotels.filter(({ stars }: Json) => stars >= 4)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(mixed.length)
    expect(idsOf(some.hotels)).toEqual(idsOf(expected))
    expect(about(some)).toEqual([])
  })

  it('[C-124] warns of each that there is not, that left, or that nobody sells, by its path', async () => {
    const [one = 0, left = 0, unsold = 0] = (
      await database.query('SELECT id FROM hotels WHERE place_id = 1849 ORDER BY id LIMIT 3')
    ).map(({ id }: Json) => Number(id))
    await database.query(`DELETE FROM supplier_hotels WHERE hotel_id IN (${left}, ${unsold})`)
    await database.query(`DELETE FROM hotels WHERE id = ${left}`)
    await until('the listings to be gone', async () => {
      const { warnings } = await post('/hotels/search', byIds([one, left, unsold], 65))
      return warnings.some(({ code }: Json) => code === 'HOTEL_NOT_SOLD')
    })
    const data = await post('/hotels/search', byIds([left, 2_147_483_647, one, unsold, 2_147_483_647], 65))
    expect(idsOf(data.hotels)).toEqual([String(one)])
    expect(data.total_results).toBe(1)
    expect(about(data)).toEqual([
      expect.objectContaining({
        code: 'HOTEL_NOT_FOUND',
        path: 'hotel_ids[0]',
        message: expect.stringMatching(/^hotel_ids\[0\] left the catalogue on \d{4}-\d\d-\d\d$/),
      }),
      expect.objectContaining({
        code: 'HOTEL_NOT_FOUND',
        path: 'hotel_ids[1]',
        message: 'hotel_ids[1] is no hotel of the catalogue',
      }),
      expect.objectContaining({ code: 'HOTEL_NOT_SOLD', path: 'hotel_ids[3]' }),
    ])
    const nothing = await http.post('/hotels/search', byIds([2_147_483_647, left], 65))
    expect(nothing).toMatchObject({ status: 404, body: { code: 'DESTINATION_NOT_FOUND' } })
    expect((await http.post('/hotels/search', byIds([left], 65))).body.message).toMatch(/it left the catalogue on/)
  })

  it('[C-042] [C-124] leaves out one that recently had no price, and says so', async () => {
    const stocked = await post('/hotels/search', byIds(mixed, 66, { pricing_mode: 'live' }))
    const sold = Number(stocked.hotels.find(({ price }: Json) => price !== null)?.hotel_id)
    const first = await post('/hotels/search', byIds([silent, sold], 66))
    expect(idsOf(first.hotels)).toEqual([silent, String(sold)])
    expect((await pollToEnd(http, first.search_id)).no_price_hotel_ids).toContain(silent)
    const again = await until('the memory', async () => {
      const data = await post('/hotels/search', byIds([silent, sold], 66))
      return data.total_results === 1 ? data : null
    })
    expect(idsOf(again.hotels)).toEqual([String(sold)])
    expect(about(again)).toEqual([expect.objectContaining({ code: 'HOTEL_LEFT_OUT', path: 'hotel_ids[0]' })])
    // Another stay is another question.
    expect((await post('/hotels/search', byIds([silent, sold], 67))).total_results).toBe(2)
  })

  it('[C-124] is the same over GraphQL, as a connection too', async () => {
    const search = byIds([...mixed, 2_147_483_647], 68)
    await settledPrices((await post('/hotels/search', search)).search_id)
    alike(await post('/hotels/search', search), await query('search', { input: asSearchInput(search) }))
  })

  it('[C-124] answers five hundred at once', async () => {
    const rows = await database.query(
      'SELECT id FROM hotels h WHERE EXISTS (SELECT FROM supplier_hotels s WHERE s.hotel_id = h.id) AND place_id < 1849 ORDER BY id DESC LIMIT 500',
    )
    const ids = rows.map(({ id }: Json) => Number(id))
    expect(ids).toHaveLength(500)
    const data = await post('/hotels/search', byIds(ids, 69))
    expect(idsOf(data.hotels)).toEqual(ids.map(String))
  })

  it('[C-124] without hotels, or with too many, is refused by its path, with all other faults', async () => {
    const many = Array.from({ length: 501 }, (_, index) => index + 1)
    for (const ids of [[], many])
      expect(faultyPaths(await http.post('/hotels/search', byIds(ids, 61, { nationality: 'XX' })))).toEqual([
        'hotel_ids',
        'nationality',
      ])
    expect(faultyPaths(await http.post('/hotels/search', byIds([0, 1, 'x', -5], 61)))).toEqual([
      'hotel_ids[0]',
      'hotel_ids[2]',
      'hotel_ids[3]',
    ])
    expect(faultyPaths(await http.post('/hotels/search', { ...stay(), ...party }))).toEqual(['destination'])
    expect(faultyPaths(await http.post('/hotels/search', { ...stay(), ...party, hotel_ids: '551' } as Json))).toEqual([
      'hotel_ids',
    ])
  })

  it('[C-124] takes nothing that goes by a ranking or a place, and tells all of it at once, on both facades', async () => {
    const wrong = byIds(mixed, 61, {
      sort: 'stars',
      price_sort: 'low_to_high',
      cursor: 'r1.1.1.abcdefghij_1',
      center: { latitude: 51.5, longitude: -0.1, radius_km: 5 },
      limit: 3,
    })
    const answer = await http.post('/hotels/search', wrong)
    expect(answer.status).toBe(400)
    expect(faultyPaths(answer).toSorted()).toEqual(['center', 'cursor', 'limit', 'price_sort', 'sort'])
    expect((await faultsOverGraphql(http, wrong)).toSorted()).toEqual([
      'center NOT_ALLOWED',
      'cursor NOT_ALLOWED',
      'limit OUT_OF_RANGE',
      'priceSort NOT_ALLOWED',
      'sort NOT_ALLOWED',
    ])
    const many = Array.from({ length: 101 }, (_, index) => index + 1)
    // No limit is large enough for so many.
    const { body } = await http.post('/hotels/search', byIds(many, 61, { limit: 100 }))
    expect(body.details.issues).toEqual([
      expect.objectContaining({ path: 'limit', message: expect.stringContaining('limit must be left out') }),
    ])
    const nulls = { destination: null, sort: null, price_sort: null, cursor: null, center: null, limit: mixed.length }
    expect((await post('/hotels/search', byIds(mixed, 71, nulls))).total_results).toBe(mixed.length)
  })

  it('[C-025] [C-124] beside a destination stays the filter that it was', async () => {
    const london = { destination: { type: 'place', id: 1842 }, sort: 'stars', limit: 1 }
    const data = await post('/hotels/search', byIds(mixed, 61, london))
    const inLondon = await database.query(`SELECT id FROM hotels WHERE place_id = 1842 AND id IN (${mixed.join()})`)
    expect(inLondon.length).toBe(2)
    expect(data).toMatchObject({ total_results: 2, returned_results: 1 })
    expect(data.next_cursor).not.toBeNull()
    expect((await post('/hotels/search', byIds([], 61, london))).total_results).toBe(0)
  })

  it('[C-124] is refused where its countries are sold over other contracts', async () => {
    const one = 'conn_sandbox_expedia_rapid'
    async function set(scope: string): Promise<void> {
      await database.query(`UPDATE supplier_connections SET settings = ${scope} WHERE id = '${one}'`)
    }
    const [{ settings }] = await database.query(`SELECT settings FROM supplier_connections WHERE id = '${one}'`)
    expect(settings).toBeDefined()
    await set(`jsonb_set(settings, '{countries}', '["GB"]')`)
    const refused = await until('the refusal', async () => {
      const answer = await http.post('/hotels/search', byIds(mixed, 70))
      return answer.status === 400 ? answer : null
    })
    const abroad = await database.query(
      `SELECT h.id FROM hotels h JOIN places p ON p.id = h.place_id WHERE h.id IN (${mixed.join()}) AND (p.country_code = 'GB') <>
       (SELECT p.country_code = 'GB' FROM hotels h JOIN places p ON p.id = h.place_id WHERE h.id = ${mixed[0]})`,
    )
    const paths = abroad.map(({ id }: Json) => `hotel_ids[${mixed.indexOf(Number(id))}]`)
    expect(faultyPaths(refused).toSorted()).toEqual(paths.toSorted())
    expect(refused.body.details.issues[0].code).toBe('OTHER_CONTRACT')
    await set(`settings - 'countries'`)
    await until('the search', async () => (await http.post('/hotels/search', byIds(mixed, 70))).status === 200)
  })
})
