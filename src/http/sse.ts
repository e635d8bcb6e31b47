import type { ServerResponse } from 'node:http'
import type { RoomStreamEvent } from '../domain/contract/offer.ts'
import { toWire } from '../domain/wire.ts'

/** A reader that lets more than this pile up is cut off; the events stay in the log, where a resume finds them. */
const MAX_UNSENT_BYTES = 1024 * 1024
const DRAIN_WITHIN_MS = 10_000

const frame = (event: RoomStreamEvent): string =>
  `id: ${event.eventId}\nevent: ${event.eventType}\ndata: ${JSON.stringify(toWire(event))}\n\n`

/** Open streams, so that a shutdown can tell them to reconnect. */
export type OpenStreams = { readonly add: (end: () => void) => () => void; readonly endAll: () => void }

export const createOpenStreams = (): OpenStreams => {
  const ends = new Set<() => void>()
  return {
    add: (end) => {
      ends.add(end)
      return () => ends.delete(end)
    },
    endAll: () => {
      for (const end of ends) end()
    },
  }
}

/**
 * Writes a room stream to its end. `headers` are those of any answer. The iterator is given back when the reader leaves, is
 * too slow, or the process shuts down.
 */
export const writeStream = async (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  events: AsyncIterable<RoomStreamEvent | null>,
  open: OpenStreams,
): Promise<void> => {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.write('retry: 2000\n\n')
  let over = false
  const forget = open.add(() => {
    over = true
    response.end(': the server is going away, reconnect with Last-Event-ID\n\n')
  })
  try {
    for await (const event of events) {
      if (over || response.destroyed) return
      response.write(event === null ? ': ping\n\n' : frame(event))
      if (response.writableLength > MAX_UNSENT_BYTES && !(await drained(response))) {
        response.destroy()
        return
      }
    }
    if (!over) response.end()
  } finally {
    forget()
  }
}

const drained = (response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => done(false), DRAIN_WITHIN_MS)
    const drain = (): void => done(true)
    const close = (): void => done(false)
    const done = (sent: boolean): void => {
      clearTimeout(timer)
      response.off('drain', drain)
      response.off('close', close)
      resolve(sent)
    }
    response.once('drain', drain)
    response.once('close', close)
  })
