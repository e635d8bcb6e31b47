import {
  guestDates,
  LAST_CONFIRMATION_LOOK,
  type NextLook,
  nextLook,
  STANDING_RETRY_MS,
  untilLookMs,
} from '../../../domain/booking-look.ts'
import { withVanished } from '../../../domain/discrepancies.ts'
import { DISCREPANCY_FOUND } from '../../../domain/event.ts'
import { newForTheArrival } from '../../../domain/supplier-told.ts'
import { HOUR_MS, type Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { openCase } from '../machinery/booking-cases.ts'
import { LAG_MS } from '../machinery/call-times.ts'
import { cancelledLate, type OwnCancellation, ownCancellation, reopenLate } from '../machinery/own-cancellation.ts'
import { type Decision, type LookInput, learnedFrom, settleBooking } from '../machinery/settle-booking.ts'
import { askSupplier, type Finding } from './ask-supplier.ts'
import { doubtOf, lookInDoubt } from './doubt.ts'

/**
 * Compares a confirmed booking with its supplier's record, until check-out: first whether it is still alive there, so that a booking
 * that the supplier has cancelled, or no longer knows, is never told as confirmed again; then what was agreed; then whether the hotel
 * has given its own confirmation number, which suppliers receive after they have confirmed. A number that is found causes a
 * booking.updated event; after the last look for one the status is NO_ANSWER.
 */
export async function watchConfirmed(deps: Deps, { bookingId, look, context }: LookInput): Promise<void> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (booking?.status !== 'CONFIRMED') return
  const finding = await askSupplier(deps, booking, context)
  const record = finding.kind === 'RECORD' ? finding.record : null
  const late = record?.status === 'CANCELLED' ? await ownCancellation(deps.store, bookingId) : null
  const isSilent = finding.kind === 'SILENCE'
  const doubtMs = await doubtOf(deps, bookingId, ['CANCEL'])
  await settleBooking(deps, bookingId, {
    look,
    decide: (read, now) => decide(read, { finding, record, late, now }),
    counts: !isSilent,
    next: (settled, now) =>
      isSilent ? retryOf(settled, now) : lookInDoubt(settled, now, { kind: 'STANDING', doubtMs }),
    also: async (tx, settled) => {
      if (!isSilent) await tx.cases.settle(['LOOK_FAILS'], bookingId, 'its supplier answered')
      else if (settled.status === 'CONFIRMED') await tellSilence(tx, settled)
      await reopenLate(tx, settled, late)
      if (finding.kind === 'NONE' && settled.status === 'CONFIRMED' && settled.discrepancies.length > 0)
        await openCase(tx, settled, {
          kind: 'DISCREPANCY',
          dueAt: Date.parse(settled.terms.stay.checkInDate),
          detail: { discrepancies: settled.discrepancies },
        })
    },
  })
}

/** A supplier that was silent is asked again soon, and not later than its answer is needed. */
function retryOf(settled: Booking, now: Instant): NextLook {
  const planned = nextLook(settled, now)
  return planned !== null && untilLookMs(planned, now) < STANDING_RETRY_MS
    ? planned
    : { kind: 'STANDING', afterMs: STANDING_RETRY_MS }
}

/** So near to a date of the guest's a booking that nobody can see at its supplier is a person's. */
const NEAR_MS = 6 * HOUR_MS

async function tellSilence(tx: StoreParts, booking: Booking): Promise<void> {
  const now = await tx.looks.now(booking.organizationId)
  const dueAt = guestDates(booking).find((date) => date > now) ?? null
  if (dueAt === null || dueAt - now > NEAR_MS) return
  await openCase(tx, booking, { kind: 'LOOK_FAILS', dueAt, detail: { look: 'STANDING', silent: true } })
}

type Seen = {
  readonly finding: Finding
  readonly record: SupplierBooking | null
  /** The cancellation of ours by which the record is cancelled; null: it is not, or not by ours. */
  readonly late: OwnCancellation | null
  readonly now: Instant
}

function decide(read: Booking, { finding, record, late, now }: Seen): Decision {
  if (read.status !== 'CONFIRMED') return null
  if (finding.kind === 'NONE') return vanished(read, now)
  if (record?.status === 'CANCELLED' || record?.status === 'FAILED')
    return late ? cancelledLate(late) : { move: 'CANCELLED_BY_SUPPLIER', changes: learnedFrom(read, record) }
  if (record?.hotelConfirmationNumber && read.hotelConfirmation.number !== record.hotelConfirmationNumber)
    return { change: 'HOTEL_CONFIRMED', changes: learnedFrom(read, record) }
  if (finding.kind !== 'SILENCE' && isAwaited(read) && read.looks + 1 >= LAST_CONFIRMATION_LOOK)
    return {
      change: 'HOTEL_CONFIRMATION_MISSING',
      changes: { hotelConfirmation: { ...read.hotelConfirmation, status: 'NO_ANSWER' } },
    }
  return record ? keepOrTell(read, record) : null
}

/** What the record has for the arrival is told when it is new; all else is kept for later calls. */
function keepOrTell(read: Booking, record: SupplierBooking): Decision {
  const changes = learnedFrom(read, record)
  const isNews = newForTheArrival(read.supplierTold, changes.supplierTold ?? {}).length > 0
  return isNews ? { change: 'INSTRUCTIONS_TOLD', changes } : { keep: changes }
}

/** A supplier whose look-ups lag may not know a booking yet that it has just confirmed. */
function vanished(read: Booking, now: Instant): Decision {
  if (now - read.createdAt < LAG_MS) return null
  const discrepancies = withVanished(read.discrepancies, now)
  const isNew = discrepancies.length > read.discrepancies.length
  return isNew ? { change: DISCREPANCY_FOUND, changes: { discrepancies } } : null
}

function isAwaited({ hotelConfirmation }: Booking): boolean {
  return hotelConfirmation.status === 'PENDING'
}
