import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { HttpAnswer, HttpClient, Json } from './http-client.ts'
import { bookingInput, party } from './journey.ts'
import type { Random } from './random.ts'
import { until } from './until.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAY_S = 86_400
const YEAR_S = 366 * DAY_S
/** By how much times may differ that a client and a gateway tell of one moment: answers take time. */
const NEAR_MS = 15_000

/** The scenarios in which bookings are made: one of each supplier's, and holds. */
export const HOTELS = ['confirm', 'async', 'hold', 'cancel-free'] as const

/** A stretch of real time in which a clock was ahead by so much; `to` null: it still is. */
export type Span = { readonly offsetMs: number; readonly from: number; to: number | null }

type Known = {
  readonly id: string
  readonly mode: 'INSTANT' | 'HOLD'
  readonly offerId: string
  readonly terms: string
}

export type Inhabitant = {
  readonly get: HttpClient['get']
  readonly post: HttpClient['post']
  readonly hotel: (slug: string) => string
  readonly rooms: (hotelId: string) => Promise<Json[]>
  readonly book: (slug: string, mode: Known['mode']) => Promise<string>
  readonly booking: (id: string) => Promise<Json>
  readonly cancel: (id: string) => Promise<HttpAnswer>
  readonly advance: (seconds: number) => Promise<void>
  readonly reset: () => Promise<void>
  readonly now: () => Promise<number>
  /** Does one thing that a partner does, by chance, and checks that its own world answers. */
  readonly step: () => Promise<void>
  /** Fails unless each booking is in the state that its own world gave it. */
  readonly expectAllAsKnown: () => Promise<void>
  readonly steps: () => number
  readonly tally: () => Readonly<Record<string, number>>
  readonly spans: () => readonly Span[]
  readonly bookingIds: () => readonly string[]
}

type InhabitantOptions = {
  /** Of the same organization, one at each process. */
  readonly clients: readonly HttpClient[]
  readonly hotels: ReadonlyMap<string, string>
  readonly random: Random
  readonly movesTime: boolean
}

/** A partner with a world of its own, who knows what time it is there and what has become of its bookings. */
export function createInhabitant({ clients, hotels, random, movesTime }: InhabitantOptions): Inhabitant {
  const spans: Span[] = [{ offsetMs: 0, from: Date.now(), to: null }]
  const known = new Map<string, Known>()
  const expected = new Map<string, string>()
  const prices = new Map<string, string>()
  const tally: Record<string, number> = {}

  function client(): HttpClient {
    return random.pick(clients)
  }
  const get: HttpClient['get'] = (...request) => client().get(...request)
  const post: HttpClient['post'] = (...request) => client().post(...request)
  function offsetMs(): number {
    return spans.at(-1)?.offsetMs ?? 0
  }
  function worldNow(): number {
    return Date.now() + offsetMs()
  }
  function dateAfter(days: number): string {
    return new Date(worldNow() + days * DAY_MS).toISOString().slice(0, 10)
  }
  function near(timestamp: string, wanted: number): void {
    expect(
      Math.abs(Date.parse(timestamp) - wanted),
      `${timestamp} is not near ${new Date(wanted).toISOString()}`,
    ).toBeLessThan(NEAR_MS)
  }
  function stay(days = 60): Json {
    return { check_in: dateAfter(days), check_out: dateAfter(days + 2), ...party }
  }
  function hotel(slug: string): string {
    return hotels.get(slug) ?? ''
  }

  /** Both processes know of it before this answers: each is told, and asked. */
  async function move(body: Json): Promise<void> {
    const from = Date.now()
    const { status, body: answer } = await post('/sandbox/clock', body)
    expect(status).toBe(200)
    for (const one of clients) {
      const { data } = (await one.post('/sandbox/clock', { advance_seconds: 0 })).body
      expect(data.offset_seconds).toBe(answer.data.offset_seconds)
    }
    const last = spans.at(-1)
    if (last) last.to = Date.now()
    spans.push({ offsetMs: answer.data.offset_seconds * 1_000, from, to: null })
  }

  /** A request moves by a year at most. */
  async function advance(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= YEAR_S) await move({ advance_seconds: Math.min(left, YEAR_S) })
  }

  async function rooms(hotelId: string): Promise<Json[]> {
    const { status, body } = await post(`/hotels/${hotelId}/rooms`, { ...stay(), max_wait_ms: 10_000 })
    expect(status).toBe(200)
    return body.data.options
  }

  async function offer(slug: string, mode: Known['mode']): Promise<Json> {
    const options = await rooms(hotel(slug))
    const option = options.find(({ available_booking_modes: modes }: Json) => modes.includes(mode))
    expect(option, `${slug} has nothing for ${mode}`).toBeDefined()
    const { status, body } = await post('/hotels/prebook', { booking_token: option.booking_token })
    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
    near(body.data.offer.expires_at, worldNow() + 15 * MINUTE_MS)
    return body.data.offer
  }

  async function book(slug: string, mode: Known['mode']): Promise<string> {
    const made = await offer(slug, mode)
    const { status, body } = await post('/hotels/book', bookingInput(made, mode), { 'idempotency-key': randomUUID() })
    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
    const { booking_id: id, created_at: createdAt, accepted_offer_id: offerId } = body.data
    near(createdAt, worldNow())
    known.set(id, { id, mode, offerId, terms: JSON.stringify(made.price.total) })
    expected.set(id, mode === 'HOLD' ? 'ON_HOLD' : 'CONFIRMED')
    if (mode === 'HOLD') await settled(id, 'ON_HOLD')
    return id
  }

  async function booking(id: string): Promise<Json> {
    return (await get(`/hotels/book/${id}`)).body.data
  }

  /** The world's own clock may have ended a hold. */
  function statesOf(id: string): string[] {
    const state = expected.get(id) ?? ''
    return state === 'ON_HOLD' && movesTime ? ['ON_HOLD', 'CANCELLED'] : [state]
  }

  async function settled(id: string, state: string): Promise<void> {
    await until(`${id} to be ${state}`, async () => [...statesOf(id), state].includes((await booking(id)).status))
  }

  async function cancel(id: string): Promise<HttpAnswer> {
    const quoted = await post(`/hotels/book/${id}/cancellation-quote`)
    if (quoted.status !== 200) return quoted
    const body = { cancellation_quote_id: quoted.body.data.quote_id }
    const answer = await post(`/hotels/book/${id}/cancel`, body, { 'idempotency-key': randomUUID() })
    if (answer.status === 200) expected.set(id, 'CANCELLED')
    return answer
  }

  function some(fits: (one: Known) => boolean): Known | undefined {
    const fitting = [...known.values()].filter(fits)
    return fitting.length > 0 ? random.pick(fitting) : undefined
  }

  const ACTS: Readonly<Record<string, () => Promise<void>>> = {
    search: async () => {
      const input = { destination: { type: 'place', id: 1859 }, ...stay(random.int(30, 60)), limit: 5 }
      const { status, body } = await post('/hotels/search', input)
      expect(status).toBe(200)
      near(body.data.search_expires_at, worldNow() + 30 * MINUTE_MS)
    },
    price: async () => {
      const slug = random.pick(HOTELS)
      const [option] = await rooms(hotel(slug))
      const key = `${slug} ${dateAfter(60)}`
      const price = JSON.stringify(option.price.total)
      expect(price, `the price of ${key}`).toBe(prices.get(key) ?? price)
      prices.set(key, price)
    },
    prebook: async () => void (await offer(random.pick(HOTELS), 'INSTANT')),
    book: async () => void (await book(random.pick(HOTELS), 'INSTANT')),
    hold: async () => void (await book('hold', 'HOLD')),
    confirm: async () => {
      const one = some(({ id }) => expected.get(id) === 'ON_HOLD')
      if (!one) return
      const { status, body } = await post(`/hotels/book/${one.id}/confirm-hold`, { accepted_offer_id: one.offerId })
      if (status === 200) expected.set(one.id, 'CONFIRMED')
      else expect({ movesTime, code: body.code }).toMatchObject({ movesTime: true })
    },
    cancel: async () => {
      const one = some(({ id, mode }) => mode === 'INSTANT' && expected.get(id) === 'CONFIRMED')
      if (!one) return
      await settled(one.id, 'CONFIRMED')
      const { status, body } = await cancel(one.id)
      expect({ status, message: body.code && body.message }).toEqual({ status: 200, message: undefined })
    },
    look: async () => {
      const one = some(() => true)
      if (!one) return
      const { status, price } = (await get(`/hotels/book/${one.id}/details`)).body.data
      expect([...statesOf(one.id), 'PROCESSING', 'CANCELLATION_PENDING']).toContain(status)
      expect(JSON.stringify(price.total)).toBe(one.terms)
    },
    log: async () => {
      const { data } = (await get('/events?limit=50')).body
      for (const { data: event } of data.events) expect(known.has(event.booking_id)).toBe(true)
    },
    fault: async () => {
      const slug = random.pick(['confirm', 'hold'])
      const supplier = slug === 'confirm' ? 'hotelbeds' : 'expedia_rapid'
      const [option] = await rooms(hotel(slug))
      const fault = { supplier_code: supplier, operation: 'price_check', fault: '500', count: 1 }
      expect((await post('/sandbox/faults', fault)).status).toBe(200)
      const { body } = await post('/hotels/prebook', { booking_token: option.booking_token })
      expect(body.code).toBe('SERVICE_UNAVAILABLE')
    },
    advance: async () => {
      if (movesTime) await move({ advance_seconds: random.int(60, 3 * DAY_S) })
    },
    reset: async () => {
      if (!movesTime) return
      await move({ reset: true })
      near((await post('/sandbox/clock', { advance_seconds: 0 })).body.data.now, Date.now())
      await advance(400 * DAY_S)
    },
  }
  /** How often each is done, of a hundred. */
  const OFTEN: Readonly<Record<string, number>> = {
    search: 16,
    price: 12,
    prebook: 8,
    book: 12,
    hold: 5,
    confirm: 5,
    cancel: 7,
    look: 18,
    log: 5,
    fault: 5,
    advance: 5,
    reset: 2,
  }
  const bag = Object.entries(OFTEN).flatMap(([name, often]) => Array.from({ length: often }, () => name))

  return {
    get,
    post,
    hotel,
    rooms,
    book,
    booking,
    cancel,
    advance,
    reset: () => move({ reset: true }),
    now: async () => Date.parse((await post('/sandbox/clock', { advance_seconds: 0 })).body.data.now),
    step: async () => {
      const name = random.pick(bag)
      tally[name] = (tally[name] ?? 0) + 1
      await ACTS[name]?.()
    },
    expectAllAsKnown: async () => {
      for (const id of known.keys())
        await until(`${id} to be ${statesOf(id).join(' or ')}`, async () =>
          statesOf(id).includes((await booking(id)).status),
        )
    },
    steps: () => Object.values(tally).reduce((sum, count) => sum + count, 0),
    tally: () => tally,
    spans: () => spans,
    bookingIds: () => [...known.keys()],
  }
}
