import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionError, HotelGateway, isProblem, type RoomStreamEvent } from '../../packages/client/src/index.ts'
import { londonSearch, party, stay } from '../support/journey.ts'
import { randomOf } from '../support/random.ts'
import { headerOf, refusalText } from './unsteady-proxy.ts'
import { hotelOf, inTurn, listOf, useClients } from './use-client.ts'

const { connect, connectOver } = useClients()

const servers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of servers.splice(0)) await close()
})

/** A server with a log of events, `stream_ready` to `done`; `send` writes what it likes of them, from the asked one on. */
async function streamServer(
  size: number,
  send: (frames: readonly string[], response: ServerResponse, request: IncomingMessage) => void,
  maxAttempts = 4,
): Promise<{ client: HotelGateway; resumedAfter: number[] }> {
  const resumedAfter: number[] = []
  const frames = Array.from({ length: size }, (_, index) => {
    const event_type = index === 0 ? 'stream_ready' : index === size - 1 ? 'done' : 'provider_skipped'
    const data = JSON.stringify({ event_id: index + 1, event_type, supplier_code: 'sélection' })
    return `: ping\r\nid: ${index + 1}\r\nevent: ${event_type}\r\ndata: ${data}\r\n\r\n`
  })
  const server = createServer((request, response) => {
    const after = Number(request.headers['last-event-id'] ?? 0)
    resumedAfter.push(after)
    response.setHeader('content-type', 'text/event-stream')
    send(frames.slice(after), response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { client: new HotelGateway({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', maxAttempts }), resumedAfter }
}

/** Cuts a connection when what was written has had time to arrive: `fetch` drops what it has not handed out yet. */
function cutSoon(response: ServerResponse): void {
  setTimeout(() => response.destroy(), 20)
}

function idsOf(events: readonly RoomStreamEvent[]): number[] {
  return events.map(({ event_id }) => event_id)
}

function upTo(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index + 1)
}

const STREAM = { hotel_id: '1', stream_id: 'stream_1' }

describe('a room stream of the gateway', () => {
  it('is given whole and typed', async () => {
    const { client } = connect()
    const rooms = await client.createRoomSearch({ hotel_id: await hotelOf(client, 'hold'), ...stay(), ...party })
    const events = await listOf(client.streamRooms(rooms))
    expect(events[0]).toMatchObject({ event_type: 'stream_ready', stream_id: rooms.stream_id })
    expect(idsOf(events)).toEqual(upTo(events.length))
    const done = events.at(-1)
    if (done?.event_type !== 'done') throw new Error('it did not end with done')
    const options = events.flatMap((event) => (event.event_type === 'provider_options' ? event.options : []))
    expect(done.options_count).toBe(options.length)
    expect(await listOf(client.streamRooms(rooms, { lastEventId: 2 }))).toEqual(events.slice(2))
  })

  it('is taken up again behind its last event, over cut after cut', async () => {
    const random = randomOf(7)
    const { client, proxy } = await connectOver(
      (request, cuts) => (request.includes('/rooms/stream/') && cuts < 5 ? random.int(2, 3) : 'WHOLE'),
      { maxAttempts: 8 },
    )
    const { hotels } = await connect().client.searchHotels({ ...londonSearch(), limit: 1 })
    const rooms = await client.createRoomSearch({ hotel_id: hotels[0]?.hotel_id ?? '', ...stay(), ...party })
    const events = await listOf(client.streamRooms(rooms))
    expect(idsOf(events)).toEqual(upTo(events.length))
    expect(events.at(-1)?.event_type).toBe('done')
    const resumed = proxy.requests.filter((request) => headerOf(request, 'last-event-id') !== undefined)
    expect(resumed.length).toBeGreaterThan(0)
  })

  it('waits while its own connection, which was cut, is still in use', async () => {
    const used = refusalText('409 X', 'STREAM_IN_USE')
    const { client } = await connectOver(inTurn('WHOLE', 'LOST', used))
    const rooms = await client.createRoomSearch({
      hotel_id: await hotelOf(connect().client, 'hold'),
      ...stay(),
      ...party,
    })
    expect((await listOf(client.streamRooms(rooms))).at(-1)?.event_type).toBe('done')
    const taken = await connectOver(() => used)
    const error = await listOf(taken.client.streamRooms(rooms)).catch((fault: unknown) => fault)
    expect(isProblem(error, 'STREAM_IN_USE')).toBe(true)
    expect(taken.proxy.requests).toHaveLength(1)
  })

  it('that there is not is refused at once', async () => {
    const { client, attempts } = connect()
    const error = await listOf(client.streamRooms({ hotel_id: 1, stream_id: 'stream_none' })).catch(
      (fault: unknown) => fault,
    )
    expect(isProblem(error, 'STREAM_NOT_FOUND')).toBe(true)
    expect(attempts).toMatchObject([{ operation: 'openRoomStream', status: 404, retryInMs: null }])
  })

  it('gives its options alone', async () => {
    const { client } = connect()
    const options = await listOf(
      client.roomOptions({ hotel_id: await hotelOf(client, 'confirm'), ...stay(), ...party }),
    )
    expect(options.length).toBeGreaterThan(0)
    for (const { booking_token } of options) expect(booking_token).toMatch(/^bkt_/)
  })
})

describe('a stream that is cut anywhere', () => {
  it('thirty times, between any two bytes, loses no event and gives none twice', async () => {
    const random = randomOf(11)
    let cuts = 0
    const { client, resumedAfter } = await streamServer(
      40,
      (frames, response) => {
        const bytes = Buffer.from(`retry: 5\n\n${frames.join('')}`)
        cuts += 1
        if (cuts > 30) return void response.end(bytes)
        response.write(bytes.subarray(0, random.int(20, Math.min(bytes.length, 420))), () => response.destroy())
      },
      20,
    )
    const events = await listOf(client.streamRooms(STREAM))
    expect(idsOf(events)).toEqual(upTo(40))
    expect(events.every((event) => !('supplier_code' in event) || event.supplier_code === 'sélection')).toBe(true)
    expect(resumedAfter.length).toBeGreaterThan(10)
    expect(resumedAfter).toEqual([...resumedAfter].sort((a, b) => a - b))
  })

  it('passes over events that it has, should they come again', async () => {
    const { client } = await streamServer(6, (frames, response) => {
      const again = frames.length === 6 ? [] : ['id: 1\ndata: {"event_id":1,"event_type":"stream_ready"}\n\n']
      const some = [...again, ...frames].slice(0, 3)
      response.write(`retry: 5\n\n${some.join('')}`, () => cutSoon(response))
    })
    expect(idsOf(await listOf(client.streamRooms(STREAM)))).toEqual(upTo(6))
  })

  it('is given up after maxAttempts without an event; each event begins the count anew', async () => {
    let calls = 0
    const { client, resumedAfter } = await streamServer(40, (frames, response) => {
      calls += 1
      const some = calls <= 9 ? frames.slice(0, 1) : []
      response.write(`retry: 5\n\n: ping\n\n${some.join('')}`, () => cutSoon(response))
    })
    const seen: RoomStreamEvent[] = []
    const error = await (async () => {
      for await (const event of client.streamRooms(STREAM)) seen.push(event)
    })().catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(idsOf(seen)).toEqual(upTo(9))
    expect(resumedAfter).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9])
  })
})

describe('a reader', () => {
  it('that leaves closes its connection', async () => {
    let closed = 0
    const { client } = await streamServer(3, (frames, response, request) => {
      request.socket.on('close', () => {
        closed += 1
      })
      response.write(frames[0] ?? '')
    })
    for await (const event of client.streamRooms(STREAM)) {
      expect(event.event_type).toBe('stream_ready')
      break
    }
    await expect.poll(() => closed).toBe(1)
  })

  it('that aborts gets its own reason', async () => {
    const { client } = await streamServer(3, (frames, response) => void response.write(frames[0] ?? ''))
    const controller = new AbortController()
    const reason = new Error('enough')
    const reading = (async () => {
      for await (const _ of client.streamRooms(STREAM, { signal: controller.signal })) controller.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
  })

  it('that is asked to wait for weeks is told so at once', async () => {
    const { client, resumedAfter } = await streamServer(3, (_frames, response) => {
      const refusal = refusalText('503 X', 'SERVICE_UNAVAILABLE', { 'retry-after': '3000000' })
      response.socket?.end(refusal)
    })
    const failed = await client
      .streamRooms(STREAM)
      .next()
      .catch((error: unknown) => error)
    expect(isProblem(failed, 'SERVICE_UNAVAILABLE')).toBe(true)
    expect(resumedAfter).toEqual([0])
  })
})
