/** The baseline of the streams bench: node:http, JSON.stringify and write; it loads nothing else. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toWire } from '../src/domain/wire.ts'
import { HOTEL_ID, optionsEvent, SUPPLIERS } from './streams-event.ts'
import { type Streams, serveOrders } from './streams-orders.ts'

async function bare(): Promise<Streams> {
  const open = new Map<string, { response: ServerResponse; lastId: number }>()
  let made = 0
  function frame(streamId: string, eventId: number, event: object): string {
    const data = { event_id: eventId, stream_id: streamId, hotel_id: String(HOTEL_ID), timestamp: new Date() }
    return `id: ${eventId}\nevent: provider_options\ndata: ${JSON.stringify({ ...data, ...event })}\n\n`
  }
  const server = createServer((request, response) => {
    const streamId = (request.url ?? '').split('/').at(-1) ?? ''
    open.set(streamId, { response, lastId: 1 })
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
    response.write('retry: 2000\n\n')
    response.write(frame(streamId, 1, { event_type: 'stream_ready', suppliers: SUPPLIERS }))
  })
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 }, () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    make: async (count) => Array.from({ length: count }, () => `stream_${(made += 1)}`),
    write: async (writtenAtNs) => {
      const event = toWire(optionsEvent(writtenAtNs)) as object
      for (const [streamId, reader] of open) reader.response.write(frame(streamId, (reader.lastId += 1), event))
    },
    end: async () => {
      for (const { response } of open.values()) response.end()
      open.clear()
    },
  }
}

await serveOrders(await bare())
