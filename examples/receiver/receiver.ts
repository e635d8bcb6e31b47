/**
 * A webhook receiver in forty lines: verifies, takes each event once, and brings a booking's events in order.
 * `WEBHOOK_SECRET=whsec_… npx node examples/receiver/receiver.ts [port]`; a restart forgets what it has seen, a database would not.
 */
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

type Event = {
  type: string
  data: { event_id: string; booking_id?: string; sequence?: number; status?: string; booking?: unknown }
}

const webhook = new Webhook(process.env['WEBHOOK_SECRET'] ?? '')
const seen = new Set<string>()
/** The newest sequence of each booking: its event carries the whole booking, so that nothing older matters any more. */
const newest = new Map<string, number>()

function take({ type, data }: Event): string {
  if (seen.has(data.event_id)) return 'seen before'
  seen.add(data.event_id)
  if (data.booking_id === undefined) return type
  if ((data.sequence ?? 0) <= (newest.get(data.booking_id) ?? 0)) return 'older than what is known'
  newest.set(data.booking_id, data.sequence ?? 0)
  return `${type} ${data.booking_id} ${data.sequence} ${data.status}`
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    try {
      // The bytes as they came: parsed and written again they would have another signature.
      const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers as Record<string, string>) as Event
      response.writeHead(204).end() // first answer, then work: the sender waits 15 s at the most
      console.log(take(event))
    } catch {
      response.writeHead(401).end()
    }
  })
})
server.listen(Number(process.argv[2] ?? 3_000), '127.0.0.1', () => console.log('listening', server.address()))
