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

/**
 * The keys of a question. `together` marks what a cluster has to keep in one place: a set with its log, and the chronic set with
 * the histories. The sets of a scope's questions lie apart, so that no server has all of an organization.
 */
export function noPriceKeys(
  { scope, question, now }: NoPriceQuestion,
  together: (part: string) => string = (part) => part,
): NoPriceKeys {
  const ofScope = together(scope)
  return {
    exact: `np:exact:${together(`${scope}:${question}`)}`,
    chronic: `np:chronic:${ofScope}`,
    history: (hotelId) => `np:history:${ofScope}:${hotelId}`,
    now,
  }
}

/** The log of recent changes of a set of hotels, for the processes that have a copy of it. */
export function changesKey(set: string): string {
  return `${set}:changes`
}
