import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import type { StartedGateway } from '../support/gateway.ts'
import { startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import {
  bookingInput,
  bookScenario,
  httpJourney,
  londonSearch,
  party,
  prebookRoom,
  scenarioHotel,
  stay,
} from '../support/journey.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { parseSse } from '../support/sse.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

async function found(changes: Json): Promise<Json> {
  return (await http.post('/hotels/search', londonSearch(changes))).body.data
}

/** What each supplier made of a search. */
function outcomes(providers: Json[]): Record<string, string> {
  return Object.fromEntries(providers.map(({ supplier_code: code, outcome }) => [code, outcome]))
}

describe('searching', () => {
  it('[C-012] refuses an unknown path and a wrong method, each in its own way', async () => {
    expect((await http.get('/hotels/unknown/path/here')).body.code).toBe('NOT_FOUND')
    const wrong = await http.call('PUT', '/hotels/search', {})
    expect(wrong).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(wrong.headers.get('allow')).toBe('POST')
  })

  it('[C-026] filters by each kind alone and all together, `%` and accents included', async () => {
    const all = await found({ limit: 100 })
    // One that is for sale: the refreshes behind these searches may find that another has no price, and leave it out.
    const [sample] = (await found({ limit: 20, pricing_mode: 'live' })).hotels.filter(
      ({ price }: Json) => price !== null,
    )
    const filters = (await http.get('/hotels/filters')).body.data
    const facility = filters.facilities.find(({ name }: Json) => sample.facilities.includes(name))
    const alone: [Json, (hotel: Json) => boolean][] = [
      [{ star_ratings: [5] }, ({ stars }) => stars === 5],
      [{ facility_ids: [facility.id] }, ({ facilities }) => facilities.includes(facility.name)],
      [
        { hotel_name: sample.hotel_name.slice(2, 9).toUpperCase() },
        ({ hotel_name: name }) => name.includes(sample.hotel_name.slice(2, 9)),
      ],
      [{ hotel_ids: [Number(sample.hotel_id)] }, ({ hotel_id: id }) => id === sample.hotel_id],
    ]
    for (const [filter, fits] of alone) {
      const { hotels, total_results: total } = await found({ ...filter, limit: 100 })
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThan(all.total_results)
      expect(hotels.every(fits)).toBe(true)
    }
    expect((await found({ hotel_name: '%' })).total_results).toBe(0)
    expect((await found({ hotel_name: 'rue de l’eglise' })).total_results).toBe(0)
    const together = await found({
      hotel_ids: [sample.hotel_id],
      facility_ids: [facility.id],
      hotel_name: sample.hotel_name,
    })
    expect(together.hotels.map(({ hotel_id: id }: Json) => id)).toEqual([sample.hotel_id])
    const nobody = await found({ hotel_ids: [sample.hotel_id], star_ratings: [sample.stars === 5 ? 1 : 5] })
    expect(nobody.total_results).toBe(0)
  })

  it('[C-031] [C-036] prices whole stays in minor units of their own currency', async () => {
    const { hotels } = await found({ pricing_mode: 'live', limit: 10 })
    for (const { price, supplier_prices: quotes, availability_band: band } of hotels) {
      expect(Number.isSafeInteger(price.amount)).toBe(true)
      expect(price.currency).toBe('USD')
      expect(band).toBe(quotes.length > 1 ? 3 : 2)
      for (const quote of quotes) {
        expect(quote).toMatchObject({ rate_type: 'live', currency: 'USD' })
        if (quote.free_cancellation_until) expect(quote.free_cancellation_until).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
      }
    }
    const [estimated] = (await found({ destination: { type: 'place', id: 1850 }, limit: 1 })).hotels
    expect(estimated).toMatchObject({ availability_band: 1, typical_price_usd_cents: null, value_pct: null })
  })

  async function refreshed(slug: string): Promise<Json> {
    const id = Number(await scenarioHotel(gateway, slug))
    const { search_id: searchId, hotels } = await found({ destination: { type: 'hotel', id } })
    expect(hotels.map(({ hotel_id: hotelId }: Json) => hotelId)).toEqual([String(id)])
    return until('COMPLETE', async () => {
      const { status, body } = await http.get(`/hotels/search/${searchId}/prices`)
      return status === 200 && body.data.refresh_status === 'COMPLETE' ? { id: String(id), ...body.data } : null
    })
  }

  it('[C-042] lists a returned hotel without a price, and keeps it', async () => {
    const done = await refreshed('no-price')
    expect(done.no_price_hotel_ids).toContain(done.id)
  })

  it('[C-046] never counts a failing supplier as having no price', async () => {
    await http.post('/sandbox/faults', { supplier_code: 'expedia_rapid', operation: 'search', fault: '500', count: 1 })
    const done = await refreshed('hold')
    expect(done.no_price_hotel_ids).toEqual([])
    expect(outcomes(done.providers)).toMatchObject({ expedia_rapid: 'ERROR' })
  })

  it('[C-050] asks and shows only suppliers that are enabled', async () => {
    /** Who is asked: by a search, and by a room search of a hotel that one of them sells. */
    async function asked(): Promise<string[][]> {
      const { providers } = await found({ limit: 1 })
      const rooms = await http.post(`/hotels/${await scenarioHotel(gateway, 'confirm')}/rooms`, { ...stay(), ...party })
      const events = parseSse((await http.get(rooms.body.data.sse_stream_url)).body)
      const told = events.flatMap(({ event, data }) =>
        event.startsWith('provider_') ? [String(data.supplier_code)] : [],
      )
      return [Object.keys(outcomes(providers)).sort(), told.sort()]
    }
    function becomes(codes: string[]) {
      return until(codes.join(), async () =>
        JSON.stringify(await asked()) === JSON.stringify([codes, codes]) ? true : null,
      )
    }
    function enable(enabled: boolean) {
      return database.query(
        "UPDATE organization_suppliers SET enabled = $1 WHERE supplier_code IN ('liteapi', 'ratehawk')",
        [enabled],
      )
    }
    await becomes(['expedia_rapid', 'hotelbeds', 'liteapi', 'ratehawk'])
    await enable(false)
    await becomes(['expedia_rapid', 'hotelbeds'])
    await enable(true)
    await becomes(['expedia_rapid', 'hotelbeds', 'liteapi', 'ratehawk'])
  })

  it('[C-053] streams what there is while a slow supplier is still waited for', async () => {
    const rooms = await http.post(`/hotels/${await scenarioHotel(gateway, 'slow')}/rooms`, { ...stay(), ...party })
    const stream = await fetch(gateway.url + rooms.body.data.sse_stream_url, {
      headers: { 'x-api-key': gateway.apiKey },
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('stream_ready')) text += (await reader?.read())?.value ?? ''
    expect(text).not.toContain('event: done')
    await reader?.cancel()
  })
})

describe('booking', () => {
  it('[C-060] prebooks into an offer with its price, terms and lifecycle', async () => {
    const {
      status,
      offer,
      changes,
      next_action: next,
    } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    expect({ status, changes, next }).toEqual({ status: 'AVAILABLE', changes: [], next: 'BOOK' })
    expect(offer.offer_id).toMatch(/^off_/)
    expect(Date.parse(offer.expires_at)).toBeGreaterThan(Date.now())
    expect(offer.cancellation).toMatchObject({ policy_stage: 'OFFER', refundability: 'REFUNDABLE' })
    expect(offer.price.total).toMatchObject({ currency: 'USD', currency_exponent: 2 })
  })

  it('[C-084] cannot confirm a hold that the supplier has no reference for yet', async () => {
    await http.post('/sandbox/faults', {
      supplier_code: 'expedia_rapid',
      operation: 'book',
      fault: 'timeout',
      count: 1,
    })
    const held = await bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
    expect(held.status).toBe('PROCESSING')
    const early = await httpJourney(gateway).confirmHold(held.booking_id, held.accepted_offer_id)
    expect(early.code).toBe('HOLD_CONFIRMATION_FAILED')
    await until('ON_HOLD', async () => (await httpJourney(gateway).booking(held.booking_id)).status === 'ON_HOLD')
  })

  it('[C-098] cancels once when two quotes are accepted at the same time', async () => {
    const journey = httpJourney(gateway)
    const booked = await bookScenario(gateway, journey, 'cancel-free', 'INSTANT')
    const quotes = [await journey.quote(booked.booking_id), await journey.quote(booked.booking_id)]
    const answers = await Promise.all(
      quotes.map(({ quote_id: id }) => journey.cancel(booked.booking_id, id, randomUUID())),
    )
    expect(answers.filter(({ status }) => status !== undefined).length).toBeGreaterThanOrEqual(1)
    await until('CANCELLED', async () => (await journey.booking(booked.booking_id)).status === 'CANCELLED')
    const { body } = await http.get(`/hotels/book/${booked.booking_id}/details`)
    const causes = body.data.history.map(({ status }: Json) => status)
    expect(causes).toEqual(['PROCESSING', 'CONFIRMED', 'CANCELLATION_PENDING', 'CANCELLED'])
  })

  it('[C-099] leaves a cancellation pending until the supplier’s record settles it', async () => {
    const journey = httpJourney(gateway)
    const booked = await bookScenario(gateway, journey, 'cancel-timeout', 'INSTANT')
    const { quote_id: quoteId } = await journey.quote(booked.booking_id)
    const cancelled = await journey.cancel(booked.booking_id, quoteId, randomUUID())
    expect(cancelled).toMatchObject({ status: 'CANCELLATION_PENDING', cancellation: { outcome: 'PENDING' } })
    await until('CANCELLED', async () => (await journey.booking(booked.booking_id)).status === 'CANCELLED')
  })

  it('survives noise: a garbled answer to a booking is looked up, and booked once', async () => {
    const before = (await sandboxBookings(database)).length
    for (const fault of ['garbage', 'truncated']) {
      await http.post('/sandbox/faults', { supplier_code: 'expedia_rapid', operation: 'book', fault, count: 1 })
      const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
      expect(booked.status).toBe('PROCESSING')
      await until(
        'CONFIRMED',
        async () => (await httpJourney(gateway).booking(booked.booking_id)).status === 'CONFIRMED',
      )
    }
    expect((await sandboxBookings(database)).length).toBe(before + 2)
  })
})

describe('the hotel’s own confirmation', () => {
  it('[C-117] shows up later, with an event of its own', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    expect(booked.provider).toMatchObject({ hotel_confirmation_number: null, hotel_confirmation_status: 'PENDING' })
    await http.post('/sandbox/clock', { advance_seconds: 180 })
    const told = await until('the number', async () => {
      const booking = await httpJourney(gateway).booking(booked.booking_id)
      return booking.provider.hotel_confirmation_number ? booking : null
    })
    expect(told).toMatchObject({ status: 'CONFIRMED', provider: { hotel_confirmation_status: 'FETCHED' } })
    const { body } = await http.get(`/hotels/book/${booked.booking_id}/details`)
    expect(body.data.history.at(-1)).toMatchObject({ sequence: 3, type: 'booking.updated', cause: 'HOTEL_CONFIRMED' })
  })
})

describe('a shutdown', () => {
  it('[C-114] lets running requests end, and tells streams to reconnect', async () => {
    const own = await createSandboxDatabase()
    const leaving = await startGatewayProcess({ databaseUrl: own.url })
    const client = httpClient(leaving)
    const hotelId = await scenarioHotel(leaving, 'slow')
    const rooms = await client.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party })
    const stream = fetch(leaving.url + rooms.body.data.sse_stream_url, {
      headers: { 'x-api-key': leaving.apiKey },
    }).then((answer) => answer.text())
    const { offer } = await prebookRoom(httpJourney(leaving), await scenarioHotel(leaving, 'hold'))
    await client.post('/sandbox/faults', { supplier_code: 'expedia_rapid', operation: 'book', fault: 'slow', count: 1 })
    const booking = client.post('/hotels/book', bookingInput(offer, 'INSTANT'), { 'idempotency-key': randomUUID() })
    await until(
      'the booking to be under way',
      async () => (await client.get('/hotels/bookings')).body.data.bookings.length === 1,
    )
    const ended = leaving.kill('SIGTERM')
    expect((await booking).body.data.status).toBe('CONFIRMED')
    expect(await stream).toContain('reconnect')
    expect(await ended).toBe(0)
    await own.drop()
  })
})
