import { PLAIN_TERMS } from '../../src/domain/selling.ts'
import type { Booking } from '../../src/store/booking.ts'
import type { NewBooking } from '../../src/store/booking-writes.ts'
import type { StoredEvent } from '../../src/store/events.ts'

/** Links the organization of stored bookings to their connection: without, none is made. */
export const LINKED = `
  INSERT INTO organizations (id, name) VALUES ('org_1', 'One');
  INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials) VALUES ('con_1', 'hotelbeds', 'sandbox', 'con_1', '');
  INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id) VALUES ('org_1', 'hotelbeds', 'con_1')`

const AT = Date.parse('2030-01-01T12:00:00Z')

/** A booking as it is first stored. */
export function storedBooking(changes: Partial<Booking> = {}): Booking {
  const { bookingId = 'ubk_1' } = changes
  const price = { amountMinor: 10_000, currency: 'EUR' }
  return {
    bookingId,
    organizationId: 'org_1',
    environment: 'sandbox',
    version: 1,
    sequence: 1,
    status: 'PROCESSING',
    mode: 'INSTANT',
    pendingOperation: 'CREATE',
    statusBeforeCancel: null,
    acceptedOfferId: `off_${bookingId}`,
    hotelId: 42,
    supplierCode: 'hotelbeds',
    connectionId: 'con_1',
    supplierReference: `ref_${bookingId}`,
    supplierBookingId: null,
    supplierBookingCode: null,
    supplierPayload: {},
    hotelConfirmation: { number: null, status: null, note: null, contactPhone: null, contactName: null },
    pendingSince: AT,
    needsOperator: false,
    cancellable: true,
    holdDeadlineAt: null,
    reviewExpiresAt: null,
    failure: null,
    verifiesListing: false,
    looks: 0,
    cancellation: null,
    discrepancies: [],
    supplierTold: {},
    clientReference: 'order 1',
    metadata: { desk: '7' },
    terms: {
      supplierHotelId: 'h42',
      stay: { checkInDate: '2030-03-01', checkOutDate: '2030-03-04' },
      ...PLAIN_TERMS,
      nationality: 'GB',
      mappingStatus: 'MATCHED',
      allocations: [],
      guestRequirements: { allGuestsNamed: false, emailRequired: true, phoneRequired: true },
      bookable: true,
      board: { code: 'RO', name: 'Room only' },
      price: { total: price, base: null, taxesAndFees: [], nightly: null },
      policy: { refundability: 'REFUNDABLE', windows: [], noShow: null, timeZone: null, policyText: '' },
      bookingModes: ['INSTANT'],
      holdDeadlineAt: null,
      roomsLeft: null,
      remarks: [],
    },
    guestsSealed: new Uint8Array([1, 2, 3]),
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  }
}

/** The event of a booking's change. */
export function storedEvent(
  { bookingId, sequence, organizationId }: Booking,
  changes: Partial<StoredEvent> = {},
): StoredEvent {
  return {
    id: `evt_${bookingId}_${sequence}`,
    organizationId,
    environment: 'sandbox',
    bookingId,
    sequence,
    type: 'booking.updated',
    body: `{"of":"${bookingId}","sequence":${sequence}}`,
    createdAt: AT,
    requestId: 'req_1',
    traceparent: 'trace_1',
    ...changes,
  }
}

/** Everything that is written with a new booking. */
export function newBooking(booking = storedBooking(), key = `key_${booking.bookingId}`): NewBooking {
  return {
    booking,
    event: storedEvent(booking),
    key: {
      organizationId: booking.organizationId,
      environment: booking.environment,
      operation: 'CREATE',
      key,
      fingerprint: new Uint8Array([9, 8, 7]),
      pathHashes: { holder: 'abc' },
      bookingId: booking.bookingId,
      cancellationId: null,
      createdAt: AT,
      expiresAt: null,
    },
    attemptId: `att_${booking.bookingId}`,
  }
}
