import { describe, expect, it } from 'vitest'
import { reconcileBooking } from '../../../src/operations/bookings/follow-up/reconcile-booking.ts'
import { nobodysContext } from '../../../src/operations/supplier-calls.ts'
import type { SupplierBooking } from '../../../src/suppliers/supplier.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR, MINUTE, SECOND } from '../../support/offered.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const HOLD = [{ holdInMs: 96 * HOUR }, { bookingMode: 'HOLD' }] as const

/** A creation without an answer that was sent, and waits, for so long. */
async function lost(ms: number, code = 'desk', isHold = false): Promise<string> {
  const [changes, input] = isHold ? HOLD : [{}, {}]
  const { bookingId } = await booker.lost({ code, ...changes }, input)
  await booker.sentAgo(bookingId, 'CREATE', ms)
  await booker.waited(bookingId, ms)
  booker.desk.asked.splice(0)
  return bookingId
}

function found(...records: Partial<SupplierBooking>[]): void {
  booker.desk.says('find', says(records.map(recordOf)))
}

describe('a look at a creation without an answer', () => {
  it('asks by our reference, and takes over what was made', async () => {
    const bookingId = await lost(SECOND)
    found({ supplierBookingCode: 'code' })
    const { booking } = await booker.look(bookingId)
    expect(booking).toMatchObject({
      status: 'CONFIRMED',
      supplierBookingId: 'theirs-1',
      supplierBookingCode: 'code',
      supplierPayload: { link: 'of the record' },
    })
    expect(booker.desk.asked).toMatchObject([
      {
        operation: 'find',
        world: 'org_ours',
        body: {
          supplierReference: booking.supplierReference,
          supplierBookingId: null,
          supplierPayload: { rate: 'r1' },
          holderEmail: 'ada@example.com',
          bookedAt: booking.createdAt,
          requestId: 'req_look',
          timeoutMs: 10_000,
        },
      },
    ])
  })

  it.each([null, 40 * HOUR])('takes over a hold with the record’s deadline or the offered one (%s)', async (inMs) => {
    const bookingId = await lost(SECOND, 'desk', true)
    const holdDeadlineAt = inMs === null ? null : booker.now() + inMs
    found({ status: 'ON_HOLD', holdDeadlineAt })
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({
      status: 'ON_HOLD',
      holdDeadlineAt: holdDeadlineAt ?? booking.terms.holdDeadlineAt,
    })
    expect(plan.kind).toBe('HOLD')
  })

  it.each([
    [false, 'FAILED', null, 'SUPPLIER_REFUSED', 'SUPPLIER_REFUSED'],
    [false, 'CANCELLED', 'SOLD_OUT', 'SOLD_OUT', 'SUPPLIER_REFUSED'],
    [true, 'CANCELLED', null, 'HOLD_LAPSED', 'HOLD_LAPSED'],
    [true, 'FAILED', 'SOLD_OUT', 'HOLD_LAPSED', 'HOLD_LAPSED'],
  ] as const)('of a hold (%s) that finds %s for %s fails with %s', async (...row) => {
    const [isHold, status, failureReason, code, cause] = row
    const bookingId = await lost(SECOND, 'desk', isHold)
    found({ status, failureReason })
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'FAILED', failure: { code, retryable: false } })
    expect(plan).toMatchObject({ kind: null, inS: null })
    expect((await booker.events(bookingId)).at(-1)?.change.cause).toBe(cause)
  })

  it.each([
    ['desk', 34 * SECOND, false],
    ['desk', 35.5 * SECOND, true],
    ['lagging', HOUR, false],
  ] as const)('at %s that finds nothing after %i ms believes it: %s', async (code, ms, isBelieved) => {
    const bookingId = await lost(ms, code)
    found()
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.status).toBe(isBelieved ? 'FAILED' : 'PROCESSING')
    if (isBelieved) {
      expect(booking.failure).toMatchObject({ code: 'NOT_FOUND_AT_SUPPLIER', retryable: false })
      expect(plan).toEqual({ kind: 'AFTERMATH', inS: 600, looks: 0 })
    } else if (code === 'desk') expect(plan).toEqual({ kind: 'CALL', inS: 15, looks: 1 })
  })

  it('does not believe that nothing is there when it was accepted', async () => {
    const bookingId = await lost(HOUR)
    await booker.query(`UPDATE booking_attempts SET outcome = 'ACCEPTED'`)
    found()
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'PROCESSING', needsOperator: true })
  })

  it('believes at once when there is no attempt, or a closed one that was not sent', async () => {
    const one = await lost(SECOND)
    await booker.query('DELETE FROM booking_attempts')
    found()
    expect((await booker.look(one)).booking).toMatchObject({ status: 'FAILED', failure: { retryable: false } })
    const other = await lost(SECOND)
    await booker.query(`UPDATE booking_attempts SET sent_at = NULL WHERE booking_id = $1`, [other])
    expect((await booker.look(other)).booking).toMatchObject({ status: 'FAILED', failure: { retryable: false } })
  })

  it.each([
    [5.5, false],
    [6.5, true],
  ])('of which nothing has left %i s after it began closes it: %s', async (seconds, isClosed) => {
    const bookingId = await lost(MINUTE)
    await booker.query(
      `UPDATE booking_attempts SET outcome = NULL, sent_at = NULL, started_at = booking_now(booking_id) - make_interval(secs => $1)`,
      [seconds],
    )
    found()
    const { booking } = await booker.look(bookingId)
    expect(booking.status).toBe(isClosed ? 'FAILED' : 'PROCESSING')
    expect(booker.desk.asked).toHaveLength(isClosed ? 0 : 1)
    expect((await booker.attempts(bookingId))[0].outcome).toBe(isClosed ? 'NOT_SENT' : null)
    if (isClosed) expect(booking.failure).toMatchObject({ code: 'NOT_FOUND_AT_SUPPLIER', retryable: true })
  })

  it('of which nothing was sent, as its process has said, asks nobody', async () => {
    const bookingId = await lost(MINUTE)
    await booker.query(`UPDATE booking_attempts SET outcome = 'NOT_SENT', sent_at = NULL`)
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'FAILED', failure: { retryable: true } })
    expect(plan).toMatchObject({ kind: null, inS: null })
    expect(booker.desk.asked).toEqual([])
  })

  it('that settles it closes an attempt whose process tells nothing, and no other', async () => {
    const [open, ended] = [await lost(MINUTE), await lost(MINUTE)]
    await booker.query('UPDATE booking_attempts SET outcome = NULL, detail = NULL WHERE booking_id = $1', [open])
    found({})
    await booker.look(open)
    await booker.look(ended)
    expect((await booker.attempts(open))[0]).toMatchObject({
      outcome: 'UNKNOWN',
      detail: expect.stringContaining('not told'),
    })
    expect((await booker.attempts(ended))[0].detail).not.toContain('not told')
  })

  it('that settles nothing leaves the attempt open', async () => {
    const bookingId = await lost(SECOND)
    await booker.query('UPDATE booking_attempts SET outcome = NULL')
    found({ status: 'PENDING' })
    await booker.look(bookingId)
    expect((await booker.attempts(bookingId))[0].outcome).toBeNull()
  })
})

describe('a creation that stays open', () => {
  it.each([
    [30 * MINUTE - 2 * SECOND, 'SILENT', 'desk', false],
    [30 * MINUTE + 2 * SECOND, 'SILENT', 'desk', true],
    [30 * MINUTE - 2 * SECOND, says([]), 'lagging', false],
    [30 * MINUTE + 2 * SECOND, says([]), 'lagging', true],
    [SECOND, says([recordOf(), recordOf()]), 'desk', true],
    [2 * HOUR - 2 * SECOND, says([recordOf({ status: 'PENDING' })]), 'desk', false],
    [2 * HOUR + 2 * SECOND, says([recordOf({ status: 'PENDING' })]), 'desk', true],
  ] as const)('for %i ms with %j at %s needs an operator: %s', async (ms, said, code, needsOperator) => {
    const bookingId = await lost(ms, code)
    booker.desk.says('find', said)
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'PROCESSING', needsOperator })
    expect(await booker.cases(bookingId)).toEqual(needsOperator ? ['UNSETTLED_CREATE'] : [])
    expect(plan).toEqual({ kind: 'CALL', inS: needsOperator ? 600 : 15, looks: 1 })
    const last = (await booker.events(bookingId)).at(-1)
    expect(last?.change.cause).toBe(needsOperator ? 'MANUAL_REVIEW_REQUIRED' : 'CREATED')
    if (!needsOperator) return
    const { sequence } = booking
    expect((await booker.look(bookingId)).booking).toMatchObject({ needsOperator: true, sequence })
    found({})
    booker.desk.says('retrieve', says(recordOf()))
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', needsOperator: false })
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('is looked at ever more rarely', async () => {
    const bookingId = await lost(SECOND)
    const waits: (number | null)[] = []
    for (let look = 0; look < 10; look++) waits.push((await booker.look(bookingId)).plan.inS)
    expect(waits).toEqual([15, 30, 30, 60, 120, 240, 600, 600, 600, 600])
  })

  it.each([
    ['polled', MINUTE, 7],
    ['polled', 10 * MINUTE - 3 * SECOND, 7],
    ['polled', 10 * MINUTE + 3 * SECOND, 15],
    ['desk', MINUTE, 15],
  ])('at %s is polled after %i ms every %i s', async (code, ms, seconds) => {
    const bookingId = await lost(ms, code)
    found({ status: 'PENDING' })
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'PROCESSING', supplierBookingId: 'theirs-1' })
    expect(plan).toEqual({ kind: 'CALL', inS: seconds, looks: 1 })
    booker.desk.says('retrieve', says(recordOf({ status: 'PENDING' })))
    await booker.look(bookingId)
    expect(booker.desk.asked.at(-1)).toMatchObject({
      operation: 'retrieve',
      body: { supplierBookingId: 'theirs-1', timeoutMs: 10_000 },
    })
  })

  it('is not polled when it says nothing, nor once an operator has it', async () => {
    const silent = await lost(MINUTE, 'polled')
    expect((await booker.look(silent)).plan.inS).toBe(15)
    const theirs = await lost(3 * HOUR, 'polled')
    found({ status: 'PENDING' })
    expect((await booker.look(theirs)).plan.inS).toBe(600)
  })

  it('that is known by the supplier’s id, and gone, is judged like any other', async () => {
    const bookingId = await lost(36 * SECOND)
    await booker.query(`UPDATE bookings SET supplier_booking_id = 'theirs-9'`)
    booker.desk.says('retrieve', says(null))
    expect((await booker.look(bookingId)).booking.status).toBe('FAILED')
  })

  it('that was asked about by somebody else plans nothing', async () => {
    const bookingId = await lost(MINUTE)
    const before = await booker.plan(bookingId)
    const context = nobodysContext('req_3')
    const answer = await reconcileBooking(booker.deps, { bookingId, look: { leaseId: null }, context })
    expect(answer).toMatchObject({ bookingId, status: 'PROCESSING' })
    const { kind, looks } = await booker.plan(bookingId)
    expect({ kind, looks }).toEqual({ kind: before.kind, looks: before.looks })
    expect(await reconcileBooking(booker.deps, { bookingId: 'ubk_x', look: { leaseId: null }, context })).toBeNull()
  })
})

describe('a supplier that refuses our credentials', () => {
  it('is a case of the connection until it answers', async () => {
    const bookingId = await lost(SECOND)
    booker.desk.says('find', { status: 401, json: null })
    await booker.look(bookingId)
    const [row] = await booker.query(`SELECT * FROM cases WHERE closed_at IS NULL`)
    expect(row).toMatchObject({
      kind: 'CREDENTIALS_REFUSED',
      subject: 'con_desk',
      connection_id: 'con_desk',
      detail: { supplierCode: 'desk', httpStatus: 401 },
    })
    booker.desk.says('find', { status: 503, json: null })
    await booker.look(bookingId)
    expect(await openCases()).toHaveLength(1)
    found()
    await booker.look(bookingId)
    expect(await openCases()).toEqual([])
  })
})

function openCases(): Promise<Json[]> {
  return booker.query('SELECT kind FROM cases WHERE closed_at IS NULL')
}
