import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { until } from '../support/until.ts'
import {
  deliver,
  delivery,
  endpoint,
  hold,
  receive,
  settled,
  start,
  stop,
  useOneRelay,
} from '../support/use-one-relay.ts'
import { inSeconds, type StoreWorld } from '../support/use-store.ts'
import { holdTimers, watchTimers } from '../support/watch-timers.ts'

let world: StoreWorld
let core: Core
useOneRelay((parts) => {
  ;({ world, core } = parts)
})

type Claim = StoreWorld['queue']['claim']

/** The queue of the file's Postgres; `claim` is the test's own, and may call the real one. */
function queueWith(claim: (real: Claim, asked: Parameters<Claim>[0]) => ReturnType<Claim>): StoreWorld['queue'] {
  return { ...world.queue, claim: (asked) => claim(world.queue.claim, asked) }
}

/** A queue that counts how often it was asked for work. */
function countedQueue() {
  const seen = { claims: 0 }
  const queue = queueWith((claim, asked) => {
    seen.claims += 1
    return claim(asked)
  })
  return { queue, seen }
}

/** While the work is done no relay looks because some time has passed: its timers are held. */
async function withoutTimers(work: (timers: ReturnType<typeof holdTimers>) => Promise<void>): Promise<void> {
  const timers = holdTimers('wake')
  try {
    await work(timers)
  } finally {
    timers.restore()
  }
}

/** The process's listener; `wake` is what it calls, and `heard` counts how often it does. */
function watchedListener() {
  const watched = { heard: 0, wake: () => undefined as void }
  const listen: Core['listener']['listen'] = (channel, heard) => {
    watched.wake = () => heard(null)
    return core.listener.listen(channel, (payload) => {
      watched.heard += 1
      heard(payload)
    })
  }
  return { watched, listener: { ...core.listener, listen } }
}

/** Waits until whoever listens is told: the process is connected, and has heard everything that was said before. */
async function someoneIsTold(): Promise<void> {
  const heard = new Set<string | null>()
  const unlisten = core.listener.listen('webhook_deliveries', (payload) => void heard.add(payload))
  await until('a connection', async () => {
    await world.query(`SELECT pg_notify('webhook_deliveries', 'first')`)
    return heard.size > 0
  })
  await world.query(`SELECT pg_notify('webhook_deliveries', 'last')`)
  await until('the last word', () => heard.has('last'))
  unlisten()
}

describe('a relay that looks for work', () => {
  it('looks once when it starts, and again five seconds after it last looked', async () => {
    const { queue, seen } = countedQueue()
    await someoneIsTold()
    await withoutTimers(async (timers) => {
      start({ queue })
      for (const looks of [1, 2, 3]) {
        await until('a look to have ended', () => timers.delays().length === looks)
        expect(seen.claims).toBe(looks)
        timers.fire()
      }
      expect(timers.delays()).toEqual([5_000, 5_000, 5_000])
    })
  })

  it('goes on with the next claim while the first is under way', async () => {
    const held = await hold()
    const quick = await receive(() => ({ status: 200 }))
    await endpoint(held.url)
    await deliver({ due_at: inSeconds(-20) })
    await endpoint(quick.url, { id: 'end_2', secrets: '[]' })
    const second = await deliver({ endpoint_id: 'end_2' })
    await withoutTimers(async () => {
      start({ queue: queueWith((claim, asked) => claim({ ...asked, limit: 1 })) })
      await settled(second)
    })
    expect(held.count(), 'the first is still under way').toBe(1)
    held.answer()
  })

  it('looks again when it is told of something meanwhile, and never twice at once', async () => {
    const { url } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const gate = Promise.withResolvers<null>()
    const { watched, listener } = watchedListener()
    const seen = { claims: 0, answered: 0, atOnce: 0, most: 0 }
    const queue = queueWith(async (claim, asked) => {
      seen.claims += 1
      seen.atOnce += 1
      seen.most = Math.max(seen.most, seen.atOnce)
      const claimed = await claim(asked)
      seen.answered += 1
      await gate.promise
      seen.atOnce -= 1
      return claimed
    })
    await withoutTimers(async () => {
      start({ queue, listener })
      await until('the first look', () => seen.answered > 0)
      const id = await deliver()
      for (let count = 0; count < 3; count++) watched.wake()
      gate.resolve(null)
      expect(await settled(id)).toMatchObject({ status: 'DELIVERED' })
    })
    expect(seen.most).toBe(1)
    // Its own look, one for all that it was told, those of the loop, and one after the delivery.
    expect(seen.claims).toBeLessThan(9)
  })

  it('looks when a clock of the sandbox is moved', async () => {
    const { queue, seen } = countedQueue()
    await someoneIsTold()
    await withoutTimers(async (timers) => {
      start({ queue })
      await until('the first look to have ended', () => timers.delays().length === 1)
      expect(seen.claims).toBe(1)
      core.clock.shift('org_9', { offsetMs: 1_000, resets: 0 })
      await until('a look', () => seen.claims === 2)
    })
  })

  it('takes 256 at a time and a thousand at once, and more when 32 have ended', async () => {
    const held = await hold()
    await world.query(
      `INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, max_concurrency, created_at, updated_at)
       SELECT 'end_' || n, 'org_1', 'sandbox', $1, '{*}', '[]', 32, $2, $2 FROM generate_series(1, 40) n`,
      [held.url, inSeconds(-60)],
    )
    await world.query(
      `INSERT INTO booking_events (position, id, organization_id, environment, type, body, created_at)
       SELECT n, 'evt_' || n, 'org_1', 'sandbox', 'booking.updated', '{}', $1 FROM generate_series(2000001, 2001100) n`,
      [inSeconds(-60)],
    )
    await world.query(
      `INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
         due_at, created_at, updated_at)
       SELECT 'whd_' || n, 'org_1', 'end_' || 1 + n % 40, 'evt_' || n, 'booking.updated', 'ubk_' || n, n, 'PENDING', $1, $1, $1
       FROM generate_series(2000001, 2001100) n`,
      [inSeconds(-60)],
    )
    const asked: { readonly limit: number; readonly leaseMs: number }[] = []
    start({
      queue: queueWith((claim, { leaseId, ...options }) => {
        asked.push(options)
        return claim({ leaseId, ...options })
      }),
    })
    await until('all connections to be busy', () => held.count() === 64 && asked.length > 3)
    held.answer(31)
    async function delivered(count: number): Promise<void> {
      await until(`${count} to be delivered`, async () => {
        const rows = await world.query(`SELECT 1 FROM webhook_deliveries WHERE status = 'DELIVERED'`)
        return rows.length === count
      })
    }
    await delivered(31)
    held.answer(1)
    await until('another claim', () => asked.length > 4)
    await delivered(32)
    expect(asked).toEqual([256, 256, 256, 232, 32].map((limit) => ({ limit, leaseMs: 25_000 })))
    held.answer()
  })
})

describe('a relay that stops', () => {
  it('while it claims sends what it has claimed, and asks for nothing more', async () => {
    const { url, seen } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver()
    const gate = Promise.withResolvers<null>()
    let claims = 0
    start({
      queue: queueWith(async (claim, asked) => {
        claims += 1
        const claimed = await claim(asked)
        await gate.promise
        return claimed
      }),
    })
    await until('the claim', async () => (await delivery(id))?.lease_id)
    const stopped = stop()
    gate.resolve(null)
    await stopped
    expect(await delivery(id)).toMatchObject({ status: 'DELIVERED', lease_id: null })
    expect(seen).toHaveLength(1)
    expect(claims).toBe(1)
  })

  it('gives back what was claimed for it when the answer was lost', async () => {
    const { url, seen } = await receive(() => ({ status: 200 }))
    await endpoint(url)
    const id = await deliver()
    start({
      queue: queueWith(async (claim, asked) => {
        await claim(asked)
        throw new Error('the answer was lost')
      }),
    })
    await until('the claim', async () => (await delivery(id))?.lease_id)
    await stop()
    expect(await delivery(id)).toMatchObject({ status: 'PENDING', lease_id: null, attempt: null })
    expect(seen).toEqual([])
  })

  it.each([
    ['is idle', false],
    ['looks', true],
  ])('while it %s leaves no timer, no connection, and nobody who would wake it', async (_, looks) => {
    const { left, restore } = watchTimers('wake')
    try {
      const { url, connections } = await receive(() => ({ status: 200 }))
      await endpoint(url)
      const id = await deliver()
      const { watched, listener } = watchedListener()
      let moves = 0
      const gate = Promise.withResolvers<null>()
      let isHeld = false
      start({
        listener,
        clock: {
          ...core.clock,
          onShift: (moved) =>
            core.clock.onShift((organizationId) => {
              moves += 1
              moved(organizationId)
            }),
        },
        queue: queueWith(async (claim, asked) => {
          if (isHeld) await gate.promise
          return claim(asked)
        }),
      })
      await settled(id)
      await until('it to be idle, with a timer', () => left() === 1)
      isHeld = looks
      if (looks) watched.wake()
      const stopped = stop()
      gate.resolve(null)
      await stopped
      expect(left()).toBe(0)
      await until('its connections to end', async () => (await connections()) === 0)
      const before = { heard: watched.heard, moves }
      core.clock.shift(looks ? 'org_7' : 'org_8', { offsetMs: 1_000, resets: 0 })
      await someoneIsTold()
      expect({ heard: watched.heard, moves }).toEqual(before)
    } finally {
      restore()
    }
  })
})
