import type { NoPriceQuestion } from './cache.ts'

/** The keys of a scope's no-price data. */
export type NoPriceKeys = {
  /** Hotels by expiry time, for this exact search. */
  readonly exact: string
  /** Hotels by expiry time, for all searches. */
  readonly chronic: string
  /** The key of a hotel's check-in dates by the time of their last miss. */
  readonly history: (hotelId: number) => string
  /** The time by which misses age. */
  readonly now: () => number
}

export function noPriceKeys({ scope, question, now }: NoPriceQuestion): NoPriceKeys {
  return {
    exact: `np:exact:${scope}:${question}`,
    chronic: `np:chronic:${scope}`,
    history: (hotelId) => `np:history:${scope}:${hotelId}`,
    now,
  }
}

/** The log of recent changes of a set of hotels, for the processes that have a copy of it. */
export function changesKey(set: string): string {
  return `${set}:changes`
}
