import type { NoPriceRules } from '../domain/no-price.ts'
import type { NoPriceSet } from './no-price-set.ts'

/** One entry of a stream; ids are 1, 2, 3 … in each stream. */
export type StreamEntry = { readonly id: number; readonly data: string }

type StreamPage = {
  readonly entries: readonly StreamEntry[]
  /** The oldest entry that is still kept; `newestId + 1` when all were trimmed away. */
  readonly oldestId: number
  readonly newestId: number
}

export type LimitState = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Until the window is over, ms. */
  readonly resetMs: number
}

/** Whose memory, and of which question: hotels are left out of the same scope's searches only. */
export type NoPriceQuestion = {
  readonly scope: string
  /** Stay, occupancy and nationality. */
  readonly question: string
  readonly checkInDate: string
}

/**
 * Shared, fast, and lossy: everything here may be lost at any time and costs speed, never a booking. Nothing throws: with
 * the server away reads find nothing, writes do nothing, `setIfAbsent` lets everybody through, and limits hold in each process. Time to live
 * follows the gateway's clock, the sandbox's offset included. Values are strings.
 */
export type Cache = {
  readonly values: {
    readonly get: (key: string) => Promise<string | null>
    /** In the order of the keys. */
    readonly getMany: (keys: readonly string[]) => Promise<readonly (string | null)[]>
    readonly set: (key: string, value: string, ttlMs: number) => Promise<void>
    readonly setMany: (entries: readonly (readonly [key: string, value: string])[], ttlMs: number) => Promise<void>
    /** True when it was written; atomic over all processes. */
    readonly setIfAbsent: (key: string, value: string, ttlMs: number) => Promise<boolean>
    /** Which of the keys were not there, and are now: the caller's for `ttlMs`. Atomic; in the order of the keys. */
    readonly claim: (keys: readonly string[], ttlMs: number) => Promise<readonly boolean[]>
    readonly deleteMany: (keys: readonly string[]) => Promise<void>
    /** Lets a value live `ttlMs` longer while it is still `value`: renews a lock without taking one. Atomic. */
    readonly extendIfEqual: (key: string, value: string, ttlMs: number) => Promise<boolean>
    /** Deletes when the value is still `value`: the other half of a lock. */
    readonly deleteIfEqual: (key: string, value: string) => Promise<boolean>
    readonly delete: (key: string) => Promise<void>
  }
  /** Append-only logs that every process can read and follow. */
  readonly streams: {
    /** Answers the entry's id. Keeps the newest `maxEntries`; the whole stream lives `ttlMs` after its last append. */
    readonly append: (
      stream: string,
      data: string,
      options: { readonly maxEntries: number; readonly ttlMs: number },
    ) => Promise<number>
    /** Entries after `afterId`, oldest first; null when there is no such stream (never was, or expired). */
    readonly read: (stream: string, afterId: number, limit: number) => Promise<StreamPage | null>
    /** Calls `wake` soon after each append in any process (it may call too often, never too rarely for long); answers a stop function. */
    readonly follow: (stream: string, wake: () => void) => () => void
    /** Wakes who follows, in any process, without an entry. */
    readonly wake: (stream: string) => Promise<void>
    readonly expire: (stream: string, ttlMs: number) => Promise<void>
    readonly delete: (stream: string) => Promise<void>
  }
  readonly limits: {
    /** Takes one point of `points` in each window of `windowMs`; the window begins with its first point. */
    readonly consume: (
      key: string,
      limit: { readonly points: number; readonly windowMs: number },
    ) => Promise<LimitState>
  }
  /** Which hotels had no price recently (contract 2.6). */
  readonly noPrice: {
    /**
     * Hotels that had none for this very question, and those that chronically have none, as far as this process has heard.
     * The same sets each time; they change as more is heard.
     */
    readonly known: (question: NoPriceQuestion) => readonly NoPriceSet[]
    /**
     * The same once this process has heard what has changed anywhere: costs as much as has changed since it last did. Null
     * when it has no copy of them, for the moment or because they are too large: then `among` is to be asked.
     */
    readonly hear: (question: NoPriceQuestion) => Promise<readonly NoPriceSet[] | null>
    /** Which of these are left out: costs as much as is asked about. */
    readonly among: (question: NoPriceQuestion, hotelIds: readonly number[]) => Promise<readonly number[]>
    readonly record: (question: NoPriceQuestion, hotelIds: readonly number[], rules: NoPriceRules) => Promise<void>
    /** These have a price again: nothing is held against them any more. */
    readonly clear: (question: NoPriceQuestion, hotelIds: readonly number[]) => Promise<void>
  }
  /** True while the server cannot be reached, as far as this process has noticed. */
  readonly isAway: () => boolean
  /** False while the server cannot be reached. The in-process cache is always up. */
  readonly healthy: () => Promise<boolean>
  readonly close: () => Promise<void>
}
