import { beforeAll, describe, expect, it } from 'vitest'
import { type HotelGateway, type LogEvent, type PriceUpdates, TimeoutError } from '../../packages/client/src/index.ts'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient } from '../support/http-client.ts'
import { londonSearch } from '../support/journey.ts'
import { untilLogWhole } from '../support/whole-log.ts'
import { refusalText } from './unsteady-proxy.ts'
import { bookingOf, listOf, offerOf, useClients } from './use-client.ts'

let database: TestDatabase
let http: HttpClient
const { connect, connectOver } = useClients((started) => {
  ;({ database, http } = started)
})

let client: HotelGateway
/** Five bookings of one reference, the oldest first. */
const booked: string[] = []

beforeAll(async () => {
  client = connect().client
  for (let count = 0; count < 5; count += 1) {
    const input = bookingOf(await offerOf(client, 'confirm'), 'INSTANT', { client_reference: 'PAGED' })
    booked.push((await client.createBooking(input)).booking_id)
  }
})

describe('lists', () => {
  it('of bookings are given whole, newest first, whatever the size of a page', async () => {
    const { attempts, client: counted } = connect()
    const filter = { client_reference: 'PAGED' }
    const all = await listOf(counted.allBookings({ ...filter, limit: 2 }))
    expect(all.map(({ booking_id }) => booking_id)).toEqual(booked.toReversed())
    expect(attempts).toHaveLength(3)
    expect(await listOf(counted.allBookings(filter))).toEqual(all)
    expect(attempts).toHaveLength(4)
    expect(await listOf(counted.allBookings({ client_reference: 'NONE' }))).toEqual([])
  })

  it('ask for no page that nobody reads', async () => {
    const { attempts, client: counted } = connect()
    for await (const _ of counted.allBookings({ client_reference: 'PAGED', limit: 1 })) break
    expect(attempts).toHaveLength(1)
  })

  it('of hotels come page by page without a hotel twice', async () => {
    const input = { ...londonSearch(), limit: 40 }
    const ids: string[] = []
    let total = 0
    for await (const { hotels, total_results } of client.searchPages(input)) {
      ids.push(...hotels.map(({ hotel_id }) => hotel_id))
      total = total_results
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(total)
  })

  it('of deliveries are given whole', async () => {
    const { endpoint_id } = await client.createWebhookEndpoint({ url: 'http://127.0.0.1:9/hooks' })
    const made: string[] = []
    for (let count = 0; count < 3; count += 1)
      made.push((await client.testWebhookEndpoint({ endpoint_id })).delivery_id)
    const all = await listOf(client.allDeliveries({ endpoint_id, limit: 1 }))
    expect(all.map(({ delivery_id }) => delivery_id).sort()).toEqual(made.sort())
    await client.deleteWebhookEndpoint({ endpoint_id })
  })
})

describe('the log of events', () => {
  it('is given whole and in order, and goes on behind any event', async () => {
    await untilLogWhole(database)
    const all = await listOf(client.allEvents({ limit: 3 }))
    expect(new Set(all.map(({ position }) => position)).size).toBe(all.length)
    expect(await listOf(client.allEvents())).toEqual(all)
    const after = all[3]?.position
    expect(await listOf(client.allEvents({ after, limit: 2 }))).toEqual(all.slice(4))
  })

  it('is followed through an outage until the reader ends it', async () => {
    await untilLogWhole(database)
    const last = (await listOf(client.allEvents())).at(-1)
    const down = refusalText('503 X', 'SERVICE_UNAVAILABLE')
    let looks = 0
    const outage = await connectOver(() => (++looks <= 6 && looks > 1 ? down : 'WHOLE'), { maxAttempts: 2 })
    const controller = new AbortController()
    const seen: LogEvent[] = []
    const reading = (async () => {
      const options = { follow: true, pollMs: 50, signal: controller.signal }
      for await (const event of outage.client.allEvents({ after: last?.position }, options)) seen.push(event)
    })()
    const { booking_id } = await client.createBooking(bookingOf(await offerOf(client, 'confirm'), 'INSTANT'))
    // Bookings of earlier tests go on meanwhile.
    function told(): string[] {
      return seen.filter(({ data }) => 'booking_id' in data && data.booking_id === booking_id).map(({ type }) => type)
    }
    await expect.poll(told).toContain('booking.confirmed')
    controller.abort(new Error('seen'))
    await expect(reading).rejects.toThrow('seen')
    expect(told()).toEqual(['booking.updated', 'booking.confirmed'])
    expect(looks).toBeGreaterThan(6)
  })

  it('is not followed with a key that is refused', async () => {
    const { client: stranger } = connect({ apiKey: 'wrong' })
    const reading = listOf(stranger.allEvents({}, { follow: true }))
    await expect(reading).rejects.toMatchObject({ name: 'AuthenticationError' })
  })

  it('that is only read tells an outage', async () => {
    const outage = await connectOver(() => refusalText('503 X', 'SERVICE_UNAVAILABLE'), { maxAttempts: 2 })
    await expect(listOf(outage.client.allEvents())).rejects.toMatchObject({ name: 'UnavailableError' })
  })
})

describe('prices', () => {
  it('come until every supplier has answered, each time only what is new', async () => {
    const found = await client.searchHotels({ ...londonSearch(), limit: 20 })
    const polls: PriceUpdates[] = await listOf(client.prices(found))
    expect(polls.at(-1)?.refresh_status).toBe('COMPLETE')
    expect(polls.slice(0, -1).every(({ refresh_status }) => refresh_status === 'PENDING')).toBe(true)
    const revisions = polls.map(({ revision }) => revision)
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b))
    for (const [index, { hotels }] of polls.entries())
      for (const { revision } of hotels) expect(revision).toBeGreaterThan(revisions[index - 1] ?? -1)
    const told = new Set(
      polls.flatMap(({ hotels, no_price_hotel_ids }) => [
        ...hotels.map(({ hotel_id }) => hotel_id),
        ...no_price_hotel_ids,
      ]),
    )
    expect(found.hotels.filter(({ hotel_id }) => !told.has(hotel_id))).toEqual([])
  })
})

describe('a booking that settles', () => {
  it('is waited for', async () => {
    const booking = await client.createBooking(bookingOf(await offerOf(client, 'async'), 'INSTANT'))
    expect(booking.status).toBe('PROCESSING')
    await http.post('/sandbox/clock', { advance_seconds: 10 })
    expect((await client.settled(booking)).status).toBe('CONFIRMED')
  })

  it('is waited for only so long, and can be waited for again', async () => {
    const booking = await client.createBooking(bookingOf(await offerOf(client, 'async'), 'INSTANT'))
    const error = await client.settled(booking, { timeoutMs: 50 }).catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(String(error)).toContain(`${booking.booking_id} is still PROCESSING`)
    expect((await client.settled(booking)).status).toBe('CONFIRMED')
  })

  it('is waited for through an outage', async () => {
    const booking = await client.createBooking(bookingOf(await offerOf(client, 'confirm'), 'INSTANT'))
    let looks = 0
    const outage = await connectOver(() => (++looks <= 3 ? 'LOST' : 'WHOLE'), { maxAttempts: 1 })
    expect((await outage.client.settled(booking)).status).toBe('CONFIRMED')
    expect(looks).toBe(4)
  })

  it('that there is not is told at once', async () => {
    await expect(client.settled({ booking_id: 'ubk_none' })).rejects.toMatchObject({ code: 'BOOKING_NOT_FOUND' })
  })
})
