import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from 'graphql-sse'
import { describe, expect, it } from 'vitest'
import type { LoggedRoomEvent } from '../../src/domain/contract/offer.ts'
import { ROOM_STREAM, writeStream } from '../../src/http/sse.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { parseAnswer, type RawSocket, rawSocket } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

const MAX_CONNECTIONS = 12

let gateway: StartedGateway
let http: HttpClient

useGateway(
  (started) => {
    ;({ gateway, http } = started)
  },
  {
    env: { MAX_CONNECTIONS: String(MAX_CONNECTIONS), MAX_STREAMS_PER_ORGANIZATION: '2', KEEP_ALIVE_TIMEOUT_MS: '1000' },
  },
)

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: gateway\r\nx-api-key: ${gateway.apiKey}\r\n\r\n`
}

async function openStream(): Promise<RawSocket> {
  const rooms = await http.post(`/hotels/${await scenarioHotel(gateway, 'slow')}/rooms`, { ...stay(), ...party })
  const raw = await rawSocket(gateway.url)
  raw.send(get(rooms.body.data.sse_stream_url))
  await until('an answer', () => raw.received().includes('\r\n\r\n'))
  return raw
}

describe('connections', () => {
  it('above the limit are told so, and closed; health is told all the same', async () => {
    // What the calls before have left idle goes first.
    const idle: RawSocket[] = []
    const taken = await until('every place to be taken', async () => {
      const raw = await rawSocket(gateway.url)
      idle.push(raw)
      raw.send(get('/hotels/filters'))
      await until('an answer', () => raw.received().includes('\r\n\r\n'))
      return parseAnswer(raw.received()).status === 503 ? raw : null
    })
    expect(idle.length).toBeLessThanOrEqual(MAX_CONNECTIONS + 1)
    const refused = parseAnswer(await taken.closed)
    expect(refused.headers['connection']).toBe('close')
    expect(refused.headers['retry-after']).toBe('5')
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true })
    const health = await rawSocket(gateway.url)
    health.send(get('/health/live'))
    await until('health', () => health.received().includes('"ok"'))
    for (const { socket } of [...idle, health]) socket.destroy()
    await until('a place', async () => (await http.get('/hotels/filters').catch(() => null))?.status === 200)
  })
})

describe('open streams of an organization', () => {
  it('are bounded, over both facades together, and a place is free when one ends', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    const first = await openStream()
    const second = await openStream()
    expect([first, second].map((raw) => parseAnswer(raw.received()).status)).toEqual([200, 200])
    const third = await openStream()
    expect(parseAnswer(third.received()).status).toBe(429)
    expect(third.received()).toContain('too many open streams')
    third.socket.destroy()

    const query = 'subscription($id: ID!) { bookingUpdated(bookingId: $id, afterSequence: 0) { type } }'
    const variables = { id: booked.booking_id }
    const refused = await http.post('/graphql/stream', { query, variables }, { accept: 'text/event-stream' })
    expect(refused.body).toContain('"code":"RATE_LIMITED"')
    expect(refused.body).toContain('too many open streams')
    async function subscribe(): Promise<Json> {
      const headers = { 'x-api-key': gateway.apiKey }
      const client = createClient({ url: `${gateway.url}/graphql/stream`, headers, retryAttempts: 0 })
      try {
        for await (const event of client.iterate<Json>({ query, variables })) return event
      } catch {
        return null
      } finally {
        client.dispose()
      }
    }
    first.socket.destroy()
    await until('a place', async () => (await subscribe())?.data)
    second.socket.destroy()
  })
})

describe('a reader that never reads', () => {
  it('makes nobody buffer without bound, and is cut off; the source is given back', async () => {
    let made = 0
    let unsent = 0
    let isOver = false
    const event: LoggedRoomEvent = { eventId: 1, eventType: 'provider_options', text: 'x'.repeat(64 * 1024) }
    async function* endless(): AsyncGenerator<LoggedRoomEvent> {
      try {
        for (;;) {
          made += 1
          yield event
        }
      } finally {
        isOver = true
      }
    }
    const server = createServer((_request, response) => {
      const watch = setInterval(() => {
        unsent = Math.max(unsent, response.writableLength)
      }, 20)
      void writeStream(response, { headers: {}, events: endless(), dialect: ROOM_STREAM }).finally(() =>
        clearInterval(watch),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const raw = await rawSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    raw.socket.pause()
    raw.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await until('the source to be given back', () => isOver)
    // What the two sockets' own buffers hold comes on top of what waits in the process.
    expect(made * 64).toBeLessThan(64 * 1024)
    expect(unsent).toBeLessThan(2 * 1024 * 1024)
    raw.socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
})
