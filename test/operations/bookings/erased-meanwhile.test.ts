import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBooking } from '../../../src/operations/bookings/create-booking.ts'
import { eraseOrganization } from '../../../src/operations/operator/erasing/erase-organization.ts'
import type { StoreParts } from '../../../src/store/store.ts'
import { bookingInput, caller, OURS } from '../../support/partner.ts'
import { newBooking, storedBooking } from '../../support/stored-booking.ts'
import { until } from '../../support/until.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker(
  (started) => {
    booker = started
  },
  { connected: [] },
)

const KEY = 'key_ours'

beforeEach(async () => {
  await booker.query(
    `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials) VALUES ('con_desk', 'desk', 'sandbox', 'desk', '')
     ON CONFLICT DO NOTHING`,
  )
  await booker.query(`INSERT INTO organization_suppliers VALUES ($1, 'desk', 'con_desk') ON CONFLICT DO NOTHING`, [
    OURS,
  ])
  await booker.query('DELETE FROM api_keys')
  await booker.query(
    `INSERT INTO api_keys (id, organization_id, environment, prefix, key_hash, scopes) VALUES ($1, $2, 'sandbox', 'hdg', 'hash', '{}')`,
    [KEY, OURS],
  )
})

function order(force = false) {
  return { organizationId: OURS, actor: 'operator:ada', force }
}

function book(offerId: string, keyId: string | null) {
  return createBooking(booker.deps, caller({ keyId }), { input: bookingInput(offerId), key: randomUUID() })
}

async function somebodyWaits(): Promise<void> {
  await until('a statement to wait for a lock', async () => {
    const waiting = await booker.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return waiting.length > 0
  })
}

/** Does `second` when `first` is written and not committed yet, and lets `first` end once `second` waits for it. */
async function duringTransaction<A, B>(
  first: (tx: StoreParts) => Promise<A>,
  second: () => Promise<B>,
): Promise<readonly [A, B]> {
  const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = booker.deps.store.transaction(async (tx) => {
    const done = await first(tx)
    written.resolve()
    await gate.promise
    return done
  })
  await written.promise
  const answer = second()
  await somebodyWaits()
  gate.resolve()
  return [await transaction, await answer]
}

async function nothingIsLeft(): Promise<void> {
  for (const table of ['bookings', 'booking_events', 'booking_attempts', 'idempotency_keys'])
    expect(await booker.query(`SELECT FROM ${table}`)).toEqual([])
  expect(booker.desk.asked).toEqual([])
}

describe('an organization that is erased', () => {
  it.each([
    [KEY, 'UNAUTHENTICATED'],
    [null, 'OFFER_NOT_FOUND'],
  ])('books nothing more, though its key (%s) and its contracts are kept for some seconds', async (keyId, code) => {
    const offerId = await booker.offer()
    // What is known of it is as old as this at the most.
    await booker.deps.tenants.of(OURS)
    expect(await eraseOrganization(booker.deps, order())).toMatchObject({ ok: true, value: { contracts: 1 } })
    expect(await book(offerId, keyId)).toMatchObject({ ok: false, error: { code } })
    await nothingIsLeft()
  })

  it('is not while a booking is to come that is being written when it is erased', async () => {
    const booking = storedBooking({ organizationId: OURS, supplierCode: 'desk', connectionId: 'con_desk' })
    const [created, erased] = await duringTransaction(
      (tx) => tx.bookings.create(newBooking(booking)),
      () => eraseOrganization(booker.deps, order()),
    )
    expect(created).toBe(true)
    expect(erased).toMatchObject({ ok: false, error: expect.stringMatching(/^1 bookings are not over/) })
    expect(await booker.query('SELECT id FROM supplier_connections')).toEqual([{ id: 'con_desk' }])
    expect(await booker.query('SELECT revoked_at FROM api_keys')).toEqual([{ revoked_at: null }])
  })

  it('lets a booking wait that comes while it is erased, and not be written then', async () => {
    const offerId = await booker.offer()
    const [, answer] = await duringTransaction(
      async (tx) => {
        await tx.organizationRecords.lockSuppliers(OURS)
        return tx.organizationRecords.close(OURS, Date.now())
      },
      () => book(offerId, KEY),
    )
    expect(answer).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } })
    await nothingIsLeft()
  })
})
