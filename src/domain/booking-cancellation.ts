import type { PenaltyStatus } from './cancellation.ts'
import type { Money } from './money.ts'
import type { Instant } from './time.ts'

/** Who or what ended a booking that stood. */
export const CANCELLATION_CAUSES = ['CLIENT', 'HOLD_LAPSED', 'CANCELLED_BY_HOTEL', 'CANCELLED_BY_OPERATOR'] as const
export type CancellationCause = (typeof CANCELLATION_CAUSES)[number]

/** The cancellation of a booking, as the booking keeps it for good. Each amount has its own currency. */
export type BookingCancellation = {
  readonly cancellationId: string
  /** Null when nobody asked for it: the hold lapsed, or the supplier cancelled on its own. */
  readonly requestedAt: Instant | null
  /** Null until the supplier has cancelled. */
  readonly cancelledAt: Instant | null
  readonly cause: CancellationCause
  readonly penaltyStatus: PenaltyStatus
  /** What was agreed: the accepted quote's amount; what was charged when there was no quote. */
  readonly penalty: Money | null
  /** What the supplier says it charged; null when it does not say. */
  readonly chargedPenalty: Money | null
  readonly supplierCancellationReference: string | null
}

/** What the supplier says of a cancellation that it carried out. */
export type CancellationEnd = Pick<BookingCancellation, 'chargedPenalty' | 'supplierCancellationReference'>

/** The same cancellation with what the supplier says of it. What it said before stays when it says nothing now. */
export function toldBySupplier(cancellation: BookingCancellation, end: CancellationEnd | null): BookingCancellation {
  return {
    ...cancellation,
    chargedPenalty: end?.chargedPenalty ?? cancellation.chargedPenalty,
    supplierCancellationReference: end?.supplierCancellationReference ?? cancellation.supplierCancellationReference,
  }
}

/** The cancellation of a booking that ended without a quote. A hold that lapsed was never paid, so it costs nothing. */
export function unaskedCancellation(
  cancellationId: string,
  cause: CancellationCause,
  end: CancellationEnd | null,
): BookingCancellation {
  const charged = end?.chargedPenalty ?? null
  return {
    cancellationId,
    requestedAt: null,
    cancelledAt: null,
    cause,
    penaltyStatus: charged === null ? (cause === 'HOLD_LAPSED' ? 'NO_CHARGE' : 'UNKNOWN') : statusOf(charged),
    penalty: charged,
    chargedPenalty: charged,
    supplierCancellationReference: end?.supplierCancellationReference ?? null,
  }
}

/** A cancellation that somebody asked for, of a booking that had ended without it: it is not at the price that was agreed for it. */
export function endedBefore(
  asked: BookingCancellation,
  cause: CancellationCause,
  end: CancellationEnd | null,
): BookingCancellation {
  return { ...unaskedCancellation(asked.cancellationId, cause, end), requestedAt: asked.requestedAt }
}

function statusOf({ amountMinor }: Money): PenaltyStatus {
  return amountMinor === 0 ? 'NO_CHARGE' : 'KNOWN'
}
