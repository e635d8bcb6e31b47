import type { BookingTrigger, PendingOperation } from '../../../domain/booking.ts'
import type { CaseKind } from '../../../domain/case.ts'
import type { Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { StoreParts } from '../../../store/store.ts'

const UNSETTLED: Readonly<Record<PendingOperation, CaseKind>> = {
  CREATE: 'UNSETTLED_CREATE',
  CONFIRM_HOLD: 'UNSETTLED_CONFIRMATION',
  CANCEL: 'UNSETTLED_CANCELLATION',
}
const ALL_UNSETTLED: readonly CaseKind[] = [...Object.values(UNSETTLED), 'UNSETTLED_HOLD']

/** Moves that a person has to know of, whatever becomes of them. */
const TOLD: Partial<Readonly<Record<BookingTrigger, CaseKind>>> = {
  LATE_ACCEPTANCE: 'LATE_ACCEPTANCE',
  LATE_CANCELLATION: 'LATE_CANCELLATION',
  CANCELLED_BY_SUPPLIER: 'CANCELLED_BY_SUPPLIER',
}

type Change = {
  readonly before: Booking
  readonly after: Booking
  /** Null for a change other than a move. */
  readonly trigger: BookingTrigger | null
}

/** Opens and closes the cases of a booking along with its change, in the same transaction. Most changes concern none. */
export async function followCases(tx: StoreParts, { before, after, trigger }: Change): Promise<void> {
  const { bookingId } = after
  const kind = trigger && TOLD[trigger]
  if (kind) await openCase(tx, after, { kind })
  if (trigger === 'CANCELLED_BY_OPERATOR')
    await tx.cases.settle(['DISCREPANCY'], bookingId, 'an operator has cancelled the booking')
  if (after.needsOperator && !before.needsOperator)
    await openCase(tx, after, {
      kind: after.pendingOperation === null ? 'UNSETTLED_HOLD' : UNSETTLED[after.pendingOperation],
      dueAt: after.holdDeadlineAt,
    })
  if (before.needsOperator && !after.needsOperator)
    await tx.cases.settle(ALL_UNSETTLED, bookingId, `the booking became ${after.status}`)
  // Nothing looks at such a booking any more, so no look that succeeds can end the case.
  if (after.status === 'CANCELLED' || after.status === 'FAILED')
    await tx.cases.settle(['LOOK_FAILS'], bookingId, `the booking became ${after.status}`)
  if (before.status === 'AWAITING_REVIEW' && after.status !== 'AWAITING_REVIEW')
    await tx.cases.settle(['REVIEW'], bookingId, `the booking became ${after.status}`)
}

type OpenCase = {
  readonly kind: CaseKind
  /** Null or absent: nothing else ends sooner than the time until the guests arrive. */
  readonly dueAt?: Instant | null
  /** What more there is to tell; it must not contain personal data. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/**
 * Opens a case about a booking, with the booking's price at stake. It is due when the check-in date begins in UTC at the latest:
 * that is before the afternoon of any time zone, when somebody stands at the desk.
 */
export async function openCase(
  tx: StoreParts,
  booking: Booking,
  { kind, dueAt = null, detail = {} }: OpenCase,
): Promise<void> {
  const { bookingId, organizationId, connectionId, supplierCode, supplierReference, status, terms } = booking
  await tx.cases.open({
    kind,
    subject: bookingId,
    organizationId,
    bookingId,
    connectionId,
    atStake: terms.price.total,
    dueAt: dueAt ?? Date.parse(terms.stay.checkInDate),
    detail: { status, supplierCode, supplierReference, ...detail },
  })
}
