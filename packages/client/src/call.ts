import type { CallOptions, Connection } from './connection.ts'
import { ConnectionError, GatewayError, TimeoutError } from './errors.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { OperationName } from './operation.ts'
import { jsonObject, problemOf } from './problem.ts'
import { type Input, type Request, requestOf } from './request.ts'
import { retryDelayMs } from './retry.ts'
import { type Lifeline, lifeline, pause } from './wait.ts'

/** What an attempt came to. */
type Outcome =
  | { readonly error: null; readonly data: unknown; readonly response: Response }
  | { readonly error: GatewayError; readonly response: Response | null }

/** A call with all of its attempts, which send the very same request; resolves with the answer's data. */
export async function call(
  connection: Connection,
  name: OperationName,
  { input, options = {} }: { readonly input?: Input | undefined; readonly options?: CallOptions | undefined },
): Promise<unknown> {
  const request = requestOf(connection, name, { input, options })
  const { method, safe = false } = OPERATIONS[name]
  const endsAt = performance.now() + (options.timeoutMs ?? connection.timeoutMs)
  for (let attempt = 1; ; attempt += 1) {
    const beganAt = performance.now()
    const outcome = await attemptOnce(connection, request, {
      signal: options.signal,
      timeoutMs: Math.min(connection.attemptTimeoutMs, endsAt - beganAt),
    })
    const failure = { attempt, maxAttempts: connection.maxAttempts, isSafe: method === 'GET' || safe }
    const leftMs = endsAt - performance.now()
    const retryInMs = outcome.error ? retryDelayMs({ ...failure, error: outcome.error, leftMs }) : null
    tellAttempt(connection, request, { attempt, beganAt, retryInMs, ...outcome })
    if (!outcome.error) return outcome.data
    if (retryInMs === null) throw outcome.error
    await pause(retryInMs, options.signal)
  }
}

/** Reports an attempt to whoever listens. */
export function tellAttempt(
  { onAttempt }: Connection,
  { operation, idempotencyKey }: Request,
  told: {
    readonly attempt: number
    readonly beganAt: number
    readonly error: GatewayError | null
    readonly response: Response | null
    readonly retryInMs: number | null
  },
): void {
  const { attempt, beganAt, error, response, retryInMs } = told
  onAttempt({
    operation,
    attempt,
    idempotencyKey,
    durationMs: performance.now() - beganAt,
    status: response?.status ?? null,
    requestId: response?.headers.get('x-request-id') ?? null,
    error,
    retryInMs,
  })
}

async function attemptOnce(
  connection: Connection,
  request: Request,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<Outcome> {
  const line = lifeline(signal)
  line.within(timeoutMs)
  let response: Response | null = null
  try {
    response = await send(connection, request, line)
    const text = await response.text()
    if (!response.ok) return { error: problemOf(response, text, request), response }
    const data = dataOf(request, text)
    return data ? { error: null, data, response } : { error: notOurs(request), response }
  } catch (cause) {
    return { error: lost(request, cause, { line, signal }), response }
  } finally {
    line.end()
  }
}

export function send(connection: Connection, { url, init, headers }: Request, line: Lifeline): Promise<Response> {
  return connection.fetch(url, { ...init, headers, signal: line.signal })
}

/** The error of an exchange that broke off. Throws the reason when the caller's own signal ended it. */
export function lost(
  request: Request,
  cause: unknown,
  { line, signal }: { readonly line: Lifeline; readonly signal: AbortSignal | undefined },
): ConnectionError {
  signal?.throwIfAborted()
  return line.isLate()
    ? new TimeoutError('no answer in time', request, cause)
    : new ConnectionError('the connection was lost', request, cause)
}

function notOurs(request: Request): ConnectionError {
  return new ConnectionError('the answer is not the gateway’s', request)
}

/** The envelope's `data`, with the status of a prebook, which stands beside it; null when it is no envelope. */
function dataOf({ operation }: Request, text: string): unknown {
  const envelope = jsonObject(text)
  const data = envelope?.['data']
  if (typeof data !== 'object' || data === null) return null
  return OPERATIONS[operation].answer === 'PREBOOK' ? { status: envelope?.['status'], ...data } : data
}
