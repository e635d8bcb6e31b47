import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Collector, startCollector } from '../support/collector.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let silent: Collector

beforeAll(async () => {
  database = await createSandboxDatabase()
  silent = await startCollector(false)
})

afterAll(async () => {
  await silent?.close()
  await database?.drop()
})

function start(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  return startGatewayProcess({ databaseUrl: database.url, env })
}

describe('a collector', () => {
  it('that takes spans and never answers neither breaks a booking nor holds up the end of the process', async () => {
    const gateway = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${silent.url}/v1/traces` })
    const booking = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    expect(booking.status).toBe('CONFIRMED')
    await until('spans on their way', () => silent.bodies.length > 0)
    const later = await httpClient(gateway).get(`/hotels/book/${booking.booking_id}`)
    expect(later).toMatchObject({ status: 200, body: { data: { status: 'CONFIRMED' } } })
    // At the limit of a shutdown it would be 1.
    expect(await gateway.kill('SIGTERM')).toBe(0)
  })

  it('that is not there breaks nothing either', async () => {
    const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    const http = httpClient(gateway)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => http.get('/master-data/nationalities', { 'x-request-id': randomUUID() })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(gateway.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
    await gateway.stop()
  })

  it('gets what is left when the process is told to end', async () => {
    const collector = await startCollector()
    const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const last = `last-${randomUUID()}`
    await httpClient(gateway).get('/master-data/nationalities', { 'x-request-id': last })
    await gateway.stop()
    expect(collector.spans.map(({ attributes }) => attributes['request.id'])).toContain(last)
    await collector.close()
  })
})
