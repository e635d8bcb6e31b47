import { describe, expect, it } from 'vitest'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { SANDBOX_FAULTS } from '../../../src/domain/sandbox-faults.ts'
import { UNTOLD } from '../../../src/suppliers/booking-record.ts'
import { SUPPLIERS } from '../../../src/suppliers/registry.ts'
import type { BookingReference, SupplierBooking } from '../../../src/suppliers/supplier.ts'
import type { SupplierOperation } from '../../../src/suppliers/supplier-call.ts'
import { dealt } from '../../support/draw.ts'
import { limitFor, UNHURRIED_MS } from '../../support/suppliers/call-limits.ts'
import { bookingOf, COUPLE, questionFor, referenceOf, scenarioAt } from '../../support/suppliers/sandbox.ts'
import { OFF_SCENARIO, useSupplierSandbox } from '../../support/suppliers/use-supplier-sandbox.ts'
import { until } from '../../support/until.ts'

/** What every adapter makes of every fault of the wire. */
const { sandbox, roomsAt, checkedRate, settled, confirmed, describeExchanges } = useSupplierSandbox([
  'search',
  'rooms',
  'price_check',
  'find',
  'retrieve',
  'book',
  'book_form',
  'cancel',
])

describe.each(SUPPLIERS)('$code', (supplier) => {
  const faults = dealt(SANDBOX_FAULTS, SUPPLIERS.indexOf(supplier), SUPPLIERS.length)

  describe('every fault of the wire', () => {
    const READS: readonly SupplierOperation[] = ['search', 'rooms', 'price_check', 'find', 'retrieve']

    /** What a read makes of each fault; `slow` and `repeated_fields` have the right answer. */
    const READ_KINDS = {
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
    } as const

    /** Whether a write may have taken effect: then it is UNKNOWN, and the books tell. */
    const WRITES = {
      timeout: ['UNKNOWN', 1],
      reset: ['UNKNOWN', 0],
      500: ['UNKNOWN', 0],
      429: ['REFUSED', 0],
      401: ['REFUSED', 0],
      slow: ['UNKNOWN', 1],
      garbage: ['UNKNOWN', 1],
      truncated: ['UNKNOWN', 1],
      cut_gzip: ['UNKNOWN', 1],
      oversized: ['UNKNOWN', 1],
      repeated_fields: ['ACCEPTED', 1],
      html: ['UNKNOWN', 0],
      over_quota: ['REFUSED', 0],
    } as const

    async function read(
      operation: SupplierOperation,
      reference: BookingReference,
      rate: RoomRate,
      timeoutMs = UNHURRIED_MS,
    ) {
      const call = sandbox().call(supplier, { timeoutMs })
      const supplierHotelId = scenarioAt(supplier, OFF_SCENARIO)
      const question = { ...questionFor(COUPLE), hotelTimeZone: null }
      if (operation === 'search')
        return supplier.search(call, { ...question, supplierHotelIds: [supplierHotelId, supplierHotelId] })
      if (operation === 'rooms') return supplier.rooms(call, { ...question, supplierHotelId })
      if (operation === 'price_check') return supplier.checkPrice(call, { ...question, supplierHotelId, rate })
      return operation === 'find' ? supplier.find(call, reference) : supplier.retrieve(call, reference)
    }

    it.each(faults)(
      '%s: a read tells why it failed, and goes through the next time',
      { timeout: 180_000 },
      async (fault) => {
        const { reference, request } = await confirmed(supplier, OFF_SCENARIO)
        const [rate] = await roomsAt(supplier, scenarioAt(supplier, OFF_SCENARIO), COUPLE)
        // RateHawk shows an order among its orders a little later.
        await until('the record', async () => {
          const found = await supplier.retrieve(sandbox().call(supplier), reference)
          return found.ok && found.value?.hotelConfirmationNumber !== undefined
        })
        for (const operation of READS) {
          sandbox().faults.add(supplier.code, operation, { fault })
          const answer = await read(
            operation,
            referenceOf(request, {
              outcome: 'ACCEPTED',
              value: { ...EMPTY, supplierBookingId: reference.supplierBookingId ?? '' },
            }),
            rate as RoomRate,
            limitFor(fault),
          )
          const kind = answer.ok ? 'OK' : answer.error.kind
          expect([operation, kind]).toEqual([operation, READ_KINDS[fault]])
          expect((await read(operation, reference, rate as RoomRate)).ok).toBe(true)
        }
      },
    )

    it.each(faults)(
      '%s: a booking is made at most once, and is never given up on silence',
      { timeout: 180_000 },
      async (fault) => {
        const request = bookingOf(await checkedRate(supplier, OFF_SCENARIO), questionFor(COUPLE))
        sandbox().faults.add(supplier.code, 'book', { fault })
        const outcome = await supplier.book(sandbox().call(supplier, { timeoutMs: limitFor(fault) }), request)
        const [expected, made] = WRITES[fault]
        expect(outcome.outcome).toBe(expected)
        if (made > 0) expect(await settled(supplier, referenceOf(request))).toMatchObject({ status: 'CONFIRMED' })
        const found = await supplier.find(sandbox().call(supplier), referenceOf(request))
        expect(found.ok && found.value.length).toBe(made)
      },
    )

    it.each(faults)(
      '%s: a cancellation is never taken for done, or for refused, on silence',
      { timeout: 180_000 },
      async (fault) => {
        const { reference } = await confirmed(supplier, OFF_SCENARIO)
        sandbox().faults.add(supplier.code, 'cancel', { fault })
        const outcome = await supplier.cancel(sandbox().call(supplier, { timeoutMs: limitFor(fault) }), reference)
        const [expected, made] = WRITES[fault]
        expect(outcome.outcome).toBe(expected)
        await until('the record', async () => {
          const found = await supplier.retrieve(sandbox().call(supplier), reference)
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
  ...UNTOLD,
  chargedPenalty: null,
  supplierCancellationReference: null,
  cancellable: true,
  failureReason: null,
  supplierPayload: {},
}

describeExchanges()
