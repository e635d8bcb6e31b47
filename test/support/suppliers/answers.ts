import type { Supplier } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall, SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import { callTo } from './call.ts'

/** A wire that answers from memory: for what is made of bodies, not for how they travel. */
function answers(status: number, json: unknown): SupplierFetch {
  return async () => ({ ok: true, value: { status, headers: {}, json } })
}

/** A call that is answered with one body. */
export function answered(
  { code }: Supplier,
  status: number,
  json: unknown,
  settings: Readonly<Record<string, unknown>> = {},
): SupplierCall {
  return callTo({
    code,
    baseUrl: 'http://x',
    settings,
    fetch: answers(status, json),
    nowAt: Date.parse('2018-11-01T00:00:00Z'),
  })
}
