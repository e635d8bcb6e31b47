import type { PersonName } from '../domain/discrepancies.ts'
import type { Money } from '../domain/money.ts'
import type { SupplierTold } from '../domain/supplier-told.ts'
import type { CalendarDate, Instant } from '../domain/time.ts'
import type { RefusalReason } from './supplier-call.ts'

/** What identifies a booking at the supplier. */
export type BookingReference = {
  readonly supplierReference: string
  readonly supplierBookingId: string | null
  readonly supplierPayload: Readonly<Record<string, unknown>>
  /** The `progress` of the last request of the creation that may have left. Absent: it had none, or is not needed. */
  readonly progress?: Readonly<Record<string, unknown>>
  readonly holderEmail: string
  /** When the booking was first sent to the supplier. */
  readonly bookedAt: Instant
  /** True while nobody here knows whether it was made, or it was given up: what is undecided then may count as not made. */
  readonly undecided?: boolean
}

/** A booking as the supplier's own record describes it. */
export type SupplierBooking = {
  readonly status: 'CONFIRMED' | 'ON_HOLD' | 'PENDING' | 'CANCELLED' | 'FAILED'
  readonly supplierBookingId: string
  /** Null when the supplier gives no second reference that differs. */
  readonly supplierBookingCode: string | null
  readonly hotelConfirmationNumber: string | null
  readonly holdDeadlineAt: Instant | null
  /** When a PENDING booking counts as not made, as agreed with the supplier; absent: it never does. It is asked about once more then. */
  readonly givenUpAt?: Instant
  /**
   * What the supplier charges for the whole booking while it stands, in the meaning of the agreed total; null when the record does
   * not say it, or says it unreadably, and for a booking that has ended.
   */
  readonly charged: Money | null
  /** The stay as the supplier has it; null when the record does not say it. */
  readonly checkInDate: CalendarDate | null
  readonly checkOutDate: CalendarDate | null
  /** How many rooms are still booked; null when the record does not say it. */
  readonly rooms: number | null
  /** Whom the record names, often only one guest for each room; null when it names nobody. */
  readonly guests: readonly PersonName[] | null
  /** What else the record tells that guests or vouchers need. */
  readonly told?: Omit<SupplierTold, 'charged'>
  /** What a cancellation cost, when the record says so. */
  readonly chargedPenalty: Money | null
  readonly supplierCancellationReference: string | null
  /** False: the supplier does not allow this booking to be cancelled through its API, so the gateway returns 501. */
  readonly cancellable: boolean
  /** Why the booking is FAILED, when the record says so. */
  readonly failureReason: RefusalReason | null
  /** Links and tokens for later calls; they replace what was stored. */
  readonly supplierPayload: Readonly<Record<string, unknown>>
}

export type CancellationOutcome = {
  readonly chargedPenalty: Money | null
  readonly supplierCancellationReference: string | null
}

/** CREATION and CHECK_IN: all that were made, or begin, on a date. REFERENCE: those that are named. */
export type ListedBy = 'CREATION' | 'CHECK_IN' | 'REFERENCE'

/** One page of a supplier's books, or the bookings that are named. */
export type ListRequest =
  | {
      readonly by: 'CREATION' | 'CHECK_IN'
      /** In UTC. */
      readonly date: CalendarDate
      /** From 1 on. */
      readonly page: number
    }
  /** At most 50. */
  | { readonly by: 'REFERENCE'; readonly references: readonly BookingReference[] }

/** A booking in the supplier's books. Lists tell less than records, and lag: what they tell is a reason to ask, no more. */
export type ListedBooking = {
  /** The reference under which it was made; null when it has none. */
  readonly supplierReference: string | null
  readonly record: SupplierBooking
}

export type ListAnswer = {
  readonly bookings: readonly ListedBooking[]
  /** Entries that cannot be read. */
  readonly unreadable: number
  readonly hasMore: boolean
}

/** A message with a valid signature of the supplier, or one of a supplier that signs none. */
export type SupplierNotification = {
  /** Our reference of the booking that the message is about; null when only `supplierBookingId` tells it. */
  readonly supplierReference: string | null
  /** What was signed. A repeated message has the same id, whether the supplier or an attacker sends it again. */
  readonly messageId: string
  /** When the signature becomes too old to be accepted. */
  readonly goodUntil: Instant
  /** Present when nothing but the secret path proves who sent it. It is kept, and acted on from there. */
  readonly unsigned?: UnsignedNotification
}

/** What a message without a signature says. */
export type UnsignedNotification = {
  /** The supplier's word for what happened, at most 64 characters. */
  readonly kind: string
  readonly supplierBookingId: string | null
  /** The e-mail address by which the supplier shows the booking. */
  readonly email: string | null
  /** What the property writes to the guest, as plain text of at most 2,000 characters; null for any other message. */
  readonly text: string | null
}
