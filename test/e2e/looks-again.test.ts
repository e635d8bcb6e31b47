import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

let world: FrozenWorld
useFrozenWorld((created) => {
  world = created
})

async function rowOf(bookingId: string): Promise<Json> {
  const [row] = await world.database.query(
    `SELECT status, look_kind, lease_id, extract(epoch FROM look_at - gateway_now(organization_id)) AS in_s FROM bookings WHERE id = $1`,
    [bookingId],
  )
  return row
}

/** As a booking of long ago: the hotel has given its number, and nothing is due before the deadlines of the guest. */
async function grownOld(bookingId: string): Promise<void> {
  await world.database.query(
    `UPDATE bookings SET created_at = created_at - interval '3 days', looks = 0, look_kind = 'STANDING', look_at = gateway_now(organization_id) + interval '20 days',
       hotel_confirmation = jsonb_set(hotel_confirmation, '{status}', '"FETCHED"') WHERE id = $1`,
    [bookingId],
  )
}

async function becomes(bookingId: string, status: string): Promise<Json> {
  return until(`the booking to be ${status}`, async () => {
    const booking = await world.journey.booking(bookingId)
    return booking.status === status && booking
  })
}

describe('[C-112] [C-137] a cancellation that seems to have had no effect', () => {
  it('is looked for again, although nothing else is due for weeks', async () => {
    const { booking_id: bookingId } = await world.booked('hotelbeds')
    await grownOld(bookingId)
    await world.spoil({ supplierCode: 'hotelbeds', operation: 'cancel', fault: 'reset' })
    const { quote_id: quoteId } = await world.journey.quote(bookingId)
    await world.journey.cancel(bookingId, quoteId, randomUUID())
    for (const seconds of [30, 60, 120, 240]) {
      await world.advance(seconds)
      await until('a look', async () => (await rowOf(bookingId)).lease_id === null)
    }
    await becomes(bookingId, 'CONFIRMED')
    expect(Number((await rowOf(bookingId)).in_s)).toBeLessThanOrEqual(600)
    // An hour later the supplier does what it was asked.
    const [{ supplier_reference: reference }] = await world.database.query(
      'SELECT supplier_reference FROM bookings WHERE id = $1',
      [bookingId],
    )
    await world.advance(700)
    await until('the look after ten minutes', async () => Number((await rowOf(bookingId)).in_s) > 600)
    await world.records.cancel('hotelbeds', reference)
    await world.advance(3_600)
    const { cancellation } = await becomes(bookingId, 'CANCELLED')
    expect(cancellation).toMatchObject({ cause: 'CLIENT' })
  })
})

describe('what the version before this one writes while both run', () => {
  it('is looked at like everything else', async () => {
    const { booking_id: bookingId } = await world.booked('hotelbeds')
    const columns = await world.database.query(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns WHERE table_name = 'bookings'
       AND column_name NOT IN ('id', 'supplier_reference', 'claimed_offer_id', 'status', 'look_at', 'look_kind', 'looks', 'lease_id', 'verifies_listing')`,
    )
    await world.database.query(
      `INSERT INTO bookings (id, supplier_reference, status, ${columns[0].names})
       SELECT 'ubk_older', 'OLDER', 'PROCESSING', ${columns[0].names} FROM bookings WHERE id = $1`,
      [bookingId],
    )
    expect(await rowOf('ubk_older')).toMatchObject({ look_kind: 'CALL', lease_id: null })
    await world.database.query("UPDATE bookings SET look_at = NULL WHERE id = 'ubk_older'")
    await world.database.query("UPDATE bookings SET status = 'CANCELLATION_PENDING' WHERE id = 'ubk_older'")
    expect(Number((await rowOf('ubk_older')).in_s)).toBeLessThanOrEqual(15)
    await world.database.query(
      "INSERT INTO booking_attempts (id, booking_id, operation, started_at) VALUES ('att_older', 'ubk_older', 'CANCEL', now())",
    )
    const [attempt] = await world.database.query("SELECT sent_at FROM booking_attempts WHERE id = 'att_older'")
    expect(attempt.sent_at).not.toBeNull()
    await world.database.query("DELETE FROM booking_attempts WHERE booking_id = 'ubk_older'")
    await world.database.query("DELETE FROM bookings WHERE id = 'ubk_older'")
  })
})

describe('a supplier that refuses our credentials', () => {
  let refusing: Server | undefined
  afterAll(() => refusing?.close())

  async function cases(kind: string, subject: string): Promise<Json[]> {
    return world.database.query('SELECT * FROM cases WHERE kind = $1 AND subject = $2 AND closed_at IS NULL', [
      kind,
      subject,
    ])
  }

  it('is a case of its connection, and a booking near a deadline one of its own', async () => {
    const { booking_id: bookingId } = await world.booked('liteapi')
    await grownOld(bookingId)
    refusing = createServer((_request, response) => response.writeHead(401).end('{"error":{"code":4001}}'))
    await new Promise<void>((resolve) => void refusing?.listen(0, '127.0.0.1', resolve))
    const { port } = refusing.address() as AddressInfo
    const [{ connection_id: connectionId, base_url: before }] = await world.database.query(
      `SELECT c.id AS connection_id, c.base_url FROM supplier_connections c JOIN bookings b ON b.connection_id = c.id WHERE b.id = $1`,
      [bookingId],
    )
    // A process that opens the connection now; the one that has it open knows the other address.
    process.kill(world.steady.pid, 'SIGSTOP')
    const other = await world.join({ ROLES: 'worker' })
    await world.database.query('UPDATE supplier_connections SET base_url = $1 WHERE id = $2', [
      `http://127.0.0.1:${port}`,
      connectionId,
    ])
    await world.database.query(
      `UPDATE bookings SET look_at = gateway_now(organization_id), terms = jsonb_set(terms, '{policy,windows}', jsonb_build_array(jsonb_build_object(
         'status', 'NO_CHARGE', 'fromAt', NULL, 'untilAt', (extract(epoch FROM gateway_now(organization_id) + interval '3 hours') * 1000)::bigint)))
       WHERE id = $1`,
      [bookingId],
    )
    await until('the connection’s case', async () => (await cases('CREDENTIALS_REFUSED', connectionId)).length === 1)
    await until('the booking’s case', async () => (await cases('LOOK_FAILS', bookingId)).length === 1)
    await other.kill('SIGKILL')
    await world.database.query('UPDATE supplier_connections SET base_url = $1 WHERE id = $2', [before, connectionId])
    await world.database.query('UPDATE bookings SET look_at = gateway_now(organization_id) WHERE id = $1', [bookingId])
    process.kill(world.steady.pid, 'SIGCONT')
    await until('both to be settled', async () => {
      const open = [...(await cases('CREDENTIALS_REFUSED', connectionId)), ...(await cases('LOOK_FAILS', bookingId))]
      return open.length === 0
    })
  })
})
