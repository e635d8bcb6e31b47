import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
const running: GatewayProcess[] = []

async function start(killPoint?: string): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({
    databaseUrl: database.url,
    env: killPoint ? { KILL_POINT: killPoint } : {},
  })
  running.push(gateway)
  return gateway
}

beforeEach(async () => {
  database = await createSandboxDatabase()
})

afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop()
  await database.drop()
})

async function statusOf(gateway: GatewayProcess, bookingId: string): Promise<string> {
  return (await httpJourney(gateway).booking(bookingId)).status
}

function reaches(gateway: GatewayProcess, bookingId: string, status: string): Promise<boolean> {
  return until(status, async () => (await statusOf(gateway, bookingId)) === status, 120_000)
}

/** What a partner does after such a death; every place to die, and every supplier: test/kill. */
describe('a gateway killed with SIGKILL', () => {
  it('[C-071] [C-105] [C-112] [C-113] between the supplier’s acceptance and its own second transaction: CONFIRMED after a restart, booked once', {
    timeout: 180_000,
  }, async () => {
    const doomed = await start('create:after-supplier')
    const key = randomUUID()
    const { offer } = await prebookRoom(httpJourney(doomed), await scenarioHotel(doomed, 'hold'))
    const input = bookingInput(offer, 'INSTANT')
    await expect(httpJourney(doomed).book(input, key)).rejects.toThrow()
    expect(await doomed.ended).toBe('SIGKILL')
    expect(await sandboxBookings(database)).toHaveLength(1)

    const next = await start()
    const replayed = await httpClient(next).post('/hotels/book', input, { 'idempotency-key': key })
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    const { booking_id: bookingId } = replayed.body.data
    await reaches(next, bookingId, 'CONFIRMED')
    const itineraries = await sandboxBookings(database)
    expect(itineraries).toHaveLength(1)
    const details = await httpClient(next).get(`/hotels/book/${bookingId}/details`)
    expect(details.body.data.provider.booking_id).toBe(itineraries[0].itinerary_id)
    const causes = details.body.data.history.map(({ sequence, status }: Json) => [sequence, status])
    expect(causes).toEqual([
      [1, 'PROCESSING'],
      [2, 'CONFIRMED'],
    ])
  })

  it('[C-113] before its first commit: nothing was written, and the key is free', async () => {
    const doomed = await start('create:before-commit')
    const key = randomUUID()
    const { offer } = await prebookRoom(httpJourney(doomed), await scenarioHotel(doomed, 'hold'))
    await expect(httpJourney(doomed).book(bookingInput(offer, 'INSTANT'), key)).rejects.toThrow()
    await doomed.ended
    const next = await start()
    const found = await httpClient(next).get('/hotels/book/by-idempotency-key', { 'idempotency-key': key })
    expect(found.body.code).toBe('BOOKING_NOT_FOUND')
    const booked = await httpJourney(next).book(bookingInput(offer, 'INSTANT'), key)
    expect(booked.status).toBe('CONFIRMED')
    expect(await sandboxBookings(database)).toHaveLength(1)
  })

  it('[C-113] before it asked to confirm a hold: the supplier was never asked, so the hold is a hold again and can be confirmed', {
    timeout: 180_000,
  }, async () => {
    const doomed = await start('confirm-hold:before-supplier')
    const held = await bookScenario(doomed, httpJourney(doomed), 'hold', 'HOLD')
    await expect(httpJourney(doomed).confirmHold(held.booking_id, held.accepted_offer_id)).rejects.toThrow()
    await doomed.ended
    const next = await start()
    expect(await statusOf(next, held.booking_id)).toBe('PROCESSING')
    await httpClient(next).post('/sandbox/clock', { advance_seconds: 180 })
    await reaches(next, held.booking_id, 'ON_HOLD')
    await httpJourney(next).confirmHold(held.booking_id, held.accepted_offer_id)
    await reaches(next, held.booking_id, 'CONFIRMED')
  })

  it('[C-113] before it asked to cancel: the supplier was never asked, so the booking is confirmed again and can be cancelled', {
    timeout: 180_000,
  }, async () => {
    const doomed = await start('cancel:before-supplier')
    const booked = await bookScenario(doomed, httpJourney(doomed), 'cancel-free', 'INSTANT')
    const quote = await httpJourney(doomed).quote(booked.booking_id)
    await expect(httpJourney(doomed).cancel(booked.booking_id, quote.quote_id, randomUUID())).rejects.toThrow()
    await doomed.ended
    const next = await start()
    expect(await statusOf(next, booked.booking_id)).toBe('CANCELLATION_PENDING')
    await httpClient(next).post('/sandbox/clock', { advance_seconds: 180 })
    await reaches(next, booked.booking_id, 'CONFIRMED')
    const fresh = await httpJourney(next).quote(booked.booking_id)
    await httpJourney(next).cancel(booked.booking_id, fresh.quote_id, randomUUID())
    await reaches(next, booked.booking_id, 'CANCELLED')
  })
})
