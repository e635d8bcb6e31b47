import { isPassing, TimeoutError } from './errors.ts'
import type { BookingStatusData } from './generated/types.ts'
import type { InputOf, OperationMethods } from './methods.ts'
import { pause } from './wait.ts'

export type SettledOptions = {
  /** How long to wait at most; two minutes by default. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The statuses that pass without anybody's doing. */
const MOVING: ReadonlySet<BookingStatusData['status']> = new Set(['PROCESSING', 'CANCELLATION_PENDING'])
/** Until the next look, when the last one had no answer. */
const AFTER_OUTAGE_MS = 2_000
/** What the last look may take when the time is over. */
const LAST_LOOK_MS = 1_000

/**
 * Polls a booking until it waits for nobody but you: CONFIRMED, FAILED, CANCELLED, ON_HOLD or AWAITING_REVIEW.
 * @throws TimeoutError when it is still on its way then; the gateway goes on, and so can another wait.
 */
export async function settled(
  gateway: OperationMethods,
  { booking_id }: InputOf<'getBooking'>,
  { timeoutMs = 120_000, signal }: SettledOptions = {},
): Promise<BookingStatusData> {
  const endsAt = performance.now() + timeoutMs
  for (;;) {
    const lookMs = Math.max(endsAt - performance.now(), LAST_LOOK_MS)
    const booking = await gateway.getBooking({ booking_id }, { signal, timeoutMs: lookMs }).catch((error: unknown) => {
      if (isPassing(error)) return null
      throw error
    })
    if (booking && !MOVING.has(booking.status)) return booking
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) {
      const where = booking ? `still ${booking.status}` : 'without an answer'
      throw new TimeoutError(`${booking_id} is ${where}`, { operation: 'getBooking', idempotencyKey: null })
    }
    await pause(Math.min(booking?.next_poll_after_ms ?? AFTER_OUTAGE_MS, leftMs), signal)
  }
}
