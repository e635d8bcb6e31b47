import type { NoPriceQuestion } from './cache.ts'

/** Where the memory of a scope lies. */
export type NoPriceKeys = {
  /** Hotels by the time until which they count, for the very question. */
  readonly exact: string
  /** The same for every question. */
  readonly chronic: string
  /** A hotel's check-in dates by the time of their last miss. */
  readonly history: (hotelId: number) => string
}

export function noPriceKeys({ scope, question }: NoPriceQuestion): NoPriceKeys {
  return {
    exact: `np:exact:${scope}:${question}`,
    chronic: `np:chronic:${scope}`,
    history: (hotelId) => `np:history:${scope}:${hotelId}`,
  }
}

/** What has changed in a set of hotels recently, for the processes that keep a copy of it. */
export function changesKey(set: string): string {
  return `${set}:changes`
}
