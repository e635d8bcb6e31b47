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
import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../domain/contract/key.ts'
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
  languageInput,
  pollPricesInput,
  roomSearchInput,
  roomStreamInput,
  searchInput,
} from './inputs/search.ts'
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
 * What a schema reads, as a facade's own types can say it: the same names, any text where the schema wants one of several, and
 * any JSON in place of a record. What a text or a record may be is the schema's to check.
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

/** `Sent`, as long as it names nothing that `Known` does not. */
type NothingElse<Known, Sent> = Sent & { readonly [Name in Exclude<keyof Sent, keyof Known>]?: never }

/**
 * An operation as a facade with types of its own calls it: who asks, and what is sent, in camelCase. The compiler refuses a
 * field that the schema does not know; the operation itself checks everything else. Answers a view or a problem, never throws
 * for what was sent.
 */
type Operation<Schema extends z.ZodType, View> = <Sent extends Given<Schema>>(
  caller: Caller,
  input: NothingElse<Given<Schema>, Sent>,
) => Promise<Result<View, Problem>>

/** A booking as it is now; `replayed` when the key had been used before, so that nothing was done. */
export type BookingAnswer<Data = BookingStatusData> = { readonly booking: Data; readonly replayed: boolean }

/** The idempotency key travels beside the body: a header over HTTP, an input field in GraphQL. Null: it was not sent. */
type KeyedCommand<Schema extends z.ZodType, View> = <Sent extends Given<Schema>>(
  caller: Caller,
  input: NothingElse<Given<Schema>, Sent>,
  idempotencyKey: string | null,
) => Promise<Result<View, Problem>>

/**
 * The gateway for a facade that passes on what it received (parsed JSON): operations check their input themselves, so the same
 * functions take anything. Operations without a key ignore the third argument.
 */
export type UncheckedGateway = {
  readonly [Name in keyof Gateway]: Name extends 'getHotels'
    ? Gateway[Name]
    : (caller: Caller, input: unknown, idempotencyKey?: string | null) => ReturnType<Gateway[Name]>
}

/** Every operation, wired to what it needs: the one core behind both facades. */
export type Gateway = {
  readonly searchHotels: Operation<typeof searchInput, SearchData>
  readonly pollPrices: Operation<typeof pollPricesInput, PriceUpdates>
  readonly createRoomSearch: Operation<typeof roomSearchInput, RoomSearchView>
  /**
   * Reads a room stream from after `afterEventId`. The iterator ends after `done`; returning it early (client gone) frees
   * the reader's slot. `null` items are keep-alives, one every 15 s.
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
  /** The key is optional here. */
  readonly reviewBooking: KeyedCommand<typeof reviewBookingInput, BookingAnswer>
  readonly listEvents: Operation<typeof listEventsInput, EventList>
  /** What is known of a hotel, whatever the search. */
  readonly getHotel: Operation<typeof hotelIdInput, HotelContent>
  /** Many hotels in one read, in the order of their ids; null for those that are gone. */
  readonly getHotels: (caller: Caller, hotelIds: readonly number[]) => Promise<(HotelContent | null)[]>
  /** An offer of the organization that has not expired. */
  readonly getOffer: Operation<typeof offerIdInput, OfferView>
  /** A booking's events after `afterSequence`, as they come; `null` items are keep-alives. Ends with the client. */
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
  readonly listApiKeys: Operation<typeof emptyInput, ApiKeyList>
  readonly rollApiKey: Operation<typeof rollApiKeyInput, RolledApiKey>
  readonly updateApiKey: Operation<typeof updateApiKeyInput, ApiKeyView>
  readonly revokeApiKey: Operation<typeof revokeApiKeyInput, RevokedApiKey>
}
