import { expect, it } from 'vitest'
import { ORGANIZATION_RECORDS } from '../../src/store/organization-records.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

/** Tables with a column `organization_id` whose rows are not exported to the organization, and why. */
const NOT_EXPORTED: readonly string[] = [
  // Left by open subscriptions.
  'booking_followers',
  // Nothing reads them any more; the next release drops them.
  'departed_organizations',
  // Hashes of what the bookings contain.
  'idempotency_keys',
  'organization_moves',
  // Settings of the sandbox.
  'sandbox_clocks',
  'sandbox_faults',
]

let world: StoreWorld
useStore((started) => {
  world = started
})

it('an organization that leaves is given its rows of each table that names it', async () => {
  const rows = await world.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'organization_id' AND NOT a.attisdropped ORDER BY 1`,
  )
  const exported = ORGANIZATION_RECORDS.map(({ table }) => table)
  expect(rows.map(({ name }) => name).filter((name) => !exported.includes(name))).toEqual(NOT_EXPORTED)
})
