import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/suppliers/credentials.ts'
import type { SupplierCall } from '../../../src/suppliers/supplier-call.ts'

type Called = Partial<SupplierCall> &
  Pick<SupplierCall, 'fetch'> & {
    readonly code: string
    readonly baseUrl: string
    readonly settings?: Readonly<Record<string, unknown>>
  }

/** A call of nobody's over a connection with the sandbox's credentials. */
export function callTo({ code, baseUrl, settings = {}, ...call }: Called): SupplierCall {
  return {
    connection: {
      connectionId: 'conn_test',
      supplierCode: code,
      baseUrl,
      credentials: credentialsOf(code),
      settings,
    },
    nowAt: Date.now(),
    timeoutMs: 10_000,
    signal: null,
    requestId: 'req_test',
    language: 'en',
    customerIp: '192.0.2.1',
    sessionId: null,
    userAgent: null,
    ...call,
  }
}

export function credentialsOf(code: string): Record<string, string> {
  return Object.entries(SANDBOX_CREDENTIALS).find(([name]) => name === code)?.[1] ?? {}
}
