import { failureOfStatus } from '../fetch.ts'
import { outcomeByRules, refused, type WriteRule } from '../outcomes.ts'
import type { SupplierFailure, SupplierResponse, WriteOutcome } from '../supplier-call.ts'
import { errorSchema, type RapidError } from './schema.ts'

function errorOf({ json }: SupplierResponse): RapidError | null {
  const parsed = errorSchema.safeParse(json)
  return parsed.success ? parsed.data : null
}

/** Rapid's own error code: the type of the first fault listed, else the type of the error as a whole. */
function codeOf(error: RapidError | null): string | null {
  return error?.errors[0]?.type ?? error?.type ?? null
}

function detailOf(error: RapidError | null): string {
  return [error?.message, ...(error?.errors ?? []).map(({ type, message }) => `${type}: ${message}`)]
    .filter(Boolean)
    .join(' ')
}

/** The failure of a read that was answered with anything but 2xx. */
export function readFailure(response: SupplierResponse): SupplierFailure {
  const error = errorOf(response)
  return failureOfStatus(response, codeOf(error), detailOf(error))
}

/** What the answer to a write means; the first matching rule applies. Source: Rapid's specification. */
export const WRITE_RULES: readonly WriteRule[] = [
  // An earlier attempt of ours has already booked under this reference: the record shows the result.
  { status: 400, code: /duplicate_itinerary/, meaning: 'UNKNOWN' },
  { status: 400, code: /room_already_cancelled|already_cancel/, meaning: refused('ALREADY_CANCELLED') },
  { status: 400, code: /^link\.(invalid|expired)/, meaning: refused('SUPPLIER_REFUSED') },
  { status: 400, code: /cc_declined|card|payment|cvv|billing/, meaning: refused('PAYMENT_DECLINED') },
  {
    status: 400,
    code: /given_name|family_name|email|phone|number_of_adults|child_ages|tax_registration|invoicing|loyalty/,
    meaning: refused('GUEST_DATA_REJECTED'),
  },
  { status: 400, meaning: refused('SUPPLIER_REFUSED') },
  { status: 401, meaning: refused('SUPPLIER_REFUSED') },
  { status: 403, meaning: refused('SUPPLIER_REFUSED') },
  { status: 404, meaning: refused('SUPPLIER_REFUSED') },
  { status: 409, code: /price_mismatch/, meaning: refused('PRICE_CHANGED') },
  { status: 409, meaning: refused('SUPPLIER_REFUSED') },
  { status: 410, meaning: refused('SOLD_OUT') },
  { status: 426, meaning: refused('SUPPLIER_REFUSED') },
  { status: 429, meaning: refused('SUPPLIER_REFUSED', true) },
]

/** The outcome of a write that did not get its success status. 202 and 5xx prove neither success nor failure. */
export function writeOutcome(response: SupplierResponse): Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }> {
  const error = errorOf(response)
  const codes = [...(error?.errors ?? []).map(({ type }) => type), ...(error ? [error.type] : [])]
  return outcomeByRules(WRITE_RULES, response, { codes, detail: detailOf(error) })
}
