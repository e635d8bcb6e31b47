import { defineConfig } from 'vitest/config'
import { COMMON, DATABASES, reportersTo } from './vitest.config.ts'

/** `npm run test:kill`: some minutes of SIGKILLs, apart from the other tests. */
export default defineConfig({
  ...COMMON,
  test: {
    ...COMMON.test,
    include: ['test/kill/*.test.ts'],
    globalSetup: DATABASES,
    // Who was killed is missed after a time: more beside each other only make that late.
    maxWorkers: 2,
    reporters: reportersTo('.data/kill-report.json'),
  },
})
