import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, party, scenarioHotel, stay } from '../support/journey.ts'
import { camelGuests } from '../support/use-both-facades.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase

useGateway((started) => {
  ;({ gateway, http, database } = started)
})

const PROBLEM = '__typename ... on Problem { code message } ... on ValidationProblem { issues { path code message } }'

/** The field's value, and for a refusal its issues. */
async function ask(query: string, variables: Json = {}, headers: Record<string, string> = {}): Promise<Json> {
  const { body } = await http.post('/graphql', { query, variables }, headers)
  if (body.errors) return body
  return Object.values(body.data)[0]
}

const SEARCH = `query($input: SearchInput!, $first: Int, $after: String) {
  search(input: $input, first: $first, after: $after) { ${PROBLEM} ... on Search { searchId } }
}`
const ROOMS = `mutation($input: CreateRoomSearchInput!) {
  createRoomSearch(input: $input) { ${PROBLEM} ... on RoomSearch { options { bookingToken supplierCode } } }
}`
const PREBOOK = `mutation($input: PrebookInput!) {
  prebook(input: $input) { ${PROBLEM} ... on Prebook { offer { offerId } } }
}`
const BOOK = `mutation($input: CreateBookingInput!) {
  createBooking(input: $input) { ${PROBLEM} ... on CreatedBooking { booking { bookingId status } } }
}`

const STAY = { checkIn: stay().check_in, checkOut: stay().check_out, nationality: 'GB', rooms: [{ adults: 2 }] }

async function roomsInput(changes: Json = {}): Promise<Json> {
  return { hotelId: await scenarioHotel(gateway, 'cancel-free'), ...STAY, maxWaitMs: 8_000, ...changes }
}

async function token(): Promise<string> {
  const { body } = await http.post(`/hotels/${await scenarioHotel(gateway, 'cancel-free')}/rooms`, {
    ...stay(),
    ...party,
    max_wait_ms: 8_000,
  })
  return body.data.options[0].booking_token
}

function pathsOf({ issues }: Json): string[] {
  return issues.map(({ path }: Json) => path)
}

describe('an amount whose exponent contradicts its currency', () => {
  it.each([0, 1, 3])('is refused by both facades before anything is asked or booked: exponent %s', async (exponent) => {
    const bookingToken = await token()
    const wrong = { amount_minor: 99_999_999, currency: 'EUR', currency_exponent: exponent }
    const over = await http.post('/hotels/prebook', { booking_token: bookingToken, max_price: wrong })
    expect(over).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'max_price.currency_exponent', code: 'CURRENCY_MISMATCH' }] } },
    })
    const camel = { amountMinor: 99_999_999, currency: 'EUR', currencyExponent: exponent }
    const said = await ask(PREBOOK, { input: { bookingToken, maxPrice: camel } })
    expect(said.issues).toMatchObject([{ path: 'maxPrice.currencyExponent', code: 'CURRENCY_MISMATCH' }])
    expect(said.issues[0].message).toMatch(/^maxPrice\.currencyExponent must be 2/)
    const { body } = await http.post('/hotels/prebook', { booking_token: bookingToken })
    const { offer } = body.data
    const accepted = { ...offer.price.total, currency_exponent: exponent }
    const input = bookingInput(offer, 'INSTANT')
    const booked = await http.post(
      '/hotels/book',
      { ...input, accepted_price: accepted },
      { 'idempotency-key': randomUUID() },
    )
    expect(booked).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'accepted_price.currency_exponent' }] } },
    })
    const acceptedPrice = { ...camel, amountMinor: accepted.amount_minor, currency: accepted.currency }
    const refused = await ask(BOOK, {
      input: { ...camelGuests(input), idempotencyKey: randomUUID(), acceptedPrice },
    })
    expect(pathsOf(refused)).toEqual(['acceptedPrice.currencyExponent'])
    const right = await http.post(
      '/hotels/book',
      { ...input, accepted_price: offer.price.total },
      { 'idempotency-key': randomUUID() },
    )
    expect(right.status).toBe(200)
  })
})

describe('[C-134] the headers of a traveller', () => {
  const NONSENSE = { 'x-traveller-ip': 'nonsense', 'x-traveller-session': 'no' }
  const PATHS = ['traveller.ip', 'traveller.sessionId']

  it('are checked by every operation that takes a traveller, whatever the body says', async () => {
    const bookingToken = await token()
    const { body } = await http.post('/hotels/prebook', { booking_token: bookingToken })
    const book = { ...camelGuests(bookingInput(body.data.offer, 'INSTANT')), idempotencyKey: randomUUID() }
    for (const traveller of [undefined, null, { ip: '203.0.113.9', sessionId: 'session-of-body' }]) {
      const search = await ask(
        SEARCH,
        { input: { destination: { placeId: 1842 }, ...STAY, traveller }, first: 3 },
        NONSENSE,
      )
      expect(pathsOf(search)).toEqual(PATHS)
      expect(pathsOf(await ask(ROOMS, { input: await roomsInput({ traveller }) }, NONSENSE))).toEqual(PATHS)
      expect(pathsOf(await ask(PREBOOK, { input: { bookingToken, traveller } }, NONSENSE))).toEqual(PATHS)
      expect(pathsOf(await ask(BOOK, { input: { ...book, traveller } }, NONSENSE))).toEqual(PATHS)
      const told = traveller && { ip: traveller.ip, session_id: traveller.sessionId }
      const http400 = await http.post('/hotels/prebook', { booking_token: bookingToken, traveller: told }, NONSENSE)
      expect(http400.body.details.issues.map(({ path }: Json) => path)).toEqual([
        'traveller.ip',
        'traveller.session_id',
      ])
    }
    const { body: listed } = await http.get('/hotels/bookings?limit=100')
    expect(listed.data.bookings.map(({ accepted_offer_id: id }: Json) => id)).not.toContain(body.data.offer.offer_id)
  })

  it('reach the supplier from GraphQL as from HTTP, for the fields that the body leaves out', async () => {
    async function bookWith(send: (offer: Json) => Promise<Json>): Promise<string> {
      const { body } = await http.post('/hotels/prebook', { booking_token: await token() })
      await send(body.data.offer)
      const rows = await database.query(`SELECT string_agg(body::text, ' ') AS kept FROM sandbox_records`)
      return rows[0].kept
    }
    const headers = { 'x-traveller-session': 'session-of-headers', 'x-traveller-ip': '' }
    const viaHttp = await bookWith((offer) =>
      http.post(
        '/hotels/book',
        { ...bookingInput(offer, 'INSTANT'), traveller: { user_agent: 'Test/1', session_id: null } },
        { ...headers, 'idempotency-key': randomUUID() },
      ),
    )
    expect(viaHttp).toContain('session-of-headers')
    const viaGraphql = await bookWith((offer) =>
      ask(
        BOOK,
        { input: { ...camelGuests(bookingInput(offer, 'INSTANT')), idempotencyKey: randomUUID(), traveller: null } },
        { 'x-traveller-session': 'session-of-graphql' },
      ),
    )
    expect(viaGraphql).toContain('session-of-graphql')
    const ofBody = await bookWith((offer) =>
      http.post(
        '/hotels/book',
        { ...bookingInput(offer, 'INSTANT'), traveller: { session_id: 'session-of-body' } },
        { 'x-traveller-session': 'session-that-loses', 'idempotency-key': randomUUID() },
      ),
    )
    expect(ofBody).toContain('session-of-body')
    expect(ofBody).not.toContain('session-that-loses')
  })

  it('that were sent twice are told as such', async () => {
    const { hostname, port } = new URL(gateway.url)
    const body = JSON.stringify({ booking_token: 'x' })
    const socket = connect(Number(port), hostname)
    socket.write(
      [
        'POST /hotels/prebook HTTP/1.1',
        `host: ${hostname}`,
        `x-api-key: ${gateway.apiKey}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        'connection: close',
        'x-traveller-ip: 203.0.113.9',
        'x-traveller-ip: 203.0.113.10',
        '',
        body,
      ].join('\r\n'),
    )
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"path":"traveller.ip","code":"EXACTLY_ONE","message":"X-Traveller-IP was sent 2 times"')
  })
})

describe('faults over GraphQL', () => {
  it('name the arguments and fields of GraphQL, in paths and in messages', async () => {
    const input = { destination: { placeId: 1842 }, ...STAY }
    expect((await ask(SEARCH, { input, first: -1 })).issues).toEqual([
      { path: 'first', code: 'OUT_OF_RANGE', message: 'first must be at least 1' },
    ])
    expect(pathsOf(await ask(SEARCH, { input, after: 'x' }))).toEqual(['after'])
    expect(pathsOf(await ask(SEARCH, { input: { ...input, limit: 0, cursor: 'x'.repeat(201) } }))).toEqual([
      'limit',
      'cursor',
    ])
    expect(pathsOf(await ask(SEARCH, { input: { ...input, destination: { hotelId: 'x' } } }))).toEqual([
      'destination.hotelId',
    ])
    const traveller = { sessionId: 'no', userAgent: 'ü' }
    expect((await ask(SEARCH, { input: { ...input, traveller } })).issues).toMatchObject([
      { path: 'traveller.sessionId', message: expect.stringMatching(/^traveller\.sessionId must be 8 to 64/) },
      { path: 'traveller.userAgent' },
    ])
    const listed = await ask(`{ bookings(first: 101, after: "nonsense") { ${PROBLEM} } }`)
    expect(listed).toMatchObject({ message: 'first must be at most 100', issues: [{ path: 'first' }] })
    expect(pathsOf(await ask(`{ bookings(after: "nonsense") { ${PROBLEM} } }`))).toEqual(['after'])
    expect(pathsOf(await ask(`{ events(after: "x", first: 0) { ${PROBLEM} } }`))).toEqual(['after', 'first'])
  })
})
