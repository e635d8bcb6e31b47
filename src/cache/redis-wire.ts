import type { Redis } from 'ioredis'
import type { Clock } from '../platform/clock.ts'
import type { ScriptName } from './redis-scripts.ts'

/** Runs a command; with the server away, or late, answers `otherwise` in its place. */
type Guard = <T>(command: () => Promise<T>, otherwise: T) => Promise<T>

/** What every part of the cache speaks through. */
export type Wire = {
  readonly redis: Redis
  readonly clock: Pick<Clock, 'now'>
  readonly key: (name: string) => string
  readonly guard: Guard
  readonly run: (script: ScriptName, keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>
}
