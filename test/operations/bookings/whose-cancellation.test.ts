import { describe, expect, it } from 'vitest'
import { cancelsOf } from '../../support/booker-cancels.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import { DAY, HOUR, MINUTE } from '../../support/offered.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

/** A booking that is cancelled at its supplier, and by whom: the client, the hotel, or the end of the hold. */
let booker: Booker
useOneBooker((started) => {
  booker = started
})
const { accepted, cancel, costsAll, inVain, outcomeOf } = cancelsOf(() => booker)

const NOT_THEIRS = { cause: 'CANCELLED_BY_HOTEL', penaltyStatus: 'UNKNOWN', penalty: null }

describe('a booking that its hotel has cancelled when the client cancels', () => {
  it('is not the client’s cancellation, nor at the client’s price, and a person is told', async () => {
    const { bookingId } = await booker.confirmed()
    await costsAll(bookingId)
    const input = await accepted(bookingId)
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    booker.desk.asked.splice(0)
    expect(await cancel(input, 'cancel-1')).toMatchObject({
      status: 'CANCELLED',
      cancellation: { cause: 'CANCELLED_BY_HOTEL', outcome: 'NOT_EFFECTIVE' },
    })
    expect(booker.desk.asked.map(({ operation }) => operation)).not.toContain('cancel')
    expect((await booker.booking(bookingId)).cancellation).toMatchObject({
      ...NOT_THEIRS,
      requestedAt: expect.any(Number),
      cancelledAt: expect.any(Number),
    })
    expect(await booker.cases(bookingId)).toEqual(['CANCELLED_BY_SUPPLIER'])
    expect(await outcomeOf(input, 'cancel-1')).toBe('NOT_EFFECTIVE')
  })

  it('is told so by a look, too, when nothing of the cancellation has left', async () => {
    const { bookingId } = await booker.confirmed()
    const input = await accepted(bookingId)
    booker.desk.says('retrieve', 'SILENT')
    await cancel(input, 'cancel-1')
    await booker.query(`UPDATE booking_attempts SET outcome = NULL, ended_at = NULL WHERE operation = 'CANCEL'`)
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CANCELLED', cancellation: NOT_THEIRS })
  })

  it('is the hotel’s when the supplier refuses the call for that', async () => {
    const { bookingId } = await booker.confirmed()
    await costsAll(bookingId)
    const input = await accepted(bookingId)
    booker.desk.says('retrieve', says(recordOf()))
    booker.desk.says('cancel', refuses('ALREADY_CANCELLED'))
    await cancel(input, 'cancel-1')
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    expect((await booker.look(bookingId)).booking.cancellation).toMatchObject(NOT_THEIRS)
    expect(await booker.cases(bookingId)).toEqual(['CANCELLED_BY_SUPPLIER'])
  })

  it('is the hotel’s after an earlier cancellation that was refused', async () => {
    const { bookingId } = await booker.confirmed()
    booker.desk.says('retrieve', says(recordOf()))
    booker.desk.says('cancel', refuses('NOT_CANCELLABLE'))
    await cancel(await accepted(bookingId), 'cancel-1')
    await booker.query(
      `UPDATE booking_attempts SET started_at = started_at - interval '7 days', sent_at = sent_at - interval '7 days' WHERE operation = 'CANCEL'`,
    )
    await costsAll(bookingId)
    booker.desk.says('retrieve', 'SILENT')
    await cancel(await accepted(bookingId), 'cancel-2')
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    expect((await booker.look(bookingId)).booking.cancellation).toMatchObject(NOT_THEIRS)
  })
})

describe('a hold', () => {
  it('that takes the cancellation late is the client’s, long before its deadline', async () => {
    const { bookingId } = await booker.held()
    const input = await inVain(bookingId, 'ON_HOLD', 'cancel-1')
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    expect((await booker.look(bookingId)).booking.status).toBe('CANCELLATION_PENDING')
    const { booking } = await booker.look(bookingId)
    expect([booking.status, booking.cancellation?.cause]).toEqual(['CANCELLED', 'CLIENT'])
    expect(await outcomeOf(input, 'cancel-1')).toBe('CANCELLED')
  })

  it('that had ended before the client gave it up costs nothing', async () => {
    const { bookingId } = await booker.held()
    await costsAll(bookingId)
    const input = await accepted(bookingId)
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    expect((await cancel(input, 'cancel-1')).cancellation.outcome).toBe('NOT_EFFECTIVE')
    const { status, cancellation } = await booker.booking(bookingId)
    expect([status, cancellation?.cause, cancellation?.penaltyStatus]).toEqual([
      'CANCELLED',
      'HOLD_LAPSED',
      'NO_CHARGE',
    ])
  })

  it('that ends at its deadline has lapsed, whatever was asked for in vain before', async () => {
    const { bookingId } = await booker.held({ holdInMs: 96 * HOUR })
    await costsAll(bookingId)
    await inVain(bookingId, 'ON_HOLD', 'cancel-1')
    await booker.sentAgo(bookingId, 'CANCEL', 40 * HOUR)
    await booker.query(`UPDATE bookings SET hold_deadline_at = now() - interval '10 minutes'`)
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    const { booking } = await booker.look(bookingId)
    expect(booking).toMatchObject({
      status: 'CANCELLED',
      cancellation: { cause: 'HOLD_LAPSED', penaltyStatus: 'NO_CHARGE' },
    })
  })
})

describe('a cancellation whose record says neither yes nor no', () => {
  it('waits, and is a person’s after two hours', async () => {
    const { bookingId } = await booker.confirmed()
    const input = await accepted(bookingId)
    booker.desk.says('retrieve', says(recordOf({ status: 'PENDING' })))
    booker.desk.says('cancel', 'SILENT')
    await cancel(input, 'cancel-1')
    await booker.sentAgo(bookingId, 'CANCEL', 5 * MINUTE)
    expect((await booker.look(bookingId)).booking.status).toBe('CANCELLATION_PENDING')
    await booker.waited(bookingId, 3 * HOUR)
    const { booking } = await booker.look(bookingId)
    expect([booking.status, booking.needsOperator]).toEqual(['CANCELLATION_PENDING', true])
  })

  it('is still the client’s when the record says yes after days', async () => {
    const { bookingId } = await booker.confirmed()
    booker.desk.says('retrieve', says(recordOf({ status: 'PENDING' })))
    booker.desk.says('cancel', 'SILENT')
    await cancel(await accepted(bookingId), 'cancel-1')
    await booker.sentAgo(bookingId, 'CANCEL', 3 * DAY)
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    const { booking } = await booker.look(bookingId)
    expect([booking.status, booking.cancellation?.cause]).toEqual(['CANCELLED', 'CLIENT'])
  })
})
