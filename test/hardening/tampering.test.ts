import { beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { londonSearch, party, scenarioHotel, stay } from '../support/journey.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let stranger: HttpClient

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  stranger = await strangerTo(gateway)
})

beforeAll(async () => {
  // More is tried here than an organization may in a minute.
  await database.query('UPDATE organizations SET rate_limits = $1', [{ search: 10_000, prebook: 10_000 }])
})

/** The text with one bit of the character at `at` turned over. */
function flipped(text: string, at: number): string {
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)
}

/** Sixty of them, spread over the whole text, and every beginning of it that is a quarter shorter than the last. */
function tampered(text: string): string[] {
  const step = Math.max(1, Math.floor(text.length / 60))
  const places = Array.from({ length: 60 }, (_, index) => (index * step) % text.length)
  const lengths = [text.length - 1, Math.floor(text.length * 0.75), Math.floor(text.length / 2), 5]
  return [...places.map((at) => flipped(text, at)), ...lengths.map((length) => text.slice(0, length)), `${text}A`]
}

describe('a booking token', () => {
  let token: string

  beforeAll(async () => {
    const rooms = await http.post(`/hotels/${await scenarioHotel(gateway, 'hold')}/rooms`, {
      ...stay(),
      ...party,
      max_wait_ms: 10_000,
    })
    token = rooms.body.data.options[0].booking_token
  })

  it('[C-062] with one bit turned, cut short or made longer is no token', async () => {
    for (const bad of tampered(token)) {
      const answer = await prebookAs(http, bad)
      expect({ bad, code: answer }).toEqual({ bad, code: 'BOOKING_TOKEN_EXPIRED' })
    }
  })

  it('[C-062] in another spelling of the same bytes is no token', async () => {
    const spellings = [`${token}=`, `${token}A`, `${token}!`, ` ${token}`, `${token.slice(0, 90)}.${token.slice(90)}`]
    for (const bad of spellings) expect([bad, await prebookAs(http, bad)]).toEqual([bad, 'BOOKING_TOKEN_EXPIRED'])
  })

  it('[C-010] [C-062] of another organization is no token', async () => {
    expect(await prebookAs(stranger, token)).toBe('BOOKING_TOKEN_EXPIRED')
  })
})

/** The code of the refusal. */
async function prebookAs(client: HttpClient, token: string): Promise<string> {
  const { body } = await client.post('/hotels/prebook', { booking_token: token })
  return body.code
}

describe('a cursor', () => {
  function search(client: HttpClient, changes: Json) {
    return client.post('/hotels/search', londonSearch({ limit: 3, ...changes }))
  }

  it('[C-022] of a search, with one bit turned or cut short, is refused by its path', async () => {
    const { body } = await search(http, {})
    const cursor: string = body.data.next_cursor
    for (const bad of tampered(cursor)) {
      const answer = await search(http, { cursor: bad })
      expect({ bad, status: answer.status, path: answer.body.details?.issues[0].path }).toEqual({
        bad,
        status: 400,
        path: 'cursor',
      })
    }
  })

  it('[C-010] [C-022] of a search is good for no other search, and for no other organization', async () => {
    const { body } = await search(http, {})
    const cursor: string = body.data.next_cursor
    expect((await search(http, { cursor })).status).toBe(200)
    for (const answer of [
      await search(http, { cursor, sort: 'stars' }),
      await search(http, { cursor, rooms: [{ adults: 1 }] }),
      await search(stranger, { cursor }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ code: 'INVALID_CURSOR' }] } } })
  })

  it('[C-010] of a list shows nothing but one’s own, whoever made it up', async () => {
    const client = httpClient(gateway)
    for (const path of [
      '/hotels/bookings?cursor=99999999999999_ubk_X',
      '/webhooks/deliveries?cursor=99999999999999_whd_X',
    ]) {
      const own = await client.get(path)
      const others = await stranger.get(path)
      expect([own.status, others.status]).toEqual([200, 200])
      expect(JSON.stringify(others.body.data)).not.toMatch(/ubk_|"whd_/)
    }
  })
})

// The last: what it spends is this machine's.
describe('an address that a client says it has', () => {
  it('[C-004] gives no new budget for guessing keys, and takes none from those who have one', async () => {
    function guess(at: number) {
      return httpClient({ url: gateway.url, apiKey: `hdg_sandbox_guess_${at}_${'x'.repeat(30)}` }).get(
        '/hotels/filters',
        {
          'x-forwarded-for': `203.0.113.${at}`,
        },
      )
    }
    const statuses = []
    for (let at = 0; at < 80; at++) statuses.push((await guess(at)).status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect((await http.get('/hotels/filters')).status).toBe(200)
  })
})
