import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

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

/** JSON lines on `destination`, standard output by default. `level` is pino's, `silent` included. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, base: null, redact: { paths: REDACTED, censor: '[redacted]' }, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination({ dest: 1, sync: false }),
  )
