import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
useGateway((started) => {
  ;({ gateway } = started)
  http = httpClient(gateway)
})

const SEARCH = { destination: { type: 'place', id: 1842 }, ...stay(), ...party }

async function issues(body: Json, path = '/hotels/search'): Promise<Record<string, string>> {
  const { body: answer } = await http.post(path, body)
  return Object.fromEntries(answer.details.issues.map((one: Json) => [one.path, one.message]))
}

async function raw(path: string, init: RequestInit): Promise<Json> {
  return (await fetch(gateway.url + path, init)).json()
}

describe('an error says what was probably meant', () => {
  it.each([
    ['stars', [4], 'star_ratings'],
    ['star_rating', [4], 'star_ratings'],
    ['min_price', 100, 'min_total_price_usd_cents'],
    ['price_max', 100, 'max_total_price_usd_cents'],
    ['page_size', 10, 'limit'],
    ['page', 2, 'cursor'],
    ['free_cancellation_only', true, 'free_cancellation'],
    ['refundable', true, 'refundable_only'],
    ['boards', ['BB'], 'board_codes'],
    ['country', 'GB', 'nationality'],
    ['arrival', '2027-03-10', 'check_in'],
  ])('by the field %s', async (name, value, meant) => {
    expect((await issues({ ...SEARCH, [name]: value }))[name]).toBe(`${name} is not known; did you mean ${meant}?`)
  })

  it('by a field in a room', async () => {
    const found = await issues({ ...SEARCH, rooms: [{ adults: 2, children: 1 }] })
    expect(found['rooms[0].children']).toBe('rooms[0].children is not known; did you mean child_ages?')
  })

  it('by a name in place of a destination', async () => {
    expect((await issues({ ...SEARCH, destination: 'London' }))['destination']).toBe(
      'destination must be an object with type, id',
    )
  })

  it.each([
    ['UK', 'GB'],
    ['EL', 'GR'],
  ])('by the nationality %s', async (given, meant) => {
    expect((await issues({ ...SEARCH, nationality: given }))['nationality']).toMatch(
      new RegExp(`GET /master-data/nationalities; did you mean ${meant}\\?$`),
    )
  })

  it.each([
    ['GET', '/hotels/bookings/ubk_1', 'GET /hotels/book/{booking_id}'],
    ['POST', '/hotels/booking', 'POST /hotels/book'],
    ['GET', '/v1/hotels/filters', 'GET /hotels/filters'],
    ['GET', '/destination/autocomplete', 'GET /destinations/autocomplete'],
    ['GET', '/webhook/endpoints', 'GET /webhooks/endpoints'],
  ])('by the path %s %s', async (method, path, meant) => {
    const answer = await http.call(method, path, method === 'POST' ? {} : undefined)
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', details: { nearest: meant } } })
    expect(answer.body.message).toBe(`No such path; did you mean ${meant}?`)
  })

  it.each(['/favicon.ico.php', `/${'x'.repeat(150)}/y/z`, '/a/b/c/d/e/f/g/h/i/j/k'])(
    'and guesses nothing for a path like no other: %s',
    async (path) => {
      const answer = await http.call('PUT', path, {})
      expect(answer.body).toMatchObject({ code: 'NOT_FOUND', details: {} })
    },
  )

  it.each([
    ['{"a": 1,\n "b": }', 2, 7],
    ['{"a": 1', 1, 8],
    ["{'a': 1}", 1, 2],
    ['{"a": 1,}', 1, 9],
  ])('by where %j stops being JSON', async (body, line, column) => {
    const headers = { 'x-api-key': gateway.apiKey, 'content-type': 'application/json' }
    const answer = await raw('/hotels/search', { method: 'POST', headers, body })
    expect(answer).toMatchObject({ code: 'MALFORMED_JSON', details: { line, column } })
    expect(answer.message).toContain(`in line ${line}, column ${column}`)
  })

  it.each([
    ['/hotels/prebook', { booking_token: 'opt_123' }, 'it is of the kind option_id, and a booking_token is needed'],
    ['/hotels/prebook', { booking_token: 'nothing of ours' }, 'The booking token is unknown or has expired'],
  ])('by an id of another kind, at %s', async (path, body, message) => {
    expect((await http.post(path, body)).body.message).toContain(message)
  })

  it('by an offer’s id in place of a booking’s', async () => {
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'confirm'))
    const answer = await http.get(`/hotels/book/${offer.offer_id}`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'BOOKING_NOT_FOUND' } })
    expect(answer.body.message).toContain('it is of the kind offer_id, and a booking_id is needed')
  })

  it('and how many other faults there are', async () => {
    const { body } = await http.post('/hotels/search', { ...SEARCH, limit: 0, sort: 'cheap' })
    expect(body.message).toMatch(/ \(and 1 more in details\.issues\)$/)
    expect(body.details.issues).toHaveLength(2)
  })
})

describe('a 401 says what the request itself shows', () => {
  it.each<[string, string, Record<string, string>, RegExp]>([
    ['a bearer token', '/hotels/filters', { authorization: 'Bearer abc' }, /in the header x-api-key/],
    ['a key in the URL', '/hotels/filters?api_key=hdg_sandbox_1', {}, /never accepted/],
    [
      'a key of the other environment',
      '/hotels/filters',
      { 'x-api-key': `hdg_production_${'x'.repeat(40)}` },
      /production environment/,
    ],
  ])('of %s', async (_what, path, headers, hint) => {
    expect(await raw(path, { headers })).toMatchObject({
      code: 'UNAUTHENTICATED',
      details: { hint: expect.stringMatching(hint) },
    })
  })

  it.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an unknown key', { 'x-api-key': `hdg_sandbox_${'x'.repeat(40)}` }],
    ['a malformed key', { 'x-api-key': 'x' }],
  ])('[C-004] and nothing with %s', async (_what, headers) => {
    expect(await raw('/hotels/filters', { headers })).toMatchObject({ message: 'No valid API key', details: {} })
  })
})

it('[C-140] GET /me and GET /hotels/offers/{id} answer their own organization', async () => {
  const { body } = await http.get('/me')
  expect(body.data).toMatchObject({ environment: 'sandbox', list_currency: 'USD' })
  expect(body.data.scopes).toContain('search')
  expect(body.data.suppliers.map(({ supplier_code: code }: Json) => code)).toContain('expedia_rapid')
  const before = body.data.limits.find((one: Json) => one.rate_class === 'prebook')
  const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'confirm'))
  const after = (await http.get('/me')).body.data.limits.find((one: Json) => one.rate_class === 'prebook')
  expect(after.limit).toBe(before.limit)
  expect(before.remaining - after.remaining).toBe(1)
  const read = await http.get(`/hotels/offers/${offer.offer_id}`)
  expect(read.body.data).toMatchObject({ offer_id: offer.offer_id, price: offer.price })
  const stranger = await strangerTo(gateway)
  expect(await stranger.get(`/hotels/offers/${offer.offer_id}`)).toMatchObject({
    status: 404,
    body: { code: 'OFFER_NOT_FOUND' },
  })
})
