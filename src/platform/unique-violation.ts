import { isAnywhere } from './outage.ts'

/** Postgres' code for a row that another one excludes (its manual, appendix A). */
const UNIQUE_VIOLATION = '23505'

/** True when a statement failed because another row has the same value in a unique index whose name has this in it. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return isAnywhere(
    error,
    ({ code, originalCode, message, originalMessage }) =>
      (code === UNIQUE_VIOLATION || originalCode === UNIQUE_VIOLATION) &&
      `${String(message)} ${String(originalMessage)}`.includes(index),
  )
}
