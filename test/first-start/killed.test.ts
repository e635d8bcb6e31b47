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
  return until(status, async () => (await statusOf(gateway, bookingId)) === status)
}

/** As `npm start` runs it. Every place to die, at every supplier: test/kill. */
describe('a gateway process', () => {
  it('starts, books, and exits with 0 on SIGTERM', async () => {
    const gateway = await start()
    const booked = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    await reaches(gateway, booked.booking_id, 'CONFIRMED')
    expect(await gateway.kill('SIGTERM')).toBe(0)
  })

  it('[C-071] [C-105] [C-112] [C-113] killed between the supplier’s acceptance and its own commit has booked once after a restart', async () => {
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
})
