import { afterAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { httpClient } from '../support/http-client.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { addEvents } from '../support/relay-load.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let relay: StartedGateway
let receiver: Receiver
let operator: string

useGateway(
  async (started) => {
    ;({ database, gateway } = started)
    relay = await startGateway({ databaseUrl: database.url, env: { ROLES: 'relay', OPERATOR_PORT: '0' } })
    operator = relay.operatorUrl ?? ''
    receiver = await startReceiver((count) => (count === 1 ? 503 : 204))
  },
  { env: { ROLES: 'api' } },
)

afterAll(async () => {
  await receiver?.close()
  await relay?.stop()
})

describe('a relay alone in its process', () => {
  it('tells its health and how deliveries go, and nothing else', async () => {
    const { endpoint_id: endpointId } = (await httpClient(gateway).post('/webhooks/endpoints', { url: receiver.url }))
      .body.data
    await addEvents(database, endpointId, { bookings: 3 })
    async function metrics(): Promise<string> {
      return (await fetch(`${operator}/metrics`)).text()
    }
    // The depth is that of some seconds ago.
    const told = [
      /attempt_seconds_count{outcome="5xx"} 1/,
      /attempt_seconds_count{outcome="2xx"} 2/,
      /gateway_webhook_queue_depth 1\b/,
    ]
    const text = await until('both outcomes, and what waits', async () => {
      const now = await metrics()
      return told.every((line) => line.test(now)) ? now : null
    })
    expect(Number(/^gateway_webhook_oldest_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThan(0)
    const ready = await fetch(`${operator}/health/ready`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ status: 'ok' })
    expect((await fetch(`${operator}/hotels/bookings`)).status).toBe(404)
  })
})
