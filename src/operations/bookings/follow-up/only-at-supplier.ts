import { STANDING } from '../../../domain/booking-status.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'

/** A booking that stands at its supplier, and is unknown or cancelled here. */
type OnlyThere = {
  readonly connectionId: string
  readonly supplierCode: string
  /** The reference under which the supplier has it; null when it has none. */
  readonly supplierReference: string | null
  readonly supplierBookingId: string | null
  /** What the supplier has said of it; null when it could not be asked. */
  readonly record: SupplierBooking | null
  /** Ours, when it is cancelled here. */
  readonly bookingId: string | null
  readonly foundBy: 'MESSAGE' | 'COMPARISON'
}

/** True for a booking that its supplier may charge: it stands, or may do so yet. */
export function mayCost({ status }: Pick<SupplierBooking, 'status'>): boolean {
  return status === 'PENDING' || STANDING.some((one) => one === status)
}

const NOTHING_TOLD = { status: 'UNKNOWN', checkInDate: null, checkOutDate: null, charged: null } as const

/** Tells a person of a booking that only the supplier has: one case for each, however often it is found. It names no guest. */
export function openOnlyAtSupplier({ store }: Pick<Deps, 'store'>, found: OnlyThere): Promise<void> {
  const { connectionId, supplierCode, supplierReference, supplierBookingId, record, bookingId, foundBy } = found
  const { status, checkInDate, checkOutDate, charged } = record ?? NOTHING_TOLD
  return store.cases.open({
    kind: 'ONLY_AT_SUPPLIER',
    subject: `${connectionId}/${supplierBookingId ?? supplierReference}`,
    organizationId: null,
    bookingId,
    connectionId,
    atStake: charged,
    dueAt: checkInDate === null ? null : Date.parse(checkInDate),
    detail: { supplierCode, supplierBookingId, supplierReference, status, checkInDate, checkOutDate, foundBy },
  })
}
