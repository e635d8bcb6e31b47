import type { BookingStatus } from '../../domain/booking.ts'
import type { BookingCancellation } from '../../domain/booking-cancellation.ts'
import {
  actionRequired,
  availableActions,
  isTerminal,
  nextPollAfterMs,
  processingReason,
  type StatusFacts,
} from '../../domain/booking-status.ts'
import type { BookingCancellationView, BookingStatusData } from '../../domain/contract/booking.ts'
import { moneyView } from '../../domain/contract/money.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'
import type { BookingSummary } from '../../store/booking.ts'
import type { SupplierDirectory } from '../../suppliers/supplier.ts'

function timestamp(at: Instant | null): string | null {
  return at === null ? null : toRfc3339(at)
}

function factsOf(suppliers: SupplierDirectory, booking: BookingSummary): StatusFacts {
  const capabilities = suppliers.find(booking.supplierCode)?.capabilities
  return {
    status: booking.status,
    mode: booking.mode,
    pendingOperation: booking.pendingOperation,
    statusBeforeCancel: booking.statusBeforeCancel,
    pendingSince: booking.pendingSince,
    needsOperator: booking.needsOperator,
    holdDeadlineAt: booking.holdDeadlineAt,
    hasSupplierBooking: booking.supplierBookingId !== null,
    supplierCancels: (capabilities?.cancels ?? false) && booking.cancellable,
    supplierConfirmsHolds: capabilities?.confirmsHolds ?? false,
  }
}

/** A cancellation that had no effect is not shown: the booking stands. */
function isShown(status: BookingStatus): boolean {
  return status === 'CANCELLATION_PENDING' || status === 'CANCELLED'
}

function cancellationView(cancellation: BookingCancellation): BookingCancellationView {
  const { requestedAt, cancelledAt, penalty, chargedPenalty, ...told } = cancellation
  return {
    ...told,
    requestedAt: timestamp(requestedAt),
    cancelledAt: timestamp(cancelledAt),
    penalty: penalty && moneyView(penalty),
    chargedPenalty: chargedPenalty && moneyView(chargedPenalty),
  }
}

/** The contract's BookingStatusData of a booking at `now`. Every facade, event and webhook takes the status from here. */
export function bookingStatusData(
  suppliers: SupplierDirectory,
  booking: BookingSummary,
  now: Instant,
): BookingStatusData {
  const facts = factsOf(suppliers, booking)
  return {
    bookingId: booking.bookingId,
    acceptedOfferId: booking.acceptedOfferId,
    status: booking.status,
    isTerminal: isTerminal(booking.status),
    provider: {
      code: booking.supplierCode,
      bookingId: booking.supplierBookingId,
      bookingCode: booking.supplierBookingCode,
      hotelConfirmationNumber: booking.hotelConfirmation.number,
      hotelConfirmationStatus: booking.hotelConfirmation.status,
      hotelConfirmationNote: booking.hotelConfirmation.note,
      hotelContactPhone: booking.hotelConfirmation.contactPhone,
      hotelContactName: booking.hotelConfirmation.contactName,
    },
    nextPollAfterMs: nextPollAfterMs(facts, now),
    processingReason: processingReason(facts, now),
    actionRequired: actionRequired(facts),
    availableActions: availableActions(facts, now),
    holdDeadlineAt:
      booking.status === 'PROCESSING' && booking.pendingOperation === 'CREATE'
        ? null
        : timestamp(booking.holdDeadlineAt),
    createdAt: toRfc3339(booking.createdAt),
    updatedAt: toRfc3339(booking.updatedAt),
    reviewExpiresAt: timestamp(booking.reviewExpiresAt),
    failure: booking.failure && { ...booking.failure, supplierCode: booking.supplierCode },
    cancellation: isShown(booking.status) && booking.cancellation ? cancellationView(booking.cancellation) : null,
    discrepancies: booking.discrepancies.map(({ foundAt, ...one }) => ({ ...one, foundAt: toRfc3339(foundAt) })),
  }
}
