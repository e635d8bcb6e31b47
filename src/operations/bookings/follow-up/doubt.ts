import type { PendingOperation } from '../../../domain/booking.ts'
import { doubtEndsInMs, type LookKind, type NextLook, nextLook, untilLookMs } from '../../../domain/booking-look.ts'
import type { Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { Deps } from '../../deps.ts'

/**
 * Milliseconds until a booking is asked about again because of calls that were given up: its supplier showed no effect of them then,
 * and may carry them out yet. Null when nothing is in doubt.
 */
export async function doubtOf(
  deps: Deps,
  bookingId: string,
  operations: readonly PendingOperation[],
): Promise<number | null> {
  const attempts = await deps.store.attempts.of(bookingId, operations)
  const waits = attempts.flatMap(({ outcome, sentMsAgo }) => {
    if (sentMsAgo === null || (outcome !== null && outcome !== 'UNKNOWN')) return []
    return doubtEndsInMs(sentMsAgo) ?? []
  })
  return waits.length === 0 ? null : Math.min(...waits)
}

/** The look that a booking's state asks for, or an earlier one because of a doubt; undefined when there is no doubt. */
export function lookInDoubt(
  settled: Booking,
  now: Instant,
  { kind, doubtMs }: { readonly kind: LookKind; readonly doubtMs: number | null },
): NextLook | undefined {
  if (doubtMs === null) return undefined
  const planned = nextLook(settled, now)
  return planned !== null && untilLookMs(planned, now) <= doubtMs ? planned : { kind, afterMs: doubtMs }
}
