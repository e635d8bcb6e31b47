import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type StartedGateway } from './gateway.ts'
import { type HttpAnswer, httpClient, type Json } from './http-client.ts'
import { bookingInput, londonSearch, party, scenarioHotel, stay } from './journey.ts'

type Door = Pick<StartedGateway, 'url' | 'apiKey'>

export type Sent = { readonly what: string; readonly status: number; readonly tries: number }

export type Load = {
  readonly sent: readonly Sent[]
  /** Bookings whose creation was answered with success. */
  readonly booked: readonly string[]
  /** Ends when what is under way is answered. */
  readonly stop: () => Promise<void>
}

type LoadOptions = {
  /** It goes on until it was told to stop and has sent so many. */
  readonly atLeast: number
  /** A partner repeats what came to nothing (no answer, or 5xx), a write under the same key; else everything is sent once. */
  readonly repeats: boolean
}

const CLIENTS = 8
/** Some 50 to 100 requests a second: what ends in the middle of it has requests under way. */
const BETWEEN_MS = 60
const REPEAT_AFTER_MS = 200
const MOST_TRIES = 100

/**
 * What partners do, many at once over kept connections: reads of bookings, lists, the log of events, searches, and among ten requests a prebook, a
 * booking and a quote.
 */
export async function startLoad(door: Door, { atLeast, repeats }: LoadOptions): Promise<Load> {
  const { call } = httpClient(door)
  const offers: Json[] = []
  const booked: string[] = []
  const sent: Sent[] = []
  const token = await roomToken(door)

  async function ask(method: string, path: string, body?: Json): Promise<HttpAnswer | null> {
    const headers = { 'idempotency-key': randomUUID() }
    for (let tries = 1; ; tries++) {
      const answer = await call(method, path, body, headers).catch((error: unknown) => String(error))
      const status = typeof answer === 'string' ? 0 : answer.status
      if (repeats && (status === 0 || status >= 500) && tries < MOST_TRIES) {
        await pause(REPEAT_AFTER_MS)
        continue
      }
      const why = status >= 200 && status < 300 ? '' : JSON.stringify(typeof answer === 'string' ? answer : answer.body)
      sent.push({ what: `${method} ${path} ${why}`.trim(), status, tries })
      return why === '' && typeof answer !== 'string' ? answer : null
    }
  }

  async function prebook(): Promise<void> {
    const answer = await ask('POST', '/hotels/prebook', { booking_token: token })
    if (answer) offers.push(answer.body.data.offer)
  }
  async function book(): Promise<void> {
    const offer = offers.shift()
    const answer = offer && (await ask('POST', '/hotels/book', bookingInput(offer, 'INSTANT')))
    if (answer) booked.push(answer.body.data.booking_id)
  }
  async function quote(): Promise<void> {
    // The oldest: that it is confirmed has been told long ago.
    const [bookingId] = booked
    if (bookingId) await ask('POST', `/hotels/book/${bookingId}/cancellation-quote`)
  }
  async function readBooking(): Promise<void> {
    const bookingId = booked.at(-1)
    if (bookingId) await ask('GET', `/hotels/book/${bookingId}`)
  }
  const turn = [
    prebook,
    readBooking,
    book,
    () => ask('GET', '/hotels/bookings?limit=5'),
    () => ask('POST', '/hotels/search', londonSearch({ limit: 5 })),
    readBooking,
    () => ask('GET', '/events?after=0&limit=5'),
    quote,
    () => ask('GET', '/hotels/filters'),
    readBooking,
  ]
  await prebook()
  await book()
  await settled(call, booked[0] ?? '')

  const over = new AbortController()
  let next = 0
  async function client(): Promise<void> {
    while (!over.signal.aborted || sent.length < atLeast) {
      const act = turn[next++ % turn.length]
      await act?.()
      await pause(BETWEEN_MS)
    }
  }
  const running = Promise.all(Array.from({ length: CLIENTS }, client))
  return {
    sent,
    booked,
    stop: async () => {
      over.abort()
      await running
    },
  }
}

async function roomToken(door: Door): Promise<string> {
  const hotelId = await scenarioHotel(door, 'cancel-free')
  const { body } = await httpClient(door).post(`/hotels/${hotelId}/rooms`, {
    ...stay(),
    ...party,
    max_wait_ms: 10_000,
  })
  return body.data.options[0].booking_token
}

/** The first booking is the one that is quoted. */
async function settled(call: ReturnType<typeof httpClient>['call'], bookingId: string): Promise<void> {
  for (;;) {
    const { body } = await call('GET', `/hotels/book/${bookingId}`)
    if (body.data.status === 'CONFIRMED') return
    await pause(REPEAT_AFTER_MS)
  }
}
