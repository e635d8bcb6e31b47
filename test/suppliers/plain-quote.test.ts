import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { penaltyAt } from '../../src/domain/cancellation.ts'
import type { Occupancy } from '../../src/domain/occupancy.ts'
import type { HotelQuote, RoomRate } from '../../src/domain/rate.ts'
import type { RateFilter } from '../../src/domain/rate-filter.ts'
import { withheldFor } from '../../src/domain/selling.ts'
import { addDays, dateInZone } from '../../src/domain/time.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { SearchRequest, Supplier } from '../../src/suppliers/supplier.ts'
import type { SupplierFetch, SupplierResponse } from '../../src/suppliers/supplier-call.ts'
import { drawn, drawnCount } from '../support/draw.ts'
import type { Json } from '../support/http-client.ts'
import { type SupplierSandbox, startSupplierSandbox } from '../support/suppliers/sandbox.ts'
import { broken, JUNK, placesOf, replay } from '../support/suppliers/spoilt.ts'

let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

const PARTY: Occupancy = [{ adults: 2, childAges: [] }]

function questionIn(days: number): Omit<SearchRequest, 'supplierHotelIds'> {
  const checkInDate = addDays(dateInZone(sandbox.clock.real(), 'UTC'), days)
  return { stay: { checkInDate, checkOutDate: addDays(checkInDate, 3) }, occupancy: PARTY, nationality: 'GB' }
}

function hotelsOf({ code }: Supplier): string[] {
  return [
    ...new Set(
      sandbox.catalogue.supplierHotels
        .filter(({ supplierCode }) => supplierCode === code)
        .map(({ supplierHotelId }) => supplierHotelId),
    ),
  ]
}

type Asked = {
  readonly supplier: Supplier
  readonly ids: readonly string[]
  readonly days: number
  readonly nowAt: number
}

async function recordSearch({ supplier, ids, days, nowAt }: Asked, filter: RateFilter = {}): Promise<SupplierResponse> {
  const call = sandbox.call(supplier)
  const answers: SupplierResponse[] = []
  const fetch: SupplierFetch = async (request) => {
    const answer = await call.fetch(request)
    if (answer.ok) answers.push(answer.value)
    return answer
  }
  await supplier.search({ ...call, nowAt, fetch }, { ...questionIn(days), ...filter, supplierHotelIds: ids })
  const [answer] = answers
  if (!answer) throw new Error('no answer')
  return { ...answer, json: withPageHashes(answer.json) }
}

/** RateHawk's search tells a hash that only its hotel page turns into one that books. */
function withPageHashes(json: Json): Json {
  if (Array.isArray(json)) return json.map(withPageHashes)
  if (json === null || typeof json !== 'object') return json
  const members = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withPageHashes(value)]))
  return 'search_hash' in members ? { ...members, book_hash: 'h-1' } : members
}

async function quotesIn(
  answer: SupplierResponse,
  { supplier, ids, days, nowAt }: Asked,
  filter: RateFilter = {},
): Promise<HotelQuote[]> {
  const call = { ...sandbox.call(supplier, { fetch: replay([answer]) }), nowAt }
  const found = await supplier.search(call, { ...questionIn(days), ...filter, supplierHotelIds: ids })
  return found.ok ? [...found.value.quotes] : []
}

async function ratesIn(answer: SupplierResponse, { supplier, days, nowAt }: Asked, id: string): Promise<RoomRate[]> {
  const call = { ...sandbox.call(supplier, { fetch: replay([answer]) }), nowAt }
  const request = { ...questionIn(days), supplierHotelId: id, hotelTimeZone: null }
  // Nothing here waits for the wire: without this its timers would come late.
  await setImmediate()
  const found = await supplier.rooms(call, request)
  return found.ok ? found.value.rates.filter(isSoldOpenly) : []
}

/** Searches quote no other. */
function isSoldOpenly(rate: RoomRate): boolean {
  return withheldFor(rate, new Set()) === null
}

function isRefundable({ policy }: RoomRate): boolean {
  return ['REFUNDABLE', 'PARTIALLY_REFUNDABLE'].includes(policy.refundability)
}

function passes({ policy, board }: RoomRate, { freeCancellation, boardCodes }: RateFilter, nowAt: number): boolean {
  const isFree = penaltyAt(policy, nowAt + 60_000)?.status === 'NO_CHARGE'
  return (!freeCancellation || isFree) && (!boardCodes || (board.code !== null && boardCodes.includes(board.code)))
}

/** The cheapest of some rates, the refundable first among equals. */
function cheapest(rates: readonly RoomRate[]): RoomRate | undefined {
  return rates.toSorted(
    (a, b) =>
      a.price.total.amountMinor - b.price.total.amountMinor || Number(isRefundable(b)) - Number(isRefundable(a)),
  )[0]
}

function figures({ price, policy }: RoomRate, nowAt: number) {
  const [first] = policy.windows
  expect(first?.fromAt).toBe(nowAt)
  return { total: price.total, freeCancellationUntilAt: first?.status === 'NO_CHARGE' ? first.untilAt : null }
}

/** What a search must tell of a hotel, from the rates that it sells. */
function expectedQuote(id: string, all: readonly RoomRate[], nowAt: number): HotelQuote | null {
  const rates = all.filter((rate) => withheldFor(rate, new Set()) === null)
  const first = cheapest(rates)
  if (!first) return null
  const refundable = cheapest(rates.filter(isRefundable))
  return {
    supplierHotelId: id,
    refundable: isRefundable(first),
    ...figures(first, nowAt),
    cheapestRefundable: refundable ? figures(refundable, nowAt) : null,
  }
}

describe.each(SUPPLIERS)('$code: what a search quotes is what the rates say', (supplier) => {
  it.each(drawn([0, 3, 60], (days) => `${supplier.code} ${days}`))(
    'for every hotel of the sandbox, %i days ahead',
    async (days) => {
      const nowAt = sandbox.clock.real()
      // The whole answer is read again for each hotel.
      const ids = hotelsOf(supplier).slice(0, 50)
      const asked = { supplier, ids, days, nowAt }
      const answer = await recordSearch(asked)
      const quotes = new Map((await quotesIn(answer, asked)).map((quote) => [quote.supplierHotelId, quote]))
      expect(quotes.size).toBeGreaterThan(ids.length / 2)
      for (const id of ids) {
        const rates = await ratesIn(answer, asked, id)
        expect(quotes.get(id) ?? null).toEqual(expectedQuote(id, rates, nowAt))
      }
    },
  )

  it('[C-120] tells a refundable rate beside a cheaper one that is not, as the room search has them', async () => {
    const nowAt = sandbox.clock.real()
    const ids = hotelsOf(supplier).slice(0, 250)
    const asked = { supplier, ids, days: 60, nowAt }
    const quotes = await quotesIn(await recordSearch(asked), asked)
    const both = quotes.filter(({ refundable, cheapestRefundable }) => !refundable && cheapestRefundable !== null)
    // The sandbox is as real suppliers are: the cheapest rate is seldom refundable, and seldom the only one.
    expect(both.length).toBeGreaterThan(quotes.length * 0.9)
    for (const quote of both.slice(0, 20)) {
      const id = quote.supplierHotelId
      const found = await supplier.rooms(sandbox.call(supplier), {
        ...questionIn(60),
        supplierHotelId: id,
        hotelTimeZone: null,
      })
      if (!found.ok) throw new Error(found.error.detail)
      const told = cheapest(found.value.rates.filter(isSoldOpenly).filter(isRefundable))?.price.total
      expect(quote.cheapestRefundable?.total).toEqual(told)
      expect(quote.total.amountMinor).toBeLessThan(told?.amountMinor ?? 0)
    }
  })

  it('also when any one place of the answer is broken, as long as there is a rate to sell', async () => {
    const nowAt = sandbox.clock.real()
    const answers = await Promise.all(
      hotelsOf(supplier)
        .slice(0, 24)
        .map(async (id, index) => {
          const asked = { supplier, ids: [id], days: index * 3, nowAt }
          return { id, asked, answer: await recordSearch(asked) }
        }),
    )
    const cases = answers
      .flatMap((one) => placesOf(one.answer.json).map((path) => ({ ...one, path })))
      // A search has none: this test put it there.
      .filter(({ path }) => path.at(-1) !== 'book_hash')
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...cases),
        fc.constantFrom(...JUNK),
        async ({ id, asked, answer, path }, junk) => {
          const spoilt = { ...answer, json: broken(answer.json, path, junk) }
          const expected = expectedQuote(id, await ratesIn(spoilt, asked, id), nowAt)
          if (!expected) return
          compared += 1
          expect(await quotesIn(spoilt, asked)).toEqual([expected])
        },
      ),
      { numRuns: drawnCount(3_000) },
    )
    expect(compared).toBeGreaterThan(drawnCount(1_000))
  })

  it.each([
    ['breakfast', { boardCodes: ['BB'] }],
    ['room only, free to cancel', { boardCodes: ['RO'], freeCancellation: true }],
    ['free to cancel', { freeCancellation: true }],
  ] as const)(
    '[C-124] also of rates with %s alone, when any one place of the answer is broken',
    async (_what, filter) => {
      const nowAt = sandbox.clock.real()
      const answers = await Promise.all(
        hotelsOf(supplier)
          .slice(0, 10)
          .map(async (id, index) => {
            const asked = { supplier, ids: [id], days: index * 3, nowAt }
            return { id, asked, answer: await recordSearch(asked, { boardCodes: ['RO', 'BB'] }) }
          }),
      )
      const cases = answers
        .flatMap((one) => placesOf(one.answer.json).map((path) => ({ ...one, path })))
        .filter(({ path }) => path.at(-1) !== 'book_hash')
      let compared = 0
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...cases),
          fc.constantFrom(...JUNK),
          async ({ id, asked, answer, path }, junk) => {
            const spoilt = { ...answer, json: broken(answer.json, path, junk) }
            const rates = (await ratesIn(spoilt, asked, id)).filter((rate) => passes(rate, filter, nowAt))
            const expected = expectedQuote(id, rates, nowAt)
            compared += expected ? 1 : 0
            expect(await quotesIn(spoilt, asked, filter)).toEqual(expected ? [expected] : [])
          },
        ),
        { numRuns: drawnCount(600) },
      )
      expect(compared).toBeGreaterThan(drawnCount(100))
    },
  )
})
