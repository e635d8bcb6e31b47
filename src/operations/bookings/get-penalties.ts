import { penaltyAt } from '../../domain/cancellation.ts'
import type { PenaltyTimeline } from '../../domain/contract/booking.ts'
import { cancellationView, penaltyView } from '../../domain/contract/cancellation.ts'
import { moneyView } from '../../domain/contract/money.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { bookingIdInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { findBooking } from './find-booking.ts'
import { uncancellable } from './quote-cancellation.ts'

/**
 * What cancelling costs at any time, by the policy that was frozen with the booking. It asks no supplier and is no promise; a
 * quote is.
 */
export async function getPenalties(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<PenaltyTimeline, Problem>> {
  const input = parseInput(bookingIdInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const booking = found.value
  const { policy, price } = booking.terms
  const now = deps.clock.of(booking.organizationId).now()
  const current = penaltyAt(policy, now)
  return ok({
    bookingId: booking.bookingId,
    acceptedOfferId: booking.acceptedOfferId,
    status: booking.status,
    asOf: toRfc3339(now),
    cancellable: uncancellable(deps, booking) === null,
    total: moneyView(price.total),
    current: current && penaltyView(current, policy.timeZone),
    cancellation: cancellationView(policy, { stage: 'FINAL', at: now, language: caller.language }),
  })
}
