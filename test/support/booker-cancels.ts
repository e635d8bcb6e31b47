import { expect } from 'vitest'
import { recordOf, says } from './desk.ts'
import type { Json } from './http-client.ts'
import { costs, free, HOUR, MINUTE } from './offered.ts'
import { caller } from './partner.ts'
import type { Booker } from './use-one-booker.ts'

type Accepted = { readonly bookingId: string; readonly cancellationQuoteId: string }

/** The cancellations of one booker's bookings. */
export function cancelsOf(bookerOf: () => Booker) {
  /** A quote that is accepted with it. */
  async function accepted(bookingId: string): Promise<Accepted> {
    const quote: Json = await bookerOf().gateway.quoteCancellation(caller(), { bookingId })
    return { bookingId, cancellationQuoteId: quote.value.quoteId }
  }

  /** Cancels, and gives what is answered. */
  async function cancel(input: Accepted, key: string): Promise<Json> {
    const answer: Json = await bookerOf().gateway.cancelBooking(caller(), input, key)
    return answer.value.booking
  }

  async function setWindows(bookingId: string, windows: readonly object[]): Promise<void> {
    await bookerOf().query(
      `UPDATE bookings SET terms = jsonb_set(terms, '{policy,windows}', $2::jsonb) WHERE id = $1`,
      [bookingId, JSON.stringify(windows)],
    )
  }

  return {
    accepted,
    cancel,
    /** What a key is answered when it is sent again. */
    outcomeOf: async (input: Accepted, key: string): Promise<string> => (await cancel(input, key)).cancellation.outcome,

    /** Cancels; the supplier is silent, and shows no effect for a long while. */
    inVain: async (bookingId: string, status: 'CONFIRMED' | 'ON_HOLD', key: string): Promise<Accepted> => {
      const booker = bookerOf()
      const input = await accepted(bookingId)
      booker.desk.says('retrieve', says(recordOf({ status })))
      booker.desk.says('cancel', 'SILENT')
      await cancel(input, key)
      await booker.sentAgo(bookingId, 'CANCEL', 5 * MINUTE)
      expect((await booker.look(bookingId)).booking.status).toBe(status)
      return input
    },

    /** From now on cancelling costs 300 EUR. */
    costsAll: (bookingId: string): Promise<void> => setWindows(bookingId, [costs(30_000, bookerOf().now() - HOUR)]),

    /** It is free for so long, and costs 300 EUR from then on. */
    freeFor: (bookingId: string, ms: number): Promise<void> => {
      const endAt = bookerOf().now() + ms
      return setWindows(bookingId, [free(endAt - HOUR, endAt), costs(30_000, endAt)])
    },
  }
}
