import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { admin, runAdmin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, type Journey, party, stay } from '../support/journey.ts'
import { supplierCalls } from '../support/metrics.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let journey: Journey
let others: Sold[]

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  journey = httpJourney(gateway)
  others = await soldByOne()
})

/** A hotel that one supplier alone sells, and its listing. */
type Sold = { readonly hotelId: number; readonly supplier: string; readonly id: string }

async function soldByOne(): Promise<Sold[]> {
  const rows = await database.query(
    `SELECT hotel_id, min(supplier_code) AS supplier, min(supplier_hotel_id) AS id FROM supplier_hotels
     WHERE hotel_id < 900000 GROUP BY hotel_id HAVING count(*) = 1 ORDER BY hotel_id`,
  )
  return rows.map(({ hotel_id: hotelId, supplier, id }: Json) => ({ hotelId, supplier, id }))
}

/** The next such hotel that has rooms to sell, with one of its options. */
async function nextSold(): Promise<Sold & { readonly token: string }> {
  for (let sold = others.shift(); sold; sold = others.shift()) {
    const token = await optionOf(sold.hotelId)
    if (token !== null) return { ...sold, token }
  }
  throw new Error('the sandbox has too few hotels that one supplier sells')
}

async function optionOf(hotelId: number): Promise<string | null> {
  const { body } = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
  return body.data?.options[0]?.booking_token ?? null
}

async function providersOf(hotelId: number): Promise<Json> {
  const { body } = await http.post('/hotels/search', {
    destination: { type: 'hotel', id: hotelId },
    ...stay(90),
    ...party,
    limit: 1,
    pricing_mode: 'live',
  })
  return Object.fromEntries(body.data.providers.map((one: Json) => [one.supplier_code, one.outcome]))
}

function mapping(verb: string, ...args: readonly string[]): Promise<unknown> {
  return runAdmin(database, ['mapping', verb, ...args]).then(({ code, stderr }) => {
    if (code !== 0) throw new Error(stderr)
  })
}

function verify({ supplier, id }: Sold, verification: string): Promise<unknown> {
  return mapping('verify', '--supplier', supplier, '--supplier-hotel', id, '--verification', verification)
}

async function offerOf(token: string): Promise<Json> {
  const { offer } = await journey.prebook(token)
  return offer
}

/** Every call that may book something or that asks about a price. */
async function callsOf(supplier: string): Promise<number> {
  const counts = await Promise.all(
    ['price_check', 'book'].map((operation) => supplierCalls([gateway], supplier, operation)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

function book(offer: Json, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<Json> {
  return journey.book(bookingInput(offer, mode), randomUUID())
}

describe('a listing that failed verification', () => {
  it('is not asked at all, in searches and rooms, within seconds; verified again it is', async () => {
    const sold = await nextSold()
    await verify(sold, 'UNVERIFIED')
    await until(
      'searches to leave it out',
      async () => (await providersOf(sold.hotelId))[sold.supplier] === 'SKIPPED_UNMAPPED',
    )
    expect(await optionOf(sold.hotelId)).toBeNull()
    await verify(sold, 'PENDING')
    expect(await optionOf(sold.hotelId)).not.toBeNull()
    await until(
      'searches to ask it',
      async () => (await providersOf(sold.hotelId))[sold.supplier] !== 'SKIPPED_UNMAPPED',
    )
  })

  it('[C-085] is not booked from a token or an offer of before, and its supplier hears nothing', async () => {
    const sold = await nextSold()
    const token = (await optionOf(sold.hotelId)) ?? ''
    const offer = await offerOf(sold.token)
    await verify(sold, 'UNVERIFIED')
    const before = await callsOf(sold.supplier)
    expect(await http.post('/hotels/prebook', { booking_token: token })).toMatchObject({
      status: 409,
      body: { code: 'HOTEL_MAPPING_UNVERIFIED' },
    })
    expect(await book(offer)).toMatchObject({ code: 'HOTEL_MAPPING_UNVERIFIED' })
    expect(await callsOf(sold.supplier)).toBe(before)
    expect(await database.query('SELECT id FROM bookings WHERE hotel_id = $1', [sold.hotelId])).toEqual([])
    await verify(sold, 'VERIFIED')
    expect(await book(offer)).toMatchObject({ status: expect.stringMatching(/CONFIRMED|PROCESSING/) })
  })

  it('may be searched and held where an operator says so, and is not booked at once', async () => {
    const sold = await nextSold()
    await mapping(
      'verify',
      '--supplier',
      sold.supplier,
      '--supplier-hotel',
      sold.id,
      '--verification',
      'UNVERIFIED',
      '--sell',
    )
    const token = await optionOf(sold.hotelId)
    const offer = await offerOf(token ?? '')
    expect(await book(offer)).toMatchObject({ code: 'HOTEL_MAPPING_UNVERIFIED' })
  })
})

describe('a listing that is another hotel’s now', () => {
  it('is not booked from a token or an offer of before, and its supplier hears nothing', async () => {
    const [sold, other] = [await nextSold(), await nextSold()]
    const token = (await optionOf(sold.hotelId)) ?? ''
    const offer = await offerOf(sold.token)
    await mapping('set', '--hotel', String(other.hotelId), '--supplier', sold.supplier, '--supplier-hotel', sold.id)
    const before = await callsOf(sold.supplier)
    for (const refused of [await journey.prebook(token), await book(offer)])
      expect(refused).toMatchObject({ code: 'HOTEL_MAPPING_UNVERIFIED' })
    expect(await callsOf(sold.supplier)).toBe(before)
  })

  it('keeps what was sold: the booking stays at its hotel, and an operator has a case about it', async () => {
    const sold = await nextSold()
    const booking = await book(await offerOf(sold.token))
    const [frozen] = await database.query('SELECT hotel_id, supplier_code, terms FROM bookings WHERE id = $1', [
      booking.booking_id,
    ])
    expect(frozen['terms']).toMatchObject({ supplierHotelId: sold.id, mappingVersion: null })
    await mapping('remove', `${sold.supplier}/${sold.id}`, '--reason', 'the house next door')
    const [row] = await database.query('SELECT hotel_id, supplier_code, terms FROM bookings WHERE id = $1', [
      booking.booking_id,
    ])
    expect(row).toEqual(frozen)
    const cases = await admin(database, 'case', 'list', '--kind', 'LISTING_LEFT')
    expect(cases).toEqual([expect.objectContaining({ subject: booking.booking_id })])
    const { stdout } = await runAdmin(database, [
      'mapping',
      'list',
      '--bookings',
      `${sold.supplier}/${sold.id}`,
      '--json',
    ])
    expect(JSON.parse(stdout)).toMatchObject({ bookingId: booking.booking_id, hotelId: sold.hotelId })
    expect(await journey.prebook(sold.token)).toMatchObject({ code: 'HOTEL_MAPPING_UNVERIFIED' })
    const cancelled = await journey.cancel(
      booking.booking_id,
      (await journey.quote(booking.booking_id)).quote_id,
      randomUUID(),
    )
    expect(cancelled.status).toMatch(/^CANCEL/)
  })

  it('is followed when SQL has moved it, too', { timeout: 150_000 }, async () => {
    const [sold, other] = [await nextSold(), await nextSold()]
    const booking = await book(await offerOf(sold.token))
    await database.query(
      'UPDATE supplier_hotels SET hotel_id = $1 WHERE supplier_code = $2 AND supplier_hotel_id = $3',
      [other.hotelId, sold.supplier, sold.id],
    )
    // As if it had been a minute ago: by then nobody books under the mapping of before.
    await database.query(
      `ALTER TABLE mapping_versions DISABLE TRIGGER mapping_versions_kept;
       UPDATE mapping_versions SET at = at - interval '61 s' WHERE actor = 'sql';
       ALTER TABLE mapping_versions ENABLE TRIGGER mapping_versions_kept`,
    )
    await database.query(
      `UPDATE catalogue_marks SET at = at - interval '90 s' WHERE name = 'mapping-versions-followed'`,
    )
    await until(
      'the case',
      async () => {
        const found = await database.query(`SELECT 1 FROM cases WHERE kind = 'LISTING_LEFT' AND subject = $1`, [
          booking.booking_id,
        ])
        return found.length > 0
      },
      120_000,
    )
  })
})
