import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { lookAtBooking } from './look-at-booking.ts'

type BookingLooks = {
  /** Asks the supplier about a booking. Calls during a running look-up, however many, cause one more look-up after it. */
  readonly look: (bookingId: string, requestId: string) => void
}

/** Allows one look-up per booking at a time in this process. */
export function createBookingLooks(deps: Deps): BookingLooks {
  /** The running look-ups, each with the id of the last request that asked for another one; null when no request has. */
  const underWay = new Map<string, string | null>()

  function look(bookingId: string, requestId: string): void {
    if (underWay.has(bookingId)) {
      underWay.set(bookingId, requestId)
      return
    }
    underWay.set(bookingId, null)
    deps.background.follow('supplier-notification', lookOnce(bookingId, requestId))
  }

  async function lookOnce(bookingId: string, requestId: string): Promise<void> {
    try {
      await lookAtBooking(deps, { bookingId, look: { leaseId: null }, context: nobodysContext(requestId) })
    } finally {
      const next = underWay.get(bookingId) ?? null
      underWay.delete(bookingId)
      if (next !== null) look(bookingId, next)
    }
  }

  return { look }
}
