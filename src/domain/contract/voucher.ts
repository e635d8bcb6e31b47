import type { Essential, HotelContact, OfferedHotel } from '../supplier-told.ts'
import type { BoardView } from './offer.ts'
import type { SupplierTermsView } from './selling.ts'

/** Additions, section 3: what a voucher has to show, frozen with the booking. */
export type VoucherView = {
  readonly lines: readonly string[]
  readonly payableThrough: string | null
  readonly supplierReference: string | null
  readonly hotel: VoucherHotelView
  readonly emergencyContact: string | null
  readonly supplierTerms: SupplierTermsView | null
  readonly checkIn: string
  readonly checkOut: string
  readonly nights: number
  readonly board: BoardView
  readonly rooms: readonly VoucherRoomView[]
  readonly agency: AgencyView | null
}

export type VoucherHotelView = Required<OfferedHotel> & {
  /** The hotel's class as text; null when nobody tells it. */
  readonly category: string | null
}

export type VoucherRoomView = {
  readonly allocationId: string
  readonly name: string
  readonly guests: readonly VoucherGuestView[]
}

export type VoucherGuestView = {
  readonly type: 'ADULT' | 'CHILD'
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
}

/** Whom the guest asks about the booking: the organization that sold it. */
export type AgencyView = { readonly name: string; readonly phone: string | null; readonly email: string | null }

export type EssentialView = Essential
/** Additions, section 6: what the property wrote to the guest. */
export type PropertyMessageView = { readonly receivedAt: string; readonly text: string }

export type HotelContactView = HotelContact
