import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { penaltyAt } from '../../src/domain/cancellation.ts'
import type { Occupancy } from '../../src/domain/occupancy.ts'
import type { RoomRate } from '../../src/domain/rate.ts'
import { FAULTS } from '../../src/sandbox/suppliers/state.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { BookingReference, Supplier, SupplierBooking } from '../../src/suppliers/supplier.ts'
import type { SupplierOperation } from '../../src/suppliers/supplier-call.ts'
import {
  bookingOf,
  COUPLE,
  PARTIES,
  questionFor,
  referenceOf,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../support/suppliers/sandbox.ts'
import { until } from '../support/until.ts'

let sandbox: SupplierSandbox

beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

const OFF_SCENARIO = 'cancel-free'

async function roomsAt(supplier: Supplier, supplierHotelId: string, occupancy: Occupancy): Promise<RoomRate[]> {
  const request = { ...questionFor(occupancy), supplierHotelId, hotelTimeZone: 'Atlantic/Reykjavik' }
  const answer = await supplier.rooms(sandbox.call(supplier), request)
  if (!answer.ok) throw new Error(`${answer.error.kind} ${answer.error.detail}`)
  expect(answer.value.droppedRates).toBe(0)
  return [...answer.value.rates]
}

async function checkAt(supplier: Supplier, supplierHotelId: string, rate: RoomRate, occupancy: Occupancy) {
  const request = { ...questionFor(occupancy), supplierHotelId, hotelTimeZone: 'Atlantic/Reykjavik', rate }
  return supplier.checkPrice(sandbox.call(supplier), request)
}

/** A rate of a scenario's hotel, ready to be booked. */
async function checkedRate(supplier: Supplier, slug: string, occupancy = COUPLE): Promise<RoomRate> {
  const supplierHotelId = scenarioAt(supplier, slug)
  const [rate] = await roomsAt(supplier, supplierHotelId, occupancy)
  if (!rate) throw new Error(`${supplier.code} has no rate for ${slug}`)
  const checked = await checkAt(supplier, supplierHotelId, rate, occupancy)
  if (!checked.ok || !checked.value.available) throw new Error(`${supplier.code}: ${slug} cannot be booked`)
  return checked.value.rate
}

async function bookAt(supplier: Supplier, slug: string, timeoutMs = 5_000, occupancy = COUPLE) {
  const request = bookingOf(await checkedRate(supplier, slug, occupancy), questionFor(occupancy))
  const outcome = await supplier.book(sandbox.call(supplier, { timeoutMs }), request)
  return { request, outcome, reference: referenceOf(request, outcome) }
}

/** The record once the supplier has made up its mind. */
function settled(supplier: Supplier, reference: BookingReference): Promise<SupplierBooking> {
  return until(`${supplier.code} to settle`, async () => {
    const found = await supplier.find(sandbox.call(supplier), reference)
    const [record] = found.ok ? found.value : []
    return record && record.status !== 'PENDING' ? record : null
  })
}

async function confirmed(supplier: Supplier, slug: string, occupancy = COUPLE) {
  const { request, outcome } = await bookAt(supplier, slug, 5_000, occupancy)
  expect(outcome.outcome).toBe('ACCEPTED')
  const record = await settled(supplier, referenceOf(request, outcome))
  expect(record.status).toBe('CONFIRMED')
  const reference = { ...referenceOf(request, outcome), supplierBookingId: record.supplierBookingId }
  return { request, record, reference }
}

describe.each(SUPPLIERS)('$code', (supplier) => {
  const isAsynchronous = supplier.capabilities.pendingPollMs !== null

  describe('searching', () => {
    function listings(count: number): string[] {
      return sandbox.catalogue.supplierHotels
        .filter(({ supplierCode }) => supplierCode === supplier.code)
        .slice(0, count)
        .map(({ supplierHotelId }) => supplierHotelId)
    }

    it('quotes the hotels that it was asked about, each once, and no other', async () => {
      const supplierHotelIds = [...listings(60), 'lpffff', '424242424'].filter((id) =>
        supplier.code === 'liteapi' ? id.startsWith('lp') : /^\d+$/.test(id),
      )
      const answer = await supplier.search(sandbox.call(supplier), { ...questionFor(COUPLE), supplierHotelIds })
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
      const answer = await supplier.search(sandbox.call(supplier), { ...questionFor(COUPLE), supplierHotelIds: many })
      expect(answer).toEqual({ ok: true, value: { quotes: [], droppedRates: 0 } })
    })

    it('shows the price of the cheapest rate that its rooms have, for one room and for several', async () => {
      for (const occupancy of [COUPLE, PARTIES]) {
        const supplierHotelId = scenarioAt(supplier, OFF_SCENARIO)
        const supplierHotelIds = [supplierHotelId]
        const found = await supplier.search(sandbox.call(supplier), { ...questionFor(occupancy), supplierHotelIds })
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
      expect(await supplier.search(sandbox.call(supplier), { ...questionFor(COUPLE), supplierHotelIds })).toEqual({
        ok: true,
        value: { quotes: [], droppedRates: 0 },
      })
    })

    it('fails with the supplier, and is given up when it is slow', async () => {
      function ask(slug: string, timeoutMs: number) {
        return supplier.search(sandbox.call(supplier, { timeoutMs }), {
          ...questionFor(COUPLE),
          supplierHotelIds: [scenarioAt(supplier, slug)],
        })
      }
      expect(await ask('supplier-error', 5_000)).toMatchObject({ ok: false, error: { kind: 'SERVER_ERROR' } })
      expect(await ask('slow', 300)).toMatchObject({ ok: false, error: { kind: 'TIMEOUT' } })
    })

    it('is told when its credentials are not taken', async () => {
      const call = sandbox.call(supplier)
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
      const now = rate && penaltyAt(rate.policy, sandbox.clock.now())
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
      const taxed = sandbox.catalogue.supplierHotels.find(
        ({ supplierCode, hotelId }) =>
          supplierCode === supplier.code && sandbox.catalogue.findHotel(hotelId)?.countryCode === 'FR',
      )
      const rates = await roomsAt(supplier, taxed?.supplierHotelId ?? '', COUPLE)
      expect(rates.length).toBeGreaterThan(0)
      for (const { price } of rates) {
        expect(price.dueAtProperty).toEqual([{ amountMinor: expect.any(Number), currency: 'EUR' }])
        const due = price.taxesAndFees.filter(({ due: where }) => where === 'AT_PROPERTY')
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

  describe('booking', () => {
    it.each([
      ['one room', COUPLE],
      ['three rooms', PARTIES],
    ])('confirms %s, and finds it again by our reference and by the supplier’s', async (_what, occupancy) => {
      const { record, reference } = await confirmed(supplier, OFF_SCENARIO, occupancy)
      expect(record).toMatchObject({ cancellable: true, failureReason: null, holdDeadlineAt: null })
      const retrieved = await supplier.retrieve(sandbox.call(supplier), reference)
      expect(retrieved).toMatchObject({
        ok: true,
        value: { status: 'CONFIRMED', supplierBookingId: record.supplierBookingId },
      })
    })

    it('books at the price that was checked, when that has changed', async () => {
      const { record } = await confirmed(supplier, 'price-changed')
      expect(record.status).toBe('CONFIRMED')
    })

    it('[C-072] is refused for good when the room is gone', async () => {
      const { outcome, request } = await bookAt(supplier, 'refused')
      if (!isAsynchronous)
        return expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'SOLD_OUT', retryable: false } })
      expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { status: 'PENDING' } })
      expect(await settled(supplier, referenceOf(request))).toMatchObject({
        status: 'FAILED',
        failureReason: 'SOLD_OUT',
      })
    })

    it('[C-071] is unknown when the answer is lost, and is found to have been made, once', async () => {
      const { outcome, request } = await bookAt(supplier, 'book-timeout', 400)
      expect(outcome).toMatchObject({ outcome: 'UNKNOWN', failure: { kind: 'TIMEOUT' } })
      expect(await settled(supplier, referenceOf(request))).toMatchObject({ status: 'CONFIRMED' })
      const found = await supplier.find(sandbox.call(supplier), referenceOf(request))
      expect(found).toMatchObject({ ok: true, value: [{ status: 'CONFIRMED' }] })
    })

    it('[C-071] is unknown when the request is lost, and nothing is found', async () => {
      const { outcome, request } = await bookAt(supplier, 'book-lost', 400)
      expect(outcome.outcome).toBe('UNKNOWN')
      expect(await supplier.find(sandbox.call(supplier), referenceOf(request))).toEqual({ ok: true, value: [] })
    })

    it('finds nothing under a reference that was never used', async () => {
      const unused = referenceOf({ supplierReference: 'NEVERUSED0123456789' })
      expect(await supplier.find(sandbox.call(supplier), unused)).toEqual({ ok: true, value: [] })
      const nobody = { ...unused, supplierBookingId: '1-4040404' }
      expect(await supplier.retrieve(sandbox.call(supplier), nobody)).toEqual({ ok: true, value: null })
    })

    it('[C-112] shows both when a reference was booked twice, where the supplier lets it', async () => {
      const { request } = await confirmed(supplier, OFF_SCENARIO)
      const again = await supplier.book(sandbox.call(supplier), request)
      const found = await supplier.find(sandbox.call(supplier), referenceOf(request))
      const twins = found.ok ? found.value.length : 0
      if (again.outcome === 'ACCEPTED') return expect([supplier.code, twins]).toEqual(['hotelbeds', 2])
      expect([again.outcome, twins]).toEqual(['UNKNOWN', 1])
    })
  })

  describe('cancelling', () => {
    it.each(['cancel-free', 'cancel-penalty'])('%s costs what the terms say, and is done once', async (slug) => {
      const { request, reference } = await confirmed(supplier, slug)
      const expected = penaltyAt(request.rate.policy, sandbox.clock.now())?.penalty
      if (supplier.quoteCancellation) {
        const quoted = await supplier.quoteCancellation(sandbox.call(supplier), reference)
        expect(quoted).toEqual({ ok: true, value: expected })
      }
      const outcome = await supplier.cancel(sandbox.call(supplier), reference)
      expect(outcome.outcome).toBe('ACCEPTED')
      const told = outcome.outcome === 'ACCEPTED' ? outcome.value.chargedPenalty : null
      if (told) expect(told).toEqual(expected)
      const record = await until('the record', async () => {
        const found = await supplier.retrieve(sandbox.call(supplier), reference)
        return found.ok && found.value?.status === 'CANCELLED' ? found.value : null
      })
      if (record.chargedPenalty) expect(record.chargedPenalty).toEqual(expected)
      const again = await supplier.cancel(sandbox.call(supplier), reference)
      expect(['REFUSED', 'UNKNOWN', 'ACCEPTED']).toContain(again.outcome)
      if (again.outcome === 'ACCEPTED') expect(again.value.chargedPenalty).toBeNull()
    })

    it('[C-099] is unknown when the answer is lost, and shows in the record', async () => {
      const { reference } = await confirmed(supplier, 'cancel-timeout')
      const outcome = await supplier.cancel(sandbox.call(supplier, { timeoutMs: 400 }), reference)
      expect(outcome.outcome).toBe('UNKNOWN')
      await until('the record', async () => {
        const found = await supplier.retrieve(sandbox.call(supplier), reference)
        return found.ok && found.value?.status === 'CANCELLED'
      })
    })

    it('never counts as done for a booking that the supplier does not know', async () => {
      const nobody = { ...referenceOf({ supplierReference: 'NOBODY00123456789' }), supplierBookingId: '1-4040404' }
      expect((await supplier.cancel(sandbox.call(supplier), nobody)).outcome).not.toBe('ACCEPTED')
    })
  })

  describe('every fault of the wire', () => {
    const READS: readonly SupplierOperation[] = ['search', 'rooms', 'price_check', 'find', 'retrieve']

    /** What a read makes of each fault; `slow` is the right answer. */
    const READ_KINDS = {
      timeout: 'TIMEOUT',
      reset: 'NETWORK',
      500: 'SERVER_ERROR',
      429: 'RATE_LIMITED',
      slow: 'TIMEOUT',
      garbage: 'MALFORMED',
      truncated: 'NETWORK',
    } as const

    /** Whether a write may have taken effect: then it is UNKNOWN, and the books tell. */
    const WRITES = {
      timeout: ['UNKNOWN', 1],
      reset: ['UNKNOWN', 0],
      500: ['UNKNOWN', 0],
      429: ['REFUSED', 0],
      slow: ['UNKNOWN', 1],
      garbage: ['UNKNOWN', 1],
      truncated: ['UNKNOWN', 1],
    } as const

    async function read(operation: SupplierOperation, reference: BookingReference, rate: RoomRate) {
      const call = sandbox.call(supplier, { timeoutMs: 1_500 })
      const supplierHotelId = scenarioAt(supplier, OFF_SCENARIO)
      const question = { ...questionFor(COUPLE), hotelTimeZone: null }
      if (operation === 'search')
        return supplier.search(call, { ...question, supplierHotelIds: [supplierHotelId, supplierHotelId] })
      if (operation === 'rooms') return supplier.rooms(call, { ...question, supplierHotelId })
      if (operation === 'price_check') return supplier.checkPrice(call, { ...question, supplierHotelId, rate })
      return operation === 'find' ? supplier.find(call, reference) : supplier.retrieve(call, reference)
    }

    it.each(FAULTS)(
      '%s: a read tells why it failed, and goes through the next time',
      { timeout: 60_000 },
      async (fault) => {
        const { reference, request } = await confirmed(supplier, OFF_SCENARIO)
        const [rate] = await roomsAt(supplier, scenarioAt(supplier, OFF_SCENARIO), COUPLE)
        // RateHawk shows an order among its orders a little later.
        await until('the record', async () => {
          const found = await supplier.retrieve(sandbox.call(supplier), reference)
          return found.ok && found.value?.hotelConfirmationNumber !== undefined
        })
        for (const operation of READS) {
          sandbox.faults.add(supplier.code, operation, { fault })
          const answer = await read(
            operation,
            referenceOf(request, {
              outcome: 'ACCEPTED',
              value: { ...EMPTY, supplierBookingId: reference.supplierBookingId ?? '' },
            }),
            rate as RoomRate,
          )
          const kind = answer.ok ? 'OK' : answer.error.kind
          expect([operation, kind]).toEqual([operation, READ_KINDS[fault]])
          expect((await read(operation, reference, rate as RoomRate)).ok).toBe(true)
        }
      },
    )

    it.each(FAULTS)(
      '%s: a booking is made at most once, and is never given up on silence',
      { timeout: 60_000 },
      async (fault) => {
        const request = bookingOf(await checkedRate(supplier, OFF_SCENARIO), questionFor(COUPLE))
        sandbox.faults.add(supplier.code, 'book', { fault })
        const outcome = await supplier.book(sandbox.call(supplier, { timeoutMs: 1_500 }), request)
        const [expected, made] = WRITES[fault]
        expect(outcome.outcome).toBe(expected)
        if (made > 0) expect(await settled(supplier, referenceOf(request))).toMatchObject({ status: 'CONFIRMED' })
        const found = await supplier.find(sandbox.call(supplier), referenceOf(request))
        expect(found.ok && found.value.length).toBe(made)
      },
    )

    it.each(FAULTS)(
      '%s: a cancellation is never taken for done, or for refused, on silence',
      { timeout: 60_000 },
      async (fault) => {
        const { reference } = await confirmed(supplier, OFF_SCENARIO)
        sandbox.faults.add(supplier.code, 'cancel', { fault })
        const outcome = await supplier.cancel(sandbox.call(supplier, { timeoutMs: 1_500 }), reference)
        const [expected, made] = WRITES[fault]
        expect(outcome.outcome).toBe(expected)
        await until('the record', async () => {
          const found = await supplier.retrieve(sandbox.call(supplier), reference)
          return found.ok && found.value?.status === (made > 0 ? 'CANCELLED' : 'CONFIRMED')
        })
      },
    )
  })
})

/** A record of which only the id matters. */
const EMPTY: SupplierBooking = {
  status: 'CONFIRMED',
  supplierBookingId: '',
  supplierBookingCode: null,
  hotelConfirmationNumber: null,
  holdDeadlineAt: null,
  chargedPenalty: null,
  supplierCancellationReference: null,
  cancellable: true,
  failureReason: null,
  supplierPayload: {},
}

describe('over all of the above', () => {
  it('every operation was sent, and every exchange kept to its specification', () => {
    expect([...sandbox.operations].sort((a, b) => a.localeCompare(b))).toEqual([
      'book',
      'book_form',
      'cancel',
      'cancellation_quote',
      'find',
      'price_check',
      'retrieve',
      'rooms',
      'search',
    ])
    expect(sandbox.wrong).toEqual([])
  })
})
