import { failureOfStatus } from '../fetch.ts'
import { outcomeByRules, refused, type SupplierWords, type WriteRule } from '../outcomes.ts'
import type { SupplierFailure, SupplierResponse, WriteOutcome } from '../supplier-call.ts'
import { errorSchema } from './schema.ts'

/** LiteAPI's own error number, which is more precise than the HTTP status; null when the answer has none. */
function codeOf({ json }: SupplierResponse): string | null {
  return errorSchema.safeParse(json).data?.error.code ?? null
}

function wordsOf(response: SupplierResponse): SupplierWords {
  const parsed = errorSchema.safeParse(response.json)
  if (!parsed.success) return { codes: [], detail: '' }
  const { code, message, description } = parsed.data.error
  return { codes: [code], detail: [code, message, description].filter((word) => word !== '').join(' ') }
}

const READ_KINDS: Readonly<Record<string, SupplierFailure['kind']>> = {
  4016: 'TIMEOUT',
  4290: 'RATE_LIMITED',
  4291: 'RATE_LIMITED',
  401: 'UNAUTHORIZED',
  40302: 'UNAUTHORIZED',
  5000: 'SERVER_ERROR',
}

export function readFailure(response: SupplierResponse): SupplierFailure {
  const { codes, detail } = wordsOf(response)
  const failure = failureOfStatus(response, codes[0] ?? null, detail)
  return { ...failure, kind: READ_KINDS[codes[0] ?? ''] ?? failure.kind }
}

/** True when there is nothing to sell: status 204, which cannot carry a body, or error number 2001. */
export function isNone(response: SupplierResponse): boolean {
  return response.status === 204 || codeOf(response) === '2001'
}

/** True when the offer is outdated or unknown at the price check: rates must be requested again. */
export function isGone(response: SupplierResponse): boolean {
  const code = codeOf(response)
  return isNone(response) || code === '4040' || code === '4002'
}

/**
 * What the answer to a booking means; the first matching rule applies. LiteAPI's number decides, regardless of the HTTP status.
 */
export const BOOK_RULES: readonly WriteRule[] = [
  { code: /^2001$/, meaning: refused('SOLD_OUT') },
  { code: /^4005$/, meaning: 'UNKNOWN' },
  { code: /^(2010|2013)$/, meaning: refused('SUPPLIER_REFUSED') },
  // These numbers mean "incomplete" and "unable to process": the booking may exist.
  { code: /^(2014|5000)$/, meaning: 'UNKNOWN' },
  { code: /^4000$/, meaning: refused('PAYMENT_DECLINED') },
  { code: /^(4002|4010|4040)$/, meaning: refused('SUPPLIER_REFUSED', true) },
  { code: /^(4290|4291)$/, meaning: refused('SUPPLIER_REFUSED', true) },
  { code: /^(401|40302)$/, meaning: refused('SUPPLIER_REFUSED') },
  { status: 401, meaning: refused('SUPPLIER_REFUSED') },
  { status: 403, meaning: refused('SUPPLIER_REFUSED') },
  { status: 429, meaning: refused('SUPPLIER_REFUSED', true) },
]

export const CANCEL_RULES: readonly WriteRule[] = [
  { status: 204, meaning: refused('SUPPLIER_REFUSED') },
  // 304 means "unable to process", which is neither a yes nor a no.
  { status: 304, meaning: 'UNKNOWN' },
  { code: /already cancel/i, meaning: refused('ALREADY_CANCELLED') },
  { code: /^(4290|4291)$/, meaning: refused('SUPPLIER_REFUSED', true) },
  { code: /^(400[0-9]|401|40302)$/, meaning: refused('SUPPLIER_REFUSED') },
  { status: 401, meaning: refused('SUPPLIER_REFUSED') },
  { status: 403, meaning: refused('SUPPLIER_REFUSED') },
  { status: 429, meaning: refused('SUPPLIER_REFUSED', true) },
]

export function writeOutcome(
  rules: readonly WriteRule[],
  response: SupplierResponse,
): Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }> {
  return outcomeByRules(rules, response, wordsOf(response))
}
