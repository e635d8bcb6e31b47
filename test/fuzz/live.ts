import { randomUUID } from 'node:crypto'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import type { Random } from '../support/random.ts'

/** How many of each are remembered; the newest win. */
const KEPT = 40

/** What exists in the gateway that is fuzzed, so that requests reach what is behind the first check. Names as HTTP's. */
export type Live = {
  /** A value that a field of this name had in some answer; undefined when there was none. */
  readonly value: (random: Random, name: string) => Json
  /** Whole bodies that would succeed, by operation; they hold together as single values do not. */
  readonly body: (random: Random, operation: string) => Json
  /** Looks through an answer. */
  readonly learn: (operation: string, answer: Json) => void
}

/** Fields of requests, and the field of answers that they take. */
const ALIASES: Readonly<Record<string, string>> = {
  accepted_offer_id: 'offer_id',
  cancellation_quote_id: 'quote_id',
  cursor: 'next_cursor',
  after: 'position',
  hotel_ids: 'hotel_id',
  refresh_ids: 'hotel_id',
  place_id: 'place_id',
}

const REMEMBERED = new Set(
  'hotel_id place_id search_id stream_id booking_token offer_id allocation_id booking_id quote_id endpoint_id delivery_id next_cursor position client_reference'.split(
    ' ',
  ),
)

export function createLive(): Live {
  const values = new Map<string, Json[]>()
  const bodies = new Map<string, Json[]>()
  function keep(store: Map<string, Json[]>, name: string, value: Json): void {
    const kept = store.get(name) ?? []
    store.set(name, kept)
    kept.push(value)
    if (kept.length > KEPT) kept.shift()
  }
  function walk(value: Json): void {
    if (Array.isArray(value)) return value.slice(0, 10).forEach(walk)
    if (value === null || typeof value !== 'object') return
    for (const [name, child] of Object.entries<Json>(value)) {
      if (REMEMBERED.has(name) && child !== null) keep(values, name, child)
      walk(child)
    }
  }
  function pick(random: Random, store: Map<string, Json[]>, name: string): Json {
    const kept = store.get(name)
    return kept ? random.pick(kept) : undefined
  }
  return {
    value: (random, name) => pick(random, values, ALIASES[name] ?? name),
    body: (random, operation) => structuredClone(pick(random, bodies, operation)),
    learn: (operation, answer) => {
      walk(answer)
      const data = answer?.data
      // GraphQL's clients choose what they are told: less than this makes no booking.
      if (operation === 'prebook' && data?.offer?.allocations?.[0]?.child_ages && data.offer.lifecycle) {
        keep(bodies, 'createBooking', bookingInput(data.offer, 'INSTANT'))
        if (data.offer.lifecycle.hold_allowed) keep(bodies, 'createBooking', bookingInput(data.offer, 'HOLD'))
      }
      if (data?.booking_id && data.accepted_offer_id)
        keep(bodies, 'confirmHold', { booking_id: data.booking_id, accepted_offer_id: data.accepted_offer_id })
      if (operation === 'quoteCancellation' && data?.quote_id)
        keep(bodies, 'cancelBooking', { booking_id: data.booking_id, cancellation_quote_id: data.quote_id })
      if (data?.status === 'AWAITING_REVIEW')
        keep(bodies, 'reviewBooking', { booking_id: data.booking_id, decision: 'APPROVE' })
      if (operation === 'createRoomSearch' && data?.stream_id)
        keep(bodies, 'openRoomStream', { hotel_id: data.hotel_id, stream_id: data.stream_id })
    },
  }
}

/** Scenario hotels that are sold at once, each by a supplier of its own. */
const SOLD = ['confirm', 'hold', 'hold-short', 'async', 'jpy']

/** Walks the sandbox once, so that there is something of everything. */
export async function driveSandbox(gateway: StartedGateway, live: Live, receiverUrl: string): Promise<void> {
  const http = httpClient(gateway)
  const journey = httpJourney(gateway)
  async function learn(operation: string, answered: Promise<{ body: Json }>): Promise<Json> {
    const { body } = await answered
    live.learn(operation, body)
    return body.data
  }
  await learn(
    'searchHotels',
    http.post('/hotels/search', { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 10 }),
  )
  for (const slug of SOLD) {
    const path = `/hotels/${await scenarioHotel(gateway, slug)}/rooms`
    const { options } = await learn('createRoomSearch', http.post(path, { ...stay(), ...party, max_wait_ms: 10_000 }))
    for (const mode of ['INSTANT', 'HOLD'] as const) {
      const { offer } = await learn(
        'prebook',
        http.post('/hotels/prebook', { booking_token: options[0].booking_token }),
      )
      if (mode === 'HOLD' && !offer.lifecycle.hold_allowed) continue
      const booked = await journey.book({ ...bookingInput(offer, mode), client_reference: slug }, randomUUID())
      live.learn('createBooking', { data: booked })
      await learn('quoteCancellation', http.post(`/hotels/book/${booked.booking_id}/cancellation-quote`))
    }
    // One that is left to book.
    await learn('prebook', http.post('/hotels/prebook', { booking_token: options[0].booking_token }))
  }
  const endpoint = await learn('createWebhookEndpoint', http.post('/webhooks/endpoints', { url: receiverUrl }))
  await learn('testWebhookEndpoint', http.post(`/webhooks/endpoints/${endpoint.endpoint_id}/test`))
  await learn('listEvents', http.get('/events'))
}
