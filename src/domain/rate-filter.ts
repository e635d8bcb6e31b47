import type { BoardCode } from './rate.ts'

/** The boards that rates can be filtered by, from the least to the most that is served. */
export const BOARD_CODES = ['RO', 'BB', 'HB', 'FB', 'AI'] as const satisfies readonly BoardCode[]

/**
 * Which rates a search is about: a hotel is found by these alone, and shows their prices. What is absent filters nothing; a rate
 * must pass all the rest.
 */
export type RateFilter = {
  /** Only rates that refund something when cancelled now. */
  readonly refundableOnly?: boolean
  /** Only rates that cost nothing to cancel now. */
  readonly freeCancellation?: boolean
  /** Only rates with one of these boards. */
  readonly boardCodes?: readonly BoardCode[] | null
}

/** The filters as clients send them. */
type SentFilter = { readonly [Name in keyof RateFilter]?: RateFilter[Name] | null | undefined }

/** The same filter in one form: each board once, in the order of `BOARD_CODES`. */
export function rateFilter({ refundableOnly, freeCancellation, boardCodes }: SentFilter): Required<RateFilter> {
  return {
    refundableOnly: refundableOnly ?? false,
    freeCancellation: freeCancellation ?? false,
    boardCodes: boardCodes ? BOARD_CODES.filter((code) => boardCodes.includes(code)) : null,
  }
}

/** False for a search about all rates. */
export function isFiltered({ refundableOnly, freeCancellation, boardCodes }: RateFilter): boolean {
  return refundableOnly === true || freeCancellation === true || (boardCodes ?? null) !== null
}

/** True when what the search asks for has to be free, or at least refundable, to cancel. */
export function asksForRefunds({ refundableOnly, freeCancellation }: RateFilter): boolean {
  return refundableOnly === true || freeCancellation === true
}

/** The filter as the end of a key; empty for a search about all rates. What is free to cancel is refundable. */
export function rateFilterKey({ refundableOnly, freeCancellation, boardCodes }: RateFilter): string {
  const terms = freeCancellation ? ':free' : refundableOnly ? ':refundable' : ''
  return boardCodes ? `${terms}:${boardCodes.join('+')}` : terms
}
