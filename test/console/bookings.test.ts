import { describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import type { Json } from '../support/http-client.ts'
import { NAMES, useConsoleBookings } from '../support/use-console-bookings.ts'

let database: TestDatabase
let operator: ConsoleClient
let hotelId: string
let bookingId: string
let failedId: string
let reviewId: string
let theirsId: string

useConsoleBookings((made) => {
  ;({ database, operator, hotelId, bookingId, failedId, reviewId, theirsId } = made)
})

const MATCHES = `query ($text: String!) {
  bookingMatches(text: $text) { recognised { kind count } items { id organizationId } hotels { id name } mayBeGuest }
}`
const SEARCH = `mutation ($text: String!, $hotelId: String) {
  searchGuests(text: $text, hotelId: $hotelId) { items { id } searched isWhole unreadable }
}`
function idsOf(found: { readonly items: readonly Json[] }): string[] {
  return found.items.map(({ id }) => id)
}

describe('[22] the one box', () => {
  it('finds a booking by everything that names it, and says what it took it for', async () => {
    const [row] = await database.query('SELECT * FROM bookings WHERE id = $1', [bookingId])
    const [event] = await database.query('SELECT id FROM booking_events WHERE booking_id = $1 LIMIT 1', [bookingId])
    const [attempt] = await database.query('SELECT id FROM booking_attempts WHERE booking_id = $1 LIMIT 1', [bookingId])
    await database.query(
      `UPDATE bookings SET supplier_booking_code = 'CODE-77', hotel_confirmation = hotel_confirmation || '{"number": "HN-42"}'
       WHERE id = $1`,
      [bookingId],
    )
    const names: readonly (readonly [string, string])[] = [
      ['BOOKING', bookingId],
      ['SUPPLIER_REFERENCE', row?.supplier_reference],
      ['SUPPLIER_BOOKING', row?.supplier_booking_id],
      ['SUPPLIER_CODE', 'CODE-77'],
      ['HOTEL_NUMBER', 'HN-42'],
      ['CLIENT_REFERENCE', NAMES.reference],
      ['IDEMPOTENCY_KEY', NAMES.key],
      ['REQUEST', NAMES.request],
      ['EVENT', event?.id],
      ['ATTEMPT', attempt?.id],
      ['OFFER', row?.claimed_offer_id],
    ]
    const found: Json[] = []
    for (const [, text] of names) found.push((await operator.ask(MATCHES, { text: ` ${text} ` }))['bookingMatches'])
    const seen = found.map(({ recognised, ...matches }) => [
      recognised.map(({ kind }: Json) => kind),
      idsOf(matches as never).includes(bookingId),
    ])
    expect(seen).toEqual(names.map(([kind]) => [[kind], true]))
  })

  it('finds a hotel by its number and by its name, and leads to its bookings', async () => {
    const { bookingMatches: byNumber } = await operator.ask(MATCHES, { text: hotelId })
    const { bookingMatches: byName } = await operator.ask(MATCHES, { text: 'Scenario: confirm' })
    expect(byNumber.hotels).toEqual([{ id: hotelId, name: 'Scenario: confirm' }])
    expect(byName.hotels).toContainEqual({ id: hotelId, name: 'Scenario: confirm' })
    const { bookings } = await operator.ask(`{ bookings(hotelId: "${hotelId}") { items { id } } }`)
    expect(idsOf(bookings).toSorted()).toEqual([bookingId, theirsId].toSorted())
  })

  it('finds a guest by family name, whole name and address, written in other ways, and not by a part of it', async () => {
    const found: unknown[] = []
    for (const text of ['O’NEILL BRONTE', 'o neill-bronte grace', 'ADA@example.com', 'Lovelace', 'Love', 'grace'])
      found.push(idsOf((await operator.ask(SEARCH, { text, hotelId }))['searchGuests']).includes(bookingId))
    expect(found).toEqual([true, true, true, true, false, false])
  })

  it('keeps no name that was looked for, and tells who has looked', async () => {
    await operator.ask(SEARCH, { text: 'Lovelace' })
    const rows = await database.query(
      "SELECT actor, details FROM audit_log WHERE action = 'booking.search-guest' ORDER BY id DESC",
    )
    expect(rows[0]).toMatchObject({ actor: 'operator:sandbox-operator', details: { by: 'name' } })
    expect(JSON.stringify(rows)).not.toMatch(/lovelace/i)
  })
})

describe('[22] the list of bookings', () => {
  it('has the rows, amounts and states of the table, page by page', async () => {
    const rows = await database.query(
      `SELECT id, status, hotel_id::text AS "hotelId", (terms->'price'->'total'->>'amountMinor')::float8 AS amount FROM bookings ORDER BY id DESC`,
    )
    const items: Json[] = []
    let after: string | null = null
    do {
      const page: Json = (
        await operator.ask(
          'query ($after: String) { bookings(first: 2, after: $after) { items { id status hotelId total { amountMinor } } next lookedUntil } }',
          { after },
        )
      )['bookings']
      items.push(...page.items)
      after = page.next
    } while (after !== null)
    expect(items.map(({ total, ...item }) => ({ ...item, amount: total.amountMinor }))).toEqual(rows)
  })

  it('has saved views that equal their queries', async () => {
    await database.query("UPDATE bookings SET pending_since = now() - interval '11 minutes' WHERE id = $1", [reviewId])
    async function seen(view: string): Promise<string[]> {
      return idsOf((await operator.ask(`{ bookings(view: ${view}) { items { id } } }`))['bookings'])
    }
    expect(await seen('AWAITING_REVIEW')).toEqual([reviewId])
    expect(await seen('FAILED_TODAY')).toEqual([failedId])
    // It waits for a person, not for its supplier.
    expect(await seen('STUCK')).toEqual([])
    await database.query("UPDATE bookings SET status = 'PROCESSING' WHERE id = $1", [reviewId])
    expect(await seen('STUCK')).toEqual([reviewId])
    await database.query("UPDATE bookings SET status = 'AWAITING_REVIEW' WHERE id = $1", [reviewId])
    await database.query("UPDATE booking_attempts SET outcome = 'ACCEPTED' WHERE booking_id = $1", [failedId])
    expect(await seen('FAILED_YET_ACCEPTED')).toEqual([failedId])
  })

  it('refuses what it does not understand, and says which field', async () => {
    const { errors } = await operator.answer('{ bookings(hotelId: "x") { next } }')
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_INPUT', field: 'hotelId' })
    expect(await operator.refusal('{ bookings(after: "x") { next } }')).toBe('BAD_INPUT')
    expect(await operator.refusal('{ bookings(status: ["OPEN"]) { next } }')).toBe('BAD_INPUT')
    expect(await operator.refusal('{ bookings(checkInUntil: "2027-02-31") { next } }')).toBe('BAD_INPUT')
    expect(await operator.refusal('{ bookings(checkInUntil: "2028-02-29") { next } }')).toBeNull()
  })
})
