import type { StreamEntry } from '../../cache/cache.ts'
import type { LoggedRoomEvent, RoomStreamEvent } from '../../domain/contract/offer.ts'
import { optionWire } from '../../domain/contract/offer-wire.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../../domain/time.ts'
import type { Traveller } from '../../domain/traveller.ts'
import { fromWire, toWire } from '../../domain/wire.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { RoomSearchInput } from '../inputs/search.ts'

/** How long a stream waits for its first connection. */
export const FIRST_CONNECTION_MS = 5 * MINUTE_MS
/** How long a stream is stored after `done` was delivered. */
const AFTER_DONE_MS = MINUTE_MS

/** More events than four suppliers can produce. If older ones are trimmed nevertheless, a reader gets a replay gap. */
const MAX_EVENTS = 1_000

/** The owner of a stream and what it is about. */
type RoomStreamRecord = {
  readonly organizationId: string
  readonly environment: Caller['environment']
  readonly hotelId: number
  /** Until then a reader may connect, in the organization's time; absent in records of an earlier release. */
  readonly expiresAt?: Instant
  /** The request, with which another process can continue the search; null: it cannot be continued. */
  readonly question: RoomQuestion | null
}

/** The input of a room search, and the request that it came with. */
type RoomQuestion = {
  readonly input: RoomSearchInput
  readonly language: string
  readonly requestId: string
  readonly ip: string
  /** Absent in records of an earlier release. */
  readonly traveller?: Traveller
}

type EventFacts<E> = E extends unknown ? Omit<E, 'eventId' | 'streamId' | 'hotelId' | 'timestamp'> : never

/** An event before it is written, without the four fields that all events share. */
export type NewRoomStreamEvent = EventFacts<RoomStreamEvent>

export type RoomStreamLog = {
  readonly append: (event: NewRoomStreamEvent) => Promise<void>
  /** Stops writing, because another process owns the stream. */
  readonly close: () => void
}

export function streamKey(streamId: string): string {
  return `rooms:${streamId}`
}
function recordKey(streamId: string): string {
  return `rooms:record:${streamId}`
}
/** This key is set once a reader has connected, however briefly. */
export function wasReadKey(streamId: string): string {
  return `rooms:was-read:${streamId}`
}
export function readerKey(streamId: string): string {
  return `rooms:reader:${streamId}`
}

interface NewLog {
  readonly streamId: string
  readonly hotelId: number
  readonly question?: RoomQuestion | null
}

/** Creates a stream's log in the cache, where every process can read it. */
export async function openLog(
  deps: Pick<Deps, 'cache' | 'clock'>,
  caller: Pick<Caller, 'organizationId' | 'environment'>,
  { streamId, hotelId, question = null }: NewLog,
): Promise<RoomStreamLog> {
  const { organizationId, environment } = caller
  const expiresAt = deps.clock.of(organizationId).now() + FIRST_CONNECTION_MS
  const record: RoomStreamRecord = { organizationId, environment, hotelId, question, expiresAt }
  await deps.cache.values.set(recordKey(streamId), JSON.stringify(record), FIRST_CONNECTION_MS)
  return continueLog(deps, { streamId, hotelId, organizationId })
}

type OpenedLog = { readonly streamId: string; readonly hotelId: number; readonly organizationId: string }

/** Appends to an existing log, whichever process created it. */
export function continueLog(
  deps: Pick<Deps, 'cache' | 'clock'>,
  { streamId, hotelId, organizationId }: OpenedLog,
): RoomStreamLog {
  const key = streamKey(streamId)
  let isOver = false
  return {
    close: () => {
      isOver = true
    },
    // No event is written after `done`, so a later answer of a supplier is dropped.
    append: async (event) => {
      if (isOver) return
      isOver = event.eventType === 'done'
      const shared = {
        stream_id: streamId,
        hotel_id: String(hotelId),
        timestamp: toRfc3339(deps.clock.of(organizationId).now()),
      }
      const data = JSON.stringify({ event_type: event.eventType, ...shared, ...factsWire(event) })
      await deps.cache.streams.append(key, data, { maxEntries: MAX_EVENTS, ttlMs: FIRST_CONNECTION_MS })
    },
  }
}

function factsWire({ eventType: _, ...facts }: NewRoomStreamEvent): object {
  return 'options' in facts
    ? {
        supplier_code: facts.supplierCode,
        options: facts.options.map(optionWire),
        unavailable_reason: toWire(facts.unavailableReason),
      }
    : (toWire(facts) as object)
}

/** The beginning of an entry. `append` puts the event type first, so that it can be read without parsing the rest. */
const KIND = /^\{"event_type":"(\w+)"/

/** Adds the id to an entry of the log; the id is known only after the entry was written. */
export function loggedEvent({ id, data }: StreamEntry): LoggedRoomEvent {
  return {
    eventId: id,
    eventType: KIND.exec(data)?.[1] ?? '',
    text: `{"event_id":${id},${data.slice(1)}`,
  }
}

/** Parses an event and converts its keys to camelCase. `append` has written the text. */
export function roomStreamEvent({ text }: LoggedRoomEvent): RoomStreamEvent {
  return fromWire(JSON.parse(text)) as RoomStreamEvent
}

/** Every stored event, oldest first. */
export async function readAll({ cache }: Pick<Deps, 'cache'>, streamId: string): Promise<readonly RoomStreamEvent[]> {
  const page = await cache.streams.read(streamKey(streamId), 0, MAX_EVENTS)
  return page?.entries.map((entry) => roomStreamEvent(loggedEvent(entry))) ?? []
}

export async function readRecord(
  deps: Pick<Deps, 'cache' | 'metrics' | 'clock'>,
  streamId: string,
): Promise<RoomStreamRecord | null> {
  const text = await deps.cache.values.get(recordKey(streamId))
  deps.metrics.countCacheReads('room_stream', text === null ? 0 : 1, text === null ? 1 : 0)
  if (text === null) return null
  const record = JSON.parse(text) as RoomStreamRecord // openLog has written the text.
  const { expiresAt = Number.POSITIVE_INFINITY } = record
  return expiresAt > deps.clock.of(record.organizationId).now() ? record : null
}

/** After `done` was delivered the stream can be resumed for a minute; then it expires. */
export async function retireLog(deps: Pick<Deps, 'cache' | 'metrics' | 'clock'>, streamId: string): Promise<void> {
  const record = await readRecord(deps, streamId)
  if (record) {
    const expiresAt = deps.clock.of(record.organizationId).now() + AFTER_DONE_MS
    await deps.cache.values.set(recordKey(streamId), JSON.stringify({ ...record, expiresAt }), AFTER_DONE_MS)
  }
  await deps.cache.streams.expire(streamKey(streamId), AFTER_DONE_MS)
}
