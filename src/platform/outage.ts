/** Prisma's codes for a server that cannot be reached, a pool that has no connection left, a transaction that came too late. */
const PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

/** The system's own. */
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
 * Postgres' classes and codes (its manual, appendix A): a connection that failed (08), the server shutting down or starting,
 * the session ended by it (57P), no resources (53), a server that takes no writes since it is a standby (25006), a statement
 * that it gave up as too late (57014).
 */
const SQLSTATE = /^(08\w{3}|57P\w{2}|53\w{3}|25006|57014)$/

/** What `pg` and the adapter say without any code. */
const WORDS =
  /can't reach database|connection terminated|server closed the connection|timeout exceeded when trying to connect|query read timeout|(client was closed|connection error) and is not queryable/i

/** The kinds that Prisma's adapter gives to what it has recognized. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])

/** What one error says of itself. */
type Said = {
  readonly code?: unknown
  readonly originalCode?: unknown
  readonly kind?: unknown
  readonly message?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
  readonly meta?: { readonly driverAdapterError?: unknown }
}

const MAX_DEPTH = 8

/** Errors lie within errors: as a cause, as one of many, and where Prisma puts the adapter's. */
function isAnywhere(error: unknown, holds: (said: Said) => boolean, depth = 0): boolean {
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

/** True for an error that says that Postgres is away, frozen or overrun, not that we asked for something wrong. */
export function isOutage(error: unknown): boolean {
  return isAnywhere(
    error,
    ({ code, originalCode, kind, message }) =>
      isOutageCode(code) ||
      isOutageCode(originalCode) ||
      (typeof kind === 'string' && KINDS.has(kind)) ||
      matches(WORDS, message),
  )
}

const CUT_OFF = /query read timeout|connection terminated|server closed the connection/i

/** True when a statement was sent and its answer never came: it may have been done, or may still be once Postgres runs again. */
export function isCutOff(error: unknown): boolean {
  return isAnywhere(
    error,
    ({ code, kind, message }) =>
      matches(CUT_OFF, message) || code === 'P1017' || code === 'ECONNRESET' || kind === 'ConnectionClosed',
  )
}
