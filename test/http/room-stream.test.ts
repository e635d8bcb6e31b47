import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { party, scenarioHotel, stay } from '../support/journey.ts'
import { parseSse } from '../support/sse.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ gateway, http } = started)
})

describe('the room stream', () => {
  /** Three of four suppliers do not sell a scenario's hotel. */
  const SKIPPED = ['provider_skipped', 'provider_skipped', 'provider_skipped']

  /** The first and the last event, then the suppliers' in any order. */
  function kindsOf(events: ReturnType<typeof parseSse>): string[] {
    const kinds = events.map(({ event }) => event)
    return [kinds[0] ?? '', kinds.at(-1) ?? '', ...kinds.slice(1, -1).sort()]
  }

  async function rooms(slug: string): Promise<Json> {
    const hotelId = await scenarioHotel(gateway, slug)
    return (await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party })).body.data
  }

  it('[C-051] [C-052] [C-054] [C-058] begins with stream_ready, ends with done, and numbers its events', async () => {
    const created = await rooms('unmapped-room')
    expect(created.stream_id).toMatch(/^stream_/)
    const answer = await http.get(created.sse_stream_url)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatch(/^retry: 2000\n/)
    const events = parseSse(answer.body)
    expect(kindsOf(events)).toEqual(['stream_ready', 'done', 'provider_options', ...SKIPPED])
    expect(events.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6'])
    for (const { data } of events)
      expect(data).toMatchObject({ stream_id: created.stream_id, hotel_id: created.hotel_id })
    const [option] = events.find(({ event }) => event === 'provider_options')?.data.options ?? []
    expect(option).toMatchObject({ mapping_status: 'UNMAPPED', allocations: [{ service_room: null }] })
    expect(option.booking_token).toMatch(/^bkt_/)
  })

  it('[C-055] resumes after the last event that was seen: none lost, none twice', async () => {
    const created = await rooms('hold')
    const whole = parseSse((await http.get(created.sse_stream_url)).body)
    const rest = parseSse((await http.get(created.sse_stream_url, { 'last-event-id': '1' })).body)
    expect(rest).toEqual(whole.slice(1))
  })

  it('[C-057] [C-059] refuses another hotel’s, an unknown one, and one without a key', async () => {
    const created = await rooms('hold')
    const elsewhere = created.sse_stream_url.replace(/hotels\/\d+/, 'hotels/717')
    expect(await http.get(elsewhere)).toMatchObject({ status: 404, body: { code: 'STREAM_NOT_FOUND' } })
    expect((await fetch(gateway.url + created.sse_stream_url)).status).toBe(401)
    expect((await http.get(created.sse_stream_url, { 'last-event-id': 'x' })).status).toBe(400)
    expect((await http.get(created.sse_stream_url, { 'last-event-id': '99' })).status).toBe(400)
  })

  it('[C-052] tells a supplier that fails, and goes on to the end', async () => {
    const events = parseSse((await http.get((await rooms('supplier-error')).sse_stream_url)).body)
    expect(kindsOf(events)).toEqual(['stream_ready', 'done', 'provider_error', ...SKIPPED])
    expect(events.find(({ event }) => event === 'provider_error')?.data.error).toEqual({
      code: 'ERROR',
      retryable: true,
    })
  })
})
