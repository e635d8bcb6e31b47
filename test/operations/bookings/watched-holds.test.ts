import { describe, expect, it } from 'vitest'
import { lookAtBooking } from '../../../src/operations/bookings/follow-up/look-at-booking.ts'
import { watchConfirmed } from '../../../src/operations/bookings/follow-up/watch-confirmed.ts'
import { watchFailed } from '../../../src/operations/bookings/follow-up/watch-failed.ts'
import { watchHold } from '../../../src/operations/bookings/follow-up/watch-hold.ts'
import { nobodysContext } from '../../../src/operations/supplier-calls.ts'
import type { SupplierBooking } from '../../../src/suppliers/supplier.ts'
import { type DeskAnswer, recordOf, says } from '../../support/desk.ts'
import { HOUR, MINUTE, SECOND, TOTAL } from '../../support/offered.ts'
import { caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

function record(changes: Partial<SupplierBooking> = {}): void {
  booker.desk.says('retrieve', says(recordOf(changes)))
}

const HELD = says(recordOf({ status: 'ON_HOLD' }))
const GONE = says(null)

/** A hold whose deadline was so long ago, or is still so far. */
async function heldUntil(ago: number): Promise<string> {
  const { bookingId } = await booker.held()
  await booker.query(
    `UPDATE bookings SET hold_deadline_at = gateway_now(organization_id) - make_interval(secs => $1::float8 / 1000)`,
    [ago],
  )
  return bookingId
}

describe('a hold', () => {
  it.each<[string, number, DeskAnswer, string, boolean]>([
    ['gone', 30 * MINUTE - 2 * SECOND, GONE, 'ON_HOLD', false],
    ['gone', 30 * MINUTE + 2 * SECOND, GONE, 'CANCELLED', false],
    ['silent', 30 * MINUTE - 2 * SECOND, 'SILENT', 'ON_HOLD', false],
    ['silent', 30 * MINUTE + 2 * SECOND, 'SILENT', 'ON_HOLD', true],
    ['held', 30 * MINUTE - 2 * SECOND, HELD, 'ON_HOLD', false],
    ['held', 30 * MINUTE + 2 * SECOND, HELD, 'ON_HOLD', true],
    ['confirmed', SECOND, says(recordOf()), 'CONFIRMED', false],
    ['cancelled', SECOND, says(recordOf({ status: 'CANCELLED' })), 'CANCELLED', false],
    ['failed', SECOND, says(recordOf({ status: 'FAILED' })), 'CANCELLED', false],
  ])(
    'that is %s %i ms after its deadline (%j) is %s; operator: %s',
    async (_what, ago, said, status, needsOperator) => {
      const bookingId = await heldUntil(ago)
      booker.desk.says('retrieve', said)
      const { booking, plan } = await booker.look(bookingId)
      expect(booking).toMatchObject({ status, needsOperator })
      expect(await booker.cases(bookingId)).toEqual(needsOperator ? ['UNSETTLED_HOLD'] : [])
      if (status === 'ON_HOLD') expect(plan).toEqual({ kind: 'HOLD', inS: 5, looks: 1 })
      if (status === 'CANCELLED')
        expect(booking.cancellation).toMatchObject({
          cause: 'HOLD_LAPSED',
          penaltyStatus: 'NO_CHARGE',
          cancelledAt: booking.updatedAt,
        })
      if (!needsOperator) return
      const { sequence } = booking
      expect((await booker.look(bookingId)).booking).toMatchObject({ sequence, needsOperator })
      record()
      expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', needsOperator: false })
      expect(await booker.cases(bookingId)).toEqual([])
    },
  )

  it('is looked at again and again after its deadline, which is its case’s', async () => {
    const bookingId = await heldUntil(HOUR)
    booker.desk.says('retrieve', HELD)
    await booker.look(bookingId)
    const { plan, booking } = await booker.look(bookingId)
    expect(plan).toEqual({ kind: 'HOLD', inS: 15, looks: 2 })
    const [row] = await booker.deps.store.cases.openOf(bookingId)
    expect(row).toMatchObject({ kind: 'UNSETTLED_HOLD', dueAt: booking.holdDeadlineAt, atStake: TOTAL })
  })

  it('without a deadline is nobody’s', async () => {
    const { bookingId } = await booker.held()
    await booker.query('UPDATE bookings SET hold_deadline_at = NULL')
    booker.desk.says('retrieve', GONE)
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'ON_HOLD', needsOperator: false })
    booker.desk.says('retrieve', HELD)
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'ON_HOLD', needsOperator: false })
  })

  it('keeps what the record says, and its price is compared', async () => {
    const bookingId = await heldUntil(-HOUR)
    record({ status: 'ON_HOLD', supplierBookingCode: 'new', rooms: 2 })
    const { booking } = await booker.look(bookingId)
    expect(booking).toMatchObject({ supplierBookingCode: 'new', discrepancies: [{ path: 'allocations' }] })
  })

  it.each(['CONFIRM_HOLD', 'CANCEL'] as const)(
    'whose %s was given up is looked for again before its deadline',
    async (operation) => {
      const { bookingId, acceptedOfferId } = await booker.held()
      booker.desk.says('retrieve', HELD)
      if (operation === 'CONFIRM_HOLD') await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })
      else {
        const quote = await booker.gateway.quoteCancellation(caller(), { bookingId })
        const cancellationQuoteId = quote.ok ? quote.value.quoteId : ''
        await booker.gateway.cancelBooking(caller(), { bookingId, cancellationQuoteId }, 'cancel-1')
      }
      await booker.sentAgo(bookingId, operation, 5 * MINUTE)
      expect((await booker.look(bookingId)).plan).toEqual({ kind: 'HOLD', inS: 600, looks: 0 })
      expect((await booker.look(bookingId)).plan).toEqual({ kind: 'HOLD', inS: 300, looks: 1 })
    },
  )

  it('in two doubts is looked for because of the one that comes first, or when its deadline does', async () => {
    const { bookingId, acceptedOfferId } = await booker.held()
    booker.desk.says('retrieve', HELD)
    await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })
    await booker.sentAgo(bookingId, 'CONFIRM_HOLD', 5 * MINUTE)
    await booker.look(bookingId)
    await booker.query(
      `INSERT INTO booking_attempts (id, booking_id, operation, started_at, sent_at, outcome)
       SELECT 'req_9', booking_id, 'CANCEL', started_at, sent_at - interval '35 min', 'UNKNOWN' FROM booking_attempts WHERE operation = 'CONFIRM_HOLD'`,
    )
    expect((await booker.look(bookingId)).plan.inS).toBe(300)
    await booker.query(`UPDATE bookings SET hold_deadline_at = gateway_now(organization_id) + interval '100 s'`)
    expect((await booker.look(bookingId)).plan.inS).toBe(100)
  })

  it('is not looked at by what is meant for others, nor they by what is meant for it', async () => {
    const confirmed = await booker.confirmed()
    const look = { leaseId: null }
    const context = nobodysContext('req_x')
    booker.desk.asked.splice(0)
    await watchHold(booker.deps, { bookingId: confirmed.bookingId, look, context })
    await watchFailed(booker.deps, { bookingId: confirmed.bookingId, look, context })
    const hold = await booker.held()
    booker.desk.asked.splice(0)
    await watchConfirmed(booker.deps, { bookingId: hold.bookingId, look, context })
    await lookAtBooking(booker.deps, { bookingId: 'ubk_nobodys', look, context })
    expect(booker.desk.asked).toEqual([])
  })
})

describe('a booking that failed because nobody knew it', () => {
  async function failed(): Promise<string> {
    const { bookingId } = await booker.lost()
    await booker.sentAgo(bookingId, 'CREATE', HOUR)
    booker.desk.says('find', says([]))
    expect((await booker.look(bookingId)).booking.status).toBe('FAILED')
    return bookingId
  }

  it('is looked for after ten minutes, an hour and a day, and then no more', async () => {
    const bookingId = await failed()
    const plans = [await booker.plan(bookingId)]
    for (let look = 0; look < 3; look++) plans.push((await booker.look(bookingId)).plan)
    expect(plans.map(({ inS }) => inS)).toEqual([600, 3_600, 86_400, null])
  })

  it.each(['CONFIRMED', 'ON_HOLD', 'PENDING'] as const)('that has appeared as %s is reopened', async (status) => {
    const bookingId = await failed()
    booker.desk.says('find', says([recordOf({ status })]))
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'PROCESSING', failure: null, supplierBookingId: 'theirs-1' })
    expect(plan).toEqual({ kind: 'CALL', inS: 0, looks: 0 })
    expect(await booker.cases(bookingId)).toEqual(['LATE_ACCEPTANCE'])
  })

  it('that has appeared twice is reopened, and becomes an operator’s', async () => {
    const bookingId = await failed()
    booker.desk.says('find', says([recordOf(), recordOf()]))
    const { booking } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'PROCESSING', failure: null, supplierBookingId: null })
    expect((await booker.look(bookingId)).booking.needsOperator).toBe(true)
  })

  it.each(['CANCELLED', 'FAILED'] as const)('that has appeared as %s stays as it is', async (status) => {
    const bookingId = await failed()
    booker.desk.says('find', says([recordOf({ status })]))
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.status).toBe('FAILED')
    expect(plan).toEqual({ kind: 'AFTERMATH', inS: 3_600, looks: 1 })
  })

  it('is asked for again in an hour when nobody answers, which does not count', async () => {
    const bookingId = await failed()
    booker.desk.says('find', 'SILENT')
    expect((await booker.look(bookingId)).plan).toEqual({ kind: 'AFTERMATH', inS: 3_600, looks: 0 })
    expect((await booker.look(bookingId)).plan).toEqual({ kind: 'AFTERMATH', inS: 3_600, looks: 0 })
  })
})
