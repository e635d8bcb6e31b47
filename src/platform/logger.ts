import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

import { currentTrace } from './request-trace.ts'

export type Logger = PinoLogger

/** Paths in log records that may contain secrets or personal data; their values are replaced before a line is written. */
const REDACTED = [
  'apiKey',
  'sharedSecret',
  'credentials',
  'authorization',
  'headers.authorization',
  'headers["x-api-key"]',
  'req.headers["x-api-key"]',
  'signingSecret',
  'secret',
  'guests',
  'holder',
  'email',
  'phone',
  '*.apiKey',
  '*.authorization',
  '*.credentials',
  '*.guests',
  '*.holder',
  '*.email',
  '*.phone',
  '*.secret',
]

/** The request id and trace id of the current work, for each log line. */
function trailFields(): object {
  const { requestId, span } = currentTrace()
  return { ...(requestId === null ? {} : { requestId }), ...(span ? { traceId: span.traceId } : {}) }
}
/**
 * Escapes DEL, the C1 controls and the two line separators, which JSON leaves unescaped but terminals and line readers interpret.
 * So each record is one line of printable text, even with input from clients.
 */
function printable(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Logs JSON lines to `destination`, by default standard output. `level` is a pino level or `silent`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: REDACTED, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: trailFields,
      hooks: { streamWrite: printable },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  )
}
