import { expect, it } from 'vitest'
import { MOVED_TABLES } from '../../src/store/moves/moved-tables.ts'
import { ORGANIZATION_RECORDS } from '../../src/store/organization-records.ts'

/** What moves with an organization and is not exported to it. */
const NOT_EXPORTED: readonly string[] = [
  // Credentials, and what others may sell over as well; how far its supplier's books are compared.
  'supplier_connections',
  'supplier_comparisons',
  'sandbox_clocks',
  // Hashes of what the bookings have.
  'idempotency_keys',
  // A supplier's, until somebody has acted on them.
  'supplier_messages',
]

it('an organization that leaves is given what of it there is, in each table', () => {
  const exported = ORGANIZATION_RECORDS.map(({ table }) => table)
  expect(
    MOVED_TABLES.map(({ table }) => table)
      .filter((table) => !exported.includes(table))
      .sort(),
  ).toEqual([...NOT_EXPORTED].sort())
})
