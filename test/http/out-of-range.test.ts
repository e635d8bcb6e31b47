import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { faultyPaths, type HttpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { parseSse } from '../support/sse.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ gateway, http } = started)
})

/** What stands in a column of 32 or 64 bits, or of dates that Postgres writes with four digits, cannot be larger. */
const BEYOND_INT8 = ['9223372036854775808', '9999999999999999999']
const FAR_AWAY = '999999999999999'
const DATES = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  // Ten digits of a fraction are more than an instant has.
  '2027-01-01T00:00:00.0000000001Z',
]

async function ask(query: string, variables: Json = {}): Promise<Json> {
  return (await http.post('/graphql', { query, variables })).body
}

function problemOf(answer: Json, field: string): Json {
  return answer.data?.[field]
}

const SELECTION = '{ __typename ... on ValidationProblem { issues { path } } }'

describe('a value that no column holds is the client’s fault, by its path, on both facades', () => {
  it('a position of the event log', async () => {
    for (const after of BEYOND_INT8) {
      const answer = await http.get(`/events?after=${after}`)
      expect({ after, status: answer.status, paths: faultyPaths(answer) }).toEqual({
        after,
        status: 400,
        paths: ['after'],
      })
      const told = await ask(`query($after: String) { events(after: $after) ${SELECTION} }`, { after })
      expect(problemOf(told, 'events')).toEqual({ __typename: 'ValidationProblem', issues: [{ path: 'after' }] })
    }
    expect((await http.get('/events?after=9223372036854775807')).body.data.events).toEqual([])
  })

  it('a cursor whose position no column holds is a 400 by its path', async () => {
    for (const [path, field, id] of [
      ['/hotels/bookings', 'bookings', 'ubk_X'],
      ['/webhooks/deliveries', 'webhookDeliveries', 'whd_X'],
    ] as const)
      for (const at of [FAR_AWAY, '253402300800000']) {
        const cursor = `${at}_${id}`
        const answer = await http.get(`${path}?cursor=${cursor}`)
        expect({ path, status: answer.status, code: answer.body.details?.issues[0].code }).toEqual({
          path,
          status: 400,
          code: 'INVALID_CURSOR',
        })
        const told = await ask(`query($after: String) { ${field}(after: $after) ${SELECTION} }`, { after: cursor })
        expect(problemOf(told, field)).toEqual({ __typename: 'ValidationProblem', issues: [{ path: 'after' }] })
      }
  })

  it('an instant that no column holds is a 400 by its path', async () => {
    const { body } = await http.post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/x' })
    const { endpoint_id } = body.data
    for (const date of DATES) {
      const listed = await http.get(`/hotels/bookings?created_from=${encodeURIComponent(date)}`)
      expect({ date, status: listed.status, paths: faultyPaths(listed) }).toEqual({
        date,
        status: 400,
        paths: ['created_from'],
      })
      const recovered = await http.post(`/webhooks/endpoints/${endpoint_id}/recover`, { since: date, until: date })
      expect({ date, status: recovered.status, paths: faultyPaths(recovered) }).toEqual({
        date,
        status: 400,
        paths: ['since', 'until'],
      })
      const told = await ask(`query($d: DateTime) { bookings(createdFrom: $d) ${SELECTION} }`, { d: date })
      expect(problemOf(told, 'bookings')).toEqual({
        __typename: 'ValidationProblem',
        issues: [{ path: 'createdFrom' }],
      })
    }
  })

  it('a sequence of a booking, and an event of a stream', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    const query =
      'subscription($id: ID!, $after: Int) { bookingUpdated(bookingId: $id, afterSequence: $after) { type } }'
    const told = await http.post(
      '/graphql/stream',
      { query, variables: { id: booked.booking_id, after: 2_147_483_648 } },
      { accept: 'text/event-stream' },
    )
    expect(parseSse(told.body)[0]?.data.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    const stream = await http.get('/hotels/984/rooms/stream/x', { 'last-event-id': FAR_AWAY })
    expect([400, 404]).toContain(stream.status)
  })
})

describe('an id', () => {
  const paths = [
    '/hotels/book/ID',
    '/hotels/book/ID/details',
    '/hotels/book/ID/penalties',
    '/webhooks/endpoints/ID',
    '/webhooks/deliveries/ID',
    '/hotels/search/ID/prices',
    '/hotels/ID/rooms/stream/x',
    '/hotels/984/rooms/stream/ID',
    '/hotels/bookings?client_reference=ID',
    '/webhooks/deliveries?booking_id=ID',
    '/webhooks/deliveries?endpoint_id=ID',
  ]
  const ids = ['%00', 'a%00b', '%ED%A0%80', '%FF', 'x'.repeat(4_000), '2147483648', '-1', '%E2%80%AE', '..%2f..']

  it('of a path or a query that nobody could have been given is refused or unknown, never a fault of ours', async () => {
    for (const path of paths)
      for (const id of ids) {
        const { status } = await http.get(path.replace('ID', id))
        expect({ path, id: id.slice(0, 20), isFine: [200, 400, 404, 414].includes(status), status }).toMatchObject({
          isFine: true,
        })
      }
  })
})
