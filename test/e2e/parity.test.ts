import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-sse'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import type { TestDatabase } from '../support/database.ts'
import { alike, asHttp, plain, same } from '../support/facade-shapes.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { ofAccess } from '../support/parity-of-access.ts'
import { parseSse } from '../support/sse.ts'
import { until } from '../support/until.ts'
import { camelGuests, SEARCH, samePage, schema, searchInput, useBothFacades } from '../support/use-both-facades.ts'
import { untilLogWhole } from '../support/whole-log.ts'
import { wholeDocument } from '../support/whole-selection.ts'

/** Both facades, every operation, one store: the same data after the case mapping, and no field that only one has. */

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

const facades = useBothFacades((started) => {
  ;({ database, gateway, http } = started)
})
const { query, mutate, data, get, post, settledPrices, booked, endpoint, stillDeliveries } = facades

type Operation = Exclude<(typeof ROUTES)[number]['operation'], 'watchBooking'>

/** Every operation of the table of routes, asked for on both facades. */
/** A status as the details tell it, where `cancellation` is the policy and the cancellation itself has another name. */
function asDetails({ cancellation, ...status }: Json): Json {
  return { ...status, cancellation_record: cancellation }
}

const OPERATIONS: Readonly<Record<Operation, () => Promise<void>>> = {
  searchHotels: async () => {
    // Prices move hotels: the page that the first refresh leaves may show one that it did not ask about.
    await until('a page that is in the cache', async () => {
      const { search_id: searchId, refresh_status: status } = await post('/hotels/search', SEARCH)
      if (status === 'COMPLETE') return true
      await settledPrices(searchId)
      return null
    })
    // Now both find the same prices in the cache.
    alike(await post('/hotels/search', SEARCH), await query('search', { input: searchInput(SEARCH) }))
  },
  pollPrices: async () => {
    const { search_id: searchId } = await post('/hotels/search', { ...SEARCH, ...stay(80) })
    const viaHttp = await settledPrices(searchId)
    const viaGraphql = await until('the next poll', () =>
      query('searchPrices', { searchId }).catch((error: Error) => {
        if (!error.message.includes('RATE_LIMITED')) throw error
        return null
      }),
    )
    same(viaHttp, viaGraphql)
  },
  listHotelFilters: async () =>
    same(await get('/hotels/filters?language=fr'), await query('hotelFilters', { language: 'fr' })),
  getHotel: async () => {
    const hotelId = await scenarioHotel(gateway, 'checkin-special')
    for (const language of ['en', 'ja'])
      same(await get(`/hotels/${hotelId}?language=${language}`), await query('hotel', { hotelId, language }))
  },
  findDestinations: async () =>
    same(await get('/destinations/autocomplete?q=lon&limit=20'), await query('destinations', { q: 'lon', limit: 20 })),
  listNationalities: async () =>
    same(await get('/master-data/nationalities?language=de'), await query('nationalities', { language: 'de' })),
  createRoomSearch: async () => {
    const hotelId = await scenarioHotel(gateway, 'hold')
    const input = {
      hotelId,
      checkIn: stay().check_in,
      checkOut: stay().check_out,
      nationality: 'GB',
      rooms: [{ adults: 2 }],
    }
    alike(await post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party }), await mutate('createRoomSearch', input))
  },
  openRoomStream: async () => {
    const hotelId = await scenarioHotel(gateway, 'hold')
    const { stream_id: streamId, sse_stream_url: path } = await post(`/hotels/${hotelId}/rooms`, {
      ...stay(),
      ...party,
    })
    const viaHttp = parseSse((await http.get(path)).body).map((event) => event.data)
    const client = createClient({
      url: `${gateway.url}/graphql/stream`,
      headers: { 'x-api-key': gateway.apiKey },
      retryAttempts: 0,
    })
    const viaGraphql: Json[] = []
    const document = wholeDocument(schema, 'subscription', 'roomOptions')
    for await (const event of client.iterate<Json>({ query: document, variables: { streamId } })) viaGraphql.push(event)
    client.dispose()
    expect(viaHttp.length).toBeGreaterThan(1)
    same(
      viaHttp,
      viaGraphql.map((event) => event.data.roomOptions),
    )
  },
  prebook: async () => {
    async function tokens(): Promise<string> {
      const events = await httpJourney(gateway).rooms(await scenarioHotel(gateway, 'hold'), { ...stay(), ...party })
      return events.find(({ event_type: type }) => type === 'provider_options').options[0].booking_token
    }
    const { body } = await http.post('/hotels/prebook', { booking_token: await tokens() })
    alike({ status: body.status, ...body.data }, await mutate('prebook', { bookingToken: await tokens() }))
  },
  createBooking: async () => {
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'confirm'))
    const input = bookingInput(offer, 'INSTANT')
    const key = randomUUID()
    await post('/hotels/book', input, { 'idempotency-key': key })
    const replay = await http.post('/hotels/book', input, { 'idempotency-key': key })
    const { replayed, booking } = await mutate('createBooking', { idempotencyKey: key, ...camelGuests(input) })
    expect(replayed).toBe(replay.headers.get('idempotent-replayed') === 'true')
    same(replay.body.data, booking)
  },
  findBookingByIdempotencyKey: async () => {
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'confirm'))
    const key = randomUUID()
    await post('/hotels/book', bookingInput(offer, 'INSTANT'), { 'idempotency-key': key })
    const viaHttp = await data('GET', '/hotels/book/by-idempotency-key', undefined, { 'idempotency-key': key })
    expect(asHttp(await query('booking', { by: { idempotencyKey: key } }))).toMatchObject(plain(asDetails(viaHttp)))
  },
  listBookings: async () => {
    await booked('confirm')
    await booked('cancel-free')
    const { bookings, next_cursor: cursor } = await get('/hotels/bookings?limit=1')
    samePage(bookings, cursor, await query('bookings', { first: 1 }))
    const next = await get(`/hotels/bookings?limit=5&cursor=${cursor}`)
    samePage(next.bookings, next.next_cursor, await query('bookings', { first: 5, after: cursor }))
  },
  getBooking: async () => {
    const { booking_id: bookingId } = await booked('cancel-free')
    const viaHttp = await get(`/hotels/book/${bookingId}`)
    expect(asHttp(await query('booking', { by: { bookingId } }))).toMatchObject(plain(asDetails(viaHttp)))
  },
  getBookingDetails: async () => {
    const { booking_id: bookingId } = await booked('cancel-penalty')
    same(await get(`/hotels/book/${bookingId}/details`), await query('booking', { by: { bookingId } }))
  },
  getPenalties: async () => {
    const { booking_id: bookingId } = await booked('cancel-penalty')
    const [viaHttp, viaGraphql] = [
      await get(`/hotels/book/${bookingId}/penalties`),
      await query('penalties', { bookingId }),
    ]
    same({ ...viaHttp, as_of: '' }, { ...viaGraphql, asOf: '' })
  },
  confirmHold: async () => {
    const [one, other] = [await booked('hold', 'HOLD'), await booked('hold', 'HOLD')]
    const viaHttp = await post(`/hotels/book/${one.booking_id}/confirm-hold`, {
      accepted_offer_id: one.accepted_offer_id,
    })
    alike(
      viaHttp,
      await mutate('confirmHold', { bookingId: other.booking_id, acceptedOfferId: other.accepted_offer_id }),
    )
  },
  quoteCancellation: async () => {
    const { booking_id: bookingId } = await booked('cancel-penalty')
    alike(await post(`/hotels/book/${bookingId}/cancellation-quote`), await mutate('quoteCancellation', { bookingId }))
  },
  cancelBooking: async () => {
    const { booking_id: bookingId } = await booked('cancel-free')
    const { quote_id: quoteId } = await post(`/hotels/book/${bookingId}/cancellation-quote`)
    const key = randomUUID()
    const path = `/hotels/book/${bookingId}/cancel`
    await post(path, { cancellation_quote_id: quoteId }, { 'idempotency-key': key })
    const replay = await http.post(path, { cancellation_quote_id: quoteId }, { 'idempotency-key': key })
    const input = { bookingId, cancellationQuoteId: quoteId, idempotencyKey: key }
    const { replayed, booking } = await mutate('cancelBooking', input)
    expect(replayed).toBe(replay.headers.get('idempotent-replayed') === 'true')
    same(replay.body.data, booking)
  },
  reviewBooking: async () => {
    const { booking_id: bookingId } = await booked('hold-short', 'HOLD')
    const key = randomUUID()
    const path = `/hotels/book/${bookingId}/review`
    await post(path, { decision: 'APPROVE' }, { 'idempotency-key': key })
    const replay = await post(path, { decision: 'APPROVE' }, { 'idempotency-key': key })
    same(replay, (await mutate('reviewBooking', { bookingId, decision: 'APPROVE', idempotencyKey: key })).booking)
  },
  listEvents: async () => {
    await booked('confirm')
    await untilLogWhole(database)
    const { events, next_after: after } = await get('/events?limit=2')
    samePage(events, after, await query('events', { first: 2 }))
  },
  createWebhookEndpoint: async () => {
    const input = { url: 'http://127.0.0.1:9/hook', description: 'x' }
    alike(await endpoint(), await mutate('createWebhookEndpoint', input))
  },
  listWebhookEndpoints: async () => {
    await endpoint()
    same(await get('/webhooks/endpoints'), await query('webhookEndpoints'))
  },
  getWebhookEndpoint: async () => {
    const { endpoint_id: endpointId } = await endpoint()
    same(await get(`/webhooks/endpoints/${endpointId}`), await query('webhookEndpoint', { endpointId }))
  },
  updateWebhookEndpoint: async () => {
    const { endpoint_id: endpointId } = await endpoint()
    const viaHttp = await data('PATCH', `/webhooks/endpoints/${endpointId}`, { description: 'y', max_per_second: 5 })
    alike(viaHttp, await mutate('updateWebhookEndpoint', { endpointId, description: 'y', maxPerSecond: 5 }))
  },
  deleteWebhookEndpoint: async () => {
    const [one, other] = [await endpoint(), await endpoint()]
    alike(
      await data('DELETE', `/webhooks/endpoints/${one.endpoint_id}`),
      await mutate('deleteWebhookEndpoint', { endpointId: other.endpoint_id }),
    )
  },
  rotateWebhookSecret: async () => {
    const [one, other] = [await endpoint(), await endpoint()]
    alike(
      await post(`/webhooks/endpoints/${one.endpoint_id}/rotate-secret`, { grace_period_seconds: 60 }),
      await mutate('rotateWebhookSecret', { endpointId: other.endpoint_id, gracePeriodSeconds: 60 }),
    )
  },
  testWebhookEndpoint: async () => {
    const { endpoint_id: endpointId } = await endpoint()
    alike(await post(`/webhooks/endpoints/${endpointId}/test`), await mutate('testWebhookEndpoint', { endpointId }))
  },
  recoverWebhookEndpoint: async () => {
    const { endpoint_id: endpointId } = await endpoint()
    const since = new Date(Date.now() - 3_600_000).toISOString()
    alike(
      await post(`/webhooks/endpoints/${endpointId}/recover`, { since }),
      await mutate('recoverWebhookEndpoint', { endpointId, since }),
    )
  },
  listWebhookDeliveries: async () => {
    const { endpoint_id: endpointId } = await endpoint()
    for (let index = 0; index < 3; index++) await post(`/webhooks/endpoints/${endpointId}/test`)
    await data('PATCH', `/webhooks/endpoints/${endpointId}`, { enabled: false })
    await stillDeliveries(endpointId)
    const { deliveries, next_cursor: cursor } = await get(`/webhooks/deliveries?endpoint_id=${endpointId}&limit=2`)
    samePage(deliveries, cursor, await query('webhookDeliveries', { endpointId, first: 2 }))
  },
  getWebhookDelivery: async () => {
    const { endpoint_id: endpointId } = await endpoint()
    const { delivery_id: deliveryId } = await post(`/webhooks/endpoints/${endpointId}/test`)
    await data('PATCH', `/webhooks/endpoints/${endpointId}`, { enabled: false })
    await stillDeliveries(endpointId)
    same(await get(`/webhooks/deliveries/${deliveryId}`), await query('webhookDelivery', { deliveryId }))
  },
  redeliverWebhook: async () => {
    const { endpoint_id: endpointId } = await endpoint()
    const { delivery_id: deliveryId } = await post(`/webhooks/endpoints/${endpointId}/test`)
    // Nothing is sent meanwhile.
    await database.query(`UPDATE webhook_endpoints SET paused_until = now() + interval '1 hour' WHERE id = $1`, [
      endpointId,
    ])
    await stillDeliveries(endpointId)
    alike(await post(`/webhooks/deliveries/${deliveryId}/redeliver`), await mutate('redeliverWebhook', { deliveryId }))
  },
  getOffer: async () => {
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    same(await get(`/hotels/offers/${offer.offer_id}`), await query('offer', { offerId: offer.offer_id }))
  },
  ...ofAccess(facades),
}

describe('both facades', () => {
  it('have every operation of the routes here', () => {
    expect(new Set(Object.keys(OPERATIONS))).toEqual(new Set(ROUTES.map(({ operation }) => operation)))
  })

  it('have no operation beyond these but what only GraphQL has', () => {
    const names = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    )
    const asked = new Set(
      Object.values(OPERATIONS).flatMap((run) =>
        [...run.toString().matchAll(/(?:query\(|mutate\(|["']subscription["'],)\s*["'](\w+)["']/g)].map(
          ([, name]) => name,
        ),
      ),
    )
    // A booking's events as they come.
    expect(names.filter((name) => !asked.has(name)).toSorted()).toEqual(['bookingUpdated'])
  })

  for (const [operation, run] of Object.entries(OPERATIONS))
    it(`tell the same of ${operation}`, async () => {
      expect.hasAssertions()
      await run()
    })
})
