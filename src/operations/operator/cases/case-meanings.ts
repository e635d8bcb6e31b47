import type { CaseKind } from '../../../domain/case.ts'

/** Why a case of each kind is there, for whoever has to work on it. */
export const CASE_MEANINGS: Readonly<Record<CaseKind, string>> = {
  REVIEW: 'A hold with a near deadline: nothing was asked of the supplier yet. It lapses unless somebody approves it.',
  UNSETTLED_CREATE: 'Nobody knows whether the supplier made the booking, and asking it has not told.',
  UNSETTLED_CONFIRMATION: 'Nobody knows whether the supplier confirmed the hold.',
  UNSETTLED_CANCELLATION: 'Nobody knows whether the supplier cancelled the booking, and what it charged.',
  UNSETTLED_HOLD:
    'A hold is over, and the supplier does not say what became of it; or the supplier only holds what was to be booked at once, until somebody confirms or cancels it.',
  LATE_ACCEPTANCE: 'The supplier has booked after the partner was told FAILED.',
  LATE_CANCELLATION: 'The supplier has cancelled after the partner was told that it had not: the guest has no room.',
  CANCELLED_BY_SUPPLIER: 'The supplier cancelled a confirmed booking on its own: the guest has no room.',
  DISCREPANCY: 'The supplier’s record differs from what was agreed: price, dates, rooms or guests.',
  LOOK_FAILS: 'Looks at the booking fail, or its supplier is silent shortly before a deadline of the guest.',
  ONLY_AT_SUPPLIER: 'A booking stands at the supplier that is unknown or cancelled here: it costs what it costs.',
  DEAD_DELIVERIES: 'Webhooks to the endpoint failed for good: the partner does not know what happened.',
  CREDENTIALS_REFUSED:
    'The supplier refuses the connection’s credentials, or they cannot be decrypted: nothing is sold.',
  WRONG_ENVIRONMENT: 'The supplier’s sandbox answers a production connection: what is sold over it does not exist.',
  MAPPING_DOUBT: 'A booking was made at a listing that nobody has verified: it may be another house.',
  LISTING_LEFT: 'The listing was taken off the hotel that it was sold as: the guest may be booked into another house.',
  LISTING_CLOSED: 'The supplier’s content says that the house of a booking not yet stayed is closed or gone.',
}
