import type { BookingStatus, PendingOperation } from './booking.ts'
import type { PenaltyWindow } from './cancellation.ts'
import type { BookingMode } from './rate.ts'
import type { Stay } from './stay.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from './time.ts'

/**
 * What a worker looks at a booking for.
 * - CALL: a supplier call is open or its outcome is unknown, so the supplier is asked what became of it.
 * - REVIEW: the time for a review may have ended.
 * - HOLD: the hold may have ended at the supplier.
 * - STANDING: a confirmed booking is compared with the supplier's record.
 * - AFTERMATH: the booking failed because the supplier did not know it, though the call was sent: it may still appear.
 */
export type LookKind = 'CALL' | 'REVIEW' | 'HOLD' | 'STANDING' | 'AFTERMATH'

/** The next look at a booking: so many milliseconds from now by the database's clock, or at an instant. */
export type NextLook =
  | { readonly kind: LookKind; readonly afterMs: number }
  | { readonly kind: LookKind; readonly at: Instant }

/** Milliseconds from `now` until a look. */
export function untilLookMs(look: NextLook, now: Instant): number {
  return 'at' in look ? look.at - now : look.afterMs
}

/** The facts about a booking that decide when it is looked at next. */
export type LookFacts = {
  readonly status: BookingStatus
  readonly mode: BookingMode
  readonly pendingOperation: PendingOperation | null
  readonly needsOperator: boolean
  readonly holdDeadlineAt: Instant | null
  readonly reviewExpiresAt: Instant | null
  readonly verifiesListing: boolean
  readonly hotelConfirmation: { readonly status: string | null }
  readonly failure: { readonly code: string; readonly retryable: boolean } | null
  readonly terms: { readonly stay: Stay; readonly policy: { readonly windows: readonly PenaltyWindow[] } }
  readonly createdAt: Instant
  /** When the supplier has announced to tell more for the arrival. */
  readonly supplierTold?: { readonly instructionsUpdateAt?: Instant | null }
  /** How many looks there have been since the last move. */
  readonly looks: number
}

/** The process that makes a call has this long to tell its outcome; it is slightly longer than a client waits for its answer. */
const OUTCOME_TOLD_WITHIN_MS = 12 * SECOND_MS

/** The delays before each look at an open call, in seconds. Source: decisions.md section 6. */
const RUNGS_S = [5, 15, 30, 30, 60, 120, 240, 600, 600] as const

/** Milliseconds before look number `rung` (0 is the first); ten minutes for every one after the listed ones. */
export function retryDelayMs(rung: number): number {
  return (RUNGS_S[rung] ?? 600) * SECOND_MS
}

/** The delays between looks for the hotel's own confirmation number: minutes at first, then days. */
const CONFIRMATION_DELAYS_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS]

/** After so many looks without a number, the hotel counts as not having answered. It is asked for daily all the same, until the guests arrive. */
export const LAST_CONFIRMATION_LOOK = CONFIRMATION_DELAYS_MS.length

/** When what a call has not done, as far as its supplier shows, is looked for again. */
const AFTERMATH_DELAYS_MS = [10 * MINUTE_MS, HOUR_MS, DAY_MS]

/** How long before a deadline of the guest (the end of free cancellation, check-in) a confirmed booking is checked. */
const AHEAD_MS = [7 * DAY_MS, 2 * DAY_MS, 6 * HOUR_MS]

/** A confirmed booking whose supplier did not answer a look is asked about again after this long. */
export const STANDING_RETRY_MS = HOUR_MS

/** Days begin first at UTC+14 and end last at UTC−12. */
const FIRST_ZONE_MS = 14 * HOUR_MS
const LAST_ZONE_MS = 12 * HOUR_MS

/** Returns when a booking is looked at next; null when it is at rest for good. Pure; `now` is the database's time. */
export function nextLook(booking: LookFacts, now: Instant): NextLook | null {
  switch (booking.status) {
    case 'AWAITING_REVIEW':
      return booking.reviewExpiresAt === null
        ? null
        : sooner(booking, { kind: 'REVIEW', at: booking.reviewExpiresAt, now })
    case 'PROCESSING':
    case 'CANCELLATION_PENDING':
      return callLook(booking)
    case 'ON_HOLD':
      return holdLook(booking, now)
    case 'CONFIRMED':
      return standingLook(booking, now)
    case 'FAILED':
      return aftermathLook(booking)
    case 'CANCELLED':
      return null
  }
}

function callLook({ looks, needsOperator }: LookFacts): NextLook {
  const afterMs = looks === 0 ? OUTCOME_TOLD_WITHIN_MS : retryDelayMs(looks)
  return { kind: 'CALL', afterMs: needsOperator ? Math.max(afterMs, 10 * MINUTE_MS) : afterMs }
}

/** After its deadline a hold is looked at until the supplier confirms or releases it; one without a deadline daily. */
function holdLook(booking: LookFacts, now: Instant): NextLook | null {
  const { holdDeadlineAt, looks } = booking
  if (holdDeadlineAt === null) return { kind: 'HOLD', afterMs: booking.verifiesListing ? verifyDelayMs(looks) : DAY_MS }
  if (now < holdDeadlineAt) return sooner(booking, { kind: 'HOLD', at: holdDeadlineAt, now })
  return { kind: 'HOLD', afterMs: looks === 0 ? 0 : retryDelayMs(looks - 1) }
}

/** The look at an instant, or an earlier one while the listing of a hold has not been verified. */
function sooner(
  { verifiesListing, looks }: LookFacts,
  { kind, at, now }: { readonly kind: LookKind; readonly at: Instant; readonly now: Instant },
): NextLook {
  const afterMs = verifyDelayMs(looks)
  return verifiesListing && now + afterMs < at ? { kind, afterMs } : { kind, at }
}

function verifyDelayMs(looks: number): number {
  return looks === 0 ? 0 : retryDelayMs(looks - 1)
}

function standingLook(booking: LookFacts, now: Instant): NextLook | null {
  const at = standingTimes(booking).find((time) => time > now) ?? null
  const afterMs = numberDelayMs(booking, now)
  const soonestMs = Math.min(
    afterMs ?? Number.POSITIVE_INFINITY,
    isOverdue(booking, now) ? OVERDUE_RETRY_MS : Number.POSITIVE_INFINITY,
  )
  if (Number.isFinite(soonestMs) && (at === null || now + soonestMs < at))
    return { kind: 'STANDING', afterMs: soonestMs }
  return at === null ? null : { kind: 'STANDING', at }
}

/** How often a supplier is asked that has not told at the time that it announced, until the guests have arrived. */
const OVERDUE_RETRY_MS = HOUR_MS

function isOverdue({ supplierTold, terms }: LookFacts, now: Instant): boolean {
  const announcedAt = supplierTold?.instructionsUpdateAt ?? null
  return announcedAt !== null && announcedAt <= now && now < Date.parse(terms.stay.checkInDate) + DAY_MS
}

/** Milliseconds until the supplier is asked for the hotel's own number, which some get by hand, days later; undefined: not any more. */
function numberDelayMs({ hotelConfirmation: { status }, looks, terms }: LookFacts, now: Instant): number | undefined {
  const delayMs = status === 'PENDING' ? CONFIRMATION_DELAYS_MS[looks] : undefined
  const isAwaited = status === 'PENDING' || status === 'NO_ANSWER'
  return delayMs ?? (isAwaited && now < Date.parse(terms.stay.checkInDate) ? DAY_MS : undefined)
}

/**
 * A day after the booking, ahead of each end of free cancellation and of check-in, and when the supplier has announced to tell more
 * for the arrival; in order, until check-out.
 */
function standingTimes(booking: LookFacts): Instant[] {
  const { createdAt, terms } = booking
  const dates = guestDates(booking)
  const times = dates.flatMap((date) => AHEAD_MS.map((aheadMs) => date - aheadMs))
  const over = stayOverAt(terms.stay)
  const announcedAt = booking.supplierTold?.instructionsUpdateAt ?? null
  return [
    createdAt + DAY_MS,
    ...times,
    checkInAtFirst(terms.stay),
    over,
    ...(announcedAt === null ? [] : [announcedAt]),
  ]
    .filter((time) => time <= over)
    .toSorted((a, b) => a - b)
}

/** The ends of free cancellation, and the day of check-in where it begins first; in order. */
export function guestDates({ terms }: Pick<LookFacts, 'terms'>): Instant[] {
  const deadlines = terms.policy.windows.flatMap(({ status, untilAt }) =>
    status === 'NO_CHARGE' && untilAt !== null ? [untilAt] : [],
  )
  return [...deadlines, checkInAtFirst(terms.stay)].toSorted((a, b) => a - b)
}

function checkInAtFirst({ checkInDate }: Stay): Instant {
  return Date.parse(checkInDate) - FIRST_ZONE_MS
}

/** When the check-out date has ended everywhere. */
function stayOverAt({ checkOutDate }: Stay): Instant {
  return Date.parse(checkOutDate) + DAY_MS + LAST_ZONE_MS
}

/** True when a failed booking may still appear at its supplier: its call was sent, and the supplier did not know it. */
export function mayStillAppear({ status, failure }: Pick<LookFacts, 'status' | 'failure'>): boolean {
  return status === 'FAILED' && failure?.code === 'NOT_FOUND_AT_SUPPLIER' && !failure.retryable
}

/** Milliseconds until the next look for what a call that was sent so long ago may have done; null when a day has passed. */
export function doubtEndsInMs(sentMsAgo: number): number | null {
  const next = AFTERMATH_DELAYS_MS.find((delayMs) => delayMs > sentMsAgo)
  return next === undefined ? null : next - sentMsAgo
}

function aftermathLook(booking: LookFacts): NextLook | null {
  const afterMs = mayStillAppear(booking) ? AFTERMATH_DELAYS_MS[booking.looks] : undefined
  return afterMs === undefined ? null : { kind: 'AFTERMATH', afterMs }
}
