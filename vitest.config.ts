import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { specNotice } from './test/support/spec-notice.ts'
import { findTiers, type Tier } from './test/support/tiers.ts'

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
    setupFiles: ['test/support/own-patience.ts'],
    // Every process that a test starts: the hundredth need not compile what the first has compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.data/compile-cache') },
  },
}

/**
 * Matrices and random lives play a tenth of what they have, which `SEED` draws; `DRAW=1` plays all (`npm run nightly` does). The draw is the
 * same in every run, so that a run that is repeated plays the same.
 */
const DRAW_BY_DEFAULT = { DRAW: process.env['DRAW'] ?? '0.1', SEED: process.env['SEED'] ?? '1' }

/**
 * A process for each worker, not for each file: what a file imports takes a second of a core, five hundred times. So a file leaves nothing
 * behind in its process: no setting, no global, no handle.
 */
const BEHIND_EACH_OTHER = {
  ...COMMON.test,
  isolate: false,
  env: { ...COMMON.test.env, ...DRAW_BY_DEFAULT },
}

/** The screen, and in CI a file that `.ci/run` counts: REPORT, if it is set. */
export function reportersTo(usual: string): ('default' | ['json', { readonly outputFile: string }])[] {
  const outputFile = process.env['REPORT'] ?? usual
  return process.env['CI'] ? ['default', ['json', { outputFile }]] : ['default']
}

/** Starts a Postgres of the run and, where there is one, a Redis, and makes the database that the tests copy. */
export const DATABASES = ['test/support/global-setup.ts']

/** Of `npm run test:fleet`, one after the other. */
export const BY_THEMSELVES = ['test/fleet/fleet.test.ts', 'test/fleet/walk.test.ts', 'test/e2e/postgres-pair.test.ts']

const TIERS = findTiers(import.meta.dirname)

/** Files of one group run beside each other; the groups run one after the other. */
function tier(name: Tier, group: number, options: object = {}) {
  const include = [...(TIERS.get(name) ?? [])]
  const sequence = { groupOrder: group }
  return { ...COMMON, test: { ...BEHIND_EACH_OTHER, name, include, sequence, ...options } }
}

/** test/support/tiers.ts says what each of them is; package.json, which of them a command runs. */
export default defineConfig({
  test: {
    // A worker waits for two thirds of its time: four keep two cores busy, five are hardly quicker and make each other late.
    maxWorkers: 4,
    reporters: [
      ...reportersTo('.data/test-report.json'),
      ...(process.env['npm_lifecycle_event'] === 'test' ? [specNotice(TIERS.get('spec')?.length ?? 0)] : []),
    ],
    projects: [
      tier('pure', 0),
      tier('parts', 1, { globalSetup: DATABASES }),
      tier('first-start', 1, { globalSetup: DATABASES }),
      tier('catalogue', 2, { globalSetup: DATABASES }),
      tier('world', 2, { globalSetup: DATABASES }),
      tier('process', 3, { globalSetup: DATABASES }),
      tier('outside', 4, { globalSetup: DATABASES }),
      tier('pages', 5, { globalSetup: DATABASES }),
      tier('tools', 6, { globalSetup: DATABASES }),
    ],
  },
})
