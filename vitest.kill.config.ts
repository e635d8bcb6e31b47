import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:kill`: some minutes of SIGKILLs, apart from the other tests. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['test/kill/*.test.ts'],
    exclude: [],
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: '.data/kill-report.json' }]] : ['default'],
  },
})
