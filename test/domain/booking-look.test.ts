import { describe, expect, it } from 'vitest'
import { BOOKING_STATUSES } from '../../src/domain/booking.ts'
import {
  LAST_CONFIRMATION_LOOK,
  type LookFacts,
  mayStillAppear,
  nextLook,
  retryDelayMs,
} from '../../src/domain/booking-look.ts'
import type { PenaltyWindow } from '../../src/domain/cancellation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'

const NOW = Date.parse('2026-11-01T12:00:00Z')
const FREE_UNTIL = Date.parse('2026-12-20T00:00:00Z')

function free(untilAt: number): PenaltyWindow {
  return {
    fromAt: NOW,
    untilAt,
    status: 'NO_CHARGE',
    penalty: { amountMinor: 0, currency: 'EUR' },
    basis: 'FIXED',
    nights: null,
    percent: null,
    deadlineSource: 'SUPPLIER_ZONED',
  }
}

function facts(changes: Partial<LookFacts>): LookFacts {
  return {
    status: 'CONFIRMED',
    mode: 'INSTANT',
    pendingOperation: null,
    needsOperator: false,
    holdDeadlineAt: null,
    reviewExpiresAt: null,
    verifiesListing: false,
    hotelConfirmation: { status: 'FETCHED' },
    failure: null,
    terms: {
      stay: { checkInDate: '2026-12-31', checkOutDate: '2027-01-03' },
      policy: { windows: [free(FREE_UNTIL)] },
    },
    createdAt: NOW,
    looks: 0,
    ...changes,
  }
}

/** Walks from look to look, each exactly when it is due; the instants of the looks. */
function walk(start: LookFacts, from: number): number[] {
  const times: number[] = []
  let now = from
  for (let looks = 0; looks < 100; looks++) {
    const next = nextLook({ ...start, looks }, now)
    if (!next) return times
    now = 'at' in next ? Math.max(now, next.at) : now + next.afterMs
    times.push(now)
  }
  throw new Error('a booking is looked at for ever')
}

describe('the next look at a booking', () => {
  it('[C-137] is planned for a confirmed booking ahead of each deadline of its guest, until check-out', () => {
    const checkInAt = Date.parse('2026-12-31T00:00:00Z') - 14 * HOUR_MS
    const times = walk(facts({}), NOW)
    expect(times).toEqual(
      [
        NOW + DAY_MS,
        FREE_UNTIL - 7 * DAY_MS,
        FREE_UNTIL - 2 * DAY_MS,
        FREE_UNTIL - 6 * HOUR_MS,
        checkInAt - 7 * DAY_MS,
        checkInAt - 2 * DAY_MS,
        checkInAt - 6 * HOUR_MS,
        checkInAt,
        Date.parse('2027-01-04T12:00:00Z'),
      ].toSorted((a, b) => a - b),
    )
  })

  it('[C-137] is at most a day away while the hotel’s own number is missing, and then as for any other', () => {
    const waiting = facts({ hotelConfirmation: { status: 'PENDING' } })
    const [first] = walk(waiting, NOW)
    expect(first).toBe(NOW + 2 * MINUTE_MS)
    expect(nextLook({ ...waiting, looks: LAST_CONFIRMATION_LOOK }, NOW)).toEqual({ kind: 'STANDING', at: NOW + DAY_MS })
  })

  it('waits for the process that makes a call, and then asks by the ladder, for an operator as well', () => {
    const open = facts({ status: 'PROCESSING', pendingOperation: 'CREATE' })
    expect(nextLook(open, NOW)).toEqual({ kind: 'CALL', afterMs: 12_000 })
    expect(nextLook({ ...open, looks: 1 }, NOW)).toEqual({ kind: 'CALL', afterMs: 15_000 })
    expect(nextLook({ ...open, looks: 50 }, NOW)).toEqual({ kind: 'CALL', afterMs: 600_000 })
    expect(nextLook({ ...open, needsOperator: true, looks: 1 }, NOW)).toEqual({ kind: 'CALL', afterMs: 600_000 })
  })

  it('is at a hold’s deadline, at once when that has passed, and never ends before the hold does', () => {
    const held = facts({ status: 'ON_HOLD', mode: 'HOLD', holdDeadlineAt: NOW + DAY_MS })
    expect(nextLook(held, NOW)).toEqual({ kind: 'HOLD', at: NOW + DAY_MS })
    expect(nextLook(held, NOW + DAY_MS)).toEqual({ kind: 'HOLD', afterMs: 0 })
    expect(nextLook({ ...held, looks: 1 }, NOW + DAY_MS)).toEqual({ kind: 'HOLD', afterMs: 5_000 })
    expect(nextLook({ ...held, looks: 99 }, NOW + 9 * DAY_MS)).toEqual({ kind: 'HOLD', afterMs: 600_000 })
  })

  it('comes before the deadline of a hold or a review whose listing has not been checked, but never after it', () => {
    const review = facts({
      status: 'AWAITING_REVIEW',
      mode: 'HOLD',
      reviewExpiresAt: NOW + HOUR_MS,
      verifiesListing: true,
    })
    expect(nextLook(review, NOW)).toEqual({ kind: 'REVIEW', afterMs: 0 })
    expect(nextLook({ ...review, looks: 9 }, NOW)).toEqual({ kind: 'REVIEW', afterMs: 600_000 })
    expect(nextLook({ ...review, looks: 9 }, NOW + HOUR_MS - 1)).toEqual({ kind: 'REVIEW', at: NOW + HOUR_MS })
  })

  it('[C-139] follows a booking that failed although its call was sent, and no other failure', () => {
    const failed = facts({ status: 'FAILED', failure: { code: 'NOT_FOUND_AT_SUPPLIER', retryable: false } })
    expect(walk(failed, NOW)).toEqual([NOW + 10 * MINUTE_MS, NOW + 70 * MINUTE_MS, NOW + 70 * MINUTE_MS + DAY_MS])
    expect(nextLook({ ...failed, failure: { code: 'NOT_FOUND_AT_SUPPLIER', retryable: true } }, NOW)).toBeNull()
    expect(nextLook({ ...failed, failure: { code: 'SOLD_OUT', retryable: false } }, NOW)).toBeNull()
  })

  it('is asked for by the ladder: 5, 15, 30, 30, 60, 120, 240 and 600 seconds, and then every ten minutes', () => {
    const seconds = Array.from({ length: 12 }, (_, rung) => retryDelayMs(rung) / 1_000)
    expect(seconds).toEqual([5, 15, 30, 30, 60, 120, 240, 600, 600, 600, 600, 600])
  })

  it('[L-14] [C-137] for the hotel’s own number comes after minutes at first, then daily until the guests arrive', () => {
    const waiting = facts({ hotelConfirmation: { status: 'PENDING' }, createdAt: NOW - 40 * DAY_MS })
    const far = facts({ terms: { ...waiting.terms, stay: { checkInDate: '2028-01-10', checkOutDate: '2028-01-12' } } })
    const after = Array.from({ length: 7 }, (_, looks) => {
      const next = nextLook({ ...waiting, terms: { ...far.terms, policy: { windows: [] } }, looks }, NOW)
      return next && 'afterMs' in next ? next.afterMs / MINUTE_MS : null
    })
    expect(after).toEqual([2, 10, 60, 360, 1_440, 1_440, 1_440])
    const given = {
      ...waiting,
      hotelConfirmation: { status: 'NO_ANSWER' },
      terms: { ...far.terms, policy: { windows: [] } },
    }
    expect(nextLook(given, NOW)).toEqual({ kind: 'STANDING', afterMs: DAY_MS })
    const arrived = Date.parse('2028-01-10')
    expect(nextLook(given, arrived)).toEqual({ kind: 'STANDING', at: Date.parse('2028-01-13T12:00:00Z') })
    const known = { ...given, hotelConfirmation: { status: 'FETCHED' } }
    expect(nextLook(known, NOW)).toMatchObject({ at: expect.any(Number) })
    expect(LAST_CONFIRMATION_LOOK).toBe(6)
  })

  it('[C-137] for the hotel’s own number gives way to a check that comes first, or at the same instant', () => {
    const waiting = facts({ hotelConfirmation: { status: 'PENDING' }, looks: 1 })
    const dayAfter = NOW + DAY_MS
    expect(nextLook(waiting, dayAfter - 10 * MINUTE_MS - 1)).toEqual({ kind: 'STANDING', afterMs: 10 * MINUTE_MS })
    expect(nextLook(waiting, dayAfter - 10 * MINUTE_MS)).toEqual({ kind: 'STANDING', at: dayAfter })
  })

  it('[C-137] of a booking of the last days is the first of its checks, though the day after the booking is later', () => {
    const stay = { checkInDate: '2026-11-03', checkOutDate: '2026-11-05' }
    const late = facts({ terms: { stay, policy: { windows: [] } } })
    const sixHoursAhead = Date.parse('2026-11-02T04:00:00Z')
    expect(nextLook(late, NOW)).toEqual({ kind: 'STANDING', at: sixHoursAhead })
    expect(walk(late, NOW)).toEqual(walk(late, NOW).toSorted((a, b) => a - b))
  })

  it('after check-out is for the hotel’s own number alone, while that is waited for', () => {
    const over = Date.parse('2027-01-05T00:00:00Z')
    expect(nextLook(facts({ hotelConfirmation: { status: 'PENDING' } }), over)).toEqual({
      kind: 'STANDING',
      afterMs: 2 * MINUTE_MS,
    })
    expect(nextLook(facts({}), over)).toBeNull()
  })

  it('[C-137] is ahead of the ends of free cancellation only, not of other penalties or of what never ends', () => {
    const paid: PenaltyWindow = { ...free(NOW + 50 * DAY_MS), status: 'KNOWN' }
    const open: PenaltyWindow = { ...free(0), untilAt: null }
    const { stay } = facts({}).terms
    const without = walk(facts({ terms: { stay, policy: { windows: [] } } }), NOW)
    expect(walk(facts({ terms: { stay, policy: { windows: [paid, open] } } }), NOW)).toEqual(without)
  })

  it('of a hold without a deadline is for its listing, and daily when that is known', () => {
    const held = facts({ status: 'ON_HOLD', mode: 'HOLD' })
    expect(nextLook(held, NOW)).toEqual({ kind: 'HOLD', afterMs: 86_400_000 })
    expect(nextLook({ ...held, verifiesListing: true }, NOW)).toEqual({ kind: 'HOLD', afterMs: 0 })
    expect(nextLook({ ...held, verifiesListing: true, looks: 1 }, NOW)).toEqual({ kind: 'HOLD', afterMs: 5_000 })
    expect(nextLook({ ...held, verifiesListing: true, looks: 2 }, NOW)).toEqual({ kind: 'HOLD', afterMs: 15_000 })
  })

  it('at a deadline that comes as soon as the next try of the listing is at that deadline', () => {
    const held = facts({
      status: 'ON_HOLD',
      mode: 'HOLD',
      holdDeadlineAt: NOW + 5_000,
      verifiesListing: true,
      looks: 1,
    })
    expect(nextLook(held, NOW)).toEqual({ kind: 'HOLD', at: NOW + 5_000 })
    expect(nextLook(held, NOW - 1)).toEqual({ kind: 'HOLD', afterMs: 5_000 })
  })

  it('of a review without an end is none', () => {
    expect(nextLook(facts({ status: 'AWAITING_REVIEW', mode: 'HOLD' }), NOW)).toBeNull()
  })

  it('[C-139] may find a booking that failed only if it failed because it was not found, after it was sent', () => {
    const sent = { code: 'NOT_FOUND_AT_SUPPLIER', retryable: false }
    expect(mayStillAppear({ status: 'FAILED', failure: sent })).toBe(true)
    expect(mayStillAppear({ status: 'PROCESSING', failure: sent })).toBe(false)
    expect(mayStillAppear({ status: 'FAILED', failure: { ...sent, retryable: true } })).toBe(false)
    expect(mayStillAppear({ status: 'FAILED', failure: { ...sent, code: 'SOLD_OUT' } })).toBe(false)
    expect(mayStillAppear({ status: 'FAILED', failure: null })).toBe(false)
  })

  it('is always planned for what waits, and lies ahead', () => {
    for (const status of BOOKING_STATUSES)
      for (const looks of [0, 1, 7, 60])
        for (const now of [NOW, NOW + 20 * DAY_MS, NOW + 70 * DAY_MS]) {
          const waits = { reviewExpiresAt: NOW + DAY_MS, holdDeadlineAt: NOW + 30 * DAY_MS, looks }
          const next = nextLook(facts({ status, pendingOperation: 'CREATE', ...waits }), now)
          const isAtRest =
            status === 'CANCELLED' || status === 'FAILED' || (status === 'CONFIRMED' && now > NOW + 64 * DAY_MS)
          expect(next === null, `${status} after ${looks} looks`).toBe(isAtRest)
          if (next && status === 'CONFIRMED') expect('at' in next ? next.at : now + next.afterMs).toBeGreaterThan(now)
        }
  })
})

describe('[R-06] what a supplier has announced to tell for the arrival', () => {
  const AT = Date.parse('2026-12-30T15:00:00Z')

  it('is asked for when it was announced, and hourly from then on until it is there or the guests are', () => {
    const waiting = facts({ supplierTold: { instructionsUpdateAt: AT } })
    expect(walk(waiting, NOW)).toContain(AT)
    expect(nextLook(waiting, AT)).toEqual({ kind: 'STANDING', afterMs: HOUR_MS })
    const arrived = Date.parse('2027-01-01T00:00:00Z')
    expect(nextLook(waiting, arrived)).toEqual(nextLook(facts({}), arrived))
  })

  it('makes no further look once it is told', () => {
    expect(walk(facts({ supplierTold: { instructionsUpdateAt: null } }), NOW)).toEqual(walk(facts({}), NOW))
  })
})
