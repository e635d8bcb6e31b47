import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { startGatewayProcess } from '../support/gateway-process.ts'

const PROCESSES = 4

it('C9 gateways that start in one instant all live, also when the job queue is not there yet', {
  timeout: 180_000,
}, async () => {
  const database = await createTestDatabase()
  // The catalogue is written by one: that takes seconds, and is not what they stumbled over.
  await (await startGatewayProcess({ databaseUrl: database.url })).stop()
  await database.query('DROP SCHEMA pgboss CASCADE')
  const started = await Promise.allSettled(
    Array.from({ length: PROCESSES }, () => startGatewayProcess({ databaseUrl: database.url })),
  )
  const alive = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const ready = await Promise.all(alive.map(async ({ url }) => (await fetch(`${url}/health/ready`)).status))
  await Promise.all(alive.map((gateway) => gateway.stop()))
  await database.drop()
  expect(started.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))).toEqual([])
  expect(ready).toEqual(Array.from({ length: PROCESSES }, () => 200))
})
