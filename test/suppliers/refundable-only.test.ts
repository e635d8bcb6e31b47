import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Occupancy } from '../../src/domain/occupancy.ts'
import type { HotelQuote, RoomRate } from '../../src/domain/rate.ts'
import { withheldFor } from '../../src/domain/selling.ts'
import { addDays, dateInZone } from '../../src/domain/time.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { SearchRequest, Supplier } from '../../src/suppliers/supplier.ts'
import type { SupplierFetch } from '../../src/suppliers/supplier-call.ts'
import {
  COUPLE,
  PARTIES,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../support/suppliers/sandbox.ts'
import { wireFaults } from '../support/suppliers/wire-faults.ts'

let sandbox: SupplierSandbox

beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

function questionIn(days: number, occupancy: Occupancy): Omit<SearchRequest, 'supplierHotelIds'> {
  const checkInDate = addDays(dateInZone(sandbox.clock.real(), 'UTC'), days)
  return { stay: { checkInDate, checkOutDate: addDays(checkInDate, 2) }, occupancy, nationality: 'GB' }
}

type Asking = { readonly supplier: Supplier; readonly ids: readonly string[]; readonly nowAt: number }

async function quotesOf({ supplier, ids, nowAt }: Asking, question: Omit<SearchRequest, 'supplierHotelIds'>) {
  const answer = await supplier.search({ ...sandbox.call(supplier), nowAt }, { ...question, supplierHotelIds: ids })
  if (!answer.ok) throw new Error(answer.error.detail)
  expect(answer.value.droppedRates).toBe(0)
  return answer.value.quotes
}

async function roomsOf({ supplier, nowAt }: Asking, supplierHotelId: string, question: ReturnType<typeof questionIn>) {
  const request = { ...question, supplierHotelId, hotelTimeZone: null }
  const answer = await supplier.rooms({ ...sandbox.call(supplier), nowAt }, request)
  return answer.ok ? answer.value.rates.filter(isSoldOpenly) : []
}

/** Searches quote no other. */
function isSoldOpenly(rate: RoomRate): boolean {
  return withheldFor(rate, new Set()) === null
}

function isRefundable({ policy }: RoomRate): boolean {
  return ['REFUNDABLE', 'PARTIALLY_REFUNDABLE'].includes(policy.refundability)
}

function totals(quotes: readonly HotelQuote[]): Record<string, number> {
  return Object.fromEntries(quotes.map(({ supplierHotelId, total }) => [supplierHotelId, total.amountMinor]))
}

function ordinary(supplier: Supplier, count: number): string[] {
  return sandbox.catalogue.supplierHotels
    .filter(({ supplierCode }) => supplierCode === supplier.code)
    .slice(0, count)
    .map(({ supplierHotelId }) => supplierHotelId)
}

describe.each(SUPPLIERS)('$code, asked about refundable rates only', (supplier) => {
  it.each([
    ['a day ahead', 1, COUPLE],
    ['five days ahead', 5, COUPLE],
    ['two months ahead', 60, COUPLE],
    ['several parties, five days ahead', 5, PARTIES],
  ] as const)(
    '[C-120] %s: quotes the cheapest refundable rate of a hotel’s rooms, or nothing',
    {
      timeout: 180_000,
    },
    async (_when, days, occupancy) => {
      const late = scenarioAt(supplier, 'refundable-late')
      const lost = scenarioAt(supplier, 'non-refundable')
      const ids = [late, lost, ...ordinary(supplier, 25)]
      const question = questionIn(days, occupancy)
      const asking = { supplier, ids, nowAt: sandbox.clock.real() }
      const quotes = await quotesOf(asking, { ...question, refundableOnly: true })
      const expected: Record<string, number> = {}
      for (const id of ids) {
        const amounts = (await roomsOf(asking, id, question))
          .filter(isRefundable)
          .map(({ price }) => price.total.amountMinor)
        if (amounts.length > 0) expected[id] = Math.min(...amounts)
      }
      expect(totals(quotes)).toEqual(expected)
      // Of rates for parties that differ, Hotelbeds' rooms show each party's cheapest of a board and class.
      if (occupancy.length === 1) expect(Object.keys(expected)).toContain(late)
      expect(Object.keys(expected)).not.toContain(lost)
      for (const { refundable, total, cheapestRefundable } of quotes)
        expect({ refundable, total }).toEqual({ refundable: true, total: cheapestRefundable?.total })
    },
  )

  it('[C-120] and asked about all rates it asks for the few that it always did', async () => {
    const sent: string[] = []
    const call = sandbox.call(supplier)
    const fetch: SupplierFetch = (request) => {
      sent.push(`${request.url} ${request.body ?? ''}`)
      return call.fetch(request)
    }
    const question = { ...questionIn(30, COUPLE), supplierHotelIds: [scenarioAt(supplier, 'refundable-late')] }
    const answer = await supplier.search({ ...call, fetch }, question)
    expect(answer).toMatchObject({ ok: true, value: { quotes: [{ refundable: false }] } })
    expect(sent.length).toBe(1)
    expect(sent[0]).not.toMatch(/filter=refundable|refundableRatesOnly/)
  })
})

describe('the sandbox', () => {
  it('refuses a filter that its supplier does not have', async () => {
    for (const { code, spoil } of [
      { code: 'expedia_rapid', spoil: (url: string) => url.replace('filter=refundable', 'filter=flexible') },
      {
        code: 'liteapi',
        spoil: (body: string) => body.replace('"refundableRatesOnly":true', '"refundableRatesOnly":"yes"'),
      },
    ]) {
      const supplier = SUPPLIERS.find((one) => one.code === code)
      if (!supplier) throw new Error(`no ${code}`)
      const call = sandbox.call(supplier)
      const wrong = sandbox.wrong.length
      const fetch: SupplierFetch = (request) =>
        call.fetch({ ...request, url: spoil(request.url), ...(request.body ? { body: spoil(request.body) } : {}) })
      const question = { ...questionIn(30, COUPLE), refundableOnly: true, supplierHotelIds: ordinary(supplier, 1) }
      const answer = await supplier.search({ ...call, fetch }, question)
      expect(answer).toMatchObject({ ok: false, error: { httpStatus: 400 } })
      // The specification does not know it either.
      sandbox.wrong.splice(wrong)
    }
  })

  it('has no fault on the wire', () => {
    expect(wireFaults(sandbox)).toEqual([])
  })
})
