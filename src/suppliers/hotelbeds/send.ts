import type { Result } from '../../domain/result.ts'
import type {
  SupplierCall,
  SupplierFailure,
  SupplierOperation,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-call.ts'
import { credentialsOf, signature } from './connection.ts'

type HotelbedsRequest = {
  readonly operation: SupplierOperation
  readonly method: SupplierRequest['method']
  /** A path below the base URL, which ends in `/hotel-api/1.0`. */
  readonly path: string
  readonly body?: object
}

/** Makes one signed call. */
export function send(
  call: SupplierCall,
  { operation, method, path, body }: HotelbedsRequest,
): Promise<Result<SupplierResponse, SupplierFailure>> {
  return call.fetch({
    operation,
    method,
    url: call.connection.baseUrl + path,
    headers: {
      'api-key': credentialsOf(call).apiKey,
      'x-signature': signature(call),
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'x-request-id': call.requestId,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: call.timeoutMs,
    signal: call.signal,
  })
}
