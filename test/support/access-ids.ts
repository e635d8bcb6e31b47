/** Ids of everything that belongs to an organization. */
export type Ids = {
  readonly searchId: string
  readonly hotelId: string
  readonly streamId: string
  readonly bookingToken: string
  readonly offerId: string
  /** Confirmed. */
  readonly bookingId: string
  readonly heldBookingId: string
  readonly reviewBookingId: string
  readonly acceptedOfferId: string
  readonly idempotencyKey: string
  readonly quoteId: string
  readonly clientReference: string
  readonly endpointId: string
  readonly deliveryId: string
  readonly keyId: string
  readonly bookingCursor: string
  readonly deliveryCursor: string
  readonly eventPosition: string
}

/** Ids of the right shape that nobody has. */
export const NOBODYS: Ids = {
  searchId: 'srch_00000000000000000000000000',
  hotelId: '900003',
  streamId: 'stream_00000000000000000000000000',
  bookingToken: 'bkt_00000000000000000000000000000000',
  offerId: 'off_00000000000000000000000000',
  bookingId: 'ubk_00000000000000000000000000',
  heldBookingId: 'ubk_00000000000000000000000001',
  reviewBookingId: 'ubk_00000000000000000000000002',
  acceptedOfferId: 'off_00000000000000000000000001',
  idempotencyKey: 'nobody-has-used-this-key',
  quoteId: 'cq_00000000000000000000000000',
  clientReference: 'nobodys-reference',
  endpointId: 'whe_00000000000000000000000000',
  keyId: 'key_0000000000000000',
  deliveryId: 'whd_00000000000000000000000000',
  bookingCursor: '9999999999999_ubk_00000000000000000000000000',
  deliveryCursor: '9999999999999_whd_00000000000000000000000000',
  eventPosition: '0',
}
