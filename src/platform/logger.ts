import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

import { currentTrace } from './request-trace.ts'

export type Logger = PinoLogger

/** Where secrets and guests may stand in what is logged; their values are replaced before a line is written. */
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

/** For which request a line is written, and in which trace. */
function trailFields(): object {
  const { requestId, span } = currentTrace()
  return { ...(requestId === null ? {} : { requestId }), ...(span ? { traceId: span.traceId } : {}) }
}
/**
 * JSON leaves DEL, the C1 controls and the two line separators as they are; terminals and line readers do not. Whatever a
 * client made us write, a line is one line of printable text.
 */
function printable(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** JSON lines on `destination`, standard output by default. `level` is pino's, `silent` included. */
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
