/** How good something is: `busy` moves by itself, `warn` waits for somebody, `quiet` has ended. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet'

const TONES: Readonly<Record<Tone, string>> = {
  good: 'CONFIRMED OK UP DELIVERED ENABLED ACTIVE APPROVED SUCCEEDED HEALTHY WORKING COMPLETED BOOKED FETCHED KEPT ANSWERED LIVE CLOSED_BREAKER',
  busy: 'PROCESSING CANCELLATION_PENDING PENDING RUNNING ON_HOLD OPENED WAITING SCHEDULED PROPOSED IN_PROGRESS QUEUED TAKEN RETRYING SENT',
  warn: 'AWAITING_REVIEW NEEDS_OPERATOR UNRESOLVED SLOW PAUSED UNKNOWN DOUBTFUL OPEN AMBIGUOUS STALE DEGRADED CLAIMED NEVER_TESTED HALF_OPEN PRICE_CHANGED',
  bad: 'FAILED DOWN REFUSED REJECTED DEAD DISABLED ERROR FAILING CONFLICT LAPSED CREDENTIALS_REFUSED NOT_WORKING UNREACHABLE EXPIRED OVERDUE TIMED_OUT',
  quiet: 'CANCELLED CLOSED ENDED REVOKED SKIPPED DISCARDED NONE REDACTED NO_TRAFFIC RESOLVED UNMAPPED ERASED',
}

const BY_STATUS = new Map(
  (Object.entries(TONES) as [Tone, string][]).flatMap(([tone, statuses]) =>
    statuses.split(' ').map((status) => [status, tone] as const),
  ),
)

/** The tone of a status in any spelling (`AWAITING_REVIEW`, `awaiting-review`); one that is not known is quiet. */
export function toneOf(status: string): Tone {
  return BY_STATUS.get(status.toUpperCase().replaceAll(/[\s-]/g, '_')) ?? 'quiet'
}

/** `AWAITING_REVIEW` as `Awaiting review`. */
export function readable(status: string): string {
  const words = status.toLowerCase().replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
