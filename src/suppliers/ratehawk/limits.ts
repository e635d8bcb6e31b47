import { parseRfc3339 } from '../../domain/time.ts'
import type { Supplier } from '../supplier.ts'

function count(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

/** The headers give `X-RateLimit-Remaining` of `-RequestsNumber` calls until `-Reset`, a UTC time without a zone. */
export const readLimits: NonNullable<Supplier['readLimits']> = ({ headers }, nowAt) => {
  const remaining = count(headers['x-ratelimit-remaining'])
  const all = count(headers['x-ratelimit-requestsnumber'])
  const resetAt = parseRfc3339(`${headers['x-ratelimit-reset'] ?? ''}Z`)
  return all > 0 && remaining >= 0 && resetAt !== null ? [{ share: remaining / all, resetInMs: resetAt - nowAt }] : []
}
