import { failureOfStatus } from '../fetch.ts'
import { outcomeByRules, refused, type SupplierWords, type WriteRule } from '../outcomes.ts'
import type { SupplierFailure, SupplierResponse, WriteOutcome } from '../supplier-call.ts'
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

/** The failure of a read that was answered with anything but 200. Over its limits Hotelbeds sends 403 as well as 429. */
export function readFailure(response: SupplierResponse): SupplierFailure {
  const { codes, detail } = wordsOf(response)
  const failure = failureOfStatus(response, codes[0] ?? null, detail)
  return response.status === 403 && OVER_LIMIT.test(detail) ? { ...failure, kind: 'RATE_LIMITED' } : failure
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
