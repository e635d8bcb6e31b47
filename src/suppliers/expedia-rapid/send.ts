import { err, type Result } from '../../domain/result.ts'
import { malformed } from '../outcomes.ts'
import type {
  SupplierCall,
  SupplierFailure,
  SupplierOperation,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-call.ts'
import { authorization, settingsOf } from './connection.ts'
import { isTestHost } from './payor.ts'
import type { TestHeader } from './test-header.ts'

type RapidRequest = {
  readonly operation: SupplierOperation
  readonly method: SupplierRequest['method']
  /** A path from the root that includes `/v3`, like Rapid's own links. */
  readonly path: string
  readonly body?: unknown
}

/** Links come from response bodies, so only links below /v3 of the connection's own host are followed. */
const FOLLOWABLE = /^\/v3\/[\w\-./%]+(\?[\w\-.~%=&+:,;!*'()/?@]*)?$/

/** Dots that lead to a parent folder, plain or encoded: the URL parser resolves both. */
const WALKS_UP = /\.\.|%2e/i

export function isFollowable(href: string): boolean {
  return FOLLOWABLE.test(href) && !WALKS_UP.test(href.split('?')[0] ?? '')
}

/** Rapid wants the agent of the guest's device, and the name of the application where there is none. */
function userAgentOf({ userAgent }: SupplierCall): string {
  return userAgent !== null && /^[\x20-\x7e]{1,512}$/.test(userAgent) ? userAgent : 'hotel-distribution-gateway/1'
}

/** The outcome that the test host is to play; nothing is asked of any other host. */
function testHeaderOf(call: SupplierCall, operation: SupplierOperation): { readonly test?: string } {
  const outcomes: TestHeader & Readonly<Record<string, string | undefined>> = settingsOf(call).testHeader ?? {}
  const outcome = outcomes[operation]
  return outcome !== undefined && isTestHost(call.connection.baseUrl) ? { test: outcome } : {}
}

/** Makes one signed call. Fails without a call when the link does not lead into Rapid's API. */
export async function send(
  call: SupplierCall,
  { operation, method, path, body }: RapidRequest,
): Promise<Result<SupplierResponse, SupplierFailure>> {
  if (!isFollowable(path)) return err(malformed('a link leads outside of /v3'))
  const address = call.customerIp ?? settingsOf(call).ownAddress
  return call.fetch({
    operation,
    method,
    url: call.connection.baseUrl + path,
    headers: {
      authorization: authorization(call),
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': userAgentOf(call),
      ...testHeaderOf(call, operation),
      ...(address === undefined ? {} : { 'customer-ip': address }),
      ...(call.sessionId === null ? {} : { 'customer-session-id': call.sessionId }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: call.timeoutMs,
    signal: call.signal,
  })
}
