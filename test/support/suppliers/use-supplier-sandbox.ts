import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Occupancy } from '../../../src/domain/occupancy.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import type { BookingReference, Supplier, SupplierBooking } from '../../../src/suppliers/supplier.ts'
import type { SupplierOperation } from '../../../src/suppliers/supplier-call.ts'
import { until } from '../until.ts'
import {
  bookingOf,
  COUPLE,
  questionFor,
  referenceOf,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from './sandbox.ts'
import { wireFaults } from './wire-faults.ts'

/** The slug of the scenario hotel of the tests for which any bookable hotel will do. */
export const OFF_SCENARIO = 'cancel-free'

/** One set of sandbox suppliers for a file of the contract suite. Its last test expects no fault on the wire. */
export function useSupplierSandbox(expectedOperations: readonly SupplierOperation[]) {
  let sandbox: SupplierSandbox

  beforeAll(async () => {
    sandbox = await startSupplierSandbox()
  })
  afterAll(() => sandbox?.close())

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

  /** To be called last in the file: the tests before it send the operations. */
  function describeExchanges(): void {
    describe('over all of the above', () => {
      it('every operation was sent, and the wire has no fault', () => {
        expect([...sandbox.operations].toSorted()).toEqual([...expectedOperations].toSorted())
        expect(wireFaults(sandbox)).toEqual([])
      })
    })
  }

  return { sandbox: () => sandbox, roomsAt, checkAt, checkedRate, bookAt, settled, confirmed, describeExchanges }
}
