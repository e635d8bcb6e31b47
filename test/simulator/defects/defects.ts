/**
 * The defects of bookings that were found in the code of 4be53be (A1 to B6, C8), put back into today's code. That code had another
 * layout, so each is the lines that cure it, and what stood in their place; where the old code had a job that ended, the booking's
 * row is at rest for ever.
 */
export type Defect = {
  readonly name: string
  /** What the old code did, in one sentence. */
  readonly was: string
  /** A batch in which the simulator finds it. */
  readonly seed: number
  /** The products that its lives wish for; null: all of them. */
  readonly only: readonly string[] | null
  /** What the oracle says of it. */
  readonly shows: RegExp
  readonly edits: readonly Edit[]
}

type Edit = {
  /** Under `src`. */
  readonly file: string
  /** The lines of today, which must be there exactly once. */
  readonly today: string
  readonly before: string
}

const BOOKINGS = 'operations/bookings'

/** A call goes out whether or not its attempt is still open, so nothing is known to have never been sent. */
const NO_FENCE: readonly Edit[] = [
  {
    file: `${BOOKINGS}/machinery/fence.ts`,
    today: 'return await deps.store.attempts.send(attemptId, { freshMs, until }, progress ?? null)',
    before: 'return true',
  },
  {
    file: `${BOOKINGS}/follow-up/reconcile-booking.ts`,
    today: 'if (attempt && (await isNeverSent(deps, booking, attempt)))',
    before: 'if (false)',
  },
  {
    file: `${BOOKINGS}/follow-up/reconcile-booking.ts`,
    today: `const { operation, outcome, sentMsAgo } = attempt
  if (sentMsAgo === null) return outcome !== null
  return sentMsAgo >`,
    before: `const { operation } = attempt
  return attempt.startedMsAgo >`,
  },
]

/** A confirmed booking is looked at for the hotel's number only. */
const CONFIRMED_UNWATCHED: readonly Edit[] = [
  {
    file: `${BOOKINGS}/follow-up/watch-confirmed.ts`,
    today: `if (finding.kind === 'NONE') return vanished(read, now)
  if (record?.status === 'CANCELLED' || record?.status === 'FAILED')`,
    before: `if (finding.kind === 'NONE') return null
  if (false)`,
  },
]

/** A look may end without another one. */
const LOOKS_END: Edit = {
  file: `${BOOKINGS}/machinery/settle-booking.ts`,
  today: 'settling.next?.(after, now) ?? nextLook(after, now)',
  before: 'settling.next?.(after, now) === null ? null : (settling.next?.(after, now) ?? nextLook(after, now))',
}

export const DEFECTS: readonly Defect[] = [
  {
    name: 'A1',
    was: 'An acceptance that comes after the booking was given up is recorded and ignored; the partner was told to try again.',
    seed: 9,
    only: ['ratehawk'],
    shows: /FAILED here, CONFIRMED there/,
    edits: [
      ...NO_FENCE,
      {
        file: `${BOOKINGS}/machinery/booking-failure.ts`,
        today: `message: 'The supplier has no such booking',
  retryable: false,`,
        before: `message: 'The supplier has no such booking',
  retryable: true,`,
      },
      {
        file: `${BOOKINGS}/execute-create.ts`,
        today: `if (read.status === 'FAILED')
    return { move: 'LATE_ACCEPTANCE', changes: { ...changes, failure: null }, next: { kind: 'CALL', afterMs: 0 } }
`,
        before: '',
      },
      {
        file: `${BOOKINGS}/follow-up/watch-failed.ts`,
        today: "if (read.status !== 'FAILED') return null",
        before: "if (read.status === 'FAILED') return null",
      },
    ],
  },
  {
    name: 'A2',
    was: 'A cancellation that the supplier carries out after it was given up is recorded and ignored, and nobody looks again.',
    seed: 44,
    only: ['hotelbeds', 'liteapi', 'ratehawk'],
    // Its supplier did nothing on its own.
    shows: /\(\w+ \w+\): (CONFIRMED|ON_HOLD) here, nothing alive there/,
    edits: [
      ...NO_FENCE,
      ...CONFIRMED_UNWATCHED,
      {
        file: `${BOOKINGS}/execute-cancel.ts`,
        today: 'if (!isAlive) return null',
        before: 'if (begun) return null',
      },
    ],
  },
  {
    name: 'A3',
    was: 'A confirmed booking that its supplier cancels stays CONFIRMED: only the hotel’s number is read from the record.',
    seed: 14,
    only: null,
    shows: /which CANCELS\): CONFIRMED here, nothing alive there/,
    edits: CONFIRMED_UNWATCHED,
  },
  {
    name: 'A4',
    was: 'What the supplier charges is not compared with what was agreed.',
    seed: 20,
    only: null,
    shows: /its supplier differs in price.total, and nobody has noticed/,
    edits: [
      {
        file: `${BOOKINGS}/machinery/compare-record.ts`,
        today: 'if (!discrepancies) return booking',
        before: 'if (booking) return booking',
      },
    ],
  },
  {
    name: 'B1',
    was: 'A review expires by the process’s clock, and a look that comes too early by that clock is the last one.',
    seed: 117,
    only: ['review'],
    shows: /AWAITING_REVIEW here/,
    edits: [
      LOOKS_END,
      {
        file: `${BOOKINGS}/review-booking.ts`,
        today: `    look,
    decide: (read, now) =>
      read.status === 'AWAITING_REVIEW' && read.reviewExpiresAt !== null && now >= read.reviewExpiresAt`,
        before: `    look,
    next: () => null,
    decide: (read) =>
      read.status === 'AWAITING_REVIEW' && read.reviewExpiresAt !== null && deps.clock.of(read.organizationId).now() >= read.reviewExpiresAt`,
      },
    ],
  },
  {
    name: 'B2',
    was: 'A hold whose supplier says nothing at its deadline is looked at again only when the process’s clock is past it, too.',
    seed: 142,
    only: ['hold'],
    shows: /ON_HOLD here, nothing alive there/,
    edits: [
      LOOKS_END,
      {
        file: `${BOOKINGS}/follow-up/watch-hold.ts`,
        today: "next: (settled, now) => lookInDoubt(settled, now, { kind: 'HOLD', doubtMs }),",
        before: `next: (settled) =>
      deps.clock.of(settled.organizationId).now() >= (settled.holdDeadlineAt ?? 0) - 1_000 ? undefined : null,`,
      },
    ],
  },
  {
    name: 'B3',
    was: 'A cancellation that begins before a hold’s deadline and is refused after it ends the hold’s watch.',
    seed: 47,
    only: ['hold'],
    shows: /ON_HOLD( with an operator)? here, nothing alive there/,
    edits: [
      {
        file: `${BOOKINGS}/execute-cancel.ts`,
        today: `decide: (read) =>
      outcome.outcome === 'ENDED_THERE' ? endedThere(read, booking, outcome) : decide(read, { begun: booking, done }),`,
        before: 'decide: (read, now) => decide(read, { begun: booking, done, now }),',
      },
      {
        file: `${BOOKINGS}/execute-cancel.ts`,
        today: '{ begun, done }: {',
        before: '{ begun, done, now }: { readonly now: number;',
      },
      {
        file: `${BOOKINGS}/execute-cancel.ts`,
        today: 'if (!done) return isSameCall',
        before: `const isWatchOver = read.statusBeforeCancel === 'ON_HOLD' && read.holdDeadlineAt !== null && now >= read.holdDeadlineAt
  if (!done && isWatchOver && isSameCall(begun, read))
    return { move: 'CANCELLATION_NOT_EFFECTIVE', end: null, next: { kind: 'HOLD', at: Date.UTC(2900, 0) } }
  if (!done) return isSameCall`,
      },
    ],
  },
  {
    name: 'B4',
    was: 'A hold that its supplier no longer knows stays ON_HOLD: that it has no record is taken for silence.',
    seed: 3,
    only: null,
    shows: /which FORGETS\): ON_HOLD here, nothing alive there/,
    edits: [
      {
        file: `${BOOKINGS}/follow-up/watch-hold.ts`,
        today: `if (!isLongOver) return null
    return`,
        before: `if (booking) return null
    return`,
      },
    ],
  },
  {
    name: 'B5',
    was: 'After twenty looks that threw, nobody looks again.',
    seed: 9,
    only: null,
    shows: /(PROCESSING|CANCELLATION_PENDING) (here|at rest for ever)/,
    edits: [
      {
        file: `${BOOKINGS}/follow-up/look-at-booking.ts`,
        today: '{ looks: looks + 1, next })',
        before: '{ looks: looks + 1, next: looks + 1 < 20 ? next : null })',
      },
    ],
  },
  {
    name: 'B6',
    was: 'A supplier that is silent for ever, or PENDING for ever, never reaches an operator.',
    seed: 21,
    only: null,
    shows: /for hours, and nobody is told/,
    edits: [
      {
        file: `${BOOKINGS}/follow-up/reconcile-booking.ts`,
        today: "if (finding.kind === 'SILENCE') return waitedMs > LAG_MS ? toOperator(booking) : null",
        before: "if (finding.kind === 'SILENCE') return null",
      },
      {
        file: `${BOOKINGS}/follow-up/reconcile-booking.ts`,
        today: 'if (waitedMs > OPEN_FOR_MS && !booking.needsOperator) return toOperator(booking)',
        before: '',
      },
    ],
  },
  {
    name: 'B6-operator',
    was: 'Once an operator was told, the supplier is never asked again.',
    seed: 5,
    only: null,
    shows: /with an operator here/,
    edits: [
      {
        file: `${BOOKINGS}/follow-up/reconcile-booking.ts`,
        today: 'if (!booking || operation === null) return booking',
        before: `if (!booking || operation === null) return booking
  if (booking.needsOperator) return settleBooking(deps, bookingId, { look, decide: () => null })`,
      },
    ],
  },
  {
    name: 'C8',
    was: 'One offer books any number of times: a partner that lost its key has two bookings.',
    seed: 147,
    only: null,
    shows: /is booked \d times/,
    edits: [
      {
        file: 'store/booking-writes.ts',
        today: 'claimed_offer_id: booking.acceptedOfferId,',
        before: 'claimed_offer_id: null,',
      },
    ],
  },
]
