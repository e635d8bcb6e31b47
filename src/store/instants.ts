import type { Instant } from '../domain/time.ts'

/** Postgres columns hold Dates, the rest of the code epoch milliseconds. */
export const toDate = (at: Instant): Date => new Date(at)
export const toDateOrNull = (at: Instant | null): Date | null => (at === null ? null : new Date(at))
export const toInstant = (date: Date): Instant => date.getTime()
export const toInstantOrNull = (date: Date | null): Instant | null => date?.getTime() ?? null
