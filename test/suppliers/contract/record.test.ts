import { describe, expect, it } from 'vitest'
import { nightsOf } from '../../../src/domain/stay.ts'
import { SUPPLIERS } from '../../../src/suppliers/registry.ts'
import type { BookingReference, Supplier, SupplierBooking } from '../../../src/suppliers/supplier.ts'
import { alterRecord } from '../../support/alter-record.ts'
import { dayFromNow } from '../../support/day-from-now.ts'
import { PARTIES, scenarioAt } from '../../support/suppliers/sandbox.ts'
import { OFF_SCENARIO, useSupplierSandbox } from '../../support/suppliers/use-supplier-sandbox.ts'
import { until } from '../../support/until.ts'

/** What every adapter reads from a supplier's record, also when the supplier has changed it on its own. */
const { sandbox, confirmed, bookAt, describeExchanges } = useSupplierSandbox([
  'book',
  'book_form',
  'find',
  'price_check',
  'retrieve',
  'rooms',
])

function retrieved(
  supplier: Supplier,
  reference: BookingReference,
  isMeant: (record: SupplierBooking | null) => boolean,
): Promise<{ record: SupplierBooking | null }> {
  return until('the record', async () => {
    const found = await supplier.retrieve(sandbox().call(supplier), reference)
    return found.ok && isMeant(found.value) ? { record: found.value } : null
  })
}

describe.each(SUPPLIERS)('$code', (supplier) => {
  function alter(alteration: object): Promise<void> {
    return alterRecord(sandbox().call(supplier).connection.baseUrl, alteration)
  }

  it('[C-138] reads what is charged, the dates, the rooms and the guests', async () => {
    const { request, reference } = await confirmed(supplier, OFF_SCENARIO, PARTIES)
    const { record } = await retrieved(supplier, reference, (told) => told?.rooms !== null)
    expect(record).toMatchObject({
      status: 'CONFIRMED',
      charged: request.rate.price.total,
      checkInDate: request.stay.checkInDate,
      checkOutDate: request.stay.checkOutDate,
      rooms: PARTIES.length,
    })
    expect(nightsOf(request.stay)).toBe(2)
    expect(record?.guests?.length).toBeGreaterThan(0)
    for (const guest of record?.guests ?? []) expect(guest).toEqual({ givenName: 'Ada', familyName: 'Lovelace' })
  })

  it('[C-138] reads another price, other dates, rooms and guests when the supplier has them', async () => {
    const { request, reference } = await confirmed(supplier, OFF_SCENARIO, PARTIES)
    await retrieved(supplier, reference, (told) => told?.rooms !== null)
    await alter({
      reference: request.supplierReference,
      price_permille: 1_030,
      check_in_date: dayFromNow(70),
      check_out_date: dayFromNow(73),
      guests: [{ given_name: 'Charles', family_name: 'Babbage' }],
    })
    const { record } = await retrieved(supplier, reference, () => true)
    expect(record).toMatchObject({ status: 'CONFIRMED', checkInDate: dayFromNow(70), checkOutDate: dayFromNow(73) })
    expect(record?.charged?.amountMinor).toBeGreaterThan(request.rate.price.total.amountMinor)
    expect(record?.guests).toContainEqual({ givenName: 'Charles', familyName: 'Babbage' })
    await alter({ reference: request.supplierReference, rooms: 2 })
    expect(await retrieved(supplier, reference, () => true)).toMatchObject({ record: { rooms: 2 } })
  })

  it('[C-137] reads a booking that the supplier has cancelled, and that nothing is charged any more', async () => {
    const { request, reference } = await confirmed(supplier, OFF_SCENARIO)
    await alter({ reference: request.supplierReference, cancelled: true })
    const { record } = await retrieved(supplier, reference, (told) => told?.status === 'CANCELLED')
    expect(record?.charged).toBeNull()
    if (record?.chargedPenalty) expect(record.chargedPenalty.amountMinor).toBe(0)
  })

  it('[X-06] [C-137] [C-138] reads what the scenario hotels play: 3 % more, and a booking that the hotel cancels', async () => {
    const dearer = await confirmed(supplier, 'charged-more')
    const { record } = await retrieved(supplier, dearer.reference, (told) => told?.charged != null)
    const agreed = dearer.request.rate.price.total.amountMinor
    expect((record?.charged?.amountMinor ?? 0) / agreed).toBeCloseTo(1.03, 3)
    const ended = await confirmed(supplier, 'cancelled-by-hotel')
    expect(await retrieved(supplier, ended.reference, () => true)).toMatchObject({ record: { status: 'CONFIRMED' } })
    const { clock } = sandbox()
    // A minute later, by everybody's clock.
    clock.setSkew(clock.real() - Date.now() + 61_000)
    const after = await retrieved(supplier, ended.reference, (told) => told?.status === 'CANCELLED')
    if (after.record?.chargedPenalty) expect(after.record.chargedPenalty.amountMinor).toBe(0)
  })

  it('[C-137] finds nothing when the supplier has forgotten the booking', async () => {
    const { request, reference } = await confirmed(supplier, OFF_SCENARIO)
    await alter({ reference: request.supplierReference, forgotten: true })
    expect(await supplier.retrieve(sandbox().call(supplier), reference)).toEqual({ ok: true, value: null })
    expect(await supplier.find(sandbox().call(supplier), { ...reference, supplierBookingId: null })).toEqual({
      ok: true,
      value: [],
    })
  })

  it('[C-138] reads a higher charge in the answer to the booking, where that has one', async () => {
    const slug = 'cancel-penalty'
    await alter({ supplier_hotel_id: scenarioAt(supplier, slug), price_permille: 1_030 })
    const { request, outcome } = await bookAt(supplier, slug)
    await alter({ supplier_hotel_id: scenarioAt(supplier, slug) })
    const told = outcome.outcome === 'ACCEPTED' ? outcome.value.charged : null
    if (['hotelbeds', 'liteapi'].includes(supplier.code))
      expect(told?.amountMinor).toBeGreaterThan(request.rate.price.total.amountMinor)
    else expect(told).toBeNull()
  })
})

describeExchanges()
