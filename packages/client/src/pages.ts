import { isPassing } from './errors.ts'
import type {
  BookingListItem,
  PriceUpdates,
  RoomOption,
  RoomStreamEvent,
  SearchData,
  WebhookDelivery,
  WebhookEvent,
} from './generated/types.ts'
import type { InputOf, OperationMethods } from './methods.ts'
import { pause } from './wait.ts'

/** Ends an iterator or a wait; it rejects with the signal's reason. */
export type Abortable = { readonly signal?: AbortSignal | undefined }

/** Pages of the most that the gateway gives. */
const PAGE = 100

/** Every page from `first` on, each behind the cursor of the one before. */
async function* pagesFrom<Page extends { readonly next_cursor: string | null }>(
  first: string | null,
  load: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let cursor = first
  do {
    const page = await load(cursor)
    yield page
    cursor = page.next_cursor
  } while (cursor !== null)
}

export async function* allBookings(
  gateway: OperationMethods,
  filter: Omit<InputOf<'listBookings'>, 'cursor'> = {},
  options: Abortable = {},
): AsyncGenerator<BookingListItem, void, undefined> {
  const pages = pagesFrom(null, (cursor) => gateway.listBookings({ limit: PAGE, ...filter, cursor }, options))
  for await (const { bookings } of pages) yield* bookings
}

export async function* allDeliveries(
  gateway: OperationMethods,
  filter: Omit<InputOf<'listWebhookDeliveries'>, 'cursor'> = {},
  options: Abortable = {},
): AsyncGenerator<WebhookDelivery, void, undefined> {
  const pages = pagesFrom(null, (cursor) => gateway.listWebhookDeliveries({ limit: PAGE, ...filter, cursor }, options))
  for await (const { deliveries } of pages) yield* deliveries
}

/** The pages of a search with the same inputs, one behind the other. */
export function searchPages(
  gateway: OperationMethods,
  input: InputOf<'searchHotels'>,
  options: Abortable = {},
): AsyncGenerator<SearchData, void, undefined> {
  return pagesFrom(input.cursor ?? null, (cursor) => gateway.searchHotels({ ...input, cursor }, options))
}

/** An event with its place in the log: `after` of a later call goes on behind it. */
export type LogEvent = WebhookEvent & { readonly position: string }

export type EventOptions = Abortable & {
  /** True: wait for further events at the end of the log, and go on through outages, until the signal aborts. */
  readonly follow?: boolean | undefined
  /** Between two looks at the end of the log, milliseconds; 2 s by default. */
  readonly pollMs?: number | undefined
}

export async function* allEvents(
  gateway: OperationMethods,
  { after, limit }: InputOf<'listEvents'> = {},
  { signal, follow = false, pollMs = 2_000 }: EventOptions = {},
): AsyncGenerator<LogEvent, void, undefined> {
  const size = limit ?? PAGE
  let position = after
  for (;;) {
    const page = await gateway.listEvents({ after: position, limit: size }, { signal }).catch((error: unknown) => {
      if (follow && isPassing(error)) return null
      throw error
    })
    // The log's types are those of webhooks; its schema says only that there is a type.
    if (page) yield* page.events as unknown as LogEvent[]
    position = page?.next_after ?? position
    const isEnd = !page || page.events.length < size
    if (isEnd && !follow) return
    if (isEnd) await pause(pollMs, signal)
  }
}

/** The answers of the suppliers to an instant search as they arrive, until all have answered or the search has expired. */
export async function* prices(
  gateway: OperationMethods,
  { search_id, refresh_ids, since: first }: InputOf<'pollPrices'>,
  options: Abortable = {},
): AsyncGenerator<PriceUpdates, void, undefined> {
  let since = first
  for (;;) {
    const updates = await gateway.pollPrices({ search_id, refresh_ids, since }, options)
    yield updates
    if (updates.refresh_status !== 'PENDING') return
    since = updates.revision
    await pause(updates.next_poll_after_ms ?? 2_000, options.signal)
  }
}

/** The options of a stream’s events. */
export async function* optionsOf(events: AsyncIterable<RoomStreamEvent>): AsyncGenerator<RoomOption, void, undefined> {
  for await (const event of events) if (event.event_type === 'provider_options') yield* event.options
}
