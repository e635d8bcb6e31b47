import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { addEvents } from '../support/relay-load.ts'
import { until } from '../support/until.ts'
import { useRelays } from '../support/use-relays.ts'

/** Signing secrets that change while the relay runs, and rows that it cannot send or keeps. */
let database: TestDatabase
let http: HttpClient

const { startRelay, receive, register, deliveryOf, attemptsOf, areDelivered } = useRelays((started) => {
  ;({ database, http } = started)
})

describe('signing secrets', () => {
  it('[C-103] [C-106] rotated twice inside the overlap all sign; revoked at once, the new one alone', async () => {
    const receiver = await receive()
    const created = await register(receiver.url)
    await startRelay()
    const path = `/webhooks/endpoints/${created.endpoint_id}`
    async function rotate(grace: number): Promise<string> {
      return (await http.post(`${path}/rotate-secret`, { grace_period_seconds: grace })).body.data.signing_secret
    }
    const secrets = [created.signing_secret, await rotate(600), await rotate(600)]
    async function tested(): Promise<Json> {
      const before = receiver.received.length
      await http.post(`${path}/test`)
      return until('the test event', () => receiver.received[before])
    }
    const both = await tested()
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(both.body, both.headers)).toMatchObject({ type: 'webhook.test' })
      expect(() => new SvixWebhook(secret).verify(both.body, both.headers)).not.toThrow()
    }
    const last = await rotate(0)
    const alone = await tested()
    expect(String(alone.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect(() => new SvixWebhook(last).verify(alone.body, alone.headers)).not.toThrow()
    for (const secret of secrets) {
      expect(() => new Webhook(secret).verify(alone.body, alone.headers)).toThrow()
      expect(() => new SvixWebhook(secret).verify(alone.body, alone.headers)).toThrow()
    }
  })
})

describe('rows that cannot be sent', () => {
  it('are rejected, and the queue moves on', async () => {
    const receiver = await receive()
    const [good, sealedBadly, noUrl, deleted] = [
      await register(receiver.url),
      await register(receiver.url),
      await register(receiver.url),
      await register(receiver.url),
    ]
    await database.query(
      'UPDATE webhook_endpoints SET secrets = \'[{"sealed":"bm9wZQ==","publicKey":null,"expiresAt":null}]\' WHERE id = $1',
      [sealedBadly.endpoint_id],
    )
    await database.query("UPDATE webhook_endpoints SET url = 'no url' WHERE id = $1", [noUrl.endpoint_id])
    const poison = [
      ...(await addEvents(database, sealedBadly.endpoint_id, { bookings: 2 })),
      ...(await addEvents(database, noUrl.endpoint_id, { bookings: 2 })),
    ]
    const gone = await addEvents(database, deleted.endpoint_id, { bookings: 2 })
    await http.call('DELETE', `/webhooks/endpoints/${deleted.endpoint_id}`)
    const fine = await addEvents(database, good.endpoint_id, { bookings: 20 })
    await database.query('UPDATE booking_events SET body = \'{"old":"shape"}\' WHERE id = $1', [fine[0]])
    const odd = receiver.received.length
    const relay = await startRelay()
    await until(
      'the good ones',
      async () => (await areDelivered(fine.slice(1))) && receiver.received.length >= odd + 19,
    )
    for (const id of [poison[0], poison[2]]) {
      const [attempt] = await until('its attempt', async () => {
        const found = await attemptsOf(id ?? '')
        return found.length > 0 ? found : null
      })
      expect(attempt.error).toMatch(/^refused: cannot be sent/)
      expect((await deliveryOf(id ?? '')).status).toBe('RETRYING')
    }
    for (const id of gone) expect((await deliveryOf(id)).status).toBe('DISCARDED')
    expect(relay.log.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('are kept by retention while they wait, whatever their age; what is over goes with its attempts', async () => {
    const { endpoint_id: endpointId } = await register('http://127.0.0.1:9/')
    const old = { bookings: 3, ageDays: 31 } as const
    const [pending, delivered, skipped, fresh] = [
      await addEvents(database, endpointId, old),
      await addEvents(database, endpointId, { ...old, status: 'DELIVERED' }),
      await addEvents(database, endpointId, { ...old, status: 'SKIPPED' }),
      await addEvents(database, endpointId, { bookings: 3, status: 'DELIVERED', ageDays: 29 }),
    ]
    await database.query(
      "INSERT INTO webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms) VALUES ($1, 1, 'SCHEDULED', now(), 1)",
      [`whd_${delivered[0]}`],
    )
    await database.query("INSERT INTO pgboss.job (name, data) VALUES ('delete-old-deliveries', '{}')")
    await until('the old ones to go', async () => !(await deliveryOf(delivered[0] ?? '')), 120_000)
    for (const id of [...pending, ...fresh]) expect(await deliveryOf(id)).toBeTruthy()
    for (const id of [...delivered, ...skipped]) expect(await deliveryOf(id)).toBeUndefined()
    const [log] = await database.query('SELECT count(*)::int AS events FROM booking_events WHERE id = ANY($1)', [
      delivered,
    ])
    expect(log.events).toBe(3)
  })
})
