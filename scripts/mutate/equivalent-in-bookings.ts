import type { Equivalent } from './equivalent-fault.ts'

const ONE_MILLISECOND = 'the two differ for one millisecond of a clock that runs'
const ONLY_THE_SIGN = 'the keys of an object differ, and only the sign of what a comparison answers counts'
const ALWAYS_THERE = 'it is for the compiler alone: what is asked for is always there'
const WHY_3 = 'only how often the same row is read'

/** Faults of src/operations/bookings that make no difference. */
export const EQUIVALENT_IN_BOOKINGS: readonly Equivalent[] = [
  {
    file: 'src/operations/bookings/follow-up/reconcile-booking.ts',
    before:
      "if (operation === 'CONFIRM_HOLD') return { move: 'HOLD_CONFIRMATION_REFUSED', next: { kind: 'HOLD', afterMs: 0 } }",
    after: [
      "if (operation === 'CONFIRM_HOLD') return { move: 'HOLD_CONFIRMATION_REFUSED', next: { kind: 'HOLD', afterMs: 1 } }",
    ],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/machinery/keyed-command.ts',
    before: 'for (let turn = 0; turn < MAX_TURNS; turn++) {',
    after: ['for (let turn = 0; turn <= MAX_TURNS; turn++) {'],
    why: 'more turns than two would already be a bug: the second finds what the first was too slow for',
  },
  {
    file: 'src/operations/bookings/follow-up/receive-supplier-notification.ts',
    before: 'const connectionId = TOKEN_SHAPE.test(token) ? await connectionOf(token) : null',
    after: ['const connectionId = true ? await connectionOf(token) : null'],
    why: 'no connection has a token of another shape: only a read is saved',
  },
  {
    file: 'src/operations/bookings/follow-up/seen-messages.ts',
    before: 'if (isHere(key)) return false',
    after: ['if (false) return false'],
    why: 'the cache that all processes share says the same: only a question to it is saved',
  },
  {
    file: 'src/operations/bookings/confirm-hold.ts',
    before:
      'if (booking.holdDeadlineAt !== null && deps.clock.of(booking.organizationId).now() >= booking.holdDeadlineAt)',
    after: [
      'if (booking.holdDeadlineAt !== null && deps.clock.of(booking.organizationId).now() > booking.holdDeadlineAt)',
    ],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/create-booking.ts',
    before: 'if (!offer || offer.expiresAt <= deps.clock.of(caller.organizationId).now())',
    after: ['if (!offer || offer.expiresAt < deps.clock.of(caller.organizationId).now())'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/create-booking.ts',
    before: "return terms.bookingModes.includes('HOLD') && terms.holdDeadlineAt !== null && terms.holdDeadlineAt > now",
    after: [
      "return terms.bookingModes.includes('HOLD') && terms.holdDeadlineAt !== null && terms.holdDeadlineAt >= now",
    ],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/review-booking.ts',
    before:
      'const expired = reviewExpiresAt !== null && deps.clock.of(found.value.organizationId).now() >= reviewExpiresAt',
    after: [
      'const expired = reviewExpiresAt !== null && deps.clock.of(found.value.organizationId).now() > reviewExpiresAt',
    ],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/review-booking.ts',
    before: "read.status === 'AWAITING_REVIEW' && read.reviewExpiresAt !== null && now >= read.reviewExpiresAt",
    after: ["read.status === 'AWAITING_REVIEW' && read.reviewExpiresAt !== null && now > read.reviewExpiresAt"],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/resume-create.ts',
    before: 'while (performance.now() < giveUpAt && !deps.background.ending.aborted) {',
    after: ['while (performance.now() <= giveUpAt && !deps.background.ending.aborted) {'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/resume-create.ts',
    before: 'if (answersSince !== null && performance.now() - answersSince > NOT_WRITTEN_AFTER_MS) return',
    after: ['if (answersSince !== null && performance.now() - answersSince >= NOT_WRITTEN_AFTER_MS) return'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/watch-hold.ts',
    before: 'const isLongOver = now > (booking.holdDeadlineAt ?? Date.parse(booking.terms.stay.checkInDate)) + LAG_MS',
    after: [
      'const isLongOver = now >= (booking.holdDeadlineAt ?? Date.parse(booking.terms.stay.checkInDate)) + LAG_MS',
    ],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/reconcile-booking.ts',
    before: "if (finding.kind === 'SILENCE') return waitedMs > LAG_MS ? toOperator(booking) : null",
    after: ["if (finding.kind === 'SILENCE') return waitedMs >= LAG_MS ? toOperator(booking) : null"],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/reconcile-booking.ts',
    before: 'return sentMsAgo > settledWithinMs(deps, booking, operation)',
    after: ['return sentMsAgo >= settledWithinMs(deps, booking, operation)'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/reconcile-booking.ts',
    before: 'return waitedMs > LAG_MS ? toOperator(booking) : null',
    after: ['return waitedMs >= LAG_MS ? toOperator(booking) : null'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/reconcile-booking.ts',
    before: 'if (waitedMs > OPEN_FOR_MS && !booking.needsOperator) return toOperator(booking)',
    after: ['if (waitedMs >= OPEN_FOR_MS && !booking.needsOperator) return toOperator(booking)'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/reconcile-booking.ts',
    before: 'return pollMs !== null && now - (pendingSince ?? now) < POLLED_FOR_MS ? pollMs : retryDelayMs(rung)',
    after: ['return pollMs !== null && now - (pendingSince ?? now) <= POLLED_FOR_MS ? pollMs : retryDelayMs(rung)'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/watch-confirmed.ts',
    before: 'const dueAt = guestDates(booking).find((date) => date > now) ?? null',
    after: ['const dueAt = guestDates(booking).find((date) => date >= now) ?? null'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/watch-confirmed.ts',
    before: 'if (dueAt === null || dueAt - now > NEAR_MS) return',
    after: ['if (dueAt === null || dueAt - now >= NEAR_MS) return'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/machinery/attempts.ts',
    before: "(outcome === null || outcome === 'UNKNOWN') && sentMsAgo !== null && sentMsAgo < withinMs,",
    after: ["(outcome === null || outcome === 'UNKNOWN') && sentMsAgo !== null && sentMsAgo <= withinMs,"],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/watch-confirmed.ts',
    before: 'if (now - read.createdAt < LAG_MS) return null',
    after: ['if (now - read.createdAt <= LAG_MS) return null'],
    why: ONE_MILLISECOND,
  },
  {
    file: 'src/operations/bookings/follow-up/watch-confirmed.ts',
    before: 'return planned !== null && untilLookMs(planned, now) < STANDING_RETRY_MS',
    after: ['return planned !== null && untilLookMs(planned, now) <= STANDING_RETRY_MS'],
    why: 'both are planned in an hour then',
  },
  {
    file: 'src/operations/bookings/machinery/idempotency.ts',
    before: '.sort(([a], [b]) => (a < b ? -1 : 1))',
    after: [
      '.sort(([a], [b]) => (a <= b ? -1 : 1))',
      '.sort(([a], [b]) => (a < b ? -2 : 1))',
      '.sort(([a], [b]) => (a < b ? -1 : 2))',
    ],
    why: ONLY_THE_SIGN,
  },
  {
    file: 'src/operations/bookings/machinery/guests.ts',
    before: 'return guest.givenName && guest.familyName ? 1 : 0',
    after: ['return guest.givenName && guest.familyName ? 2 : 0'],
    why: ONLY_THE_SIGN,
  },
  {
    file: 'src/operations/bookings/create-booking.ts',
    before: "if (!claim) throw new Error('a booking is created under a key')",
    after: ["if (false) throw new Error('a booking is created under a key')"],
    why: ALWAYS_THERE,
  },
  {
    file: 'src/operations/bookings/cancel-booking.ts',
    before: "if (!claim) throw new Error('a booking is cancelled under a key')",
    after: ["if (false) throw new Error('a booking is cancelled under a key')"],
    why: ALWAYS_THERE,
  },
  {
    file: 'src/operations/bookings/cancel-booking.ts',
    before: "if (cancellationId === null) throw new Error('a cancellation was begun without its row')",
    after: ["if (false) throw new Error('a cancellation was begun without its row')"],
    why: ALWAYS_THERE,
  },
  {
    file: 'src/operations/bookings/cancel-booking.ts',
    before: 'if (cancellationId === null) throw new Error(`a key of a cancellation without one, for ${bookingId}`)',
    after: ['if (false) throw new Error(`a key of a cancellation without one, for ${bookingId}`)'],
    why: ALWAYS_THERE,
  },
  {
    file: 'src/operations/bookings/cancel-booking.ts',
    before: 'if (!cancellation) throw new Error(`no cancellation ${cancellationId}`)',
    after: ['if (false) throw new Error(`no cancellation ${cancellationId}`)'],
    why: ALWAYS_THERE,
  },
  {
    file: 'src/operations/bookings/confirm-hold.ts',
    before: 'if (!supplier.confirmHold) throw new Error(`${supplier.code} says that it confirms holds, and does not`)',
    after: ['if (false) throw new Error(`${supplier.code} says that it confirms holds, and does not`)'],
    why: 'calling what is not there throws as well',
  },
  {
    file: 'src/operations/bookings/booking-news.ts',
    before: 'const left = (counts.get(organizationId) ?? 1) - 1',
    after: ['const left = (counts.get(organizationId) ?? 2) - 1'],
    why: ALWAYS_THERE,
  },
  {
    file: 'src/operations/bookings/follow-up/receive-supplier-notification.ts',
    before:
      'if (connectionId !== null) connections.set(token, { connectionId, until: performance.now() + KNOWN_FOR_MS })',
    after: [
      'if (false) connections.set(token, { connectionId, until: performance.now() + KNOWN_FOR_MS })',
      'if (connectionId !== null) ;',
      'if (connectionId !== null) connections.set(token, { connectionId, until: performance.now() - KNOWN_FOR_MS })',
    ],
    why: WHY_3,
  },
  {
    file: 'src/operations/bookings/follow-up/receive-supplier-notification.ts',
    before: 'if (known && known.until > performance.now()) return known.connectionId',
    after: ['if (false) return known.connectionId'],
    why: WHY_3,
  },
  {
    file: 'src/operations/bookings/follow-up/receive-supplier-notification.ts',
    before: 'const MAX_KNOWN = 10_000',
    after: ['const MAX_KNOWN = 10001'],
    why: WHY_3,
  },
  {
    file: 'src/operations/bookings/follow-up/seen-messages.ts',
    before: 'const MAX_SEEN = 20_000',
    after: ['const MAX_SEEN = 20001'],
    why: 'only how much is remembered of what the cache knows as well',
  },
  {
    file: 'src/operations/bookings/machinery/settle-booking.ts',
    before: 'if (moved && !written) throw new Error(`booking ${bookingId} was written twice in one transaction`)',
    after: ['if (false) throw new Error(`booking ${bookingId} was written twice in one transaction`)'],
    why: 'the transaction holds the row that it has just written, so that nobody writes it in between',
  },
  {
    file: 'src/operations/bookings/machinery/settle-booking.ts',
    before: 'const now = known ? deps.clock.of(organizationId).now() : await tx.looks.now(organizationId)',
    after: ['const now = false ? deps.clock.of(organizationId).now() : await tx.looks.now(organizationId)'],
    why: 'it reads the same time once more, from the database',
  },
]
