import type { LoggedRoomEvent } from '../../domain/contract/offer.ts'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { roomStreamInput } from '../inputs/search.ts'
import {
  FIRST_CONNECTION_MS,
  loggedEvent,
  readerKey,
  readRecord,
  retireLog,
  streamKey,
  wasReadKey,
} from './room-stream-log.ts'
import { ownerOf, renewClaim } from './stream-owner.ts'

const PING_EVERY_MS = 15 * SECOND_MS
/** A reader that has not renewed its claim for this long is considered gone. */
const CLAIM_MS = 20 * SECOND_MS
/** How often a reader renews its claim, and so notices that another reader has taken over. */
const LOOK_EVERY_MS = 2 * SECOND_MS
const PAGE = 100

/** The dependencies for reading a stream. */
export type StreamDeps = Pick<Deps, 'cache' | 'clock' | 'metrics' | 'background' | 'randomBytes'> & {
  /** Continues a search whose process has died, unless another process does. */
  readonly adopt: (streamId: string) => Promise<void>
}

/**
 * Opens a room stream, which has one reader at a time. A first connection gets STREAM_IN_USE while another reader is connected; a
 * reconnect with the id of the last event takes the stream over, and the older reader ends.
 */
export async function openRoomStream(
  deps: StreamDeps,
  caller: Caller,
  raw: unknown,
): Promise<Result<AsyncIterable<LoggedRoomEvent | null>, Problem>> {
  const input = parseInput(roomStreamInput, raw)
  if (!input.ok) return input
  const { streamId, hotelId } = input.value
  const afterEventId = input.value.afterEventId ?? 0
  const record = await readRecord(deps, streamId)
  const foreign =
    record && (record.organizationId !== caller.organizationId || record.environment !== caller.environment)
  if (!record) return err(await notFound(deps))
  if (foreign || (hotelId && hotelId !== record.hotelId)) return err(problem('STREAM_NOT_FOUND'))
  const head = await deps.cache.streams.read(streamKey(streamId), afterEventId, 1)
  if (!head) return err(await notFound(deps))
  if (afterEventId > head.newestId)
    return err(
      invalid([issue('last_event_id', 'OUT_OF_RANGE', `last_event_id is above the newest event, ${head.newestId}`)]),
    )
  if (afterEventId + 1 < head.oldestId)
    return err(
      problem('ROOM_STREAM_REPLAY_GAP', undefined, { oldestEventId: head.oldestId, requestedEventId: afterEventId }),
    )
  const readerId = Buffer.from(deps.randomBytes(9)).toString('base64url')
  if (!(await claim(deps, streamId, { readerId, takeOver: afterEventId > 0 }))) return err(problem('STREAM_IN_USE'))
  await deps.cache.values.set(wasReadKey(streamId), readerId, FIRST_CONNECTION_MS)
  return ok(readEvents(deps, streamId, { readerId, afterEventId, signal: caller.signal }))
}

/**
 * An unreachable cache returns nothing for any key. Only a cache that answers proves that the stream does not exist; otherwise
 * the client should retry, because a new room search would not be found either.
 */
async function notFound({ cache }: Pick<StreamDeps, 'cache'>): Promise<Problem> {
  return (await cache.healthy()) ? problem('STREAM_NOT_FOUND') : problem('SERVICE_UNAVAILABLE')
}

async function claim(
  deps: StreamDeps,
  streamId: string,
  { readerId, takeOver }: { readonly readerId: string; readonly takeOver: boolean },
): Promise<boolean> {
  if (!takeOver) return deps.cache.values.setIfAbsent(readerKey(streamId), readerId, CLAIM_MS)
  await deps.cache.values.set(readerKey(streamId), readerId, CLAIM_MS)
  // Wakes the older reader, which finds no event and then checks its claim.
  await deps.cache.streams.wake(streamKey(streamId))
  return true
}

interface Reader {
  readonly readerId: string
  readonly afterEventId: number
  readonly signal: AbortSignal | null
}

async function* readEvents(
  deps: StreamDeps,
  streamId: string,
  { readerId, afterEventId, signal }: Reader,
): AsyncGenerator<LoggedRoomEvent | null> {
  const waiter = createWaiter(signal, LOOK_EVERY_MS)
  const key = streamKey(streamId)
  const unfollow = deps.cache.streams.follow(key, waiter.wake)
  let last = afterEventId
  let pingAt = performance.now() + PING_EVERY_MS
  let lookAt = 0
  try {
    while (!signal?.aborted) {
      const page = await deps.cache.streams.read(key, last, PAGE)
      if (!page) return
      if (page.entries.length === 0 || performance.now() >= lookAt) {
        if (!(await renewClaim(deps.cache, readerKey(streamId), { holderId: readerId, ttlMs: CLAIM_MS }))) return
        lookAt = performance.now() + LOOK_EVERY_MS
      }
      for (const entry of page.entries) {
        const event = loggedEvent(entry)
        last = event.eventId
        yield event
        if (event.eventType === 'done') return await retireLog(deps, streamId)
      }
      // A page that is not full was the last one; an event that was written since then has already woken the waiter.
      if (page.entries.length === PAGE) continue
      const hasNews = await waiter.wait()
      if (!hasNews && (await ownerOf(deps, streamId)) === null)
        deps.background.follow('adopt-room-search', deps.adopt(streamId))
      if (performance.now() >= pingAt) {
        pingAt = performance.now() + PING_EVERY_MS
        yield null
      }
    }
  } finally {
    unfollow()
    waiter.close()
    await deps.cache.values.deleteIfEqual(readerKey(streamId), readerId)
  }
}

type Waiter = {
  readonly wake: () => void
  readonly wait: () => Promise<boolean>
  readonly close: () => void
}

/**
 * Waits for an event, at most `ms`, and returns whether there is one. An event that came since the last wait ends the next wait
 * immediately.
 */
function createWaiter(signal: AbortSignal | null, ms: number): Waiter {
  let news = false
  let resume: (() => void) | null = null
  function wake(): void {
    news = true
    resume?.()
  }
  signal?.addEventListener('abort', wake, { once: true })
  // One timer is refreshed for each wait instead of creating a new one.
  const timer = setTimeout(() => resume?.(), ms)
  return {
    wake,
    close: () => clearTimeout(timer),
    wait: async () => {
      if (!news) {
        timer.refresh()
        await new Promise<void>((resolve) => {
          resume = resolve
        })
        resume = null
      }
      const heard = news
      news = false
      return heard
    },
  }
}
