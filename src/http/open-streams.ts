import { type Problem, problem } from '../domain/errors.ts'
import { err, ok, type Result } from '../domain/result.ts'

/** Why the gateway ends a stream; reconnecting tells the client what holds now. */
export type StreamEnd = 'SHUTDOWN' | 'KEY_REFUSED'

type OpenStream = {
  readonly organizationId: string
  /** Whether the key with which it was opened would open it still. Throws when that cannot be found out. */
  readonly isAllowed: () => Promise<boolean>
  readonly end: (why: StreamEnd) => void
}

/** Every stream that this process writes, of both facades. */
export type OpenStreams = {
  /** Answers a function that forgets the stream, or why the organization may open no more. */
  readonly add: (stream: OpenStream) => Result<() => void, Problem>
  /** Ends all and every later one. */
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

  /** Postgres away is no reason to end anything. */
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
