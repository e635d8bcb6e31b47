import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { ERRORS } from '../../src/domain/errors.ts'
import type { Caller } from '../../src/operations/caller.ts'
import { openRoomStream, type StreamDeps } from '../../src/operations/rooms/open-room-stream.ts'
import { openLog, streamKey } from '../../src/operations/rooms/room-stream-log.ts'
import { createBackground } from '../../src/platform/background.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMetrics } from '../../src/platform/metrics.ts'

const caller: Caller = {
  keyId: 'key_test',
  actor: 'key:key_test',
  organizationId: 'org',
  environment: 'sandbox',
  scopes: ['search'],
  requestId: 'req_1',
  language: 'en',
  ip: '192.0.2.1',
  signal: null,
}

/** What the operation touches of its dependencies: the cache itself, the clock, chance. */
function parts(): StreamDeps {
  const clock = createClock()
  return {
    clock,
    cache: createMemoryCache({ clock }),
    metrics: createMetrics(),
    randomBytes: (size: number) => randomBytes(size),
    background: createBackground(createLogger('silent')),
    adopt: async () => undefined,
  }
}

async function readAll(deps: StreamDeps, input: object, from: Caller = caller): Promise<number[]> {
  const opened = await openRoomStream(deps, from, input)
  if (!opened.ok) throw new Error(opened.error.code)
  const ids: number[] = []
  for await (const event of opened.value) if (event) ids.push(event.eventId)
  return ids
}

describe('a room stream', () => {
  it('[C-056] answers a replay gap with what is still kept, when the event to resume from is gone', async () => {
    const deps = parts()
    const log = await openLog(deps, caller, { streamId: 'stream_1', hotelId: 7 })
    await log.append({ eventType: 'stream_ready', suppliers: [] })
    // Many events later the oldest are trimmed.
    for (let index = 0; index < 5; index++)
      await deps.cache.streams.append(streamKey('stream_1'), '{"event_type":"done"}', { maxEntries: 2, ttlMs: 60_000 })
    const opened = await openRoomStream(deps, caller, { streamId: 'stream_1', afterEventId: 2 })
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'ROOM_STREAM_REPLAY_GAP', status: 410, details: { oldestEventId: 5, requestedEventId: 2 } },
    })
    expect(ERRORS.ROOM_STREAM_REPLAY_GAP.status).toBe(410)
  })

  it('[C-057] has one reader: a second first connection is refused, a resume takes over', async () => {
    const deps = parts()
    const log = await openLog(deps, caller, { streamId: 'stream_2', hotelId: 7 })
    await log.append({ eventType: 'stream_ready', suppliers: [] })
    const first = await openRoomStream(deps, caller, { streamId: 'stream_2' })
    expect(first.ok).toBe(true)
    expect(await openRoomStream(deps, caller, { streamId: 'stream_2' })).toMatchObject({
      error: { code: 'STREAM_IN_USE' },
    })
    const older = first.ok ? first.value[Symbol.asyncIterator]() : null
    expect((await older?.next())?.value).toMatchObject({ eventId: 1 })
    const waiting = older?.next()
    const resumed = await openRoomStream(deps, caller, { streamId: 'stream_2', afterEventId: 1 })
    const newer = resumed.ok ? resumed.value[Symbol.asyncIterator]() : null
    await log.append({ eventType: 'done', reason: 'ALL_SETTLED', optionsCount: 0, providers: [], warnings: [] })
    expect((await newer?.next())?.value).toMatchObject({ eventId: 2, eventType: 'done' })
    expect((await waiting)?.done).toBe(true)
  })

  it('[C-058] ends with its client, and lets the next one in', async () => {
    const deps = parts()
    const log = await openLog(deps, caller, { streamId: 'stream_3', hotelId: 7 })
    await log.append({ eventType: 'stream_ready', suppliers: [] })
    const gone = new AbortController()
    const reading = readAll(deps, { streamId: 'stream_3' }, { ...caller, signal: gone.signal })
    gone.abort()
    await reading
    expect((await openRoomStream(deps, caller, { streamId: 'stream_3' })).ok).toBe(true)
  })
})
