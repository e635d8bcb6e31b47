import type { NoPriceRules } from '../domain/no-price.ts'
import type { CallSlots } from '../platform/call-slots.ts'
import type { NoPriceSet } from './no-price-set.ts'

/**
 * What is wrong with the server: nothing of it can be reached, one or more masters of several cannot, or it takes no writes (a
 * replica, a full memory).
 */
export type CacheTrouble = 'away' | 'partly-away' | 'read-only'

/** One entry of a stream; the ids of each stream are 1, 2, 3 and so on. */
export type StreamEntry = { readonly id: number; readonly data: string }

type StreamPage = {
  readonly entries: readonly StreamEntry[]
  /** The oldest entry that is still stored; `newestId + 1` when all entries were trimmed. */
  readonly oldestId: number
  readonly newestId: number
}

export type LimitState = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** The time until the window ends, ms. */
  readonly resetMs: number
}

/** A scope and a search: misses only affect searches in the same scope. */
export type NoPriceQuestion = {
  readonly scope: string
  /** Stay, occupancy and nationality as one text. */
  readonly question: string
  readonly checkInDate: string
  /** The time by which misses age, epoch milliseconds. */
  readonly now: () => number
}

/**
 * A shared and fast store without durability: any entry may be lost at any time, which costs speed but never a booking. No
 * function throws. When the server is unreachable, reads find nothing, writes do nothing, `setIfAbsent` succeeds for every
 * caller, and rate limits are counted per process. Expiry is in real time; only the
 * memory of missing prices lives in the time of whoever asks. Values are strings.
 */
export type Cache = {
  readonly values: {
    readonly get: (key: string) => Promise<string | null>
    /** Returns the values in the order of the keys. */
    readonly getMany: (keys: readonly string[]) => Promise<readonly (string | null)[]>
    readonly set: (key: string, value: string, ttlMs: number) => Promise<void>
    /** Entries that are kept together are written in their order. */
    readonly setMany: (entries: readonly (readonly [key: string, value: string])[], ttlMs: number) => Promise<void>
    /** Returns true when the value was written; atomic across all processes. */
    readonly setIfAbsent: (key: string, value: string, ttlMs: number) => Promise<boolean>
    /** Claims the absent keys for the caller for `ttlMs`. Returns for each key, in order, whether it was claimed. Each is atomic. */
    readonly claim: (keys: readonly string[], ttlMs: number) => Promise<readonly boolean[]>
    readonly deleteMany: (keys: readonly string[]) => Promise<void>
    /** Extends the life of a key by `ttlMs` if it still has this value: renews a lock without acquiring one. Atomic. */
    readonly extendIfEqual: (key: string, value: string, ttlMs: number) => Promise<boolean>
    /** Deletes the key if it still has this value: releases a lock. */
    readonly deleteIfEqual: (key: string, value: string) => Promise<boolean>
    readonly delete: (key: string) => Promise<void>
    /**
     * Marks a part of a key: keys with the same marked part are kept together, so that a Redis Cluster reads and writes many of
     * them with one command. Elsewhere the text is returned as it is.
     */
    readonly together: (part: string) => string
  }
  /** Append-only logs that every process can read and follow. */
  readonly streams: {
    /**
     * Appends an entry and returns its id. The newest `maxEntries` are stored; the whole stream expires `ttlMs` after its last
     * append.
     */
    readonly append: (
      stream: string,
      data: string,
      options: { readonly maxEntries: number; readonly ttlMs: number },
    ) => Promise<number>
    /** Returns the entries after `afterId`, oldest first; null when the stream does not exist or has expired. */
    readonly read: (stream: string, afterId: number, limit: number) => Promise<StreamPage | null>
    /**
     * Calls `wake` soon after each append in any process. It may call too often; a missed append is made up for soon. Returns a
     * function that stops following.
     */
    readonly follow: (stream: string, wake: () => void) => () => void
    /** Wakes all followers, in any process, without an entry. */
    readonly wake: (stream: string) => Promise<void>
    readonly expire: (stream: string, ttlMs: number) => Promise<void>
    readonly delete: (stream: string) => Promise<void>
  }
  readonly limits: {
    /** Consumes one of `points` in each window of `windowMs`; a window begins with its first point. */
    readonly consume: (
      key: string,
      limit: { readonly points: number; readonly windowMs: number },
    ) => Promise<LimitState>
    /** The state of the window without consuming a point, as this process knows it. */
    readonly peek: (key: string, limit: { readonly points: number; readonly windowMs: number }) => Promise<LimitState>
  }
  /** What is left of the suppliers' caps. While the server is unreachable, each process keeps to its share. */
  readonly calls: CallSlots
  /** The hotels that recently had no price (contract 2.6). */
  readonly noPrice: {
    /**
     * The hotels that had no price for this search, and those that often have none, from this process' copy. It returns the same
     * set objects each time; they change with later updates.
     */
    readonly known: (question: NoPriceQuestion) => readonly NoPriceSet[]
    /**
     * The same, after this process' copies were brought up to date; the cost depends on how much has changed. Null when there is
     * no copy, temporarily or because the sets are too large: then use `among`.
     */
    readonly hear: (question: NoPriceQuestion) => Promise<readonly NoPriceSet[] | null>
    /** Returns which of these hotels are left out; the cost depends on how many are passed. */
    readonly among: (question: NoPriceQuestion, hotelIds: readonly number[]) => Promise<readonly number[]>
    readonly record: (question: NoPriceQuestion, hotelIds: readonly number[], rules: NoPriceRules) => Promise<void>
    /** Removes hotels that have a price again, with their history. */
    readonly clear: (question: NoPriceQuestion, hotelIds: readonly number[]) => Promise<void>
  }
  /** What is wrong, as far as this process has noticed; null when nothing is. */
  readonly trouble: () => CacheTrouble | null
  /** True while anything is wrong, as far as this process has noticed. */
  readonly isAway: () => boolean
  /** Writes to every master; false when one of them does not take it. The in-process cache is always healthy. */
  readonly healthy: () => Promise<boolean>
  readonly close: () => Promise<void>
}
