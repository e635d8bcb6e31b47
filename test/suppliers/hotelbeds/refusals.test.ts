import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import { createSupplierClient } from '../../../src/suppliers/supplier-client.ts'
import {
  bookingOf,
  COUPLE,
  PARTIES,
  questionFor,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../../support/suppliers/sandbox.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

/** How Hotelbeds refuses what it has said it will refuse. */
let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

async function rateAt(slug: string, occupancy = COUPLE) {
  const asked = { ...questionFor(occupancy), supplierHotelId: scenarioAt(hotelbeds, slug), hotelTimeZone: null }
  const found = await hotelbeds.rooms(sandbox.call(hotelbeds), asked)
  const rate = found.ok ? found.value.rates[0] : undefined
  if (!rate) throw new Error('no rate')
  return { asked, rate }
}

const MINUTE_MS = 60_000

it('[H-18] a request that failed is refused for good, asked again within 15 minutes or not', async () => {
  const { asked, rate } = await rateAt('gone-repeat')
  const checked = await hotelbeds.checkPrice(sandbox.call(hotelbeds), { ...asked, rate })
  if (!checked.ok || !checked.value.available) throw new Error('not available')
  const request = bookingOf(checked.value.rate, asked)
  let calls = 0
  async function book() {
    const call = sandbox.call(hotelbeds)
    const fetch: typeof call.fetch = (wanted) => {
      calls += 1
      return call.fetch(wanted)
    }
    return hotelbeds.book({ ...call, fetch }, request)
  }
  const gone = { outcome: 'REFUSED', refusal: { reason: 'SUPPLIER_REFUSED', httpStatus: 410, retryable: false } }
  const failed = { outcome: 'REFUSED', refusal: { reason: 'SOLD_OUT', httpStatus: 500, retryable: false } }
  expect(await book()).toMatchObject(failed)
  expect(await book()).toMatchObject(gone)
  sandbox.clock.setSkew(14 * MINUTE_MS)
  expect(await book()).toMatchObject(gone)
  sandbox.clock.setSkew(16 * MINUTE_MS)
  expect(await book()).toMatchObject(failed)
  sandbox.clock.setSkew(0)
  expect(calls).toBe(4)
})

it('[H-01] several keys in one check fail all of them, so that none is ever sent with another', async () => {
  const { asked, rate } = await rateAt('confirm', PARTIES)
  const keys = (rate.supplierPayload['parts'] as { rateKey: string }[]).map(({ rateKey }) => ({ rateKey }))
  expect(keys.length).toBe(2)
  const call = sandbox.call(hotelbeds)
  const bodies: string[] = []
  const fetch: typeof call.fetch = (wanted) => {
    bodies.push(wanted.body ?? '')
    return call.fetch(wanted)
  }
  expect(await hotelbeds.checkPrice({ ...call, fetch }, { ...asked, rate })).toMatchObject({ ok: true })
  expect(bodies.map((body) => JSON.parse(body).rooms.length)).toEqual([1, 1])
  // What it would be told: the same call with both keys.
  const together: typeof call.fetch = (wanted) => call.fetch({ ...wanted, body: JSON.stringify({ rooms: keys }) })
  expect(await hotelbeds.checkPrice({ ...call, fetch: together }, { ...asked, rate })).toMatchObject({
    ok: false,
    error: { kind: 'SERVER_ERROR', httpStatus: 500, supplierErrorCode: 'PRODUCT_ERROR' },
  })
})

describe('over its limits', () => {
  function client() {
    const made = createSupplierClient(hotelbeds, Date.now, {
      onExchange: () => undefined,
      onRefusal: () => undefined,
      onBreaker: () => undefined,
    })
    onTestFinished(() => made.close())
    return made
  }

  it.each([
    ['429', 1_000],
    ['over_quota', 3_600_000],
  ] as const)('[H-10] %s, which it answers with 403, holds searches back and no booking', async (fault, longestMs) => {
    const { fetch } = client()
    const supplierHotelIds = [scenarioAt(hotelbeds, 'confirm')]
    function search() {
      return hotelbeds.search(sandbox.call(hotelbeds, { fetch }), { ...questionFor(COUPLE), supplierHotelIds })
    }
    const { asked, rate } = await rateAt('confirm')
    const checked = await hotelbeds.checkPrice(sandbox.call(hotelbeds), { ...asked, rate })
    if (!checked.ok || !checked.value.available) throw new Error('not available')
    sandbox.faults.add('hotelbeds', 'search', { fault })
    expect(await search()).toMatchObject({ ok: false, error: { kind: 'RATE_LIMITED', httpStatus: 403 } })
    const held = await search()
    const waitMs = held.ok ? 0 : (held.error.retryAfterMs ?? 0)
    expect(waitMs).toBeGreaterThan(longestMs / 2)
    expect(waitMs).toBeLessThanOrEqual(longestMs)
    const request = bookingOf(checked.value.rate, asked)
    expect((await hotelbeds.book(sandbox.call(hotelbeds, { fetch }), request)).outcome).toBe('ACCEPTED')
  })
})

it('has no fault on the wire', () => expect(wireFaults(sandbox)).toEqual([]))
