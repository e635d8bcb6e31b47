import { isAnywhere } from './outage.ts'

/** Postgres' code for a privilege that the role does not have (its manual, appendix A). */
const FORBIDDEN = '42501'

/** True when a statement failed because its role may not do that. */
export function isForbidden(error: unknown): boolean {
  return isAnywhere(error, ({ code, originalCode }) => code === FORBIDDEN || originalCode === FORBIDDEN)
}

/** Postgres' code for a lock that was not to be had within the time that the statement allows. */
const IN_USE = '55P03'

/** True when a statement gave up because others use the table. */
export function isInUse(error: unknown): boolean {
  return isAnywhere(error, ({ code, originalCode }) => code === IN_USE || originalCode === IN_USE)
}

/** Postgres' code for a statement that it ended, because it took longer than the session allows. */
const CANCELLED = '57014'

/** True when a statement was ended before it was done. */
export function isCancelled(error: unknown): boolean {
  return isAnywhere(error, ({ code, originalCode }) => code === CANCELLED || originalCode === CANCELLED)
}
