import { err, type Result } from '../../domain/result.ts'
import { malformed } from '../outcomes.ts'
import type {
  SupplierCall,
  SupplierFailure,
  SupplierOperation,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-call.ts'
import { authorization } from './connection.ts'

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

/** Makes one signed call. Fails without a call when the link does not lead into Rapid's API. */
export async function send(
  call: SupplierCall,
  { operation, method, path, body }: RapidRequest,
): Promise<Result<SupplierResponse, SupplierFailure>> {
  if (!isFollowable(path)) return err(malformed('a link leads outside of /v3'))
  return call.fetch({
    operation,
    method,
    url: call.connection.baseUrl + path,
    headers: {
      authorization: authorization(call),
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'hotel-distribution-gateway/1',
      ...(call.customerIp === null ? {} : { 'customer-ip': call.customerIp }),
      ...(call.sessionId === null ? {} : { 'customer-session-id': call.sessionId }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: call.timeoutMs,
    signal: call.signal,
  })
}
