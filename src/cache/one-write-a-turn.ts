import type { Socket } from 'node:net'
import type { Redis } from 'ioredis'

/**
 * Sends all commands of one turn of the event loop in one write, on this connection and each one that replaces it.
 *
 * The library's automatic pipelines do so too, but take twice the processor, and leave almost every command behind in the old
 * generation (docs/decisions/0058).
 */
export function writeOnceATurn(redis: Redis): void {
  redis.on('connect', () => {
    if (redis.stream) corkForTheTurn(redis.stream)
  })
}

/** Holds what is written until the turn is over. */
export function corkForTheTurn(stream: Pick<Socket, 'write' | 'cork' | 'uncork'>): void {
  const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean
  let isCorked = false
  function uncork(): void {
    isCorked = false
    stream.uncork()
  }
  stream.write = (...args: readonly unknown[]) => {
    if (!isCorked) {
      isCorked = true
      stream.cork()
      setImmediate(uncork)
    }
    return write(...args)
  }
}
