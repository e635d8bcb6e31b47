import { randomUUID } from 'node:crypto'
import { dayFromNow } from './day-from-now.ts'
import { type StartedGateway } from './gateway.ts'
import { type HttpClient, httpClient, type Json } from './http-client.ts'
import { parseSse } from './sse.ts'

/** What a partner does, whichever facade it speaks; answers are in the contract's spelling. */
export type Journey = {
  readonly search: (input: Json) => Promise<Json>
  /** Every event of the room stream, to its end. */
  readonly rooms: (hotelId: string, input: Json) => Promise<Json[]>
  /** The envelope's `status` beside its data. */
  readonly prebook: (bookingToken: string) => Promise<Json>
  readonly book: (input: Json, key: string) => Promise<Json>
  readonly booking: (bookingId: string) => Promise<Json>
  /** A booking, or a problem with its `code`. */
  readonly confirmHold: (bookingId: string, offerId: string) => Promise<Json>
  readonly quote: (bookingId: string) => Promise<Json>
  readonly cancel: (bookingId: string, quoteId: string, key: string) => Promise<Json>
}

/** `client` sends the requests; one to the gateway by default. */
export function httpJourney(
  gateway: Pick<StartedGateway, 'url' | 'apiKey'>,
  { get, post }: HttpClient = httpClient(gateway),
): Journey {
  function dataOf({ body }: { body: Json }): Json {
    return body.data ?? body
  }
  return {
    search: async (input) => dataOf(await post('/hotels/search', input)),
    rooms: async (hotelId, input) => {
      const created = dataOf(await post(`/hotels/${hotelId}/rooms`, input))
      const stream = await get(created.sse_stream_url)
      return parseSse(stream.body).map(({ data }) => data)
    },
    prebook: async (bookingToken) => {
      const { body } = await post('/hotels/prebook', { booking_token: bookingToken })
      return body.data ? { status: body.status, ...body.data } : body
    },
    book: async (input, key) => dataOf(await post('/hotels/book', input, { 'idempotency-key': key })),
    booking: async (bookingId) => dataOf(await get(`/hotels/book/${bookingId}`)),
    confirmHold: async (bookingId, offerId) =>
      dataOf(await post(`/hotels/book/${bookingId}/confirm-hold`, { accepted_offer_id: offerId })),
    quote: async (bookingId) => dataOf(await post(`/hotels/book/${bookingId}/cancellation-quote`)),
    cancel: async (bookingId, quoteId, key) =>
      dataOf(
        await post(`/hotels/book/${bookingId}/cancel`, { cancellation_quote_id: quoteId }, { 'idempotency-key': key }),
      ),
  }
}

/** A stay that begins so many days from now. */
export function stay(daysAhead = 60, nights = 3): { check_in: string; check_out: string } {
  return { check_in: dayFromNow(daysAhead), check_out: dayFromNow(daysAhead + nights) }
}

export const party = { nationality: 'GB', rooms: [{ adults: 2, child_ages: [] }] }

/** A search that finds some hundred hotels. */
export function londonSearch(changes: Json = {}): Json {
  return {
    destination: { type: 'place', id: 1842 },
    ...stay(),
    ...party,
    ...changes,
  }
}

/** A scenario hotel's id, by its name, as a partner would find it. */
export async function scenarioHotel(gateway: Pick<StartedGateway, 'url' | 'apiKey'>, slug: string): Promise<string> {
  const { body } = await httpClient(gateway).get(`/destinations/autocomplete?q=Scenario: ${slug}&limit=50`)
  const found = body.data.destinations.find((destination: Json) => destination.name === `Scenario: ${slug}`)
  if (!found) throw new Error(`no scenario ${slug}`)
  return String(found.id)
}

/** Goes through the stream to a room option and prebooks it; a hold-capable one where there is one. */
export async function prebookRoom(journey: Journey, hotelId: string): Promise<Json> {
  const events = await journey.rooms(hotelId, { ...stay(), ...party })
  const options = events
    .filter(({ event_type }) => event_type === 'provider_options')
    .flatMap(({ options: all }) => all)
  const option =
    options.find(({ available_booking_modes }: Json) => available_booking_modes.includes('HOLD')) ?? options[0]
  return journey.prebook(option.booking_token)
}

export function bookingInput(offer: Json, mode: 'INSTANT' | 'HOLD'): Json {
  return {
    offer_id: offer.offer_id,
    booking_mode: mode,
    holder: { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
    guests: offer.allocations.flatMap(({ allocation_id, adults, child_ages }: Json) => [
      ...Array.from({ length: adults }, () => ({
        allocation_id,
        type: 'ADULT',
        given_name: 'Ada',
        family_name: 'Lovelace',
      })),
      ...child_ages.map((age: number) => ({ allocation_id, type: 'CHILD', age })),
    ]),
  }
}

/** Books a scenario's room to the first answer. */
export async function bookScenario(
  gateway: StartedGateway,
  journey: Journey,
  slug: string,
  mode: 'INSTANT' | 'HOLD',
): Promise<Json> {
  const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, slug))
  return journey.book(bookingInput(offer, mode), randomUUID())
}
