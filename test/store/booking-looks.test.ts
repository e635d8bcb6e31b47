import { describe, expect, it } from 'vitest'
import { databaseTimeDuring, expectWithin } from '../support/database-time.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

type ClaimChanges = Readonly<{ limit?: number; underWay?: ReadonlyMap<string, number>; leaseId?: string }>

function claim(changes: ClaimChanges = {}) {
  const rules = { leaseId: 'lease_1', leaseMs: 60_000, limit: 10, perConnection: 10, underWay: new Map() }
  return world.store.looks.claim({ ...rules, ...changes })
}

async function due(id: string, secondsAgo: number, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await world.put('bookings', { id, look_at: inSeconds(-secondsAgo), look_kind: 'CALL', ...changes })
}

async function row(id: string) {
  const [found] = await world.query(
    `SELECT look_kind, looks, lease_id, extract(epoch FROM look_at - gateway_now())::float8 AS look_in FROM bookings WHERE id = $1`,
    [id],
  )
  return found
}

describe('a claim of what is to be looked at', () => {
  it('leases what is due and nothing else, with what is known of it', async () => {
    await due('ubk_1', 30, { looks: 4, connection_id: 'con_7' })
    await due('ubk_2', -30)
    await world.put('bookings', { id: 'ubk_3' })
    await world.put(
      'booking_events',
      { position: 1, booking_id: 'ubk_1', sequence: 1, request_id: 'req_old', traceparent: 'old' },
      { position: 2, booking_id: 'ubk_1', sequence: 2, request_id: 'req_new', traceparent: 'new' },
      { position: 3, booking_id: 'ubk_2', sequence: 3, request_id: 'req_other' },
    )
    const claimed = await claim()
    expect(claimed).toEqual([
      {
        bookingId: 'ubk_1',
        connectionId: 'con_7',
        kind: 'CALL',
        looks: 4,
        leaseId: 'lease_1',
        waitedMs: expect.any(Number),
        requestId: 'req_new',
        traceparent: 'new',
      },
    ])
    expect(Math.round((claimed[0]?.waitedMs ?? 0) / 10_000)).toBe(3)
    const leased = await row('ubk_1')
    expect(leased).toMatchObject({ lease_id: 'lease_1', looks: 4 })
    expect(Math.round(leased?.look_in / 10)).toBe(6)
    expect(await row('ubk_2')).toMatchObject({ lease_id: null })
    // Nobody gets it while the lease lasts.
    expect(await claim({ leaseId: 'lease_2' })).toEqual([])
  })

  it('takes a booking without any event as well', async () => {
    await due('ubk_1', 1)
    expect(await claim()).toMatchObject([{ bookingId: 'ubk_1', requestId: null, traceparent: null }])
  })

  it('leaves out connections that have their share', async () => {
    await due('ubk_1', 30, { connection_id: 'con_1' })
    await due('ubk_2', 20, { connection_id: 'con_2' })
    await due('ubk_3', 10, { connection_id: 'con_3' })
    const claimed = await claim({
      underWay: new Map([
        ['con_1', 10],
        ['con_3', 11],
      ]),
    })
    expect(claimed.map(({ bookingId }) => bookingId)).toEqual(['ubk_2'])
  })

  it('goes by turns of connections and organizations, the longest waiting first in each', async () => {
    await due('ubk_a1', 90)
    await due('ubk_a2', 100)
    await due('ubk_a3', 80)
    await due('ubk_b', 20, { connection_id: 'con_2' })
    await due('ubk_c', 10, { organization_id: 'org_2' })
    const first = await claim({ limit: 3 })
    expect(first.map(({ bookingId }) => bookingId).toSorted()).toEqual(['ubk_a2', 'ubk_b', 'ubk_c'])
    const second = await claim({ limit: 1 })
    expect(second.map(({ bookingId }) => bookingId)).toEqual(['ubk_a1'])
  })

  it('shares among the 256 that have waited longest', async () => {
    await world.query(
      `INSERT INTO bookings (id, organization_id, environment, sequence, status, mode, accepted_offer_id, hotel_id, supplier_code,
        connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at, updated_at, look_at)
      SELECT 'old_' || n, 'org_1', 'sandbox', 1, 'PROCESSING', 'INSTANT', 'o', 1, 's', 'con_1', 'ref' || n, '{}', '', '', '{}',
        now(), now(), now() - interval '1 hour' FROM generate_series(1, 256) AS n`,
    )
    await due('ubk_1', 10, { connection_id: 'con_2' })
    const claimed = await claim({ limit: 2 })
    expect(claimed.map(({ connectionId }) => connectionId)).toEqual(['con_1', 'con_1'])
  })

  it('does not wait for a booking that somebody is writing', async () => {
    await due('ubk_1', 30)
    await due('ubk_2', 20)
    await world.inSession(async (other) => {
      await other.query(`BEGIN; SELECT 1 FROM bookings WHERE id = 'ubk_1' FOR UPDATE`)
      expect((await claim()).map(({ bookingId }) => bookingId)).toEqual(['ubk_2'])
    })
  })

  it('takes nothing twice, however many workers ask at once', async () => {
    for (let index = 0; index < 12; index++) await due(`ubk_${index}`, 30 + index)
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((leaseId) => claim({ leaseId })))
    const ids = claims.flat().map(({ bookingId }) => bookingId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(0)
  })
})

describe('the plan of the next look', () => {
  it('is written while the lease stands, of that booking alone, and ends it', async () => {
    await due('ubk_1', 30)
    await due('ubk_2', 30)
    await claim()
    const plan = { looks: 5, next: { kind: 'HOLD', afterMs: 90_000 } } as const
    expect(await world.store.looks.lookAgain({ bookingId: 'ubk_1', leaseId: 'lease_2' }, plan)).toBe(false)
    expect(await row('ubk_1')).toMatchObject({ looks: 0, lease_id: 'lease_1' })
    expect(await world.store.looks.lookAgain({ bookingId: 'ubk_1', leaseId: 'lease_1' }, plan)).toBe(true)
    const planned = await row('ubk_1')
    expect(planned).toMatchObject({ looks: 5, look_kind: 'HOLD', lease_id: null })
    expect(Math.round(planned?.look_in / 10)).toBe(9)
    expect(await row('ubk_2')).toMatchObject({ looks: 0, lease_id: 'lease_1' })
  })

  it('may be an instant, or rest', async () => {
    await due('ubk_1', 30)
    await claim()
    const at = Date.parse('2031-05-06T07:08:09Z')
    await world.store.looks.lookAgain(
      { bookingId: 'ubk_1', leaseId: 'lease_1' },
      { looks: 1, next: { kind: 'STANDING', at } },
    )
    const [stored] = await world.query('SELECT look_at, look_kind FROM bookings')
    expect(stored).toEqual({ look_at: new Date(at), look_kind: 'STANDING' })
    await world.query(`UPDATE bookings SET lease_id = 'lease_1'`)
    await world.store.looks.lookAgain({ bookingId: 'ubk_1', leaseId: 'lease_1' }, { looks: 1, next: null })
    expect((await world.query('SELECT look_at, look_kind FROM bookings'))[0]).toEqual({
      look_at: null,
      look_kind: null,
    })
  })

  it.each([
    ['AWAITING_REVIEW', 'REVIEW'],
    ['ON_HOLD', 'HOLD'],
    ['CONFIRMED', 'STANDING'],
    ['FAILED', 'AFTERMATH'],
    ['PROCESSING', 'CALL'],
    ['CANCELLATION_PENDING', 'CALL'],
  ])('of a booking %s that cannot wait is of the kind %s, and takes the lease away', async (status, kind) => {
    await world.put('bookings', { id: 'ubk_1', status, looks: 7, lease_id: 'lease_1' }, { id: 'ubk_2', looks: 7 })
    await world.store.looks.lookSoon('ubk_1', 40_000)
    const soon = await row('ubk_1')
    expect(soon).toMatchObject({ look_kind: kind, looks: 0, lease_id: null })
    expect(Math.round(soon?.look_in / 10)).toBe(4)
    expect(await row('ubk_2')).toMatchObject({ looks: 7, look_in: null })
  })

  it('is at once when a worker gives back what it has not looked at, and the lease is still its own', async () => {
    for (const id of ['ubk_1', 'ubk_2', 'ubk_3', 'ubk_4'])
      await due(id, -600, { lease_id: id === 'ubk_4' ? null : `lease_${id.at(-1)}` })
    await world.store.looks.giveBack([
      { bookingId: 'ubk_1', leaseId: 'lease_1' },
      { bookingId: 'ubk_2', leaseId: 'lease_1' },
      { bookingId: 'ubk_4', leaseId: 'lease_4' },
    ])
    const given = await row('ubk_1')
    expect(given).toMatchObject({ lease_id: null, look_kind: 'CALL' })
    expect(Math.round(given?.look_in / 10) + 0).toBe(0)
    for (const [id, leaseId] of [
      ['ubk_2', 'lease_2'],
      ['ubk_3', 'lease_3'],
      ['ubk_4', null],
    ] as const) {
      const kept = await row(id)
      expect([id, kept?.lease_id, Math.round(kept?.look_in / 100)]).toEqual([id, leaseId, 6])
    }
  })

  it('is known of the booking that has one', async () => {
    await due('ubk_1', -600)
    await world.put('bookings', { id: 'ubk_2' })
    const planned = ['ubk_1', 'ubk_2', 'ubk_3'].map((id) => world.store.looks.isPlanned(id))
    expect(await Promise.all(planned)).toEqual([true, false, false])
  })

  it('does not wake a cancelled booking', async () => {
    await world.put('bookings', { id: 'ubk_1', status: 'CANCELLED', looks: 7 })
    await world.store.looks.lookSoon('ubk_1', 0)
    expect(await row('ubk_1')).toMatchObject({ looks: 7, look_in: null })
  })

  it.each([
    [0, 1],
    [1, 0],
  ])('in %i ms is announced to workers %i times', async (afterMs, times) => {
    await world.put('bookings', { id: 'ubk_1' })
    const heard: string[] = []
    await world.inSession(async (worker) => {
      worker.on('notification', ({ channel }) => heard.push(channel))
      await worker.query('LISTEN booking_looks; LISTEN told')
      await world.store.looks.lookSoon('ubk_1', afterMs)
      await worker.query(`SELECT pg_notify('told', '')`)
    })
    expect(heard).toEqual([...Array.from({ length: times }, () => 'booking_looks'), 'told'])
  })

  it('is by the database’s time', async () => {
    let now: number | undefined
    const span = await databaseTimeDuring(world.query, async () => {
      now = await world.store.looks.now('org_1')
    })
    expect(now).toEqual(expect.any(Number))
    expectWithin(now, span)
  })
})
