import { getMe } from './access/get-me.ts'
import { listApiKeys, revokeApiKey, rollApiKey, updateApiKey } from './access/own-keys.ts'
import { cancelBooking } from './bookings/cancel-booking.ts'
import { confirmHold } from './bookings/confirm-hold.ts'
import { createBooking } from './bookings/create-booking.ts'
import { findBookingByIdempotencyKey, getBooking } from './bookings/get-booking.ts'
import { getBookingDetails } from './bookings/get-booking-details.ts'
import { getPenalties } from './bookings/get-penalties.ts'
import { listBookings } from './bookings/list-bookings.ts'
import { listEvents } from './bookings/list-events.ts'
import type { KeyedInput } from './bookings/machinery/keyed-command.ts'
import { quoteCancellation } from './bookings/quote-cancellation.ts'
import { reviewBooking } from './bookings/review-booking.ts'
import { watchBooking } from './bookings/watch-booking.ts'
import type { Caller } from './caller.ts'
import { answerInTime } from './deadline.ts'
import type { Deps } from './deps.ts'
import type { BatchRead, Gateway, UncheckedGateway } from './gateway.ts'
import { getHotel, getHotelPages, getHotels } from './hotels/get-hotel.ts'
import { getOffer } from './offers/get-offer.ts'
import { prebook } from './offers/prebook.ts'
import { adoptRoomSearch } from './rooms/adopt-room-search.ts'
import { createRoomSearch } from './rooms/create-room-search.ts'
import { openRoomStream } from './rooms/open-room-stream.ts'
import { findDestinations } from './search/find-destinations.ts'
import { listHotelFilters, listNationalities } from './search/list-master-data.ts'
import { pollPrices } from './search/poll-prices.ts'
import { searchHotels } from './search/search-hotels.ts'
import { acceptSupplierTerms, listSupplierTerms } from './terms/supplier-terms.ts'
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

type Bound<View> = (deps: Deps, caller: Caller, input: unknown) => Promise<View>
type BoundBatch<View> = (deps: Deps, caller: Caller, hotelIds: readonly number[]) => Promise<View>
type BoundCommand<View> = (deps: Deps, caller: Caller, sent: KeyedInput) => Promise<View>

/** The core behind both facades: binds every operation to its dependencies and to a deadline for its answer. */
export function createGateway(deps: Deps): UncheckedGateway {
  function bind<View>(operation: keyof Gateway, run: Bound<View>) {
    return (caller: Caller, input: unknown): Promise<View> =>
      answerInTime(deps.background, { operation, caller, input }, run(deps, caller, input))
  }
  function bindKeyed<View>(operation: keyof Gateway, run: BoundCommand<View>) {
    return (caller: Caller, input: unknown, key: string | null = null): Promise<View> =>
      answerInTime(deps.background, { operation, caller, input }, run(deps, caller, { input, key }))
  }
  const reading = { ...deps, adopt: (streamId: string) => adoptRoomSearch(deps, streamId) }
  function openStream(_: Deps, caller: Caller, input: unknown): ReturnType<Gateway['openRoomStream']> {
    return openRoomStream(reading, caller, input)
  }
  return {
    searchHotels: bind('searchHotels', searchHotels),
    pollPrices: bind('pollPrices', pollPrices),
    createRoomSearch: bind('createRoomSearch', createRoomSearch),
    openRoomStream: bind('openRoomStream', openStream),
    prebook: bind('prebook', prebook),
    createBooking: bindKeyed('createBooking', createBooking),
    getBooking: bind('getBooking', getBooking),
    findBookingByIdempotencyKey: bindKeyed('findBookingByIdempotencyKey', findBookingByIdempotencyKey),
    getBookingDetails: bind('getBookingDetails', getBookingDetails),
    listBookings: bind('listBookings', listBookings),
    confirmHold: bind('confirmHold', confirmHold),
    getPenalties: bind('getPenalties', getPenalties),
    quoteCancellation: bind('quoteCancellation', quoteCancellation),
    cancelBooking: bindKeyed('cancelBooking', cancelBooking),
    reviewBooking: bindKeyed('reviewBooking', reviewBooking),
    listEvents: bind('listEvents', listEvents),
    getHotel: bind('getHotel', getHotel),
    ...batchReads(deps),
    getOffer: bind('getOffer', getOffer),
    watchBooking: bind('watchBooking', watchBooking),
    findDestinations: bind('findDestinations', findDestinations),
    listHotelFilters: bind('listHotelFilters', listHotelFilters),
    listNationalities: bind('listNationalities', listNationalities),
    createWebhookEndpoint: bind('createWebhookEndpoint', createWebhookEndpoint),
    listWebhookEndpoints: bind('listWebhookEndpoints', listWebhookEndpoints),
    getWebhookEndpoint: bind('getWebhookEndpoint', getWebhookEndpoint),
    updateWebhookEndpoint: bind('updateWebhookEndpoint', updateWebhookEndpoint),
    deleteWebhookEndpoint: bind('deleteWebhookEndpoint', deleteWebhookEndpoint),
    rotateWebhookSecret: bind('rotateWebhookSecret', rotateWebhookSecret),
    testWebhookEndpoint: bind('testWebhookEndpoint', testWebhookEndpoint),
    recoverWebhookEndpoint: bind('recoverWebhookEndpoint', recoverWebhookEndpoint),
    listWebhookDeliveries: bind('listWebhookDeliveries', listWebhookDeliveries),
    getWebhookDelivery: bind('getWebhookDelivery', getWebhookDelivery),
    redeliverWebhook: bind('redeliverWebhook', redeliverWebhook),
    getMe: bind('getMe', getMe),
    listSupplierTerms: bind('listSupplierTerms', listSupplierTerms),
    acceptSupplierTerms: bind('acceptSupplierTerms', acceptSupplierTerms),
    listApiKeys: bind('listApiKeys', listApiKeys),
    rollApiKey: bind('rollApiKey', rollApiKey),
    updateApiKey: bind('updateApiKey', updateApiKey),
    revokeApiKey: bind('revokeApiKey', revokeApiKey),
  }
}

function batchReads(deps: Deps): Pick<UncheckedGateway, BatchRead> {
  function bind<View>(operation: BatchRead, read: BoundBatch<View>) {
    return (caller: Caller, hotelIds: readonly number[]): Promise<View> =>
      answerInTime(deps.background, { operation, caller, input: null }, read(deps, caller, hotelIds))
  }
  return { getHotels: bind('getHotels', getHotels), getHotelPages: bind('getHotelPages', getHotelPages) }
}
