import { afterAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../packages/client/src/generated/operations.ts'
import { type Attempt, HotelGateway, isProblem, verifyWebhook } from '../../packages/client/src/index.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { londonSearch, party, stay } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'
import { bookingOf, listOf, offerOf, optionOf } from './use-client.ts'

let gateway: StartedGateway
let client: HotelGateway
let receiver: Receiver
/** The operations that were answered. */
const called = new Set<string>()

function note({ operation, error }: Attempt): void {
  if (!error) called.add(operation)
}

useGateway(async (started) => {
  ;({ gateway } = started)
  client = new HotelGateway({ baseUrl: `${gateway.url}/`, apiKey: gateway.apiKey, onAttempt: note })
  receiver = await startReceiver()
})

afterAll(async () => {
  await receiver?.close()
})

describe('every operation is a method', () => {
  it('from me to what can be searched for', async () => {
    expect(await client.getMe()).toMatchObject({ environment: 'sandbox' })
    expect((await client.listHotelFilters()).property_types.length).toBeGreaterThan(0)
    expect((await client.listHotelFilters({ language: 'fr' })).facilities.length).toBeGreaterThan(0)
    const { nationalities } = await client.listNationalities({ language: 'de' })
    expect(nationalities.find(({ iso_code }) => iso_code === 'DE')?.name).toBe('Deutschland')
    const { destinations } = await client.findDestinations({ q: 'London', limit: 3 })
    expect(destinations[0]).toMatchObject({ type: 'place', id: 1842 })
  })

  it('the client’s language is that of its answers', async () => {
    const french = new HotelGateway({ baseUrl: gateway.url, apiKey: gateway.apiKey, language: 'fr' })
    const { nationalities } = await french.listNationalities()
    expect(nationalities.find(({ iso_code }) => iso_code === 'DE')?.name).toBe('Allemagne')
  })

  it('searching, polling and asking for rooms', async () => {
    const found = await client.searchHotels({ ...londonSearch(), limit: 2 })
    expect(found.hotels).toHaveLength(2)
    const ids = found.hotels.map(({ hotel_id }) => hotel_id)
    const hotel = await client.getHotel({ hotel_id: ids[0] ?? '', language: 'ja' })
    expect(hotel).toMatchObject({ hotel_id: ids[0], language: 'ja' })
    expect(await client.pollPrices({ search_id: found.search_id, refresh_ids: ids })).toMatchObject({
      search_id: found.search_id,
    })
    const rooms = await client.createRoomSearch({ hotel_id: ids[0] ?? '', ...stay(), ...party })
    const events = await listOf(client.streamRooms({ hotel_id: rooms.hotel_id, stream_id: rooms.stream_id }))
    expect(events.at(-1)?.event_type).toBe('done')
  })

  it('along the life of a held booking, and of one in review', async () => {
    const option = await optionOf(client, 'hold')
    const checked = await client.prebook({ booking_token: option.booking_token })
    expect(checked).toMatchObject({ status: 'AVAILABLE', next_action: 'BOOK' })
    const offer = await client.getOffer({ offer_id: checked.offer?.offer_id ?? '' })
    const input = bookingOf(offer, 'HOLD', { client_reference: 'LIFE-1' })
    const { booking_id } = await client.createBooking(input, { idempotencyKey: 'life-1' })
    expect((await client.findBookingByIdempotencyKey({ idempotency_key: 'life-1' })).booking_id).toBe(booking_id)
    expect((await client.settled({ booking_id })).status).toBe('ON_HOLD')
    await client.confirmHold({ booking_id, accepted_offer_id: offer.offer_id })
    expect((await client.settled({ booking_id })).status).toBe('CONFIRMED')
    expect(await client.getBookingDetails({ booking_id })).toMatchObject({ client_reference: 'LIFE-1' })
    expect(await client.getPenalties({ booking_id })).toMatchObject({ cancellable: true })
    expect((await client.listBookings({ client_reference: 'LIFE-1' })).bookings).toHaveLength(1)
    const { quote_id } = await client.quoteCancellation({ booking_id })
    const cancelled = await client.cancelBooking({ booking_id, cancellation_quote_id: quote_id })
    expect(cancelled.cancellation.cancellation_quote_id).toBe(quote_id)
    expect((await client.settled({ booking_id })).status).toBe('CANCELLED')
    // The log shows an event when no older transaction is under way any more.
    await expect.poll(async () => (await client.listEvents({ limit: 100 })).events.length).toBeGreaterThan(4)
    const waiting = await client.createBooking(bookingOf(await offerOf(client, 'hold-short'), 'HOLD'))
    expect((await client.settled(waiting)).status).toBe('AWAITING_REVIEW')
    const rejected = await client.reviewBooking({ booking_id: waiting.booking_id, decision: 'REJECT', note: 'no' })
    expect(rejected.failure?.code).toBe('REVIEW_REJECTED')
  })

  it('webhook endpoints and their deliveries', async () => {
    const made = await client.createWebhookEndpoint({ url: receiver.url, event_types: ['booking.*'], asymmetric: true })
    const { endpoint_id } = made
    expect((await client.listWebhookEndpoints()).endpoints).toHaveLength(1)
    expect(await client.getWebhookEndpoint({ endpoint_id })).toMatchObject({ signing_secret: null })
    expect(await client.updateWebhookEndpoint({ endpoint_id, description: 'x' })).toMatchObject({ description: 'x' })
    const rotated = await client.rotateWebhookSecret({ endpoint_id })
    const { delivery_id } = await client.testWebhookEndpoint({ endpoint_id })
    const { headers, body } = await receiver.waitFor(({ event }) => event.type === 'webhook.test')
    expect(await verifyWebhook({ secret: rotated.signing_secret ?? '', headers, body })).toMatchObject({
      type: 'webhook.test',
      data: { endpoint_id },
    })
    await until('the receipt', async () => (await client.getWebhookDelivery({ delivery_id })).status === 'DELIVERED')
    expect((await client.listWebhookDeliveries({ endpoint_id })).deliveries).toHaveLength(1)
    await client.redeliverWebhook({ delivery_id })
    await client.recoverWebhookEndpoint({ endpoint_id, since: '2020-01-01T00:00:00Z' })
    expect(await client.deleteWebhookEndpoint({ endpoint_id })).toMatchObject({ deleted: true })
    const gone = await client.getWebhookEndpoint({ endpoint_id }).catch((error: unknown) => error)
    expect(isProblem(gone, 'WEBHOOK_ENDPOINT_NOT_FOUND')).toBe(true)
  })

  it('terms of suppliers', async () => {
    const { terms } = await client.listSupplierTerms()
    const { supplier_code, version } = terms[0] ?? { supplier_code: '', version: '' }
    expect(await client.acceptSupplierTerms({ supplier_code, version })).toMatchObject({ supplier_code, version })
  })

  it('API keys', async () => {
    const { keys } = await client.listApiKeys()
    const own = keys.find(({ is_current }) => is_current)?.key_id ?? ''
    const { key, api_key } = await client.rollApiKey({ key_id: own, overlap_seconds: 172_800 })
    expect(await new HotelGateway({ baseUrl: gateway.url, apiKey: api_key }).getMe()).toMatchObject({
      key_id: key.key_id,
    })
    await client.updateApiKey({ key_id: key.key_id, addresses: ['203.0.113.0/24'] })
    expect(await client.revokeApiKey({ key_id: key.key_id })).toMatchObject({ revoked: true })
  })

  it('and none was left out', () => {
    const operations = ROUTES.map(({ operation }) => operation)
    expect(Object.keys(OPERATIONS).sort()).toEqual([...operations].sort())
    expect(operations.filter((operation) => !called.has(operation))).toEqual([])
  })
})

describe('wrong arguments', () => {
  it('are refused before anything is sent', async () => {
    const { baseUrl, apiKey } = { baseUrl: gateway.url, apiKey: gateway.apiKey }
    expect(() => new HotelGateway({ baseUrl: 'example.com', apiKey })).toThrow(TypeError)
    expect(() => new HotelGateway({ baseUrl, apiKey: '' })).toThrow(TypeError)
    for (const wrong of ['secret\nb: c', 'secret key', ' secret', 'sécret'])
      expect(() => new HotelGateway({ baseUrl, apiKey: wrong })).toThrow(/^(?!.*s.cret).*characters/s)
    for (const booking_id of ['', '.', '..'])
      await expect(client.getBooking({ booking_id })).rejects.toThrow(new TypeError('booking_id is missing'))
    await expect(
      client.createBooking(bookingOf(await offerOf(client, 'confirm'), 'INSTANT'), {
        idempotencyKey: 'a\r\nx: y',
      }),
    ).rejects.toThrow(TypeError)
  })

  it('a name that the gateway does not know is refused by it, not dropped', async () => {
    const misspelt = { limt: 3 } as object
    const error = await client.listBookings(misspelt).catch((fault: unknown) => fault)
    expect(isProblem(error, 'VALIDATION_ERROR') && error.details.issues[0]?.path).toBe('limt')
  })

  it('an id that would be part of another address stays one part', async () => {
    const error = await client.getBooking({ booking_id: '../me?x=1#' }).catch((fault: unknown) => fault)
    expect(isProblem(error, 'BOOKING_NOT_FOUND', 'NOT_FOUND')).toBe(true)
  })

  it('a client does not show its key', () => {
    expect(JSON.stringify(client)).not.toContain(gateway.apiKey)
  })
})
