import { type Problem, problem } from '../domain/errors.ts'
import { err, ok, type Result } from '../domain/result.ts'

/** Why the gateway ends a stream. A client that reconnects learns whether its key is still valid. */
export type StreamEnd = 'SHUTDOWN' | 'KEY_REFUSED'

type OpenStream = {
  readonly organizationId: string
  /** Returns whether the key that opened the stream would still be accepted. Throws when this cannot be found out. */
  readonly isAllowed: () => Promise<boolean>
  readonly end: (why: StreamEnd) => void
}

/** Every stream that this process writes, of both facades. */
export type OpenStreams = {
  /** Adds a stream. Returns a function that removes it, or a problem when the organization has too many open streams. */
  readonly add: (stream: OpenStream) => Result<() => void, Problem>
  /** Ends all open streams, and every stream that is added later. */
  readonly endAll: () => void
}

/** Streams of a revoked key close within this interval plus the time for which keys are cached. */
const LOOK_EVERY_MS = 2_000

export function createOpenStreams(maxPerOrganization: number): OpenStreams {
  const streams = new Set<OpenStream>()
  const counts = new Map<string, number>()
  let over = false
  let timer: NodeJS.Timeout | undefined

  function forget(stream: OpenStream): void {
    if (!streams.delete(stream)) return
    const left = (counts.get(stream.organizationId) ?? 1) - 1
    if (left > 0) counts.set(stream.organizationId, left)
    else counts.delete(stream.organizationId)
  }

  function end(stream: OpenStream, why: StreamEnd): void {
    forget(stream)
    stream.end(why)
  }

  /** Ends the streams whose keys are no longer valid. When Postgres is unreachable, no stream is ended. */
  async function look(): Promise<void> {
    await Promise.all(
      [...streams].map(async (stream) => {
        if (!(await stream.isAllowed().catch(() => true))) end(stream, 'KEY_REFUSED')
      }),
    )
    timer = undefined
    lookLater()
  }

  function lookLater(): void {
    if (timer || over || streams.size === 0) return
    timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref()
  }

  return {
    add: (stream) => {
      const count = counts.get(stream.organizationId) ?? 0
      if (over) return err(problem('SERVICE_UNAVAILABLE', 'the server is going away'))
      if (count >= maxPerOrganization)
        return err(
          problem('RATE_LIMITED', 'too many open streams', { rateClass: 'open_streams', limit: maxPerOrganization }),
        )
      streams.add(stream)
      counts.set(stream.organizationId, count + 1)
      lookLater()
      return ok(() => forget(stream))
    },
    endAll: () => {
      over = true
      clearTimeout(timer)
      for (const stream of streams) end(stream, 'SHUTDOWN')
    },
  }
}
