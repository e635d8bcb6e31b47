import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { penaltyAt } from '../../src/domain/cancellation.ts'
import type { Occupancy } from '../../src/domain/occupancy.ts'
import type { RoomRate } from '../../src/domain/rate.ts'
import type { RateFilter } from '../../src/domain/rate-filter.ts'
import { withheldFor } from '../../src/domain/selling.ts'
import { addDays, dateInZone } from '../../src/domain/time.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { Supplier } from '../../src/suppliers/supplier.ts'
import type { SupplierFetch } from '../../src/suppliers/supplier-call.ts'
import { drawn } from '../support/draw.ts'
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

const ALONE: Occupancy = [{ adults: 1, childAges: [] }]

type Asked = {
  readonly supplier: Supplier
  readonly days: number
  readonly occupancy: Occupancy
  readonly nowAt: number
  readonly fetch?: SupplierFetch
  readonly language?: string
}

function callOf({ supplier, nowAt, fetch, language = 'en' }: Asked) {
  return { ...sandbox.call(supplier), nowAt, language, ...(fetch ? { fetch } : {}) }
}

function questionOf({ days, occupancy }: Asked) {
  const checkInDate = addDays(dateInZone(sandbox.clock.real(), 'UTC'), days)
  return { stay: { checkInDate, checkOutDate: addDays(checkInDate, 2) }, occupancy, nationality: 'GB' }
}

async function quotesOf(asked: Asked, filter: RateFilter, ids: readonly string[]) {
  const answer = await asked.supplier.search(callOf(asked), {
    ...questionOf(asked),
    ...filter,
    supplierHotelIds: ids,
  })
  if (!answer.ok) throw new Error(answer.error.detail)
  expect(answer.value.droppedRates).toBe(0)
  return new Map(answer.value.quotes.map((quote) => [quote.supplierHotelId, quote]))
}

/** The rates of a hotel that are sold alone and openly: searches quote no other. */
async function roomsOf(asked: Asked, supplierHotelId: string): Promise<readonly RoomRate[]> {
  const request = { ...questionOf(asked), supplierHotelId, hotelTimeZone: null }
  const answer = await asked.supplier.rooms(callOf(asked), request)
  return answer.ok ? answer.value.rates.filter((rate) => withheldFor(rate, new Set()) === null) : []
}

function passes({ policy, board }: RoomRate, filter: RateFilter, nowAt: number): boolean {
  const isRefundable = ['REFUNDABLE', 'PARTIALLY_REFUNDABLE'].includes(policy.refundability)
  return (
    (!filter.refundableOnly || isRefundable) &&
    (!filter.freeCancellation || penaltyAt(policy, nowAt + 60_000)?.status === 'NO_CHARGE') &&
    (!filter.boardCodes || (board.code !== null && filter.boardCodes.includes(board.code)))
  )
}

function ordinary(supplier: Supplier, count: number): string[] {
  return sandbox.catalogue.supplierHotels
    .filter(({ supplierCode }) => supplierCode === supplier.code)
    .slice(0, count)
    .map(({ supplierHotelId }) => supplierHotelId)
}

/** True when the supplier's search finds every hotel by what the filter asks for. */
function findsAll({ capabilities: { findsBy = [] } }: Supplier, filter: RateFilter): boolean {
  return (!filter.boardCodes || findsBy.includes('BOARDS')) && (!filter.freeCancellation || findsBy.includes('TERMS'))
}

describe.each(SUPPLIERS)('$code, asked about some rates only', (supplier) => {
  const questions = [
    ['free cancellation a day ahead', { freeCancellation: true }, 1, COUPLE],
    ['free cancellation five days ahead', { freeCancellation: true }, 5, COUPLE],
    ['free cancellation for several parties', { freeCancellation: true }, 20, PARTIES],
    ['breakfast', { boardCodes: ['BB'] }, 60, COUPLE],
    ['breakfast for one', { boardCodes: ['BB'] }, 60, ALONE],
    ['no meals', { boardCodes: ['RO'] }, 60, COUPLE],
    ['half or full board', { boardCodes: ['HB', 'FB'] }, 60, COUPLE],
    ['free cancellation with breakfast', { freeCancellation: true, boardCodes: ['BB'] }, 5, COUPLE],
    ['something back, with breakfast', { refundableOnly: true, boardCodes: ['BB'] }, 5, COUPLE],
    ['breakfast for several parties', { boardCodes: ['BB'] }, 60, PARTIES],
  ] as const

  it.each(drawn(questions, ([what]) => `${supplier.code} ${what}`))(
    '[C-124] quotes the cheapest matching rate of a hotel’s rooms, or nothing: %s',
    {
      timeout: 180_000,
    },
    async (_what, filter, days, occupancy) => {
      const ids = [
        scenarioAt(supplier, 'refundable-late'),
        scenarioAt(supplier, 'non-refundable'),
        ...ordinary(supplier, 40),
      ]
      const asked = { supplier, days, occupancy, nowAt: sandbox.clock.real() }
      const quotes = await quotesOf(asked, filter, ids)
      for (const id of ids) {
        const amounts = (await roomsOf(asked, id))
          .filter((rate) => passes(rate, filter, asked.nowAt))
          .map(({ price }) => price.total.amountMinor)
        const quoted = quotes.get(id)?.total.amountMinor
        const isExact = findsAll(supplier, filter) && occupancy.length === 1
        const allowed = isExact ? [amounts.length > 0 ? Math.min(...amounts) : undefined] : [undefined, ...amounts]
        expect([id, ...allowed]).toContain(quoted)
      }
    },
  )

  it('[C-124] reads boards in English, whatever the language of the search', async () => {
    const asked = { supplier, days: 60, occupancy: COUPLE, nowAt: sandbox.clock.real() }
    const ids = ordinary(supplier, 60)
    const inJapanese = await quotesOf({ ...asked, language: 'ja' }, { boardCodes: ['BB'] }, ids)
    expect(inJapanese).toEqual(await quotesOf(asked, { boardCodes: ['BB'] }, ids))
    expect(inJapanese.size).toBeGreaterThan(3)
  })
})

describe('the sandbox', () => {
  it.each([
    ['hotelbeds', '"included":true', '"included":"yes"'],
    ['liteapi', /"boardType":"[^"]*"/, '"boardType":["BB"]'],
  ] as const)('refuses boards that %s does not take', async (code, wanted, spoilt) => {
    const supplier = SUPPLIERS.find((one) => one.code === code)
    if (!supplier) throw new Error(`no ${code}`)
    const wrong = sandbox.wrong.length
    const { fetch: send } = sandbox.call(supplier)
    const asked = {
      supplier,
      days: 60,
      occupancy: COUPLE,
      nowAt: sandbox.clock.real(),
      fetch: ((request) => send({ ...request, body: (request.body ?? '').replace(wanted, spoilt) })) as SupplierFetch,
    }
    const request = { ...questionOf(asked), boardCodes: ['BB'] as const, supplierHotelIds: ordinary(supplier, 1) }
    expect(await supplier.search(callOf(asked), request)).toMatchObject({ ok: false, error: { httpStatus: 400 } })
    // The specification does not know it either.
    sandbox.wrong.splice(wrong)
  })

  it('has no fault on the wire', () => {
    expect(wireFaults(sandbox)).toEqual([])
  })
})
