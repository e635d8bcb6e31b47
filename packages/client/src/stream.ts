import { lost, send, tellAttempt } from './call.ts'
import type { Connection } from './connection.ts'
import { ConnectionError, type GatewayError, isPassing, isProblem } from './errors.ts'
import type { OpenRoomStreamInput, RoomStreamEvent } from './generated/types.ts'
import { problemOf } from './problem.ts'
import { type Request, requestOf } from './request.ts'
import { backoffMs } from './retry.ts'
import { createSseParser } from './sse.ts'
import { lifeline, pause } from './wait.ts'

/** The gateway sends something every 15 s: a connection that is silent for longer than this is dead. */
const SILENCE_MS = 45_000

export type StreamOptions = {
  /** Ends the stream; its iterator rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** To go on after an event that you have: its `event_id`. From the beginning by default. */
  readonly lastEventId?: number | undefined
}

/** Where a stream stands, over all of its connections. */
type Progress = { lastEventId: number; retryMs: number; attempt: number }

/**
 * The events of a room stream to its `done`, each once and in order. A connection that is lost is made again behind the last
 * event that was given, until `maxAttempts` in a row have brought none.
 */
export async function* streamRooms(
  connection: Connection,
  { hotel_id, stream_id }: OpenRoomStreamInput,
  { signal, lastEventId = 0 }: StreamOptions = {},
): AsyncGenerator<RoomStreamEvent, void, undefined> {
  const request = requestOf(connection, 'openRoomStream', { input: { hotel_id, stream_id } })
  const progress: Progress = { lastEventId, retryMs: 2_000, attempt: 0 }
  let failures = 0
  for (;;) {
    const before = progress.lastEventId
    progress.attempt += 1
    const beganAt = performance.now()
    const end = yield* readOnce(connection, request, { progress, signal })
    failures = progress.lastEventId > before ? 1 : failures + 1
    const { error } = end
    const mayResume =
      error !== null &&
      failures < connection.maxAttempts &&
      isCut(error, progress) &&
      retryAfterOf(error) <= MAX_WAIT_MS
    const retryInMs = mayResume ? Math.max(retryAfterOf(error), backoffMs(failures, progress.retryMs)) : null
    tellAttempt(connection, request, { ...end, attempt: progress.attempt, beganAt, retryInMs })
    if (error === null) return
    if (retryInMs === null) throw error
    await pause(retryInMs, signal)
  }
}

/** Who is asked to wait for longer is told so at once. */
const MAX_WAIT_MS = 60_000

/** In use right after a cut: the gateway has not noticed yet that our first connection is gone. */
function isCut(error: GatewayError, { attempt }: Progress): boolean {
  return isPassing(error) || (attempt > 1 && isProblem(error, 'STREAM_IN_USE'))
}

function retryAfterOf(error: GatewayError): number {
  return isProblem(error) ? (error.retryAfterMs ?? 0) : 0
}

/** How a connection ended; without an error after the stream's last event. */
type End = { readonly error: GatewayError | null; readonly response: Response | null }

async function* readOnce(
  connection: Connection,
  request: Request,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal | undefined },
): AsyncGenerator<RoomStreamEvent, End, undefined> {
  const line = lifeline(signal)
  let response: Response | null = null
  try {
    line.within(connection.attemptTimeoutMs)
    if (progress.lastEventId > 0) request.headers.set('last-event-id', String(progress.lastEventId))
    response = await send(connection, request, line)
    if (!response.ok) return { error: problemOf(response, await response.text(), request), response }
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    const parse = createSseParser()
    for (;;) {
      line.within(SILENCE_MS)
      const piece = await reader?.read()
      // The reader's own time, in which an event is worked on, is not the gateway's silence.
      line.within(null)
      if (!piece || piece.done) return { error: new ConnectionError('the stream was cut', request), response }
      for (const { id, data, retryMs } of parse(decoder.decode(piece.value, { stream: true }))) {
        progress.retryMs = retryMs ?? progress.retryMs
        if (Number(id) <= progress.lastEventId) continue
        // The gateway's documents promise this form.
        const event = JSON.parse(data) as RoomStreamEvent
        progress.lastEventId = Number(id)
        yield event
        if (event.event_type === 'done') return { error: null, response }
      }
    }
  } catch (cause) {
    return { error: lost(request, cause, { line, signal }), response }
  } finally {
    line.end()
  }
}
