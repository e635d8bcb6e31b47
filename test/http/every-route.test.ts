import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Route } from '../../src/http/routes/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpAnswer, type HttpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { type PrintedSchema, printedSchema } from '../support/printed-schema.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** Every route once, as a partner would, each answer against what `/openapi.json` of this gateway prints for it. */

let gateway: StartedGateway
let http: HttpClient
let printed: PrintedSchema
let receiver: Receiver
/** What is wrong with the answers so far. */
const faults: string[] = []
const walked = new Set<Route['operation']>()

useGateway(async (started) => {
  ;({ gateway, http } = started)
  printed = printedSchema((await http.get('/openapi.json')).body)
  receiver = await startReceiver()
})

afterAll(async () => {
  await receiver?.close()
})

type Ask = { readonly path?: Json; readonly query?: string; readonly body?: Json; readonly key?: string }

async function ask(operation: Route['operation'], { path = {}, query, body, key }: Ask = {}): Promise<HttpAnswer> {
  const route = ROUTES.find((one) => one.operation === operation)
  if (!route) throw new Error(`no route ${operation}`)
  const url = route.path.replace(/:(\w+)/g, (_, name: string) => path[name]) + (query ? `?${query}` : '')
  const answer = await http.call(route.method, url, body, key ? { 'idempotency-key': key } : {})
  const found = printed.answerFaults({ path: route.path.replace(/:(\w+)/g, '{$1}'), method: route.method }, answer)
  if (found) faults.push(`${operation}: ${found}`)
  if (answer.status < 300) walked.add(operation)
  return answer
}

async function dataOf(asked: Promise<HttpAnswer>): Promise<Json> {
  return (await asked).body.data
}

function becomes(bookingId: string, status: string): Promise<Json> {
  return until(`a booking to be ${status}`, async () => {
    const now = await dataOf(ask('getBooking', { path: { booking_id: bookingId } }))
    return now.status === status ? now : null
  })
}

describe('every answer is what is printed for it', () => {
  it('[C-001] [C-030] [C-040] searching and polling prices is as printed', async () => {
    await ask('listHotelFilters')
    await ask('listNationalities', { query: 'language=ja' })
    await ask('findDestinations', { query: 'q=Lon&limit=5' })
    const search = { destination: { type: 'place', id: 1842 }, ...stay(), ...party }
    const found = await dataOf(ask('searchHotels', { body: { ...search, limit: 30 } }))
    await ask('searchHotels', { body: { ...search, limit: 5, pricing_mode: 'live' } })
    await ask('searchHotels', { body: { ...search, fields: ['price'], limit: 3 } })
    await ask('searchHotels', {
      body: { ...search, destination: { type: 'hotel', id: Number(found.hotels[0].hotel_id) }, fields: ['stars'] },
    })
    for (const { hotel_id } of found.hotels) await ask('getHotel', { path: { hotel_id }, query: 'language=ar' })
    await until('the refresh to end', async () => {
      const updates = await dataOf(ask('pollPrices', { path: { search_id: found.search_id } }))
      return updates?.refresh_status === 'COMPLETE'
    })
    expect(faults).toEqual([])
  })

  it('[C-052] looking at rooms is as printed', async () => {
    for (const slug of ['confirm', 'unmapped-room', 'kwd', 'supplier-error', 'no-price', 'cancel-penalty']) {
      const path = { hotel_id: await scenarioHotel(gateway, slug) }
      const created = await dataOf(ask('createRoomSearch', { path, body: { ...stay(), ...party } }))
      await ask('openRoomStream', { path: { ...path, stream_id: created.stream_id } })
      await ask('createRoomSearch', { path, body: { ...stay(70), ...party, max_wait_ms: 5_000 } })
    }
    expect(faults).toEqual([])
  })

  it('[C-060] [C-063] prebooking is as printed', async () => {
    for (const slug of ['price-changed', 'sold-out', 'jpy']) {
      const path = { hotel_id: await scenarioHotel(gateway, slug) }
      const body = { ...stay(), ...party, max_wait_ms: 10_000 }
      const { options } = await dataOf(ask('createRoomSearch', { path, body }))
      const { offer } = await dataOf(ask('prebook', { body: { booking_token: options[0].booking_token } }))
      if (offer) await ask('getOffer', { path: { offer_id: offer.offer_id } })
      await ask('getOffer', { path: { offer_id: 'ubk_1' } })
    }
    expect(faults).toEqual([])
  })

  it('[C-069] [C-088] [C-096] along the life of a booking', async () => {
    const journey = httpJourney(gateway)
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'hold-refused'))
    const key = randomUUID()
    const input = { ...bookingInput(offer, 'HOLD'), metadata: { Own_Key: 'kept' }, client_reference: 'R-1' }
    const { booking_id: bookingId } = await dataOf(ask('createBooking', { body: input, key }))
    const path = { booking_id: bookingId }
    await ask('createBooking', { body: { ...input, booking_mode: 'INSTANT' }, key })
    await ask('findBookingByIdempotencyKey', { key })
    await becomes(bookingId, 'ON_HOLD')
    const confirm = { path, body: { accepted_offer_id: offer.offer_id } }
    expect((await ask('confirmHold', confirm)).body.code).toBe('HOLD_CONFIRMATION_REJECTED')
    await ask('confirmHold', confirm)
    await becomes(bookingId, 'CONFIRMED')
    await ask('getBookingDetails', { path })
    await ask('getPenalties', { path })
    await ask('listBookings', { query: 'limit=1' })
    const quote = await dataOf(ask('quoteCancellation', { path }))
    const cancel = { path, body: { cancellation_quote_id: quote.quote_id } }
    await ask('cancelBooking', { path, body: { cancellation_quote_id: 'cq_UNKNOWN' }, key: randomUUID() })
    await ask('cancelBooking', { ...cancel, key: randomUUID() })
    expect((await ask('quoteCancellation', { path })).status).toBe(409)
    await ask('listEvents', { query: 'limit=100' })
    expect(faults).toEqual([])
  })

  it('[C-002] [C-075] of a refused booking and of one in review', async () => {
    const journey = httpJourney(gateway)
    const refused = await prebookRoom(journey, await scenarioHotel(gateway, 'refused'))
    await ask('createBooking', { body: bookingInput(refused.offer, 'INSTANT'), key: randomUUID() })
    const held = await prebookRoom(journey, await scenarioHotel(gateway, 'hold-short'))
    const body = bookingInput(held.offer, 'HOLD')
    const { booking_id: bookingId } = await dataOf(ask('createBooking', { body, key: randomUUID() }))
    const path = { booking_id: bookingId }
    await ask('reviewBooking', { path, body: { decision: 'REJECT', note: 'no' } })
    expect((await ask('reviewBooking', { path, body: { decision: 'APPROVE' } })).status).toBe(409)
    expect(faults).toEqual([])
  })

  it('[C-103] [C-111] managing webhook endpoints and deliveries is as printed', async () => {
    const body = { url: receiver.url, event_types: ['booking.*'], asymmetric: true }
    const { endpoint_id: endpointId } = await dataOf(ask('createWebhookEndpoint', { body }))
    const path = { endpoint_id: endpointId }
    await ask('getWebhookEndpoint', { path })
    await ask('listWebhookEndpoints')
    await ask('updateWebhookEndpoint', { path, body: { description: 'changed' } })
    await ask('rotateWebhookSecret', { path })
    const { delivery_id: deliveryId } = await dataOf(ask('testWebhookEndpoint', { path }))
    const delivery = { delivery_id: deliveryId }
    await until('the delivery', async () => {
      const now = await dataOf(ask('getWebhookDelivery', { path: delivery }))
      return now.status === 'DELIVERED'
    })
    await ask('listWebhookDeliveries', { query: `endpoint_id=${endpointId}` })
    await ask('redeliverWebhook', { path: delivery })
    await ask('recoverWebhookEndpoint', { path, body: { since: '2020-01-01T00:00:00Z' } })
    await ask('deleteWebhookEndpoint', { path })
    expect((await ask('getWebhookEndpoint', { path })).status).toBe(404)
    expect(faults).toEqual([])
  })

  it('[C-140] what a key may do, and listing, rolling, binding and revoking API keys, is as printed', async () => {
    await ask('getMe')
    const { terms } = await dataOf(ask('listSupplierTerms'))
    const [{ supplier_code: code, version }] = terms
    await ask('acceptSupplierTerms', { path: { supplier_code: code }, body: { version } })
    const wrong = { path: { supplier_code: code }, body: { version: '0' } }
    expect((await ask('acceptSupplierTerms', wrong)).status).toBe(400)
    const { keys } = await dataOf(ask('listApiKeys'))
    const own = { key_id: keys.find((key: Json) => key.is_current).key_id }
    const { key } = await dataOf(ask('rollApiKey', { path: own, body: { overlap_seconds: 172_800 } }))
    const path = { key_id: key.key_id }
    await ask('updateApiKey', { path, body: { addresses: ['203.0.113.0/24'] } })
    expect((await ask('revokeApiKey', { path: own })).status).toBe(400)
    await ask('revokeApiKey', { path })
    expect((await ask('revokeApiKey', { path })).status).toBe(404)
    expect(faults).toEqual([])
  })

  it('[C-001] and no route was left out', () => {
    expect(ROUTES.map(({ operation }) => operation).filter((operation) => !walked.has(operation))).toEqual([])
  })
})
