import { beforeEach, describe, expect, it } from 'vitest'
import { knownDepth, type QueueDepth } from '../../src/store/webhook-depth.ts'
import { deliveryRows } from '../support/delivery-rows.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const { deliver, row, endpoint } = deliveryRows(() => world)

beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }))

describe('the time until a further delivery can be claimed', () => {
  function rounded(ms: number | null): number | null {
    return ms === null ? null : Math.round(ms / 10_000)
  }
  async function untilDue(): Promise<number | null> {
    return rounded(await world.queue.msUntilDue())
  }

  it('is none while nothing waits', async () => {
    await deliver('whd_1', { status: 'DELIVERED', due_at: inSeconds(60) })
    expect(await untilDue()).toBeNull()
  })

  it.each(['PENDING', 'RETRYING'])('is that of the first that is %s, of whichever endpoint', async (status) => {
    await world.put('webhook_endpoints', { id: 'end_2' })
    await deliver('whd_1', { status, due_at: inSeconds(60) })
    await deliver('whd_2', { status, due_at: inSeconds(30), endpoint_id: 'end_2' })
    await deliver('whd_3', { status, due_at: inSeconds(90) })
    // What is due already is claimed, or waits for something else.
    await deliver('whd_4', { status, due_at: inSeconds(-60) })
    await deliver('whd_5', { status: 'FAILED', due_at: inSeconds(10) })
    expect(await untilDue()).toBe(3)
    await world.query(`DELETE FROM webhook_deliveries WHERE id = 'whd_2'`)
    expect(await untilDue()).toBe(6)
  })

  it.each([
    ['is paused', { paused_until: () => inSeconds(40) }, 4],
    ['has used its rate up', { next_slot_at: () => inSeconds(40) }, 4],
    ['is paused for longer than that', { next_slot_at: () => inSeconds(20), paused_until: () => inSeconds(40) }, 4],
    [
      'is paused, with a rate that was not used',
      { next_slot_at: () => inSeconds(-20), paused_until: () => inSeconds(40) },
      4,
    ],
    ['was paused', { paused_until: () => inSeconds(-40) }, 6],
  ])('is not before an endpoint that %s can take it', async (_name, changes, tens) => {
    await endpoint(changes)
    await deliver('whd_1', { due_at: inSeconds(60) })
    await deliver('whd_2', { due_at: inSeconds(-60) })
    expect(await untilDue()).toBe(tens)
  })

  it('is not after the lease of a lost worker', async () => {
    await world.put('webhook_endpoints', { id: 'end_2' })
    await deliver('whd_1', { lease_id: 'a', leased_until: inSeconds(40) })
    await deliver('whd_2', { lease_id: 'b', leased_until: inSeconds(20) })
    await deliver('whd_3', { lease_id: null, leased_until: inSeconds(10) })
    expect(await untilDue()).toBe(2)
  })

  it.each([{ enabled: false }, { deleted_at: () => inSeconds(-1) }])(
    'does not count an endpoint with %j',
    async (changes) => {
      await endpoint(changes)
      await deliver('whd_1', { due_at: inSeconds(60) })
      expect(await untilDue()).toBeNull()
    },
  )
})

describe('a lease', () => {
  it('is given up for those that were not begun, and for no others', async () => {
    const leased = { leased_until: inSeconds(60) }
    await deliver('whd_1', { lease_id: 'lease_1', ...leased })
    await deliver('whd_2', { lease_id: 'lease_2', ...leased })
    await world.queue.release(['lease_1', 'lease_3'])
    expect(await row('whd_1')).toMatchObject({ lease_id: null, leased_for: null })
    expect(await row('whd_2')).toMatchObject({ lease_id: 'lease_2' })
  })
})

describe('how many wait', () => {
  async function made(): Promise<void> {
    await deliver('whd_1', { created_at: inSeconds(-100) })
    await deliver('whd_2', { created_at: inSeconds(-200), status: 'RETRYING' })
    await deliver('whd_3', { created_at: inSeconds(-300), status: 'DELIVERED' })
  }
  function inTens({ waiting, oldestMs }: QueueDepth) {
    return { waiting, tens: Math.round(oldestMs / 10_000) }
  }
  function expire(): Promise<unknown> {
    return world.query(`UPDATE webhook_depth SET next_at = '-infinity'`)
  }

  it('is told with the age of the oldest', async () => {
    expect(await world.queue.depth()).toEqual({ waiting: 0, oldestMs: 0 })
    await made()
    expect(inTens(await world.queue.depth())).toEqual({ waiting: 2, tens: 20 })
  })

  it('[21] is counted by one of all processes that are asked, and read by the others until it is some seconds old', async () => {
    await expire()
    await made()
    expect(inTens(await knownDepth(world.db))).toEqual({ waiting: 2, tens: 20 })
    await deliver('whd_4', { created_at: inSeconds(-10) })
    await world.query(`UPDATE webhook_depth SET counted_at = counted_at - interval '50 s'`)
    expect(inTens(await knownDepth(world.db))).toEqual({ waiting: 2, tens: 25 })
    await expire()
    expect(inTens(await knownDepth(world.db))).toEqual({ waiting: 3, tens: 20 })
  })

  it('[21] is not counted by a second process while one is counting', async () => {
    await expire()
    await made()
    await knownDepth(world.db)
    await expire()
    await deliver('whd_4')
    await world.inSession(async (other) => {
      await other.query('BEGIN')
      await other.query('SELECT 1 FROM webhook_depth FOR UPDATE')
      expect(inTens(await knownDepth(world.db))).toEqual({ waiting: 2, tens: 20 })
    })
  })

  it('[21] is not told before it was counted', async () => {
    await world.query(`UPDATE webhook_depth SET next_at = 'infinity', counted_at = NULL`)
    await expect(knownDepth(world.db)).rejects.toThrow('still being counted')
  })
})
