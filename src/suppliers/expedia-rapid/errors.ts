import { failureOfStatus } from '../fetch.ts'
import { outcomeByRules, refused, type WriteRule } from '../outcomes.ts'
import type { SupplierFailure, SupplierResponse, WriteOutcome } from '../supplier-call.ts'
import { errorSchema, type RapidError } from './schema.ts'

function errorOf({ json }: SupplierResponse): RapidError | null {
  const parsed = errorSchema.safeParse(json)
  return parsed.success ? parsed.data : null
}

/** Rapid's own word for what went wrong: the first named fault, else the kind of error. */
function codeOf(error: RapidError | null): string | null {
  return error?.errors[0]?.type ?? error?.type ?? null
}

function detailOf(error: RapidError | null): string {
  return [error?.message, ...(error?.errors ?? []).map(({ type, message }) => `${type}: ${message}`)]
    .filter(Boolean)
    .join(' ')
}

/** A read that was answered with anything but 2xx. */
export function readFailure(response: SupplierResponse): SupplierFailure {
  const error = errorOf(response)
  return failureOfStatus(response, codeOf(error), detailOf(error))
}

/** What a write's answer means, first match; from Rapid's specification. */
export const WRITE_RULES: readonly WriteRule[] = [
  // Somebody of ours has booked under this reference already: the record tells which.
  { status: 400, code: /duplicate_itinerary/, meaning: 'UNKNOWN' },
  { status: 400, code: /room_already_cancelled|already_cancel/, meaning: refused('ALREADY_CANCELLED') },
  { status: 400, code: /^link\.(invalid|expired)/, meaning: refused('SUPPLIER_REFUSED') },
  { status: 400, code: /cc_declined|card|payment|cvv|billing/, meaning: refused('PAYMENT_DECLINED') },
  {
    status: 400,
    code: /given_name|family_name|email|phone|number_of_adults|child_ages/,
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

/** The outcome of a write that was not answered with its own success status. 202 and 5xx prove nothing. */
export function writeOutcome(response: SupplierResponse): Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }> {
  const error = errorOf(response)
  const codes = [...(error?.errors ?? []).map(({ type }) => type), ...(error ? [error.type] : [])]
  return outcomeByRules(WRITE_RULES, response, { codes, detail: detailOf(error) })
}
