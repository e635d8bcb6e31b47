import { afterAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { type ReceivedWebhook, type Receiver, startReceiver } from '../support/receiver.ts'
import { addEvents } from '../support/relay-load.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What concerns an endpoint as a whole: that its owner hears of its end, and that hundreds of thousands of deliveries can follow it. */
let database: TestDatabase
let http: HttpClient
const receivers: Receiver[] = []

useGateway(
  (started) => {
    ;({ database, http } = started)
  },
  { env: { ROLES: 'api,worker,suppliers,relay' } },
)

afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
})

async function register(input: Json): Promise<string> {
  const { body } = await http.post('/webhooks/endpoints', input)
  if (!body.data) throw new Error(JSON.stringify(body))
  return body.data.endpoint_id
}

async function receive(eventTypes: string[]): Promise<Receiver> {
  const receiver = await startReceiver()
  receivers.push(receiver)
  await register({ url: receiver.url, event_types: eventTypes })
  return receiver
}

async function counts(endpointId: string): Promise<Json> {
  const rows = await database.query(
    'SELECT status, count(*)::int AS count FROM webhook_deliveries WHERE endpoint_id = $1 GROUP BY status',
    [endpointId],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

async function isIdle(endpointId: string): Promise<boolean> {
  const [row] = await database.query(
    'SELECT closing OR recovering_until IS NOT NULL AS busy FROM webhook_endpoints WHERE id = $1',
    [endpointId],
  )
  return !row.busy
}

describe('an endpoint that is disabled', () => {
  it('[C-141] is told to the owner’s other endpoints by their patterns, and in the event log of both facades, once', {
    timeout: 180_000,
  }, async () => {
    const gone = await startReceiver(() => 410)
    receivers.push(gone)
    const { url } = gone
    const told = [
      await receive(['*']),
      await receive(['webhook_endpoint.disabled']),
      await receive(['booking.*', 'webhook_endpoint.*']),
    ]
    const bookingsOnly = await receive(['booking.*'])
    const endpointId = await register({ url, event_types: ['*'] })
    await addEvents(database, endpointId, { bookings: 20 })
    const webhooks = await Promise.all(
      told.map((receiver) => receiver.waitFor(({ event: { type } }) => type === 'webhook_endpoint.disabled')),
    )
    const { event, headers } = webhooks[0] as ReceivedWebhook
    expect(webhooks.map(({ body }) => body)).toEqual(webhooks.map(() => webhooks[0]?.body))
    expect(event.data).toEqual({
      event_id: headers['webhook-id'],
      environment: 'sandbox',
      contract_version: '2',
      endpoint_id: endpointId,
      url,
      reason: 'GONE',
      failing_since: null,
    })
    const logged = await until('the event in the log', async () => {
      const { body } = await http.get('/events?limit=100')
      const found = body.data.events.filter(({ type }: Json) => type === 'webhook_endpoint.disabled')
      return found.length > 0 && found
    })
    expect(logged).toEqual([expect.objectContaining({ data: event.data })])
    const query = '{ events(first: 100) { ... on BookingEventConnection { nodes { type sequence data } } } }'
    const { data } = (await http.post('/graphql', { query })).body
    expect(data.events.nodes).toContainEqual({ type: 'webhook_endpoint.disabled', sequence: null, data: event.data })
    const rows = await database.query(
      "SELECT endpoint_id FROM webhook_deliveries WHERE event_type = 'webhook_endpoint.disabled'",
    )
    expect(rows).toHaveLength(told.length)
    expect(bookingsOnly.received).toEqual([])
    expect(rows.map(({ endpoint_id: id }) => id)).not.toContain(endpointId)
  })
})

describe('an endpoint with thousands of deliveries', () => {
  /** More than three batches. */
  const MANY = 7_000

  it('[C-111, C4] is recovered in order, 50 a second, and ended as a whole', async () => {
    const endpointId = await register({ url: 'http://127.0.0.1:9/many' })
    await addEvents(database, endpointId, { bookings: 1, events: MANY, status: 'SKIPPED' })
    // What is due of it now is not what this is about.
    await database.query(`UPDATE webhook_endpoints SET paused_until = now() + interval '1 day' WHERE id = $1`, [
      endpointId,
    ])
    const { body } = await http.post(`/webhooks/endpoints/${endpointId}/recover`, { since: '2020-01-01T00:00:00Z' })
    expect(body.data).toEqual({ endpoint_id: endpointId, recovered: MANY })
    await until('all of them', () => isIdle(endpointId))
    expect(await counts(endpointId)).toEqual({ PENDING: MANY })
    const [order] = await database.query(
      `SELECT bool_and(due_at >= earlier) AS sorted, extract(epoch FROM max(due_at) - min(due_at))::int AS seconds FROM (
         SELECT due_at, lag(due_at) OVER (ORDER BY event_position) AS earlier FROM webhook_deliveries WHERE endpoint_id = $1
       ) AS due`,
      [endpointId],
    )
    expect(order.sorted).toBe(true)
    expect(order.seconds).toBeGreaterThan(MANY / 50 - 10)

    const { status } = await http.call('DELETE', `/webhooks/endpoints/${endpointId}`)
    expect(status).toBe(200)
    await until('nothing to be left', async () => (await counts(endpointId)).DISCARDED === MANY)
  })

  it('[C4] what waits for it is skipped, also when the relay that disabled it has died', {
    timeout: 180_000,
  }, async () => {
    const endpointId = await register({ url: 'http://127.0.0.1:9/dead' })
    await addEvents(database, endpointId, { bookings: 1, events: 9_000, status: 'SKIPPED' })
    await database.query("UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'GONE' WHERE id = $1", [
      endpointId,
    ])
    await database.query(
      "UPDATE webhook_deliveries SET status = 'RETRYING', due_at = gateway_now() WHERE endpoint_id = $1",
      [endpointId],
    )
    // As long ago as no transaction that could still add one is open.
    await database.query(
      "UPDATE webhook_endpoints SET closing = true, updated_at = now() - interval '1 minute' WHERE id = $1",
      [endpointId],
    )
    await until('nothing to be left', () => isIdle(endpointId))
    expect(await counts(endpointId)).toEqual({ SKIPPED: 9_000 })
  })
})
