import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { findPureTests } from './test/support/pure-tests.ts'
import { specNotice } from './test/support/spec-notice.ts'
import { findSpecTests } from './test/support/spec-tests.ts'

/** What all projects have in common; `vitest.kill.config.ts` and `vitest.fuzz.config.ts` build on it, too. */
export const COMMON = {
  // One `graphql` for our code and for the packages that Node itself loads: Vite would take its development build.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // A test that waits for a real supplier, receiver or restarted process is slow on a busy machine, not wrong: these end what hangs.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // As `until`.
    expect: { poll: { timeout: 60_000 } },
    // Every process that a test starts: the hundredth need not compile what the first has compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.data/compile-cache') },
  },
}

/**
 * A process for each worker, not for each file: what a file imports takes a second of a core, five hundred times. So a file leaves nothing behind in
 * its process: no setting, no global, no handle. A file that fails so is run again by itself (`.ci/run`).
 */
const BEHIND_EACH_OTHER = { ...COMMON.test, isolate: false }

/** One more than the two cores of CI: most tests wait most of the time. The whole takes 27 minutes so, 44 with two; four make each other late. */
const MAX_WORKERS = 3

/** The screen, and in CI a file that `.ci/run` counts: REPORT, if it is set. */
export function reportersTo(usual: string): ('default' | ['json', { readonly outputFile: string }])[] {
  const outputFile = process.env['REPORT'] ?? usual
  return process.env['CI'] ? ['default', ['json', { outputFile }]] : ['default']
}

/** Creates the database that the tests copy; its server is DATABASE_URL's, or an embedded one of this run. */
export const DATABASES = ['test/support/global-setup.ts']

/** Of `npm run test:fleet`, one after the other. */
export const BY_THEMSELVES = ['test/fleet/fleet.test.ts', 'test/fleet/walk.test.ts', 'test/e2e/postgres-pair.test.ts']

/** They need ../shared: `npm run test:spec`. */
const SPEC = findSpecTests(import.meta.dirname)
const PURE = findPureTests(import.meta.dirname)

export default defineConfig({
  test: {
    maxWorkers: MAX_WORKERS,
    reporters: [...reportersTo('.data/test-report.json'), specNotice(SPEC.length)],
    projects: [
      { ...COMMON, test: { ...BEHIND_EACH_OTHER, name: 'pure', include: PURE, sequence: { groupOrder: 0 } } },
      {
        ...COMMON,
        test: {
          ...BEHIND_EACH_OTHER,
          name: 'real',
          include: ['test/**/*.test.ts'],
          // Kills, fuzzing and a whole fleet take minutes: `npm run test:kill`, `npm run fuzz`, `npm run test:fleet`.
          exclude: [...PURE, ...SPEC, 'test/kill/**', 'test/fuzz/**', ...BY_THEMSELVES],
          globalSetup: DATABASES,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
