import { describe, expect, it } from 'vitest'
import type { Booking } from '../../../src/store/booking.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR, MINUTE, SECOND } from '../../support/offered.ts'
import { caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

function confirm({ bookingId, acceptedOfferId }: Pick<Booking, 'bookingId' | 'acceptedOfferId'>): Promise<Json> {
  return booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })
}

const ACCEPTED = says(null)

describe('a hold’s confirmation', () => {
  it('[C-095] that is accepted is PROCESSING until the record says so, which is read at once', async () => {
    const hold = await booker.held()
    booker.desk.says('confirm_hold', ACCEPTED)
    const answer = await confirm(hold)
    expect(answer).toMatchObject({ ok: true, value: { status: 'PROCESSING', bookingId: hold.bookingId } })
    expect(await booker.plan(hold.bookingId)).toEqual({ kind: 'CALL', inS: 0, looks: 0 })
    expect(booker.desk.asked.at(-1)).toMatchObject({
      operation: 'confirm_hold',
      body: { supplierBookingId: 'theirs-1', timeoutMs: 10_000 },
    })
    expect(await booker.attempts(hold.bookingId)).toMatchObject([
      {},
      { operation: 'CONFIRM_HOLD', outcome: 'ACCEPTED' },
    ])
    booker.desk.says('retrieve', says(recordOf()))
    expect((await booker.look(hold.bookingId)).booking.status).toBe('CONFIRMED')
    expect(await confirm(hold)).toMatchObject({ ok: true, value: { status: 'CONFIRMED' } })
    const causes = (await booker.events(hold.bookingId)).map(({ change }) => change.cause)
    expect(causes).toEqual(['CREATED', 'HOLD_ESTABLISHED', 'HOLD_CONFIRMATION_SENT', 'SUPPLIER_CONFIRMED'])
  })

  it('that is asked for again while it is under way is sent once', async () => {
    const hold = await booker.held()
    booker.desk.says('confirm_hold', ACCEPTED)
    await confirm(hold)
    const answers = await Promise.all([confirm(hold), confirm(hold)])
    expect(answers).toMatchObject([{ value: { status: 'PROCESSING' } }, { value: { status: 'PROCESSING' } }])
    const other = await booker.held()
    await Promise.all([confirm(other), confirm(other), confirm(other)])
    expect(booker.desk.asked.filter(({ operation }) => operation === 'confirm_hold')).toHaveLength(2)
  })

  it('without an answer is looked at in five seconds', async () => {
    const hold = await booker.held()
    booker.desk.says('confirm_hold', 'SILENT')
    expect(await confirm(hold)).toMatchObject({ ok: true, value: { status: 'PROCESSING' } })
    expect(await booker.plan(hold.bookingId)).toEqual({ kind: 'CALL', inS: 5, looks: 0 })
  })

  it.each([true, false])('that is refused puts it back, and says whether to try again (%s)', async (retryable) => {
    const hold = await booker.held()
    booker.desk.says('confirm_hold', refuses('SUPPLIER_REFUSED', retryable, 422))
    expect(await confirm(hold)).toMatchObject({
      ok: false,
      error: {
        code: 'HOLD_CONFIRMATION_REJECTED',
        retryable,
        details: {
          bookingId: hold.bookingId,
          status: 'ON_HOLD',
          supplier: 'desk',
          supplierHttpStatus: 422,
          supplierErrorCode: 'E7',
          retryable,
        },
      },
    })
    expect((await booker.booking(hold.bookingId)).status).toBe('ON_HOLD')
    expect(await booker.plan(hold.bookingId)).toEqual({ kind: 'HOLD', inS: 0, looks: 0 })
    booker.desk.says('confirm_hold', ACCEPTED)
    expect(await confirm(hold)).toMatchObject({ ok: true })
  })

  it('that may not be sent any more puts it back, and can be asked for again', async () => {
    const hold = await booker.held()
    await booker.query(
      `CREATE FUNCTION begin_sooner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.started_at := NEW.started_at - interval '16 s'; RETURN NEW; END $$;
       CREATE TRIGGER aged BEFORE INSERT ON booking_attempts FOR EACH ROW EXECUTE FUNCTION begin_sooner()`,
    )
    try {
      booker.desk.says('confirm_hold', ACCEPTED)
      expect(await confirm(hold)).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } })
      await booker.query(
        `CREATE OR REPLACE FUNCTION begin_sooner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.started_at := NEW.started_at - interval '14 s'; RETURN NEW; END $$`,
      )
      expect(await confirm(hold)).toMatchObject({ ok: true })
    } finally {
      await booker.query('DROP TRIGGER aged ON booking_attempts; DROP FUNCTION begin_sooner')
    }
    const outcomes = (await booker.attempts(hold.bookingId)).map(({ outcome }): string => outcome)
    expect(outcomes).toEqual(['ACCEPTED', 'NOT_SENT', 'ACCEPTED'])
  })

  it.each<[string, () => Promise<Booking>, string]>([
    ['that is no hold', () => booker.confirmed(), 'HOLD_NOT_ALLOWED'],
    [
      'whose supplier has no holds any more',
      async () => {
        const hold = await booker.held()
        await booker.query(`UPDATE bookings SET supplier_code = 'instant'`)
        return hold
      },
      'HOLD_NOT_ALLOWED',
    ],
    [
      'that was never made',
      () => booker.lost({ holdInMs: 96 * HOUR }, { bookingMode: 'HOLD' }),
      'HOLD_CONFIRMATION_FAILED',
    ],
    ['whose supplier confirms none', () => booker.held({ code: 'shy' }), 'PROVIDER_OPERATION_NOT_SUPPORTED'],
    [
      'without the supplier’s id',
      async () => {
        const hold = await booker.held()
        await booker.query('UPDATE bookings SET supplier_booking_id = NULL')
        return hold
      },
      'HOLD_CONFIRMATION_FAILED',
    ],
    [
      'that is over',
      async () => {
        const hold = await booker.held()
        await booker.query(`UPDATE bookings SET hold_deadline_at = gateway_now(organization_id) - interval '1 ms'`)
        return hold
      },
      'HOLD_DEADLINE_EXPIRED',
    ],
    [
      'whose hotel is being checked',
      async () => {
        await booker.query(`UPDATE supplier_hotels SET verification = 'PENDING'`)
        return booker.held()
      },
      'HOTEL_MAPPING_CHECK_PENDING',
    ],
    [
      'that is of another hotel',
      async () => {
        await booker.query(`UPDATE supplier_hotels SET verification = 'UNVERIFIED'`)
        return booker.held()
      },
      'HOTEL_MAPPING_UNVERIFIED',
    ],
    [
      'of a listing that is gone',
      async () => {
        const hold = await booker.held()
        await booker.query(`UPDATE bookings SET terms = jsonb_set(terms, '{supplierHotelId}', '"gone"')`)
        return hold
      },
      'HOTEL_MAPPING_UNVERIFIED',
    ],
    [
      'that was released',
      async () => {
        const hold = await booker.held()
        booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
        return (await booker.look(hold.bookingId)).booking
      },
      'HOLD_NOT_ALLOWED',
    ],
  ])('of a booking %s is refused', async (_what, make, code) => {
    const booking = await make()
    expect(await confirm(booking)).toMatchObject({ ok: false, error: { code } })
    expect(booker.desk.asked.some(({ operation }) => operation === 'confirm_hold')).toBe(false)
  })

  it('needs the offer that was accepted, and the organization whose it is', async () => {
    const { bookingId, acceptedOfferId } = await booker.held()
    expect(await confirm({ bookingId, acceptedOfferId: 'off_x' })).toMatchObject({
      error: { code: 'ACCEPTED_OFFER_MISMATCH' },
    })
    const stranger = caller({ organizationId: THEIRS })
    expect(await booker.gateway.confirmHold(stranger, { bookingId, acceptedOfferId })).toMatchObject({
      error: { code: 'BOOKING_NOT_FOUND' },
    })
  })

  it('is possible until the last second', async () => {
    const [one, other] = [await booker.held({ holdInMs: 72 * HOUR }), await booker.held({ holdInMs: 72 * HOUR })]
    booker.desk.says('confirm_hold', ACCEPTED)
    await booker.advance(72 * HOUR - 5 * SECOND)
    expect(await confirm(one)).toMatchObject({ ok: true })
    await booker.advance(5 * SECOND)
    expect(await confirm(other)).toMatchObject({ error: { code: 'HOLD_DEADLINE_EXPIRED' } })
  })
})

describe('a look at a confirmation', () => {
  /** A confirmation without an answer, sent so long ago. */
  async function unanswered(ms: number): Promise<Booking> {
    const hold = await booker.held()
    booker.desk.says('confirm_hold', 'SILENT')
    await confirm(hold)
    await booker.sentAgo(hold.bookingId, 'CONFIRM_HOLD', ms)
    await booker.waited(hold.bookingId, ms)
    return hold
  }

  it.each([
    [118 * SECOND, false],
    [122 * SECOND, true],
  ])('that finds a hold %i ms after it was sent gives it up: %s', async (ms, isOver) => {
    const { bookingId } = await unanswered(ms)
    booker.desk.says('retrieve', says(recordOf({ status: 'ON_HOLD' })))
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.status).toBe(isOver ? 'ON_HOLD' : 'PROCESSING')
    expect(plan).toEqual(isOver ? { kind: 'HOLD', inS: 600, looks: 0 } : { kind: 'CALL', inS: 15, looks: 1 })
  })

  it('does not give up what was accepted', async () => {
    const { bookingId } = await unanswered(HOUR)
    await booker.query(`UPDATE booking_attempts SET outcome = 'ACCEPTED' WHERE operation = 'CONFIRM_HOLD'`)
    booker.desk.says('retrieve', says(recordOf({ status: 'ON_HOLD' })))
    expect((await booker.look(bookingId)).booking.status).toBe('PROCESSING')
  })

  it.each(['CANCELLED', 'FAILED'] as const)('that finds %s is a lapse', async (status) => {
    const { bookingId } = await unanswered(5 * SECOND)
    booker.desk.says('retrieve', says(recordOf({ status })))
    const { booking } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'FAILED', failure: { code: 'HOLD_LAPSED', retryable: false } })
  })

  it.each([
    [2 * HOUR - 5 * SECOND, false],
    [2 * HOUR + 5 * SECOND, true],
  ])('that finds it pending for %i ms needs an operator: %s', async (ms, needsOperator) => {
    const { bookingId } = await unanswered(ms)
    booker.desk.says('retrieve', says(recordOf({ status: 'PENDING' })))
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'PROCESSING', needsOperator })
    expect(await booker.cases(bookingId)).toEqual(needsOperator ? ['UNSETTLED_CONFIRMATION'] : [])
    expect(plan.inS).toBe(needsOperator ? 600 : 15)
    if (needsOperator) expect((await booker.look(bookingId)).booking.needsOperator).toBe(true)
  })

  it.each([
    [15.5, false],
    [16.5, true],
  ])('of which nothing was sent %i s after it began gives it up: %s', async (seconds, isOver) => {
    const { bookingId } = await unanswered(MINUTE)
    await booker.query(
      `UPDATE booking_attempts SET outcome = NULL, sent_at = NULL, started_at = booking_now(booking_id) - make_interval(secs => $1)
       WHERE operation = 'CONFIRM_HOLD'`,
      [seconds],
    )
    const { booking } = await booker.look(bookingId)
    expect(booking.status).toBe(isOver ? 'ON_HOLD' : 'PROCESSING')
  })
})
