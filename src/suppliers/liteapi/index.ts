import { SECOND_MS } from '../../domain/time.ts'
import type { Supplier } from '../supplier.ts'
import { book } from './book.ts'
import { cancel, find, retrieve } from './bookings.ts'
import { checkConnection, fields, RATES_HOST } from './connection.ts'
import { content } from './content/source.ts'
import { listBookings } from './list-bookings.ts'
import { readNotification } from './notification.ts'
import { saysSandbox } from './schema.ts'
import { checkPrice, rooms, search } from './shop.ts'

/**
 * LiteAPI (Nuitée) v3.0, a supplier with a host for rates and another for bookings.
 * Source: the vendor's official OpenAPI files and its Node SDK.
 */
export const liteapi: Supplier = {
  code: 'liteapi',
  name: 'LiteAPI',
  // The API key decides between sandbox and production; the host is the same.
  baseUrls: { sandbox: RATES_HOST, production: RATES_HOST },
  capabilities: {
    hotelsPerSearch: 5_000,
    maxRooms: 8,
    maxNights: 30,
    maxDaysAhead: 500,
    bookingModes: ['INSTANT'],
    confirmsHolds: false,
    cancels: true,
    quotesCancellations: false,
    pendingPollMs: null,
    findsBy: ['TERMS', 'BOARDS'],
    // No published document promises that a new booking appears in the list immediately.
    lookup: 'LAGGING',
    listsBy: ['CREATION', 'CHECK_IN'],
    guestRequirements: { allGuestsNamed: false, emailRequired: true, phoneRequired: true },
    timeoutsMs: {
      search: 15 * SECOND_MS,
      rooms: 15 * SECOND_MS,
      price_check: 30 * SECOND_MS,
      book_form: 15 * SECOND_MS,
      book: 90 * SECOND_MS,
      find: 15 * SECOND_MS,
      retrieve: 15 * SECOND_MS,
      confirm_hold: 15 * SECOND_MS,
      cancel: 60 * SECOND_MS,
      cancellation_quote: 15 * SECOND_MS,
      describe_hotel: 15 * SECOND_MS,
    },
  },
  checkConnection,
  fields,
  probeHotelId: 'lp1',
  content,
  saysSandbox,
  search,
  rooms,
  checkPrice,
  book,
  find,
  retrieve,
  cancel,
  listBookings,
  readNotification,
}
