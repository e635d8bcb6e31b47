import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
const receivers: Receiver[] = []

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
})

async function receive(answer?: (count: number) => number): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

async function register(receiver: Receiver, more: Json = {}): Promise<Json> {
  return (await http.post('/webhooks/endpoints', { url: receiver.url, ...more })).body.data
}

function book(): Promise<Json> {
  return bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
}

async function deliveriesTo(endpointId: string): Promise<Json[]> {
  return (await http.get(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.data.deliveries
}

describe('webhook endpoints', () => {
  it('[C-103] are created, listed, changed, disabled and deleted; the secret is shown once', async () => {
    const receiver = await receive()
    const created = await register(receiver, { description: 'mine', event_types: ['booking.confirmed'] })
    expect(created.signing_secret).toMatch(/^whsec_/)
    const path = `/webhooks/endpoints/${created.endpoint_id}`
    expect((await http.get(path)).body.data).toMatchObject({ signing_secret: null, enabled: true, description: 'mine' })
    expect((await http.get('/webhooks/endpoints')).body.data.endpoints).toContainEqual(
      expect.objectContaining({ endpoint_id: created.endpoint_id, signing_secret: null }),
    )
    const changed = await http.call('PATCH', path, { enabled: false, event_types: ['booking.*'] })
    expect(changed.body.data).toMatchObject({ enabled: false, event_types: ['booking.*'] })
    expect((await http.call('DELETE', path)).status).toBe(200)
    expect(await http.get(path)).toMatchObject({ status: 404, body: { code: 'WEBHOOK_ENDPOINT_NOT_FOUND' } })
  })

  it('[C-103] rotate their secret with an overlap in which both verify', async () => {
    const receiver = await receive()
    const created = await register(receiver)
    const rotated = await http.post(`/webhooks/endpoints/${created.endpoint_id}/rotate-secret`, {
      grace_period_seconds: 600,
    })
    await http.post(`/webhooks/endpoints/${created.endpoint_id}/test`)
    const { body, headers } = await receiver.waitFor(({ event }) => event.type === 'webhook.test')
    for (const secret of [created.signing_secret, rotated.body.data.signing_secret])
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'webhook.test',
      })
    await http.call('DELETE', `/webhooks/endpoints/${created.endpoint_id}`)
  })

  it('[C-110] may not lead into a private network where that is not allowed', async () => {
    const strict = await startGateway({
      databaseUrl: database.url,
      env: { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'off', ROLES: 'api' },
    })
    for (const url of [
      'http://127.0.0.1:9/x',
      'http://localhost/x',
      'http://[::1]/x',
      'http://169.254.169.254/x',
      'http://0x7f000001/',
    ]) {
      const refused = await httpClient(strict).post('/webhooks/endpoints', { url })
      expect(refused.body.details?.issues?.[0]).toMatchObject({ path: 'url', code: 'ADDRESS_REFUSED' })
    }
    await strict.stop()
  })

  it('tell every fault of a bad one at once', async () => {
    const answer = await http.post('/webhooks/endpoints', {
      url: 'ftp://x',
      event_types: ['booking.eaten'],
      colour: 'red',
    })
    expect(answer.body.details.issues.map(({ path }: Json) => path).sort()).toEqual(['colour', 'event_types[0]', 'url'])
  })
})

describe('deliveries', () => {
  it('[C-104] [C-108] bring each event of a booking once, in order, with a gap-free sequence', async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver)
    const booked = await book()
    await receiver.waitFor(({ event }) => event.type === 'booking.confirmed')
    const mine = receiver.received.filter(({ event }) => event.data.booking_id === booked.booking_id)
    expect(
      mine.map(({ event }) => [event.data.sequence, event.type, event.data.previous_status, event.data.status]),
    ).toEqual([
      [1, 'booking.updated', null, 'PROCESSING'],
      [2, 'booking.confirmed', 'PROCESSING', 'CONFIRMED'],
    ])
    // The log gives an event out when no transaction is open any more that could write an earlier one.
    const logged = await until('the log', async () => {
      const { body } = await http.get('/events?limit=100')
      const found = body.data.events.filter(({ data }: Json) => data.booking_id === booked.booking_id)
      return found.length >= mine.length && found
    })
    expect(logged.map(({ data }: Json) => data)).toEqual(mine.map(({ event }) => event.data))
    await http.call('DELETE', `/webhooks/endpoints/${endpointId}`)
  })

  it('[C-107] [C-108] are retried on the schedule, under the same id, each attempt recorded', async () => {
    const receiver = await receive((count) => (count === 1 ? 500 : 204))
    const { endpoint_id: endpointId } = await register(receiver, { event_types: ['booking.confirmed'] })
    await book()
    await receiver.waitFor(() => true)
    const [waiting] = await until('a retry', async () => {
      const found = await deliveriesTo(endpointId)
      return found[0]?.status === 'RETRYING' ? found : null
    })
    const [{ now }] = (await database.query(`SELECT gateway_now('org_sandbox') AS now`)) as [{ now: Date }]
    const nextAt = Date.parse(waiting.next_attempt_at)
    expect(nextAt - Date.parse(waiting.attempts[0].started_at)).toBeGreaterThan(3_500)
    expect(nextAt - now.getTime(), 'five seconds and a fifth').toBeLessThanOrEqual(6_001)
    await http.post('/sandbox/clock', { advance_seconds: 10 })
    await until('the second attempt', () => receiver.received.length === 2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [done] = await until('DELIVERED', async () => {
      const found = await deliveriesTo(endpointId)
      return found[0]?.status === 'DELIVERED' ? found : null
    })
    expect(done.attempts.map(({ attempt, response_status: status }: Json) => [attempt, status])).toEqual([
      [1, 500],
      [2, 204],
    ])
    await http.call('DELETE', `/webhooks/endpoints/${endpointId}`)
  })

  it('[C-107] disable an endpoint that answers 410; what it missed is recovered [C-111]', async () => {
    let gone = true
    const receiver = await receive(() => (gone ? 410 : 204))
    const { endpoint_id: endpointId } = await register(receiver, { event_types: ['booking.confirmed'] })
    const since = new Date(Date.now() - 60_000).toISOString()
    await book()
    await until('the endpoint to be disabled', async () => {
      const { body } = await http.get(`/webhooks/endpoints/${endpointId}`)
      return !body.data.enabled && body.data.disabled_reason === 'GONE'
    })
    await book()
    expect((await deliveriesTo(endpointId)).map(({ status }) => status)).toContain('SKIPPED')
    gone = false
    await http.call('PATCH', `/webhooks/endpoints/${endpointId}`, { enabled: true })
    const recovered = await http.post(`/webhooks/endpoints/${endpointId}/recover`, { since })
    expect(recovered.body.data.recovered).toBeGreaterThanOrEqual(1)
    await until(
      'everything delivered',
      async () => (await deliveriesTo(endpointId)).filter(({ status }) => status === 'DELIVERED').length >= 1,
    )
    const [delivered] = (await deliveriesTo(endpointId)).filter(({ status }) => status === 'DELIVERED')
    const before = receiver.received.length
    await http.post(`/webhooks/deliveries/${delivered.delivery_id}/redeliver`)
    await until('the delivery again', () =>
      receiver.received.slice(before).some(({ headers }) => headers['webhook-id'] === delivered.event_id),
    )
    await http.call('DELETE', `/webhooks/endpoints/${endpointId}`)
  })

  it('[C-111] of a disabled endpoint are not sent again before it is enabled: 409, and nothing waits for it', async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver, { event_types: ['booking.confirmed'] })
    const path = `/webhooks/endpoints/${endpointId}`
    const since = new Date(Date.now() - 60_000).toISOString()
    await http.call('PATCH', path, { enabled: false })
    await book()
    const skipped = await until('what it misses', async () => (await deliveriesTo(endpointId))[0])
    const asked = [`/webhooks/deliveries/${skipped.delivery_id}/redeliver`, `${path}/test`, `${path}/recover`]
    for (const one of asked) {
      const { status, body } = await http.post(one, one.endsWith('recover') ? { since } : undefined)
      expect([status, body.code, body.details.issues[0].code]).toEqual([409, 'VALIDATION_ERROR', 'INVALID_STATE'])
    }
    expect(await deliveriesTo(endpointId)).toEqual([skipped])
    expect(skipped).toMatchObject({ status: 'SKIPPED', next_attempt_at: null })
    await http.call('PATCH', path, { enabled: true })
    expect((await http.post(`${path}/recover`, { since })).body.data).toMatchObject({ recovered: 1 })
    await receiver.waitFor(({ headers }) => headers['webhook-id'] === skipped.event_id)
    await http.call('DELETE', path)
  })

  it('[C-109] to a dead endpoint do not hold up another’s', async () => {
    const dead = await register({ url: 'http://127.0.0.1:9/hooks' } as Receiver)
    const receiver = await receive()
    const healthy = await register(receiver)
    await book()
    await receiver.waitFor(({ event }) => event.type === 'booking.confirmed')
    const [failing] = await deliveriesTo(dead.endpoint_id)
    expect(['PENDING', 'RETRYING']).toContain(failing.status)
    for (const { endpoint_id: id } of [dead, healthy]) await http.call('DELETE', `/webhooks/endpoints/${id}`)
    expect((await deliveriesTo(dead.endpoint_id)).every(({ status }) => status === 'DISCARDED')).toBe(true)
  })
})
