import { describe, expect, it } from 'vitest'
import { penaltyAt } from '../../../src/domain/cancellation.ts'
import { SUPPLIERS } from '../../../src/suppliers/registry.ts'
import { COUPLE, PARTIES, referenceOf } from '../../support/suppliers/sandbox.ts'
import { OFF_SCENARIO, useSupplierSandbox } from '../../support/suppliers/use-supplier-sandbox.ts'
import { until } from '../../support/until.ts'

/** What every adapter guarantees when it books and cancels. */
const { sandbox, bookAt, settled, confirmed, describeExchanges } = useSupplierSandbox([
  'book',
  'book_form',
  'cancel',
  'cancellation_quote',
  'find',
  'price_check',
  'retrieve',
  'rooms',
])

describe.each(SUPPLIERS)('$code', (supplier) => {
  const isAsynchronous = supplier.capabilities.pendingPollMs !== null

  describe('booking', () => {
    it.each([
      ['one room', COUPLE],
      ['three rooms', PARTIES],
    ])('confirms %s, and finds it again by our reference and by the supplier’s', async (_what, occupancy) => {
      const { record, reference } = await confirmed(supplier, OFF_SCENARIO, occupancy)
      expect(record).toMatchObject({ cancellable: true, failureReason: null, holdDeadlineAt: null })
      const retrieved = await supplier.retrieve(sandbox().call(supplier), reference)
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
      const found = await supplier.find(sandbox().call(supplier), referenceOf(request))
      expect(found).toMatchObject({ ok: true, value: [{ status: 'CONFIRMED' }] })
    })

    it('[C-071] is unknown when the request is lost, and nothing is found', async () => {
      const { outcome, request } = await bookAt(supplier, 'book-lost', 400)
      expect(outcome.outcome).toBe('UNKNOWN')
      expect(await supplier.find(sandbox().call(supplier), referenceOf(request))).toEqual({ ok: true, value: [] })
    })

    it('finds nothing under a reference that was never used', async () => {
      const unused = referenceOf({ supplierReference: 'NEVERUSED0123456789' })
      expect(await supplier.find(sandbox().call(supplier), unused)).toEqual({ ok: true, value: [] })
      const nobody = { ...unused, supplierBookingId: '1-4040404' }
      expect(await supplier.retrieve(sandbox().call(supplier), nobody)).toEqual({ ok: true, value: null })
    })

    it('[C-112] shows both when a reference was booked twice, where the supplier lets it', async () => {
      const { request } = await confirmed(supplier, OFF_SCENARIO)
      const again = await supplier.book(sandbox().call(supplier), request)
      const found = await supplier.find(sandbox().call(supplier), referenceOf(request))
      const twins = found.ok ? found.value.length : 0
      if (again.outcome === 'ACCEPTED') return expect([supplier.code, twins]).toEqual(['hotelbeds', 2])
      expect([again.outcome, twins]).toEqual(['UNKNOWN', 1])
    })
  })

  describe('cancelling', () => {
    it.each(['cancel-free', 'cancel-penalty'])('%s costs what the terms say, and is done once', async (slug) => {
      const { request, reference } = await confirmed(supplier, slug)
      const expected = penaltyAt(request.rate.policy, sandbox().clock.real())?.penalty
      if (supplier.quoteCancellation) {
        const quoted = await supplier.quoteCancellation(sandbox().call(supplier), reference)
        expect(quoted).toEqual({ ok: true, value: expected })
      }
      const outcome = await supplier.cancel(sandbox().call(supplier), reference)
      expect(outcome.outcome).toBe('ACCEPTED')
      const told = outcome.outcome === 'ACCEPTED' ? outcome.value.chargedPenalty : null
      if (told) expect(told).toEqual(expected)
      const record = await until('the record', async () => {
        const found = await supplier.retrieve(sandbox().call(supplier), reference)
        return found.ok && found.value?.status === 'CANCELLED' ? found.value : null
      })
      if (record.chargedPenalty) expect(record.chargedPenalty).toEqual(expected)
      const again = await supplier.cancel(sandbox().call(supplier), reference)
      expect(['REFUSED', 'UNKNOWN', 'ACCEPTED']).toContain(again.outcome)
      if (again.outcome === 'ACCEPTED') expect(again.value.chargedPenalty).toBeNull()
    })

    it('[C-099] is unknown when the answer is lost, and shows in the record', async () => {
      const { reference } = await confirmed(supplier, 'cancel-timeout')
      const outcome = await supplier.cancel(sandbox().call(supplier, { timeoutMs: 400 }), reference)
      expect(outcome.outcome).toBe('UNKNOWN')
      await until('the record', async () => {
        const found = await supplier.retrieve(sandbox().call(supplier), reference)
        return found.ok && found.value?.status === 'CANCELLED'
      })
    })

    it('never counts as done for a booking that the supplier does not know', async () => {
      const nobody = { ...referenceOf({ supplierReference: 'NOBODY00123456789' }), supplierBookingId: '1-4040404' }
      expect((await supplier.cancel(sandbox().call(supplier), nobody)).outcome).not.toBe('ACCEPTED')
    })
  })
})

describeExchanges()
