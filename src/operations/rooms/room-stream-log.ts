import type { StreamEntry } from '../../cache/cache.ts'
import type { LoggedRoomEvent, RoomStreamEvent } from '../../domain/contract/offer.ts'
import { optionWire } from '../../domain/contract/offer-wire.ts'
import { MINUTE_MS, toRfc3339 } from '../../domain/time.ts'
import { fromWire, toWire } from '../../domain/wire.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { RoomSearchInput } from '../inputs/search.ts'

/** A stream waits this long for its first connection … */
export const FIRST_CONNECTION_MS = 5 * MINUTE_MS
/** … and lives this long after `done` was delivered. */
export const AFTER_DONE_MS = MINUTE_MS

/** More events than four suppliers can make; what is trimmed shows as a replay gap. */
const MAX_EVENTS = 1_000

/** Whose stream it is. */
type RoomStreamRecord = {
  readonly organizationId: string
  readonly environment: Caller['environment']
  readonly hotelId: number
  /** What was asked, for a process that continues it; null: nobody can. */
  readonly question: RoomQuestion | null
}

/** What a room search asked for, and for whom. */
type RoomQuestion = {
  readonly input: RoomSearchInput
  readonly language: string
  readonly requestId: string
  readonly ip: string
}

type EventFacts<E> = E extends unknown ? Omit<E, 'eventId' | 'streamId' | 'hotelId' | 'timestamp'> : never

/** An event before it is written: without the four fields that all share. */
export type NewRoomStreamEvent = EventFacts<RoomStreamEvent>

export type RoomStreamLog = {
  readonly append: (event: NewRoomStreamEvent) => Promise<void>
  /** Writes nothing more: another process owns the stream. */
  readonly close: () => void
}

export function streamKey(streamId: string): string {
  return `rooms:${streamId}`
}
export function recordKey(streamId: string): string {
  return `rooms:record:${streamId}`
}
/** Set once somebody has read, however briefly. */
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

/** Begins a stream's log; every process can read it from the cache. */
export async function openLog(
  deps: Pick<Deps, 'cache' | 'clock'>,
  caller: Pick<Caller, 'organizationId' | 'environment'>,
  { streamId, hotelId, question = null }: NewLog,
): Promise<RoomStreamLog> {
  const { organizationId, environment } = caller
  const record: RoomStreamRecord = { organizationId, environment, hotelId, question }
  await deps.cache.values.set(recordKey(streamId), JSON.stringify(record), FIRST_CONNECTION_MS)
  return continueLog(deps, streamId, hotelId)
}

/** Writes to a log that was begun before, here or elsewhere. */
export function continueLog(deps: Pick<Deps, 'cache' | 'clock'>, streamId: string, hotelId: number): RoomStreamLog {
  const key = streamKey(streamId)
  let isOver = false
  return {
    close: () => {
      isOver = true
    },
    // Nothing comes after `done`: what a supplier says later is too late.
    append: async (event) => {
      if (isOver) return
      isOver = event.eventType === 'done'
      const shared = { stream_id: streamId, hotel_id: String(hotelId), timestamp: toRfc3339(deps.clock.now()) }
      const data = JSON.stringify({ event_type: event.eventType, ...shared, ...factsWire(event) })
      await deps.cache.streams.append(key, data, { maxEntries: MAX_EVENTS, ttlMs: FIRST_CONNECTION_MS })
    },
  }
}

function factsWire({ eventType: _, ...facts }: NewRoomStreamEvent): object {
  return 'options' in facts
    ? { supplier_code: facts.supplierCode, options: facts.options.map(optionWire) }
    : (toWire(facts) as object)
}

/** What an entry begins with: `openLog` puts the kind first, so that nobody has to parse the rest to know it. */
const KIND = /^\{"event_type":"(\w+)"/

/** An entry of the log with its id, which is known only once it is written. */
export function loggedEvent({ id, data }: StreamEntry): LoggedRoomEvent {
  return {
    eventId: id,
    eventType: KIND.exec(data)?.[1] ?? '',
    text: `{"event_id":${id},${data.slice(1)}`,
  }
}

/** The same as the code spells it. Written by `openLog`. */
export function roomStreamEvent({ text }: LoggedRoomEvent): RoomStreamEvent {
  return fromWire(JSON.parse(text)) as RoomStreamEvent
}

/** Every event that is kept, oldest first. */
export async function readAll({ cache }: Pick<Deps, 'cache'>, streamId: string): Promise<readonly RoomStreamEvent[]> {
  const page = await cache.streams.read(streamKey(streamId), 0, MAX_EVENTS)
  return page?.entries.map((entry) => roomStreamEvent(loggedEvent(entry))) ?? []
}

export async function readRecord(
  deps: Pick<Deps, 'cache' | 'metrics'>,
  streamId: string,
): Promise<RoomStreamRecord | null> {
  const text = await deps.cache.values.get(recordKey(streamId))
  deps.metrics.countCacheReads('room_stream', text === null ? 0 : 1, text === null ? 1 : 0)
  // Written by openLog.
  return text === null ? null : (JSON.parse(text) as RoomStreamRecord)
}
