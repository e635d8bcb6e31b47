import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { faultyPaths, type HttpClient, type Json } from '../support/http-client.ts'
import { londonSearch, scenarioHotel } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let stranger: HttpClient

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  stranger = await strangerTo(gateway)
})

/** Warnings that are about no supplier. */
function aboutInput(warnings: Json[]): Json[] {
  return warnings.filter(({ supplier_code: code }) => code === null)
}

describe('search', () => {
  it('[C-021] [C-022] [C-024] walks every hotel once, in every order', async () => {
    for (const sort of [
      'recommended',
      'price_low_to_high',
      'price_high_to_low',
      'stars',
      'distance_from_center',
      'value',
    ]) {
      const ids: string[] = []
      let cursor: string | null = null
      let total = 0
      do {
        const { body }: { body: Json } = await http.post('/hotels/search', londonSearch({ sort, limit: 100, cursor }))
        ids.push(...body.data.hotels.map(({ hotel_id }: Json) => hotel_id))
        cursor = body.data.next_cursor
        total = body.data.total_results
      } while (cursor)
      expect(ids).toHaveLength(total)
      expect(new Set(ids).size).toBe(total)
    }
    const page = await http.post('/hotels/search', londonSearch({ limit: 2 }))
    const { next_cursor: cursor } = page.body.data
    for (const changed of [{ sort: 'stars' }, { star_ratings: [5] }, { cursor: cursor.replace(/_\d+$/, '_x') }])
      expect(faultyPaths(await http.post('/hotels/search', londonSearch({ limit: 2, cursor, ...changed })))).toContain(
        'cursor',
      )
  })

  it('[C-023] lets sort win over price_sort, and says so', async () => {
    const answer = await http.post(
      '/hotels/search',
      londonSearch({ sort: 'stars', price_sort: 'low_to_high', limit: 1 }),
    )
    expect(aboutInput(answer.body.data.warnings)).toEqual([expect.objectContaining({ code: 'PRICE_SORT_IGNORED' })])
    expect(answer.body.data.search_info.price_sort).toBeNull()
    const alone = await http.post('/hotels/search', londonSearch({ price_sort: 'low_to_high', limit: 1 }))
    expect(alone.body.data.search_info.price_sort).toBe('low_to_high')
  })

  it('[C-025] warns of filter values that nothing is called, which find nothing', async () => {
    const filters = { property_types: ['hotle', 'hotel'], facility_ids: [1, 999_999], chain_ids: [999_999] }
    const { data } = (await http.post('/hotels/search', londonSearch(filters))).body
    expect(data).toMatchObject({ total_results: 0 })
    expect(aboutInput(data.warnings)).toEqual([
      {
        code: 'UNKNOWN_FILTER_VALUE',
        message: 'property_types[0] is not in the filters list; did you mean hotel?',
        path: 'property_types[0]',
        supplier_code: null,
      },
      {
        code: 'UNKNOWN_FILTER_VALUE',
        message: 'chain_ids[0] is not in the filters list',
        path: 'chain_ids[0]',
        supplier_code: null,
      },
      {
        code: 'UNKNOWN_FILTER_VALUE',
        message: 'facility_ids[1] is not in the filters list',
        path: 'facility_ids[1]',
        supplier_code: null,
      },
    ])
  })

  it('[C-027] sends only the fields that were asked for', async () => {
    const answer = await http.post('/hotels/search', londonSearch({ fields: ['hotel_name', 'nonsense'], limit: 1 }))
    expect(Object.keys(answer.body.data.hotels[0]).sort()).toEqual(['hotel_id', 'hotel_name'])
  })

  it('[C-028] finds a hotel with its neighbours beside it', async () => {
    const answer = await http.post('/hotels/search', londonSearch({ destination: { type: 'hotel', id: 717 } }))
    const { hotels, similar_hotels: similar } = answer.body.data
    expect(hotels.map(({ hotel_id }: Json) => hotel_id)).toEqual(['717'])
    expect(similar.length).toBeGreaterThan(0)
    expect(similar.map(({ hotel_id }: Json) => hotel_id)).not.toContain('717')
    const distances = similar.map(({ distance_km }: Json) => distance_km)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
  })

  it('[C-032] [C-040] [C-041] answers at once, and refreshes behind the answer', async () => {
    async function ask(): Promise<Json> {
      return (await http.post('/hotels/search', londonSearch({ destination: { type: 'place', id: 1843 }, limit: 5 })))
        .body.data
    }
    function refreshed(searchId: string): Promise<Json> {
      return until('COMPLETE', async () => {
        const { status, body } = await http.get(`/hotels/search/${searchId}/prices`)
        return status === 200 && body.data.refresh_status === 'COMPLETE' ? body.data : null
      })
    }
    const first = await ask()
    expect(first.refresh_status).toBe('PENDING')
    expect(first.hotels[0].price.rate_type).toBe('estimated')
    const done = await refreshed(first.search_id)
    expect(done.next_poll_after_ms).toBeNull()
    expect(done.hotels.length + done.no_price_hotel_ids.length).toBe(5)
    let again = await ask()
    expect(again.hotels.map(({ price }: Json) => price.rate_type)).toContain('cached')
    // Which hotels are sold out hangs on the date: others take their places, until all of a page have a price.
    for (let page = 0; again.refresh_status !== 'COMPLETE' && page < 10; page += 1) {
      await refreshed(again.search_id)
      again = await ask()
    }
    // Everything is known and fresh: nobody is asked again.
    expect(again.refresh_status).toBe('COMPLETE')
    const polled = await refreshed(again.search_id)
    expect(polled.hotels.map(({ hotel_id: id }: Json) => id)).toEqual(again.hotels.map(({ hotel_id: id }: Json) => id))
    expect(polled.no_price_hotel_ids).toEqual([])
  })

  it('[C-041] [C-118] tells an unknown search from an old one', async () => {
    expect(await http.get('/hotels/search/srch_UNKNOWN/prices')).toMatchObject({
      status: 404,
      body: { code: 'SEARCH_NOT_FOUND' },
    })
  })

  it('polling a search more than once a second is a 429 with Retry-After', async () => {
    const { body } = await http.post('/hotels/search', londonSearch({ limit: 1 }))
    const answers = await Promise.all([1, 2, 3].map(() => http.get(`/hotels/search/${body.data.search_id}/prices`)))
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(2)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  it('[C-033] [C-034] live waits for quotes, and no longer than it was told', async () => {
    const live = await http.post('/hotels/search', londonSearch({ pricing_mode: 'live', limit: 3 }))
    expect(live.body.data.hotels.every(({ supplier_prices: prices }: Json) => prices.length >= 1)).toBe(true)
    expect(live.body.data.providers.map(({ outcome }: Json) => outcome)).toEqual([
      'PRICED',
      'PRICED',
      'PRICED',
      'PRICED',
    ])
    const slow = await http.post(
      '/hotels/search',
      londonSearch({
        destination: { type: 'hotel', id: Number(await scenarioHotel(gateway, 'slow')) },
        pricing_mode: 'live',
        max_wait_ms: 1_000,
      }),
    )
    expect(slow.status).toBe(200)
    expect(slow.body.data.providers[0].outcome).toBe('TIMEOUT')
    expect(slow.body.data.hotels).toHaveLength(1)
  })

  it('[C-037] [C-038] [C-039] shows lists in EUR to who wants it, and refuses without a rate', async () => {
    await database.query("UPDATE organizations SET list_currency = 'EUR' WHERE id = 'org_sandbox_default'")
    const inEur = await until('the override', async () => {
      const { body } = await stranger.post('/hotels/search', londonSearch({ limit: 1 }))
      return body.data?.hotels[0].price.currency === 'EUR' ? body.data : null
    })
    expect(inEur.hotels[0].price.amount).toBeGreaterThan(0)
    await database.query("UPDATE exchange_rates SET active = false WHERE quote = 'EUR'")
    const refused = await until('the missing rate', async () => {
      const answer = await stranger.post('/hotels/search', londonSearch({ limit: 1 }))
      return answer.status === 200 ? null : answer
    })
    expect(refused).toMatchObject({ status: 503, body: { code: 'EXCHANGE_RATE_UNAVAILABLE' } })
    expect(refused.headers.get('retry-after')).toBeTruthy()
    await database.query("UPDATE exchange_rates SET active = true WHERE quote = 'EUR'")
    await database.query("UPDATE organizations SET list_currency = NULL WHERE id = 'org_sandbox_default'")
  })
})
