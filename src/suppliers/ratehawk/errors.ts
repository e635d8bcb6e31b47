import { failureOfStatus } from '../fetch.ts'
import { outcomeByRules, refused, type SupplierWords, type WriteRule } from '../outcomes.ts'
import type { RefusalReason, SupplierFailure, WriteOutcome } from '../supplier-call.ts'
import type { RateHawkAnswer } from './send.ts'

/** RateHawk's own error code; null for an answer that is not an error, or has no envelope. */
export function errorOf({ envelope }: RateHawkAnswer): string | null {
  return envelope && envelope.status !== 'ok' ? (envelope.error ?? envelope.status) : null
}

function wordsOf(answer: RateHawkAnswer): SupplierWords {
  const code = errorOf(answer)
  const detail = [code, answer.envelope?.debug?.validation_error].filter(Boolean).join(': ')
  return { codes: code === null ? [] : [code], detail }
}

/** Errors come with HTTP 200 as well as 4xx: these patterns classify them regardless of the status. */
const READ_KINDS: readonly (readonly [RegExp, SupplierFailure['kind']])[] = [
  [/^endpoint_exceeded_limit$/, 'RATE_LIMITED'],
  [/^(incorrect_credentials|no_auth_header|endpoint_not_active|overdue_debt|not_allowed_host)$/, 'UNAUTHORIZED'],
  [/^(invalid_params|decoding_json|hotel_not_found|core_search_error|unsupported_.*)$/, 'REJECTED'],
]

export function readFailure(answer: RateHawkAnswer): SupplierFailure {
  const { codes, detail } = wordsOf(answer)
  const [code = ''] = codes
  const failure = failureOfStatus(answer.response, code || null, detail)
  const kind = READ_KINDS.find(([pattern]) => pattern.test(code))?.[1]
  if (kind) return { ...failure, kind }
  return answer.response.status < 400 ? { ...failure, kind: 'SERVER_ERROR' } : failure
}

/** True when the rate is gone or has become too expensive, at the price check or the order form. */
export function isGone(answer: RateHawkAnswer): boolean {
  const code = errorOf(answer)
  return code === 'no_available_rates' || code === 'rate_not_found'
}

const LIMITS: readonly WriteRule[] = [
  { code: /^endpoint_exceeded_limit$/, meaning: refused('SUPPLIER_REFUSED', true) },
  { code: /^overdue_debt$/, meaning: refused('PAYMENT_DECLINED') },
  { code: /^(incorrect_credentials|no_auth_header|endpoint_not_active)$/, meaning: refused('SUPPLIER_REFUSED') },
  { code: /^(invalid_params|decoding_json)$/, meaning: refused('SUPPLIER_REFUSED') },
]

/**
 * The rules for the order form. It books nothing, so a missing answer counts as a refusal, and the booking may be retried with a
 * new offer.
 */
export const FORM_RULES: readonly WriteRule[] = [
  { code: /^(no_available_rates|rate_not_found)$/, meaning: refused('SOLD_OUT') },
  // Our reference is already used: another attempt of ours has started, or finished, this very booking.
  { code: /^(duplicate_reservation|double_booking_form)$/, meaning: 'UNKNOWN' },
  { code: /^insufficient_b2b_balance$/, meaning: refused('PAYMENT_DECLINED') },
  ...LIMITS,
  { meaning: refused('SUPPLIER_REFUSED', true) },
]

/** The rules for the start of the booking. */
export const FINISH_RULES: readonly WriteRule[] = [
  { code: /^(timeout|unknown|double_booking_finish)$/, meaning: 'UNKNOWN' },
  {
    code: /^(insufficient_b2b_balance|chosen_payment_type_was_not_available_on_booking_form)$/,
    meaning: refused('PAYMENT_DECLINED'),
  },
  {
    code: /^(incorrect_(guests|children|rooms|chosen_).*|incorrect_.*name.*|email|incorrect_user.*)$/,
    meaning: refused('GUEST_DATA_REJECTED'),
  },
  { code: /^(booking_form_expired|book_hash_not_found|rate_not_found)$/, meaning: refused('SUPPLIER_REFUSED', true) },
  { code: /^(return_path_required|incorrect_.*)$/, meaning: refused('SUPPLIER_REFUSED') },
  ...LIMITS,
]

export const CANCEL_RULES: readonly WriteRule[] = [
  // Another change of this order is under way: its result will show in the record.
  { code: /^(lock|timeout|unknown)$/, meaning: 'UNKNOWN' },
  { code: /^order_not_cancellable$/, meaning: refused('NOT_CANCELLABLE') },
  { code: /^order_not_found$/, meaning: refused('SUPPLIER_REFUSED') },
  ...LIMITS,
]

export function writeOutcome(
  rules: readonly WriteRule[],
  answer: RateHawkAnswer,
): Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }> {
  return outcomeByRules(rules, answer.response, wordsOf(answer))
}

/** Why a started booking failed. Any other code is not final. */
export const FINAL_FAILURES: Readonly<Record<string, RefusalReason>> = {
  soldout: 'SOLD_OUT',
  book_limit: 'SUPPLIER_REFUSED',
  provider: 'SUPPLIER_REFUSED',
  not_allowed: 'SUPPLIER_REFUSED',
  block: 'PAYMENT_DECLINED',
  charge: 'PAYMENT_DECLINED',
  '3ds': 'PAYMENT_DECLINED',
}

/** True when no booking was started under our reference, or RateHawk does not show it yet. */
export function isAbsent(code: string | null): boolean {
  return code === 'order_not_found' || code === 'booking_finish_did_not_succeed'
}
