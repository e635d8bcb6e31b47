import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, scenarioHotel, stay } from '../support/journey.ts'
import { ownRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let gateway: StartedGateway
let redisUrl: string

function start(): Promise<StartedGateway> {
  return startGateway({ databaseUrl: database.url, env: { REDIS_URL: redisUrl } })
}

beforeAll(async () => {
  database = await createSandboxDatabase()
  redisUrl = await ownRedis()
  gateway = await start()
})

afterAll(async () => {
  await gateway?.stop()
  await database?.drop()
})

type Subscription = { readonly query: string; readonly variables: Json }

function clientOf({ url, apiKey }: Pick<StartedGateway, 'url' | 'apiKey'>) {
  return createClient({ url: `${url}/graphql/stream`, headers: { 'x-api-key': apiKey }, retryAttempts: 0 })
}

/** The results of a subscription, the first `count` of them or to its end, whatever ends it. */
async function read(
  from: Pick<StartedGateway, 'url' | 'apiKey'>,
  subscription: Subscription,
  count = Number.POSITIVE_INFINITY,
): Promise<Json[]> {
  const client = clientOf(from)
  const results: Json[] = []
  try {
    for await (const result of client.iterate<Json>(subscription)) {
      results.push(result)
      if (results.length >= count) break
    }
  } finally {
    client.dispose()
  }
  return results
}

const ROOMS = `subscription($input: CreateRoomSearchInput, $streamId: ID, $after: Int) {
  roomOptions(input: $input, streamId: $streamId, afterEventId: $after) {
    __typename eventId streamId hotelId
    ... on RoomProviderOptions { supplierCode options { bookingToken } }
    ... on RoomStreamDone { reason optionsCount }
  }
}`

function rooms(variables: Json): Subscription {
  return { query: ROOMS, variables }
}
function eventsOf(results: readonly Json[]): Json[] {
  return results.map(({ data }) => data.roomOptions)
}

async function roomSearch(): Promise<Json> {
  const { check_in: checkIn, check_out: checkOut } = stay()
  const hotelId = await scenarioHotel(gateway, 'cancel-free')
  return { hotelId, checkIn, checkOut, nationality: 'GB', rooms: [{ adults: 2 }] }
}

const UPDATED = `subscription($id: ID!, $after: Int) {
  bookingUpdated(bookingId: $id, afterSequence: $after) { sequence type data }
}`

function updates(id: string, after: number | null): Subscription {
  return { query: UPDATED, variables: { id, after } }
}

/** The request ids of faults in the log, when there are any. */
function faultsLogged(from: number): Promise<string[]> {
  return until('a fault in the log', () => {
    const lines = gateway.log.slice(from).filter((line) => line.includes('GraphQL request failed'))
    return lines.length > 0 ? lines.map((line): string => JSON.parse(line).requestId) : null
  })
}

async function openStreams({ url }: StartedGateway): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^gateway_open_streams\{facade="graphql"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

describe('room options', () => {
  it('make a room search and follow it to its end', async () => {
    const input = await roomSearch()
    const results = await read(gateway, rooms({ input }))
    const events = eventsOf(results)
    expect(events.map(({ eventId }) => eventId)).toEqual(events.map((_, index) => index + 1))
    expect(events[0]).toMatchObject({ __typename: 'RoomStreamReady', hotelId: input.hotelId })
    expect(events.at(-1)).toMatchObject({ __typename: 'RoomStreamDone', reason: 'ALL_SETTLED' })
    expect(events.some(({ options }) => options?.length > 0)).toBe(true)
    expect(results[0].extensions.cost).toBeGreaterThan(0)
  })

  it('are taken up after the last event that arrived, and lose and repeat nothing', async () => {
    const before = eventsOf(await read(gateway, rooms({ input: await roomSearch() }), 2))
    const { streamId, eventId } = before[1]
    const after = eventsOf(await read(gateway, rooms({ streamId, after: eventId })))
    const whole = [...before, ...after]
    expect(whole.map((event) => event.eventId)).toEqual(whole.map((_, index) => index + 1))
    expect(whole.at(-1).__typename).toBe('RoomStreamDone')
    // Whoever asks for all of it again is told the same.
    const again = eventsOf(await read(gateway, rooms({ streamId, after: 0 })))
    expect(again).toEqual(whole)
  })

  it.runIf(process.env['REDIS_URL'])('are taken up on another process when the first shuts down', async () => {
    const first = await start()
    const second = await start()
    const input = { ...(await roomSearch()), hotelId: await scenarioHotel(gateway, 'slow') }
    const seen: Json[] = []
    const ended = (async () => {
      const client = clientOf(first)
      for await (const { data } of client.iterate<Json>(rooms({ input }))) seen.push(data.roomOptions)
    })()
    await until('an event of the stream', async () => (seen.length > 0 ? true : null))
    const stopped = first.stop()
    // Cut, not completed: a client that completes would take the search for finished.
    const cut = await ended.then(
      () => seen.at(-1).__typename === 'RoomStreamDone',
      () => true,
    )
    expect(cut).toBe(true)
    await stopped
    const last = seen.at(-1)
    const rest =
      last.__typename === 'RoomStreamDone'
        ? []
        : eventsOf(await read(second, rooms({ streamId: last.streamId, after: last.eventId })))
    const whole = [...seen, ...rest]
    expect(whole.map((event) => event.eventId)).toEqual(whole.map((_, index) => index + 1))
    expect(whole.at(-1).__typename).toBe('RoomStreamDone')
    await second.stop()
  })

  it('need an input or a stream’s id, and a place only with the latter', async () => {
    const input = await roomSearch()
    for (const variables of [{}, { input, streamId: 'str_X' }, { input, after: 1 }]) {
      const [result] = await read(gateway, rooms(variables))
      expect(result.errors[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR', requestId: expect.any(String) })
      expect(result.errors[0].extensions.issues).toHaveLength(1)
    }
    const [unknown] = await read(gateway, rooms({ streamId: 'str_nobody' }))
    expect(unknown.errors[0].extensions.code).toBe('STREAM_NOT_FOUND')
  })
})

describe('booking updates', () => {
  it('are taken up by their sequence, and lose and repeat nothing', async () => {
    const journey = httpJourney(gateway)
    const { booking_id: id } = await bookScenario(gateway, journey, 'cancel-free', 'INSTANT')
    const [first] = await read(gateway, updates(id, null), 1)
    expect(first.data.bookingUpdated.sequence).toBe(1)
    // What happens while nobody listens is told as well.
    const quote = await journey.quote(id)
    const cancelled = await journey.cancel(id, quote.quote_id, randomUUID())
    expect(cancelled.code).toBeUndefined()
    const history = await until('the cancellation', async () => {
      const answer = await fetch(`${gateway.url}/hotels/book/${id}/details`, {
        headers: { 'x-api-key': gateway.apiKey },
      })
      const { data }: Json = await answer.json()
      return data.status === 'CANCELLED' ? data.history : null
    })
    const rest = await read(gateway, updates(id, 1), history.length - 1)
    const whole = [first, ...rest].map(({ data }) => data.bookingUpdated)
    expect(whole.map(({ sequence }) => sequence)).toEqual(history.map((_: Json, index: number) => index + 1))
    expect(whole.at(-1).type).toBe('booking.cancelled')
    expect(whole.map(({ data }) => data.sequence)).toEqual(whole.map(({ sequence }) => sequence))
  })

  it('[C-004] are 401 without a key, before any stream', async () => {
    for (const method of ['GET', 'POST']) {
      const query = new URLSearchParams({ query: 'subscription { bookingUpdated(bookingId: "x") { type } }' })
      const answer = await fetch(`${gateway.url}/graphql/stream?${query}`, {
        method,
        headers: { accept: 'text/event-stream' },
      })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('content-type')).toMatch(/json/)
      expect((await answer.json()).errors[0].extensions.code).toBe('UNAUTHENTICATED')
    }
  })

  it('end when their client leaves: no source is left open', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    await until('no stream', async () => ((await openStreams(gateway)) === 0 ? true : null))
    const clients = Array.from({ length: 5 }, () => clientOf(gateway))
    const readers = clients.map(async (client) => {
      for await (const _ of client.iterate<Json>(updates(id, 0))) {
        // Until it is disposed.
      }
    })
    await until('five streams', async () => ((await openStreams(gateway)) === 5 ? true : null))
    for (const client of clients) client.dispose()
    await Promise.allSettled(readers)
    await until('no stream any more', async () => ((await openStreams(gateway)) === 0 ? true : null))
    expect(await openStreams(gateway)).toBe(0)
  })

  it('show nothing of a fault in the middle but a code and the request’s id, and log it once', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    const subscription = { query: `${UPDATED} # ${randomUUID()}`, variables: { id, after: 0 } }
    // The first time by Yoga, then by the lane.
    for (let turn = 0; turn < 2; turn++) {
      const client = clientOf(gateway)
      const results: Json[] = []
      const from = gateway.log.length
      try {
        for await (const result of client.iterate<Json>(subscription)) {
          results.push(result)
          if (results.length !== 2) continue
          await database.query('ALTER TABLE booking_events RENAME TO hidden_events')
          await database.query(`SELECT pg_notify('booking_events', $1)`, [id])
        }
      } finally {
        await database.query('ALTER TABLE hidden_events RENAME TO booking_events')
        client.dispose()
      }
      const [told, ...more] = results.at(-1).errors
      expect([told.extensions.code, more]).toEqual(['INTERNAL_ERROR', []])
      expect(JSON.stringify(told)).not.toMatch(/booking_events|relation|select|stack/i)
      expect(await faultsLogged(from)).toEqual([told.extensions.requestId])
    }
  })
})

describe('masked errors', () => {
  async function ask(query: string): Promise<Json> {
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    return answer.json()
  }

  it('[C-011] show a code and the request’s id, each fault logged once, compiled or not', async () => {
    const query = '{ a: booking(by: { bookingId: "ubk_X" }) { __typename } b: nationalities { __typename } }'
    await ask(query)
    await database.query('ALTER TABLE bookings RENAME TO hidden_bookings')
    try {
      for (let turn = 0; turn < 3; turn++) {
        const from = gateway.log.length
        const { data, errors } = await ask(query)
        expect(data).toEqual({ a: null, b: { __typename: 'NationalityList' } })
        expect(errors).toHaveLength(1)
        expect(errors[0]).toMatchObject({
          path: ['a'],
          extensions: { code: 'INTERNAL_ERROR', requestId: expect.any(String) },
        })
        expect(Object.keys(errors[0].extensions).toSorted()).toEqual([
          'code',
          'documentationUrl',
          'requestId',
          'retryable',
        ])
        expect(JSON.stringify(errors)).not.toMatch(/relation|hidden|select|stack/i)
        const { requestId } = errors[0].extensions
        expect(await faultsLogged(from)).toEqual([requestId])
      }
    } finally {
      await database.query('ALTER TABLE hidden_bookings RENAME TO bookings')
    }
  })

  it('[C-011] hold for what a loader throws within a list', async () => {
    await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    const query = '{ bookings(first: 2) { ... on BookingConnection { nodes { bookingId hotel { hotelName } } } } }'
    await ask(query)
    await database.query('ALTER TABLE hotels RENAME TO hidden_hotels')
    try {
      for (let turn = 0; turn < 3; turn++) {
        const { data, errors } = await ask(query)
        expect(data.bookings.nodes[0]).toEqual({ bookingId: expect.any(String), hotel: null })
        expect(errors[0]).toMatchObject({
          path: ['bookings', 'nodes', 0, 'hotel'],
          extensions: { code: 'INTERNAL_ERROR', requestId: expect.any(String) },
        })
        expect(JSON.stringify(errors)).not.toMatch(/relation|hidden|select|stack/i)
      }
    } finally {
      await database.query('ALTER TABLE hidden_hotels RENAME TO hotels')
    }
  })
})
