import type { z } from 'zod'
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
import type { HotelView } from '../domain/contract/hotel.ts'
import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../domain/contract/key.ts'
import type { MeView } from '../domain/contract/me.ts'
import type { LoggedRoomEvent, OfferView, PrebookView, RoomSearchView } from '../domain/contract/offer.ts'
import type {
  DestinationView,
  HotelContent,
  HotelFiltersView,
  NationalityView,
  PriceUpdates,
  SearchData,
} from '../domain/contract/search.ts'
import type { AcceptedTermsList, AcceptedTermsView } from '../domain/contract/supplier-terms.ts'
import type {
  DeletedWebhookEndpoint,
  WebhookDeliveryList,
  WebhookDeliveryView,
  WebhookEndpointList,
  WebhookEndpointView,
  WebhookRecovery,
} from '../domain/contract/webhook.ts'
import type { Problem } from '../domain/errors.ts'
import type { Result } from '../domain/result.ts'
import type { Caller } from './caller.ts'
import type {
  bookingIdInput,
  cancelBookingInput,
  confirmHoldInput,
  createBookingInput,
  listBookingsInput,
  listEventsInput,
  offerIdInput,
  prebookInput,
  reviewBookingInput,
  watchBookingInput,
} from './inputs/booking.ts'
import type { emptyInput } from './inputs/input.ts'
import type { revokeApiKeyInput, rollApiKeyInput, updateApiKeyInput } from './inputs/key.ts'
import type {
  destinationsInput,
  hotelIdInput,
  hotelSearchInput,
  languageInput,
  pollPricesInput,
  roomSearchInput,
  roomStreamInput,
} from './inputs/search.ts'
import type { acceptSupplierTermsInput } from './inputs/supplier-terms.ts'
import type {
  createWebhookEndpointInput,
  listWebhookDeliveriesInput,
  recoverWebhookEndpointInput,
  rotateWebhookSecretInput,
  updateWebhookEndpointInput,
  webhookDeliveryIdInput,
  webhookEndpointIdInput,
} from './inputs/webhook.ts'

/**
 * The input type of a schema, loosened for a facade with types of its own: the names are the same, but any string is accepted
 * where the schema expects one of several, and any JSON in place of a record. The schema checks these at run time.
 */
type Given<Schema extends z.ZodType> = Loosely<z.input<Schema>>

type Loosely<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Loosely<Item>[]
    : Value extends object
      ? string extends keyof Value
        ? unknown
        : { readonly [Name in keyof Value]: Loosely<Value[Name]> }
      : Value

/** The type `Sent`, which must not have keys that `Known` lacks. */
type NothingElse<Known, Sent> = Sent & { readonly [Name in Exclude<keyof Sent, keyof Known>]?: never }

/**
 * An operation as a facade with types of its own calls it: with the caller and the input in camelCase. The compiler refuses a
 * field that the schema does not have; the operation itself checks everything else. It returns a view or a problem, and never
 * throws because of the input.
 */
type Operation<Schema extends z.ZodType, View> = <Sent extends Given<Schema>>(
  caller: Caller,
  input: NothingElse<Given<Schema>, Sent>,
) => Promise<Result<View, Problem>>

/** A booking in its current state; `replayed` is true when the key had been used before, so that nothing was done. */
export type BookingAnswer<Data = BookingStatusData> = { readonly booking: Data; readonly replayed: boolean }

/**
 * A command whose idempotency key is passed apart from the body: a header over HTTP, an input field in GraphQL. Null: the client
 * sent none.
 */
type KeyedCommand<Schema extends z.ZodType, View> = <Sent extends Given<Schema>>(
  caller: Caller,
  input: NothingElse<Given<Schema>, Sent>,
  idempotencyKey: string | null,
) => Promise<Result<View, Problem>>

/**
 * The gateway for a facade that passes on parsed JSON as it received it. Operations check their input themselves, so the same
 * functions accept any value. Operations without a key ignore the third argument.
 */
export type UncheckedGateway = {
  readonly [Name in keyof Gateway]: Name extends BatchRead
    ? Gateway[Name]
    : (caller: Caller, input: unknown, idempotencyKey?: string | null) => ReturnType<Gateway[Name]>
}

/** The reads that GraphQL's loaders make of many hotels together. */
export type BatchRead = 'getHotels' | 'getHotelPages'

/** All operations, bound to their dependencies: the one core behind both facades. */
export type Gateway = {
  readonly searchHotels: Operation<typeof hotelSearchInput, SearchData>
  readonly pollPrices: Operation<typeof pollPricesInput, PriceUpdates>
  readonly createRoomSearch: Operation<typeof roomSearchInput, RoomSearchView>
  /**
   * Reads a room stream from after `afterEventId`. The iterator ends after `done`; if the client disconnects, returning it early
   * frees the reader's slot. `null` items are keep-alives, one every 15 s.
   */
  readonly openRoomStream: Operation<typeof roomStreamInput, AsyncIterable<LoggedRoomEvent | null>>
  readonly prebook: Operation<typeof prebookInput, PrebookView>
  readonly createBooking: KeyedCommand<typeof createBookingInput, BookingAnswer>
  readonly getBooking: Operation<typeof bookingIdInput, BookingStatusData>
  readonly findBookingByIdempotencyKey: KeyedCommand<typeof emptyInput, BookingStatusData>
  readonly getBookingDetails: Operation<typeof bookingIdInput, BookingDetails>
  readonly listBookings: Operation<typeof listBookingsInput, BookingList>
  readonly confirmHold: Operation<typeof confirmHoldInput, BookingStatusData>
  readonly getPenalties: Operation<typeof bookingIdInput, PenaltyTimeline>
  readonly quoteCancellation: Operation<typeof bookingIdInput, CancellationQuoteView>
  readonly cancelBooking: KeyedCommand<typeof cancelBookingInput, BookingAnswer<CancelledBooking>>
  /** The idempotency key is optional for this command. */
  readonly reviewBooking: KeyedCommand<typeof reviewBookingInput, BookingAnswer>
  readonly listEvents: Operation<typeof listEventsInput, EventList>
  /** What a page about the hotel shows, whatever the stay. */
  readonly getHotel: Operation<typeof hotelIdInput, HotelView>
  /** Reads what lists show of many hotels, in the order of their ids; null for those that no longer exist. */
  readonly getHotels: (caller: Caller, hotelIds: readonly number[]) => Promise<(HotelContent | null)[]>
  /** The same with all that a page shows. */
  readonly getHotelPages: (caller: Caller, hotelIds: readonly number[]) => Promise<readonly (HotelView | null)[]>
  /** Returns an offer of the organization that has not expired. */
  readonly getOffer: Operation<typeof offerIdInput, OfferView>
  /**
   * A booking's events after `afterSequence`, as they arrive; `null` items are keep-alives. The iterator ends when the client
   * disconnects.
   */
  readonly watchBooking: Operation<typeof watchBookingInput, AsyncIterable<LoggedEvent | null>>
  readonly findDestinations: Operation<typeof destinationsInput, readonly DestinationView[]>
  readonly listHotelFilters: Operation<typeof languageInput, HotelFiltersView>
  readonly listNationalities: Operation<typeof languageInput, readonly NationalityView[]>
  readonly createWebhookEndpoint: Operation<typeof createWebhookEndpointInput, WebhookEndpointView>
  readonly listWebhookEndpoints: Operation<typeof emptyInput, WebhookEndpointList>
  readonly getWebhookEndpoint: Operation<typeof webhookEndpointIdInput, WebhookEndpointView>
  readonly updateWebhookEndpoint: Operation<typeof updateWebhookEndpointInput, WebhookEndpointView>
  readonly deleteWebhookEndpoint: Operation<typeof webhookEndpointIdInput, DeletedWebhookEndpoint>
  readonly rotateWebhookSecret: Operation<typeof rotateWebhookSecretInput, WebhookEndpointView>
  readonly testWebhookEndpoint: Operation<typeof webhookEndpointIdInput, WebhookDeliveryView>
  readonly recoverWebhookEndpoint: Operation<typeof recoverWebhookEndpointInput, WebhookRecovery>
  readonly listWebhookDeliveries: Operation<typeof listWebhookDeliveriesInput, WebhookDeliveryList>
  readonly getWebhookDelivery: Operation<typeof webhookDeliveryIdInput, WebhookDeliveryView>
  readonly redeliverWebhook: Operation<typeof webhookDeliveryIdInput, WebhookDeliveryView>
  readonly getMe: Operation<typeof emptyInput, MeView>
  readonly listSupplierTerms: Operation<typeof emptyInput, AcceptedTermsList>
  readonly acceptSupplierTerms: Operation<typeof acceptSupplierTermsInput, AcceptedTermsView>
  readonly listApiKeys: Operation<typeof emptyInput, ApiKeyList>
  readonly rollApiKey: Operation<typeof rollApiKeyInput, RolledApiKey>
  readonly updateApiKey: Operation<typeof updateApiKeyInput, ApiKeyView>
  readonly revokeApiKey: Operation<typeof revokeApiKeyInput, RevokedApiKey>
}
