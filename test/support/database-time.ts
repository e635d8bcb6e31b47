import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/** A span of the database's time, in milliseconds since 1970. */
export type DatabaseSpan = { readonly from: number; readonly to: number }

/**
 * Does the work, and returns the database's time before and after it. A time that the work has written, or an age that it
 * has read, is compared with these, so that a slow machine makes the span longer and not the test red.
 */
export async function databaseTimeDuring(
  query: TestDatabase['query'],
  work: () => Promise<unknown>,
): Promise<DatabaseSpan> {
  const from = await databaseTime(query)
  await work()
  // Columns have milliseconds, rounded.
  return { from, to: (await databaseTime(query)) + 1 }
}

/** The database's time, whole milliseconds, rounded down. */
export async function databaseTime(query: TestDatabase['query']): Promise<number> {
  const [row] = await query('SELECT floor(extract(epoch FROM gateway_now()) * 1000)::float8 AS ms')
  return row.ms
}

/** Expects a time of a row to be within the span in which it was written. */
export function expectWithin(at: Date | number | null | undefined, { from, to }: DatabaseSpan): void {
  expect(at).not.toBeNull()
  const ms = Number(at)
  expect(ms).toBeGreaterThanOrEqual(from)
  expect(ms).toBeLessThanOrEqual(to)
}
