import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { londonSearch, party, scenarioHotel, stay } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ gateway, http } = started)
})

const MINUTE_S = 60

/** Moves the sandbox's clock on, and tells what it says then, in milliseconds. */
async function advance(seconds: number): Promise<number> {
  return Date.parse((await http.post('/sandbox/clock', { advance_seconds: seconds })).body.data.now)
}

/** Whether something that was made between two readings of the clock ends so many minutes after it was made: exact, however slow the machine. */
async function livesFor(minutes: number, make: () => Promise<string>): Promise<boolean> {
  const before = await advance(0)
  const madeAt = Date.parse(await make()) - minutes * MINUTE_S * 1_000
  return before <= madeAt && madeAt <= (await advance(0))
}

describe('what the contract lets live for a time', () => {
  it('[C-118] a search: it says thirty minutes, can be polled for them, and is EXPIRED after them', async () => {
    let searchId = ''
    const isSo = await livesFor(30, async () => {
      const { data } = (await http.post('/hotels/search', londonSearch({ pricing_mode: 'live', limit: 1 }))).body
      searchId = data.search_id
      return data.search_expires_at
    })
    expect(isSo).toBe(true)
    // It may be asked once a second, by a clock that does not move: in between there is no status.
    async function status(): Promise<string | undefined> {
      return (await http.get(`/hotels/search/${searchId}/prices`)).body.data?.refresh_status
    }
    await until('all prices', async () => (await status()) === 'COMPLETE')
    await advance(25 * MINUTE_S)
    expect(await until('its status', status)).toBe('COMPLETE')
    await advance(5 * MINUTE_S)
    expect(await until('its status', status)).toBe('EXPIRED')
  })

  it('a booking token: it says twenty minutes, and is refused after them; its offer says fifteen', async () => {
    let option: Json = {}
    const hotelId = await scenarioHotel(gateway, 'hold')
    const isSo = await livesFor(20, async () => {
      const { data } = (await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })).body
      option = data.options[0]
      return option['booking_token_expires_at']
    })
    expect(isSo).toBe(true)
    function prebook() {
      return http.post('/hotels/prebook', { booking_token: option['booking_token'] })
    }
    expect(await livesFor(15, async () => (await prebook()).body.data.offer.expires_at)).toBe(true)
    await advance(20 * MINUTE_S)
    expect(await prebook()).toMatchObject({ status: 404, body: { code: 'BOOKING_TOKEN_EXPIRED' } })
  })
})
