import type { SupplierBooking } from '../supplier.ts'

/** The specification describes a cancelled booking as CANCELED, and shows it as CANCELLED in its examples. */
const CANCELLED = /^CANCELL?ED(_WITH_CHARGES)?$/

/** Reads the status of a booking, wherever LiteAPI tells it. One that is not documented counts as pending: it is neither a yes nor a no. */
export function readStatus(status: string): SupplierBooking['status'] {
  if (CANCELLED.test(status)) return 'CANCELLED'
  return status === 'CONFIRMED' || status === 'FAILED' ? status : 'PENDING'
}
