import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { addEvents } from '../support/relay-load.ts'
import { until } from '../support/until.ts'
import { useRelays } from '../support/use-relays.ts'

/** What receivers ask for by their answers and settings: pauses, an end, a pace. */
let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

const {
  startRelay,
  receive,
  receiveAndHold,
  serve,
  register,
  advance,
  deliveryOf,
  attemptsOf,
  areDelivered,
  relayHasLooked,
} = useRelays((started) => {
  ;({ database, gateway, http } = started)
})

function book(): Promise<Json> {
  return bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
}

describe('what receivers ask for', () => {
  it('[C-107] Retry-After pauses the endpoint; after it one probe, then the rest', async () => {
    const { url, held } = await receiveAndHold()
    const { endpoint_id: endpointId } = await register(url, { max_concurrency: 8 })
    const relay = await startRelay()
    const all = await addEvents(database, endpointId, { bookings: 1 })
    await until('the first', () => held.length === 1)
    held[0]?.answer(429, { 'retry-after': '60' })
    await until('RETRYING', async () => (await deliveryOf(all[0] ?? '')).status === 'RETRYING')
    all.push(...(await addEvents(database, endpointId, { bookings: 6 })))
    await relayHasLooked()
    expect(held).toHaveLength(1)
    await advance(61)
    await until('the probe', () => held.length === 2)
    await relayHasLooked()
    expect(held).toHaveLength(2)
    held[1]?.answer(204)
    await until('the rest at once', () => held.length === 8)
    for (const one of held.slice(2)) one.answer(204)
    await until('everything', () => areDelivered(all))
    expect(relay.log.join('\n')).not.toContain('delivery failed')
  })

  it.each([
    ['410 switches the endpoint off', 410, {}, { enabled: false, disabled_reason: 'GONE' }, 'RETRYING'],
    [
      '`disable` does so too',
      500,
      { 'webhook-delivery': 'disable' },
      { enabled: false, disabled_reason: 'GONE' },
      'RETRYING',
    ],
    [
      '`abort-message` ends this one alone',
      500,
      { 'webhook-delivery': 'abort-message' },
      { enabled: true },
      'DISCARDED',
    ],
  ])('[C-107] %s', async (_name, status, headers, endpoint, delivery) => {
    const url = await serve((request, response) => {
      request.resume()
      response.writeHead(status, headers).end()
    })
    const { endpoint_id: endpointId } = await register(url)
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1, events: 2 })
    await startRelay()
    await until('the attempt', async () => (await attemptsOf(eventId)).length > 0)
    await until('its meaning for the endpoint', async () => {
      const { body } = await http.get(`/webhooks/endpoints/${endpointId}`)
      return Object.entries(endpoint).every(([name, value]) => body.data[name] === value)
    })
    // What waits for an endpoint that is switched off is skipped soon after, and can be recovered.
    const ended = endpoint.enabled ? delivery : 'SKIPPED'
    await until(ended, async () => (await deliveryOf(eventId)).status === ended)
    expect(await attemptsOf(eventId)).toHaveLength(1)
  })

  it('[C-107] five days of nothing but failure switch it off; the tenth attempt is the last', async () => {
    const [tired, patient] = [await register('http://127.0.0.1:9/'), await register('http://127.0.0.1:9/x')]
    await database.query(
      "UPDATE webhook_endpoints SET failing_since = gateway_now() - interval '5 days', failures_counted = 6 WHERE id = $1",
      [tired.endpoint_id],
    )
    const late = await addEvents(database, tired.endpoint_id, { bookings: 3 })
    const [last = ''] = await addEvents(database, patient.endpoint_id, { bookings: 1 })
    await database.query('UPDATE webhook_deliveries SET attempt_count = 9 WHERE event_id = $1', [last])
    await startRelay()
    await until('the end of its patience', async () => (await deliveryOf(last)).status === 'FAILED')
    expect(await deliveryOf(last)).toMatchObject({ attempt_count: 10, due_at: null })
    await until('it to be switched off', async () => {
      const { body } = await http.get(`/webhooks/endpoints/${tired.endpoint_id}`)
      return body.data.disabled_reason === 'FAILING'
    })
    for (const id of late) await until('SKIPPED', async () => (await deliveryOf(id)).status === 'SKIPPED')
    expect((await http.get(`/webhooks/endpoints/${patient.endpoint_id}`)).body.data.enabled).toBe(true)
  })

  it('[C-109] an endpoint with max_per_second 10 gets 35 events in no less than 2.3 s', {
    timeout: 180_000,
  }, async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId, max_per_second: rate } = await register(receiver.url, { max_per_second: 10 })
    expect(rate).toBe(10)
    await startRelay()
    const since = performance.now()
    const all = await addEvents(database, endpointId, { bookings: 35 })
    await until('everything', () => areDelivered(all))
    // The first second's worth at once, then ten a second.
    expect(performance.now() - since).toBeGreaterThan(2_300)
  })

  it('[C-111] a recovery after three days is throttled, and what is fresh comes first', {
    timeout: 180_000,
  }, async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver.url)
    await startRelay()
    const missed = await addEvents(database, endpointId, { bookings: 150, status: 'SKIPPED', ageDays: 3 })
    const since = new Date(Date.now() - 4 * 86_400_000).toISOString()
    const { body } = await http.post(`/webhooks/endpoints/${endpointId}/recover`, { since })
    expect(body.data.recovered).toBe(150)
    const booked = await book()
    await receiver.waitFor(
      ({ event }) => event.data.booking_id === booked.booking_id && event.data.status === 'CONFIRMED',
    )
    expect(receiver.received.length).toBeLessThan(120)
    await until('everything', () => areDelivered(missed))
    expect(new Set(receiver.received.map(({ event }) => event.data.event_id)).size).toBe(receiver.received.length)
    const attempts = await attemptsOf(missed[0] ?? '')
    expect(attempts.map(({ trigger }) => trigger)).toEqual(['RECOVERY'])
  })
})
