import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { admin } from '../support/admin.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

const UNREADABLE = 'B5 a connection that nobody could read for two hours'
const SILENT = 'B6 a supplier whose look-up fails for a day'
const PENDING = 'B6 a record that stays pending for a day'

let world: FrozenWorld
const bookings = new Map<string, string>()

/** Whether an operator was told after a day, by the title. */
const told = new Map<string, boolean>()
let listed: readonly Json[] = []

function bookingOf(title: string): string {
  return bookings.get(title) ?? ''
}

/** The supplier books, and its answer is noise. */
async function bookUnanswered(title: string, supplierCode: string): Promise<void> {
  const input = bookingInput(await world.offer(supplierCode), 'INSTANT')
  await world.spoil({ supplierCode, operation: 'book', fault: 'truncated' })
  bookings.set(title, (await world.journey.book(input, randomUUID())).booking_id)
}

/** RateHawk accepts, and never comes to an end: with no agreed cut-off, after which it would not. */
async function bookPending(): Promise<void> {
  await world.database.query(
    "UPDATE supplier_connections SET settings = settings - 'bookingCutOffSeconds' WHERE supplier_code = 'ratehawk'",
  )
  await world.advance(61)
  const { offer } = await prebookRoom(world.journey, await scenarioHotel(world.steady, 'async'))
  bookings.set(PENDING, (await world.journey.book(bookingInput(offer, 'INSTANT'), randomUUID())).booking_id)
  await moveConfirmation(Number.MAX_SAFE_INTEGER)
}

async function moveConfirmation(confirmsAt: number): Promise<void> {
  await world.database.query(
    `UPDATE sandbox_records SET body = jsonb_set(body::jsonb, '{confirmsAt}', $1::text::jsonb)
     WHERE supplier_code = 'ratehawk' AND kind = 'booking'
       AND body->>'reference' = (SELECT supplier_reference FROM bookings WHERE id = $2)`,
    [String(confirmsAt), bookingOf(PENDING)],
  )
}

async function needsOperator(bookingId: string): Promise<boolean> {
  const [row] = await world.database.query('SELECT needs_operator FROM bookings WHERE id = $1', [bookingId])
  return row.needs_operator
}

/** Moves the clock in steps, in each of which everything that is due can be done once. */
async function pass(steps: number, seconds: number, isOver: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await world.advance(seconds)
    await until('a step’s work', world.isIdle)
    if (await isOver()) return
  }
}

/** Two hours in which Hotelbeds' credentials cannot be opened. */
async function loseCredentials(): Promise<void> {
  const [kept] = await world.database.query(
    "SELECT id, encode(credentials, 'hex') AS credentials FROM supplier_connections WHERE supplier_code = 'hotelbeds'",
  )
  await world.database.query("UPDATE supplier_connections SET credentials = '\\x00' WHERE id = $1", [kept.id])
  await pass(26, 300, async () => false)
  await world.database.query("UPDATE supplier_connections SET credentials = decode($1, 'hex') WHERE id = $2", [
    kept.credentials,
    kept.id,
  ])
}

useFrozenWorld(async (created) => {
  world = created
  await bookUnanswered(SILENT, 'liteapi')
  await world.spoil({ supplierCode: 'liteapi', operation: 'find', fault: '500', count: 1_000 })
  await bookPending()
  await bookUnanswered(UNREADABLE, 'hotelbeds')
  await loseCredentials()
  await world.letSettle([bookingOf(UNREADABLE)])
  const waiting = [SILENT, PENDING]
  await pass(21, 3_600, async () =>
    (await Promise.all(waiting.map((title) => needsOperator(bookingOf(title))))).every(Boolean),
  )
  for (const title of waiting) told.set(title, await needsOperator(bookingOf(title)))
  listed = await admin(world.database, 'review', 'list')
  await world.database.query('DELETE FROM sandbox_faults')
  await moveConfirmation(0)
  await world.letSettle(waiting.map(bookingOf))
})

it(`[C-112] ${UNREADABLE}: its booking is settled when they are repaired`, async () =>
  expect(await world.difference(bookingOf(UNREADABLE))).toBeNull())

for (const title of [SILENT, PENDING]) {
  it(`[C-112] ${title}: an operator is told within a day`, () => {
    expect(told.get(title)).toBe(true)
    expect(listed).toContainEqual(expect.objectContaining({ bookingId: bookingOf(title), needsOperator: true }))
  })

  it(`[C-112] settles by itself when the supplier speaks again: ${title}`, async () =>
    expect(await world.difference(bookingOf(title))).toBeNull())
}
