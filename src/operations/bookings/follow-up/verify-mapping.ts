import { type HotelVerification, isSameHotel, type ListedHotel } from '../../../domain/mapping.ts'
import type { Booking } from '../../../store/booking.ts'
import type { Hotel, ListingId, SupplierHotel } from '../../../store/hotels.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { Deps } from '../../deps.ts'
import { jobContext, openFor } from '../../supplier-calls.ts'
import { retryDelayMs } from '../machinery/retry-schedule.ts'

/** The supplier's listing from which a booking was sold. */
export function listingOf({ supplierCode, terms }: Booking): ListingId {
  return {
    supplierCode,
    supplierHotelId: terms.supplierHotelId,
  }
}

/** Schedules the verification of a hold's listing if it was never verified; until then the hold cannot be confirmed. */
export async function verifyLater(deps: Pick<Deps, 'clock'>, tx: StoreParts, booking: Booking): Promise<void> {
  const listing = await tx.hotels.listing(listingOf(booking))
  if (listing?.verification === 'PENDING')
    await tx.jobs.enqueue({
      name: 'verify-mapping',
      bookingId: booking.bookingId,
      rung: 0,
      startAt: deps.clock.now(),
    })
}

const ENDED: ReadonlySet<string> = new Set(['CONFIRMED', 'FAILED', 'CANCELLED'])

/**
 * Job: decides whether the listing of a hold is the hotel that it is mapped to, by the supplier's own description of it. A
 * supplier that does not answer is asked again while the booking can still be confirmed; one that cannot describe hotels leaves
 * the decision to `npm run admin -- mapping verify`.
 */
export async function verifyMapping(
  deps: Deps,
  { bookingId, rung }: { readonly bookingId: string; readonly rung: number },
): Promise<void> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking || ENDED.has(booking.status)) return
  const listing = await deps.store.hotels.listing(listingOf(booking))
  if (listing?.verification !== 'PENDING') return
  const hotel = await deps.store.hotels.find(listing.hotelId)
  const described = hotel && (await describe(deps, booking, listing))
  if (described === 'NEVER') return
  const verdict = described && (await judge(deps, hotel, described))
  await deps.store.transaction(async (tx) => {
    const now = deps.clock.now()
    if (!verdict) {
      const startAt = now + retryDelayMs(rung)
      return tx.jobs.enqueue({ name: 'verify-mapping', bookingId, rung: rung + 1, startAt })
    }
    if (!(await tx.hotels.setVerification(listing, verdict, 'PENDING'))) return
    await tx.audit.append(
      {
        organizationId: null,
        actor: 'system',
        action: `mapping.${verdict.toLowerCase()}`,
        subject: `${listing.supplierCode}/${listing.supplierHotelId}`,
        details: { hotelId: listing.hotelId, described: described === 'UNLISTED' ? null : described },
      },
      now,
    )
  })
}

/**
 * The supplier's description; NEVER when it cannot describe hotels, UNLISTED when it does not know this one, null when it does
 * not answer.
 */
async function describe(
  deps: Deps,
  booking: Booking,
  listing: SupplierHotel,
): Promise<ListedHotel | 'NEVER' | 'UNLISTED' | null> {
  const context = jobContext(booking.bookingId)
  const { supplier, call } = await openFor(deps, booking, { operation: 'describe_hotel', context })
  if (!supplier.describeHotel) return 'NEVER'
  const described = await supplier.describeHotel(call, listing.supplierHotelId)
  return described.ok ? (described.value ?? 'UNLISTED') : null
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
