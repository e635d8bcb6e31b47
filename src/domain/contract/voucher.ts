import type { HotelContact, OfferedHotel } from '../supplier-told.ts'
import type { SupplierTermsView } from './selling.ts'

/** Additions, section 3: what a voucher has to show, frozen with the booking. */
export type VoucherView = {
  readonly lines: readonly string[]
  readonly payableThrough: string | null
  readonly supplierReference: string | null
  readonly hotel: OfferedHotel
  readonly emergencyContact: string | null
  readonly supplierTerms: SupplierTermsView | null
}

export type HotelContactView = HotelContact
