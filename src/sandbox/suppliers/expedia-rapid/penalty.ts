import { type Instant, SECOND_MS } from '../../../domain/time.ts'
import type { CancelTerms } from '../stock/cancel-terms.ts'

/** Formats `2027-03-08T16:00:00.000+09:00`: Rapid's extended ISO 8601 with the hotel's own offset. */
function zonedIso(at: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ timeZone, smallestUnit: 'millisecond' })
}

type Told = {
  readonly currency: string
  readonly timeZone: string
  /** A penalty ends with the last second before the next one. */
  readonly leavesSecondsOut: boolean
}

/**
 * The penalties in Rapid's format. `percent` includes the sign ("30%"), as the specification says. A penalty without nights and
 * percent has no amount (scenario `cancel-unknown`).
 */
export function cancelPenalties(
  { steps, endAt }: CancelTerms,
  { currency, timeZone, leavesSecondsOut }: Told,
): object[] {
  return steps.map(({ fromAt, untilAt, nights, percent }) => ({
    currency,
    start: zonedIso(fromAt, timeZone),
    end: zonedIso(untilAt === null ? endAt : untilAt - (leavesSecondsOut ? SECOND_MS : 0), timeZone),
    ...(nights === null ? {} : { nights: String(nights) }),
    ...(percent === null ? {} : { percent: `${percent}%` }),
  }))
}
