import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { Supplier, SupplierBooking } from '../../src/suppliers/supplier.ts'
import type { TestDatabase } from './database.ts'
import { credentialsOf } from './suppliers/sandbox.ts'

export function supplierOf(code: string): Supplier {
  const found = SUPPLIERS.find((supplier) => supplier.code === code)
  if (!found) throw new Error(`no supplier ${code}`)
  return found
}

export type SupplierRecords = {
  /** Everything that the supplier has under one of our references, as a second client with the same contract sees it. */
  readonly find: (supplierCode: string, supplierReference: string) => Promise<readonly SupplierBooking[]>
  readonly close: () => Promise<void>
}

/** Asks the sandbox suppliers that a gateway on this database has announced, past that gateway. */
export async function openSupplierRecords(database: TestDatabase): Promise<SupplierRecords> {
  const [announced] = await database.query(
    "SELECT body FROM sandbox_records WHERE supplier_code = 'sandbox-suppliers' AND kind = 'sandbox-suppliers'",
  )
  const baseUrls: Record<string, string> = announced?.body ?? {}
  const fetch = createSupplierFetch()
  /** The sandbox's time: signatures are dated. */
  async function sandboxNow(): Promise<number> {
    const [clock] = await database.query('SELECT offset_ms FROM sandbox_clock')
    return Date.now() + Number(clock?.offset_ms ?? 0)
  }
  return {
    find: async (code, supplierReference) => {
      const found = await supplierOf(code).find(
        {
          connection: {
            connectionId: 'conn_test',
            supplierCode: code,
            baseUrl: baseUrls[code] ?? '',
            credentials: credentialsOf(code),
            settings: {},
          },
          fetch,
          nowAt: await sandboxNow(),
          timeoutMs: 5_000,
          signal: null,
          requestId: 'req_test',
          language: 'en',
          customerIp: '192.0.2.1',
        },
        {
          supplierReference,
          supplierBookingId: null,
          supplierPayload: {},
          holderEmail: 'ada@example.com',
          bookedAt: Date.now(),
        },
      )
      if (!found.ok) throw new Error(`${code} did not tell of ${supplierReference}: ${JSON.stringify(found.error)}`)
      return found.value
    },
    close: () => fetch.close(),
  }
}
