import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggedEvent } from '../domain/contract/booking.ts'
import type { Problem } from '../domain/errors.ts'
import { ok, type Result } from '../domain/result.ts'
import { SECOND_MS } from '../domain/time.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'
import { findBooking } from './find-booking.ts'
import { watchBookingInput } from './inputs/booking.ts'
import { parseInput } from './inputs/input.ts'

const LOOK_EVERY_MS = SECOND_MS
const PING_EVERY_MS = 15 * SECOND_MS

/** Follows a booking by the same events that its webhooks carry; `afterSequence` resumes without a gap. */
export const watchBooking = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<AsyncIterable<LoggedEvent | null>, Problem>> => {
  const input = parseInput(watchBookingInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const after = input.value.afterSequence ?? 0
  return ok(follow(deps, found.value.bookingId, after, caller.signal))
}

async function* follow(
  deps: Deps,
  bookingId: string,
  afterSequence: number,
  signal: AbortSignal | null,
): AsyncGenerator<LoggedEvent | null> {
  let last = afterSequence
  let pingAt = performance.now() + PING_EVERY_MS
  while (!signal?.aborted) {
    const fresh = await deps.store.events.ofBooking(bookingId, last)
    for (const { body, sequence, position } of fresh) {
      last = sequence ?? last
      // Written by domain/event.ts.
      const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: unknown }
      yield { position: String(position), type, timestamp, data }
    }
    await sleep(LOOK_EVERY_MS, undefined, signal ? { signal } : {}).catch(() => undefined)
    if (performance.now() < pingAt) continue
    pingAt = performance.now() + PING_EVERY_MS
    yield null
  }
}
