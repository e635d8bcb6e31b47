import { failureOfStatus } from '../fetch.ts'
import { outcomeByRules, refused, type SupplierWords, type WriteRule } from '../outcomes.ts'
import type { RefusalReason, SupplierFailure, SupplierResponse, WriteOutcome } from '../supplier-call.ts'
import { envelopeSchema } from './schema.ts'
import type { RateHawkAnswer } from './send.ts'

/** RateHawk's own error code; null for an answer that is not an error, or has no envelope. */
export function errorOf({ envelope }: RateHawkAnswer): string | null {
  return envelope && envelope.status !== 'ok' ? (envelope.error ?? envelope.status) : null
}

/** Only a test key is told that it may book the test hotel alone. */
export function saysSandbox({ json }: SupplierResponse): boolean {
  return envelopeSchema.safeParse(json).data?.error === 'sandbox_restriction'
}

/** What the operator has to know, or do, about errors that only RateHawk's account manager can end. */
const ADVICE: Readonly<Record<string, string>> = {
  sandbox_restriction: 'this is a test key, which books the test hotel only (hid 8473727)',
  contract_mismatch: 'the rate belongs to another contract than the key',
  reservation_is_not_allowed: 'the contract does not allow this booking; ask the account manager',
  insufficient_b2b_balance: 'the deposit is too low: no booking succeeds until it is topped up',
  supplier_data_required: 'set supplierData of the connection',
  unauthorized_group_booking: 'more than nine bookings of one hotel and stay have to be agreed as a group',
  email: 'the contract has another corporateEmail than the connection, or none is set',
}

function wordsOf(answer: RateHawkAnswer): SupplierWords {
  const code = errorOf(answer)
  const detail = [code, ADVICE[code ?? ''], answer.envelope?.debug?.validation_error].filter(Boolean).join(': ')
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

/** True for an answer of the order form after which the form is to be asked again. */
export function isFormAgain(answer: RateHawkAnswer): boolean {
  const code = errorOf(answer)
  return answer.response.status >= 500 || code === 'timeout' || code === 'unknown' || code === 'endpoint_exceeded_limit'
}

/** True when the order form says that its id was used before. */
export function isUsedUp(answer: RateHawkAnswer): boolean {
  return /^(duplicate_reservation|double_booking_form)$/.test(errorOf(answer) ?? '')
}

/**
 * The rules for the answers of the order form after which it is not asked again. It books nothing, so every word is a refusal, and
 * final: with a new offer the same would happen. Only an id under which something may have been started is unclear.
 */
export const FORM_RULES: readonly WriteRule[] = [
  { code: /^(no_available_rates|rate_not_found)$/, meaning: refused('SOLD_OUT') },
  { code: /^(duplicate_reservation|double_booking_form)$/, meaning: 'UNKNOWN' },
  { code: /^insufficient_b2b_balance$/, meaning: refused('PAYMENT_DECLINED') },
  ...LIMITS,
  { meaning: refused('SUPPLIER_REFUSED') },
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
  { code: /^rate_not_found$/, meaning: refused('SOLD_OUT') },
  { code: /^booking_form_expired$/, meaning: refused('SUPPLIER_REFUSED', true) },
  {
    code: /^(book_hash_not_found|contract_mismatch|hotel_not_found|reservation_is_not_allowed|sandbox_restriction)$/,
    meaning: refused('SUPPLIER_REFUSED'),
  },
  {
    code: /^(unauthorized_group_booking|supplier_data_required|invalid_upsell_.*|arrival_date_differs_from_.*)$/,
    meaning: refused('SUPPLIER_REFUSED'),
  },
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

/** True while a started booking can still become anything. */
export function isUndecided(answer: RateHawkAnswer): boolean {
  return ['processing', 'timeout', 'unknown'].includes(errorOf(answer) ?? '')
}

/** True when no booking was started under our reference, or RateHawk does not show it yet. */
export function isAbsent(code: string | null): boolean {
  return code === 'order_not_found' || code === 'booking_finish_did_not_succeed'
}
