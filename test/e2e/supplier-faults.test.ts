import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { dealt } from '../support/draw.ts'
import { reaches, SUPPLIER_CODES } from '../support/four-suppliers.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, stay } from '../support/journey.ts'
import { optionOf } from '../support/option.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

function fault(supplierCode: string, operation: string, kind: string): Promise<Json> {
  return http.post('/sandbox/faults', { supplier_code: supplierCode, operation, fault: kind, count: 1 })
}

/** A share of the faults that this supplier meets: each adapter meets all of them in `suppliers/contract/faults`. */
function metBy<T>(code: string, faults: readonly T[]): readonly T[] {
  return dealt(faults, SUPPLIER_CODES.indexOf(code), SUPPLIER_CODES.length)
}

// One group after the other: a fault meets whoever books first, and those of the next group book as well.

describe('a booking that meets a fault', () => {
  /** What becomes of a booking whose call to the supplier met the fault, and how many the supplier then has. */
  const BOOKED: readonly (readonly [fault: string, status: string, made: number])[] = [
    ['timeout', 'CONFIRMED', 1],
    ['slow', 'CONFIRMED', 1],
    ['garbage', 'CONFIRMED', 1],
    ['truncated', 'CONFIRMED', 1],
    ['500', 'PROCESSING', 0],
    ['reset', 'PROCESSING', 0],
    // The last one: a supplier that refuses for too many calls is not asked for rooms for a while.
    ['429', 'FAILED', 0],
  ]

  async function madeUnder(supplierCode: string, bookingId: string): Promise<number> {
    const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [bookingId])
    const books = await sandboxBookings(database, supplierCode)
    return books.filter(({ reference, affiliate_reference_id: affiliate }) =>
      [reference, affiliate].includes(row?.supplier_reference),
    ).length
  }

  it.concurrent.each(SUPPLIER_CODES)(
    '[C-071] [C-112] %s: no booking is made twice, given up on silence, or lost',
    { timeout: 180_000 },
    async (code) => {
      const journey = httpJourney(gateway)
      const ends: (readonly [string, string, number])[] = []
      const open: { kind: string; bookingId: string; status: string }[] = []
      for (const [kind, status] of metBy(code, BOOKED)) {
        const { offer } = await journey.prebook((await optionOf(journey, database, code, 2)).booking_token)
        await fault(code, 'book', kind)
        const booked = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
        expect(['PROCESSING', 'CONFIRMED', 'FAILED']).toContain(booked.status)
        open.push({ kind, bookingId: booked.booking_id, status })
      }
      for (const { kind, bookingId, status } of open) {
        const settled = await until(
          `${kind} to end`,
          async () => {
            const booking = await journey.booking(bookingId)
            return booking.status === status ? booking : null
          },
          120_000,
        )
        ends.push([kind, settled.status, await madeUnder(code, bookingId)])
      }
      expect(ends).toEqual(metBy(code, BOOKED))
    },
  )
})

describe('a cancellation that meets a fault', () => {
  it.concurrent.each(SUPPLIER_CODES)(
    '[C-099] %s: no cancellation is taken for done, or for refused, on silence',
    { timeout: 180_000 },
    async (code) => {
      const journey = httpJourney(gateway)
      for (const kind of metBy(code, ['timeout', 'garbage', 'truncated', 'slow', '429'])) {
        const { offer } = await journey.prebook((await optionOf(journey, database, code, 4)).booking_token)
        const booked = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
        await reaches(journey, booked.booking_id, 'CONFIRMED')
        const quote = await journey.quote(booked.booking_id)
        // Rapid reads its record under the name of the operation first; the fault is for the cancellation itself.
        await fault(code, 'cancel', kind)
        const answer = await journey.cancel(booked.booking_id, quote.quote_id, randomUUID())
        if (kind === '429') {
          expect(answer.status).toBe('CONFIRMED')
          const again = await journey.quote(booked.booking_id)
          await journey.cancel(booked.booking_id, again.quote_id, randomUUID())
        } else expect(['CANCELLATION_PENDING', 'CANCELLED']).toContain(answer.status)
        await reaches(journey, booked.booking_id, 'CANCELLED')
      }
    },
  )
})

/** A live search in a place with 15 hotels. */
async function search(days: number, changes: Json = {}): Promise<Json> {
  const answer = await http.post('/hotels/search', {
    destination: { type: 'place', id: 1860 },
    ...stay(days),
    ...party,
    pricing_mode: 'live',
    ...changes,
  })
  return answer.body.data
}

function outcomesIn({ providers }: Json): Record<string, string> {
  return Object.fromEntries(providers.map(({ supplier_code: code, outcome }: Json) => [code, outcome]))
}

describe('shopping that meets a fault', () => {
  it.each(SUPPLIER_CODES)(
    '[C-046] [C-052] %s: a search and a stream tell the fault, and have what the others offer',
    { timeout: 240_000 },
    async (code) => {
      const journey = httpJourney(gateway)
      const OUTCOMES = [
        ['timeout', 'TIMEOUT'],
        ['slow', 'TIMEOUT'],
        ['reset', 'ERROR'],
        ['500', 'ERROR'],
        ['garbage', 'ERROR'],
        ['truncated', 'ERROR'],
      ] as const
      let days = 70 + 10 * SUPPLIER_CODES.indexOf(code)
      // A supplier that refused for too many calls is not asked again at once.
      await until('every supplier to answer', async () =>
        Object.values(outcomesIn(await search(days))).every((outcome) => outcome === 'PRICED'),
      )
      for (const [kind, outcome] of metBy(code, OUTCOMES)) {
        const isLate = outcome === 'TIMEOUT'
        days += 1
        await fault(code, 'search', kind)
        const data = await search(days, isLate ? { max_wait_ms: 2_000 } : {})
        // Within two seconds a busy machine may be late with the others as well.
        const ofOthers = isLate ? expect.stringMatching(/^(?:PRICED|TIMEOUT)$/) : 'PRICED'
        const others = Object.fromEntries(SUPPLIER_CODES.filter((one) => one !== code).map((one) => [one, ofOthers]))
        expect([kind, outcomesIn(data)]).toEqual([kind, { ...others, [code]: outcome }])
        expect(data.hotels.length).toBeGreaterThan(5)
      }
      for (const kind of metBy(code, ['reset', '500', 'garbage', 'truncated'])) {
        // A success in between: five failures in a row would open the supplier's breaker.
        await optionOf(journey, database, code)
        await fault(code, 'rooms', kind)
        const [row] = await database.query(
          `SELECT hotel_id FROM supplier_hotels WHERE supplier_code = $1 AND hotel_id < 900000 ORDER BY hotel_id OFFSET 30 LIMIT 1`,
          [code],
        )
        const events = await journey.rooms(String(row?.hotel_id), { ...stay(days), ...party })
        const own = events.find(({ supplier_code: one }) => one === code)
        expect([kind, own]).toMatchObject([
          kind,
          { event_type: 'provider_error', error: { code: 'ERROR', retryable: true } },
        ])
        expect(events.at(-1)?.event_type).toBe('done')
      }
      const { booking_token: token } = await optionOf(journey, database, code)
      for (const kind of metBy(code, ['reset', '500', 'garbage', 'truncated'])) {
        await fault(code, 'price_check', kind)
        expect(await journey.prebook(token)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      }
      expect((await journey.prebook(token)).status).toBe('AVAILABLE')
    },
  )
})

describe('a supplier that is asked too often', () => {
  it('is told with when to come back, and not asked again before', async () => {
    for (const code of SUPPLIER_CODES)
      await http.post('/sandbox/faults', { supplier_code: code, operation: 'search', fault: '429', count: 1 })
    const [asked, unsent] = [(await search(90)).providers, (await search(90)).providers]
    for (const provider of [...asked, ...unsent])
      expect(provider).toMatchObject({ outcome: 'RATE_LIMITED', hotels_priced: 0 })
    // One call that was too many must not cost whoever plays it, and everybody else, the supplier for the day.
    for (const { retry_after_ms: waitMs } of unsent) expect(waitMs).toBeLessThanOrEqual(60_000)
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
    for (const code of SUPPLIER_CODES)
      expect(metrics).toMatch(
        new RegExp(`calls_unsent_total{supplier="${code}",operation="search",reason="RATE_LIMITED"} [1-9]`),
      )
  })
})
