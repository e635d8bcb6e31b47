import { describe, expect, it } from 'vitest'
import { distanceKm } from '../../src/domain/geo.ts'
import { asSearchInput, faultsOverGraphql } from '../support/as-search-input.ts'
import type { TestDatabase } from '../support/database.ts'
import { alike } from '../support/facade-shapes.ts'
import { faultyPaths, type HttpClient, type Json } from '../support/http-client.ts'
import { londonSearch, stay } from '../support/journey.ts'
import { idsOf, pollToEnd, walk, walkHotels } from '../support/lists.ts'
import { until } from '../support/until.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

let database: TestDatabase
let http: HttpClient
const { query, post } = useBothFacades((started) => {
  ;({ database, http } = started)
})

/** Not the middle of the city. */
const SOUTH_BANK = { latitude: 51.495, longitude: -0.09 }
const center = { ...SOUTH_BANK, radius_km: 4 }

function away({ latitude, longitude }: Json): number {
  return distanceKm(SOUTH_BANK, { latitude, longitude })
}

describe('a search of a place with a circle', () => {
  /** The stays of a test are its own: hotels that turn out to have no price are left out of the same search later. */
  it('[C-124] finds the hotels of the place that are in it, in the order of the place, and counts them exactly', async () => {
    const rows = await database.query(
      `SELECT id::text AS hotel_id, latitude, longitude FROM hotels h WHERE place_id = 1842
       AND EXISTS (SELECT FROM supplier_hotels s WHERE s.hotel_id = h.id)`,
    )
    const expected = idsOf(rows.filter((row: Json) => away(row) <= center.radius_km))
    expect(expected.length).toBeGreaterThan(20)
    expect(expected.length).toBeLessThan(rows.length - 20)
    const [page] = await walk(http, londonSearch({ ...stay(61), center, limit: 100 }))
    expect(idsOf(page.hotels).toSorted()).toEqual(expected.toSorted())
    expect(page).toMatchObject({ total_results: expected.length, total_is_estimate: false, next_cursor: null })
    for (const hotel of page.hotels) expect(Math.abs(hotel.distance_from_center_km - away(hotel))).toBeLessThan(0.051)
    const whole = idsOf(await walkHotels(http, londonSearch({ ...stay(62), limit: 100 })))
    expect(whole.filter((id) => expected.includes(id))).toEqual(
      idsOf(page.hotels).filter((id: string) => whole.includes(id)),
    )
  })

  it('[C-124] is walked page by page, each hotel once, to the total that every page tells', async () => {
    const pages = await walk(http, londonSearch({ ...stay(63), center, limit: 7 }))
    const ids = idsOf(pages.flatMap(({ hotels }) => hotels))
    expect(pages.length).toBeGreaterThan(3)
    expect(new Set(ids).size).toBe(ids.length)
    expect(pages.at(-1)).toMatchObject({ total_results: ids.length, total_is_estimate: false })
    for (const hotel of pages.flatMap(({ hotels }) => hotels)) expect(away(hotel)).toBeLessThanOrEqual(center.radius_km)
  })

  it('[C-124] by distance begins at its centre, over several pages', async () => {
    const hotels = await walkHotels(http, londonSearch({ ...stay(64), center, limit: 9, sort: 'distance_from_center' }))
    expect(hotels.length).toBeGreaterThan(20)
    const distances = hotels.map(away)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(new Set(idsOf(hotels)).size).toBe(hotels.length)
  })

  it('[C-124] passes the other filters too, live as well', async () => {
    const both = { center, star_ratings: [4, 5], limit: 100 }
    const hotels = await walkHotels(http, londonSearch({ ...both, pricing_mode: 'live' }))
    expect(hotels.length).toBeGreaterThan(3)
    for (const hotel of hotels) expect([away(hotel) <= center.radius_km, hotel.stars >= 4]).toEqual([true, true])
    const instant = idsOf(await walkHotels(http, londonSearch(both)))
    expect(instant).toEqual(expect.arrayContaining(idsOf(hotels)))
  })

  it('[C-124] finds nothing where the two do not meet, and shows the neighbours of the centre', async () => {
    const paris = { latitude: 48.8566, longitude: 2.3522, radius_km: 50 }
    const { data } = (await http.post('/hotels/search', londonSearch({ center: paris }))).body
    expect(data).toMatchObject({ total_results: 0, hotels: [], next_cursor: null })
    expect(data.similar_hotels.map(({ city }: Json) => city)).toContain('Paris')
  })

  it('[C-124] goes on with its own cursor only', async () => {
    const { next_cursor: cursor } = await post('/hotels/search', londonSearch({ center, limit: 3 }))
    for (const other of [null, { ...center, radius_km: 4.1 }, { ...center, latitude: 51.4951 }])
      expect(faultyPaths(await http.post('/hotels/search', londonSearch({ center: other, limit: 3, cursor })))).toEqual(
        ['cursor'],
      )
  })

  it('[C-124] is the same over GraphQL', async () => {
    const search = londonSearch({ center, sort: 'distance_from_center', limit: 5 })
    // What an instant search knows depends on how far the refresh of the one before it is: here nothing is left to ask.
    await until('a search that knows all', async () => {
      const { refresh_status, search_id } = await post('/hotels/search', search)
      return refresh_status === 'COMPLETE' || (await pollToEnd(http, search_id), null)
    })
    alike(await post('/hotels/search', search), await query('search', { input: asSearchInput(search) }))
  })

  it.each([
    [{ latitude: 90.1, longitude: -180.1, radius_km: 0 }, ['center.latitude', 'center.longitude', 'center.radius_km']],
    [{ latitude: 51, longitude: 0, radius_km: 50.01 }, ['center.radius_km']],
    [{ latitude: 51, longitude: 0, radius_km: -1 }, ['center.radius_km']],
    [{ latitude: '51', longitude: null, radius_km: [] }, ['center.latitude', 'center.longitude', 'center.radius_km']],
    [{ latitude: 51 }, ['center.longitude', 'center.radius_km']],
    [{ latitude: 51, lng: 0, radius: 5 }, ['center.longitude', 'center.radius_km', 'center.lng', 'center.radius']],
    [[51, 0, 5], ['center']],
    ['51,0', ['center']],
  ])('[C-124] refuses %j, each fault by its path and with all others', async (wrong, paths) => {
    const answer = await http.post('/hotels/search', londonSearch({ center: wrong, limit: 0 }))
    expect(answer.status).toBe(400)
    expect(faultyPaths(answer)).toEqual(expect.arrayContaining([...paths, 'limit']))
    expect(faultyPaths(answer)).toHaveLength(paths.length + 1)
  })

  it('[C-124] is refused beside a hotel, on both facades', async () => {
    const beside = londonSearch({ destination: { type: 'hotel', id: 717 }, center })
    expect(faultyPaths(await http.post('/hotels/search', beside))).toEqual(['center'])
    expect(await faultsOverGraphql(http, beside)).toEqual(['center NOT_ALLOWED'])
    const far = londonSearch({ center: { latitude: 91, longitude: 0, radius_km: 51 } })
    expect(await faultsOverGraphql(http, far)).toEqual(['center.latitude OUT_OF_RANGE', 'center.radiusKm OUT_OF_RANGE'])
  })

  it('[C-124] takes null for no circle', async () => {
    const search = londonSearch({ limit: 5 })
    const without = await post('/hotels/search', search)
    expect(idsOf((await post('/hotels/search', { ...search, center: null })).hotels)).toEqual(idsOf(without.hotels))
  })
})
