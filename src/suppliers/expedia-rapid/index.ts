import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { Supplier } from '../supplier.ts'
import { book } from './book.ts'
import { checkConnection, fields } from './connection.ts'
import { contentSource } from './content/source.ts'
import { describeHotel } from './content.ts'
import { cancel, confirmHold, find, retrieve } from './itinerary.ts'
import { readLimits } from './limits.ts'
import { readNotification, readUndelivered } from './notification.ts'
import { checkPrice, rooms, search } from './shop.ts'

/**
 * Expedia Group Rapid API v3. It is the only supplier with holds.
 * Source: the official OpenAPI file (ExpediaGroup/rapid-java-sdk, Apache-2.0) and the Rapid developer documentation.
 */
export const expediaRapid: Supplier = {
  code: 'expedia_rapid',
  name: 'Expedia Rapid',
  baseUrls: { sandbox: 'https://test.ean.com', production: 'https://api.ean.com' },
  capabilities: {
    hotelsPerSearch: 250,
    maxRooms: 8,
    maxNights: 28,
    maxDaysAhead: 365,
    bookingModes: ['INSTANT', 'HOLD'],
    confirmsHolds: true,
    cancels: true,
    quotesCancellations: false,
    pendingPollMs: null,
    findsBy: ['TERMS'],
    // It can take minutes until a new itinerary is found under its reference.
    lookup: 'LAGGING',
    guestRequirements: {
      allGuestsNamed: false,
      emailRequired: true,
      phoneRequired: true,
      takes: ['LOYALTY', 'TAX_REGISTRATION_NUMBER', 'INVOICING'],
    },
    // The agreement for downstream agents is accepted before anything is booked.
    demandsTerms: true,
    timeoutsMs: {
      search: 20 * SECOND_MS,
      rooms: 20 * SECOND_MS,
      price_check: 15 * SECOND_MS,
      book_form: 15 * SECOND_MS,
      // Rapid advises a timeout of at least 90 s, and itself gives up after 120 s.
      book: 2 * MINUTE_MS,
      find: 15 * SECOND_MS,
      retrieve: 15 * SECOND_MS,
      confirm_hold: 90 * SECOND_MS,
      cancel: 90 * SECOND_MS,
      cancellation_quote: 15 * SECOND_MS,
      describe_hotel: 15 * SECOND_MS,
    },
  },
  content: contentSource,
  checkConnection,
  fields,
  probeHotelId: '1',
  search,
  rooms,
  checkPrice,
  book,
  find,
  retrieve,
  confirmHold,
  cancel,
  describeHotel,
  readLimits,
  readNotification,
  readUndelivered,
}
