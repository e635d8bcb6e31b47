import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, party, scenarioHotel, stay } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ gateway, http } = started)
})

async function raw(path: string, init: RequestInit = {}): Promise<Json> {
  return (await fetch(`${gateway.url}${path}`, init)).json()
}

describe('what a newcomer gets wrong is told so that it can be mended', () => {
  it('a key that is not sent, or sent in quotation marks', async () => {
    expect((await raw('/me')).details.hint).toMatch(/There is no header x-api-key/)
    expect((await raw('/me', { headers: { 'api-key': gateway.apiKey } })).details.hint).toMatch(/no header x-api-key/)
    const quoted = { headers: { 'x-api-key': `"${gateway.apiKey}"` } }
    expect((await raw('/me', quoted)).details.hint).toMatch(/quotation marks/)
  })

  it('a method that a path does not take, and a body without its content type', async () => {
    const headers = { 'x-api-key': gateway.apiKey }
    expect((await raw('/hotels/search', { headers })).message).toBe('The path does not take this method, but POST')
    const form = { method: 'POST', headers, body: new URLSearchParams('a=b') }
    expect((await raw('/hotels/search', form)).message).toMatch(/send the header content-type: application\/json/)
  })

  it('a currency that does not exist, or of which no rate is stored', async () => {
    const hotelId = await scenarioHotel(gateway, 'cancel-free')
    const wrong = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, currency: 'XYZ' })
    expect(wrong.body.details.issues).toMatchObject([{ path: 'currency', code: 'INVALID_CURRENCY' }])
    const search = { destination: { type: 'hotel', id: hotelId }, ...stay(), ...party, pricing_mode: 'live' }
    expect((await http.post('/hotels/search', { ...search, currency: 'XYZ' })).status).toBe(400)
    const unknown = await http.post('/hotels/search', { ...search, currency: 'PYG' })
    expect(unknown.body).toMatchObject({
      code: 'EXCHANGE_RATE_UNAVAILABLE',
      message: 'No exchange rate of PYG is stored',
    })
  })

  it('a price that is not the offer’s: both that can be accepted are told', async () => {
    const hotelId = await scenarioHotel(gateway, 'cancel-free')
    const rooms = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 8_000 })
    const [option] = rooms.body.data.options
    const { body } = await http.post('/hotels/prebook', { booking_token: option.booking_token, currency: 'EUR' })
    const { offer } = body.data
    const input = { ...bookingInput(offer, 'INSTANT'), accepted_price: { amount_minor: 1, currency: 'EUR' } }
    const refused = await http.post('/hotels/book', input, { 'idempotency-key': `newcomer-${Date.now()}` })
    expect(refused.body.details).toEqual({
      offer_price: offer.price.total,
      ...(offer.price.total.currency === 'EUR' ? {} : { offer_list_price: offer.list_price.total }),
      accepted_price: { amount_minor: 1, currency: 'EUR', currency_exponent: 2 },
    })
  })

  it('an argument of GraphQL is told by its own name, and an event type by those that there are', async () => {
    const query = '{ bookings(first: 500) { ... on ValidationProblem { issues { path message } } } }'
    const { body } = await http.post('/graphql', { query })
    expect(body.data.bookings.issues).toEqual([{ path: 'first', message: expect.stringMatching(/^first /) }])
    const hook = await http.post('/webhooks/endpoints', { url: gateway.url, event_types: ['booking.confirm'] })
    expect(hook.body.details.issues[0].message).toContain('booking.confirmed')
  })
})
