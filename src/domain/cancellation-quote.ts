import { type CancellationPolicy, type PenaltyStatus, penaltyAt } from './cancellation.ts'
import type { Money } from './money.ts'
import { type Instant, MINUTE_MS } from './time.ts'

/** What cancelling costs at one instant, and when that changes next; `changesAt` is null when it never changes again. */
export type CurrentPenalty = {
  readonly status: PenaltyStatus
  /** Zero for NO_CHARGE, null for UNKNOWN. */
  readonly penalty: Money | null
  readonly changesAt: Instant | null
}

const QUOTE_LIFE_MS = 5 * MINUTE_MS

/** Returns the penalty that a frozen policy sets at `at`. */
export function frozenPenalty(policy: CancellationPolicy, at: Instant): CurrentPenalty {
  const window = penaltyAt(policy, at)
  return window
    ? { status: window.status, penalty: window.penalty, changesAt: window.untilAt }
    : { status: 'UNKNOWN', penalty: null, changesAt: null }
}

/**
 * Replaces the policy's amount with the figure that the supplier has quoted, unless that is in another currency: a quote is in the
 * booking's. The policy still decides when the penalty changes.
 */
export function withSupplierFigure(frozen: CurrentPenalty, told: Money): CurrentPenalty {
  if (frozen.penalty && frozen.penalty.currency !== told.currency) return frozen
  return {
    ...frozen,
    status: told.amountMinor === 0 ? 'NO_CHARGE' : 'KNOWN',
    penalty: told,
  }
}

/**
 * A quote expires five minutes after its issue or when the penalty changes, whichever is first; it is not valid at that instant.
 */
export function quoteExpiry(current: CurrentPenalty, issuedAt: Instant): Instant {
  return Math.min(issuedAt + QUOTE_LIFE_MS, current.changesAt ?? Number.MAX_SAFE_INTEGER)
}

/** Why a quote cannot be accepted. UNKNOWN_QUOTE: no quote with this id was ever issued. */
type QuoteFault = 'EXPIRED' | 'USED' | 'PENALTY_CHANGED' | 'UNKNOWN_QUOTE' | 'OTHER_BOOKING'

/** The facts about a quote that decide whether it can be accepted. */
export type IssuedQuote = {
  readonly bookingId: string
  readonly penaltyStatus: PenaltyStatus
  readonly penalty: Money | null
  readonly expiresAt: Instant
  readonly usedAt: Instant | null
}

/** Returns why `quote` cannot be accepted for the booking at `now`, when cancelling costs `current`; null when it can. */
export function quoteFault(
  quote: IssuedQuote | null,
  { bookingId, current, now }: { readonly bookingId: string; readonly current: CurrentPenalty; readonly now: Instant },
): QuoteFault | null {
  if (!quote) return 'UNKNOWN_QUOTE'
  if (quote.bookingId !== bookingId) return 'OTHER_BOOKING'
  if (quote.usedAt !== null) return 'USED'
  if (!samePenalty(quote, current)) return 'PENALTY_CHANGED'
  return now >= quote.expiresAt ? 'EXPIRED' : null
}

function samePenalty({ penaltyStatus, penalty }: IssuedQuote, current: CurrentPenalty): boolean {
  return (
    penaltyStatus === current.status &&
    penalty?.amountMinor === current.penalty?.amountMinor &&
    penalty?.currency === current.penalty?.currency
  )
}
