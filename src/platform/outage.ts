/** Prisma's codes for an unreachable server, a pool without a free connection, and a transaction that timed out. */
const PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

/** The system's error codes for a broken connection. */
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Postgres' classes and codes (its manual, appendix A): a connection failed (08), the server is shutting down or starting or
 * ended the session (57P, 25P03 and 25P04 when its transaction stood still), resources are exhausted (53), its disk fails (58), the server is a
 * standby that accepts no writes (25006), a statement was cancelled because it took too long (57014).
 */
const SQLSTATE = /^(08\w{3}|57P\w{2}|53\w{3}|58\w{3}|25006|25P03|25P04|57014)$/

/** The server does not let us in: password, pg_hba.conf, TLS (28), or it does not have the database (3D000). */
const REFUSED = /^(28\w{3}|3D000)$/
/** The same, as Prisma's adapter says it. */
const REFUSED_KINDS = new Set(['AuthenticationFailed', 'DatabaseAccessDenied', 'DatabaseDoesNotExist'])

/**
 * Messages of `pg` and the adapter for errors that have no code, and of a standby (a primary to be) that ends what is in the way of the
 * log that it replays: with 40001, the code of transactions that lost against each other.
 */
const WORDS =
  /conflict with recovery|can't reach database|connection terminated|server closed the connection|timeout exceeded when trying to connect|query read timeout|(client was closed|connection error) and is not queryable/i

/** The error kinds of Prisma's adapter for an unreachable server. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])

/** The fields of an error that may identify it. */
type Said = {
  readonly code?: unknown
  readonly originalCode?: unknown
  readonly kind?: unknown
  readonly message?: unknown
  readonly originalMessage?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
  readonly meta?: { readonly driverAdapterError?: unknown }
}

const MAX_DEPTH = 8

/** Searches nested errors too: causes, aggregated errors, and the field in which Prisma puts the adapter's error. */
export function isAnywhere(error: unknown, holds: (said: Said) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false
  const said: Said = error
  const { cause, errors, meta } = said
  const inner = [cause, meta?.driverAdapterError, ...(Array.isArray(errors) ? (errors as unknown[]) : [])]
  return holds(said) || inner.some((one) => isAnywhere(one, holds, depth + 1))
}

function isOutageCode(code: unknown): boolean {
  return typeof code === 'string' && (PRISMA.has(code) || SOCKET.has(code) || SQLSTATE.test(code))
}

function matches(words: RegExp, message: unknown): boolean {
  return typeof message === 'string' && words.test(message)
}

/** True when Postgres lets nobody in with what the settings say; a start does not wait for that. */
export function isRefused(error: unknown): boolean {
  return isAnywhere(
    error,
    ({ code, originalCode, kind }) =>
      [code, originalCode].some((one) => typeof one === 'string' && REFUSED.test(one)) ||
      (typeof kind === 'string' && REFUSED_KINDS.has(kind)),
  )
}

/** True for an error that means that Postgres is unreachable, frozen, overloaded or closed to us, not that our statement was wrong. */
export function isOutage(error: unknown): boolean {
  if (isRefused(error)) return true
  return isAnywhere(
    error,
    ({ code, originalCode, kind, message }) =>
      isOutageCode(code) ||
      isOutageCode(originalCode) ||
      (typeof kind === 'string' && KINDS.has(kind)) ||
      matches(WORDS, message),
  )
}

/** The code of a failure that nobody foresaw, as clients see it. */
export type FailureCode = 'INTERNAL_ERROR' | 'SERVICE_UNAVAILABLE'

/** The code that a client gets for an unexpected failure: Postgres is unavailable, or the gateway has a fault. */
export function failureCode(error: unknown): FailureCode {
  return isOutage(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
}

const CUT_OFF = /query read timeout|connection terminated|server closed the connection/i

/** True when a statement was sent and no answer came: it may have been executed, or may be once Postgres runs again. */
export function isCutOff(error: unknown): boolean {
  return isAnywhere(
    error,
    ({ code, kind, message }) =>
      matches(CUT_OFF, message) || code === 'P1017' || code === 'ECONNRESET' || kind === 'ConnectionClosed',
  )
}
