import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type HttpAnswer, httpClient, type Json } from './http-client.ts'
import { bookingInput, party, scenarioHotel, stay } from './journey.ts'

type Mode = 'INSTANT' | 'HOLD'

type Door = { readonly url: string; readonly apiKey: string }

/** An answer to a write: when it came, since the partner began. */
type Sent = { readonly what: string; readonly status: number; readonly code: string | null; readonly atMs: number }

/** What a booking has to be in the end. */
export type Life = { readonly bookingId: string; readonly key: string; readonly becomes: 'CONFIRMED' | 'CANCELLED' }

export type MovingPartner = {
  readonly sent: readonly Sent[]
  /** The lives that have begun. Throws what went wrong, if anything did. */
  readonly lives: () => readonly Life[]
  /** Every event that was read from the log, in the order in which it came. */
  readonly walked: readonly Json[]
  /**
   * Ends when every booking has become what it should and the log is read to its end, which `events` counts: an empty page may only mean
   * that somebody on the same server has a transaction open for long, which the log waits for.
   */
  readonly stop: (events: () => Promise<number>) => Promise<void>
}

const CLIENTS = 6
const AGAIN_AFTER_MS = 100
const MOST_TRIES = 1_000
const WALK_EVERY_MS = 50
const WALKED_WITHIN_MS = 60_000

/**
 * A partner that takes bookings through their lives, several at once, and walks the log of events meanwhile. As the contract says, it sends
 * again what was answered 503, a change with its own key.
 */
export async function startMovingPartner(door: Door): Promise<MovingPartner> {
  const { call } = httpClient(door)
  const begunAt = performance.now()
  const sent: Sent[] = []
  const lives: Life[] = []
  const walked: Json[] = []
  const over = new AbortController()

  async function ask(method: string, path: string, body?: Json, key?: string): Promise<Json> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const headers = key === undefined ? {} : { 'idempotency-key': key }
      const answer: HttpAnswer = await call(method, path, body, headers)
      const code = answer.status < 300 ? null : answer.body.code
      if (method !== 'GET')
        sent.push({ what: `${method} ${path}`, status: answer.status, code, atMs: performance.now() - begunAt })
      if (answer.status < 300) return answer.body.data
      if (answer.status !== 503)
        throw Object.assign(new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`), { code })
      await pause(AGAIN_AFTER_MS)
    }
    throw new Error(`${method} ${path} was never answered`)
  }
  async function untilIt(bookingId: string, status: string): Promise<void> {
    for (;;) {
      const booking = await ask('GET', `/hotels/book/${bookingId}`)
      if (booking.status === status) return
      if (booking.status === 'FAILED') throw new Error(`${bookingId} failed: ${JSON.stringify(booking)}`)
      await pause(AGAIN_AFTER_MS)
    }
  }
  const hotels = { INSTANT: await scenarioHotel(door, 'cancel-free'), HOLD: await scenarioHotel(door, 'hold') }
  async function roomToken(mode: Mode): Promise<string> {
    const { options } = await ask('POST', `/hotels/${hotels[mode]}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
    return options.find(({ available_booking_modes: modes }: Json) => modes.includes(mode)).booking_token
  }
  const tokens = { INSTANT: await roomToken('INSTANT'), HOLD: await roomToken('HOLD') }

  /** A token of the cell before is none of the next one's, when their master keys differ: the rooms are asked for again then. */
  async function prebook(mode: Mode): Promise<Json> {
    try {
      return await ask('POST', '/hotels/prebook', { booking_token: tokens[mode] })
    } catch (error) {
      if ((error as { code?: string }).code !== 'BOOKING_TOKEN_EXPIRED') throw error
      tokens[mode] = await roomToken(mode)
      return ask('POST', '/hotels/prebook', { booking_token: tokens[mode] })
    }
  }

  /** Booked or held and confirmed; every second one is cancelled. */
  async function live(turn: number): Promise<void> {
    const mode = turn % 3 === 0 ? 'HOLD' : 'INSTANT'
    const key = randomUUID()
    const { offer } = await prebook(mode)
    const { booking_id: bookingId } = await ask('POST', '/hotels/book', bookingInput(offer, mode), key)
    const becomes = turn % 2 === 0 ? 'CANCELLED' : 'CONFIRMED'
    lives.push({ bookingId, key, becomes })
    if (mode === 'HOLD') {
      await untilIt(bookingId, 'ON_HOLD')
      await ask('POST', `/hotels/book/${bookingId}/confirm-hold`, { accepted_offer_id: offer.offer_id })
    }
    await untilIt(bookingId, 'CONFIRMED')
    if (becomes === 'CONFIRMED') return
    const { quote_id: quoteId } = await ask('POST', `/hotels/book/${bookingId}/cancellation-quote`)
    await ask('POST', `/hotels/book/${bookingId}/cancel`, { cancellation_quote_id: quoteId }, randomUUID())
    await untilIt(bookingId, 'CANCELLED')
  }

  let turns = 0
  async function client(): Promise<void> {
    while (!over.signal.aborted) await live(turns++)
  }
  async function walk(): Promise<void> {
    for (let after = '0'; ; ) {
      const isOver = walked.length >= mostEvents || performance.now() > endsAt
      const page = await ask('GET', `/events?after=${after}&limit=20`)
      walked.push(...page.events)
      if (isOver && page.events.length === 0) return
      after = page.next_after
      await pause(WALK_EVERY_MS)
    }
  }
  let mostEvents = Number.POSITIVE_INFINITY
  let endsAt = Number.POSITIVE_INFINITY
  const walking = walk()
  const living = Promise.all(Array.from({ length: CLIENTS }, client))
  let fault: unknown = null
  for (const work of [walking, living])
    work.catch((error: unknown) => {
      fault ??= error
    })
  return {
    sent,
    walked,
    lives: () => {
      if (fault !== null) throw fault
      return lives
    },
    stop: async (events) => {
      over.abort()
      await living
      mostEvents = await events()
      endsAt = performance.now() + WALKED_WITHIN_MS
      await walking
    },
  }
}
