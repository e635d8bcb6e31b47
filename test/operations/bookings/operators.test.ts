import { describe, expect, it } from 'vitest'
import { type Settlement, settleByOperator } from '../../../src/operations/operator/settle-by-operator.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR } from '../../support/offered.ts'
import { caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

function settle(bookingId: string, settlement: Settlement, supplierBookingId: string | null = null) {
  const finding = { bookingId, settlement, supplierBookingId, note: 'called them', actor: 'operator:ada' }
  return settleByOperator(booker.deps, finding)
}

async function theirs(bookingId: string): Promise<string> {
  await booker.query('UPDATE bookings SET needs_operator = true WHERE id = $1', [bookingId])
  await booker.query(
    `INSERT INTO cases (id, kind, subject, booking_id, detail, opened_at, seen_at)
     SELECT 'case_' || kind, kind, $1, $1, '{}', now(), now()
     FROM unnest('{UNSETTLED_CREATE,UNSETTLED_CONFIRMATION,UNSETTLED_CANCELLATION,UNSETTLED_HOLD,LOOK_FAILS}'::text[]) kind`,
    [bookingId],
  )
  return bookingId
}

async function confirming(): Promise<string> {
  const { bookingId, acceptedOfferId } = await booker.held()
  booker.desk.says('confirm_hold', 'SILENT')
  await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })
  return bookingId
}

async function cancelling(): Promise<string> {
  const { bookingId } = await booker.confirmed()
  const quote: Json = await booker.gateway.quoteCancellation(caller(), { bookingId })
  await booker.gateway.cancelBooking(caller(), { bookingId, cancellationQuoteId: quote.value.quoteId }, 'cancel-1')
  return bookingId
}

async function creating(bookingMode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<string> {
  return (await booker.lost({ holdInMs: 96 * HOUR }, { bookingMode })).bookingId
}

async function onHold(): Promise<string> {
  return (await booker.held()).bookingId
}

describe('what an operator has found out', () => {
  it.each<[string, () => Promise<string>, Settlement, string | null, object, boolean]>([
    ['creation', creating, 'confirmed', 'S-1', { status: 'CONFIRMED', supplierBookingId: 'S-1' }, false],
    [
      'creation',
      () => creating('HOLD'),
      'on-hold',
      'S-1',
      { status: 'ON_HOLD', holdDeadlineAt: expect.any(Number) },
      false,
    ],
    ['creation', creating, 'absent', null, { status: 'FAILED', failure: { code: 'NOT_FOUND_AT_SUPPLIER' } }, true],
    ['confirmation', confirming, 'confirmed', null, { status: 'CONFIRMED' }, false],
    ['confirmation', confirming, 'on-hold', null, { status: 'ON_HOLD' }, false],
    ['confirmation', confirming, 'lapsed', null, { status: 'FAILED', failure: { code: 'HOLD_LAPSED' } }, true],
    ['cancellation', cancelling, 'cancelled', null, { status: 'CANCELLED', cancellation: { cause: 'CLIENT' } }, true],
    ['cancellation', cancelling, 'alive', null, { status: 'CONFIRMED' }, false],
    ['hold', onHold, 'confirmed', null, { status: 'CONFIRMED' }, false],
    [
      'hold',
      onHold,
      'lapsed',
      null,
      { status: 'CANCELLED', failure: null, cancellation: { cause: 'HOLD_LAPSED' } },
      true,
    ],
  ])('about a %s is done, and closes its cases (%#)', async (...row) => {
    const [, make, settlement, supplierBookingId, expected, isOver] = row
    const bookingId = await theirs(await make())
    await booker.query('UPDATE booking_attempts SET outcome = NULL')
    expect(await settle(bookingId, settlement, supplierBookingId)).toMatchObject({ ok: true, value: expected })
    expect(await booker.booking(bookingId)).toMatchObject({ ...expected, needsOperator: false })
    // A look that fails is told until a look succeeds, unless nobody looks any more.
    expect(await booker.cases(bookingId)).toEqual(isOver ? [] : ['LOOK_FAILS'])
    const outcomes = await booker.query('SELECT DISTINCT outcome FROM cancellations')
    expect(outcomes.map(({ outcome }) => outcome)).not.toContain('PENDING')
    const [entry] = await booker.query('SELECT * FROM audit_log WHERE subject = $1', [bookingId])
    expect(entry).toMatchObject({
      actor: 'operator:ada',
      action: `booking.settle.${settlement}`,
      details: { note: 'called them' },
    })
  })

  it('about a booking that its supplier no longer knows ends it, and its case', async () => {
    const { bookingId } = await booker.confirmed()
    await booker.advance(HOUR)
    booker.desk.says('retrieve', says(null))
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual(['DISCREPANCY'])
    expect(await settle(bookingId, 'cancelled')).toMatchObject({
      ok: true,
      value: { status: 'CANCELLED', cancellation: { cause: 'CANCELLED_BY_OPERATOR', penaltyStatus: 'UNKNOWN' } },
    })
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it.each<[string, () => Promise<string>, Settlement, string]>([
    ['an unknown booking', async () => 'ubk_x', 'absent', 'no booking ubk_x'],
    [
      'one that waits for nobody',
      async () => (await booker.confirmed()).bookingId,
      'cancelled',
      'does not wait for an operator',
    ],
    ['a creation that is alive', async () => theirs(await creating()), 'alive', 'can be: confirmed, absent'],
    [
      'a booking without the supplier’s id',
      async () => theirs(await creating()),
      'confirmed',
      'supplier’s own booking id is needed',
    ],
  ])('about %s is refused', async (_what, make, settlement, fault) => {
    const answer = await settle(await make(), settlement)
    expect(answer).toMatchObject({ ok: false, error: expect.stringContaining(fault) })
  })

  it('is not needed any more when the supplier answers', async () => {
    const bookingId = await theirs(await creating())
    booker.desk.says('find', says([recordOf()]))
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', needsOperator: false })
    expect(await booker.cases(bookingId)).toEqual([])
  })
})
