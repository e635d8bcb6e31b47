import { type HotelVerification, isSameHotel, type ListedHotel } from '../../../domain/mapping.ts'
import type { Booking } from '../../../store/booking.ts'
import type { Hotel, ListingId, SupplierHotel } from '../../../store/hotels.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { CallContext } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { openFor } from '../../supplier-calls.ts'

/** The supplier's listing from which a booking was sold. */
export function listingOf({ supplierCode, terms }: Booking): ListingId {
  return {
    supplierCode,
    supplierHotelId: terms.supplierHotelId,
  }
}

/** True while nobody has checked whether the listing of a hold is its hotel; until then the hold cannot be confirmed. */
export async function isUnverified(tx: StoreParts, booking: Booking): Promise<boolean> {
  return (await tx.hotels.listing(listingOf(booking)))?.verification === 'PENDING'
}

/**
 * Decides whether the listing of a hold is the hotel that it is mapped to, by the supplier's own description of it. Returns true
 * when nothing is left to be decided: a supplier that does not answer is asked again while the booking can still be confirmed; one
 * that cannot describe hotels leaves the decision to `npm run admin -- mapping verify`.
 */
export async function verifyListing(deps: Deps, booking: Booking, context: CallContext): Promise<boolean> {
  const listing = await deps.store.hotels.listing(listingOf(booking))
  if (listing?.verification !== 'PENDING') return true
  const hotel = await whereItIs(deps, listing)
  const described = hotel && (await describe(deps, { booking, listing, context }))
  if (described === 'NEVER') return true
  const verdict = described && (await judge(deps, hotel, described))
  if (!verdict) return false
  await deps.store.transaction(async (tx) => {
    if (!(await tx.hotels.setVerification(listing, verdict, 'PENDING'))) return
    await tx.audit.append(
      {
        organizationId: null,
        actor: 'system',
        action: `mapping.${verdict.toLowerCase()}`,
        subject: `${listing.supplierCode}/${listing.supplierHotelId}`,
        details: { hotelId: listing.hotelId, described: described === 'UNLISTED' ? null : described },
      },
      deps.clock.real(),
    )
  })
  return true
}

/**
 * The supplier's description; NEVER when it cannot describe hotels, UNLISTED when it does not know this one, null when it does
 * not answer.
 */
async function describe(
  deps: Deps,
  {
    booking,
    listing,
    context,
  }: { readonly booking: Booking; readonly listing: SupplierHotel; readonly context: CallContext },
): Promise<ListedHotel | 'NEVER' | 'UNLISTED' | null> {
  const { supplier, call } = await openFor(deps, booking, { operation: 'describe_hotel', context })
  if (!supplier.describeHotel) return 'NEVER'
  const described = await supplier.describeHotel(call, listing.supplierHotelId)
  return described.ok ? (described.value ?? 'UNLISTED') : null
}

/** The hotel at the place where it is: a hidden one is some hundred metres from where it is shown. */
async function whereItIs({ store }: Deps, listing: SupplierHotel): Promise<Hotel | null> {
  const hotel = await store.hotels.find(listing.hotelId)
  const exact = hotel?.placeHidden ? (await store.hotels.details(hotel.hotelId, listing))?.exactPlace : null
  return hotel && exact ? { ...hotel, latitude: exact.latitude, longitude: exact.longitude } : hotel
}

async function judge(
  deps: Deps,
  hotel: Hotel,
  described: ListedHotel | 'UNLISTED',
): Promise<Exclude<HotelVerification, 'PENDING'>> {
  if (described === 'UNLISTED') return 'UNVERIFIED'
  const place = await deps.catalogue.place(hotel.placeId)
  const { latitude, longitude } = hotel
  const countryCode = place?.countryCode ?? null
  const placeName = Object.values(place?.names ?? {}).join(' ')
  const isListed = Object.values(hotel.names).some((name) =>
    isSameHotel({ name, countryCode, point: { latitude, longitude } }, described, placeName),
  )
  return isListed ? 'VERIFIED' : 'UNVERIFIED'
}
