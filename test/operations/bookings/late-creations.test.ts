import { describe, expect, it } from 'vitest'
import { executeCreate } from '../../../src/operations/bookings/execute-create.ts'
import { resumeCreate } from '../../../src/operations/bookings/follow-up/resume-create.ts'
import { nobodysContext } from '../../../src/operations/supplier-calls.ts'
import type { Booking } from '../../../src/store/booking.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { OfferChanges } from '../../support/offered.ts'
import { caller } from '../../support/partner.ts'
import { until } from '../../support/until.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

/** A booking of a process that has not called its supplier yet, though it began so many seconds ago. */
async function begun(seconds: number, changes: OfferChanges = {}): Promise<Booking> {
  const booking = await booker.lost(changes)
  await booker.query(
    `UPDATE booking_attempts SET outcome = NULL, sent_at = NULL, started_at = booking_now(booking_id) - make_interval(secs => $2)
     WHERE booking_id = $1`,
    [booking.bookingId, seconds],
  )
  booker.desk.asked.splice(0)
  return booking
}

async function execute(booking: Booking): Promise<Booking> {
  const [{ id: attemptId }] = await booker.attempts(booking.bookingId)
  return executeCreate(booker.deps, booking, { attemptId, context: nobodysContext('req_2') })
}

describe('a creation whose process is slow', () => {
  it.each([
    [4.5, true],
    [5.5, false],
  ])('calls the supplier within five seconds of its beginning, or never (%i s: %s)', async (seconds, isSent) => {
    const booking = await begun(seconds)
    booker.desk.says('book', says(recordOf()))
    const settled = await execute(booking)
    expect(settled).toMatchObject(
      isSent
        ? { status: 'CONFIRMED' }
        : { status: 'FAILED', failure: { code: 'NOT_FOUND_AT_SUPPLIER', retryable: true } },
    )
    expect(booker.desk.asked).toHaveLength(isSent ? 1 : 0)
    expect(await booker.attempts(booking.bookingId)).toMatchObject([{ outcome: isSent ? 'ACCEPTED' : 'NOT_SENT' }])
    expect(await booker.plan(booking.bookingId)).toMatchObject(isSent ? { kind: 'STANDING' } : { kind: null })
  })

  it('calls nobody when Postgres does not let it say so', async () => {
    const booking = await begun(0)
    await booker.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
       CREATE TRIGGER refused BEFORE UPDATE OF sent_at ON booking_attempts FOR EACH ROW EXECUTE FUNCTION refuse()`,
    )
    try {
      booker.desk.says('book', says(recordOf()))
      expect((await execute(booking)).failure).toMatchObject({ retryable: true })
      expect(booker.desk.asked).toEqual([])
    } finally {
      await booker.query('DROP TRIGGER refused ON booking_attempts; DROP FUNCTION refuse')
    }
  })

  it('that needs a form sends the booking no more when it was closed after the form', async () => {
    const booking = await begun(0, { payload: { form: true } })
    booker.desk.says('book_form', async () => {
      await booker.deps.store.attempts.abandonOpen(booking.bookingId, 'CREATE')
      return says({})
    })
    booker.desk.says('book', says(recordOf()))
    const settled = await execute(booking)
    expect(booker.desk.asked.map(({ operation }) => operation)).toEqual(['book_form'])
    expect(settled.status).toBe('PROCESSING')
    expect(await booker.attempts(booking.bookingId)).toMatchObject([{ outcome: 'UNKNOWN', detail: /^not sent: / }])
  })

  it.each([
    { what: 'a booking', payload: {}, frozenAt: 1, outcome: 'NOT_SENT', sent: [], status: 'FAILED' },
    {
      what: 'a booking whose form has left',
      payload: { form: true },
      frozenAt: 2,
      outcome: 'UNKNOWN',
      sent: ['book_form'],
      status: 'PROCESSING',
    },
  ])('that stands still behind the fence until its time is over sends nothing more: $what', async (row) => {
    const booking = await begun(0, { payload: row.payload })
    booker.desk.says('book_form', says({}))
    booker.desk.says('book', says(recordOf()))
    const [{ id: attemptId }] = await booker.attempts(booking.bookingId)
    let passed = 0
    function killPoint(point: string): void {
      if (point === 'fence:passed') passed += 1
      // The whole process stands still, its timers too.
      if (point === 'fence:passed' && passed === row.frozenAt)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
    }
    const context = { ...nobodysContext('req_2'), timeoutMs: 1_000 }
    const settled = await executeCreate({ ...booker.deps, killPoint }, booking, { attemptId, context })
    expect(booker.desk.asked.map(({ operation }) => operation)).toEqual(row.sent)
    expect(await booker.attempts(booking.bookingId)).toMatchObject([{ outcome: row.outcome }])
    expect(settled.status).toBe(row.status)
  })

  it('is not sent without its guests', async () => {
    const booking = await begun(0)
    await expect(execute({ ...booking, guestsSealed: null })).rejects.toThrow('without guests')
    expect(booker.desk.asked).toEqual([])
  })

  it('that needs a form sends it first, then the booking', async () => {
    booker.desk.says('book_form', says({}))
    const booking = await booker.confirmed({ payload: { form: true } })
    expect(booker.desk.asked.map(({ operation }) => operation)).toEqual(['book_form', 'book'])
    expect(booking.status).toBe('CONFIRMED')
  })
})

describe('a supplier’s word about a creation that was given up', () => {
  /** FAILED by another process while the call was under way. */
  async function givenUp(): Promise<Booking> {
    const booking = await begun(0)
    booker.desk.says('find', says([]))
    await booker.sentAgo(booking.bookingId, 'CREATE', 36_000)
    const { booking: failed } = await booker.look(booking.bookingId)
    expect(failed).toMatchObject({ status: 'FAILED', failure: { retryable: false } })
    await booker.query(`UPDATE booking_attempts SET outcome = NULL, sent_at = NULL WHERE booking_id = $1`, [
      booking.bookingId,
    ])
    booker.desk.asked.splice(0)
    return booking
  }

  it('that it was accepted reopens it, reads the record, and tells an operator', async () => {
    const booking = await givenUp()
    booker.desk.says('book', says(recordOf()))
    booker.desk.says('retrieve', says(recordOf({ status: 'CONFIRMED' })))
    const settled = await execute(booking)
    expect(settled).toMatchObject({ status: 'CONFIRMED', failure: null, supplierBookingId: 'theirs-1' })
    const causes = (await booker.events(booking.bookingId)).map(({ change }) => change.cause)
    expect(causes).toEqual(['CREATED', 'FOUND_ABSENT', 'LATE_ACCEPTANCE', 'SUPPLIER_CONFIRMED'])
    expect(await booker.cases(booking.bookingId)).toEqual(['LATE_ACCEPTANCE'])
  })

  it('that cannot be read yet is looked at at once', async () => {
    const booking = await givenUp()
    booker.desk.says('book', says(recordOf()))
    const settled = await execute(booking)
    expect(settled).toMatchObject({ status: 'PROCESSING', pendingOperation: 'CREATE', failure: null })
    expect(await booker.plan(booking.bookingId)).toMatchObject({ kind: 'CALL', inS: 0 })
  })

  it('that it was refused changes nothing', async () => {
    const booking = await givenUp()
    booker.desk.says('book', refuses('SOLD_OUT'))
    const settled = await execute(booking)
    expect(settled).toMatchObject({ status: 'FAILED', failure: { code: 'NOT_FOUND_AT_SUPPLIER' } })
    expect(await booker.attempts(booking.bookingId)).toMatchObject([{ outcome: 'REFUSED' }])
  })

  it.each([
    ['book', says(recordOf()), 'ACCEPTED'],
    ['book', refuses('SOLD_OUT'), 'REFUSED'],
  ] as const)('changes nothing in a booking that is confirmed already', async (operation, said, outcome) => {
    const booking = await begun(0)
    booker.desk.says('find', says([recordOf({ supplierBookingId: 'found' })]))
    await booker.look(booking.bookingId)
    await booker.query(`UPDATE booking_attempts SET outcome = NULL, sent_at = NULL WHERE booking_id = $1`, [
      booking.bookingId,
    ])
    booker.desk.says(operation, said)
    expect(await execute(booking)).toMatchObject({ status: 'CONFIRMED', supplierBookingId: 'found' })
    expect(await booker.attempts(booking.bookingId)).toMatchObject([{ outcome }])
    expect(await booker.cases(booking.bookingId)).toEqual([])
  })

  it('that it was refused says nothing about a hold’s confirmation', async () => {
    const { bookingId } = await booker.held()
    const booking = await booker.booking(bookingId)
    booker.desk.says('confirm_hold', 'SILENT')
    const input = { bookingId, acceptedOfferId: booking.acceptedOfferId }
    await booker.gateway.confirmHold(caller(), input)
    await booker.query(
      `UPDATE booking_attempts SET outcome = NULL, sent_at = NULL WHERE booking_id = $1 AND operation = 'CREATE'`,
      [bookingId],
    )
    booker.desk.says('book', refuses('SOLD_OUT'))
    expect(await execute(booking)).toMatchObject({ status: 'PROCESSING', pendingOperation: 'CONFIRM_HOLD' })
  })
})

describe('a creation whose commit was not answered', () => {
  it('goes on when it proves to be stored, with the time that it has from then on', async () => {
    const booking = await begun(60)
    const [{ id: attemptId }] = await booker.attempts(booking.bookingId)
    booker.desk.says('book', says(recordOf()))
    resumeCreate(booker.deps, { booking, attemptId, context: nobodysContext('req_2') })
    await until(
      'the booking to be confirmed',
      async () => (await booker.booking(booking.bookingId)).status === 'CONFIRMED',
    )
    expect(booker.desk.asked).toHaveLength(1)
  })

  it('is looked for again every second', async () => {
    const booking = await begun(60)
    const [{ id: attemptId }] = await booker.attempts(booking.bookingId)
    await booker.query(`UPDATE booking_attempts SET sent_at = now() WHERE booking_id = $1`, [booking.bookingId])
    booker.desk.says('book', says(recordOf()))
    resumeCreate(booker.deps, { booking, attemptId, context: nobodysContext('req_2') })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(booker.desk.asked).toEqual([])
    await booker.query(`UPDATE booking_attempts SET sent_at = NULL WHERE booking_id = $1`, [booking.bookingId])
    await until(
      'the booking to be confirmed',
      async () => (await booker.booking(booking.bookingId)).status === 'CONFIRMED',
    )
  })
})
