import { SECOND_MS } from '../../domain/time.ts'
import type { Supplier } from '../supplier.ts'
import { book } from './book.ts'
import { cancel, find, quoteCancellation, retrieve } from './bookings.ts'
import { checkPrice } from './check-price.ts'
import { checkConnection, fields } from './connection.ts'
import { content } from './content/source.ts'
import { overLimit } from './errors.ts'
import { listBookings } from './list-bookings.ts'
import { rooms, search } from './shop.ts'

/**
 * Hotelbeds APItude, Hotel Booking API 1.0. It is the only supplier that quotes a cancellation itself.
 * Source: Hotelbeds' public Postman collection, its published SDKs and developer.hotelbeds.com.
 */
export const hotelbeds: Supplier = {
  code: 'hotelbeds',
  name: 'Hotelbeds',
  baseUrls: {
    sandbox: 'https://api.test.hotelbeds.com/hotel-api/1.0',
    production: 'https://api.hotelbeds.com/hotel-api/1.0',
  },
  capabilities: {
    hotelsPerSearch: 2_000,
    maxRooms: 8,
    maxNights: 30,
    maxDaysAhead: 500,
    bookingModes: ['INSTANT'],
    confirmsHolds: false,
    cancels: true,
    quotesCancellations: true,
    pendingPollMs: null,
    findsBy: ['TERMS', 'BOARDS'],
    // No published document promises that a new booking appears in the list immediately.
    lookup: 'LAGGING',
    namesPayableParty: true,
    listsBy: ['CREATION', 'CHECK_IN'],
    guestRequirements: { allGuestsNamed: false, emailRequired: false, phoneRequired: false },
    timeoutsMs: {
      search: 15 * SECOND_MS,
      rooms: 15 * SECOND_MS,
      price_check: 15 * SECOND_MS,
      book_form: 15 * SECOND_MS,
      // Hotelbeds asks for a timeout of at least 60 s.
      book: 90 * SECOND_MS,
      find: 15 * SECOND_MS,
      retrieve: 15 * SECOND_MS,
      confirm_hold: 15 * SECOND_MS,
      cancel: 60 * SECOND_MS,
      cancellation_quote: 8 * SECOND_MS,
      describe_hotel: 8 * SECOND_MS,
    },
  },
  checkConnection,
  fields,
  probeHotelId: '1',
  content,
  search,
  rooms,
  checkPrice,
  book,
  find,
  retrieve,
  cancel,
  quoteCancellation,
  listBookings,
  overLimit,
}
