import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

const HOTELS = { leaving: 900_001, unmapped: 900_003, unknown: 899_999 }
const LEFT = /^No such hotel: it left the catalogue on \d{4}-\d{2}-\d{2}; search again$/

let database: TestDatabase
let gateway: StartedGateway
const { query, mutate } = useBothFacades((started) => {
  ;({ database, gateway } = started)
})

async function unmap(hotelId: number): Promise<void> {
  await database.query(`DELETE FROM supplier_hotels WHERE hotel_id = ${hotelId}`)
}
async function leave(hotelId: number): Promise<void> {
  await unmap(hotelId)
  await database.query(`DELETE FROM hotels WHERE id = ${hotelId}`)
}

function roomsInput(hotelId: number): Json {
  const { check_in: checkIn, check_out: checkOut } = stay()
  return { hotelId: String(hotelId), checkIn, checkOut, nationality: 'GB', rooms: [{ adults: 2 }], maxWaitMs: 10_000 }
}

function askRooms(hotelId: number): Promise<Json> {
  return httpClient(gateway).post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
}

async function tokenOf(hotelId: number): Promise<string> {
  return (await askRooms(hotelId)).body.data.options[0].booking_token
}

function askPrebook(token: string): Promise<Json> {
  return httpClient(gateway).post('/hotels/prebook', { booking_token: token })
}

describe('a hotel that partners have ids of', () => {
  it('is told as one that left the catalogue, on both facades', async () => {
    const token = await tokenOf(HOTELS.leaving)
    await leave(HOTELS.leaving)
    const refused = await askRooms(HOTELS.leaving)
    expect(refused).toMatchObject({ status: 404, body: { code: 'HOTEL_NOT_FOUND' } })
    expect(refused.body.message).toMatch(LEFT)
    expect(await mutate('createRoomSearch', roomsInput(HOTELS.leaving))).toMatchObject({
      code: 'HOTEL_NOT_FOUND',
      message: refused.body.message,
    })
    expect(await query('hotel', { hotelId: String(HOTELS.leaving) })).toMatchObject({
      code: 'HOTEL_NOT_FOUND',
      message: refused.body.message,
    })
    const message =
      'The booking token has expired: its hotel is no longer sold by this supplier; ask for the rooms again'
    expect(await askPrebook(token)).toMatchObject({ status: 404, body: { code: 'BOOKING_TOKEN_EXPIRED', message } })
    expect(await mutate('prebook', { bookingToken: token })).toMatchObject({ code: 'BOOKING_TOKEN_EXPIRED', message })
  })

  it('is not booked under the listing that was taken from it, on both facades', async () => {
    const token = await tokenOf(HOTELS.unmapped)
    await unmap(HOTELS.unmapped)
    const message =
      'The booking token has expired: its hotel is no longer sold by this supplier; ask for the rooms again'
    expect(await askPrebook(token)).toMatchObject({ status: 404, body: { code: 'BOOKING_TOKEN_EXPIRED', message } })
    expect(await mutate('prebook', { bookingToken: token })).toMatchObject({ code: 'BOOKING_TOKEN_EXPIRED', message })
    const { status, body } = await askRooms(HOTELS.unmapped)
    expect(status).toBe(200)
    expect(new Set(body.data.providers.map(({ outcome }: Json) => outcome))).toEqual(new Set(['SKIPPED_UNMAPPED']))
  })

  it('leaves the searches that had shown it before within seconds, and its suppliers are asked no more', async () => {
    const search = { hotel_ids: [566], ...stay(), ...party, pricing_mode: 'live' }
    const { body } = await httpClient(gateway).post('/hotels/search', search)
    expect(body.data.hotels).toHaveLength(1)
    await leave(566)
    const gone = await until('it to leave', async () => {
      const answer = await httpClient(gateway).post('/hotels/search', search)
      return answer.status === 404 ? answer : null
    })
    expect(gone.body).toMatchObject({
      code: 'DESTINATION_NOT_FOUND',
      message: expect.stringMatching(/it left the catalogue on /),
    })
  })

  it('is unknown when it never was in the catalogue', async () => {
    expect((await askRooms(HOTELS.unknown)).body).toMatchObject({ code: 'HOTEL_NOT_FOUND', message: 'No such hotel' })
    expect(await query('hotel', { hotelId: String(HOTELS.unknown) })).toMatchObject({ message: 'No such hotel' })
  })

  it('is found again when the catalogue has it again', async () => {
    const [row] = await database.query('SELECT to_jsonb(h) AS hotel FROM hotels h WHERE id = 565')
    await leave(565)
    expect((await askRooms(565)).body.message).toMatch(LEFT)
    const found = await httpClient(gateway).post('/hotels/search', {
      destination: { type: 'hotel', id: 565 },
      ...stay(),
      ...party,
    })
    expect(found.body).toMatchObject({
      code: 'DESTINATION_NOT_FOUND',
      message: expect.stringMatching(/^No such destination: it left the catalogue on /),
    })
    await database.query('INSERT INTO hotels SELECT * FROM jsonb_populate_record(NULL::hotels, $1)', [row?.['hotel']])
    expect((await askRooms(565)).status).toBe(200)
  })
})
