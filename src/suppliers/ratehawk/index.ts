import { SECOND_MS } from '../../domain/time.ts'
import type { Supplier } from '../supplier.ts'
import { book } from './book.ts'
import { cancel } from './cancel.ts'
import { checkConnection, fields } from './connection.ts'
import { contentSource } from './content/source.ts'
import { saysSandbox } from './errors.ts'
import { NAME_RULE } from './guests.ts'
import { readInstructions } from './instructions.ts'
import { readLimits } from './limits.ts'
import { listBookings } from './list-bookings.ts'
import { readNotification } from './notification.ts'
import { FORM_TIMEOUT_MS } from './order-form.ts'
import { find, retrieve } from './orders.ts'
import { checkPrice, rooms, search } from './shop.ts'

/**
 * RateHawk, Emerging Travel Group's API v3 for businesses. It is the only supplier that confirms later, so it is polled.
 * Source: the documentation at docs.emergingtravel.com.
 */
export const ratehawk: Supplier = {
  code: 'ratehawk',
  name: 'RateHawk',
  baseUrls: {
    sandbox: 'https://api-sandbox.worldota.net/api/b2b/v3',
    production: 'https://api.worldota.net/api/b2b/v3',
  },
  capabilities: {
    hotelsPerSearch: 300,
    maxRooms: 8,
    maxNights: 30,
    maxDaysAhead: 500,
    bookingModes: ['INSTANT'],
    confirmsHolds: false,
    cancels: true,
    quotesCancellations: false,
    // RateHawk recommends one poll about every five seconds.
    pendingPollMs: 5 * SECOND_MS,
    // The booking's status call works for every reference, and its `order_not_found` is final.
    lookup: 'AUTHORITATIVE',
    // The list of orders is asked by creation, and for stays ahead by reference.
    listsBy: ['CREATION', 'REFERENCE'],
    guestRequirements: {
      allGuestsNamed: false,
      emailRequired: true,
      phoneRequired: true,
      nameRule: NAME_RULE,
      takes: ['ARRIVAL_TIME', 'GENDER'],
    },
    timeoutsMs: {
      search: 20 * SECOND_MS,
      rooms: 20 * SECOND_MS,
      // RateHawk asks for at least 30 s; the caller's own deadline may be shorter.
      price_check: 60 * SECOND_MS,
      book_form: FORM_TIMEOUT_MS,
      book: 60 * SECOND_MS,
      find: 15 * SECOND_MS,
      retrieve: 15 * SECOND_MS,
      confirm_hold: 15 * SECOND_MS,
      cancel: 60 * SECOND_MS,
      cancellation_quote: 15 * SECOND_MS,
      describe_hotel: 15 * SECOND_MS,
    },
  },
  content: contentSource,
  checkConnection,
  fields,
  // ETG's own test hotel.
  probeHotelId: '8473727',
  saysSandbox,
  search,
  rooms,
  checkPrice,
  book,
  find,
  retrieve,
  cancel,
  listBookings,
  readLimits,
  readNotification,
  readInstructions,
}
