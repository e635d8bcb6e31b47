import type { LoggedEvent } from '../../domain/contract/booking.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { watchBookingInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import type { BookingNews, Followed } from './booking-news.ts'
import { findBooking } from './find-booking.ts'

const PING_EVERY_MS = 15 * SECOND_MS

/** Follows a booking by the same events that its webhooks carry; `afterSequence` resumes without a gap. */
export async function watchBooking(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<AsyncIterable<LoggedEvent | null>, Problem>> {
  const input = parseInput(watchBookingInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const { organizationId, signal } = caller
  const { bookingId } = found.value
  const afterSequence = input.value.afterSequence ?? 0
  return ok(follow(deps.bookingNews, { organizationId, bookingId, afterSequence }, signal))
}

/** Opens the reader only with the first read, because a generator that is never read never runs its `finally` block. */
async function* follow(
  news: BookingNews,
  followed: Followed,
  signal: AbortSignal | null,
): AsyncGenerator<LoggedEvent | null> {
  const reader = await news.open(followed)
  signal?.addEventListener('abort', reader.close, { once: true })
  try {
    while (!signal?.aborted) {
      const fresh = await reader.next(PING_EVERY_MS)
      for (const { body, position } of fresh) {
        // domain/event.ts wrote this body.
        const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: unknown }
        yield { position: String(position), type, timestamp, data }
      }
      if (fresh.length === 0) yield null
    }
  } finally {
    reader.close()
  }
}
