import {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  ProblemError,
  RateLimitError,
  UnavailableError,
} from './errors.ts'
import type { CallFacts } from './operation.ts'

function classOf(status: number): typeof ProblemError {
  if (status === 401 || status === 403) return AuthenticationError
  if (status === 404 || status === 410) return NotFoundError
  if (status === 409) return ConflictError
  if (status === 429) return RateLimitError
  return status >= 500 ? UnavailableError : InvalidRequestError
}

/** `Retry-After` in milliseconds: seconds, or an HTTP date; null when it is neither. */
export function retryAfterMs(value: string | null): number | null {
  if (value === null) return null
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** The object in a text; null when there is none. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The error of a response that is no success; one without the gateway’s body was sent by something before the gateway. */
export function problemOf(response: Response, text: string, facts: CallFacts): ProblemError {
  const { status, headers } = response
  const body = jsonObject(text) ?? {}
  const { code, message, details, request_id: requestId, documentation_url: page } = body
  const isOurs = typeof code === 'string'
  const Problem = classOf(status)
  return new Problem(
    {
      status,
      code: isOurs ? code : 'UNKNOWN',
      message: isOurs ? String(message) : `an answer with status ${status} that is not the gateway’s`,
      details: details ?? {},
      retryable: isOurs ? body['retryable'] === true : status === 429 || status >= 500,
      requestId: typeof requestId === 'string' ? requestId : headers.get('x-request-id'),
      documentationUrl: typeof page === 'string' && response.url !== '' ? new URL(page, response.url).href : null,
      retryAfterMs: retryAfterMs(headers.get('retry-after')),
    },
    facts,
  )
}
