import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { freePort } from './support/free-port.ts'
import { type StartedGateway, startGateway } from './support/gateway.ts'
import { httpClient, type Json } from './support/http-client.ts'
import { bookScenario, httpJourney } from './support/journey.ts'
import { until } from './support/until.ts'

const ROOT = join(import.meta.dirname, '..')

let database: TestDatabase
let gateway: StartedGateway
let receiver: ChildProcess | undefined
const said: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = await startGateway({ databaseUrl: database.url })
})

afterAll(async () => {
  receiver?.kill('SIGKILL')
  await gateway?.stop()
  await database?.drop()
})

describe('examples/receiver', () => {
  it('[C-106] [C-108] verifies, takes each event once and in order, and refuses what is not signed', {
    timeout: 60_000,
  }, async () => {
    const port = await freePort()
    const http = httpClient(gateway)
    const url = `http://127.0.0.1:${port}/hooks`
    const { signing_secret: secret, endpoint_id: endpointId } = (await http.post('/webhooks/endpoints', { url })).body
      .data
    receiver = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'examples/receiver/receiver.ts', String(port)],
      {
        cwd: ROOT,
        env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: secret },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    if (receiver.stdout) createInterface({ input: receiver.stdout }).on('line', (line) => said.push(line))
    await until('the receiver', () => said.length > 0)
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    await until('both events', () => said.length >= 3)
    expect(said.slice(1)).toEqual([`booking.updated ${id} 1 PROCESSING`, `booking.confirmed ${id} 2 CONFIRMED`])
    const { deliveries } = (await http.get(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.data
    for (const { delivery_id: deliveryId } of deliveries as Json[])
      await http.post(`/webhooks/deliveries/${deliveryId}/redeliver`)
    await until('them again', () => said.length >= 5)
    expect(said.slice(3)).toEqual(['seen before', 'seen before'])
    const forged = await fetch(url, {
      method: 'POST',
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': `v1,${'A'.repeat(43)}=`,
      },
      body: '{}',
    })
    expect(forged.status).toBe(401)
  })
})
