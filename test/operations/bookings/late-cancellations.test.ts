import { describe, expect, it } from 'vitest'
import { executeCancel } from '../../../src/operations/bookings/execute-cancel.ts'
import { nobodysContext } from '../../../src/operations/supplier-calls.ts'
import type { Booking } from '../../../src/store/booking.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR, MINUTE, SECOND } from '../../support/offered.ts'
import { caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const CHARGED = { amountMinor: 500, currency: 'EUR' }
const DONE = says({ chargedPenalty: CHARGED, supplierCancellationReference: 'C-1' })

/** A cancellation without an answer. */
async function pending(of: 'CONFIRMED' | 'ON_HOLD' = 'CONFIRMED', code = 'desk'): Promise<Booking> {
  const made = of === 'ON_HOLD' ? await booker.held({ code }) : await booker.confirmed({ code })
  const { bookingId } = made
  const quote: Json = await booker.gateway.quoteCancellation(caller(), { bookingId })
  const input = { bookingId, cancellationQuoteId: quote.value.quoteId }
  booker.desk.says('retrieve', says(recordOf({ status: of })))
  booker.desk.says('cancel', 'SILENT')
  await booker.gateway.cancelBooking(caller(), input, `cancel-${bookingId}`)
  const booking = await booker.booking(bookingId)
  expect(booking.status).toBe('CANCELLATION_PENDING')
  return booking
}

/** The same, and its process has not told anything yet. */
async function underWay(of?: 'CONFIRMED' | 'ON_HOLD'): Promise<Booking> {
  const booking = await pending(of)
  await booker.query(
    `UPDATE booking_attempts SET outcome = NULL, sent_at = NULL WHERE booking_id = $1 AND operation = 'CANCEL'`,
    [booking.bookingId],
  )
  return booking
}

async function execute(booking: Booking): Promise<Booking> {
  const { bookingId } = booking
  const [, { id: attemptId }] = (await booker.attempts(bookingId)) as [Json, Json]
  const [{ id: cancellationId }] = (await booker.query('SELECT id FROM cancellations WHERE booking_id = $1', [
    bookingId,
  ])) as [Json]
  await executeCancel(booker.deps, booking, {
    attemptId,
    cancellationId,
    until: null,
    context: nobodysContext('req_2'),
  })
  return booker.booking(bookingId)
}

async function outcomeOf(bookingId: string): Promise<Json> {
  const [row] = await booker.query(
    'SELECT outcome, completed_at IS NOT NULL AS "isOver", charged_penalty_minor::int AS charged, supplier_cancellation_reference AS ref FROM cancellations WHERE booking_id = $1',
    [bookingId],
  )
  return row
}

describe('a look at a cancellation without an answer', () => {
  it.each(['CANCELLED', 'FAILED'] as const)(
    'that finds %s ends it, with what the record says it cost',
    async (status) => {
      const { bookingId } = await pending()
      const told = { chargedPenalty: CHARGED, supplierCancellationReference: 'C-2' }
      booker.desk.says('retrieve', says(recordOf({ status, ...told })))
      const { booking, plan } = await booker.look(bookingId)
      expect(booking).toMatchObject({ status: 'CANCELLED', cancellation: { ...told, cause: 'CLIENT' } })
      expect(plan).toMatchObject({ kind: null, inS: null })
      expect(await outcomeOf(bookingId)).toEqual({ outcome: 'CANCELLED', isOver: true, charged: 500, ref: 'C-2' })
    },
  )

  it.each([
    [148 * SECOND, false],
    [152 * SECOND, true],
  ])('that finds it alive %i ms after it was sent gives it up: %s', async (ms, isOver) => {
    const { bookingId } = await pending()
    await booker.sentAgo(bookingId, 'CANCEL', ms)
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.status).toBe(isOver ? 'CONFIRMED' : 'CANCELLATION_PENDING')
    expect(plan).toEqual(isOver ? { kind: 'STANDING', inS: 600, looks: 0 } : { kind: 'CALL', inS: 15, looks: 1 })
    expect((await outcomeOf(bookingId)).outcome).toBe(isOver ? 'NOT_EFFECTIVE' : 'PENDING')
  })

  it('that finds a hold alive asks about it in ten minutes', async () => {
    const { bookingId } = await pending('ON_HOLD')
    await booker.sentAgo(bookingId, 'CANCEL', HOUR)
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.status).toBe('ON_HOLD')
    expect(plan).toEqual({ kind: 'HOLD', inS: 600, looks: 0 })
  })

  it('that was accepted is not given up because the record is behind', async () => {
    const { bookingId } = await pending()
    await booker.query(`UPDATE booking_attempts SET outcome = 'ACCEPTED' WHERE operation = 'CANCEL'`)
    await booker.sentAgo(bookingId, 'CANCEL', HOUR)
    expect((await booker.look(bookingId)).booking.status).toBe('CANCELLATION_PENDING')
  })

  it.each([
    [25.5 * SECOND, false],
    [26.5 * SECOND, true],
  ])('of which nothing was sent %i ms after it began is given up: %s', async (ms, isOver) => {
    const { bookingId } = await underWay()
    await booker.query(
      `UPDATE booking_attempts SET started_at = booking_now(booking_id) - make_interval(secs => $1::float8 / 1000) WHERE operation = 'CANCEL'`,
      [ms],
    )
    booker.desk.asked.splice(0)
    const { booking } = await booker.look(bookingId)
    expect(booking.status).toBe(isOver ? 'CONFIRMED' : 'CANCELLATION_PENDING')
    expect(booker.desk.asked).toHaveLength(isOver ? 0 : 1)
    expect((await booker.attempts(bookingId))[1].outcome).toBe(isOver ? 'NOT_SENT' : null)
    expect((await outcomeOf(bookingId)).outcome).toBe(isOver ? 'NOT_EFFECTIVE' : 'PENDING')
  })

  it.each([
    [30 * MINUTE - 2 * SECOND, 'SILENT', false],
    [30 * MINUTE + 2 * SECOND, 'SILENT', true],
    [30 * MINUTE - 2 * SECOND, says(null), false],
    [30 * MINUTE + 2 * SECOND, says(null), true],
  ] as const)('after %i ms with %j needs an operator: %s', async (ms, said, needsOperator) => {
    const { bookingId } = await pending()
    await booker.sentAgo(bookingId, 'CANCEL', ms)
    await booker.waited(bookingId, ms)
    booker.desk.says('retrieve', said)
    const { booking } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'CANCELLATION_PENDING', needsOperator })
    expect(await booker.cases(bookingId)).toEqual(needsOperator ? ['UNSETTLED_CANCELLATION'] : [])
  })
})

describe('a supplier’s word about a cancellation', () => {
  it.each(['CONFIRMED', 'ON_HOLD'] as const)('that was given up for %s opens it again', async (status) => {
    const booking = await underWay(status)
    const { bookingId } = booking
    await booker.sentAgo(bookingId, 'CANCEL', HOUR)
    expect((await booker.look(bookingId)).booking.status).toBe(status)
    await booker.query(`UPDATE booking_attempts SET outcome = NULL, sent_at = NULL WHERE operation = 'CANCEL'`)
    booker.desk.says('cancel', DONE)
    const settled = await execute(booking)
    expect(settled).toMatchObject({
      status: 'CANCELLATION_PENDING',
      cancellation: { chargedPenalty: CHARGED, supplierCancellationReference: 'C-1' },
    })
    expect(await outcomeOf(bookingId)).toEqual({ outcome: 'PENDING', isOver: false, charged: 500, ref: 'C-1' })
    expect(await booker.plan(bookingId)).toMatchObject({ kind: 'CALL', inS: 0 })
    expect(await booker.cases(bookingId)).toEqual(['LATE_CANCELLATION'])
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    expect((await booker.look(bookingId)).booking).toMatchObject({
      status: 'CANCELLED',
      cancellation: { chargedPenalty: CHARGED, supplierCancellationReference: 'C-1' },
    })
    expect((await outcomeOf(bookingId)).outcome).toBe('CANCELLED')
  })

  it('that it was refused says nothing about a cancellation that was asked for since', async () => {
    const booking = await underWay()
    const { bookingId } = booking
    await booker.waited(bookingId, HOUR)
    booker.desk.says('cancel', refuses('NOT_CANCELLABLE'))
    expect((await execute(booking)).status).toBe('CANCELLATION_PENDING')
    expect((await booker.attempts(bookingId))[1].outcome).toBe('REFUSED')
    expect((await outcomeOf(bookingId)).outcome).toBe('PENDING')
  })

  it('that is cancelled already changes nothing', async () => {
    const booking = await underWay()
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    await booker.look(booking.bookingId)
    await booker.query(`UPDATE booking_attempts SET outcome = NULL, sent_at = NULL WHERE operation = 'CANCEL'`)
    booker.desk.says('retrieve', says(recordOf()))
    booker.desk.says('cancel', DONE)
    expect((await execute(booking)).status).toBe('CANCELLED')
    expect(await booker.events(booking.bookingId)).toHaveLength(4)
  })

  it('is waited for as long as its record takes to be read', async () => {
    const booking = await underWay()
    await booker.query(
      `UPDATE booking_attempts SET started_at = booking_now(booking_id) - interval '24.5 s' WHERE operation = 'CANCEL'`,
    )
    booker.desk.says('cancel', DONE)
    expect((await execute(booking)).status).toBe('CANCELLED')
  })

  it('is not asked for any more when its turn is over', async () => {
    const booking = await underWay()
    await booker.query(
      `UPDATE booking_attempts SET started_at = booking_now(booking_id) - interval '25.5 s' WHERE operation = 'CANCEL'`,
    )
    booker.desk.says('cancel', DONE)
    booker.desk.asked.splice(0)
    expect((await execute(booking)).status).toBe('CONFIRMED')
    expect(booker.desk.asked.map(({ operation }) => operation)).toEqual(['retrieve'])
    expect((await booker.attempts(booking.bookingId))[1].outcome).toBe('NOT_SENT')
    expect((await outcomeOf(booking.bookingId)).outcome).toBe('NOT_EFFECTIVE')
  })
})
