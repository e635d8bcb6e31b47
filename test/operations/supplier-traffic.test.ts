import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { TrafficConfig } from '../../src/config-traffic.ts'
import { MINUTE_MS } from '../../src/domain/time.ts'
import { createTrafficRecorder, type TrafficRecorder } from '../../src/operations/traffic/record-traffic.ts'
import { factorOf } from '../../src/operations/traffic/traffic-room.ts'
import { createBackground } from '../../src/platform/background.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import type { SupplierOperation, TappedCall } from '../../src/suppliers/supplier-call.ts'
import { findLeaks } from '../support/canaries.ts'
import {
  CARD,
  EMAIL,
  FAMILY,
  GIVEN,
  PHONE,
  SECRET,
  startHostileSupplier,
  wordsIn,
} from '../support/hostile-supplier.ts'
import type { Json } from '../support/http-client.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((made) => {
  world = made
})

let supplier: Awaited<ReturnType<typeof startHostileSupplier>>
beforeAll(async () => {
  supplier = await startHostileSupplier()
})
afterAll(() => supplier.close())
beforeEach(async () => void (await world.query('DELETE FROM supplier_exchanges; DELETE FROM traffic_raises')))

const log = createLogger('silent')
const background = createBackground(log)
const fetch = createSupplierFetch()
afterAll(() => fetch.close())

const DEFAULTS = readConfig({})
const SHARES = !Array.isArray(DEFAULTS) && 'traffic' in DEFAULTS ? DEFAULTS.traffic : null

type Counts = { readonly kept: Record<string, number>; readonly lost: Record<string, number> }

function recorder(given: Partial<TrafficConfig> & { now?: () => number; random?: () => number } = {}): {
  readonly recorder: TrafficRecorder
  readonly counts: Counts
} {
  const { now = Date.now, random = Math.random, ...config } = given
  const counts: Counts = { kept: {}, lost: {} }
  const made = createTrafficRecorder({
    config: { shares: SHARES?.shares ?? ({} as never), maxBytes: 1e9, ...config },
    store: world.store,
    clock: { real: now },
    randomBytes,
    background,
    log,
    random,
    metrics: {
      countKept: (why) => {
        counts.kept[why] = (counts.kept[why] ?? 0) + 1
      },
      countLost: (reason, count) => {
        counts.lost[reason] = (counts.lost[reason] ?? 0) + count
      },
      showRoom: () => undefined,
    },
  })
  return { recorder: made, counts }
}

const CALL: TappedCall = {
  connection: {
    connectionId: 'conn_1',
    supplierCode: 'ratehawk',
    baseUrl: '',
    credentials: { keyId: '4711', apiKey: SECRET },
    settings: {},
  },
  requestId: 'req_1',
  bookingId: 'ubk_1',
  people: () => [GIVEN, FAMILY, EMAIL, PHONE],
  customerIp: '203.0.113.9',
  sessionId: 'session-9f',
  userAgent: 'Zulu/1',
}

const BOOK_BODY = {
  partner_order_id: '0F3ZK7Q2M9X4C8B1D6TA',
  rooms: [{ guests: [{ first_name: GIVEN, last_name: FAMILY }] }],
  user: { email: EMAIL, phone: PHONE, comment: 'a room for Mme Zebedee' },
  payment_type: { type: 'deposit', amount: '120.50', currency_code: 'EUR' },
  credit_card_data: { card_number: CARD },
  hid: 8_473_727,
}

async function ask(
  { recorder: by }: { readonly recorder: TrafficRecorder },
  operation: SupplierOperation,
  { path = '/find', body = BOOK_BODY, call = CALL }: { path?: string; body?: unknown; call?: TappedCall } = {},
): Promise<void> {
  await by.tap(
    call,
    fetch,
  )({
    operation,
    method: 'POST',
    url: `${supplier.origin}/api/v3${path}?email=${encodeURIComponent(EMAIL)}&checkin=2027-03-01&token=${SECRET}`,
    headers: {
      authorization: `Basic ${Buffer.from(`4711:${SECRET}`).toString('base64')}`,
      'x-signature': 'abcdef0123456789',
      'customer-ip': '203.0.113.9',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    timeoutMs: 10_000,
    signal: null,
  })
}

async function rows(): Promise<Json[]> {
  return world.query('SELECT * FROM supplier_exchanges ORDER BY id')
}

async function stored(): Promise<string> {
  const found = await world.query(
    `SELECT e::text AS text, e.request::text || coalesce(e.answer::text, '') AS bodies FROM supplier_exchanges e`,
  )
  return found.map(({ text, bodies }) => `${text}\n${bodies}`).join('\n')
}

describe('[22] an exchange with a hostile supplier', () => {
  it.each([
    ['book', '/find'],
    ['book', '/refuse'],
    ['book', '/html'],
    ['retrieve', '/find'],
    ['cancel', '/refuse'],
    ['search', '/refuse'],
    ['search', '/html'],
  ] as const)('is kept without people and secrets: %s %s', async (operation, path) => {
    const all = recorder({ shares: { ...SHARES?.shares, search: 1 } as never })
    await ask(all, operation, { path })
    await all.recorder.close()
    const text = await stored()
    expect(text).toContain('conn_1')
    expect(wordsIn(text)).toEqual([])
    expect(findLeaks(text)).toEqual([])
  })

  it('names nobody of whom we know nothing: the booking was redacted before', async () => {
    const one = recorder()
    await ask(one, 'retrieve', { path: '/find', body: {}, call: { ...CALL, people: () => [] } })
    await one.recorder.close()
    const text = await stored()
    expect(text).toContain('2027-03-01')
    expect(wordsIn(text)).toEqual([])
  })

  it('keeps what operators look for: ids, days, prices, its own words for what is wrong', async () => {
    const one = recorder()
    await ask(one, 'book')
    await one.recorder.close()
    const [row] = await rows()
    expect(row).toMatchObject({
      operation: 'book',
      outcome: '200',
      why: 'ALWAYS',
      request_id: 'req_1',
      booking_id: 'ubk_1',
      number: 1,
    })
    expect(row.hotels).toEqual(['8473727'])
    expect(row.total_ms).toBeGreaterThanOrEqual(row.first_byte_ms)
    expect(row.first_byte_ms).toBeGreaterThanOrEqual(row.connected_ms)
    expect(row.request).toMatchObject({
      method: 'POST',
      url: `${supplier.origin}/api/v3/find?email=‹masked›&checkin=2027-03-01&token=‹masked›`,
      headers: { authorization: '‹masked›', 'content-type': 'application/json' },
      body: {
        partner_order_id: '0F3ZK7Q2M9X4C8B1D6TA',
        payment_type: { type: 'deposit', amount: '120.50', currency_code: 'EUR' },
      },
    })
    expect(row.answer.body).toMatchObject({ status: 'ok', order_id: 123_456_789, checkin: '2027-03-01' })
    expect(row.answer.body.message).toMatch(/^The booking of ‹masked› was not found/)
  })

  it('is cut at its bound, which is told, and takes no part in the answer', async () => {
    const one = recorder({ shares: { ...SHARES?.shares, search: 1 } as never })
    await ask(one, 'search', { path: '/large' })
    await one.recorder.close()
    const [row] = await rows()
    expect(row.answer).toMatchObject({ isCut: true, status: 200 })
    expect(JSON.stringify(row.answer).length).toBeLessThan(100_000)
    expect(row.answer_bytes).toBeGreaterThan(300_000)
    expect(row.answer.body.hotels.at(-1)).toMatch(/^… \d+ more$/)
    expect(row.answer.body.hotels[0].name).toBe('A house by the river')
  })
})

describe('[22] which exchanges are kept', () => {
  it('are a share of searches, all of bookings, and failures up to a bound', async () => {
    const random = { next: 0.5 }
    const one = recorder({ random: () => random.next })
    await ask(one, 'search', { path: '/large' })
    await ask(one, 'find')
    random.next = 0.0005
    await ask(one, 'search', { path: '/large' })
    random.next = 0.5
    for (let count = 0; count < 40; count++) await ask(one, 'search', { path: '/html' })
    await one.recorder.close()
    const why = (await rows()).map((row) => row.why)
    expect(why.filter((reason) => reason === 'SHARE')).toHaveLength(1)
    expect(why.filter((reason) => reason === 'ALWAYS')).toHaveLength(1)
    expect(why.filter((reason) => reason === 'FAILED').length).toBeGreaterThanOrEqual(30)
    expect(why.filter((reason) => reason === 'FAILED').length).toBeLessThan(40)
    expect(one.counts.lost['limit']).toBeGreaterThan(0)
    expect(one.counts.kept).toMatchObject({ ALWAYS: 1, SHARE: 1 })
  })

  it('are more of one connection while an operator says so, and end by themselves', async () => {
    let at = Date.now()
    const one = recorder({ now: () => at, random: () => 0.4 })
    await world.store.traffic.raise(
      { connectionId: 'conn_1', share: 0.5, until: at + 5 * MINUTE_MS, raisedBy: 'operator:ada' },
      at,
    )
    await one.recorder.refresh()
    await ask(one, 'search', { path: '/large' })
    await ask(one, 'search', {
      path: '/large',
      call: { ...CALL, connection: { ...CALL.connection, connectionId: 'conn_2' } },
    })
    at += 5 * MINUTE_MS
    await ask(one, 'search', { path: '/large' })
    await one.recorder.close()
    expect(await rows()).toMatchObject([{ connection_id: 'conn_1', why: 'RAISED', share: 0.5 }])
    expect(await world.store.traffic.raises(at)).toEqual([])
  })

  it('are fewer when there is little room, and none when there is none', async () => {
    expect([factorOf(10, 100), factorOf(80, 100), factorOf(100, 100)]).toEqual([1, 0.1, null])
    const full = recorder({ maxBytes: 1 })
    await full.recorder.refresh()
    await ask(full, 'book')
    await full.recorder.close()
    expect(await rows()).toEqual([])
    expect(full.counts.lost).toEqual({ room: 1 })
  })

  it('wait in a bounded buffer, and are lost and counted beyond it: a call is never held up', async () => {
    const one = recorder()
    await world.inSession(async (client) => {
      await client.query('BEGIN; LOCK TABLE supplier_exchanges IN ACCESS EXCLUSIVE MODE')
      for (let count = 0; count < 8; count++) await Promise.all(Array.from({ length: 40 }, () => ask(one, 'book')))
      await client.query('ROLLBACK')
    })
    await one.recorder.close()
    expect(one.counts.lost['buffer']).toBeGreaterThan(0)
    expect((await rows()).length).toBe(320 - Object.values(one.counts.lost).reduce((sum, count) => sum + count, 0))
  })

  it('are whole for what books or cancels; looks at bookings have an allowance', async () => {
    const one = recorder()
    for (let count = 0; count < 5; count++) {
      const asked = Array.from({ length: 25 }, () => [ask(one, 'retrieve'), ask(one, 'cancel')])
      await Promise.all(asked.flat())
      await one.recorder.flush()
    }
    await one.recorder.close()
    const operations = (await rows()).map((row) => row.operation)
    expect(operations.filter((operation) => operation === 'cancel')).toHaveLength(125)
    expect(operations.length).toBeGreaterThanOrEqual(125 + 60)
    expect(one.counts.lost).toEqual({ limit: 250 - operations.length })
  })

  it('are as many as an operator says, also when there is little room', async () => {
    const bytes = await world.store.traffic.bytes()
    const one = recorder({ maxBytes: Math.ceil(bytes / 0.85), random: () => 0.4 })
    const until = Date.now() + 5 * MINUTE_MS
    await world.store.traffic.raise({ connectionId: 'conn_1', share: 0.5, until, raisedBy: 'operator:ada' }, 0)
    await one.recorder.refresh()
    await ask(one, 'search', { path: '/large' })
    await one.recorder.close()
    expect(await rows()).toMatchObject([{ why: 'RAISED', share: 0.5 }])
    await world.store.traffic.endRaise('conn_1')
  })

  it('lose only the row that Postgres refuses', async () => {
    const one = recorder()
    await Promise.all([ask(one, 'book'), ask(one, 'book', { call: { ...CALL, requestId: '\0' } }), ask(one, 'book')])
    await one.recorder.close()
    expect(await rows()).toHaveLength(2)
    expect(one.counts.lost).toEqual({ write: 1 })
  })
})
