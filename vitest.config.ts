import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // One `graphql` for our code and for the packages that Node itself loads: Vite would take its development build.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['test/**/*.test.ts'],
    // Minutes long: `npm run test:kill`, `npm run fuzz`.
    exclude: ['test/kill/**', 'test/fuzz/**'],
    globalSetup: ['test/support/global-setup.ts'],
    // A test that waits for a real supplier, receiver or restarted process is slow on a busy machine, not wrong.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make each other late.
    maxWorkers: 2,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: '.data/test-report.json' }]] : ['default'],
  },
})
