/** What a case can be about. Each kind says what its subject is: there is one open case for each kind and subject. */
export const CASE_KINDS = [
  /** A booking awaits a review, until its deadline. Subject: the booking. */
  'REVIEW',
  /** Nobody knows whether the supplier made the booking, and asking it has not told. Subject: the booking. */
  'UNSETTLED_CREATE',
  /** Nobody knows whether the supplier confirmed the hold. Subject: the booking. */
  'UNSETTLED_CONFIRMATION',
  /** Nobody knows whether the supplier cancelled the booking, and what it charged. Subject: the booking. */
  'UNSETTLED_CANCELLATION',
  /** A hold has reached its deadline, or its record is gone, and the supplier does not say what became of it. Subject: the booking. */
  'UNSETTLED_HOLD',
  /** The supplier accepted a booking or a confirmation that we had given up. Subject: the booking. */
  'LATE_ACCEPTANCE',
  /** The supplier carried out a cancellation that we had told the partner was not effective. Subject: the booking. */
  'LATE_CANCELLATION',
  /** The supplier cancelled a confirmed booking on its own: the guest has no room. Subject: the booking. */
  'CANCELLED_BY_SUPPLIER',
  /** The supplier's record differs from what was agreed: price, dates, rooms or guests. Subject: the booking. */
  'DISCREPANCY',
  /**
   * Looks at a booking fail, or its supplier is silent shortly before a deadline of the guest, so that nobody knows how it stands. Subject:
   * the booking.
   */
  'LOOK_FAILS',
  /**
   * A booking stands at a supplier, and here it is unknown or cancelled: it costs what it costs. Subject: the connection and the
   * supplier's own id, with a slash between them.
   */
  'ONLY_AT_SUPPLIER',
  /** Webhooks to an endpoint failed for good. Subject: the endpoint. */
  'DEAD_DELIVERIES',
  /** A supplier refuses a connection's credentials, or they cannot be decrypted. Subject: the connection. */
  'CREDENTIALS_REFUSED',
  /** A supplier's sandbox answers a production connection. Subject: the connection. */
  'WRONG_ENVIRONMENT',
  /** A booking was made at a hotel whose mapping is not certain. Subject: the booking. */
  'MAPPING_DOUBT',
  /**
   * The listing that a booking was sold from is no longer mapped to its hotel, or failed verification: the guest may be booked into another
   * house. Subject: the booking.
   */
  'LISTING_LEFT',
  /** The supplier's content says that the house of a booking not yet stayed is closed, or lists it no more. Subject: the booking. */
  'LISTING_CLOSED',
] as const

export type CaseKind = (typeof CASE_KINDS)[number]
