import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import type { TestDatabase } from '../support/database.ts'
import { reaches, SUPPLIER_CODES } from '../support/four-suppliers.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, stay } from '../support/journey.ts'
import { hotelsOf, optionOf } from '../support/option.ts'
import { sandboxSuppliersPort } from '../support/sandbox-suppliers.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What suppliers can hold against us: how often, and about what, a gateway asks, and what it offers of theirs. */
let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase

let suppliersPort = 0

useGateway(async (started) => {
  ;({ gateway, http, database } = started)
  suppliersPort = await sandboxSuppliersPort(database)
})

async function roomsOf(hotelId: string): Promise<Json[]> {
  const input = { ...stay(), ...party, max_wait_ms: 10_000 }
  return (await http.post(`/hotels/${hotelId}/rooms`, input)).body.data.options
}

/** How many calls of an operation the supplier has answered. */
async function callsOf(supplier: string, operation: string): Promise<number> {
  const { body } = await http.get('/metrics')
  const counts = String(body).matchAll(
    new RegExp(
      `gateway_supplier_call_seconds_count\\{supplier="${supplier}",operation="${operation}"[^}]*\\} (\\d+)`,
      'g',
    ),
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

describe('rooms and price checks', () => {
  it('[E-21] of RateHawk are never served from a cache: each question is a call', async () => {
    const journey = httpJourney(gateway)
    const { booking_token: token } = await optionOf(journey, database, 'ratehawk')
    const [hotelId = ''] = await hotelsOf(database, 'ratehawk', 1)
    for (const times of [1, 2, 3]) {
      const [rooms, checks] = [await callsOf('ratehawk', 'rooms'), await callsOf('ratehawk', 'price_check')]
      await roomsOf(hotelId)
      await journey.prebook(token)
      expect([times, await callsOf('ratehawk', 'rooms')]).toEqual([times, rooms + 1])
      expect([times, await callsOf('ratehawk', 'price_check')]).toEqual([times, checks + 1])
    }
  })
})

describe('what a booking can do after it is made', () => {
  it.each(SUPPLIER_CODES)(
    '[E-19] [H-14] [R-20] [L-12] %s: it can be looked at and cancelled as a whole, and nothing says that it can be changed',
    async (code) => {
      const journey = httpJourney(gateway)
      const { offer } = await journey.prebook((await optionOf(journey, database, code)).booking_token)
      const { booking_id: id } = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
      const booking = await reaches(journey, id, 'CONFIRMED')
      expect(booking.available_actions).toEqual(['GET_STATUS', 'GET_DETAILS', 'CANCEL'])
      const quote = await journey.quote(id)
      await journey.cancel(id, quote.quote_id, randomUUID())
      expect((await reaches(journey, id, 'CANCELLED')).available_actions).toEqual(['GET_STATUS', 'GET_DETAILS'])
    },
  )
})

describe('rates that the guest pays, with a card or at the hotel', () => {
  it('[X-14] each supplier sends one in spite of our request; none is offered, and each is counted', {
    timeout: 180_000,
  }, async () => {
    const uncounted = new Set(SUPPLIER_CODES)
    const types = new Set<string>()
    for (const code of SUPPLIER_CODES)
      for (const hotelId of await hotelsOf(database, code, 80)) {
        for (const { payment } of await roomsOf(hotelId)) types.add(payment.type)
        const { body } = await http.get('/metrics')
        const counted = new RegExp(`rates_withheld_total\\{supplier="${code}",reason="(AT_PROPERTY|DEPOSIT)"\\} [1-9]`)
        if (!counted.test(String(body))) continue
        uncounted.delete(code)
        break
      }
    expect([...types]).toEqual(['PREPAID'])
    expect([...uncounted]).toEqual([])
  })
})

describe('content of Hotelbeds', () => {
  function hotelContent(hotel: string): Promise<Response> {
    const { apiKey, secret } = SANDBOX_CREDENTIALS.hotelbeds
    const signature = createHash('sha256')
      .update(`${apiKey}${secret}${Math.floor(Date.now() / 1_000)}`)
      .digest('hex')
    const headers = { 'api-key': apiKey, 'x-signature': signature }
    return fetch(`http://127.0.0.1:${suppliersPort}/hotelbeds/hotel-content-api/1.0/hotels/${hotel}/details`, {
      headers,
    })
  }

  it('[H-11] is never asked for while guests wait: not by a search, rooms, a prebook or a booking', async () => {
    const journey = httpJourney(gateway)
    const [hotelId = ''] = await hotelsOf(database, 'hotelbeds', 1)
    await journey.search({
      destination: { type: 'hotel', id: Number(hotelId) },
      ...stay(),
      ...party,
      pricing_mode: 'live',
    })
    await http.get(`/hotels/${hotelId}`)
    const { offer } = await journey.prebook((await optionOf(journey, database, 'hotelbeds')).booking_token)
    const { booking_id: id } = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
    await reaches(journey, id, 'CONFIRMED')
    await http.get(`/hotels/book/${id}/details`)
    function asked(): Promise<Json[]> {
      return database.query(
        `SELECT body FROM sandbox_records WHERE supplier_code = 'hotelbeds' AND kind = 'content_calls'`,
      )
    }
    expect(await asked()).toEqual([])
    // The count is no empty promise: a hundred calls about single hotels are taken, and no more.
    const [listing] = await database.query(
      `SELECT supplier_hotel_id FROM supplier_hotels WHERE supplier_code = 'hotelbeds' LIMIT 1`,
    )
    const statuses: number[] = []
    for (let times = 0; times < 101; times++) statuses.push((await hotelContent(listing?.supplier_hotel_id)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(403)
    expect(await asked()).toMatchObject([{ body: { count: 101 } }])
  })
})
