import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Json } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

let world: FrozenWorld
useFrozenWorld((created) => {
  world = created
})

async function openCases(bookingId: string): Promise<readonly string[]> {
  const rows = await world.database.query('SELECT kind FROM cases WHERE booking_id = $1 AND closed_at IS NULL', [
    bookingId,
  ])
  return rows.map(({ kind }: Json) => kind)
}

/** While this runs, nobody can open Hotelbeds' credentials. */
async function withoutCredentials(work: () => Promise<void>): Promise<void> {
  const [kept] = await world.database.query(
    "SELECT id, encode(credentials, 'hex') AS credentials FROM supplier_connections WHERE supplier_code = 'hotelbeds'",
  )
  await world.database.query("UPDATE supplier_connections SET credentials = '\\x00' WHERE id = $1", [kept.id])
  await work()
  await world.database.query("UPDATE supplier_connections SET credentials = decode($1, 'hex') WHERE id = $2", [
    kept.credentials,
    kept.id,
  ])
}

it('[C-112] a case of failing looks ends with its booking, though no look ever succeeded', async () => {
  const { booking_id: bookingId } = await world.booked('hotelbeds')
  await withoutCredentials(async () => {
    await until(
      'an operator to be told of failing looks',
      async () => {
        await world.advance(300)
        return (await openCases(bookingId)).includes('LOOK_FAILS')
      },
      120_000,
    )
  })
  // No look is due before the partner cancels: the clock stands.
  const quote = await until('a quote', async () => {
    const answer = await world.journey.quote(bookingId)
    return answer.quote_id ? answer : false
  })
  const { status } = await world.journey.cancel(bookingId, quote.quote_id, randomUUID())
  expect(status).toBe('CANCELLED')
  expect(await openCases(bookingId)).toEqual([])
})
