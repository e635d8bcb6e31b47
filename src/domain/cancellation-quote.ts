import { type CancellationPolicy, type PenaltyStatus, penaltyAt } from './cancellation.ts'
import type { Money } from './money.ts'
import { type Instant, MINUTE_MS } from './time.ts'

/** What cancelling costs at one instant, and when that changes; `changesAt` null: never again. */
export type CurrentPenalty = {
  readonly status: PenaltyStatus
  /** Zero for NO_CHARGE, null for UNKNOWN. */
  readonly penalty: Money | null
  readonly changesAt: Instant | null
}

const QUOTE_LIFE_MS = 5 * MINUTE_MS

/** The penalty by a frozen policy at `at`. */
export function frozenPenalty(policy: CancellationPolicy, at: Instant): CurrentPenalty {
  const window = penaltyAt(policy, at)
  return window
    ? { status: window.status, penalty: window.penalty, changesAt: window.untilAt }
    : { status: 'UNKNOWN', penalty: null, changesAt: null }
}

/** A supplier's own figure takes the place of the policy's amount; when it changes is still the policy's word. */
export function withSupplierFigure(frozen: CurrentPenalty, told: Money): CurrentPenalty {
  return {
    ...frozen,
    status: told.amountMinor === 0 ? 'NO_CHARGE' : 'KNOWN',
    penalty: told,
  }
}

/** Exclusive: five minutes after issue, or when the penalty changes, whichever is first. */
export function quoteExpiry(current: CurrentPenalty, issuedAt: Instant): Instant {
  return Math.min(issuedAt + QUOTE_LIFE_MS, current.changesAt ?? Number.MAX_SAFE_INTEGER)
}

/** Why a quote cannot be accepted. UNKNOWN_QUOTE is for ids that nobody issued. */
type QuoteFault = 'EXPIRED' | 'USED' | 'PENALTY_CHANGED' | 'UNKNOWN_QUOTE' | 'OTHER_BOOKING'

/** What of a quote decides whether it still holds. */
export type IssuedQuote = {
  readonly bookingId: string
  readonly penaltyStatus: PenaltyStatus
  readonly penalty: Money | null
  readonly expiresAt: Instant
  readonly usedAt: Instant | null
}

/** Why `quote` cannot be accepted for the booking at `now`, when cancelling costs `current`; null when it can. */
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
