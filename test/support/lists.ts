import { expect } from 'vitest'
import type { HttpClient, Json } from './http-client.ts'
import { until } from './until.ts'

/** Every page of a search, in order, as the contract's `data`. */
export const walk = async (http: HttpClient, input: Json): Promise<Json[]> => {
  const pages: Json[] = []
  let cursor: string | null = null
  do {
    const answer = await http.post('/hotels/search', { ...input, cursor })
    expect(answer).toMatchObject({ status: 200 })
    pages.push(answer.body.data)
    cursor = answer.body.data.next_cursor
  } while (cursor)
  return pages
}

/** Every hotel of a search, in order. */
export const walkHotels = async (http: HttpClient, input: Json): Promise<Json[]> =>
  (await walk(http, input)).flatMap(({ hotels }) => hotels)

/** What polling a search has come to when its refresh has ended. */
export const pollToEnd = (http: HttpClient, searchId: string): Promise<Json> =>
  until('the refresh', async () => {
    const { status, body } = await http.get(`/hotels/search/${searchId}/prices`)
    return status === 200 && body.data.refresh_status === 'COMPLETE' ? body.data : null
  })

export const idsOf = (hotels: readonly Json[]): string[] => hotels.map(({ hotel_id: id }) => id)
