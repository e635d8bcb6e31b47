import { describe, expect, it } from 'vitest'
import {
  type BookingStatusData,
  ConnectionError,
  type HotelGateway,
  type LogEvent,
} from '../../packages/client/src/index.ts'
import type { TestDatabase } from '../support/database.ts'
import { drawnCount } from '../support/draw.ts'
import { party, stay } from '../support/journey.ts'
import { type Random, randomOf } from '../support/random.ts'
import { untilLogWhole } from '../support/whole-log.ts'
import { type Fate, headerOf } from './unsteady-proxy.ts'
import { bookingOf, hotelOf, inTurn, listOf, offerOf, useClients } from './use-client.ts'

let database: TestDatabase
const { connect, connectOver } = useClients((started) => {
  ;({ database } = started)
})

/** Enough for some to meet the creation. */
const CUTS = Math.max(10, drawnCount(50))
const FATES: readonly Fate[] = ['LOST', 'UNHEARD', 'TORN']

/** Half of all requests are cut, until there have been enough cuts. */
function untilEnough(random: Random): (request: string, cuts: number) => Fate {
  return (_, cuts) => (cuts < CUTS && random.chance(0.5) ? random.pick(FATES) : 'WHOLE')
}

/** As a partner would: a check with the supplier whose answer was lost is made again. */
async function checked(client: HotelGateway, booking_token: string) {
  for (;;) {
    const answer = await client.prebook({ booking_token }).catch((error: unknown) => {
      if (error instanceof ConnectionError) return null
      throw error
    })
    if (answer?.offer) return answer.offer
  }
}

async function holdOverCuts(client: HotelGateway, reference: string): Promise<BookingStatusData> {
  const hotel_id = await hotelOf(client, 'hold')
  const [option] = await listOf(client.roomOptions({ hotel_id, ...stay(), ...party }))
  const offer = await checked(client, option?.booking_token ?? '')
  const input = bookingOf(offer, 'HOLD', { client_reference: reference })
  const { booking_id } = await client.createBooking(input, { idempotencyKey: reference })
  for (let again = 0; again < 5; again += 1)
    expect((await client.createBooking(input, { idempotencyKey: reference })).booking_id).toBe(booking_id)
  expect((await client.settled({ booking_id })).status).toBe('ON_HOLD')
  await client.confirmHold({ booking_id, accepted_offer_id: offer.offer_id })
  return client.settled({ booking_id })
}

async function cancelOverCuts(client: HotelGateway, booking_id: string): Promise<BookingStatusData> {
  const { quote_id } = await client.quoteCancellation({ booking_id })
  await client.cancelBooking({ booking_id, cancellation_quote_id: quote_id }, { idempotencyKey: `no-${booking_id}` })
  return client.settled({ booking_id })
}

function eventsOf(events: readonly LogEvent[], booking_id: string) {
  return events.flatMap(({ data }) => ('sequence' in data && data.booking_id === booking_id ? [data] : []))
}

describe('a network that cuts', () => {
  it('again and again in a booking’s life leaves one booking, and each of its events once', async () => {
    const patient = { maxAttempts: 20, timeoutMs: 120_000 }
    const { client, proxy } = await connectOver(untilEnough(randomOf(20_261_123)), patient)
    const reference = 'CUT-50'
    const confirmed = await holdOverCuts(client, reference)
    expect(confirmed.status).toBe('CONFIRMED')
    const { booking_id } = confirmed
    expect((await cancelOverCuts(client, booking_id)).status).toBe('CANCELLED')

    const direct = connect().client
    const bookings = await listOf(direct.allBookings({ client_reference: reference }))
    expect(bookings.map((one) => one.booking_id)).toEqual([booking_id])
    await untilLogWhole(database)
    // The log is read an event at a time, until there have been enough cuts.
    do {
      const events = eventsOf(await listOf(client.allEvents({ limit: 1 })), booking_id)
      expect(events.map(({ sequence, status }) => [sequence, status])).toEqual([
        [1, 'PROCESSING'],
        [2, 'ON_HOLD'],
        [3, 'PROCESSING'],
        [4, 'CONFIRMED'],
        [5, 'CANCELLATION_PENDING'],
        [6, 'CANCELLED'],
      ])
    } while (proxy.cuts() < CUTS)
    const creations = proxy.requests.filter((request) => request.startsWith('post /hotels/book '))
    // Six are the test's own; a cut makes the client send one again.
    expect(creations.length).toBeGreaterThan(6)
    expect(new Set(creations.map((request) => headerOf(request, 'idempotency-key')))).toEqual(new Set(['cut-50']))
    expect(proxy.cuts()).toBeGreaterThanOrEqual(CUTS)
  }, 180_000)

  it('a creation that is cut three times sends one key four times, and books once', async () => {
    const { client, proxy, attempts } = await connectOver(inTurn('LOST', 'UNHEARD', 'TORN'))
    const offer = await offerOf(connect().client, 'confirm')
    const { booking_id } = await client.createBooking(bookingOf(offer, 'INSTANT', { client_reference: 'CUT-3' }))
    const keys = proxy.requests.map((request) => headerOf(request, 'idempotency-key'))
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(attempts.map(({ attempt, status, retryInMs }) => [attempt, status, retryInMs === null])).toEqual([
      [1, null, false],
      [2, null, false],
      [3, expect.toBeOneOf([200, null]), false],
      [4, 200, true],
    ])
    const found = await listOf(connect().client.allBookings({ client_reference: 'CUT-3' }))
    expect(found.map((one) => one.booking_id)).toEqual([booking_id])
  })

  it('a call that gives up tells its key, and a call with that key finds what was booked', async () => {
    const { client } = await connectOver(inTurn('UNHEARD', 'UNHEARD'), { maxAttempts: 2 })
    const offer = await offerOf(connect().client, 'confirm')
    const input = bookingOf(offer, 'INSTANT', { client_reference: 'CUT-2' })
    const error = await client.createBooking(input).catch((fault: unknown) => fault)
    if (!(error instanceof ConnectionError) || !error.idempotencyKey) throw new Error('it had no answer and no key')
    expect(error.operation).toBe('createBooking')
    const { booking_id } = await client.createBooking(input, { idempotencyKey: error.idempotencyKey })
    const found = await client.findBookingByIdempotencyKey({ idempotency_key: error.idempotencyKey })
    expect(found.booking_id).toBe(booking_id)
    expect(await listOf(client.allBookings({ client_reference: 'CUT-2' }))).toHaveLength(1)
  })

  it('two calls without a key are two attempts, each with its own', async () => {
    const { client, proxy } = await connectOver(inTurn())
    const offers = [await offerOf(connect().client, 'confirm'), await offerOf(connect().client, 'confirm')]
    for (const offer of offers) await client.createBooking(bookingOf(offer, 'INSTANT'))
    expect(new Set(proxy.requests.map((request) => headerOf(request, 'idempotency-key'))).size).toBe(2)
  })
})
