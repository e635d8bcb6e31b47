import { beforeEach, describe, expect, it } from 'vitest'
import { databaseTimeDuring, expectWithin } from '../support/database-time.ts'
import { endpointRows } from '../support/endpoint-rows.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

type Changes = Readonly<Record<string, unknown>>

const { deliver, set, statuses, endpoint } = endpointRows(() => world)

beforeEach(() => world.put('webhook_endpoints', { id: 'end_1' }, { id: 'end_2' }))

describe('recovering', () => {
  const since = Date.parse('2030-01-01')
  const until = Date.parse('2030-01-10')
  function during(day: number): Changes {
    return { created_at: new Date(Date.parse('2030-01-01') + (day - 1) * 86_400_000), status: 'FAILED', due_at: null }
  }
  function begin(from = since, to = until): Promise<number> {
    return world.store.webhookBatches.beginRecovery('org_1', 'end_1', { since: from, until: to })
  }

  it('begins with how many failed or were skipped in the period, its ends included', async () => {
    await deliver(1, during(1))
    await deliver(2, { ...during(10), status: 'SKIPPED' })
    await deliver(3, during(0))
    await deliver(4, during(11))
    await deliver(5, { ...during(5), status: 'DELIVERED' })
    await deliver(6, { ...during(5), endpoint_id: 'end_2' })
    const span = await databaseTimeDuring(world.query, async () => expect(await begin()).toBe(2))
    const begun = await endpoint()
    expect(begun).toMatchObject({ recovering_since: new Date(since), recovering_until: new Date(until), recovered: 0 })
    expectWithin(begun.recovering_from, span)
    expect(await endpoint('end_2')).toMatchObject({ recovering_until: null })
  })

  it('is of one’s own endpoint, and of none that was deleted', async () => {
    await deliver(1, during(5))
    expect(await world.store.webhookBatches.beginRecovery('org_2', 'end_1', { since, until })).toBe(0)
    await set('deleted_at = now()')
    expect(await begin()).toBe(0)
    expect(await endpoint()).toMatchObject({ recovering_until: null })
  })

  it('is of no endpoint that is disabled, and stops while one is', async () => {
    await deliver(1, during(5))
    await deliver(2, during(6))
    await begin()
    await set('enabled = false')
    expect(await world.store.webhookBatches.recoverBatch('end_1', 1)).toBe(0)
    expect(await world.store.webhookBatches.unfinished()).toEqual([])
    expect(await begin()).toBe(0)
    expect(await statuses()).toEqual({ 1: 'FAILED', 2: 'FAILED' })
    await set('enabled = true')
    expect(await world.store.webhookBatches.unfinished()).toEqual([{ endpointId: 'end_1', isClosing: false }])
    expect(await world.store.webhookBatches.recoverBatch('end_1', 10)).toBe(2)
  })

  it('resends nothing to an endpoint that is disabled', async () => {
    await deliver(1, { ...during(5), status: 'SKIPPED' })
    await set('enabled = false')
    expect(await world.store.webhookDeliveries.resend('org_1', 'whd_1')).toBe(false)
    expect(await statuses()).toEqual({ 1: 'SKIPPED' })
    await set('enabled = true')
    expect(await world.store.webhookDeliveries.resend('org_1', 'whd_1')).toBe(true)
  })

  it('is extended when it is asked for again, and begins again at the oldest', async () => {
    const from = new Date('2030-02-02')
    await begin(since, until)
    await set(`recovering_after = 9, recovered = 40, recovering_from = '2030-02-02'`)
    await begin(since - 1_000, until - 1_000)
    expect(await endpoint()).toMatchObject({
      recovering_since: new Date(since - 1_000),
      recovering_until: new Date(until),
      recovering_from: from,
      recovered: 40,
      recovering_after: '0',
    })
    await begin(since + 1_000, until + 1_000)
    const wider = { recovering_since: new Date(since - 1_000), recovering_until: new Date(until + 1_000) }
    expect(await endpoint()).toMatchObject(wider)
  })

  it('that is over leaves nothing to the next one', async () => {
    await set(`recovering_since = '2020-01-01', recovered = 7, recovering_from = '2020-01-01', recovering_after = 9`)
    await begin()
    const begun = await endpoint()
    expect(begun).toMatchObject({ recovering_since: new Date(since), recovered: 0, recovering_after: '0' })
    expect(begun.recovering_from.getTime()).toBeGreaterThan(Date.parse('2021-01-01'))
  })

  it('sends the period again in batches, the oldest event first, and ends with the last', async () => {
    for (const [position, day] of [1, 10, 5, 0, 11].entries())
      await deliver(position + 1, { ...during(day), attempt_count: 10 })
    await deliver(6, { ...during(5), status: 'DELIVERED' })
    await deliver(7, { ...during(5), endpoint_id: 'end_2' })
    await deliver(8, { ...during(5), status: 'SKIPPED' })
    await begin()
    expect(await world.store.webhookBatches.recoverBatch('end_1', 2)).toBe(2)
    const untouched = { 4: 'FAILED', 5: 'FAILED', 6: 'DELIVERED', 7: 'FAILED' }
    expect(await statuses()).toEqual({ ...untouched, 1: 'PENDING', 2: 'PENDING', 3: 'FAILED', 8: 'SKIPPED' })
    expect(await endpoint()).toMatchObject({ recovered: 2, recovering_after: '2', recovering_until: new Date(until) })
    expect(await world.store.webhookBatches.recoverBatch('end_1', 3)).toBe(2)
    expect(await statuses()).toEqual({ ...untouched, 1: 'PENDING', 2: 'PENDING', 3: 'PENDING', 8: 'PENDING' })
    expect(await endpoint()).toMatchObject({ recovered: 4, recovering_after: '8', recovering_until: null })
    const [row] = await world.query(
      `SELECT attempt_count, trigger, updated_at > gateway_now() - interval '30 s' AS touched
       FROM webhook_deliveries WHERE id = 'whd_1'`,
    )
    expect(row).toEqual({ attempt_count: 0, trigger: 'RECOVERY', touched: true })
  })

  it('ends only with a batch that is not full', async () => {
    await deliver(1, during(5))
    await begin()
    await world.store.webhookBatches.recoverBatch('end_1', 1)
    expect(await endpoint()).toMatchObject({ recovering_until: new Date(until), recovering_after: '1' })
    expect(await world.store.webhookBatches.recoverBatch('end_1', 1)).toBe(0)
    expect(await endpoint()).toMatchObject({ recovering_until: null, recovering_after: '1', recovered: 1 })
  })

  it('sends 50 a second from when it was asked for, and nothing in the past', async () => {
    for (const position of [1, 2, 3]) await deliver(position, during(5))
    await begin()
    await set(`recovered = 1000, recovering_from = gateway_now()`)
    await world.store.webhookBatches.recoverBatch('end_1', 10)
    const dues = await world.query(
      `SELECT extract(epoch FROM d.due_at - e.recovering_from)::float8 AS after FROM webhook_deliveries d
       JOIN webhook_endpoints e ON e.id = d.endpoint_id ORDER BY d.event_position`,
    )
    expect(dues.map(({ after }) => Math.round(after * 100) / 100)).toEqual([20, 20.02, 20.04])
    await world.query(`UPDATE webhook_deliveries SET status = 'FAILED', due_at = NULL`)
    await begin()
    await set(`recovered = 0, recovering_from = gateway_now() - interval '1 h'`)
    const span = await databaseTimeDuring(world.query, () => world.store.webhookBatches.recoverBatch('end_1', 10))
    const [first] = await world.query('SELECT min(due_at) AS due_at FROM webhook_deliveries')
    expectWithin(first?.due_at, span)
  })

  it.each(['recovering_until = NULL', 'closing = true', 'deleted_at = now()'])('stands still: %s', async (state) => {
    await deliver(1, during(5))
    await begin()
    await set(state)
    expect(await world.store.webhookBatches.recoverBatch('end_1', 10)).toBe(0)
    expect(await statuses()).toEqual({ 1: 'FAILED' })
  })

  it('does not touch another endpoint that recovers as well', async () => {
    await deliver(1, during(5))
    await deliver(2, { ...during(5), endpoint_id: 'end_2' })
    await begin()
    await world.store.webhookBatches.beginRecovery('org_1', 'end_2', { since, until })
    await world.store.webhookBatches.recoverBatch('end_1', 10)
    expect(await statuses()).toEqual({ 1: 'PENDING', 2: 'FAILED' })
    expect(await endpoint('end_2')).toMatchObject({ recovered: 0, recovering_until: new Date(until) })
  })

  it('wakes the relays when there is something to send', async () => {
    await deliver(1, during(5))
    await begin()
    const heard: string[] = []
    await world.inSession(async (relay) => {
      relay.on('notification', ({ channel }) => heard.push(channel))
      await relay.query('LISTEN webhook_deliveries; LISTEN told')
      for (let times = 0; times < 2; times++) {
        await world.store.webhookBatches.recoverBatch('end_1', 10)
        await relay.query(`SELECT pg_notify('told', '')`)
        await begin()
        await world.query(`UPDATE webhook_deliveries SET status = 'DELIVERED'`)
      }
    })
    expect(heard).toEqual(['webhook_deliveries', 'told', 'told'])
  })
})
