import { describe, expect, it } from 'vitest'
import type { SupplierBooking } from '../../../src/suppliers/supplier.ts'
import { recordOf, says } from '../../support/desk.ts'
import { costs, DAY, dateOf, free, HOUR, MINUTE, SECOND } from '../../support/offered.ts'
import { caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

function record(changes: Partial<SupplierBooking> = {}): void {
  booker.desk.says('retrieve', says(recordOf(changes)))
}

describe('a confirmed booking', () => {
  it('is asked for the hotel’s number ever more rarely, and then not any more', async () => {
    const { bookingId } = await booker.confirmed()
    record()
    const waits: (number | null)[] = []
    for (let look = 0; look < 5; look++) waits.push((await booker.look(bookingId)).plan.inS)
    expect(waits).toEqual([600, 3_600, 21_600, 86_400, 86_400])
    expect((await booker.booking(bookingId)).hotelConfirmation.status).toBe('PENDING')
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.hotelConfirmation).toMatchObject({ status: 'NO_ANSWER', number: null })
    expect(plan).toMatchObject({ kind: 'STANDING', looks: 6 })
    expect((await booker.events(bookingId)).at(-1)?.change.cause).toBe('HOTEL_CONFIRMATION_MISSING')
    const { sequence } = booking
    expect((await booker.look(bookingId)).booking).toMatchObject({ sequence })
  })

  it('that gets a number tells it, and a new one as well', async () => {
    const { bookingId } = await booker.confirmed()
    record({ hotelConfirmationNumber: 'H-1' })
    const { booking } = await booker.look(bookingId)
    expect(booking.hotelConfirmation).toMatchObject({ status: 'FETCHED', number: 'H-1' })
    await booker.look(bookingId)
    record({ hotelConfirmationNumber: 'H-2' })
    await booker.look(bookingId)
    record()
    expect((await booker.look(bookingId)).booking.hotelConfirmation.number).toBe('H-2')
    const causes = (await booker.events(bookingId)).slice(2).map(({ change, type }) => change.cause ?? type)
    expect(causes).toEqual(['HOTEL_CONFIRMED', 'HOTEL_CONFIRMED'])
  })

  it.each(['CANCELLED', 'FAILED'] as const)(
    'that its supplier has as %s is CANCELLED by the hotel, and a case',
    async (status) => {
      const { bookingId } = await booker.confirmed()
      record({ status, chargedPenalty: { amountMinor: 0, currency: 'EUR' } })
      const { booking, plan } = await booker.look(bookingId)
      expect(booking).toMatchObject({
        status: 'CANCELLED',
        cancellation: { cause: 'CANCELLED_BY_HOTEL', penaltyStatus: 'NO_CHARGE', requestedAt: null },
        hotelConfirmation: { status: 'NOT_REQUESTED' },
      })
      expect(plan).toMatchObject({ kind: null, inS: null })
      expect(await booker.cases(bookingId)).toEqual(['CANCELLED_BY_SUPPLIER'])
      expect((await booker.events(bookingId)).at(-1)).toMatchObject({
        previous_status: 'CONFIRMED',
        change: { cause: 'CANCELLED_BY_HOTEL' },
      })
    },
  )

  it.each([
    [30 * MINUTE - 3 * SECOND, false],
    [30 * MINUTE + SECOND, true],
  ])('that its supplier no longer knows after %i ms is a discrepancy: %s', async (ms, isTold) => {
    const { bookingId, terms } = await booker.confirmed()
    await booker.advance(ms)
    booker.desk.says('retrieve', says(null))
    const { booking } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'CONFIRMED', discrepancies: isTold ? [{ path: 'status' }] : [] })
    expect(await booker.cases(bookingId)).toEqual(isTold ? ['DISCREPANCY'] : [])
    if (!isTold) return
    const [row] = await booker.deps.store.cases.openOf(bookingId)
    expect(row?.dueAt).toBe(Date.parse(terms.stay.checkInDate))
    expect(row?.detail).toMatchObject({ discrepancies: [{ path: 'status' }] })
    const { sequence } = booking
    expect((await booker.look(bookingId)).booking).toMatchObject({ sequence })
    record()
    expect((await booker.look(bookingId)).booking.discrepancies).toEqual([])
    expect(await booker.cases(bookingId)).toEqual([])
    const causes = (await booker.events(bookingId)).slice(2).map(({ change }) => change.cause)
    expect(causes).toEqual(['DISCREPANCY_FOUND', 'DISCREPANCY_SETTLED'])
  })

  it('whose record differs is told of once, until it agrees', async () => {
    const { bookingId } = await booker.confirmed()
    record({ charged: { amountMinor: 30_001, currency: 'EUR' }, rooms: 2 })
    expect((await booker.look(bookingId)).booking.discrepancies).toMatchObject([
      { path: 'price.total' },
      { path: 'allocations' },
    ])
    const { sequence, version } = await booker.booking(bookingId)
    expect(await booker.cases(bookingId)).toEqual(['DISCREPANCY'])
    expect((await booker.look(bookingId)).booking).toMatchObject({ sequence, version: version + 1 })
    record({ charged: { amountMinor: 30_001, currency: 'EUR' }, rooms: 1 })
    expect((await booker.look(bookingId)).booking.discrepancies).toHaveLength(1)
    expect(await booker.cases(bookingId)).toEqual(['DISCREPANCY'])
    record({ charged: { amountMinor: 30_000, currency: 'EUR' }, rooms: 1 })
    expect((await booker.look(bookingId)).booking.discrepancies).toEqual([])
    expect(await booker.cases(bookingId)).toEqual([])
    const causes = (await booker.events(bookingId)).slice(2).map(({ change }) => change.cause)
    expect(causes).toEqual(['DISCREPANCY_FOUND', 'DISCREPANCY_SETTLED', 'DISCREPANCY_SETTLED'])
  })

  it.each([
    [[{ givenName: 'Ada', familyName: 'Lovelace' }], 0],
    // The second adult has no name here, so that the supplier may have one for them.
    [
      [
        { givenName: 'Ada', familyName: 'Lovelace' },
        { givenName: 'Eve', familyName: 'Adams' },
      ],
      0,
    ],
    [
      [
        { givenName: 'Eve', familyName: 'Adams' },
        { givenName: 'Eva', familyName: 'Brown' },
      ],
      1,
    ],
  ])('that names %j has %i discrepancies', async (guests, count) => {
    const { bookingId } = await booker.confirmed()
    record({ guests })
    expect((await booker.look(bookingId)).booking.discrepancies).toHaveLength(count)
  })

  it('whose record differs already when it is made says so in an event of its own', async () => {
    const { bookingId, discrepancies, terms } = await booker.confirmed({}, { checkInDate: '2031-01-01' })
    expect(discrepancies).toMatchObject([{ path: 'stay.check_in' }])
    expect(terms.stay.checkInDate).not.toBe('2031-01-01')
    expect((await booker.events(bookingId)).map(({ change }) => change.cause)).toEqual([
      'CREATED',
      'SUPPLIER_CONFIRMED',
      'DISCREPANCY_FOUND',
    ])
  })

  it('that is pending or held there is compared no further, and stays', async () => {
    const { bookingId } = await booker.confirmed()
    record({ status: 'PENDING', rooms: 3 })
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', discrepancies: [] })
    record({ status: 'ON_HOLD', rooms: 3 })
    expect((await booker.look(bookingId)).booking.discrepancies).toHaveLength(1)
  })
})

describe('a supplier that does not answer about a confirmed booking', () => {
  it('is asked again in an hour, or when it would have been; the look does not count', async () => {
    const { bookingId } = await booker.confirmed()
    expect((await booker.look(bookingId)).plan).toEqual({ kind: 'STANDING', inS: 120, looks: 0 })
    record()
    for (let look = 0; look < 3; look++) await booker.look(bookingId)
    booker.desk.says('retrieve', 'SILENT')
    const { booking, plan } = await booker.look(bookingId)
    expect(plan).toEqual({ kind: 'STANDING', inS: 3_600, looks: 3 })
    expect(booking.discrepancies).toEqual([])
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('is not taken for a hotel without a number', async () => {
    const { bookingId } = await booker.confirmed()
    await booker.query('UPDATE bookings SET looks = 5')
    expect((await booker.look(bookingId)).booking.hotelConfirmation.status).toBe('PENDING')
  })

  it.each([
    [6 * HOUR + 5 * SECOND, 0],
    [6 * HOUR - 5 * SECOND, 1],
  ])('%i ms before free cancellation ends is %i case, until it answers', async (ms, count) => {
    const untilAt = booker.now() + ms
    const { bookingId } = await booker.confirmed({ windows: [free(0, untilAt), costs(5_000, untilAt)] })
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual(Array.from({ length: count }, () => 'LOOK_FAILS'))
    if (count === 0) return
    const [row] = await booker.deps.store.cases.openOf(bookingId)
    expect(row).toMatchObject({ dueAt: untilAt, detail: { look: 'STANDING', silent: true } })
    record()
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('after the end of free cancellation is a case before check-in', async () => {
    const { bookingId, terms } = await booker.confirmed({
      windows: [free(0, booker.now() - 5), costs(1, booker.now() - 5)],
    })
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual([])
    await booker.advance(Date.parse(terms.stay.checkInDate) - 19 * HOUR - booker.now())
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual(['LOOK_FAILS'])
    expect(dateOf(Date.parse(terms.stay.checkInDate))).toBe(terms.stay.checkInDate)
  })
})

describe('a cancelled record of a booking whose cancellation seemed to fail', () => {
  /** CONFIRMED, with a cancellation of ours that was sent so long ago. */
  async function givenUp(outcome: string | null, ms: number | null): Promise<string> {
    const { bookingId } = await booker.confirmed()
    record()
    booker.desk.says('cancel', { status: 409, json: { reason: 'NOT_CANCELLABLE' } })
    const quote = await booker.gateway.quoteCancellation(caller(), { bookingId })
    if (!quote.ok) throw new Error('no quote')
    const input = { bookingId, cancellationQuoteId: quote.value.quoteId }
    await booker.gateway.cancelBooking(caller(), input, 'cancel-1')
    await booker.query(`UPDATE booking_attempts SET outcome = $1 WHERE operation = 'CANCEL'`, [outcome])
    await booker.sentAgo(bookingId, 'CANCEL', ms)
    return bookingId
  }

  it.each([
    ['UNKNOWN', 2 * DAY - MINUTE, true],
    ['UNKNOWN', 2 * DAY + MINUTE, false],
    [null, HOUR, true],
    ['ACCEPTED', 3 * DAY, true],
    ['REFUSED', HOUR, false],
    ['UNKNOWN', null, false],
  ])('(%s, sent %s ms ago) is ours: %s', async (...row) => {
    const [outcome, ms, isOurs] = row
    const bookingId = await givenUp(outcome, ms)
    record({ status: 'CANCELLED' })
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.status).toBe(isOurs ? 'CANCELLATION_PENDING' : 'CANCELLED')
    expect(await booker.cases(bookingId)).toEqual([isOurs ? 'LATE_CANCELLATION' : 'CANCELLED_BY_SUPPLIER'])
    if (!isOurs) return
    expect(plan).toMatchObject({ kind: 'CALL', inS: 0 })
    const outcomes = await booker.query('SELECT outcome FROM cancellations')
    expect(outcomes).toEqual([{ outcome: 'PENDING' }])
    expect((await booker.look(bookingId)).booking).toMatchObject({
      status: 'CANCELLED',
      cancellation: { cause: 'CLIENT' },
    })
  })

  it.each([
    ['UNKNOWN', 5 * MINUTE, 300],
    [null, 5 * MINUTE, 300],
    ['UNKNOWN', 40 * MINUTE, 1_200],
    ['UNKNOWN', 2 * HOUR, 22 * 3_600],
    ['UNKNOWN', 25 * HOUR, 86_400],
    ['REFUSED', 5 * MINUTE, 86_400],
    ['UNKNOWN', null, 86_400],
  ])('(%s, sent %s ms ago) is looked for again in %i s', async (...row) => {
    const [outcome, ms, seconds] = row
    const bookingId = await givenUp(outcome, ms)
    await booker.query(
      `UPDATE bookings SET hotel_confirmation = jsonb_set(hotel_confirmation, '{status}', '"FETCHED"')`,
    )
    record()
    expect((await booker.look(bookingId)).plan).toMatchObject({ kind: 'STANDING', inS: seconds })
  })

  it.each([
    ['UNKNOWN', 300],
    ['REFUSED', null],
  ])('(%s) is looked for in %s s after the stay, when nothing else is', async (outcome, seconds) => {
    const bookingId = await givenUp(outcome, null)
    await booker.advance(70 * DAY)
    await booker.sentAgo(bookingId, 'CANCEL', 5 * MINUTE)
    await booker.query('UPDATE bookings SET looks = 9')
    record()
    expect((await booker.look(bookingId)).plan.inS).toBe(seconds)
  })

  it('is looked for sooner when the booking is looked at sooner anyway', async () => {
    const bookingId = await givenUp('UNKNOWN', 5 * MINUTE)
    await booker.query('UPDATE bookings SET looks = -1')
    record()
    expect((await booker.look(bookingId)).plan).toMatchObject({ kind: 'STANDING', inS: 120 })
  })
})
