import type { Supplier } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall, SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import { credentialsOf } from './sandbox.ts'

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
  return {
    connection: {
      connectionId: 'conn_test',
      supplierCode: code,
      baseUrl: 'http://x',
      credentials: credentialsOf(code),
      settings,
    },
    fetch: answers(status, json),
    nowAt: Date.parse('2018-11-01T00:00:00Z'),
    timeoutMs: 10_000,
    signal: null,
    requestId: 'req_test',
    language: 'en',
    customerIp: '192.0.2.1',
    sessionId: null,
    userAgent: null,
  }
}
