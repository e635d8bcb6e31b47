import type { Result } from '../../domain/result.ts'
import type {
  SupplierCall,
  SupplierFailure,
  SupplierOperation,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-call.ts'
import { baseUrlOf, credentialsOf } from './connection.ts'

type LiteApiRequest = {
  readonly operation: SupplierOperation
  readonly method: SupplierRequest['method']
  readonly host: 'RATES' | 'BOOKING'
  /** A path below `/v3.0`. */
  readonly path: string
  readonly body?: object
}

export function send(
  call: SupplierCall,
  { operation, method, host, path, body }: LiteApiRequest,
): Promise<Result<SupplierResponse, SupplierFailure>> {
  return call.fetch({
    operation,
    method,
    url: baseUrlOf(call, host) + path,
    headers: {
      'x-api-key': credentialsOf(call).apiKey,
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'x-request-id': call.requestId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: call.timeoutMs,
    signal: call.signal,
  })
}
