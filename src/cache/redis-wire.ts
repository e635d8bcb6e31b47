import type { Cluster, Redis } from 'ioredis'
import type { Clock } from '../platform/clock.ts'
import type { ScriptName } from './redis-scripts.ts'

/** Runs a command; returns `otherwise` when the server is unreachable or too slow. */
type Guard = <T>(command: () => Promise<T>, otherwise: T) => Promise<T>

/** The connection that all parts of the cache use. */
export type Wire = {
  readonly redis: Redis | Cluster
  readonly clock: Pick<Clock, 'real'>
  readonly key: (name: string) => string
  /** Gives a part of a key the form of a hash tag where keys of one command have to share one; else returns it as it is. */
  readonly together: (part: string) => string
  /**
   * On a cluster, puts the places of keys into groups of those that one command may have: those with the same hash tag. Null where
   * one command may have any keys.
   */
  readonly groupsOf: ((keys: readonly string[]) => readonly (readonly number[])[]) | null
  /** Whether the server of this key takes commands. */
  readonly isReachable: (key: string) => boolean
  readonly guard: Guard
  readonly run: (script: ScriptName, keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>
}

const ONLY = [0] as const

/** See `Wire`. A key without a tag is a group of its own. */
export function groupsByTag(keys: readonly string[]): readonly (readonly number[])[] {
  if (keys.length === 1) return [ONLY]
  const groups = new Map<string, number[]>()
  keys.forEach((key, index) => {
    const tag = tagOf(key)
    const group = groups.get(tag)
    if (group) group.push(index)
    else groups.set(tag, [index])
  })
  return [...groups.values()]
}

/** What Redis hashes: the text between the first `{` and the next `}`, unless it is empty, else the whole key. */
function tagOf(key: string): string {
  const from = key.indexOf('{')
  const to = from < 0 ? -1 : key.indexOf('}', from + 1)
  return to > from + 1 ? key.slice(from + 1, to) : key
}
