import { err, ok, type Result } from '../../domain/result.ts'
import { malformed } from '../outcomes.ts'
import type { SupplierCall, SupplierFailure, SupplierOperation, SupplierResponse } from '../supplier-call.ts'
import { authorization } from './connection.ts'
import { type Envelope, envelopeSchema } from './schema.ts'

type RateHawkRequest = {
  readonly operation: SupplierOperation
  /** A path below the base URL, which ends in `/api/b2b/v3`; it keeps its trailing slash. */
  readonly path: string
  readonly body: object
  readonly progress?: Readonly<Record<string, unknown>>
}

/** An answer with its envelope; `envelope` is null when the body has none (a proxy's error page). */
export type RateHawkAnswer = { readonly response: SupplierResponse; readonly envelope: Envelope | null }

/** Makes one call: every call is a POST of JSON. A 2xx answer must have the envelope. */
export async function send(
  call: SupplierCall,
  { operation, path, body, progress }: RateHawkRequest,
): Promise<Result<RateHawkAnswer, SupplierFailure>> {
  const answer = await call.fetch({
    operation,
    method: 'POST',
    url: call.connection.baseUrl + path,
    headers: {
      authorization: authorization(call),
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'x-request-id': call.requestId,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    timeoutMs: call.timeoutMs,
    signal: call.signal,
    ...(progress ? { progress } : {}),
  })
  if (!answer.ok) return answer
  const parsed = envelopeSchema.safeParse(answer.value.json)
  if (!parsed.success && answer.value.status < 400) return err(malformed('the answer has no envelope'))
  return ok({ response: answer.value, envelope: parsed.data ?? null })
}
