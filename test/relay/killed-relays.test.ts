import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { addEvents } from '../support/relay-load.ts'
import { until } from '../support/until.ts'
import { LEASE_S, useRelays } from '../support/use-relays.ts'

/** Relays that die, freeze, or share their work, as processes of their own on the real Postgres. */
let database: TestDatabase

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
  ;({ database } = started)
})

describe('a relay killed', () => {
  it('[C-105] [C-108] in the middle of a request: sent again after the lease, same id, new timestamp and signature', async () => {
    const { url, held } = await receiveAndHold()
    const { endpoint_id: endpointId, signing_secret: secret } = await register(url)
    const first = await startRelay()
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    await until('the request', () => held.length === 1)
    await first.kill('SIGKILL')
    // Timestamps are whole seconds of the real clock.
    const sentAt = Number(held[0]?.headers['webhook-timestamp'])
    await until('another second', () => Date.now() >= (sentAt + 1) * 1000)
    const from = Date.now()
    await startRelay()
    await advance(LEASE_S)
    await until('the second request', () => held.length === 2)
    held[1]?.answer(204)
    await until('DELIVERED', async () => (await deliveryOf(eventId)).status === 'DELIVERED')
    expect(held.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
    const [one, other] = held.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(other).toBeGreaterThan(one ?? 0)
    // In the receiver's time, whatever the sandbox's clock says: it checks the timestamp by its own.
    expect(other).toBeGreaterThanOrEqual(Math.floor(from / 1_000))
    expect(other).toBeLessThanOrEqual(Date.now() / 1_000)
    expect(held[0]?.headers['webhook-signature']).not.toBe(held[1]?.headers['webhook-signature'])
    expect(held[0]?.body).toBe(held[1]?.body)
    expect(secret).toMatch(/^whsec_/)
  })

  it('[C-108] after the 2xx and before it wrote that down: one duplicate, same id', async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver.url)
    const doomed = await startRelay('relay:delivered')
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    expect(await doomed.ended).toBe('SIGKILL')
    expect(receiver.received).toHaveLength(1)
    await startRelay()
    await advance(LEASE_S)
    await until('DELIVERED', async () => (await deliveryOf(eventId)).status === 'DELIVERED')
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
  })

  it('[C-105] after it wrote it down: nothing is sent twice', async () => {
    const receiver = await receive()
    const { endpoint_id: endpointId } = await register(receiver.url)
    const doomed = await startRelay('relay:settled')
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    expect(await doomed.ended).toBe('SIGKILL')
    await startRelay()
    await advance(LEASE_S)
    await relayHasLooked()
    expect((await deliveryOf(eventId)).status).toBe('DELIVERED')
    expect(receiver.received).toHaveLength(1)
  })
})

describe('several relays', () => {
  it('a stale one that wakes settles nothing, and its attempt says so', async () => {
    const { url, held } = await receiveAndHold()
    const { endpoint_id: endpointId } = await register(url)
    const stale = await startRelay()
    const [eventId = ''] = await addEvents(database, endpointId, { bookings: 1 })
    await until('the request', () => held.length === 1)
    void stale.kill('SIGSTOP')
    await startRelay()
    await advance(LEASE_S)
    await until('the second request', () => held.length === 2)
    held[1]?.answer(204)
    await until('DELIVERED', async () => (await deliveryOf(eventId)).status === 'DELIVERED')
    void stale.kill('SIGCONT')
    held[0]?.answer(500)
    const attempts = await until('both attempts', async () => {
      const found = await attemptsOf(eventId)
      return found.length === 2 ? found : null
    })
    expect(attempts.map(({ error }) => error)).toEqual([null, 'lease-lost'])
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'DELIVERED', attempt_count: 1 })
  })

  it('[C-108] four of them send nothing twice, and a booking’s events in order', async () => {
    const targets = [await receive(), await receive(), await receive()]
    for (let count = 0; count < 4; count++) await startRelay()
    const all: string[] = []
    for (const { url } of targets) {
      const { endpoint_id: endpointId } = await register(url)
      all.push(...(await addEvents(database, endpointId, { bookings: 100, events: 3 })))
    }
    await database.query("SELECT pg_notify('webhook_deliveries', '')")
    await until('everything', () => areDelivered(all))
    for (const { received } of targets) {
      expect(new Set(received.map(({ event }) => event.data.event_id)).size).toBe(300)
      expect(received).toHaveLength(300)
      const bookings = Map.groupBy(received, ({ event }) => event.data.booking_id)
      for (const events of bookings.values()) expect(events.map(({ event }) => event.data.sequence)).toEqual([1, 2, 3])
    }
  })

  it('SIGTERM: nothing is lost, nothing sent twice', async () => {
    let open = 0
    const ids: string[] = []
    const slow = await serve((request, response) => {
      open += 1
      ids.push(String(request.headers['webhook-id']))
      request.resume()
      setTimeout(() => response.writeHead(204).end(), 400)
    })
    const { endpoint_id: endpointId } = await register(slow)
    const leaving = await startRelay()
    const all = await addEvents(database, endpointId, { bookings: 80 })
    await until('some requests', () => open >= 20)
    expect(await leaving.kill('SIGTERM')).toBe(0)
    const [left] = await database.query(
      'SELECT count(*)::int AS leased FROM webhook_deliveries WHERE event_id = ANY($1) AND lease_id IS NOT NULL',
      [all],
    )
    expect(left.leased).toBe(0)
    await startRelay()
    await until('everything', () => areDelivered(all))
    expect(ids).toHaveLength(80)
    expect(new Set(ids).size).toBe(80)
  })
})
