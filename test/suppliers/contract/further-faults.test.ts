import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fault, SANDBOX_FAULTS } from '../../../src/domain/sandbox-faults.ts'
import { withheldFor } from '../../../src/domain/selling.ts'
import { scenarioOf } from '../../../src/sandbox/scenarios.ts'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { Supplier } from '../../../src/suppliers/supplier.ts'
import { limitFor } from '../../support/suppliers/call-limits.ts'
import {
  bookingOf,
  COUPLE,
  questionFor,
  referenceOf,
  type SupplierSandbox,
  startSupplierSandbox,
} from '../../support/suppliers/sandbox.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

/** Every fault beneath the operations that one supplier alone has, on its awkward stock: `faults.test.ts` has those of all four. */
let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

/** A booking of an ordinary hotel, ready to be sent; one that can be held where that is asked. */
async function requestFor(supplier: Supplier, mode: 'INSTANT' | 'HOLD') {
  for (const { supplierHotelId, supplierCode } of sandbox.catalogue.supplierHotels) {
    if (supplierCode !== supplier.code || scenarioOf(supplierCode, supplierHotelId)) continue
    const asked = { ...questionFor(COUPLE), supplierHotelId, hotelTimeZone: null }
    const found = await supplier.rooms(sandbox.call(supplier), asked)
    const rates = found.ok ? found.value.rates : []
    const rate = rates.find((one) => withheldFor(one, new Set()) === null && one.bookingModes.includes(mode))
    const checked = rate && (await supplier.checkPrice(sandbox.call(supplier), { ...asked, rate }))
    if (checked?.ok && checked.value.available) return bookingOf(checked.value.rate, asked, mode)
  }
  throw new Error(`${supplier.code} has nothing of the kind`)
}

async function booked(supplier: Supplier, mode: 'INSTANT' | 'HOLD') {
  const request = await requestFor(supplier, mode)
  const outcome = await supplier.book(sandbox.call(supplier), request)
  expect(outcome.outcome).toBe('ACCEPTED')
  return referenceOf(request, outcome)
}

/** What the supplier's record says, asked without a fault. */
async function statusOf(supplier: Supplier, reference: ReturnType<typeof referenceOf>) {
  const record = await supplier.retrieve(sandbox.call(supplier), reference)
  return record.ok ? record.value?.status : record.error.kind
}

describe('confirming a hold at Rapid', () => {
  const OUTCOMES: Readonly<Record<Fault, readonly [outcome: string, status: string]>> = {
    timeout: ['UNKNOWN', 'CONFIRMED'],
    reset: ['UNKNOWN', 'ON_HOLD'],
    500: ['UNKNOWN', 'ON_HOLD'],
    429: ['REFUSED', 'ON_HOLD'],
    401: ['REFUSED', 'ON_HOLD'],
    slow: ['UNKNOWN', 'CONFIRMED'],
    garbage: ['UNKNOWN', 'CONFIRMED'],
    truncated: ['UNKNOWN', 'CONFIRMED'],
    cut_gzip: ['UNKNOWN', 'CONFIRMED'],
    oversized: ['UNKNOWN', 'CONFIRMED'],
    repeated_fields: ['ACCEPTED', 'CONFIRMED'],
    html: ['UNKNOWN', 'ON_HOLD'],
    over_quota: ['REFUSED', 'ON_HOLD'],
  }

  it.each(SANDBOX_FAULTS)(
    '%s: is never taken for done on silence, and the record tells',
    { timeout: 180_000 },
    async (fault) => {
      const reference = await booked(expediaRapid, 'HOLD')
      sandbox.faults.add(expediaRapid.code, 'confirm_hold', { fault })
      const call = sandbox.call(expediaRapid, { timeoutMs: limitFor(fault) })
      const outcome = await expediaRapid.confirmHold?.(call, reference)
      expect([outcome?.outcome, await statusOf(expediaRapid, reference)]).toEqual(OUTCOMES[fault])
      // Whatever it was: asked again, it is done, once.
      expect((await expediaRapid.confirmHold?.(sandbox.call(expediaRapid), reference))?.outcome).toBe('ACCEPTED')
      expect(await statusOf(expediaRapid, reference)).toBe('CONFIRMED')
    },
  )
})

describe('Hotelbeds’ quote of a cancellation', () => {
  const KINDS: Readonly<Record<Fault, string>> = {
    timeout: 'TIMEOUT',
    reset: 'NETWORK',
    500: 'SERVER_ERROR',
    429: 'RATE_LIMITED',
    401: 'UNAUTHORIZED',
    slow: 'TIMEOUT',
    garbage: 'MALFORMED',
    truncated: 'NETWORK',
    cut_gzip: 'MALFORMED',
    oversized: 'MALFORMED',
    repeated_fields: 'OK',
    html: 'MALFORMED',
    over_quota: 'RATE_LIMITED',
  }

  it.each(SANDBOX_FAULTS)('%s: is a failure of its kind and cancels nothing', async (fault) => {
    const reference = await booked(hotelbeds, 'INSTANT')
    sandbox.faults.add(hotelbeds.code, 'cancellation_quote', { fault })
    const call = sandbox.call(hotelbeds, { timeoutMs: limitFor(fault) })
    const quote = await hotelbeds.quoteCancellation?.(call, reference)
    expect(quote?.ok ? 'OK' : quote?.error.kind).toBe(KINDS[fault])
    expect(await statusOf(hotelbeds, reference)).toBe('CONFIRMED')
  })
})

describe('RateHawk’s order form', () => {
  /** Faults that are answers of RateHawk about us: asked again, they would be the same. */
  const FINAL: readonly Fault[] = ['401']
  /** The first form passes. */
  const HARMLESS: readonly Fault[] = ['repeated_fields']

  it.each(SANDBOX_FAULTS)(
    '%s: books nothing by itself, and is asked for again where that may help',
    { timeout: 180_000 },
    async (fault) => {
      const request = await requestFor(ratehawk, 'INSTANT')
      sandbox.faults.add(ratehawk.code, 'book_form', { fault })
      const forms: string[] = []
      const call = sandbox.call(ratehawk, { timeoutMs: 12_000 })
      const fetch: typeof call.fetch = (wanted) => {
        if (wanted.operation === 'book_form') forms.push(wanted.body ?? '')
        // A form that is never answered is given up soon, so that the test is.
        return call.fetch({ ...wanted, timeoutMs: Math.min(wanted.timeoutMs, limitFor(fault)) })
      }
      const outcome = await ratehawk.book({ ...call, fetch }, request)
      const isFinal = FINAL.includes(fault)
      expect([outcome.outcome, forms.length]).toEqual([
        isFinal ? 'REFUSED' : 'ACCEPTED',
        isFinal || HARMLESS.includes(fault) ? 1 : 2,
      ])
      // Each form has an id of its own, and only one booking was started.
      expect(new Set(forms.map((body) => JSON.parse(body).partner_order_id)).size).toBe(forms.length)
      const found = await ratehawk.find(sandbox.call(ratehawk), referenceOf(request, outcome))
      expect(found.ok && found.value.length).toBe(isFinal ? 0 : 1)
    },
  )
})

it('has no fault on the wire', () => expect(wireFaults(sandbox)).toEqual([]))
