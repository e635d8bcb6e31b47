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
  /** Root-relative with `/v3`, as Rapid's own links are. */
  readonly path: string
  readonly body?: unknown
}

/** Links come out of bodies: only ones below /v3 of the connection's own host are followed. */
const FOLLOWABLE = /^\/v3\/[\w\-./%]+(\?[\w\-.~%=&+:,;!*'()/?@]*)?$/

/** Dots that walk up the path, plain or encoded: the URL parser follows both. */
const WALKS_UP = /\.\.|%2e/i

export function isFollowable(href: string): boolean {
  return FOLLOWABLE.test(href) && !WALKS_UP.test(href.split('?')[0] ?? '')
}

/** One signed call. Fails without a call for a link that does not lead into Rapid's API. */
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
      'customer-ip': call.customerIp,
      'customer-session-id': call.requestId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: call.timeoutMs,
    signal: call.signal,
  })
}
