import { MINUTE_MS } from '../../domain/time.ts'
import { openCase } from '../bookings/machinery/booking-cases.ts'
import type { Deps } from '../deps.ts'

const MARK = 'ended-listings-followed'
/** By then whoever staged a listing has committed, and whoever booked it just before has, too. */
const SETTLES_WITHIN_MS = MINUTE_MS

/**
 * Opens a case for each booking not yet stayed whose listing its supplier has closed, or lists no more, and settles those of listings that
 * are sold again. The booking stays as it is: the supplier's own record of it is what counts, and is asked as always.
 */
export async function followEndedListings({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  const until = clock.real() - SETTLES_WITHIN_MS
  const since = (await store.hotelFacts.mark(MARK)) ?? 0
  for (const { bookingId, listingStatus } of await store.bookings.soldFromEnded(since, until)) {
    const booking = await store.bookings.findAnywhere(bookingId)
    if (!booking) continue
    const { supplierHotelId } = booking.terms
    await openCase(store, booking, { kind: 'LISTING_CLOSED', detail: { supplierHotelId, listingStatus } })
  }
  for (const bookingId of await store.bookings.soldFromReopened())
    await store.cases.settle(['LISTING_CLOSED'], bookingId, 'the supplier sells the listing again')
  await store.hotelFacts.setMark(MARK, until)
}
