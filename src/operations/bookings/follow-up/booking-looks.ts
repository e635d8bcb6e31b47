import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { reconcileBooking } from './reconcile-booking.ts'

type BookingLooks = {
  /** Asks the supplier about a booking; while that is under way, however many ask again, one more look follows it. */
  readonly look: (bookingId: string, requestId: string) => void
}

/** One look-up of a booking at a time, in this process. */
export function createBookingLooks(deps: Deps): BookingLooks {
  /** Under way, with the request that asked for another look meanwhile; null: nobody has. */
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
      await reconcileBooking(deps, { bookingId, rung: null, context: nobodysContext(requestId) })
    } finally {
      const next = underWay.get(bookingId) ?? null
      underWay.delete(bookingId)
      if (next !== null) look(bookingId, next)
    }
  }

  return { look }
}
