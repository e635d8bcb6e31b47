import { failureOfStatus } from '../fetch.ts'
import { outcomeByRules, refused, type SupplierWords, type WriteRule } from '../outcomes.ts'
import type { OverLimit, SupplierFailure, SupplierResponse, WriteOutcome } from '../supplier-call.ts'
import { errorSchema } from './schema.ts'

/** Removes the token of `INVALID_DATA-<token>`: it identifies the failed call, not the reason. */
function withoutToken(code: string): string {
  return code.replace(/-[0-9A-F]{16,}$/i, '')
}

/** Hotelbeds gives the reason in its messages; its codes only give the category. */
function wordsOf({ json }: SupplierResponse): SupplierWords {
  const parsed = errorSchema.safeParse(json)
  if (!parsed.success) return { codes: [], detail: '' }
  const { error } = parsed.data
  if (typeof error === 'string') return { codes: [error], detail: error }
  return { codes: [withoutToken(error.code), error.message], detail: `${error.code}: ${error.message}` }
}

const OVER_LIMIT = /over (rate|queries per second) limit|quota/i
/** Of the two limits, the one a day; every other is one a second. */
const OVER_QUOTA = /over rate limit|quota/i

/**
 * Which limit a refusal is about; null for any other answer, so that a key that is refused holds nothing back. The proxy in front
 * of Hotelbeds says it with 403 or 429, and never when calls may go on.
 */
export function overLimit(response: SupplierResponse): OverLimit | null {
  if (response.status !== 403 && response.status !== 429) return null
  const said = `${response.headers['x-mashery-error-code'] ?? ''} ${wordsOf(response).detail}`
  if (/OVER_QPS/.test(said)) return 'A_SECOND'
  if (/OVER_RATE/.test(said) || OVER_QUOTA.test(said)) return 'A_DAY'
  return response.status === 429 || OVER_LIMIT.test(said) ? 'A_SECOND' : null
}

/** The failure of a read that was answered with anything but 200. Over its limits Hotelbeds sends 403 as well as 429. */
export function readFailure(response: SupplierResponse): SupplierFailure {
  const { codes, detail } = wordsOf(response)
  const failure = failureOfStatus(response, codes[0] ?? null, detail)
  return overLimit(response) ? { ...failure, kind: 'RATE_LIMITED' } : failure
}

const GONE = /insufficient allotment|allotment exceeded|stop sales/i
const DEARER = /price has (changed|increased)/i

export function isSoldOut(response: SupplierResponse): boolean {
  return response.status >= 400 && wordsOf(response).codes.some((word) => GONE.test(word))
}

export function isNotFound(response: SupplierResponse): boolean {
  return (
    response.status === 404 ||
    (response.status >= 400 && wordsOf(response).codes.some((word) => /not found|does not exist/i.test(word)))
  )
}

/** What the answer to a write means; the first matching rule applies. Source: Hotelbeds' documentation of its errors. */
export const WRITE_RULES: readonly WriteRule[] = [
  { status: 500, code: GONE, meaning: refused('SOLD_OUT') },
  { status: 500, code: DEARER, meaning: refused('PRICE_CHANGED') },
  { code: /already (been )?cancel/i, meaning: refused('ALREADY_CANCELLED') },
  { status: 400, code: /\b(pax|holder|name|surname|age)\b/i, meaning: refused('GUEST_DATA_REJECTED') },
  { status: 400, meaning: refused('SUPPLIER_REFUSED') },
  { status: 402, meaning: refused('PAYMENT_DECLINED') },
  { status: 403, code: OVER_LIMIT, meaning: refused('SUPPLIER_REFUSED', true) },
  { status: 403, meaning: refused('SUPPLIER_REFUSED') },
  // The same request failed a moment ago, so Hotelbeds rejects it without processing it.
  { status: 410, meaning: refused('SUPPLIER_REFUSED') },
  { status: 429, meaning: refused('SUPPLIER_REFUSED', true) },
  // For "Booking confirmation error", SYSTEM_ERROR and any other 500 the booking may exist.
  { status: 500, meaning: 'UNKNOWN' },
]

export function writeOutcome(response: SupplierResponse): Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }> {
  return outcomeByRules(WRITE_RULES, response, wordsOf(response))
}
