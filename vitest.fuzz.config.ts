import { defineConfig } from 'vitest/config'
import { COMMON, DATABASES, reportersTo } from './vitest.config.ts'

/** `npm run fuzz`: FUZZ_SECONDS of made-up requests for each facade, from FUZZ_SEED; both are printed. */
export default defineConfig({
  ...COMMON,
  test: {
    ...COMMON.test,
    include: ['test/fuzz/*.test.ts'],
    globalSetup: DATABASES,
    maxWorkers: 2,
    // One gateway after the other: what hangs must hang by itself.
    fileParallelism: false,
    testTimeout: (Number(process.env['FUZZ_SECONDS'] ?? 0) + 120) * 1_000,
    reporters: reportersTo('.data/fuzz-report.json'),
  },
})
