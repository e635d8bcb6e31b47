import type { Redis } from 'ioredis'
import type { Clock } from '../platform/clock.ts'
import type { ScriptName } from './redis-scripts.ts'

/** Runs a command; returns `otherwise` when the server is unreachable or too slow. */
type Guard = <T>(command: () => Promise<T>, otherwise: T) => Promise<T>

/** The connection that all parts of the cache use. */
export type Wire = {
  readonly redis: Redis
  readonly clock: Pick<Clock, 'real'>
  readonly key: (name: string) => string
  readonly guard: Guard
  readonly run: (script: ScriptName, keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>
}
