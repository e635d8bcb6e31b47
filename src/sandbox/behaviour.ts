import type { SandboxCancellation } from './catalogue/types.ts'

/**
 * How a sandbox supplier behaves for one of its hotels. `behaviourOf` returns NORMAL for all hotels except the scenarios, so a
 * supplier makes the same check for each request and never looks at slugs.
 */
export type SandboxBehaviour = {
  /** The behaviour of search and rooms. NO_RATES: the answer has no rates. HTTP_500: every answer is an error. */
  readonly shop: 'NORMAL' | 'NO_RATES' | 'HTTP_500'
  /** The fewest nights that the hotel sells. */
  readonly minNights: number
  /** How long search and rooms wait before they answer, ms. */
  readonly shopDelayMs: number
  readonly priceCheck: 'NORMAL' | 'PRICE_CHANGED' | 'SOLD_OUT'
  /** PRICE_CHANGED: the checked price relative to the shown price, in thousandths. */
  readonly changedPricePermille: number
  /** True: the price check finds a similar rate, with another board, at the same price. */
  readonly substitutes: boolean
  /**
   * REFUSED: the booking is refused as sold out. ANSWER_LOST: it is made, but no answer is sent. REQUEST_LOST: it is not made and
   * no answer is sent; a look-up finds nothing. ASYNC: it is accepted now and confirmed after `confirmsAfterMs`.
   */
  readonly book: 'NORMAL' | 'REFUSED' | 'ANSWER_LOST' | 'REQUEST_LOST' | 'ASYNC'
  readonly confirmsAfterMs: number
  /** USED_ONCE: the first order form of a rate is refused as one of a reference that was used before (RateHawk only). */
  readonly orderForm: 'NORMAL' | 'USED_ONCE'
  /** What a booking costs at the supplier, relative to what was agreed, in thousandths; its answer and its record say so. */
  readonly bookedPricePermille: number
  /** How long after it was made the hotel cancels a booking on its own, free of charge; null: never. */
  readonly hotelCancelsAfterMs: number | null
  /** True: each booking is in the supplier's books twice, once more under a reference that we do not know. */
  readonly alsoBooksPastUs: boolean
  /** True: in the supplier's books the stay begins and ends a day later than it was booked. */
  readonly movesDates: boolean
  /** How long a hold lasts from the booking on; null when the supplier has no holds. Every hold expires at its end. */
  readonly holdWindowMs: number | null
  /** REFUSED_ONCE: the first attempt on each booking is refused. ANSWER_LOST: the hold is confirmed, but no answer is sent. */
  readonly confirmHold: 'NORMAL' | 'REFUSED_ONCE' | 'ANSWER_LOST'
  /** Null: the usual mixture of rate plans applies. */
  readonly cancellation: SandboxCancellation | null
  /**
   * REFUNDABLE_LATE: nine rates are cheaper than the first with free cancellation; six of the nine are called refundable although
   * they refund nothing. NON_REFUNDABLE: no rate has free cancellation, though some are called refundable.
   */
  readonly rates: 'NORMAL' | 'REFUNDABLE_LATE' | 'NON_REFUNDABLE'
  /** CHANGES_SOON: the time from when the rate was shown until its penalty changes. */
  readonly penaltyChangesAfterMs: number
  /**
   * ANSWER_LOST: the booking is cancelled, but no answer is sent. UNSUPPORTED: the supplier's record says that it cannot be
   * cancelled.
   */
  readonly cancel: 'NORMAL' | 'ANSWER_LOST' | 'UNSUPPORTED'
  /**
   * The supplier's description of the hotel. UNAVAILABLE: HTTP 503. OTHER_HOTEL: it describes a different hotel from the mapped
   * one.
   */
  readonly describe: 'NORMAL' | 'UNAVAILABLE' | 'OTHER_HOTEL'
}

/** Of a hotel where everything goes well. */
export const NORMAL: SandboxBehaviour = {
  shop: 'NORMAL',
  minNights: 1,
  shopDelayMs: 0,
  priceCheck: 'NORMAL',
  changedPricePermille: 1_000,
  substitutes: false,
  book: 'NORMAL',
  confirmsAfterMs: 0,
  orderForm: 'NORMAL',
  bookedPricePermille: 1_000,
  hotelCancelsAfterMs: null,
  alsoBooksPastUs: false,
  movesDates: false,
  holdWindowMs: null,
  confirmHold: 'NORMAL',
  cancellation: null,
  rates: 'NORMAL',
  penaltyChangesAfterMs: 0,
  cancel: 'NORMAL',
  describe: 'NORMAL',
}
