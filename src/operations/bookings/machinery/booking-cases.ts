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

/** A case that a change of its booking opens, or the kinds of cases that it settles. */
type CaseStep = { readonly open: OpenCase } | { readonly settle: readonly CaseKind[]; readonly because: string }

/** What a change means for the cases of its booking. Most changes concern none. */
export function caseSteps({ before, after, trigger }: Change): readonly CaseStep[] {
  const steps: CaseStep[] = []
  const became = `the booking became ${after.status}`
  const kind = trigger && TOLD[trigger]
  if (kind) steps.push({ open: { kind } })
  if (trigger === 'CANCELLED_BY_OPERATOR')
    steps.push({ settle: ['DISCREPANCY'], because: 'an operator has cancelled the booking' })
  if (after.needsOperator && !before.needsOperator)
    steps.push({
      open: {
        kind: after.pendingOperation === null ? 'UNSETTLED_HOLD' : UNSETTLED[after.pendingOperation],
        dueAt: after.holdDeadlineAt,
      },
    })
  if (before.needsOperator && !after.needsOperator) steps.push({ settle: ALL_UNSETTLED, because: became })
  // Nothing looks at such a booking any more, so no look that succeeds can end the case.
  if (after.status === 'CANCELLED' || after.status === 'FAILED') steps.push({ settle: ['LOOK_FAILS'], because: became })
  if (before.status === 'AWAITING_REVIEW' && after.status !== 'AWAITING_REVIEW')
    steps.push({ settle: ['REVIEW'], because: became })
  return steps
}

/** Opens and closes the cases of a booking along with its change, in the same transaction. */
export async function followCases(tx: StoreParts, change: Change): Promise<void> {
  const { after } = change
  for (const step of caseSteps(change))
    if ('open' in step) await openCase(tx, after, step.open)
    else await tx.cases.settle(step.settle, after.bookingId, step.because)
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
