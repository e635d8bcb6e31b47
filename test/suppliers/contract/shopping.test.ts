import { describe, expect, it } from 'vitest'
import { penaltyAt } from '../../../src/domain/cancellation.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { SUPPLIERS } from '../../../src/suppliers/registry.ts'
import { COUPLE, PARTIES, questionFor, scenarioAt } from '../../support/suppliers/sandbox.ts'
import { OFF_SCENARIO, useSupplierSandbox } from '../../support/suppliers/use-supplier-sandbox.ts'

/** What every adapter guarantees when it is asked for prices, rooms and price checks. */
const { sandbox, roomsAt, checkAt, checkedRate, describeExchanges } = useSupplierSandbox([
  'price_check',
  'rooms',
  'search',
])

describe.each(SUPPLIERS)('$code', (supplier) => {
  describe('searching', () => {
    function listings(count: number): string[] {
      return sandbox()
        .catalogue.supplierHotels.filter(({ supplierCode }) => supplierCode === supplier.code)
        .slice(0, count)
        .map(({ supplierHotelId }) => supplierHotelId)
    }

    it('quotes the hotels that it was asked about, each once, and no other', async () => {
      const supplierHotelIds = [...listings(60), 'lpffff', '424242424'].filter((id) =>
        supplier.code === 'liteapi' ? id.startsWith('lp') : /^\d+$/.test(id),
      )
      const answer = await supplier.search(sandbox().call(supplier), { ...questionFor(COUPLE), supplierHotelIds })
      if (!answer.ok) throw new Error(answer.error.detail)
      const quoted = answer.value.quotes.map(({ supplierHotelId }) => supplierHotelId)
      expect(new Set(quoted).size).toBe(quoted.length)
      expect(quoted.length).toBeGreaterThan(40)
      expect(supplierHotelIds).toEqual(expect.arrayContaining(quoted))
      expect(answer.value.droppedRates).toBe(0)
    })

    it('takes as many hotels in one call as it says', async () => {
      const many = Array.from({ length: supplier.capabilities.hotelsPerSearch }, (_, index) =>
        supplier.code === 'liteapi' ? `lp${(0xa0_0000 + index).toString(16)}` : String(50_000_000 + index),
      )
      const answer = await supplier.search(sandbox().call(supplier), { ...questionFor(COUPLE), supplierHotelIds: many })
      expect(answer).toEqual({ ok: true, value: { quotes: [], droppedRates: 0 } })
    })

    it('shows the price of the cheapest rate that its rooms have, for one room and for several', async () => {
      for (const occupancy of [COUPLE, PARTIES]) {
        const supplierHotelId = scenarioAt(supplier, OFF_SCENARIO)
        const supplierHotelIds = [supplierHotelId]
        const found = await supplier.search(sandbox().call(supplier), { ...questionFor(occupancy), supplierHotelIds })
        const rates = await roomsAt(supplier, supplierHotelId, occupancy)
        const cheapest = Math.min(...rates.map(({ price }) => price.total.amountMinor))
        expect(found).toMatchObject({
          ok: true,
          value: { quotes: [{ supplierHotelId, refundable: true, total: { amountMinor: cheapest } }] },
        })
      }
    })

    it('has nothing to say of a hotel without rates, which is no fault', async () => {
      const supplierHotelIds = [scenarioAt(supplier, 'no-price')]
      expect(await supplier.search(sandbox().call(supplier), { ...questionFor(COUPLE), supplierHotelIds })).toEqual({
        ok: true,
        value: { quotes: [], droppedRates: 0 },
      })
    })

    it('fails with the supplier, and is given up when it is slow', async () => {
      function ask(slug: string, timeoutMs: number) {
        return supplier.search(sandbox().call(supplier, { timeoutMs }), {
          ...questionFor(COUPLE),
          supplierHotelIds: [scenarioAt(supplier, slug)],
        })
      }
      expect(await ask('supplier-error', 5_000)).toMatchObject({ ok: false, error: { kind: 'SERVER_ERROR' } })
      expect(await ask('slow', 300)).toMatchObject({ ok: false, error: { kind: 'TIMEOUT' } })
    })

    it('is told when its credentials are not taken', async () => {
      const call = sandbox().call(supplier)
      const credentials = Object.fromEntries(Object.keys(call.connection.credentials).map((name) => [name, 'wrong']))
      const answer = await supplier.search(
        { ...call, connection: { ...call.connection, credentials } },
        { ...questionFor(COUPLE), supplierHotelIds: listings(1) },
      )
      expect(answer).toMatchObject({ ok: false, error: { kind: 'UNAUTHORIZED' } })
    })
  })

  describe('rooms', () => {
    it.each([
      ['one room', COUPLE],
      ['three rooms, two of them alike, with children', PARTIES],
      ['eight rooms', Array.from({ length: 8 }, () => ({ adults: 2, childAges: [] }))],
    ])('are rates for %s, each room in its place', async (_what, occupancy) => {
      const rates = await roomsAt(supplier, scenarioAt(supplier, OFF_SCENARIO), occupancy)
      expect(rates.length).toBeGreaterThan(1)
      for (const rate of rates) {
        expect(rate.rooms.map(({ roomIndex, occupancy: party }) => [roomIndex, party])).toEqual(
          occupancy.map((party, index) => [index, party]),
        )
        expect(rate.rooms.every(({ providerRoom }) => providerRoom.code !== '' && providerRoom.name !== '')).toBe(true)
        expect(rate.price.total).toEqual({ amountMinor: expect.any(Number), currency: 'USD' })
        expect(rate.price.total.amountMinor).toBeGreaterThan(1_000)
        expect(['RO', 'BB']).toContain(rate.board.code)
      }
    })

    it('carry terms without a gap or an overlap, free until the last day at six', async () => {
      const [rate] = await roomsAt(supplier, scenarioAt(supplier, 'cancel-free'), COUPLE)
      if (!rate) throw new Error('no rate')
      const { windows, refundability } = rate.policy
      expect(refundability).toBe('REFUNDABLE')
      windows.forEach((window, index) => expect(window.untilAt).toBe(windows[index + 1]?.fromAt ?? null))
      const sixOclock = Date.parse(`${questionFor(COUPLE).stay.checkInDate}T18:00:00Z`) - 86_400_000
      expect(windows[0]).toMatchObject({ status: 'NO_CHARGE', untilAt: sixOclock })
      expect(windows.at(-1)?.penalty).toEqual(rate.price.total)
    })

    it('lose the first night from now on where the terms say so', async () => {
      const [rate] = await roomsAt(supplier, scenarioAt(supplier, 'cancel-penalty'), COUPLE)
      const now = rate && penaltyAt(rate.policy, sandbox().clock.real())
      expect(now?.status).toBe('KNOWN')
      expect(now?.penalty?.amountMinor).toBeGreaterThan(0)
      expect(now?.penalty?.amountMinor).toBeLessThan(rate?.price.total.amountMinor ?? 0)
    })

    it.each([
      ['jpy', 'JPY', 10_000],
      ['kwd', 'KWD', 10_000],
    ])('are priced exactly in a currency without two decimals: %s', async (slug, currency, least) => {
      const [rate] = await roomsAt(supplier, scenarioAt(supplier, slug), COUPLE)
      expect(rate?.price.total.currency).toBe(currency)
      expect(rate?.price.total.amountMinor).toBeGreaterThan(least)
      const checked = await checkAt(supplier, scenarioAt(supplier, slug), rate as RoomRate, COUPLE)
      expect(checked).toMatchObject({
        ok: true,
        value: { available: true, rate: { price: { total: rate?.price.total } } },
      })
    })

    it('tell what is paid at the desk apart from the price', async () => {
      const taxed = sandbox().catalogue.supplierHotels.filter(
        ({ supplierCode, hotelId }) =>
          supplierCode === supplier.code && sandbox().catalogue.findHotel(hotelId)?.countryCode === 'FR',
      )
      // Every day has another stock.
      let rates: Awaited<ReturnType<typeof roomsAt>> = []
      for (const { supplierHotelId } of taxed) {
        rates = await roomsAt(supplier, supplierHotelId, COUPLE)
        if (rates.length > 0) break
      }
      expect(rates.length).toBeGreaterThan(0)
      for (const { price } of rates) {
        const due = price.taxesAndFees.filter(({ due: where }) => where === 'AT_PROPERTY')
        // The desk's own currency, wherever the supplier tells the sum in ours too.
        const atDesk = due.map(({ amount, atProperty }) => atProperty?.inPropertyCurrency ?? amount)
        expect(atDesk).toEqual([{ amountMinor: expect.any(Number), currency: 'EUR' }])
        expect(due.every(({ included }) => !included)).toBe(true)
      }
    })
  })

  describe('the price check', () => {
    it('finds the price that was shown, with the same terms', async () => {
      const supplierHotelId = scenarioAt(supplier, OFF_SCENARIO)
      for (const occupancy of [COUPLE, PARTIES]) {
        const [rate] = await roomsAt(supplier, supplierHotelId, occupancy)
        const checked = await checkAt(supplier, supplierHotelId, rate as RoomRate, occupancy)
        expect(checked).toMatchObject({
          ok: true,
          value: { available: true, rate: { price: { total: rate?.price.total }, rooms: rate?.rooms } },
        })
        function terms(one: RoomRate | undefined) {
          return one?.policy.windows.map(({ untilAt, penalty }) => [untilAt, penalty])
        }
        if (checked.ok && checked.value.available) expect(terms(checked.value.rate)).toEqual(terms(rate))
      }
    })

    it('tells that the price has changed, and that the room is gone', async () => {
      const dearer = await checkedRate(supplier, 'price-changed')
      const [shown] = await roomsAt(supplier, scenarioAt(supplier, 'price-changed'), COUPLE)
      expect(dearer.price.total.amountMinor / (shown?.price.total.amountMinor ?? 1)).toBeCloseTo(1.08, 2)
      const supplierHotelId = scenarioAt(supplier, 'sold-out')
      const [gone] = await roomsAt(supplier, supplierHotelId, COUPLE)
      const checked = await checkAt(supplier, supplierHotelId, gone as RoomRate, COUPLE)
      expect(checked).toEqual({ ok: true, value: { available: false } })
    })
  })
})

describeExchanges()
