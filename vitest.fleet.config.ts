import { defineConfig } from 'vitest/config'
import { BY_THEMSELVES, COMMON, DATABASES, reportersTo } from './vitest.config.ts'

/**
 * `npm run test:fleet`: a whole fleet with the files of deploy/, walks over other topologies, and a Postgres that fails over; some minutes and 3 GB,
 * by itself: beside others a promotion is late.
 */
export default defineConfig({
  ...COMMON,
  test: {
    ...COMMON.test,
    include: BY_THEMSELVES,
    globalSetup: DATABASES,
    maxWorkers: 1,
    reporters: reportersTo('.data/fleet-report.json'),
  },
})
