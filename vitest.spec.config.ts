import { defineConfig } from 'vitest/config'
import { findSpecTests, findWireTests } from './test/support/spec-tests.ts'
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
    include: [...findSpecTests(import.meta.dirname), ...findWireTests(import.meta.dirname)],
    globalSetup: ['test/support/spec/use-shared.ts', ...DATABASES],
    provide: { validatesWire: true },
    // As in vitest.config.ts: a file leaves nothing behind in its process.
    isolate: false,
    maxWorkers: 2,
    reporters: reportersTo('.data/spec-report.json'),
  },
})
