import { type Sql, sql } from './database.ts'

/** A part of a statement for a value that is given; nothing for null. */
export function when<T>(value: T | null, part: (value: T) => Sql): Sql {
  return value === null ? sql`` : part(value)
}
