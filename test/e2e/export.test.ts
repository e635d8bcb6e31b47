import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificateFor } from '../support/certificate.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openEventStream } from '../support/event-stream.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { type NatsServer, NO_NATS, startNats } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

if (NO_NATS) console.warn(NO_NATS)

let database: TestDatabase
let nats: NatsServer
let seller: GatewayProcess
let exporter: GatewayProcess
let operators: string
let natsUrl: string
const certificate = certificateFor('localhost')

beforeAll(async () => {
  if (NO_NATS) return
  database = await createTestDatabase()
  nats = await startNats()
  const [keyFile, certFile] = [join(nats.folder, 'key.pem'), join(nats.folder, 'cert.pem')]
  await writeFile(keyFile, certificate.key)
  await writeFile(certFile, certificate.cert)
  await nats.change(`
    tls { cert_file: ${JSON.stringify(certFile)}, key_file: ${JSON.stringify(keyFile)} }
    authorization { users: [{ user: exporter, password: "exporters-own" }] }`)
  await nats.kill()
  natsUrl = `tls://exporter:exporters-own@localhost:${nats.port}`
  ;[seller, exporter] = await Promise.all([
    startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'api,worker,suppliers' } }),
    startGatewayProcess({
      databaseUrl: database.url,
      env: {
        ROLES: 'export',
        OPERATOR_PORT: '0',
        EVENT_EXPORT_URL: natsUrl,
        NODE_EXTRA_CA_CERTS: certFile,
      },
    }),
  ])
  operators = exporter.operatorUrl ?? ''
})

afterAll(async () => {
  await exporter?.stop()
  await seller?.stop()
  await nats?.stop()
  await database?.drop()
})

async function ready(): Promise<Json> {
  const answer = await fetch(`${operators}/health/ready`)
  return { code: answer.status, ...((await answer.json()) as object) }
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${operators}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

describe.skipIf(NO_NATS)('a process that exports events over TLS', () => {
  it('[21] serves on without the server, tells it to operators, and exports when there is one', {
    timeout: 180_000,
  }, async () => {
    const booked = await bookScenario(seller, httpJourney(seller), 'hold', 'HOLD')
    expect(booked.booking_id).toBeTruthy()
    const degraded = await until('it to be told', async () => {
      const report = await ready()
      return report.status === 'degraded' && report
    })
    expect(degraded).toMatchObject({
      code: 200,
      faults: { export: 'events could not be exported: they are kept and tried again' },
    })
    await until('the lag', async () => (await metric('gateway_event_export_lag_seconds')) > 1)
    expect(await metric('gateway_event_exports_total{outcome="failed"}')).toBeGreaterThan(0)
    await nats.start()
    await until('the next reason', () => exporter.log.some((line) => line.includes('no stream takes')), 120_000)
    const stream = await openEventStream(natsUrl, certificate.cert)
    await stream.create()
    const [{ events }] = await database.query('SELECT count(*)::int AS events FROM booking_events')
    await until('each event', async () => (await stream.count()) >= events, 120_000)
    const told = await until('nothing to be wrong', async () => {
      const report = await ready()
      return report.status === 'ok' && report
    })
    expect(told).toMatchObject({ code: 200, faults: {} })
    expect(await metric('gateway_event_export_lag_seconds')).toBe(0)
    expect(await metric('gateway_event_exports_total{outcome="exported"}')).toBeGreaterThanOrEqual(events)
    expect(exporter.log.join('')).not.toContain('exporters-own')
    await stream.close()
  })
})
