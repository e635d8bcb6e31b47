import type {
  BookingDetails,
  BookingList,
  BookingStatusData,
  CancellationQuoteView,
  CancelledBooking,
  EventList,
  LoggedEvent,
  PenaltyTimeline,
} from '../domain/contract/booking.ts'
import type { LoggedRoomEvent, OfferView, PrebookView, RoomSearchView } from '../domain/contract/offer.ts'
import type {
  DestinationView,
  HotelContent,
  HotelFiltersView,
  NationalityView,
  PriceUpdates,
  SearchData,
} from '../domain/contract/search.ts'
import type {
  DeletedWebhookEndpoint,
  WebhookDeliveryList,
  WebhookDeliveryView,
  WebhookEndpointList,
  WebhookEndpointView,
  WebhookRecovery,
} from '../domain/contract/webhook.ts'
import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../domain/contract/key.ts'
import type { Problem } from '../domain/errors.ts'
import type { Result } from '../domain/result.ts'
import type { Caller } from './caller.ts'

/** What an operation is to a facade: who asks, what was sent (camelCase, not yet checked), a view or a problem. */
export type Operation<View> = (caller: Caller, input: unknown) => Promise<Result<View, Problem>>

/** A booking as it is now; `replayed` when the key had been used before, so that nothing was done. */
export type BookingAnswer<Data = BookingStatusData> = { readonly booking: Data; readonly replayed: boolean }

/** The idempotency key travels beside the body: a header over HTTP, an input field in GraphQL. Null: it was not sent. */
export type KeyedOperation<View> = (
  caller: Caller,
  input: unknown,
  idempotencyKey: string | null,
) => Promise<Result<View, Problem>>

/** Every operation, wired to what it needs: the one core behind both facades. */
export type Gateway = {
  readonly searchHotels: Operation<SearchData>
  readonly pollPrices: Operation<PriceUpdates>
  readonly createRoomSearch: Operation<RoomSearchView>
  /**
   * Reads a room stream from after `afterEventId`. The iterator ends after `done`; returning it early (client gone) frees
   * the reader's slot. `null` items are keep-alives, one every 15 s.
   */
  readonly openRoomStream: Operation<AsyncIterable<LoggedRoomEvent | null>>
  readonly prebook: Operation<PrebookView>
  readonly createBooking: KeyedOperation<BookingAnswer>
  readonly getBooking: Operation<BookingStatusData>
  readonly findBookingByIdempotencyKey: KeyedOperation<BookingStatusData>
  readonly getBookingDetails: Operation<BookingDetails>
  readonly listBookings: Operation<BookingList>
  readonly confirmHold: Operation<BookingStatusData>
  readonly getPenalties: Operation<PenaltyTimeline>
  readonly quoteCancellation: Operation<CancellationQuoteView>
  readonly cancelBooking: KeyedOperation<BookingAnswer<CancelledBooking>>
  /** The key is optional here. */
  readonly reviewBooking: KeyedOperation<BookingAnswer>
  readonly listEvents: Operation<EventList>
  /** What is known of a hotel, whatever the search. */
  readonly getHotel: Operation<HotelContent>
  /** Many hotels in one read, in the order of their ids; null for those that are gone. */
  readonly getHotels: (caller: Caller, hotelIds: readonly number[]) => Promise<(HotelContent | null)[]>
  /** An offer of the organization that has not expired. */
  readonly getOffer: Operation<OfferView>
  /** A booking's events after `afterSequence`, as they come; `null` items are keep-alives. Ends with the client. */
  readonly watchBooking: Operation<AsyncIterable<LoggedEvent | null>>
  readonly findDestinations: Operation<readonly DestinationView[]>
  readonly listHotelFilters: Operation<HotelFiltersView>
  readonly listNationalities: Operation<readonly NationalityView[]>
  readonly createWebhookEndpoint: Operation<WebhookEndpointView>
  readonly listWebhookEndpoints: Operation<WebhookEndpointList>
  readonly getWebhookEndpoint: Operation<WebhookEndpointView>
  readonly updateWebhookEndpoint: Operation<WebhookEndpointView>
  readonly deleteWebhookEndpoint: Operation<DeletedWebhookEndpoint>
  readonly rotateWebhookSecret: Operation<WebhookEndpointView>
  readonly testWebhookEndpoint: Operation<WebhookDeliveryView>
  readonly recoverWebhookEndpoint: Operation<WebhookRecovery>
  readonly listWebhookDeliveries: Operation<WebhookDeliveryList>
  readonly getWebhookDelivery: Operation<WebhookDeliveryView>
  readonly redeliverWebhook: Operation<WebhookDeliveryView>
  readonly listApiKeys: Operation<ApiKeyList>
  readonly rollApiKey: Operation<RolledApiKey>
  readonly updateApiKey: Operation<ApiKeyView>
  readonly revokeApiKey: Operation<RevokedApiKey>
}
