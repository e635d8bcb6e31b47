import type { Instant } from '../domain/time.ts'

/** Postgres columns hold Dates; the rest of the code uses epoch milliseconds. */
export function toDate(at: Instant): Date {
  return new Date(at)
}
export function toDateOrNull(at: Instant | null): Date | null {
  return at === null ? null : new Date(at)
}
export function toInstant(date: Date): Instant {
  return date.getTime()
}
export function toInstantOrNull(date: Date | null): Instant | null {
  return date?.getTime() ?? null
}
