import { beforeEach, describe, expect, it } from 'vitest'
import { createSandboxClockStore } from '../../src/store/sandbox-clock.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
let clocks: ReturnType<typeof createSandboxClockStore>
useStore((started) => {
  world = started
  clocks = createSandboxClockStore(started.db)
})

const HOUR_MS = 3_600_000
const [AGO, LATER] = [() => inSeconds(-3_600), () => inSeconds(3_600)]

beforeEach(async () => {
  await world.query('DELETE FROM sandbox_clocks; DELETE FROM organizations')
  await world.query(`INSERT INTO organizations (id, name) VALUES ('org_1', 'one'), ('org_2', 'two')`)
})

/** How far each of these columns is from now, in tens of seconds, by row. */
async function tens(table: string, columns: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const shown = columns.map((name) => `round(extract(epoch FROM ${name} - now()) / 10)::int AS ${name}`).join(', ')
  const rows = await world.query(`SELECT id, ${shown} FROM ${table}`)
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, Object.values(row)]))
}

describe('a clock', () => {
  it('is moved ahead as far as it may be, and by nobody else', async () => {
    expect(await clocks.advance('org_1', HOUR_MS, 2 * HOUR_MS)).toEqual(clock('org_1', HOUR_MS))
    expect(await clocks.advance('org_1', HOUR_MS + 1, 2 * HOUR_MS)).toBeNull()
    expect(await clocks.advance('org_1', HOUR_MS, 2 * HOUR_MS)).toEqual(clock('org_1', 2 * HOUR_MS))
    await clocks.advance('org_2', 5, 2 * HOUR_MS)
    const all = (await clocks.list()).toSorted((a, b) => a.offsetMs - b.offsetMs)
    expect(all).toEqual([clock('org_2', 5), clock('org_1', 2 * HOUR_MS)])
  })

  it('that is put back counts it, once for each time that it was ahead', async () => {
    expect(await clocks.reset('org_1')).toEqual(clock('org_1', 0))
    await clocks.advance('org_1', HOUR_MS, HOUR_MS)
    await clocks.advance('org_2', HOUR_MS, HOUR_MS)
    for (const resets of [1, 1]) expect(await clocks.reset('org_1')).toEqual(clock('org_1', 0, resets))
    await clocks.advance('org_1', HOUR_MS, HOUR_MS)
    expect(await clocks.reset('org_1')).toEqual(clock('org_1', 0, 2))
    expect((await clocks.list()).find(({ organizationId }) => organizationId === 'org_2')).toEqual(
      clock('org_2', HOUR_MS),
    )
  })
})

function clock(organizationId: string, offsetMs: number, resets = 0) {
  return { organizationId, offsetMs, resets }
}

describe('a reset brings back from the time that is left', () => {
  it('deliveries: they are due, and a lease ends in three minutes', async () => {
    await world.put('webhook_endpoints', { id: 'end_1' })
    const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      waits: { due_at: LATER() },
      retries: { due_at: LATER(), status: 'RETRYING' },
      leased: { lease_id: 'l', leased_until: LATER() },
      ending: { lease_id: 'l', leased_until: inSeconds(60) },
      lost: { due_at: LATER(), lease_id: 'l', leased_until: AGO() },
      ended: { due_at: LATER(), status: 'FAILED' },
      others: { due_at: LATER(), organization_id: 'org_2' },
    }
    for (const [index, [id, row]] of Object.entries(rows).entries()) {
      const position = 900_001 + index
      await world.put('booking_events', { position })
      await world.put('webhook_deliveries', { id, event_position: position, ...row })
    }
    await clocks.reset('org_1')
    expect(await tens('webhook_deliveries', ['due_at', 'leased_until'])).toEqual({
      waits: [0, null],
      retries: [0, null],
      leased: [-1, 18],
      ending: [-1, 6],
      lost: [0, -360],
      ended: [360, null],
      others: [360, null],
    })
  })

  it('endpoints: nothing of them is ahead any more', async () => {
    const times = ['paused_until', 'next_slot_at', 'failing_since', 'failure_counted_at', 'recovering_from']
    function all(at: Date | null) {
      return Object.fromEntries(times.map((name) => [name, at]))
    }
    await world.put(
      'webhook_endpoints',
      { id: 'ahead', ...all(LATER()) },
      { id: 'before', ...all(AGO()) },
      { id: 'never', ...all(null) },
      { id: 'deleted', ...all(LATER()), deleted_at: AGO() },
      { id: 'others', ...all(LATER()), organization_id: 'org_2' },
    )
    await clocks.reset('org_1')
    function five(value: number | null) {
      return times.map(() => value)
    }
    expect(await tens('webhook_endpoints', times)).toEqual({
      ahead: five(0),
      before: five(-360),
      never: five(null),
      deleted: five(360),
      others: five(360),
    })
  })

  it('bookings: they are looked at, a look that is under way is over in three minutes, and nothing waits since later', async () => {
    await world.put(
      'bookings',
      { id: 'waits', look_at: LATER(), pending_since: AGO() },
      { id: 'looked_at', look_at: LATER(), lease_id: 'l' },
      { id: 'ending', look_at: inSeconds(60), lease_id: 'l' },
      { id: 'due', look_at: AGO(), pending_since: LATER() },
      { id: 'rests' },
      { id: 'real', look_at: LATER(), pending_since: LATER(), environment: 'production' },
      { id: 'others', look_at: LATER(), pending_since: LATER(), organization_id: 'org_2' },
    )
    await clocks.reset('org_1')
    expect(await tens('bookings', ['look_at', 'pending_since'])).toEqual({
      waits: [0, -360],
      looked_at: [18, null],
      ending: [6, null],
      due: [-360, 0],
      rests: [null, null],
      real: [360, 360],
      others: [360, 360],
    })
  })

  it('attempts: they are a moment old, in their order', async () => {
    await world.put('bookings', { id: 'ubk_1' }, { id: 'ubk_2', organization_id: 'org_2' })
    const ahead = { booking_id: 'ubk_1', sent_at: LATER(), ended_at: LATER() }
    await world.put(
      'booking_attempts',
      { id: 'first', ...ahead, started_at: inSeconds(3_600) },
      { id: 'second', ...ahead, started_at: inSeconds(3_700), sent_at: AGO(), ended_at: AGO() },
      { id: 'third', ...ahead, started_at: inSeconds(3_800), sent_at: null, ended_at: null },
      { id: 'before', booking_id: 'ubk_1', started_at: AGO(), sent_at: LATER() },
      { id: 'others', booking_id: 'ubk_2', started_at: LATER() },
    )
    await clocks.reset('org_1')
    expect(await tens('booking_attempts', ['started_at', 'sent_at', 'ended_at'])).toEqual({
      first: [0, 0, 0],
      second: [0, -360, -360],
      third: [0, null, null],
      before: [-360, 360, null],
      others: [360, null, null],
    })
    const apart = await world.query(
      `SELECT id, round(extract(epoch FROM max(started_at) OVER () - started_at) * 1000)::int AS ms FROM booking_attempts
       WHERE id IN ('first', 'second', 'third') ORDER BY started_at`,
    )
    expect(apart).toEqual([
      { id: 'first', ms: 2 },
      { id: 'second', ms: 1 },
      { id: 'third', ms: 0 },
    ])
  })

  it('whoever waits for work: all are told', async () => {
    const heard: string[] = []
    await world.inSession(async (worker) => {
      worker.on('notification', ({ channel }) => heard.push(channel))
      await worker.query('LISTEN webhook_deliveries; LISTEN booking_looks; LISTEN told')
      await clocks.reset('org_1')
      await worker.query(`SELECT pg_notify('told', '')`)
    })
    expect(heard.toSorted()).toEqual(['booking_looks', 'told', 'webhook_deliveries'])
  })
})

describe('the work of an organization', () => {
  it('counts what a worker has leased, and what is due and waits for a free worker', async () => {
    await world.put('bookings', { id: 'due', look_at: AGO() }, { id: 'later', look_at: LATER() })
    await world.put(
      'bookings',
      { id: 'leased', look_at: LATER(), lease_id: 'l' },
      { id: 'lost', look_at: AGO(), lease_id: 'l' },
    )
    await world.put('bookings', { id: 'other', organization_id: 'org_2', look_at: AGO() })
    expect(await clocks.workOf('org_1')).toEqual({ underWay: 1, due: 2 })
    await world.put('webhook_endpoints', { id: 'end_1' }, { id: 'end_2', paused_until: LATER() })
    await world.put(
      'webhook_deliveries',
      { id: 'd_1', event_position: 1 },
      { id: 'd_2', event_position: 2, due_at: LATER() },
    )
    await world.put('webhook_deliveries', { id: 'd_3', event_position: 3, lease_id: 'l', leased_until: LATER() })
    await world.put('webhook_deliveries', { id: 'd_4', event_position: 4, endpoint_id: 'end_2' })
    await world.put('webhook_deliveries', { id: 'd_5', event_position: 5, status: 'DELIVERED' })
    expect(await clocks.workOf('org_1')).toEqual({ underWay: 2, due: 3 })
  })

  it('is that of its own time', async () => {
    await world.put('bookings', { id: 'later', look_at: LATER() })
    expect(await clocks.workOf('org_1')).toEqual({ underWay: 0, due: 0 })
    await clocks.advance('org_1', 2 * HOUR_MS, 2 * HOUR_MS)
    expect(await clocks.workOf('org_1')).toEqual({ underWay: 0, due: 1 })
  })
})
