import { expect } from 'vitest'
import type { HttpClient, Json } from './http-client.ts'
import { until } from './until.ts'

/** Every page of a search, in order, as the contract's `data`. */
export async function walk(http: HttpClient, input: Json): Promise<Json[]> {
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
export async function walkHotels(http: HttpClient, input: Json): Promise<Json[]> {
  return (await walk(http, input)).flatMap(({ hotels }) => hotels)
}

/** What polling a search has come to when its refresh has ended. */
export function pollToEnd(http: HttpClient, searchId: string): Promise<Json> {
  return until('the refresh', async () => {
    const { status, body } = await http.get(`/hotels/search/${searchId}/prices`)
    return status === 200 && body.data.refresh_status === 'COMPLETE' ? body.data : null
  })
}

export function idsOf(hotels: readonly Json[]): string[] {
  return hotels.map(({ hotel_id: id }) => id)
}
