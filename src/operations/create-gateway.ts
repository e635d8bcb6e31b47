import { getBookingDetails } from './get-booking-details.ts'
import { cancelBooking } from './cancel-booking.ts'
import type { Caller } from './caller.ts'
import { confirmHold } from './confirm-hold.ts'
import { createBooking } from './create-booking.ts'
import { createRoomSearch } from './create-room-search.ts'
import type { Deps } from './deps.ts'
import { findDestinations } from './find-destinations.ts'
import type { Gateway } from './gateway.ts'
import { findBookingByIdempotencyKey, getBooking } from './get-booking.ts'
import { getHotel, getHotels } from './get-hotel.ts'
import { getPenalties } from './get-penalties.ts'
import { getOffer } from './get-offer.ts'
import { listBookings } from './list-bookings.ts'
import { listEvents } from './list-events.ts'
import { listHotelFilters, listNationalities } from './list-master-data.ts'
import { openRoomStream } from './open-room-stream.ts'
import { pollPrices } from './poll-prices.ts'
import { prebook } from './prebook.ts'
import { quoteCancellation } from './quote-cancellation.ts'
import { reviewBooking } from './review-booking.ts'
import { searchHotels } from './search-hotels.ts'
import { watchBooking } from './watch-booking.ts'
import {
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from './webhooks/change-webhook-endpoint.ts'
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts'
import { getWebhookEndpoint, listWebhookEndpoints } from './webhooks/read-webhook-endpoints.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  recoverWebhookEndpoint,
  redeliverWebhook,
  testWebhookEndpoint,
} from './webhooks/webhook-deliveries.ts'

/** The core behind both facades: every operation with what it needs. */
export const createGateway = (deps: Deps): Gateway => {
  const bind =
    <View>(operation: (deps: Deps, caller: Caller, input: unknown) => Promise<View>) =>
    (caller: Caller, input: unknown): Promise<View> =>
      operation(deps, caller, input)
  const bindKeyed =
    <View>(operation: (deps: Deps, caller: Caller, input: unknown, key: string | null) => Promise<View>) =>
    (caller: Caller, input: unknown, key: string | null): Promise<View> =>
      operation(deps, caller, input, key)
  return {
    searchHotels: bind(searchHotels),
    pollPrices: bind(pollPrices),
    createRoomSearch: bind(createRoomSearch),
    openRoomStream: bind(openRoomStream),
    prebook: bind(prebook),
    createBooking: bindKeyed(createBooking),
    getBooking: bind(getBooking),
    findBookingByIdempotencyKey: bindKeyed(findBookingByIdempotencyKey),
    getBookingDetails: bind(getBookingDetails),
    listBookings: bind(listBookings),
    confirmHold: bind(confirmHold),
    getPenalties: bind(getPenalties),
    quoteCancellation: bind(quoteCancellation),
    cancelBooking: bindKeyed(cancelBooking),
    reviewBooking: bindKeyed(reviewBooking),
    listEvents: bind(listEvents),
    getHotel: bind(getHotel),
    getHotels: (caller, hotelIds) => getHotels(deps, caller, hotelIds),
    getOffer: bind(getOffer),
    watchBooking: bind(watchBooking),
    findDestinations: bind(findDestinations),
    listHotelFilters: bind(listHotelFilters),
    listNationalities: bind(listNationalities),
    createWebhookEndpoint: bind(createWebhookEndpoint),
    listWebhookEndpoints: bind(listWebhookEndpoints),
    getWebhookEndpoint: bind(getWebhookEndpoint),
    updateWebhookEndpoint: bind(updateWebhookEndpoint),
    deleteWebhookEndpoint: bind(deleteWebhookEndpoint),
    rotateWebhookSecret: bind(rotateWebhookSecret),
    testWebhookEndpoint: bind(testWebhookEndpoint),
    recoverWebhookEndpoint: bind(recoverWebhookEndpoint),
    listWebhookDeliveries: bind(listWebhookDeliveries),
    getWebhookDelivery: bind(getWebhookDelivery),
    redeliverWebhook: bind(redeliverWebhook),
  }
}
