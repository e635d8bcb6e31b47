import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Pattern = {
  readonly kind: string
  readonly pattern: RegExp
  /** The files that may have some, how many, and why none of them is a guess at how fast the machine is. */
  readonly reasons: Readonly<Record<string, readonly [places: number, reason: string]>>
}

const REPEATS = 'the pause between two tries of a loop, which ends by what it sees'
const LOAD = 'how long a load or a fault lasts; what is asserted holds after any time'
const STOPPED =
  'a process is stopped while a supplier waits with its answer; sooner or later it is another case, with the same outcome'

/**
 * Patterns that make a test depend on the machine's speed, on chance or on other runs. A new test has none. Kinds and cures:
 * CONTRIBUTING.md, "What a test may not depend on".
 */
const PATTERNS: readonly Pattern[] = [
  { kind: 'asserted elapsed times', pattern: /expect\([^\n]*performance\.now\(\)[^\n]*toBeLess/g, reasons: {} },
  {
    kind: 'fixed pauses',
    pattern: /\b(?:pause|sleep)\(\d[\d_]*\)/g,
    reasons: {
      'cache/redis-cluster.test.ts': [1, LOAD],
      'cache/redis-slots.test.ts': [5, LOAD],
      'e2e/postgres-pair.test.ts': [3, `${REPEATS}; ${LOAD}`],
      'event-export/nats.test.ts': [2, 'the lease is in the time of the database, which no test can move'],
      'fleet/haproxy-postgres.test.ts': [1, LOAD],
      'frozen/order-forms.test.ts': [1, STOPPED],
      'hardening/large-bodies.test.ts': [
        1,
        'requests gather in the sockets of a stopped process; fewer of them only wait less',
      ],
      'kill/freeze-matrix.test.ts': [1, STOPPED],
      'kill/relay-kills.test.ts': [1, REPEATS],
      'operations/bookings/meanwhile.test.ts': [1, 'how long a decision takes, so that two overlap'],
      'operations/bookings/news.test.ts': [
        1,
        'the response to a read arrives while no reader waits; if it is later, the reader waits for it',
      ],
      'operations/bookings/watching.test.ts': [1, 'a reader has begun to wait; sooner, it ends before that'],
      'relay/deliver.test.ts': [2, 'how slowly a receiver answers; the reported times are at least that'],
    },
  },
  {
    // A longer one than the general minute only ends what hangs, as that does.
    kind: 'polled conditions with a limit of their own below the general one',
    pattern:
      /\buntil\([^\n]*, (?:\d_?\d{3}|[1-5]\d_?\d{3})\)|^( *)(?! )[^\n]*\buntil\(\n(?:\1 [^\n]*\n)*?\1 {2}(?:\d_?\d{3}|[1-5]\d_?\d{3}),\n\1\)/gm,
    reasons: {},
  },
  {
    kind: 'ages or durations below a constant',
    pattern:
      /expect\([^\n]*(?:_ago|Ago|[eE]lapsed\w*|duration_?[mM]s|(?:took|waited|answered)Ms|Math\.abs\([^\n]*Date\.now\(\)[^\n]*)\)+\.toBeLess\w+\([\d_]+\)/g,
    reasons: {},
  },
  {
    kind: 'ports found free and used later',
    pattern: /\b(?:freePort|reservePort)\(/g,
    reasons: { 'guides.test.ts': [1, 'the printed guide gives its receiver a port before it starts'] },
  },
  { kind: 'databases of Redis by number', pattern: /\bnew URL\('\/\d+'/g, reasons: {} },
]

const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && name !== 'flaky-patterns.test.ts')
  .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))

describe('the test files', () => {
  it.each(PATTERNS)('have no $kind but those with a reason', ({ pattern, reasons }) => {
    const found = FILES.map(({ name, text }) => [name, [...text.matchAll(pattern)].length] as const).filter(
      ([, places]) => places > 0,
    )
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(reasons).map(([name, [places]]) => [name, places])),
    )
  })
})
