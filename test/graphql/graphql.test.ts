import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-sse'
import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { graphqlClient, graphqlJourney } from '../support/graphql-journey.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'
import { CREATE_BOOKING, SEARCH } from './documents.ts'

let gateway: StartedGateway

useGateway((started) => {
  ;({ gateway } = started)
})

async function ask(
  body: Json,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<{ status: number; json: Json; type: string }> {
  const answer = await fetch(`${gateway.url}/graphql${method === 'GET' ? `?${new URLSearchParams(body)}` : ''}`, {
    method,
    headers: {
      'x-api-key': gateway.apiKey,
      accept: 'application/graphql-response+json',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    json: text === '' ? null : JSON.parse(text),
    type: answer.headers.get('content-type') ?? '',
  }
}

function query(text: string, variables: Json = {}) {
  return ask({ query: text, variables })
}
const FILTERS = '{ hotelFilters { ... on HotelFilters { chains { id } } } }'

describe('GraphQL over HTTP', () => {
  it('answers 200 once a document is executed, 400 for one that cannot be', async () => {
    const good = await query(FILTERS)
    expect(good).toMatchObject({ status: 200, type: expect.stringContaining('application/graphql-response+json') })
    expect((await query('{ a: }')).status).toBe(400)
    expect((await query('{ nothing }')).status).toBe(400)
  })

  it('[C-004] answers 401 without a key, with the contract’s code', async () => {
    const answer = await ask({ query: FILTERS }, { 'x-api-key': 'nobody-knows-this-key-at-all' })
    expect(answer).toMatchObject({
      status: 401,
      json: {
        errors: [
          { extensions: { code: 'UNAUTHENTICATED', documentationUrl: expect.stringContaining('#unauthenticated') } },
        ],
      },
    })
  })

  it('takes queries over GET, and no mutations', async () => {
    expect((await ask({ query: FILTERS }, {}, 'GET')).status).toBe(200)
    const mutation = 'mutation { prebook(input: { bookingToken: "x" }) { __typename } }'
    expect((await ask({ query: mutation }, {}, 'GET')).status).toBe(405)
  })

  it('[C-003] echoes the request id, and tells it with every problem', async () => {
    const answer = await ask(
      { query: '{ booking(by: { bookingId: "ubk_X" }) { ... on Problem { code requestId } } }' },
      { 'x-request-id': 'trace-7' },
    )
    expect(answer.json.data.booking).toEqual({ code: 'BOOKING_NOT_FOUND', requestId: 'trace-7' })
  })
})

describe('limits before execution', () => {
  it('refuse more aliases than 15', async () => {
    const answer = await query(`{ ${Array.from({ length: 16 }, (_, index) => `a${index}: __typename`).join(' ')} }`)
    expect(answer.json.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
  })

  it('refuse more levels than 10', async () => {
    function penalty(inner: string): string {
      return `penalties { from { ${inner} } }`
    }
    const text = `{ offer(offerId: "x") { ... on Offer { cancellation { ${penalty('utcDatetime')} } } } }`
    expect((await query(text)).status).toBe(200)
    const deep = `{ __typename ${'a { '.repeat(11)}b${' }'.repeat(11)} }`
    expect(JSON.stringify((await query(deep)).json.errors)).toContain('levels deep')
  })

  it('refuse a document of too many tokens', async () => {
    const answer = await query(`{ ${'__typename '.repeat(2_100)} }`)
    expect(answer.status).toBe(400)
    expect(answer.json.errors[0].message).toMatch(/2000 tokens/)
  })

  it('refuse two live searches in one document', async () => {
    const input = {
      destination: { placeId: 1842 },
      checkIn: stay().check_in,
      checkOut: stay().check_out,
      nationality: 'GB',
      rooms: [{ adults: 1 }],
      pricingMode: 'LIVE',
    }
    const answer = await query(
      'query($i: SearchInput!) { a: search(input: $i) { __typename } b: search(input: $i) { __typename } }',
      { i: input },
    )
    expect(answer.json.errors[0].message).toMatch(/one live search/)
  })

  it('tell what a document cost', async () => {
    expect((await query(FILTERS)).json.extensions.cost).toBeGreaterThan(0)
  })
})

describe('expected failures', () => {
  it('[C-011] [C-016] are members of the result, every fault at once', async () => {
    const { data, errors } = await graphqlClient(gateway)(SEARCH, {
      input: { destination: { placeId: '1842' }, checkIn: '2026-02-30', checkOut: 'x', nationality: 'GBR', rooms: [] },
    })
    expect(errors).toEqual([])
    expect(data.search).toMatchObject({ __typename: 'ValidationProblem', code: 'VALIDATION_ERROR' })
    const issues = data.search?.__typename === 'ValidationProblem' ? data.search.issues.map(({ path }) => path) : []
    expect(issues).toEqual(['checkIn', 'checkOut', 'nationality', 'rooms'])
  })

  it('[C-066] have facts of their own', async () => {
    const key = randomUUID()
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    const input = bookingInput(offer, 'INSTANT')
    const viaHttp = await httpClient(gateway).post('/hotels/book', input, { 'idempotency-key': key })
    const replayed = await graphqlJourney(gateway).book(input, key)
    expect(replayed.booking_id).toBe(viaHttp.body.data.booking_id)
    const { data } = await graphqlClient(gateway)(CREATE_BOOKING, {
      input: {
        idempotencyKey: key,
        offerId: offer.offer_id,
        bookingMode: 'HOLD',
        holder: { givenName: 'A', familyName: 'B', email: 'a@b.example', phone: '+442071234567' },
        guests: [],
      },
    })
    expect(['IdempotencyKeyReusedProblem', 'ValidationProblem']).toContain(data.createBooking?.__typename)
  })
})

describe('parity', () => {
  it('[C-069] shows a booking as HTTP does', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    const viaHttp = await httpClient(gateway).get(`/hotels/book/${booked.booking_id}`)
    const viaGraphql = await graphqlJourney(gateway).booking(booked.booking_id)
    const { provider, ...rest } = viaGraphql
    expect(viaHttp.body.data).toMatchObject(rest)
    expect(viaHttp.body.data.provider).toMatchObject(provider)
  })

  it('[C-021] pages with the contract’s cursor, byte for byte', async () => {
    const input = { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 3, pricing_mode: 'instant' }
    const viaHttp = await httpJourney(gateway).search(input)
    const viaGraphql = await graphqlJourney(gateway).search(input)
    expect(viaGraphql.next_cursor).toBe(viaHttp.next_cursor)
    expect(viaGraphql.hotels.map(({ hotel_id }: Json) => hotel_id)).toEqual(
      viaHttp.hotels.map(({ hotel_id }: Json) => hotel_id),
    )
  })

  it('reads the hotels of a page of bookings together', async () => {
    const answer = await query(
      '{ bookings(first: 5) { ... on BookingConnection { nodes { bookingId hotel { hotelName } } pageInfo { hasNextPage } } } }',
    )
    const { nodes } = answer.json.data.bookings
    expect(nodes.length).toBeGreaterThan(0)
    for (const { hotel } of nodes) expect(hotel.hotelName).toMatch(/^Scenario/)
  })
})

describe('subscriptions', () => {
  it('tell a booking’s events from the first to the newest, as they come', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    const client = createClient({
      url: `${gateway.url}/graphql/stream`,
      headers: { 'x-api-key': gateway.apiKey },
      retryAttempts: 0,
    })
    const events = client.iterate<Json>({
      query: 'subscription($id: ID!) { bookingUpdated(bookingId: $id, afterSequence: 0) { type data } }',
      variables: { id: booked.booking_id },
    })
    const seen: string[] = []
    for await (const { data } of events) {
      seen.push(data.bookingUpdated.type)
      if (seen.length === 2) break
    }
    client.dispose()
    expect(seen).toEqual(['booking.updated', 'booking.confirmed'])
  })
})
