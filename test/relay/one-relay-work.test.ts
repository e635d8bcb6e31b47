import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { until } from '../support/until.ts'
import { deliver, delivery, endpoint, receive, settled, start, stop, useOneRelay } from '../support/use-one-relay.ts'
import { inSeconds, type StoreWorld } from '../support/use-store.ts'
import { holdTimers } from '../support/watch-timers.ts'

let world: StoreWorld
let core: Core
useOneRelay((parts) => {
  ;({ world, core } = parts)
})

describe('a relay', () => {
  it('wakes for what is due in a moment, without being told', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver({ due_at: inSeconds(1) })
    start()
    expect(await settled(id)).toMatchObject({ status: 'DELIVERED' })
  })

  it.each([
    [1_234, 1_234],
    [3, 20],
    [3_600_000, 5_000],
    [null, 5_000],
  ])('looks again, when the next is due in %s ms, in %i', async (dueInMs, planned) => {
    const timers = holdTimers('wake')
    try {
      start({ queue: { ...world.queue, msUntilDue: async () => dueInMs } })
      await until('the plan', () => timers.delays().length > 0)
      expect(timers.delays()[0]).toBe(planned)
    } finally {
      timers.restore()
    }
  })

  it('is told of what is due at once', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const listened: string[] = []
    core.listener.listen('webhook_deliveries', (payload) => void listened.push(String(payload)))
    await until('a connection', async () => {
      await world.query(`SELECT pg_notify('webhook_deliveries', 'first')`)
      return listened.includes('first')
    })
    const timers = holdTimers('wake')
    try {
      start()
      await until('the first look to have ended', () => timers.delays().length > 0)
      const id = await deliver({ due_at: inSeconds(-1) })
      await world.query(`SELECT pg_notify('webhook_deliveries', '')`)
      expect(await settled(id)).toMatchObject({ status: 'DELIVERED' })
    } finally {
      timers.restore()
    }
  })

  it('goes on claiming until nothing is due', async () => {
    const { url, seen } = await receive(() => ({ status: 200 }))
    await endpoint(url, { max_concurrency: 2 })
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push(await deliver())
    start()
    await until('all of them', async () => {
      const rows = await world.query(`SELECT 1 FROM webhook_deliveries WHERE status = 'DELIVERED'`)
      return rows.length === ids.length ? true : null
    })
    expect(seen).toHaveLength(12)
  })

  it('that stops finishes what is under way, and sends nothing more', async () => {
    let answered = false
    const { url, seen } = await receive(() => {
      answered = true
      return { status: 200 }
    })
    await endpoint(url)
    const id = await deliver()
    start()
    await until('the request', () => (answered ? true : null))
    await stop()
    expect(await delivery(id)).toMatchObject({ status: 'DELIVERED', lease_id: null })
    await deliver()
    await world.query(`SELECT pg_notify('webhook_deliveries', '')`)
    expect(seen).toHaveLength(1)
  })

  it('asks for work when there may be some, and not all the time', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver()
    let claims = 0
    start({
      queue: {
        ...world.queue,
        claim: (options) => {
          claims += 1
          return world.queue.claim(options)
        },
      },
    })
    await settled(id)
    const later = await deliver({ due_at: inSeconds(1) })
    await world.query(`SELECT pg_notify('webhook_deliveries', '')`)
    await settled(later)
    expect(claims).toBeLessThan(20)
  })

  it('that stops asks for no more, also when something becomes due, and gives back no lease that has ended', async () => {
    const { url, seen } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver()
    const released: string[][] = []
    start({ queue: { ...world.queue, release: async (ids) => void released.push([...ids]) } })
    await settled(id)
    const next = await deliver({ due_at: inSeconds(1) })
    await world.query(`SELECT pg_notify('webhook_deliveries', '')`)
    await stop()
    expect(released).toEqual([[]])
    await until('it to be due for a while', async () => ((await delivery(next))?.due_in < -0.5 ? true : null))
    expect(await delivery(next)).toMatchObject({ status: 'PENDING', lease_id: null })
    expect(seen).toHaveLength(1)
  })

  it.each([
    [204, '2xx'],
    [302, '3xx'],
    [410, '4xx'],
    [500, '5xx'],
  ])('counts an answer of %i as %s, and for how long it was due', async (status, outcome) => {
    const { url } = await receive(() => ({ status }))
    await endpoint(url)
    const from = performance.now()
    const id = await deliver({ due_at: inSeconds(-30) })
    const told: (readonly [string, number])[] = []
    const lags: number[] = []
    start({
      metrics: {
        observeDelivery: (...one) => void told.push(one),
        observeDeliveryLag: (seconds) => void lags.push(seconds),
      },
    })
    await settled(id)
    expect(told.map(([label]) => label)).toEqual([outcome])
    const passed = (performance.now() - from) / 1_000
    expect(told[0]?.[1]).toBeLessThanOrEqual(passed)
    expect(lags[0]).toBeGreaterThan(29.9)
    expect(lags[0]).toBeLessThan(30.1 + passed)
  })

  it.each([
    ['http://169.254.169.254/', 'refused'],
    ['http://127.0.0.1:1/', 'error'],
  ])('counts what was not sent to %s as %s', async (url, outcome) => {
    await endpoint(url)
    const id = await deliver()
    const told: string[] = []
    start({ metrics: { observeDelivery: (label) => void told.push(label), observeDeliveryLag: () => undefined } })
    await settled(id)
    expect(told).toEqual([outcome])
  })

  it('tries again by itself when it could not ask', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver()
    let failures = 1
    start({
      queue: {
        ...world.queue,
        claim: (options) => (failures-- > 0 ? Promise.reject(new Error('no Postgres')) : world.queue.claim(options)),
      },
    })
    expect(await settled(id)).toMatchObject({ status: 'DELIVERED' })
  })

  it('sends again what it could not settle, when its lease has ended', async () => {
    const { url, seen } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver()
    let failures = 1
    start({
      queue: {
        ...world.queue,
        settle: (all) => (failures-- > 0 ? Promise.reject(new Error('no Postgres')) : world.queue.settle(all)),
      },
    })
    await until('the first attempt', () => (seen.length > 0 ? true : null))
    await world.query(`UPDATE webhook_deliveries SET leased_until = gateway_now() - interval '1 s'`)
    await world.query(`SELECT pg_notify('webhook_deliveries', '')`)
    expect(await settled(id)).toMatchObject({ status: 'DELIVERED' })
    expect(seen).toHaveLength(2)
  })
})
