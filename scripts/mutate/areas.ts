/** What mutation testing looks at, and which tests are likely to notice a fault in it. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findTiers } from '../../test/support/tiers.ts'
import { nearestTests } from './imports.ts'
import { ROOT } from './workbench.ts'

const STORE = [
  'booking-attempts',
  'booking-looks',
  'booking-writes',
  'cancellations',
  'events',
  'idempotency-keys',
  'own-time',
  'sandbox-clock',
  'webhook-batches',
  'webhook-queue',
].map((name) => `src/store/${name}.ts`)

/** What handles money and state. */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  domain: ['src/domain'],
  bookings: ['src/operations/bookings'],
  relay: ['src/relay'],
  store: STORE,
}

/**
 * Tests of what imports do not tell, because a gateway or a relay is started: of files whose path matches, all that match count.
 * The likeliest come first; whoever survives has met them all, so that a long one must be worth its time.
 */
const TESTS: readonly (readonly [RegExp, readonly string[]])[] = [
  inProcess('watch-booking', ['watching', 'reading']),
  inProcess('booking-news', ['news', 'watching']),
  inProcess('seen-messages|receive-supplier|booking-looks', ['notifications']),
  inProcess('verify-mapping', ['verifying-listings', 'holds']),
  inProcess('kill-points', ['kill-points']),
  inProcess('get-|list-|find-booking|booking-view', ['reading', 'event-log', 'keys-and-guests', 'creating']),
  inProcess('keyed-command|guests|idempotency|booking-answer', ['keys-and-guests', 'reviews', 'cancelling', 'holds']),
  inProcess('keyed-command', ['passed-points']),
  inProcess('create-booking', ['offers', 'creating', 'keys-and-guests', 'verifying-listings', 'meanwhile']),
  inProcess('execute-create|resume-create|fence|attempts', ['late-creations', 'creating', 'cancelling', 'holds']),
  inProcess('cancel-booking|quote-cancellation', ['cancelling', 'quotes', 'reading']),
  inProcess('execute-cancel|fence', ['late-cancellations', 'cancelling']),
  inProcess('confirm-hold|doubt', ['holds', 'watched-holds', 'watched-bookings']),
  inProcess('review-booking|booking-cases', ['reviews', 'offers']),
  inProcess('reconcile|call-times|booking-failure', ['looks-at-creations', 'holds', 'late-cancellations', 'creating']),
  inProcess('watch-confirmed|compare-record|booking-cases', ['watched-bookings']),
  inProcess('watch-hold|watch-failed|look-at-booking|booking-cases', [
    'watched-holds',
    'failing-looks',
    'verifying-listings',
    'reviews',
  ]),
  inProcess('settle-booking|move-booking|booking-cases', [
    'creating',
    'watched-bookings',
    'looks-at-creations',
    'late-cancellations',
    'watched-holds',
    'holds',
    'late-creations',
    'cancelling',
    'offers',
    'operators',
  ]),
  inProcess('reconcile|watch-|settle-booking|move-booking', ['meanwhile']),
  inProcess('list-|guests|booking-view|settle-|move-|confirm-hold|quote-c|get-', ['what-is-told']),
  inProcess('attempts|doubt|reconcile|watch-c|execute-cancel|settle-booking|keyed-command', ['second-calls']),
  inProcess('confirm-hold|keyed-command|cancel-booking|booking-answer', ['late-answers']),
  [
    /src\/relay/,
    [
      'test/relay/courier.test.ts',
      'test/relay/one-relay.test.ts',
      'test/relay/one-relay-work.test.ts',
      'test/relay/one-relay-verdicts.test.ts',
    ],
  ],
  [/relay\/(?:relay|deliver)\.ts/, ['test/relay/relay-tells.test.ts']],
  [/relay\/deliver/, ['test/relay/wire.test.ts']],
  [/relay\/(?:deliver|wire|guard)/, ['test/relay/proxy.test.ts']],
  [/store\/(?:booking-looks|own-time|sandbox-clock|webhook-queue)/, ['test/store/worlds.test.ts']],
  [/store\/webhook-queue/, ['test/store/webhook-settlements.test.ts', 'test/store/webhook-waits.test.ts']],
  [/store\/webhook-batches/, ['test/store/webhook-recovery.test.ts']],
  [/store\/(?:webhook-|booking-attempts)/, ['test/store/races-between-statements.test.ts']],
]

/** Tests of bookings in the test's own process (test/support/use-one-booker.ts); those that start gateways would take minutes. */
function inProcess(files: string, tests: readonly string[]): readonly [RegExp, readonly string[]] {
  const paths = tests.map((name) => `test/operations/bookings/${name}.test.ts`)
  return [new RegExp(`operations/bookings/(?:.*/)?(?:${files})`), paths]
}

/** So many of the pure tests that import a file are tried, the nearest first. */
const NEAREST = 10

/** Returns a function that tells the tests to run on a fault in a file, in their order. */
export function testsOf(asked: readonly string[] | undefined): (file: string) => string[] {
  if (asked) return () => [...asked]
  const pure = findTiers(ROOT).get('pure') ?? []
  const nearest = nearestTests(ROOT, pure)
  return (file) => {
    const name = basename(file, '.ts')
    const own = [`${dirname(file).replace(/^src/, 'test')}/${name}.test.ts`].filter((test) =>
      existsSync(join(ROOT, test)),
    )
    const named = TESTS.flatMap(([pattern, tests]) => (pattern.test(file) ? tests : []))
    const near = nearest(file).filter((test) => file.startsWith('src/domain/') || test.startsWith('test/relay/'))
    return [...new Set([...own, ...near.slice(0, NEAREST), ...named])]
  }
}
