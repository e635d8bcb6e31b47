import { describe, expect, it } from 'vitest'
import { expireReview } from '../../../src/operations/bookings/review-booking.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR, SECOND } from '../../support/offered.ts'
import { caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

/** A hold that awaits its review for 24 hours. */
async function awaiting(holdInMs = 30 * HOUR): Promise<string> {
  const { value } = await booker.create(await booker.offer({ holdInMs }), { bookingMode: 'HOLD' })
  expect(value.booking.status).toBe('AWAITING_REVIEW')
  return value.booking.bookingId
}

function review(bookingId: string, decision: string, key: string | null = null, note?: string): Promise<Json> {
  return booker.gateway.reviewBooking(caller(), { bookingId, decision, ...(note ? { note } : {}) }, key)
}

function audited(bookingId: string): Promise<Json[]> {
  return booker.query('SELECT action, actor, details FROM audit_log WHERE subject = $1 ORDER BY id', [bookingId])
}

describe('a review', () => {
  it('[C-094] that approves sends the hold to its supplier', async () => {
    const bookingId = await awaiting()
    booker.desk.says('book', says(recordOf({ status: 'ON_HOLD' })))
    const answer = await review(bookingId, 'APPROVE', null, 'seen')
    expect(answer).toMatchObject({ ok: true, value: { replayed: false, booking: { status: 'ON_HOLD' } } })
    expect(booker.desk.asked).toHaveLength(1)
    expect(await booker.attempts(bookingId)).toMatchObject([{ operation: 'CREATE', outcome: 'ACCEPTED' }])
    expect(await audited(bookingId)).toEqual([
      { action: 'booking.review.approve', actor: 'key:test', details: { note: 'seen' } },
    ])
    expect(await booker.cases(bookingId)).toEqual([])
    const [closed] = await booker.query(`SELECT kind, settled_how FROM cases WHERE booking_id = $1`, [bookingId])
    expect(closed).toEqual({ kind: 'REVIEW', settled_how: 'the booking became PROCESSING' })
    const causes = (await booker.events(bookingId)).map(({ change }) => change.cause)
    expect(causes).toEqual(['CREATED', 'REVIEW_APPROVED', 'HOLD_ESTABLISHED'])
  })

  it('that rejects calls nobody', async () => {
    const bookingId = await awaiting()
    const { value } = await review(bookingId, 'REJECT')
    expect(value.booking).toMatchObject({ status: 'FAILED', failure: { code: 'REVIEW_REJECTED', retryable: false } })
    expect(booker.desk.asked).toEqual([])
    expect(await booker.attempts(bookingId)).toEqual([])
    expect(await booker.plan(bookingId)).toMatchObject({ kind: null, inS: null })
    expect(await booker.cases(bookingId)).toEqual([])
    expect(await audited(bookingId)).toMatchObject([{ action: 'booking.review.reject', details: { note: null } }])
  })

  it('is decided once; with its key it is answered again', async () => {
    const bookingId = await awaiting()
    expect((await review(bookingId, 'REJECT', 'review-1')).value.replayed).toBe(false)
    expect(await review(bookingId, 'REJECT', 'review-1')).toMatchObject({
      ok: true,
      value: { replayed: true, booking: { status: 'FAILED' } },
    })
    expect(await review(bookingId, 'APPROVE', 'review-1')).toMatchObject({ error: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await review(bookingId, 'APPROVE')).toMatchObject({ ok: false })
    expect(await review(bookingId, 'REJECT', 'review-2')).toMatchObject({ ok: false })
    const [key] = await booker.query(
      `SELECT extract(day FROM expires_at - created_at)::int AS days FROM idempotency_keys WHERE operation = 'REVIEW'`,
    )
    expect(key).toEqual({ days: 30 })
    expect(await audited(bookingId)).toHaveLength(1)
  })

  it('by two people at once is one', async () => {
    const bookingId = await awaiting()
    const answers = await Promise.all([
      review(bookingId, 'REJECT'),
      review(bookingId, 'REJECT', 'b'),
      review(bookingId, 'REJECT'),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await booker.events(bookingId)).toHaveLength(2)
  })

  it('is of one’s own bookings, and of such as await one', async () => {
    const bookingId = await awaiting()
    const stranger = caller({ organizationId: THEIRS })
    expect(await booker.gateway.reviewBooking(stranger, { bookingId, decision: 'REJECT' }, null)).toMatchObject({
      error: { code: 'BOOKING_NOT_FOUND' },
    })
    expect(await review((await booker.confirmed()).bookingId, 'REJECT')).toMatchObject({ ok: false })
    expect((await booker.booking(bookingId)).status).toBe('AWAITING_REVIEW')
  })

  it.each([
    [24 * HOUR - 5 * SECOND, true],
    [24 * HOUR + SECOND, false],
  ])('is possible after %i ms: %s', async (ms, isPossible) => {
    const bookingId = await awaiting()
    await booker.advance(ms)
    expect((await review(bookingId, 'REJECT')).ok).toBe(isPossible)
  })
})

describe('a review that nobody makes', () => {
  it.each([
    [-5 * SECOND, 'AWAITING_REVIEW'],
    [SECOND, 'FAILED'],
  ])('%i ms from its end is %s', async (fromEndMs, status) => {
    const bookingId = await awaiting()
    await booker.advance(24 * HOUR + fromEndMs)
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.status).toBe(status)
    if (status === 'FAILED') {
      expect(booking.failure).toMatchObject({ code: 'REVIEW_EXPIRED', retryable: false })
      expect(await booker.cases(bookingId)).toEqual([])
    } else expect(plan).toEqual({ kind: 'REVIEW', inS: 5, looks: 1 })
    expect(booker.desk.asked).toEqual([])
  })

  it('is over when its time is unknown only for a person', async () => {
    const bookingId = await awaiting()
    await booker.query('UPDATE bookings SET review_expires_at = NULL')
    await booker.advance(48 * HOUR)
    expect((await booker.look(bookingId)).booking.status).toBe('AWAITING_REVIEW')
    booker.desk.says('book', says(recordOf({ status: 'ON_HOLD' })))
    expect((await review(bookingId, 'APPROVE')).ok).toBe(true)
  })

  it('does not end a booking that was decided in time', async () => {
    const bookingId = await awaiting()
    booker.desk.says('book', says(recordOf({ status: 'ON_HOLD' })))
    await review(bookingId, 'APPROVE')
    await booker.advance(25 * HOUR)
    await expireReview(booker.deps, { bookingId, look: { leaseId: null } })
    expect((await booker.booking(bookingId)).status).toBe('ON_HOLD')
  })
})
