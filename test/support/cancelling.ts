import { recordOf, says } from './desk.ts'
import type { Json } from './http-client.ts'
import { caller } from './partner.ts'
import type { Booker } from './use-one-booker.ts'

/** What a partner does who wants to cancel. */
export function cancelling(bookerOf: () => Booker) {
  async function quote(bookingId: string): Promise<Json> {
    return bookerOf().gateway.quoteCancellation(caller(), { bookingId })
  }

  function cancel(bookingId: string, quoteId: string, key = 'cancel-1'): Promise<Json> {
    return bookerOf().gateway.cancelBooking(caller(), { bookingId, cancellationQuoteId: quoteId }, key)
  }

  /** A confirmed booking, a quote of its cancellation, and a supplier that has the booking. */
  async function quoted(code = 'desk', changes = {}) {
    const { bookingId } = await bookerOf().confirmed({ code, ...changes })
    bookerOf().desk.says('retrieve', says(recordOf({ supplierPayload: { link: 'fresh' } })))
    bookerOf().desk.says('cancellation_quote', says({ amountMinor: 700, currency: 'EUR' }))
    const { value } = await quote(bookingId)
    return { bookingId, quoteId: value.quoteId as string }
  }
  return { quote, cancel, quoted }
}
