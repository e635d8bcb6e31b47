import { compareAll } from '../../domain/discrepancies.ts'
import { type Money, toDecimal } from '../../domain/money.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Booking } from '../../store/booking.ts'
import type { SupplierBooking } from '../../suppliers/supplier.ts'
import { askSupplier, type Finding } from '../bookings/follow-up/ask-supplier.ts'
import { agreementOf } from '../bookings/machinery/compare-record.ts'
import type { Deps } from '../deps.ts'
import { nobodysContext } from '../supplier-calls.ts'

/** A part of a booking as we have it and as the supplier says it is; `theirs` null: its record does not tell. */
export type ComparedLine = {
  readonly part: string
  readonly ours: string | null
  readonly theirs: string | null
  readonly differs: boolean
}

export type SupplierRecordNow = {
  /** RECORD; NONE: the supplier does not know it; TWINS: it has several; SILENCE: it gave no usable answer. */
  readonly kind: Finding['kind']
  readonly askedAt: Instant
  readonly tookMs: number
  /** Why it was silent, in the supplier's words; null when it was not. */
  readonly failure: string | null
  readonly lines: readonly ComparedLine[]
}

/** How long a person waits for the supplier. */
const ANSWERS_WITHIN_MS = 8 * SECOND_MS
/** One booking is asked about once in this time, however many press the button. */
const ASKED_EVERY_MS = 5 * SECOND_MS
/** So many are asked about at once in this process. */
const MOST_AT_ONCE = 10

/** When a booking was asked about last, of the bookings of the last seconds. */
const asked = new Map<string, number>()
let underWay = 0

/**
 * Asks the supplier for its record of a booking and compares it with ours. It changes nothing: what follows from a record is the next look's
 * work. The error is a sentence that says why it is not asked now.
 */
export async function askForRecord(
  deps: Deps,
  booking: Booking,
  { actor, requestId }: { readonly actor: string; readonly requestId: string },
): Promise<Result<SupplierRecordNow, string>> {
  const { bookingId, organizationId } = booking
  const now = performance.now()
  for (const [id, at] of asked) if (now - at >= ASKED_EVERY_MS) asked.delete(id)
  if (asked.has(bookingId)) return err('The supplier was asked about this booking a moment ago: wait five seconds.')
  if (underWay >= MOST_AT_ONCE) return err('Too many bookings are being asked about: try again in a moment.')
  asked.set(bookingId, now)
  underWay += 1
  try {
    const askedAt = deps.clock.of(organizationId).now()
    const finding = await askSupplier(deps, booking, { ...nobodysContext(requestId), timeoutMs: ANSWERS_WITHIN_MS })
    const details = { requestId, found: finding.kind }
    const entry = { organizationId, actor, action: 'booking.ask-supplier', subject: bookingId, details }
    await deps.store.audit.append(entry, deps.clock.real())
    return ok({
      kind: finding.kind,
      askedAt,
      tookMs: Math.round(performance.now() - now),
      failure: finding.kind === 'SILENCE' ? `${finding.failure.kind}: ${finding.failure.detail}` : null,
      lines: finding.kind === 'RECORD' ? linesOf(deps, booking, finding.record) : [],
    })
  } finally {
    underWay -= 1
  }
}

function linesOf(deps: Pick<Deps, 'guestSeal'>, booking: Booking, record: SupplierBooking): ComparedLine[] {
  const { cancellation, hotelConfirmation, supplierTold } = booking
  const agreed = compareAll(agreementOf(deps, booking, record), record)
  const isOver = booking.status === 'CANCELLED' || booking.status === 'FAILED'
  return [
    line('status', booking.status, record.status),
    line('supplier booking id', booking.supplierBookingId, record.supplierBookingId),
    line('supplier code', booking.supplierBookingCode, record.supplierBookingCode),
    line('hotel confirmation number', hotelConfirmation.number, record.hotelConfirmationNumber),
    ...agreed.map(({ path, ours, theirs, same }) => ({ part: path, ours, theirs, differs: theirs !== null && !same })),
    line('charged, as known before', moneyText(supplierTold.charged ?? null), moneyText(record.charged)),
    line('hold deadline', timeText(booking.holdDeadlineAt), timeText(record.holdDeadlineAt)),
    ...(isOver
      ? [line('penalty charged', moneyText(cancellation?.chargedPenalty ?? null), moneyText(record.chargedPenalty))]
      : []),
    line('can be cancelled by API', String(booking.cancellable), String(record.cancellable)),
  ]
}

/** What only one side tells is no difference, as long as the other never said it. */
function line(part: string, ours: string | null, theirs: string | null): ComparedLine {
  return { part, ours, theirs, differs: ours !== null && theirs !== null && ours !== theirs }
}

function moneyText(money: Money | null): string | null {
  return money && `${toDecimal(money)} ${money.currency}`
}

function timeText(at: Instant | null): string | null {
  return at === null ? null : toRfc3339(at)
}
