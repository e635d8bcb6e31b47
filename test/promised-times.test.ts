import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../src/domain/time.ts'

/**
 * Times that the documents promise, and the intervals of the code that they are made of. A test on a slow machine waits for a minute until it takes
 * something for broken, so that an interval that is ten times as long as is written would pass it; here no clock runs.
 */

const ROOT = join(import.meta.dirname, '..')
/** SHA-256 of nothing in particular. */
const KEY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const UNITS: Readonly<Record<string, number>> = { SECOND_MS, MINUTE_MS, HOUR_MS }

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** An interval of `src/`, by `file NAME`: milliseconds. It is written as a number, a unit, or so many of a unit. */
function intervalOf(named: string): number {
  const [file, name] = named.split(' ')
  const [, written] = new RegExp(`^(?:export )?const ${name} = ([\\w *]+)$`, 'm').exec(read(`src/${file}`)) ?? []
  if (written === undefined) throw new Error(`src/${file} has no ${name}`)
  const factors = written.split(' * ').map((one) => UNITS[one] ?? Number(one.replaceAll('_', '')))
  return factors.reduce((product, factor) => product * factor, 1)
}

type Promised = {
  readonly document: string
  /** A sentence of the document, blanks and line breaks alike. */
  readonly says: string
  readonly withinS: number
  /** What passes one after the other until it is kept, at worst; the rest of the time is for the work itself. */
  readonly intervals: readonly string[]
}

function promise(document: string, says: string, withinS: number, ...intervals: readonly string[]): Promised {
  return { document, says, withinS, intervals }
}

const KEYS = 'operations/access/authenticate.ts KEEP_MS'
const SWEEP_OF_MAPPINGS = 'jobs/worker-sweeps.ts MAPPINGS_EVERY_MS'
const OPERATING = 'docs/operating.md'
const FAILURES = 'docs/failure-modes.md'
const TAKING_AWAY = 'docs/taking-away.md'
const SILENCE = 'streams say something every 15 s'

const PROMISES: readonly Promised[] = [
  promise(OPERATING, 'each remembers keys for 2 s', 2, KEYS),
  promise(
    OPERATING,
    'the room streams and subscriptions that it opened end within 5 s',
    5,
    KEYS,
    'http/open-streams.ts LOOK_EVERY_MS',
  ),
  promise(OPERATING, 'a changed mapping after 5 s', 5, 'hotel-index/follow-changes.ts CHANGES_EVERY_MS'),
  promise(
    TAKING_AWAY,
    '**Seconds** are five at most, in every process',
    5,
    'hotel-index/follow-changes.ts CHANGES_EVERY_MS',
  ),
  promise(TAKING_AWAY, '**Seconds** are five at most, in every process', 5, 'operations/access/tenants.ts KEEP_MS'),
  promise(
    TAKING_AWAY,
    'or within two minutes by a worker',
    120,
    SWEEP_OF_MAPPINGS,
    'operations/mapping/follow-mappings.ts SETTLES_WITHIN_MS',
  ),
  promise(
    TAKING_AWAY,
    'or within two minutes by a worker',
    120,
    SWEEP_OF_MAPPINGS,
    'operations/mapping/follow-ended.ts SETTLES_WITHIN_MS',
  ),
  promise('docs/catalogue.md', 'or by a worker within seconds', 5, 'jobs/worker-sweeps.ts LISTINGS_EVERY_MS'),
  promise(
    'docs/room-mapping.md',
    'remembered for five seconds in each process',
    5,
    'operations/rooms/unseen-rooms.ts KEEP_MS',
  ),
  promise(OPERATING, SILENCE, 15, 'operations/rooms/open-room-stream.ts PING_EVERY_MS'),
  promise(OPERATING, SILENCE, 15, 'operations/bookings/watch-booking.ts PING_EVERY_MS'),
  promise(OPERATING, SILENCE, 15, 'graphql/mount.ts PING_EVERY_MS'),
  promise(
    FAILURES,
    'the stream goes on after 5 to 7 s',
    7,
    'operations/rooms/stream-owner.ts OWNED_MS',
    'operations/rooms/open-room-stream.ts LOOK_EVERY_MS',
  ),
  promise(
    FAILURES,
    'an answer within 10 s: PROCESSING or CANCELLATION_PENDING',
    10,
    'operations/deadline.ts ANSWER_WITHIN_MS',
  ),
  promise(FAILURES, '503 with Retry-After within 10 s', 10, 'operations/deadline.ts LATEST_ANSWER_MS'),
  promise(FAILURES, 'readiness 503 within 2 s', 2, 'platform/postgres-probe.ts PROBED_WITHIN_MS'),
  promise(
    'docs/graphql.md',
    'An event whose notification was lost is found within 20 s',
    20,
    'operations/bookings/booking-news.ts LOOK_EVERY_MS',
  ),
  promise(
    'docs/decisions/0016-frozen-is-not-dead.md',
    'a ping every 5 s, 3 s for its answer',
    8,
    'platform/listener.ts PING_EVERY_MS',
    'platform/listener.ts ANSWER_WITHIN_MS',
  ),
  promise(
    FAILURES,
    'another one goes on after 30 s, from the place that was written',
    30,
    'event-export/export-events.ts LEASE_MS',
  ),
  promise(
    FAILURES,
    'another one goes on within two minutes, at the day',
    120,
    'operations/bookings/comparison/run-comparisons.ts LEASE_MS',
  ),
  promise(
    'docs/content-pull.md',
    'a process that was lost gives way after two minutes',
    120,
    'operations/catalogue/pull/lease.ts LEASE_MS',
  ),
  promise(
    'docs/content-pull.md',
    'Every two seconds, and every 250 rows',
    2,
    'operations/catalogue/pull/read-pass.ts SAVE_EVERY_MS',
  ),
  promise(OPERATING, 'at a scrape, at most every 5 s by each process', 5, 'store/oversight.ts KEPT_MS'),
  promise(OPERATING, 'A change takes effect within a minute', 60, 'suppliers/directory.ts KEEP_MS'),
  promise(OPERATING, 'A call over a cap waits at most 2 s', 2, 'suppliers/cap-gate.ts MAX_WAIT_MS'),
  promise(
    'docs/decisions/0050-console-and-portal.md',
    "event log's sequence every two seconds",
    2,
    'console/news.ts LOOK_EVERY_MS',
  ),
  promise('docs/console.md', 'once in five seconds however many people look', 5, 'console/booking-traffic.ts KEPT_MS'),
  promise(
    'docs/console.md',
    'waits eight seconds at most',
    8,
    'operations/console/supplier-record.ts ANSWERS_WITHIN_MS',
  ),
]

describe('a time that is promised', () => {
  it.each(PROMISES.map((one) => [`${one.document}: “${one.says}” (${one.intervals.join(', ')})`, one] as const))(
    '%s',
    (_title, { document, says, withinS, intervals }) => {
      expect(read(document).replaceAll(/\s+/g, ' ')).toContain(says)
      const longest = intervals.map(intervalOf).reduce((sum, ms) => sum + ms, 0)
      expect(longest).toBeGreaterThan(0)
      expect(longest).toBeLessThanOrEqual(withinS * SECOND_MS)
    },
  )

  it('of a setting is its default in production', () => {
    const config = readConfig({
      ENVIRONMENT: 'production',
      DATABASE_URL: 'postgresql://db',
      MASTER_KEY: KEY,
    })
    const says = read(OPERATING).replaceAll(/\s+/g, ' ')
    for (const sentence of [
      '`LAME_DUCK_MS` (5 s in production',
      '`SHUTDOWN_TIMEOUT_MS` (25 s) bounds it',
      '`DATABASE_WAIT_MS` (60 s)',
      '`WATCHDOG_MS` (10 s;',
      '`HEADERS_TIMEOUT_MS`, 10 s',
      '`REQUEST_TIMEOUT_MS`, 30 s',
      '`KEEP_ALIVE_TIMEOUT_MS`, 72 s',
    ])
      expect(says).toContain(sentence)
    expect(config).toMatchObject({
      lameDuckMs: 5_000,
      shutdownTimeoutMs: 25_000,
      databaseWaitMs: 60_000,
      watchdogMs: 10_000,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 30_000,
      keepAliveTimeoutMs: 72_000,
    })
  })
})
