import type { RoomStreamEvent } from '../../domain/contract/offer.ts'
import { MINUTE_MS, toRfc3339 } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** A stream waits this long for its first connection … */
export const FIRST_CONNECTION_MS = 5 * MINUTE_MS
/** … and lives this long after `done` was delivered. */
export const AFTER_DONE_MS = MINUTE_MS

/** More events than four suppliers can make; what is trimmed shows as a replay gap. */
const MAX_EVENTS = 1_000

/** Whose stream it is. */
export type RoomStreamRecord = {
  readonly organizationId: string
  readonly environment: string
  readonly hotelId: number
}

type EventFacts<E> = E extends unknown ? Omit<E, 'eventId' | 'streamId' | 'hotelId' | 'timestamp'> : never

/** An event before it is written: without the four fields that all share. */
export type NewRoomStreamEvent = EventFacts<RoomStreamEvent>

export type RoomStreamLog = { readonly append: (event: NewRoomStreamEvent) => Promise<void> }

export const streamKey = (streamId: string): string => `rooms:${streamId}`
export const recordKey = (streamId: string): string => `rooms:record:${streamId}`
/** Set once somebody has read, however briefly. */
export const wasReadKey = (streamId: string): string => `rooms:was-read:${streamId}`
export const readerKey = (streamId: string): string => `rooms:reader:${streamId}`

/** Begins a stream's log; every process can read it from the cache. */
export const openLog = async (
  deps: Deps,
  caller: Caller,
  streamId: string,
  hotelId: number,
): Promise<RoomStreamLog> => {
  const record: RoomStreamRecord = { organizationId: caller.organizationId, environment: caller.environment, hotelId }
  await deps.cache.values.set(recordKey(streamId), JSON.stringify(record), FIRST_CONNECTION_MS)
  let isOver = false
  return {
    // Nothing comes after `done`: what a supplier says later is too late.
    append: async (event) => {
      if (isOver) return
      isOver = event.eventType === 'done'
      const data = JSON.stringify({
        streamId,
        hotelId: String(hotelId),
        timestamp: toRfc3339(deps.clock.now()),
        ...event,
      })
      await deps.cache.streams.append(streamKey(streamId), data, { maxEntries: MAX_EVENTS, ttlMs: FIRST_CONNECTION_MS })
    },
  }
}

export const readRecord = async (deps: Deps, streamId: string): Promise<RoomStreamRecord | null> => {
  const text = await deps.cache.values.get(recordKey(streamId))
  // Written by openLog.
  return text === null ? null : (JSON.parse(text) as RoomStreamRecord)
}
