import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { admin, adminLines, runAdmin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { letAMinutePass, soldOf } from '../support/follow-mappings.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, type Journey, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { supplierCalls } from '../support/metrics.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** docs/taking-away.md: what happens to everything that is under way when a listing, a mapping or a hotel is taken away. */

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let journey: Journey
let others: Iterator<Sold>

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  journey = httpJourney(gateway)
  others = (await hotelsOfOneSupplier()).values()
})

/** A hotel that one supplier alone sells, and its listing. */
type Sold = { readonly hotelId: number; readonly supplier: string; readonly id: string }
/** With one of its options, and an offer of another. */
type Shown = Sold & { readonly token: string; readonly offer: Json }

async function hotelsOfOneSupplier(): Promise<Sold[]> {
  const rows = await database.query(
    `SELECT hotel_id AS "hotelId", min(supplier_code) AS supplier, min(supplier_hotel_id) AS id FROM supplier_hotels
     WHERE hotel_id < 900000 GROUP BY hotel_id HAVING count(*) = 1 ORDER BY hotel_id`,
  )
  return rows as Sold[]
}

/** The next of them that has rooms to sell. */
async function nextShown(): Promise<Shown> {
  for (let next = others.next(); !next.done; next = others.next()) {
    const [token, second] = (await roomsOf(next.value.hotelId)).options
    const { offer } = token === undefined ? { offer: null } : await journey.prebook((second ?? token).booking_token)
    if (offer) return { ...next.value, token: token.booking_token, offer }
  }
  throw new Error('the sandbox has too few hotels that one supplier sells')
}

async function roomsOf(hotelId: number | string): Promise<Json> {
  const { body } = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
  return body.data
}

async function outcomesOf(hotelId: number | string): Promise<string[]> {
  return (await roomsOf(hotelId)).providers.map(({ outcome }: Json) => outcome)
}

/** The hotel in a search for it. */
async function found(hotelId: number, mode: 'instant' | 'live' = 'instant'): Promise<Json> {
  const { body } = await http.post('/hotels/search', {
    destination: { type: 'hotel', id: hotelId },
    ...stay(75),
    ...party,
    limit: 1,
    pricing_mode: mode,
  })
  return body.data
}

function book(offer: Json, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<Json> {
  return journey.book(bookingInput(offer, mode), randomUUID())
}

async function mapping(verb: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runAdmin(database, ['mapping', verb, ...args])
  if (code !== 0) throw new Error(stderr)
}

function moveTo(hotelId: number, { supplier, id }: Pick<Sold, 'supplier' | 'id'>): Promise<void> {
  return mapping('set', '--hotel', String(hotelId), '--supplier', supplier, '--supplier-hotel', id)
}

/** What the supplier's content says of a listing now, as an import brings it. */
async function tell({ supplier, id }: Pick<Sold, 'supplier' | 'id'>, status: string): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'listing-')), 'listing.ndjson')
  const line = { type: 'listing', supplier_code: supplier, supplier_hotel_id: id, name: 'As it was', status }
  await writeFile(file, `${JSON.stringify(line)}\n`)
  const { code, stderr } = await runAdmin(database, ['catalogue', 'import', file])
  if (code !== 0) throw new Error(stderr)
}

/** Every call that may book something or that asks about a price. */
async function callsOf(supplier: string): Promise<number> {
  const counts = await Promise.all(['price_check', 'book'].map((one) => supplierCalls([gateway], supplier, one)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function listingOf(hotelId: string): Promise<Sold> {
  const [row] = await database.query(
    'SELECT hotel_id AS "hotelId", supplier_code AS supplier, supplier_hotel_id AS id FROM supplier_hotels WHERE hotel_id = $1',
    [hotelId],
  )
  return row as Sold
}

function casesOf(kind: string, bookingId: string): Promise<Json[]> {
  return database.query('SELECT detail, closed_at, settled_how FROM cases WHERE kind = $1 AND subject = $2', [
    kind,
    bookingId,
  ])
}

const SWEPT = { timeout: 150_000 }
const OVER = /its hotel is no longer sold by this supplier; ask for the rooms again$/

describe('a listing that its supplier has closed', () => {
  it('is asked no more: not in searches, not for rooms, and its remembered price is not shown', async () => {
    const shown = await nextShown()
    const before = await until('a price', async () => {
      const { hotels } = await found(shown.hotelId, 'live')
      return hotels[0]?.supplier_prices.length > 0 ? hotels[0] : null
    })
    expect(before.supplier_prices[0].supplier_code).toBe(shown.supplier)
    await tell(shown, 'CLOSED')
    expect(new Set(await outcomesOf(shown.hotelId))).toEqual(new Set(['SKIPPED_UNMAPPED']))
    await until('searches to leave it out', async () => {
      const { providers } = await found(shown.hotelId, 'live')
      return providers.some((one: Json) => one.supplier_code === shown.supplier && one.outcome === 'SKIPPED_UNMAPPED')
    })
    const { hotels } = await found(shown.hotelId)
    expect(hotels.flatMap(({ supplier_prices: prices }: Json) => prices)).toEqual([])
    expect((await http.get(`/hotels/${shown.hotelId}`)).status).toBe(200)
  })

  it('is neither prebooked nor booked nor held from before, and its supplier hears nothing; open again it is', async () => {
    const shown = await nextShown()
    await tell(shown, 'CLOSED')
    const before = await callsOf(shown.supplier)
    expect(await http.post('/hotels/prebook', { booking_token: shown.token })).toMatchObject({
      status: 404,
      body: { code: 'BOOKING_TOKEN_EXPIRED', message: expect.stringMatching(OVER) },
    })
    for (const mode of ['INSTANT', 'HOLD'] as const)
      expect(await book(shown.offer, mode)).toMatchObject({
        code: 'OFFER_NOT_FOUND',
        message: expect.stringMatching(OVER),
      })
    expect(await callsOf(shown.supplier)).toBe(before)
    expect(await database.query('SELECT id FROM bookings WHERE hotel_id = $1', [shown.hotelId])).toEqual([])
    await tell(shown, 'ACTIVE')
    expect(await journey.prebook(shown.token)).toMatchObject({ offer: expect.anything() })
    expect((await book(shown.offer)).status).toMatch(/CONFIRMED|PROCESSING/)
  })

  it('[C-085] whose hold stands is confirmed: the hold is the supplier’s own word', async () => {
    const hotelId = await scenarioHotel(gateway, 'hold')
    const held = await book((await prebookRoom(journey, hotelId)).offer, 'HOLD')
    expect(held.status).toBe('ON_HOLD')
    await tell(await listingOf(hotelId), 'GONE')
    const confirmed = await journey.confirmHold(held.booking_id, held.accepted_offer_id)
    expect(confirmed.status).toMatch(/CONFIRMED|PROCESSING/)
  })

  it('keeps what was sold, with a case for an operator, which ends when it is open again', SWEPT, async () => {
    const shown = await nextShown()
    const { booking_id: id } = await book(shown.offer)
    await until('the confirmation', async () => (await journey.booking(id)).status === 'CONFIRMED')
    const sold = await soldOf(database, id)
    await tell(shown, 'CLOSED')
    await letAMinutePass(database)
    const [opened] = await until(
      'the case',
      async () => {
        const cases = await casesOf('LISTING_CLOSED', id)
        return cases.length > 0 ? cases : null
      },
      120_000,
    )
    expect(opened).toMatchObject({ closed_at: null, detail: { supplierHotelId: shown.id, listingStatus: 'CLOSED' } })
    expect(await soldOf(database, id)).toEqual(sold)
    expect(await admin(database, 'case', 'list', '--kind', 'LISTING_CLOSED')).toContainEqual(
      expect.objectContaining({ subject: id }),
    )
    await tell(shown, 'ACTIVE')
    await until('the case to be settled', async () => (await casesOf('LISTING_CLOSED', id))[0]?.closed_at, 120_000)
    expect((await journey.quote(id)).quote_id).toBeDefined()
  })
})

describe('a mapping that is taken off, moved, and accepted again', () => {
  it('[C-085] leaves a hold unconfirmed while its listing is another hotel’s, and confirms it when it is back', async () => {
    const hotelId = await scenarioHotel(gateway, 'hold-lapses')
    const listing = await listingOf(hotelId)
    const held = await book((await prebookRoom(journey, hotelId)).offer, 'HOLD')
    const elsewhere = await nextShown()
    await moveTo(elsewhere.hotelId, listing)
    expect(await journey.confirmHold(held.booking_id, held.accepted_offer_id)).toMatchObject({
      code: 'HOTEL_MAPPING_UNVERIFIED',
    })
    expect((await journey.booking(held.booking_id)).status).toBe('ON_HOLD')
    await moveTo(Number(hotelId), listing)
    const confirmed = await journey.confirmHold(held.booking_id, held.accepted_offer_id)
    expect(confirmed.status).toMatch(/CONFIRMED|PROCESSING/)
  })

  it('takes tokens and offers of before again once the listing is its hotel’s again', async () => {
    const shown = await nextShown()
    await mapping('remove', `${shown.supplier}/${shown.id}`)
    expect(await journey.prebook(shown.token)).toMatchObject({ code: 'HOTEL_MAPPING_UNVERIFIED' })
    expect(await book(shown.offer)).toMatchObject({ code: 'HOTEL_MAPPING_UNVERIFIED' })
    await moveTo(shown.hotelId, shown)
    expect(await journey.prebook(shown.token)).toMatchObject({ offer: expect.anything() })
    expect((await book(shown.offer)).status).toMatch(/CONFIRMED|PROCESSING/)
  })

  it('does not let a room search that is under way sell what has left meanwhile', async () => {
    const shown = await nextShown()
    const fault = { supplier_code: shown.supplier, operation: 'rooms', fault: 'slow', count: 1 }
    expect((await http.post('/sandbox/faults', fault)).status).toBe(200)
    const asked = http.post(`/hotels/${shown.hotelId}/rooms`, { ...stay(80), ...party, max_wait_ms: 10_000 })
    await mapping('remove', `${shown.supplier}/${shown.id}`)
    const { options } = (await asked).body.data
    const before = await callsOf(shown.supplier)
    for (const { booking_token: token } of options)
      expect(await journey.prebook(token)).toMatchObject({ code: 'HOTEL_MAPPING_UNVERIFIED' })
    expect(options.length).toBeGreaterThan(0)
    expect(await callsOf(shown.supplier)).toBe(before)
  })

  it('forgets what was learnt of the old hotel’s prices from that listing', async () => {
    const shown = await nextShown()
    await until('an observation', async () => {
      await found(shown.hotelId, 'live')
      return (await database.query('SELECT 1 FROM price_observations WHERE hotel_id = $1', [shown.hotelId])).length > 0
    })
    const elsewhere = await nextShown()
    await moveTo(elsewhere.hotelId, shown)
    expect(await database.query('SELECT 1 FROM price_observations WHERE hotel_id = $1', [shown.hotelId])).toEqual([])
  })
})

describe('a hotel', () => {
  it(
    'that lost its listings by SQL is sold no more, stays readable, and leaves a case for what stands',
    SWEPT,
    async () => {
      const shown = await nextShown()
      const { booking_id: id } = await book(shown.offer)
      const sold = await soldOf(database, id)
      await database.query('DELETE FROM supplier_hotels WHERE hotel_id = $1', [shown.hotelId])
      expect(new Set(await outcomesOf(shown.hotelId))).toEqual(new Set(['SKIPPED_UNMAPPED']))
      expect((await http.get(`/hotels/${shown.hotelId}`)).status).toBe(200)
      const history = await adminLines(
        database,
        'mapping',
        'list',
        '--history',
        '--listing',
        `${shown.supplier}/${shown.id}`,
      )
      expect(history).toMatchObject([{ fromHotelId: shown.hotelId, hotelId: null, actor: 'sql', reason: 'WRITTEN' }])
      await letAMinutePass(database)
      await until('the case', async () => (await casesOf('LISTING_LEFT', id)).length > 0, 120_000)
      expect((await soldOf(database, id)).terms).toEqual(sold.terms)
      const listed = await adminLines(database, 'mapping', 'list', '--bookings', `${shown.supplier}/${shown.id}`)
      expect(listed).toMatchObject([{ bookingId: id, hotelId: shown.hotelId }])
    },
  )

  it('that left the catalogue keeps its bookings as they were sold: voucher, quote and cancellation', async () => {
    const shown = await nextShown()
    const { booking_id: id } = await book(shown.offer)
    await until('the confirmation', async () => (await journey.booking(id)).status === 'CONFIRMED')
    const details = (await http.get(`/hotels/book/${id}/details`)).body.data
    await database.query('DELETE FROM supplier_hotels WHERE hotel_id = $1', [shown.hotelId])
    await database.query('DELETE FROM hotels WHERE id = $1', [shown.hotelId])
    expect((await http.get(`/hotels/${shown.hotelId}`)).body).toMatchObject({ code: 'HOTEL_NOT_FOUND' })
    const after = (await http.get(`/hotels/book/${id}/details`)).body.data
    expect(after.hotel).toMatchObject({
      name: details.hotel.name,
      address: details.voucher.hotel.address_lines.join(', '),
    })
    expect(after.voucher).toEqual(details.voucher)
    expect(after.status).toBe('CONFIRMED')
    const cancelled = await journey.cancel(id, (await journey.quote(id)).quote_id, randomUUID())
    expect(cancelled.status).toMatch(/^CANCEL/)
  })

  it('that left the catalogue is still booked from an offer that its supplier has just checked', async () => {
    const shown = await nextShown()
    await database.query('DELETE FROM supplier_hotels WHERE hotel_id = $1', [shown.hotelId])
    await database.query('DELETE FROM hotels WHERE id = $1', [shown.hotelId])
    expect((await book(shown.offer)).status).toMatch(/CONFIRMED|PROCESSING/)
  })
})
