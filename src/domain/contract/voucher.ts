import type { HotelContact, OfferedHotel } from '../supplier-told.ts'

/** Additions, section 3: what a voucher has to show, frozen with the booking. */
export type VoucherView = {
  readonly lines: readonly string[]
  readonly payableThrough: string | null
  readonly supplierReference: string | null
  readonly hotel: OfferedHotel
  readonly emergencyContact: string | null
}

/** Additions, section 6: what the property wrote to the guest. */
export type PropertyMessageView = { readonly receivedAt: string; readonly text: string }

export type HotelContactView = HotelContact
