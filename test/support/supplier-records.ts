import { WORLD_HEADER } from '../../src/suppliers/directory.ts'
import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { BookingReference, Supplier, SupplierBooking } from '../../src/suppliers/supplier.ts'
import type { SupplierCall } from '../../src/suppliers/supplier-call.ts'
import type { TestDatabase } from './database.ts'
import { callTo } from './suppliers/call.ts'

export function supplierOf(code: string): Supplier {
  const found = SUPPLIERS.find((supplier) => supplier.code === code)
  if (!found) throw new Error(`no supplier ${code}`)
  return found
}

export type SupplierRecords = {
  /** Everything that the supplier has under one of our references, as a second client with the same contract sees it. */
  readonly find: (supplierCode: string, supplierReference: string) => Promise<readonly SupplierBooking[]>
  /** Cancels at the supplier past the gateway, as a hotel would, or as a supplier that carries a request out late. */
  readonly cancel: (supplierCode: string, supplierReference: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Asks the sandbox suppliers that a gateway on this database has announced, past that gateway. */
export async function openSupplierRecords(database: TestDatabase): Promise<SupplierRecords> {
  const [announced] = await database.query(
    "SELECT body FROM sandbox_records WHERE supplier_code = 'sandbox-suppliers' AND kind = 'sandbox-suppliers'",
  )
  const baseUrls: Record<string, string> = announced?.body ?? {}
  const fetch = createSupplierFetch()
  /** The world of the booking: what the supplier says depends on the time there, and signatures are dated. */
  async function worldOf(supplierReference: string): Promise<{ organizationId: string; now: number }> {
    const [row] = await database.query(
      `SELECT organization_id, (extract(epoch FROM gateway_now(organization_id)) * 1000)::float8 AS now
       FROM bookings WHERE supplier_reference = $1`,
      [supplierReference],
    )
    return { organizationId: row?.organization_id ?? '', now: Math.round(row?.now ?? Date.now()) }
  }
  async function ask(code: string, supplierReference: string): Promise<SupplierCall> {
    const { organizationId, now } = await worldOf(supplierReference)
    return callTo({
      code,
      baseUrl: baseUrls[code] ?? '',
      fetch: (wanted) => fetch({ ...wanted, headers: { ...wanted.headers, [WORLD_HEADER]: organizationId } }),
      nowAt: now,
      timeoutMs: 5_000,
    })
  }
  function referenceTo(supplierReference: string): BookingReference {
    return {
      supplierReference,
      supplierBookingId: null,
      supplierPayload: {},
      holderEmail: 'ada@example.com',
      bookedAt: Date.now(),
    }
  }
  async function find(code: string, supplierReference: string): Promise<readonly SupplierBooking[]> {
    const found = await supplierOf(code).find(await ask(code, supplierReference), referenceTo(supplierReference))
    if (!found.ok) throw new Error(`${code} did not tell of ${supplierReference}: ${JSON.stringify(found.error)}`)
    return found.value
  }
  return {
    find,
    cancel: async (code, supplierReference) => {
      const [record] = await find(code, supplierReference)
      if (!record) throw new Error(`${code} has nothing to cancel under ${supplierReference}`)
      const { supplierBookingId, supplierPayload } = record
      const reference = { ...referenceTo(supplierReference), supplierBookingId, supplierPayload }
      const { outcome } = await supplierOf(code).cancel(await ask(code, supplierReference), reference)
      if (outcome !== 'ACCEPTED') throw new Error(`${code} did not cancel ${supplierReference}: ${outcome}`)
    },
    close: () => fetch.close(),
  }
}
