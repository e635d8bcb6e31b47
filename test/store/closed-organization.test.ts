import { expect, it } from 'vitest'
import { THEIRS } from '../support/partner.ts'
import { newBooking, storedBooking } from '../support/stored-booking.ts'
import { type Booker, useOneBooker } from '../support/use-one-booker.ts'

let booker: Booker
useOneBooker(
  (started) => {
    booker = started
  },
  { connected: [] },
)

async function connect(connectionId: string, organizationIds: readonly string[], code: string): Promise<void> {
  await booker.query(
    `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials, settings)
     VALUES ($1, $2, 'sandbox', $1, '', '{}')`,
    [connectionId, code],
  )
  for (const organizationId of organizationIds)
    await booker.query(
      `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id, enabled) VALUES ($1, $2, $3, true)`,
      [organizationId, code, connectionId],
    )
  await booker.query(`INSERT INTO supplier_messages (connection_id, message_id, kind) VALUES ($1, 'm', 'changed')`, [
    connectionId,
  ])
  await booker.query(`INSERT INTO supplier_comparisons (connection_id, due_at) VALUES ($1, now())`, [connectionId])
  await booker.query(`INSERT INTO supplier_call_counts VALUES ($1, current_date, 'search', 1)`, [connectionId])
  await booker.query(`INSERT INTO supplier_call_hours VALUES ($1, now(), 'search', '200', 1, 1, '{1}', now())`, [
    connectionId,
  ])
}

it('leaves nothing to do over a connection that goes with it, and nobody to call on its vouchers', async () => {
  await booker.query(
    `INSERT INTO organizations (id, name, voucher_contact) VALUES ('org_gone', 'Gone', '{"name": "Ada"}')`,
  )
  await connect('con_own', ['org_gone'], 'desk')
  await connect('con_shared', ['org_gone', THEIRS], 'lagging')
  await booker.deps.store.transaction((tx) => tx.organizationRecords.close('org_gone', Date.now()))
  for (const table of ['supplier_messages', 'supplier_comparisons', 'supplier_call_counts', 'supplier_call_hours'])
    expect(await booker.query(`SELECT connection_id FROM ${table}`)).toEqual([{ connection_id: 'con_shared' }])
  expect(await booker.query(`SELECT id FROM supplier_connections`)).toEqual([{ id: 'con_shared' }])
  expect(await booker.query(`SELECT name, voucher_contact FROM organizations WHERE id = 'org_gone'`)).toEqual([
    { name: 'erased', voucher_contact: null },
  ])
})

it('leaves a contract to the bookings that need it, whoever’s they are, and takes it with a later call', async () => {
  const { store } = booker.deps
  await booker.query(`INSERT INTO organizations (id, name) VALUES ('org_left', 'Left')`)
  await connect('con_left', ['org_left', THEIRS], 'desk')
  for (const organizationId of ['org_left', THEIRS]) {
    const facts = {
      organizationId,
      supplierCode: 'desk',
      connectionId: 'con_left',
      bookingId: `ubk_of_${organizationId}`,
    }
    expect(await store.bookings.create(newBooking(storedBooking(facts)))).toBe(true)
  }
  await booker.query(`DELETE FROM organization_suppliers WHERE organization_id = $1`, [THEIRS])
  function close() {
    return store.transaction((tx) => tx.organizationRecords.close('org_left', Date.now()))
  }
  async function end(organizationId: string): Promise<void> {
    await booker.query(`UPDATE bookings SET status = 'CANCELLED' WHERE organization_id = $1`, [organizationId])
  }

  expect(await close()).toEqual({ contracts: 0, contractsKept: 1 })
  await end('org_left')
  expect(await close()).toEqual({ contracts: 0, contractsKept: 1 })
  await end(THEIRS)
  expect(await close()).toEqual({ contracts: 1, contractsKept: 0 })
  expect(await booker.query(`SELECT id FROM supplier_connections WHERE id = 'con_left'`)).toEqual([])
})
