/**
 * A room stream as server-sent events, with the `eventsource` package: a connection that is lost is taken up again by itself
 * with Last-Event-ID, at whichever process answers, and goes on after the last event that arrived. `streamRooms` of the client,
 * which makes the room search here, does the same without a package.
 * `GATEWAY_KEY=… npx node examples/room-stream.ts [http://127.0.0.1:4000] [hotel id]`
 */
import { EventSource } from 'eventsource'
import { HotelGateway } from '../packages/client/src/index.ts'

const url = process.argv[2] ?? 'http://127.0.0.1:4000'
const key = process.env['GATEWAY_KEY'] ?? ''

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const search = await new HotelGateway({ baseUrl: url, apiKey: key }).createRoomSearch({
  hotel_id: process.argv[3] ?? '900001',
  check_in: dateIn(60),
  check_out: dateIn(63),
  nationality: 'GB',
  rooms: [{ adults: 2 }],
})

// While EventSource waits to come back, nothing else keeps a process of Node's from ending.
const staysAlive = setInterval(() => undefined, 60_000)
const source = new EventSource(url + search.sse_stream_url, {
  // EventSource itself adds Last-Event-ID when it comes back.
  fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, 'x-api-key': key } }),
})
source.addEventListener('error', ({ code }) => {
  console.log(code === undefined ? 'cut off: coming back' : `refused with ${code}`)
  // EventSource does not come back from a refusal: 404 when the stream is gone, 410 when events are.
  if (source.readyState !== EventSource.CLOSED) return
  clearInterval(staysAlive)
  process.exitCode = 1
})
for (const kind of ['stream_ready', 'provider_options', 'provider_skipped', 'provider_error', 'done'])
  source.addEventListener(kind, ({ lastEventId, data: text }) => {
    const { supplier_code: supplier = '', options } = JSON.parse(text) as {
      supplier_code?: string
      options?: unknown[]
    }
    console.log([lastEventId, kind, supplier, options ? `${options.length} options` : ''].filter(Boolean).join(' '))
    // Nothing comes after it; EventSource would take the end for a lost connection.
    if (kind !== 'done') return
    source.close()
    clearInterval(staysAlive)
  })
