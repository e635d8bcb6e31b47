import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { startReceiver } from '../support/receiver.ts'
import { addEvents } from '../support/relay-load.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What an attempt means for its endpoint: for how long it is paused, when it is disabled, and what a deleted one still gets. */
let database: TestDatabase
let http: HttpClient
const closing: (() => Promise<void>)[] = []

useGateway(
  (started) => {
    ;({ database, http } = started)
  },
  { env: { ROLES: 'api,worker,suppliers,relay' } },
)

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await database.query('UPDATE webhook_endpoints SET enabled = false, deleted_at = now()')
  await database.query(
    "UPDATE webhook_deliveries SET status = 'DISCARDED', lease_id = NULL WHERE status IN ('PENDING', 'RETRYING')",
  )
})

/** A receiver that answers with the next of these, and with 204 after the last. */
async function answering(answers: { status: number; headers?: Record<string, string> }[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    const { status, headers = {} } = answers.shift() ?? { status: 204 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function register(url: string): Promise<string> {
  return (await http.post('/webhooks/endpoints', { url })).body.data.endpoint_id
}

async function endpointOf(endpointId: string): Promise<Json> {
  return (await database.query('SELECT * FROM webhook_endpoints WHERE id = $1', [endpointId]))[0]
}

async function deliveryOf(eventId: string): Promise<Json> {
  return (await database.query('SELECT * FROM webhook_deliveries WHERE event_id = $1', [eventId]))[0]
}

async function isSettled(eventId: string, attempts: number): Promise<boolean> {
  return (await deliveryOf(eventId)).attempt_count >= attempts
}

/** The failures so far happened that much earlier. */
function age(endpointId: string, interval: string): Promise<unknown> {
  return database.query(
    `UPDATE webhook_endpoints SET failing_since = failing_since - $2::interval,
      failure_counted_at = failure_counted_at - $2::interval WHERE id = $1`,
    [endpointId, interval],
  )
}

/** Changes with each write to the endpoint's row. */
async function versionOf(endpointId: string): Promise<string> {
  return (await database.query('SELECT xmin::text AS version FROM webhook_endpoints WHERE id = $1', [endpointId]))[0]
    .version
}

/** One event, whose first attempt fails; resolves when the endpoint knows of it. */
async function failOnce(endpointId: string): Promise<void> {
  const before = await versionOf(endpointId)
  const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
  await until('a failed attempt', () => isSettled(eventId, 1))
  await until('what it means for the endpoint', async () => (await versionOf(endpointId)) !== before)
  await database.query("UPDATE webhook_deliveries SET status = 'FAILED', due_at = NULL WHERE event_id = $1", [eventId])
}

describe('the pause of an endpoint', () => {
  it('[C-107] is what the receiver asked for, however long the delivery itself waits', async () => {
    const endpointId = await register(await answering([{ status: 429, headers: { 'retry-after': '1' } }]))
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1, status: 'SKIPPED' })
    await database.query(
      "UPDATE webhook_deliveries SET attempt_count = 5, status = 'RETRYING', due_at = gateway_now() WHERE event_id = $1",
      [eventId],
    )
    await database.query("SELECT pg_notify('webhook_deliveries', '')")
    await until('the sixth attempt', () => isSettled(eventId, 6))
    const [next = ''] = await addEvents(database, endpointId, { bookings: 1 })
    await until('the next event', async () => (await deliveryOf(next)).status === 'DELIVERED')
    const { due_at: dueAt } = await deliveryOf(eventId)
    expect(Date.parse(dueAt) - Date.now(), 'the sixth attempt waits for the seventh step').toBeGreaterThan(3_600_000)
  })
})

describe('an endpoint that fails', () => {
  it('[C-107] one day of failures, five quiet days and one more failure do not disable it', async () => {
    const endpointId = await register('http://127.0.0.1:9/')
    await failOnce(endpointId)
    await age(endpointId, '13 hours')
    await failOnce(endpointId)
    await age(endpointId, '6 days')
    await failOnce(endpointId)
    expect(await endpointOf(endpointId)).toMatchObject({ enabled: true, disabled_reason: null })
    expect((await endpointOf(endpointId)).failing_since).not.toBeNull()
  })

  it('[C-107] failures hours apart for five days, and nothing delivered between, disable it', async () => {
    const endpointId = await register('http://127.0.0.1:9/x')
    for (let half = 0; half < 10; half++) {
      await failOnce(endpointId)
      await failOnce(endpointId)
      expect(await endpointOf(endpointId), `after ${half * 12.2} hours`).toMatchObject({ enabled: true })
      await age(endpointId, '12 hours 10 minutes')
    }
    await failOnce(endpointId)
    await until('it to be disabled', async () => (await endpointOf(endpointId)).disabled_reason === 'FAILING')
  })

  it('[C-107] starts afresh with each success', async () => {
    const refusals = Array.from({ length: 2 }, () => ({ status: 500 }))
    const endpointId = await register(await answering(refusals))
    await failOnce(endpointId)
    await age(endpointId, '13 hours')
    await failOnce(endpointId)
    const [delivered = ''] = await addEvents(database, endpointId, { bookings: 1 })
    await until('a success', async () => (await deliveryOf(delivered)).status === 'DELIVERED')
    await until('a clean slate', async () => (await endpointOf(endpointId)).failing_since === null)
    expect(await endpointOf(endpointId)).toMatchObject({ failures_counted: 0, failure_counted_at: null })
  })
})

describe('a deleted endpoint', () => {
  it('[C-107] gets no delivery once more: 404, and nothing waits', async () => {
    const receiver = await startReceiver()
    closing.push(receiver.close)
    const endpointId = await register(receiver.url)
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    await until('the delivery', async () => (await deliveryOf(eventId)).status === 'DELIVERED')
    const { id: deliveryId } = await deliveryOf(eventId)
    await http.call('DELETE', `/webhooks/endpoints/${endpointId}`)
    const answer = await http.post(`/webhooks/deliveries/${deliveryId}/redeliver`, {})
    expect([answer.status, answer.body.code]).toEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND'])
    expect((await deliveryOf(eventId)).status).toBe('DELIVERED')
  })
})
