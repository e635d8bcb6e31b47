import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import type { TestDatabase } from '../support/database.ts'
import { startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { startReceiver } from '../support/receiver.ts'
import { addEvents } from '../support/relay-load.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

describe('a Postgres that crashes in the middle', () => {
  it('[C-105] everything is delivered once it is back, and the relay hears of new events again', {
    timeout: 180_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'relay-pg-'))
    const server = await startEmbeddedPostgres(folder)
    const { hostname, port } = new URL(server.url)
    const wire = await startTcpProxy(hostname, Number(port))
    const url = server.url.replace(`:${port}/`, `:${wire.port}/`)
    const own = await startGatewayProcess({ databaseUrl: url, env: { ROLES: 'api,relay,worker,suppliers' } })
    const receiver = await startReceiver()
    try {
      const client = httpClient(own)
      const created = (await client.post('/webhooks/endpoints', { url: receiver.url })).body.data
      const pg = await import('pg')
      async function query(text: string, values: readonly unknown[] = []): Promise<Json[]> {
        const direct = new pg.default.Client({ connectionString: url })
        await direct.connect()
        try {
          return (await direct.query(text, [...values])).rows
        } finally {
          await direct.end()
        }
      }
      const events = await addEvents({ query } as TestDatabase, created.endpoint_id, { bookings: 400 })
      await until('the first few', () => receiver.received.length > 50)
      const cluster = (await query('SHOW data_directory'))[0].data_directory
      const postmaster = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(postmaster, 'SIGQUIT') // immediate: crash recovery at the next start
      await until('it to be gone', () =>
        readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
          () => false,
          () => true,
        ),
      )
      const again = await startEmbeddedPostgres(folder)
      wire.lead(Number(new URL(again.url).port))
      await until(
        'everything',
        () => new Set(receiver.received.map(({ event }) => event.data.event_id)).size >= events.length,
        120_000,
      )
      const before = receiver.received.length
      const booked = await until('a booking', async () => {
        const one = await bookScenario(own, httpJourney(own), 'confirm', 'INSTANT').catch(() => null)
        return one?.status === 'CONFIRMED' ? one : null
      })
      await receiver.waitFor(
        ({ event }) => event.data.booking_id === booked.booking_id && event.data.status === 'CONFIRMED',
      )
      expect(receiver.received.length).toBeGreaterThan(before)
      await own.stop()
      await again.stop()
    } finally {
      await own.kill('SIGKILL')
      await receiver.close()
      await wire.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
