/** What mutation testing looks at, and which tests are likely to notice a fault in it. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findPureTests } from '../../test/support/pure-tests.ts'
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
  [/bookings\/(?:get-|watch-booking|booking-news)/, ['test/graphql/subscriptions.test.ts']],
  [/bookings\/(?:watch-booking|booking-news)/, ['test/graphql/subscriptions-fed.test.ts']],
  [/bookings\/.*(?:seen-messages|receive-supplier|booking-looks)/, ['test/hardening/supplier-notifications.test.ts']],
  [/bookings\/.*verify-mapping/, ['test/e2e/mapping-verification.test.ts']],
  [/bookings\/.*(?:booking-cases|review-booking)/, ['test/admin/cases.test.ts']],
  [/bookings\/list-events/, ['test/e2e/event-log.test.ts']],
  [/bookings\/.*(?:compare-record|watch-confirmed|booking-cases)/, ['test/e2e/their-record.test.ts']],
  [
    /bookings\/(?!.*(?:follow-up|-news|seen-|machinery\/(?:compare|booking-cases)))/,
    ['test/http/bookings.test.ts', 'test/e2e/both-facades.test.ts'],
  ],
  [/bookings\/.*(?:cancel|quote)/, ['test/e2e/cancelling.test.ts']],
  [/bookings\/create-booking/, ['test/http/one-offer.test.ts']],
  [/bookings\/.*(?:keyed-command|guests|idempotency)/, ['test/e2e/races.test.ts']],
  [
    /bookings\/.*(?:execute-create|resume-create|watch-failed|fence|attempts|settle|reconcile|call-times|look-at)/,
    ['test/frozen/late-creations.test.ts'],
  ],
  [/bookings\/.*(?:cancel|confirm-hold|fence|settle|reconcile|watch-confirmed)/, ['test/frozen/late-changes.test.ts']],
  [
    /bookings\/.*(?:look-at|watch-hold|reconcile|booking-cases|call-times)/,
    ['test/frozen/watched-holds.test.ts', 'test/frozen/silent-suppliers.test.ts'],
  ],
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

/** So many of the pure tests that import a file are tried, the nearest first. */
const NEAREST = 10

/** Returns a function that tells the tests to run on a fault in a file, in their order. */
export function testsOf(asked: readonly string[] | undefined): (file: string) => string[] {
  if (asked) return () => [...asked]
  const pure = findPureTests(ROOT)
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
