import { expect } from 'vitest'
import { same } from './facade-shapes.ts'
import { type StartedGateway } from './gateway.ts'
import type { HttpClient, Json } from './http-client.ts'
import { bookScenario, httpJourney, party, stay } from './journey.ts'
import { until } from './until.ts'
import { type Started, useGateway } from './use-gateway.ts'
import { OF_MEMBER, printedSchema, wholeDocument } from './whole-selection.ts'

export const schema = printedSchema()

export const SEARCH = { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 3 }
export function searchInput(input: Json): Json {
  return {
    destination: { placeId: String(input.destination.id) },
    checkIn: input.check_in,
    checkOut: input.check_out,
    nationality: input.nationality,
    rooms: [{ adults: 2, childAges: [] }],
    limit: input.limit,
  }
}

export function camelGuests(input: Json): Json {
  return {
    offerId: input.offer_id,
    bookingMode: input.booking_mode,
    holder: {
      givenName: input.holder.given_name,
      familyName: input.holder.family_name,
      email: input.holder.email,
      phone: input.holder.phone,
    },
    guests: input.guests.map((guest: Json) => ({
      allocationId: guest.allocation_id,
      type: guest.type,
      givenName: guest.given_name,
      familyName: guest.family_name,
    })),
  }
}

/** Under its alias: the details have a field of the same name and another type. */
const HOTEL_OF_A_LIST = `hotel${OF_MEMBER}BookingListItem`

/** A list with its cursor, and a connection. */
export function samePage(list: Json[], nextCursor: string | null, connection: Json): void {
  // A booking of a list leads to its hotel in GraphQL alone; an event's `sequence` stands there beside `data`, too.
  same(
    list,
    connection.nodes.map((node: Json) => ({ ...node, [HOTEL_OF_A_LIST]: undefined, sequence: undefined })),
  )
  for (const node of connection.nodes) expect(node.sequence).toBe(node.data?.sequence)
  expect(connection.edges.map(({ node }: Json) => node)).toEqual(connection.nodes)
  expect(connection.pageInfo.hasNextPage).toBe(nextCursor !== null)
  if (nextCursor !== null) expect(connection.pageInfo.endCursor).toBe(nextCursor)
}

/** A gateway that is asked on both facades: `query` and `mutate` over GraphQL with every field selected, `get`, `post` and `data` over HTTP. */
export function useBothFacades(use: (started: Started) => void) {
  let gateway: StartedGateway
  let http: HttpClient

  useGateway(
    (started) => {
      ;({ gateway, http } = started)
      use(started)
    },
    { env: { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on' } },
  )

  async function ask(kind: 'query' | 'mutation', name: string, variables: Json): Promise<Json> {
    const { body } = await http.post('/graphql', { query: wholeDocument(schema, kind, name), variables })
    if (body.errors) throw new Error(`${name}: ${JSON.stringify(body.errors)}`)
    return body.data[name]
  }
  function query(name: string, variables: Json = {}): Promise<Json> {
    return ask('query', name, variables)
  }
  function mutate(name: string, input: Json): Promise<Json> {
    return ask('mutation', name, { input })
  }

  async function data(method: string, path: string, body?: Json, headers?: Record<string, string>): Promise<Json> {
    const answer = await http.call(method, path, body, headers)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body.data
  }
  function get(path: string): Promise<Json> {
    return data('GET', path)
  }
  function post(path: string, body: Json = {}, headers?: Record<string, string>): Promise<Json> {
    return data('POST', path, body, headers)
  }

  function settledPrices(searchId: string): Promise<Json> {
    return until('settled prices', async () => {
      const { status, body } = await http.get(`/hotels/search/${searchId}/prices`)
      // A search is polled once a second; in between it is a 429.
      expect([200, 429]).toContain(status)
      return status === 200 && body.data.refresh_status === 'COMPLETE' ? body.data : null
    })
  }

  function booked(slug: string, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<Json> {
    return bookScenario(gateway, httpJourney(gateway), slug, mode)
  }

  function endpoint(): Promise<Json> {
    return post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/hook', description: 'x' })
  }

  /** Until the relay has made its attempts, so that both facades are asked of the same state. */
  async function stillDeliveries(endpointId: string): Promise<void> {
    let before = ''
    await until('quiet deliveries', async () => {
      const now = JSON.stringify(await get(`/webhooks/deliveries?endpoint_id=${endpointId}`))
      const isStill = now === before
      before = now
      return isStill ? true : null
    })
  }

  /** A key that nobody uses. */
  async function rolledKey(): Promise<string> {
    const { keys } = await get('/keys')
    const { key_id: keyId } = keys.find((key: Json) => key.is_current)
    return (await post(`/keys/${keyId}/roll`)).key.key_id
  }

  return { query, mutate, data, get, post, settledPrices, booked, endpoint, rolledKey, stillDeliveries }
}
