import { Agent, request as httpRequest } from 'node:http'
import { addDays } from '../src/domain/time.ts'
import { API_KEY } from './process.ts'

export const CONNECTIONS = 16

// biome-ignore lint/suspicious/noExplicitAny: what the API answers, as a client reads it
export type Json = any // oxlint-disable-line typescript/no-explicit-any

/** `key`: the idempotency key. */
type Sent = { readonly body?: object; readonly key?: string }

export type Client = (method: string, path: string, sent?: Sent) => Promise<Json>

export function clientOf(port: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  return (method, path, { body, key } = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = {
        'x-api-key': API_KEY,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }
      const sent = httpRequest({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const said = Buffer.concat(chunks).toString()
          if (answer.statusCode === 200 || answer.statusCode === 201) resolve(JSON.parse(said))
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${said}`))
        })
      })
      sent.once('error', reject)
      sent.end(text)
    })
}

/** An offer's token, which can be prebooked as often as one likes. */
export async function bookingToken(call: Client): Promise<string> {
  const { data } = await call('GET', '/destinations/autocomplete?q=Scenario:%20cancel-free&limit=1')
  const today = new Date().toISOString().slice(0, 10)
  const rooms = await call('POST', `/hotels/${data.destinations[0].id}/rooms`, {
    body: {
      check_in: addDays(today, 60),
      check_out: addDays(today, 63),
      nationality: 'GB',
      rooms: [{ adults: 2 }],
      max_wait_ms: 10_000,
    },
  })
  return rooms.data.options[0].booking_token
}

export function bookingOf(offer: Json): object {
  const [{ allocation_id }] = offer.allocations
  const name = { given_name: 'Ada', family_name: 'Lovelace' }
  return {
    offer_id: offer.offer_id,
    booking_mode: 'INSTANT',
    holder: { ...name, email: 'ada@example.com', phone: '+442071234567' },
    guests: [
      { allocation_id, type: 'ADULT', ...name },
      { allocation_id, type: 'ADULT', ...name },
    ],
  }
}

/** Does the work of all items with so many at once; how long each took, and all together, ms. */
export async function run<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<{ times: number[]; ms: number }> {
  const times: number[] = []
  const since = performance.now()
  let next = 0
  async function worker(): Promise<void> {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      const begun = performance.now()
      await work(item)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return { times: times.sort((a, b) => a - b), ms: performance.now() - since }
}
