import { type Connection, connectionOf, type GatewayOptions } from './connection.ts'
import type {
  BookingListItem,
  BookingStatusData,
  OpenRoomStreamInput,
  PriceUpdates,
  RoomOption,
  RoomStreamEvent,
  SearchData,
  WebhookDelivery,
} from './generated/types.ts'
import { type InputOf, OperationsBase } from './methods.ts'
import {
  type Abortable,
  allBookings,
  allDeliveries,
  allEvents,
  type EventOptions,
  type LogEvent,
  optionsOf,
  prices,
  searchPages,
} from './pages.ts'
import { type SettledOptions, settled } from './settled.ts'
import { type StreamOptions, streamRooms } from './stream.ts'

/**
 * A client of the gateway: a method for each operation of the contract, by its name, and what takes more than one call. Inputs
 * and answers have the contract's names. It keeps nothing between calls, so one for each key is enough.
 */
export class HotelGateway extends OperationsBase {
  readonly #connection: Connection

  /** @throws TypeError when `baseUrl` or `apiKey` cannot be one. */
  constructor(options: GatewayOptions) {
    const connection = connectionOf(options)
    super(connection)
    this.#connection = connection
  }

  /**
   * The events of a room stream to its `done`, each once and in order, over as many connections as it takes.
   * @throws NotFoundError when the stream, or an event to resume behind, is gone: create a new room search.
   */
  streamRooms(input: OpenRoomStreamInput, options?: StreamOptions): AsyncGenerator<RoomStreamEvent, void, undefined> {
    return streamRooms(this.#connection, input, options)
  }

  /** Asks for the rooms of a hotel and gives each option as its supplier answers. */
  async *roomOptions(
    input: InputOf<'createRoomSearch'>,
    options: Abortable = {},
  ): AsyncGenerator<RoomOption, void, undefined> {
    yield* optionsOf(this.streamRooms(await this.createRoomSearch(input, options), options))
  }

  /** Every booking of the filter, newest first, over all pages. */
  allBookings(
    filter?: Omit<InputOf<'listBookings'>, 'cursor'>,
    options?: Abortable,
  ): AsyncGenerator<BookingListItem, void, undefined> {
    return allBookings(this, filter, options)
  }

  /** Every webhook delivery of the filter, newest first, over all pages. */
  allDeliveries(
    filter?: Omit<InputOf<'listWebhookDeliveries'>, 'cursor'>,
    options?: Abortable,
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return allDeliveries(this, filter, options)
  }

  /** The pages of a search, with the same inputs throughout. */
  searchPages(input: InputOf<'searchHotels'>, options?: Abortable): AsyncGenerator<SearchData, void, undefined> {
    return searchPages(this, input, options)
  }

  /**
   * Every event of the log behind `after`, oldest first; with `follow` also those to come. Store the `position` of an event when
   * you have worked on it, and begin behind it the next time.
   */
  allEvents(input?: InputOf<'listEvents'>, options?: EventOptions): AsyncGenerator<LogEvent, void, undefined> {
    return allEvents(this, input, options)
  }

  /** What the suppliers answer to an instant search, poll by poll: each has only what is new since the one before. */
  prices(input: InputOf<'pollPrices'>, options?: Abortable): AsyncGenerator<PriceUpdates, void, undefined> {
    return prices(this, input, options)
  }

  /**
   * Waits until a booking is neither PROCESSING nor CANCELLATION_PENDING any more.
   * @throws TimeoutError when it still is after `timeoutMs`.
   */
  settled(input: InputOf<'getBooking'>, options?: SettledOptions): Promise<BookingStatusData> {
    return settled(this, input, options)
  }
}
