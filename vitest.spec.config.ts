import { defineConfig } from 'vitest/config'
import { findTestsReaching, findTiers } from './test/support/tiers.ts'
import { COMMON, DATABASES, reportersTo } from './vitest.config.ts'

/**
 * `npm run test:spec`: what only ../shared can judge (specifications and examples of the suppliers, labelled pairs), and the tests over a
 * watched wire, of which each exchange is validated here.
 */
export default defineConfig({
  ...COMMON,
  test: {
    ...COMMON.test,
    name: 'spec',
    include: [
      ...(findTiers(import.meta.dirname).get('spec') ?? []),
      // In `npm test` these run unvalidated.
      ...findTestsReaching(import.meta.dirname, ['test/support/suppliers/wire-faults.ts']),
    ],
    globalSetup: ['test/support/spec/use-shared.ts', ...DATABASES],
    provide: { validatesWire: true },
    // As in vitest.config.ts: a file leaves nothing behind in its process.
    isolate: false,
    // Most of its time it waits for suppliers that say nothing.
    maxWorkers: 4,
    reporters: reportersTo('.data/spec-report.json'),
  },
})
