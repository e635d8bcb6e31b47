import type { ServerResponse } from 'node:http'
import type { LoggedRoomEvent } from '../domain/contract/offer.ts'
import type { StreamEnd } from './open-streams.ts'

/** A client with more unsent bytes than this is disconnected; the events stay in the log, where it can resume. */
const MAX_UNSENT_BYTES = 1024 * 1024
const DRAIN_WITHIN_MS = 10_000

function roomFrame({ eventId, eventType, text }: LoggedRoomEvent): string {
  return `id: ${eventId}\nevent: ${eventType}\ndata: ${text}\n\n`
}

/** How a facade writes a stream: its beginning, its events, and its keep-alive. */
export type StreamDialect<Event> = {
  readonly first: string
  /** Returns the text of an event, which is sent immediately. */
  readonly frame: (event: Event) => string | Promise<string>
  readonly keepAlive: string
}

/** A client that is disconnected reconnects after 2 s. */
export const ROOM_STREAM: StreamDialect<LoggedRoomEvent> = {
  first: 'retry: 2000\n\n',
  frame: roomFrame,
  keepAlive: ': ping\n\n',
}

const GOODBYES: Readonly<Record<StreamEnd, string>> = {
  SHUTDOWN: ': the server is going away, reconnect with Last-Event-ID\n\n',
  KEY_REFUSED: ': the key is not valid any more\n\n',
}

/** Ends a stream with the reason; before the first byte was sent, it closes the connection instead. */
export function endStream(response: ServerResponse, why: StreamEnd): void {
  if (response.headersSent) response.end(GOODBYES[why])
  else response.destroy()
}

/**
 * Writes a stream to its end. `headers` are the headers of any answer. The iterator is closed when the client disconnects, is too
 * slow, or the process shuts down.
 */
export async function writeStream<Event>(
  response: ServerResponse,
  {
    headers,
    events,
    dialect: { first, frame, keepAlive },
  }: {
    readonly headers: Readonly<Record<string, string>>
    readonly events: AsyncIterable<Event | null>
    readonly dialect: StreamDialect<Event>
  },
): Promise<void> {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.write(first)
  for await (const event of events) {
    const made = event === null ? keepAlive : frame(event)
    const text = typeof made === 'string' ? made : await made
    if (response.writableEnded || response.destroyed) return
    writeNow(response, text)
    if (response.writableLength > MAX_UNSENT_BYTES && !(await drained(response))) {
      response.destroy()
      return
    }
  }
  if (!response.writableEnded) response.end()
}

/**
 * Sends the text immediately. Node would buffer it until all due work is done: when a thousand streams get the same event, each
 * would wait for the last, with a thousand texts in memory.
 */
function writeNow(response: ServerResponse, text: string): void {
  response.socket?.cork()
  response.write(text)
  response.socket?.uncork()
}

function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(false), DRAIN_WITHIN_MS)
    function drain(): void {
      return done(true)
    }
    function close(): void {
      return done(false)
    }
    function done(sent: boolean): void {
      clearTimeout(timer)
      response.off('drain', drain)
      response.off('close', close)
      resolve(sent)
    }
    response.once('drain', drain)
    response.once('close', close)
  })
}
