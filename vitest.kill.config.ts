import { defineConfig } from 'vitest/config'
import { COMMON, DATABASES, MAX_WORKERS, reportersTo } from './vitest.config.ts'

/** `npm run test:kill`: some minutes of SIGKILLs, apart from the other tests. */
export default defineConfig({
  ...COMMON,
  test: {
    ...COMMON.test,
    include: ['test/kill/*.test.ts'],
    globalSetup: DATABASES,
    maxWorkers: MAX_WORKERS,
    reporters: reportersTo('.data/kill-report.json'),
  },
})
