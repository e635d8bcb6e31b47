import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run fuzz`: FUZZ_SECONDS of made-up requests for each facade, from FUZZ_SEED; both are printed. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['test/fuzz/*.test.ts'],
    exclude: [],
    // One gateway after the other: what hangs must hang by itself.
    fileParallelism: false,
    testTimeout: (Number(process.env['FUZZ_SECONDS'] ?? 0) + 120) * 1_000,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: '.data/fuzz-report.json' }]] : ['default'],
  },
})
