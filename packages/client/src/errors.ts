import type { ProblemDetails } from './generated/types.ts'
import type { CallFacts, OperationName } from './operation.ts'

/** The codes of the contract. A newer gateway can have others: let a `switch` have a `default`. */
export type ErrorCode = keyof ProblemDetails

/** Everything that this package throws, but for wrong arguments (`TypeError`) and the reason of your own `AbortSignal`. */
export class GatewayError extends Error {
  override name = 'GatewayError'
}

/**
 * No answer of the gateway arrived, after all attempts that were allowed: a lost connection, or something in between that
 * answered in its place. What the call has done is unknown: call again with its `idempotencyKey`.
 */
export class ConnectionError extends GatewayError implements CallFacts {
  override name = 'ConnectionError'
  declare readonly operation: OperationName
  declare readonly idempotencyKey: string | null

  constructor(message: string, { operation, idempotencyKey }: CallFacts, cause?: unknown) {
    super(`${operation}: ${message}`, cause === undefined ? {} : { cause })
    Object.assign(this, { operation, idempotencyKey })
  }
}

/** The time was over before there was an answer. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** What a refusal says; `code` is `UNKNOWN` when it is no answer of the gateway’s but of a proxy before it. */
export type ProblemFacts = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly retryable: boolean
  readonly requestId: string | null
  readonly documentationUrl: string | null
  readonly retryAfterMs: number | null
}

/** The gateway refused. `isProblem` narrows `details` by the code. */
export class ProblemError<Code extends ErrorCode = ErrorCode> extends GatewayError implements CallFacts {
  override name = 'ProblemError'
  declare readonly status: number
  declare readonly code: Code | 'UNKNOWN'
  declare readonly details: ProblemDetails[Code]
  /** True when the very same request can succeed later. */
  declare readonly retryable: boolean
  /** Tell it to support. */
  declare readonly requestId: string | null
  /** Where the code is explained. */
  declare readonly documentationUrl: string | null
  /** How long the gateway asks to wait, milliseconds; null when it says nothing. */
  declare readonly retryAfterMs: number | null
  declare readonly operation: OperationName
  declare readonly idempotencyKey: string | null

  /** The gateway's documents promise the details of each code. */
  constructor({ message, ...facts }: ProblemFacts, { operation, idempotencyKey }: CallFacts) {
    super(`${operation}: ${facts.code}: ${message}`)
    Object.assign(this, { ...facts, operation, idempotencyKey })
  }
}

/** 401 and 403: change the key or its scopes. */
export class AuthenticationError<Code extends ErrorCode = ErrorCode> extends ProblemError<Code> {
  override name = 'AuthenticationError'
}

/** 404 and 410: it is not there, or not any more; begin a step earlier. */
export class NotFoundError<Code extends ErrorCode = ErrorCode> extends ProblemError<Code> {
  override name = 'NotFoundError'
}

/** 409: the state does not allow it; fetch it and decide anew. */
export class ConflictError<Code extends ErrorCode = ErrorCode> extends ProblemError<Code> {
  override name = 'ConflictError'
}

/** Any other status below 500: the request has to be changed. */
export class InvalidRequestError<Code extends ErrorCode = ErrorCode> extends ProblemError<Code> {
  override name = 'InvalidRequestError'
}

/** 429, still after the attempts that were allowed. */
export class RateLimitError<Code extends ErrorCode = ErrorCode> extends ProblemError<Code> {
  override name = 'RateLimitError'
}

/** 500 and above, still after the attempts that were allowed. */
export class UnavailableError<Code extends ErrorCode = ErrorCode> extends ProblemError<Code> {
  override name = 'UnavailableError'
}

/**
 * True for a refusal with one of these codes, or with any when none is named; `error.code` and `error.details` are narrowed:
 *
 *     if (isProblem(error, 'PRICE_MISMATCH')) show(error.details.offer_price)
 */
export function isProblem<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is { [One in Code]: ProblemError<One> & { readonly code: One } }[Code] {
  return error instanceof ProblemError && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** True for failures that pass by themselves: no answer, too many requests, out of order. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof RateLimitError ||
    (error instanceof UnavailableError && error.status !== 501)
  )
}
