import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Jobs, startJobs } from '../../src/jobs/boss.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const PROCESSES = 6
const ROUNDS = 10

function start(): Promise<Jobs> {
  const options = {
    url: database.url,
    log: createLogger('silent'),
    metrics: createMetrics(),
    tracing: null,
  }
  async function nothing(): Promise<void> {}
  return startJobs(options, {
    'recompute-ranking': nothing,
    'delete-old-deliveries': nothing,
    'forget-people': nothing,
  })
}

it('processes that start the job queue at one moment all start', async () => {
  const failures: unknown[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = await Promise.allSettled(Array.from({ length: PROCESSES }, start))
    for (const result of started)
      if (result.status === 'fulfilled') await result.value.stop(1_000)
      else failures.push(result.reason)
  }
  expect(failures).toEqual([])
})
