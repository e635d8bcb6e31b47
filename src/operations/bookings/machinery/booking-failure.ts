import type { FailureCode } from '../../../domain/booking.ts'
import type { BookingFailure } from '../../../store/booking.ts'
import type { RefusalReason } from '../../../suppliers/supplier-call.ts'

const FAILURES: Readonly<Record<RefusalReason, { code: FailureCode; message: string }>> = {
  SOLD_OUT: { code: 'SOLD_OUT', message: 'The room is no longer available' },
  PRICE_CHANGED: { code: 'PRICE_CHANGED', message: 'The price changed before the supplier took the booking' },
  GUEST_DATA_REJECTED: { code: 'GUEST_DATA_REJECTED', message: 'The supplier did not take the guests’ data' },
  PAYMENT_DECLINED: { code: 'PAYMENT_DECLINED', message: 'The payment to the supplier was declined' },
  SUPPLIER_REFUSED: { code: 'SUPPLIER_REFUSED', message: 'The supplier refused the booking' },
  HOLD_LAPSED: { code: 'HOLD_LAPSED', message: 'The hold lapsed' },
  // It may appear yet, and is looked for: `mayStillAppear`.
  NOT_CONFIRMED_IN_TIME: {
    code: 'NOT_FOUND_AT_SUPPLIER',
    message: 'The supplier did not confirm the booking in the agreed time',
  },
  ALREADY_CANCELLED: { code: 'SUPPLIER_REFUSED', message: 'The supplier refused the booking' },
  NOT_CANCELLABLE: { code: 'SUPPLIER_REFUSED', message: 'The supplier refused the booking' },
}

/** The failure that clients see when the supplier has definitively not made the booking. */
export function bookingFailure(reason: RefusalReason, retryable: boolean): BookingFailure {
  return {
    ...FAILURES[reason],
    retryable,
  }
}

/** The call never left, so a client may book again at once. */
export const NOT_SENT: BookingFailure = {
  code: 'NOT_FOUND_AT_SUPPLIER',
  message: 'The request was not sent to the supplier',
  retryable: true,
}

/** The call was sent, and the supplier does not know the booking: it may still appear, so a client must not book again. */
export const NOT_FOUND: BookingFailure = {
  code: 'NOT_FOUND_AT_SUPPLIER',
  message: 'The supplier has no such booking',
  retryable: false,
}

export const RELEASED: BookingFailure = {
  code: 'HOLD_LAPSED',
  message: 'The supplier released the hold',
  retryable: false,
}
